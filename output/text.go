package output

import (
	"math"
	"strconv"
	"strings"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
)

// Text is the text of the content blocks in document order: list items and table rows on lines of their own, cells set
// apart by a tab for each column from one to the other, so that those of a column stand behind equally many in every row;
// paragraphs by an empty line. White space is collapsed outside preformatted text. Notes and references to them have their
// number in brackets, as Markdown has; marks that it leaves out are left out here. It is "" when there is no content.
func Text(d *mullion.Document) string {
	var out strings.Builder
	texts := plainTexts(d)
	columns := newColumns(d, texts)
	last := -1
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if texts[i] == "" {
			continue
		}
		if last >= 0 {
			out.WriteString(between(d.Page, columns, &d.Blocks[last], b))
		}
		if d.Page != nil && (last < 0 || !sameTable(d.Page, d.Blocks[last].Node, b.Node)) {
			out.WriteString(strings.Repeat("\t", columns.before(b.Node, b.Node)))
		}
		out.WriteString(clean(texts[i]))
		last = i
	}
	return out.String()
}

// plainTexts is what is written of each block; "" for those that are no content, or only marks. A note begins with its number,
// unless its text does.
func plainTexts(d *mullion.Document) []string {
	texts := make([]string, len(d.Blocks))
	for i := range d.Blocks {
		if d.Blocks[i].Content {
			texts[i] = d.Blocks[i].Text
		}
	}
	if d.Page == nil {
		return texts
	}
	c := newChoice(d, -1)
	changed := c.plain(d.Blocks)
	begun := map[int]bool{} // notes and tabs
	for i := range d.Blocks {
		if !d.Blocks[i].Content {
			continue
		}
		if text, ok := changed[d.Blocks[i].Texts[0]]; ok {
			texts[i] = text
		}
		texts[i] += c.asidesIn(d.Blocks[i].Texts)
		if note := c.noteAround(c.marks, d.Blocks[i].Node); note >= 0 && !begun[note] && texts[i] != "" {
			begun[note] = true
			texts[i] = numbered(c.marks.target[note], texts[i])
		}
		if texts[i] != "" {
			texts[i] = c.tabNames(d.Blocks[i].Node, begun) + texts[i]
		}
	}
	return texts
}

// asidesIn are the notes among the texts of a block, as paragraphs behind it.
func (c *choice) asidesIn(texts []int) string {
	var out strings.Builder
	last := -1
	for _, t := range texts {
		if note := c.asideAround(t); note > last {
			last = note
			out.WriteString("\n\n" + numbered(c.marks.target[note], c.asideText(note, texts[0])))
		}
	}
	return out.String()
}

// asideText is the text of a note in the block that begins with text first.
func (c *choice) asideText(note, first int) string {
	within := func(t int) string {
		if c.Chosen[t] && c.asideAround(t) == note {
			return c.Page.Nodes[t].Text
		}
		return ""
	}
	for _, b := range c.Page.BlocksAs(within, func(b *page.Block) bool { return b.Texts[0] == first }) {
		return strings.TrimSpace(b.Text)
	}
	return ""
}

// numbered is the text of note k behind its number.
func numbered(k int, text string) string {
	number := strconv.Itoa(k)
	if rest, ok := strings.CutPrefix(text, number); ok && strings.IndexAny(rest, ".):") == 0 {
		return text
	}
	return "[" + number + "] " + text
}

// between is the white space that sets two successive blocks apart, by the nearest element that holds both.
func between(p *page.Page, c *columns, a, b *classify.Block) string {
	if p == nil {
		return "\n\n"
	}
	holder := common(p, a.Node, b.Node)
	if loneRow(p, holder) >= 0 {
		return " "
	}
	switch p.Nodes[holder].Tag {
	case "tr":
		return strings.Repeat("\t", max(1, c.before(holder, b.Node)-c.before(holder, a.Node)))
	case "table", "thead", "tbody", "tfoot":
		return "\n" + strings.Repeat("\t", c.before(holder, b.Node))
	case "ul", "ol", "menu", "dir", "dl", "li":
		return "\n"
	}
	if p.Enclosing(holder, "pre") >= 0 || isLine(p, a.Node) && isLine(p, b.Node) && p.Nodes[a.Node].Parent == p.Nodes[b.Node].Parent {
		return "\n"
	}
	return "\n\n"
}

// sameTable reports whether node i is in the innermost table that j is in, or j is in none.
func sameTable(p *page.Page, i, j int) bool {
	table := p.Enclosing(j, "table")
	return table < 0 || table <= i && i < p.Nodes[table].End
}

// columns tell how many columns of a table stand before a cell.
type columns struct {
	page   *page.Page
	blocks map[int]int         // by element that holds content blocks: how many
	tables map[int]map[int]int // by table that was asked for, and cell: how many columns with content stand before it
}

func newColumns(d *mullion.Document, texts []string) *columns {
	c := &columns{page: d.Page, blocks: map[int]int{}, tables: map[int]map[int]int{}}
	if d.Page == nil {
		return c
	}
	for k := range d.Blocks {
		if texts[k] == "" {
			continue
		}
		for i := d.Blocks[k].Node; i >= 0; i = d.Page.Nodes[i].Parent {
			c.blocks[i]++
		}
	}
	return c
}

// before is how many columns with content stand before the cell that node i is in, in the table that holder is in.
func (c *columns) before(holder, i int) int {
	table := c.page.Enclosing(holder, "table")
	if table < 0 {
		return 0
	}
	if c.tables[table] == nil {
		c.tables[table] = c.count(table)
	}
	for ; i > table; i = c.page.Nodes[i].Parent {
		if n, ok := c.tables[table][i]; ok {
			return n
		}
	}
	return 0
}

// count is, by cell of a table, how many columns in which cells with content begin stand before it. A sparse table has no
// columns, nor has one that only places content.
func (c *columns) count(table int) map[int]int {
	counts := map[int]int{}
	var rows []int
	for i := table + 1; i < c.page.Nodes[table].End; i++ {
		switch c.page.Nodes[i].Tag {
		case "table":
			i = c.page.Nodes[i].End - 1
		case "tr":
			rows = append(rows, i)
		}
	}
	if isSparse(c.page, rows) || c.places(rows) {
		return counts
	}
	var above []int // by column: how many rows a cell of the rows above still covers
	filled := map[int]bool{}
	for _, row := range rows {
		above = c.row(row, above, counts, filled)
	}
	var begun []int // by column: how many columns with content begin before it
	for column, n := 0, 0; column <= len(above); column++ {
		begun = append(begun, n)
		if filled[column] {
			n++
		}
	}
	for cell, column := range counts {
		counts[cell] = begun[column]
	}
	return counts
}

// places reports whether a table of these rows only places content: a cell holds as much as no datum does.
func (c *columns) places(rows []int) bool {
	for _, row := range rows {
		for _, cell := range cells(c.page, row) {
			if c.blocks[cell] >= several {
				return true
			}
		}
	}
	return false
}

// row notes the columns of the cells of row tr, and those with content, and returns what is covered below it.
func (c *columns) row(tr int, above []int, columns map[int]int, filled map[int]bool) []int {
	below := make([]int, len(above))
	for k, rows := range above {
		below[k] = max(0, rows-1)
	}
	column := 0
	for _, cell := range cells(c.page, tr) {
		n := &c.page.Nodes[cell]
		for column < len(above) && above[column] > 0 {
			column++
		}
		columns[cell] = column
		filled[column] = filled[column] || c.blocks[cell] > 0
		for range span(n, "colspan", widest) {
			for len(below) <= column {
				below = append(below, 0)
			}
			below[column] = max(below[column], span(n, "rowspan", math.MaxInt)-1)
			column++
		}
	}
	return below
}

// common is the nearest node that holds both i and j or is one of them; i is before j.
func common(p *page.Page, i, j int) int {
	for i > 0 && p.Nodes[i].End <= j {
		i = p.Nodes[i].Parent
	}
	for j < i { // j holds i
		i = p.Nodes[i].Parent
	}
	return max(i, 0)
}

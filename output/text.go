package output

import (
	"math"
	"strings"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
)

// Text is the text of the content blocks in document order: list items and table rows on lines of their own, cells set
// apart by a tab, which stands for a cell that spans rows in each of them, paragraphs by an empty line. White space is
// collapsed outside preformatted text. It is "" when there is no content.
func Text(d *mullion.Document) string {
	var out strings.Builder
	spans := newSpans(d)
	last := -1
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if !b.Content || b.Text == "" {
			continue
		}
		if last >= 0 {
			out.WriteString(between(d.Page, spans, &d.Blocks[last], b))
		}
		out.WriteString(b.Text)
		last = i
	}
	return out.String()
}

// between is the white space that sets two successive blocks apart, by the nearest element that holds both.
func between(p *page.Page, s *spans, a, b *classify.Block) string {
	if p == nil {
		return "\n\n"
	}
	holder := common(p, a.Node, b.Node)
	switch p.Nodes[holder].Tag {
	case "tr":
		covered := s.before(holder, b.Node) - s.before(holder, a.Node)
		return "\t" + strings.Repeat("\t", covered)
	case "table", "thead", "tbody", "tfoot":
		return "\n" + strings.Repeat("\t", s.before(holder, b.Node))
	case "ul", "ol", "menu", "dir", "dl", "li":
		return "\n"
	}
	if pre := enclosing(p, holder, "pre"); pre >= 0 {
		return "\n"
	}
	return "\n\n"
}

// spans tell which cells of tables cover columns of later rows.
type spans struct {
	page   *page.Page
	shown  map[int]bool        // the elements that hold content blocks
	tables map[int]map[int]int // by table that was asked for, and cell: how many columns before it are covered by shown cells of earlier rows
}

func newSpans(d *mullion.Document) *spans {
	s := &spans{page: d.Page, shown: map[int]bool{}, tables: map[int]map[int]int{}}
	if d.Page == nil {
		return s
	}
	for k := range d.Blocks {
		if !d.Blocks[k].Content {
			continue
		}
		for i := d.Blocks[k].Node; i >= 0 && !s.shown[i]; i = d.Page.Nodes[i].Parent {
			s.shown[i] = true
		}
	}
	return s
}

// before is how many columns are covered before the cell that node i is in, in the table that holder is in.
func (s *spans) before(holder, i int) int {
	table := enclosing(s.page, holder, "table")
	if table < 0 {
		return 0
	}
	if s.tables[table] == nil {
		s.tables[table] = s.covered(table)
	}
	for ; i > table; i = s.page.Nodes[i].Parent {
		if n, ok := s.tables[table][i]; ok {
			return n
		}
	}
	return 0
}

// covered counts, by cell of a table, the columns before it. A sparse table has no columns.
func (s *spans) covered(table int) map[int]int {
	var rows []int
	for i := table + 1; i < s.page.Nodes[table].End; i++ {
		switch s.page.Nodes[i].Tag {
		case "table":
			i = s.page.Nodes[i].End - 1
		case "tr":
			rows = append(rows, i)
		}
	}
	counts := map[int]int{}
	if isSparse(s.page, rows) {
		return counts
	}
	var above []int // by column: the rows that a cell above still covers
	for _, row := range rows {
		above = s.row(row, above, counts)
	}
	return counts
}

// row counts the covered columns before each cell of row tr, and returns what is covered below it.
func (s *spans) row(tr int, above []int, counts map[int]int) []int {
	below := make([]int, len(above))
	for k, rows := range above {
		below[k] = max(0, rows-1)
	}
	column, skipped := 0, 0
	for c := range s.page.Children(tr) {
		n := &s.page.Nodes[c]
		if n.Tag != "td" && n.Tag != "th" {
			continue
		}
		for column < len(above) && above[column] > 0 {
			column++
			skipped++
		}
		counts[c] = skipped
		for range span(n, "colspan", widest) {
			for len(below) <= column {
				below = append(below, 0)
			}
			if s.shown[c] {
				below[column] = max(below[column], span(n, "rowspan", math.MaxInt)-1)
			}
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

// enclosing is the nearest element with the tag around node i, itself included; -1 when there is none.
func enclosing(p *page.Page, i int, tag string) int {
	for ; i >= 0; i = p.Nodes[i].Parent {
		if p.Nodes[i].Tag == tag {
			return i
		}
	}
	return -1
}

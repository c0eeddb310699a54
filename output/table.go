package output

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/mullionhq/mullion/page"
)

// isData reports whether table i shows data. Layout tables, which only place content, are shown as what they hold:
// those that say so, those with one row or column, those that set no texts side by side, those whose cells hold several
// blocks and are not both headings and what they head, and those whose grid is all but empty. Titles of a table do not
// count. What is a table by its role or its display must have all in cells.
func (b *builder) isData(i int) bool {
	n := &b.Page.Nodes[i]
	if role := n.Attr("role"); role == "presentation" || role == "none" || phrasing[b.at.Data] {
		return false
	}
	rows := b.rows(i)
	if n.Tag != "table" && !b.isWhole(i, rows) {
		return false
	}
	rows = rows[b.titleRows(rows):]
	columns, heads, headed, busy := 0, false, false, false
	for _, row := range rows {
		cells := cells(b.Page, row)
		columns = max(columns, len(cells))
		for _, c := range cells {
			if b.Has(c) > 0 {
				isHead := partOf(&b.Page.Nodes[c]) == "th"
				heads, headed = heads || isHead, headed || !isHead
			}
			busy = busy || b.busy(c)
		}
	}
	switch {
	case len(rows) == 0 || columns < 2 || !b.relates(rows) || isSparse(b.Page, rows):
		return false
	case b.Page.Find(i, "caption") > 0 || len(b.parts(i, "caption")) > 0:
		return true
	}
	return len(rows) > 1 && !busy || heads && headed
}

// partOf is the part of a table that an element is, by the tag of that part: its own, or that of its role, or of how it is
// displayed where it means nothing else; "" for all others.
func partOf(n *page.Node) string {
	switch n.Tag {
	case "table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th":
		return n.Tag
	}
	if part := partOfRole[n.Attr("role")]; part != "" {
		return part
	}
	if n.Style != nil && (n.Tag == "div" || n.Tag == "span") {
		return partOfDisplay[n.Style.Display]
	}
	return ""
}

var (
	partOfRole = map[string]string{
		"table": "table", "grid": "table", "treegrid": "table", "caption": "caption", "rowgroup": "tbody", "row": "tr",
		"cell": "td", "gridcell": "td", "columnheader": "th", "rowheader": "th",
	}
	partOfDisplay = map[string]string{
		"table": "table", "table-caption": "caption", "table-header-group": "thead", "table-row-group": "tbody",
		"table-footer-group": "tfoot", "table-row": "tr", "table-cell": "td",
	}
)

// isWhole reports whether all that is shown of table i stands in cells of these rows, or in captions. That of an element of
// another tag need not.
func (b *builder) isWhole(i int, rows []int) bool {
	texts, pictures := b.Has(i), b.pictures.below[b.Page.Nodes[i].End]-b.pictures.below[i]
	parts := b.parts(i, "caption")
	for _, row := range rows {
		parts = append(parts, cells(b.Page, row)...)
	}
	for _, c := range parts {
		texts -= b.Has(c)
		pictures -= b.pictures.below[b.Page.Nodes[c].End] - b.pictures.below[c]
	}
	return texts == 0 && pictures == 0
}

// isSparse reports whether a table of these rows would be all but empty, by far more places than cells. Formats that write
// every place would fill the memory with a row of ten thousand cells above ten thousand rows of one.
func isSparse(p *page.Page, rows []int) bool {
	const (
		small = 10_000 // places, a guess: so many do no harm
		most  = 10     // places a cell, a guess: cells that span make a few
	)
	width, above, count := 0, 0, 0
	ends := make([]int, 2*len(rows)) // by row: the columns of cells from above that end before it
	for r, row := range rows {
		above -= ends[r]
		columns, tall := above, 0
		for _, c := range cells(p, row) {
			across := span(&p.Nodes[c], "colspan", widest)
			columns += across
			if down := min(span(&p.Nodes[c], "rowspan", math.MaxInt), len(rows)); down > 1 {
				tall += across
				ends[r+down] += across
			}
			count++
		}
		width = max(width, columns)
		above += tall
	}
	return len(rows)*width > max(small, most*count)
}

// relates reports whether the rows set texts side by side, or pictures and texts, row by row: one picture beside all texts
// is an icon.
func (b *builder) relates(rows []int) bool {
	pictured := 0
	for _, row := range rows {
		texts, pictures := 0, 0
		for _, c := range cells(b.Page, row) {
			switch {
			case b.Has(c) > 0:
				texts++
			case b.holdsImage(c) || b.sign(c) != "":
				pictures++
			}
		}
		if texts > 1 {
			return true
		}
		if texts > 0 && pictures > 0 {
			pictured++
		}
	}
	return pictured > 1
}

// sign is what the icon says of itself that is all that cell i has, of a row with text: a mark of an admonition, or yes and no in a
// table. What only the name of a class says, no text does.
func (b *builder) sign(i int) string {
	n := &b.Page.Nodes[i]
	if part := partOf(n); part != "td" && part != "th" || b.Has(n.Parent) == 0 || b.Has(i) > 0 || b.holdsImage(i) {
		return ""
	}
	name := ""
	for j := i + 1; j < n.End; j++ {
		switch icon := &b.Page.Nodes[j]; {
		case icon.Kind == page.Text && !blank(icon.Text) || players[icon.Tag]:
			return ""
		case name == "" && (icon.Tag == "i" || icon.Tag == "span" || icon.Tag == "svg") && !icon.Hidden:
			name = ownName(icon)
		}
	}
	return name
}

// several is from how many blocks on a cell holds more than a datum, a guess: lines of an address are still one.
const several = 4

// busy reports whether a cell holds more than a datum: another table, preformatted text, a heading, or several blocks.
func (b *builder) busy(cell int) bool {
	n := 0
	for j := cell + 1; j < b.Page.Nodes[cell].End; j++ {
		e := &b.Page.Nodes[j]
		if e.Kind == page.Text || b.Has(j) == 0 {
			continue
		}
		switch e.Tag {
		case "table", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "article", "section":
			return true
		case "p", "li", "dd", "div":
			if !b.holdsBlock(j) {
				n++
			}
		}
	}
	return n >= several
}

// rows are the rows of table i that show something, without those of tables in it, from top to bottom: wherever they are
// written, those of its first head are shown above all others, and those of its first foot below them.
func (b *builder) rows(i int) []int {
	head, foot := -1, -1
	for c := range b.Page.Children(i) {
		switch tag := partOf(&b.Page.Nodes[c]); {
		case tag == "thead" && head < 0:
			head = c
		case tag == "tfoot" && foot < 0:
			foot = c
		}
	}
	place := func(row int) int {
		switch b.Page.Nodes[row].Parent {
		case head:
			return 0
		case foot:
			return 2
		}
		return 1
	}
	rows := b.parts(i, "tr")
	slices.SortStableFunc(rows, func(x, y int) int { return cmp.Compare(place(x), place(y)) })
	return rows
}

// cells are the cells of a row, also those in elements that say that they only present it, as grids of data have them around
// columns that stay in sight.
func cells(p *page.Page, row int) []int {
	var found []int
	for c := range p.Children(row) {
		n := &p.Nodes[c]
		switch role := n.Attr("role"); {
		case partOf(n) == "td" || partOf(n) == "th":
			found = append(found, c)
		case role == "presentation" || role == "none":
			found = append(found, cells(p, c)...)
		}
	}
	return found
}

// parts are the parts of table i that show something, by their tag, without those of tables in it.
func (b *builder) parts(i int, tag string) []int {
	var found []int
	for j := i + 1; j < b.Page.Nodes[i].End; j++ {
		n := &b.Page.Nodes[j]
		switch partOf(n) {
		case "table":
			j = n.End - 1
		case tag:
			if b.Has(j) > 0 || b.holdsImage(j) {
				found = append(found, j)
			}
			j = n.End - 1
		}
	}
	return found
}

// titleRows is how many rows, from the first on, are titles of the table: they hold nothing but a heading, or are one cell
// above a row of headings.
func (b *builder) titleRows(rows []int) int {
	for k, row := range rows {
		if !b.holdsHeadingOnly(row) && !b.standsAboveHeads(rows[k:]) {
			return k
		}
	}
	return len(rows)
}

// standsAboveHeads reports whether the first of rows is one cell over all columns of the next, which is one of headings and has
// rows below it.
func (b *builder) standsAboveHeads(rows []int) bool {
	const least = 3 // rows: a title, headings, and what they head
	if len(rows) < least {
		return false
	}
	title, heads := cells(b.Page, rows[0]), cells(b.Page, rows[1])
	if len(title) != 1 || len(heads) < 2 || span(&b.Page.Nodes[title[0]], "colspan", widest) < len(heads) {
		return false
	}
	return !slices.ContainsFunc(heads, func(c int) bool { return partOf(&b.Page.Nodes[c]) != "th" })
}

// holdsHeadingOnly reports whether all chosen text below node i stands in one heading.
func (b *builder) holdsHeadingOnly(i int) bool {
	for j := i + 1; j < b.Page.Nodes[i].End; j++ {
		if phrasingHeading(b.Page.Nodes[j].Tag) && b.Has(j) > 0 {
			return b.Has(j) == b.Has(i)
		}
	}
	return false
}

// table shows a data table. What stands in it outside of cells, and its titles, are shown before it.
func (b *builder) table(i int) {
	b.endRun()
	t := element("table")
	parent := b.place(t)
	rows := b.rows(i)
	if b.Page.Nodes[i].Tag == "table" {
		b.strays(i)
	}
	titles := b.titleRows(rows)
	for _, row := range rows[:titles] {
		b.children(row)
	}
	b.endRun()
	rows = rows[titles:]
	parent.AppendChild(t)
	for _, c := range b.parts(i, "caption") {
		b.within(t, element("caption"), func() { b.children(c) })
	}
	body := appendElement(t, "tbody")
	shown := map[int]bool{}
	for _, row := range rows {
		shown[row] = true
	}
	for _, row := range rows {
		tr := appendElement(body, "tr")
		for _, c := range cells(b.Page, row) {
			b.cell(tr, c, b.covers(row, c, shown))
		}
	}
	promoteHead(t, body)
}

// strays shows chosen text of a table that is in no cell and no caption: browsers leave none, but scripts may.
func (b *builder) strays(i int) {
	for c := range b.Page.Children(i) {
		switch n := &b.Page.Nodes[c]; {
		case n.Tag == "caption" || n.Tag == "td" || n.Tag == "th":
		case n.Kind == page.Text:
			if b.Chosen[c] {
				b.text(c)
			}
		case n.Tag == "thead" || n.Tag == "tbody" || n.Tag == "tfoot" || n.Tag == "tr":
			b.strays(c)
		default:
			b.element(c, n)
		}
	}
	b.endRun()
}

// covers is how many rows that are shown a cell covers: of those of its part of the table, from its own on.
func (b *builder) covers(row, cell int, shown map[int]bool) int {
	count := 0
	left := span(&b.Page.Nodes[cell], "rowspan", math.MaxInt)
	for j := row; left > 0 && j < b.Page.Nodes[b.Page.Nodes[row].Parent].End; j = b.Page.Nodes[j].End {
		if partOf(&b.Page.Nodes[j]) == "tr" {
			left--
		}
		if shown[j] {
			count++
		}
	}
	return count
}

// cell shows cell c, which covers so many rows.
func (b *builder) cell(tr *html.Node, c, rows int) {
	n := &b.Page.Nodes[c]
	e := appendElement(tr, partOf(n))
	if k := span(n, "colspan", widest); k > 1 {
		set(e, "colspan", strconv.Itoa(k))
	}
	if rows > 1 {
		set(e, "rowspan", strconv.Itoa(rows))
	}
	if align := b.alignment(n); align != "" {
		set(e, "align", align)
	}
	at, seen := b.at, b.seen
	b.at = e
	if b.Has(c) == 0 {
		b.seen = map[string]bool{} // it is empty without its mark, which others have too
	}
	b.children(c)
	b.words(cmp.Or(b.sign(c), b.smallPictures(c)))
	b.endRun()
	if b.Has(c) == 0 {
		maps.Copy(seen, b.seen)
	}
	b.at, b.seen = at, seen
}

// smallPictures are what the pictures say that are all of cell c and too small to be shown, such as marks for yes and no.
func (b *builder) smallPictures(c int) string {
	if b.Has(c) > 0 || b.holdsImage(c) {
		return ""
	}
	var said []string
	for j := c + 1; j < b.Page.Nodes[c].End; j++ {
		n := &b.Page.Nodes[j]
		if n.Kind == page.Text && !blank(n.Text) {
			return ""
		}
		if n.Tag == "img" && !n.Hidden && b.isShort(b.sides(n)) && !iconName.MatchString(n.Attr("alt")) {
			said = append(said, collapse(clean(plainAlt(n.Attr("alt")))))
		}
	}
	return strings.Join(said, " ")
}

// widest is the most columns that a cell may span; more only say "all of them".
const widest = 100

// span is how many columns or rows a cell covers by its attribute: 1 where that says nothing, or more than most.
func span(n *page.Node, attribute string, most int) int {
	k, _ := strconv.Atoi(n.Attr(attribute))
	if k < 1 || k > most {
		return 1
	}
	return k
}

// alignment is how a cell is aligned by attribute, or by style when it differs from the default or is its own. Of an attribute
// Chrome makes "-webkit-center", for blocks in the cell are aligned by it too.
func (b *builder) alignment(n *page.Node) string {
	align := strings.ToLower(n.Attr("align"))
	if n.Style != nil && (n.Tag != "th" || n.Style.TextAlign != "center") {
		align = strings.TrimPrefix(n.Style.TextAlign, "-webkit-")
	} else if m := textAlign.FindStringSubmatch(n.Attr("style")); m != nil {
		align = m[1]
	}
	switch align {
	case "center", "right":
		return align
	}
	return ""
}

// promoteHead moves a first row of headings into a thead, with the rows of headings that its cells span: none spans into
// another part of the table.
func promoteHead(table, body *html.Node) {
	rows := elements(body)
	count := 1
	for k := 0; k < count && k < len(rows); k++ {
		for _, c := range elements(rows[k]) {
			if c.Data != "th" {
				return
			}
			count = max(count, k+atoi(get(c, "rowspan")))
		}
	}
	if len(rows) == 0 {
		return
	}
	head := element("thead")
	for _, row := range rows[:min(count, len(rows))] {
		body.RemoveChild(row)
		head.AppendChild(row)
	}
	table.InsertBefore(head, body)
	if body.FirstChild == nil {
		table.RemoveChild(body)
	}
}

package output

import (
	"strings"
	"unicode"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
)

// breaksLine reports whether element i begins and ends a line. Elements that leave the flow become block-level, but those
// whose tags are inline leave no gap in their line where they show no text, as notes for screen readers do, or only the
// first letter of the text. Others become so as items of a row, see inRow. A button may be a word of a text.
func breaksLine(p *page.Page, i int) bool {
	n := &p.Nodes[i]
	if !page.IsBlock(n) || n.Tag == "button" && isWord(p, i) || inLoneRow(p, i) {
		return false
	}
	if n.Style == nil || blockTag(n.Tag) {
		return true
	}
	if !leavesFlow(n.Style) {
		return !inRow(p, i)
	}
	text := shownText(p, i)
	return !blank(text) && !isInitial(p, i, text)
}

func leavesFlow(s *page.Style) bool {
	return s.Float == "left" || s.Float == "right" || s.Position == "absolute" || s.Position == "fixed"
}

// rows are the elements whose flex items make one line: those that hold no blocks as a rule.
var rows = tagSet("p li dt dd td th h1 h2 h3 h4 h5 h6 figcaption summary label a span")

// inRow reports whether element i stands beside others in one line, with space between them.
func inRow(p *page.Page, i int) bool { return inLoneRow(p, i) || inFlexRow(p, i) }

// inLoneRow reports whether element i is a cell in the only row of a table that lays out a line: no cell of it holds a
// block, a break or an image. Signatures of functions are shown so.
func inLoneRow(p *page.Page, i int) bool {
	const most = 100 // nodes of such a table, a guess
	if p.Nodes[i].Tag != "td" {
		return false
	}
	row := p.Nodes[i].Parent
	table := row
	for table > 0 && p.Nodes[table].Tag != "table" {
		table = p.Nodes[table].Parent
	}
	if p.Nodes[row].Tag != "tr" || p.Nodes[table].End-table > most {
		return false
	}
	for j := table + 1; j < p.Nodes[table].End; j++ {
		switch n := &p.Nodes[j]; {
		case j == row || n.Tag == "tbody" || n.Tag == "td" && n.Parent == row:
		case n.Tag == "br" || n.Tag == "img" || page.IsBlock(n):
			return false
		}
	}
	return true
}

// inFlexRow reports whether element i, whose tag is inline, is an item of a flexible line and has another item beside it.
func inFlexRow(p *page.Page, i int) bool {
	n := &p.Nodes[i]
	if n.Style == nil || n.Parent < 0 || n.Box.Empty() || blockTag(n.Tag) {
		return false
	}
	parent := &p.Nodes[n.Parent]
	if !rows[parent.Tag] || parent.Style == nil || !strings.HasSuffix(parent.Style.Display, "flex") {
		return false
	}
	before, behind := p.Before(i), n.End
	for before >= 0 && p.Nodes[before].Box.Empty() {
		before = p.Before(before)
	}
	for behind < parent.End && p.Nodes[behind].Box.Empty() {
		behind = p.Nodes[behind].End
	}
	beside := func(c int) bool {
		b := p.Nodes[c].Box
		return b.Y < n.Box.Bottom() && n.Box.Y < b.Bottom()
	}
	return before >= 0 && beside(before) || behind < parent.End && beside(behind)
}

// isWord reports whether inline-level element i has text right before it or behind it, in its line.
func isWord(p *page.Page, i int) bool {
	if s := p.Nodes[i].Style; s != nil && !strings.HasPrefix(s.Display, "inline") {
		return false
	}
	parent := p.Nodes[i].Parent
	for parent > 0 && !page.IsBlock(&p.Nodes[parent]) && p.Nodes[i].End == p.Nodes[parent].End && i == parent+1 {
		i, parent = parent, p.Nodes[parent].Parent // which holds nothing else
	}
	inText := func(k int) bool {
		return k > parent && k < p.Nodes[parent].End && p.Nodes[k].Kind == page.Text && !p.Nodes[k].Hidden && !blank(p.Nodes[k].Text)
	}
	return inText(p.Nodes[i].End) || inText(i-1) && p.Nodes[i-1].Parent == parent
}

// blockTag reports whether elements of a tag are block-level without styles.
func blockTag(tag string) bool { return page.IsBlock(&page.Node{Kind: page.Element, Tag: tag}) }

// shownText is the beginning of the text of element i that is not hidden.
func shownText(p *page.Page, i int) string {
	const enough = 1000 // bytes: far longer than an initial
	s := ""
	for j := i; j < p.Nodes[i].End && len(s) < enough; j++ {
		if n := &p.Nodes[j]; n.Kind == page.Text && !n.Hidden {
			s += n.Text
		}
	}
	return s
}

// isInitial reports whether the text of element i is the first letter, perhaps behind a quotation mark, of the word that goes
// on behind the element or of the words behind it.
func isInitial(p *page.Page, i int, text string) bool {
	const longest = 2 // characters
	initial := []rune(collapse(text))
	end := p.Nodes[i].End
	if len(initial) == 0 || len(initial) > longest || len(initial) == longest && !isQuoteMark(initial[0]) || end >= len(p.Nodes) || p.Nodes[end].Kind != page.Text {
		return false
	}
	letter := initial[len(initial)-1]
	rest := append([]rune(p.Nodes[end].Text), ' ', ' ')
	switch {
	case page.Unspaced(letter):
		return page.Unspaced(rest[0])
	case !unicode.IsUpper(letter):
		return false
	case page.IsSpace(rest[0]): // a word by itself
		return unicode.IsLower(rest[1])
	case unicode.IsUpper(rest[0]): // a word in capitals
		return unicode.IsUpper(rest[1])
	}
	return unicode.IsLower(rest[0])
}

// goesOn reports whether block b goes on in the line of the block a before it, and with what between them.
func goesOn(p *page.Page, a, b *classify.Block) (between string, ok bool) {
	from, to := a.Texts[len(a.Texts)-1], b.Texts[0]
	if display := "$$"; to < from || strings.HasSuffix(a.Text, display) || strings.HasPrefix(b.Text, display) {
		return "", false
	}
	holder := common(p, from, to)
	for _, i := range []int{from, to} {
		for i = p.Nodes[i].Parent; i > holder; i = p.Nodes[i].Parent {
			if breaksLine(p, i) {
				return "", false
			}
			if inRow(p, i) {
				between = " "
			}
		}
	}
	if endsBlank(p.Nodes[from].Text) || startsBlank(p.Nodes[to].Text) {
		between = " "
	}
	for j := from + 1; j < to; j++ {
		switch n := &p.Nodes[j]; {
		case n.Kind == page.Text:
			if !n.Hidden && !blank(n.Text) {
				return "", false
			}
			if !n.Hidden && n.Text != "" {
				between = " "
			}
		case n.Tag == "br" || n.End <= to && breaksLine(p, j):
			return "", false
		}
	}
	return between, true
}

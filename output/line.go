package output

import (
	"unicode"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
)

// breaksLine reports whether element i begins and ends a line. Elements that leave the flow become block-level, but those
// whose tags are inline leave no gap in their line where they show no text, as notes for screen readers do, or only the
// first letter of the text.
func breaksLine(p *page.Page, i int) bool {
	n := &p.Nodes[i]
	if !page.IsBlock(n) {
		return false
	}
	if n.Style == nil || !leavesFlow(n.Style) || page.IsBlock(&page.Node{Kind: page.Element, Tag: n.Tag}) {
		return true
	}
	text := shownText(p, i)
	return !blank(text) && !isInitial(p, i, text)
}

func leavesFlow(s *page.Style) bool {
	return s.Float == "left" || s.Float == "right" || s.Position == "absolute" || s.Position == "fixed"
}

// shownText is the text of element i that is not hidden.
func shownText(p *page.Page, i int) string {
	s := ""
	for j := i; j < p.Nodes[i].End && len(s) < far; j++ {
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
	if to < from || p.Nodes[a.Node].Style == nil { // without styles nothing leaves the flow
		return "", false
	}
	holder := common(p, from, to)
	for _, i := range []int{from, to} {
		for i = p.Nodes[i].Parent; i > holder; i = p.Nodes[i].Parent {
			if breaksLine(p, i) {
				return "", false
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

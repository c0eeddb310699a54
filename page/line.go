package page

import (
	"strings"
	"unicode"
)

// BreaksLine reports whether element i begins and ends a line, as a block boundary does: by its computed display when it has
// one, by HTML's default for its tag otherwise. Not so where a reader sees no break: a button among words, the items of a
// flexible line, and inline elements that float or are positioned but show no text, as notes for screen readers do, or
// only the first letter of the text.
func (p *Page) BreaksLine(i int) bool {
	n := &p.Nodes[i]
	switch {
	case !IsBlock(n) || n.Tag == "button" && p.isWord(i):
		return false
	case n.Style == nil || blockTags[n.Tag]:
		return true
	case leavesFlow(n.Style):
		text := p.shownText(i)
		return hasVisible(text) && !p.isInitial(i, text)
	}
	return !p.InRow(i)
}

func leavesFlow(s *Style) bool {
	return s.Float == "left" || s.Float == "right" || s.Position == "absolute" || s.Position == "fixed"
}

// rows are the elements whose flexible lines are lines of text: those that hold no blocks as a rule.
var rows = TagSet("p li dt dd td th h1 h2 h3 h4 h5 h6 figcaption summary label a span")

// InRow reports whether element i, whose tag is inline, is an item of a flexible line and has another item beside it: they
// stand in one line, with space between them. Lines of code are none, where a number stands beside its line.
func (p *Page) InRow(i int) bool {
	n := &p.Nodes[i]
	if n.Style == nil || n.Parent < 0 || n.Box.Empty() || blockTags[n.Tag] {
		return false
	}
	parent := &p.Nodes[n.Parent]
	if !rows[parent.Tag] || parent.Style == nil || !strings.HasSuffix(parent.Style.Display, "flex") || parent.Style.preformatted() {
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

// isWord reports whether inline-level element i has text right before it and behind it, in its line.
func (p *Page) isWord(i int) bool {
	if s := p.Nodes[i].Style; s != nil && !strings.HasPrefix(s.Display, "inline") {
		return false
	}
	parent := p.Nodes[i].Parent
	for parent > 0 && !IsBlock(&p.Nodes[parent]) && p.Nodes[i].End == p.Nodes[parent].End && i == parent+1 {
		i, parent = parent, p.Nodes[parent].Parent // which holds nothing else
	}
	inText := func(k int) bool {
		return k > parent && k < p.Nodes[parent].End && p.Nodes[k].Kind == Text && !p.Nodes[k].Hidden && hasVisible(p.Nodes[k].Text)
	}
	return inText(i-1) && p.Nodes[i-1].Parent == parent && inText(p.Nodes[i].End)
}

// shownText is the beginning of the text of element i that is not hidden.
func (p *Page) shownText(i int) string {
	const enough = 1000 // bytes: far longer than an initial
	s := ""
	for j := i; j < p.Nodes[i].End && len(s) < enough; j++ {
		if n := &p.Nodes[j]; n.Kind == Text && !n.Hidden {
			s += n.Text
		}
	}
	return s
}

// isInitial reports whether the text of element i is the first letter, perhaps behind a quotation mark, of the word that goes
// on behind the element or of the words behind it.
func (p *Page) isInitial(i int, text string) bool {
	const longest = 2 // characters
	initial := []rune(strings.TrimFunc(text, IsSpace))
	end := p.Nodes[i].End
	if len(initial) == 0 || len(initial) > longest || len(initial) == longest && !unicode.In(initial[0], unicode.Quotation_Mark) ||
		end >= len(p.Nodes) || p.Nodes[end].Kind != Text {
		return false
	}
	letter := initial[len(initial)-1]
	rest := append([]rune(p.Nodes[end].Text), ' ', ' ')
	switch {
	case Unspaced(letter):
		return Unspaced(rest[0])
	case !unicode.IsUpper(letter):
		return false
	case IsSpace(rest[0]): // a word by itself
		return unicode.IsLower(rest[1])
	case unicode.IsUpper(rest[0]): // a word in capitals
		return unicode.IsUpper(rest[1])
	}
	return unicode.IsLower(rest[0])
}

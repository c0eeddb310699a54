package output

import (
	"strings"
	"unicode/utf8"

	"github.com/mullionhq/mullion/page"
)

// setApart notes the texts of a block that are shown with space before them although the markup has none, such as
// two links side by side, but for marks. It reads that from the block's text, where this was decided.
func setApart(p *page.Page, b *page.Block, apart map[int]bool) {
	rest := b.Text
	for k, t := range b.Texts {
		first := k == 0 || !isTight(p.Nodes[b.Texts[k-1]].Text, p.Nodes[t].Text)
		for word := range strings.FieldsFuncSeq(p.Nodes[t].Text, page.IsSpace) {
			trimmed := strings.TrimLeftFunc(rest, page.IsSpace)
			if first && len(trimmed) < len(rest) {
				apart[t] = true
			}
			first = false
			rest = strings.TrimPrefix(trimmed, word)
		}
	}
}

// Marks that stand right behind a word, and right before one.
const (
	closing = ",.;:!?%)]}»”’，。、；：！？）】」』》"
	opening = "([{«“‘（【「『《"
)

// isTight reports whether a text goes on right behind the one before it: with a mark that stands so, or behind one.
func isTight(before, text string) bool {
	if endsBlank(before) || startsBlank(text) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(before)
	return strings.ContainsRune(closing, first) || strings.HasPrefix(text, "'s") || strings.ContainsRune(opening, last)
}

// closedUp is a block's text without the spaces that only set elements apart, where the texts go on without space, as
// marks behind code that has a box of its own.
func closedUp(p *page.Page, b *page.Block) string {
	tight := func(k int) bool { return k > 0 && isTight(p.Nodes[b.Texts[k-1]].Text, p.Nodes[b.Texts[k]].Text) }
	found := false
	for k := range b.Texts {
		found = found || tight(k)
	}
	if !found {
		return b.Text
	}
	var out strings.Builder
	rest := b.Text
	for k, t := range b.Texts {
		first := tight(k)
		for _, r := range p.Nodes[t].Text {
			if page.IsSpace(r) {
				continue
			}
			ink := strings.TrimLeftFunc(rest, page.IsSpace)
			if !strings.HasPrefix(ink, string(r)) { // a formula, which is shown as its source
				return b.Text
			}
			if gap := rest[:len(rest)-len(ink)]; !first || gap != " " {
				out.WriteString(gap)
			}
			first = false
			out.WriteRune(r)
			rest = ink[len(string(r)):]
		}
	}
	return out.String() + rest
}

// collapse joins the words of s by single spaces.
func collapse(s string) string { return strings.Join(strings.FieldsFunc(s, page.IsSpace), " ") }

func blank(s string) bool { return strings.TrimFunc(s, page.IsSpace) == "" }

func startsBlank(s string) bool { return s != "" && strings.IndexFunc(s, page.IsSpace) == 0 }

func endsBlank(s string) bool { return s != "" && strings.TrimRightFunc(s, page.IsSpace) != s }

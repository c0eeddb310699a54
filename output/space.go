package output

import (
	"strings"

	"github.com/mullionhq/mullion/page"
)

// setApart notes the texts of a block that are shown with space before them although the markup has none, such as
// two links side by side. It reads that from the block's text, where this was decided.
func setApart(p *page.Page, b *page.Block, apart map[int]bool) {
	rest := b.Text
	for _, t := range b.Texts {
		first := true
		for _, r := range p.Nodes[t].Text {
			if page.IsSpace(r) {
				continue
			}
			trimmed := strings.TrimLeftFunc(rest, page.IsSpace)
			if first && len(trimmed) < len(rest) {
				apart[t] = true
			}
			first = false
			rest = strings.TrimPrefix(trimmed, string(r))
		}
	}
}

// closesUp reports whether a text begins with a mark that stands right behind a word.
func closesUp(s string) bool { return s != "" && strings.ContainsRune(",.;:!?)]", rune(s[0])) }

// closedUp is a block's text without the spaces that only set elements apart, where a mark follows that stands right behind
// a word, as behind code that has a box of its own.
func closedUp(p *page.Page, b *page.Block) string {
	behind := func(k int) bool { // whether such a mark begins text k
		return k > 0 && closesUp(p.Nodes[b.Texts[k]].Text) && !endsBlank(p.Nodes[b.Texts[k-1]].Text)
	}
	found := false
	for k := range b.Texts {
		found = found || behind(k)
	}
	if !found {
		return b.Text
	}
	var out strings.Builder
	rest := b.Text
	for k, t := range b.Texts {
		mark := behind(k)
		for _, r := range p.Nodes[t].Text {
			if page.IsSpace(r) {
				continue
			}
			ink := strings.TrimLeftFunc(rest, page.IsSpace)
			if !strings.HasPrefix(ink, string(r)) { // a formula, which is shown as its source
				return b.Text
			}
			if gap := rest[:len(rest)-len(ink)]; !mark || gap != " " {
				out.WriteString(gap)
			}
			mark = false
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

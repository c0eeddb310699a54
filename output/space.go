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
		for word := range strings.FieldsFuncSeq(page.Written(p.Nodes[t].Text), page.IsSpace) {
			trimmed := strings.TrimLeftFunc(rest, page.IsSpace)
			if first && len(trimmed) < len(rest) {
				apart[t] = true
			}
			first = false
			rest = strings.TrimPrefix(trimmed, word)
		}
	}
}

// collapse joins the words of s by single spaces.
func collapse(s string) string { return strings.Join(strings.FieldsFunc(s, page.IsSpace), " ") }

func blank(s string) bool { return strings.TrimFunc(s, page.IsSpace) == "" }

func startsBlank(s string) bool { return s != "" && strings.IndexFunc(s, page.IsSpace) == 0 }

func endsBlank(s string) bool { return s != "" && strings.TrimRightFunc(s, page.IsSpace) != s }

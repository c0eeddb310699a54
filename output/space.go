package output

import (
	"strings"
	"unicode"

	"github.com/mullionhq/mullion/page"
)

// setApart notes the texts of a block that are shown with space before them although the markup has none, such as
// two links side by side. It reads that from the block's text, where this was decided.
func setApart(p *page.Page, b *page.Block, apart map[int]bool) {
	rest := b.Text
	for _, t := range b.Texts {
		first := true
		for _, r := range p.Nodes[t].Text {
			if isSpace(r) {
				continue
			}
			trimmed := strings.TrimLeftFunc(rest, isSpace)
			if first && len(trimmed) < len(rest) {
				apart[t] = true
			}
			first = false
			rest = strings.TrimPrefix(trimmed, string(r))
		}
	}
}

// isSpace is white space as page.Block.Text collapses it.
func isSpace(r rune) bool { return r == 0 || r == '\ufeff' || unicode.IsSpace(r) }

// collapse joins the words of s by single spaces.
func collapse(s string) string { return strings.Join(strings.FieldsFunc(s, isSpace), " ") }

func blank(s string) bool { return strings.TrimFunc(s, isSpace) == "" }

func startsBlank(s string) bool { return s != "" && strings.IndexFunc(s, isSpace) == 0 }

func endsBlank(s string) bool { return s != "" && strings.TrimRightFunc(s, isSpace) != s }

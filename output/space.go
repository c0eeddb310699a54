package output

import (
	"strings"
	"unicode/utf8"

	"github.com/mullionhq/mullion/page"
)

// setApart notes the texts of a block that stand apart although the markup has no space before them: those that are shown
// so, such as two links side by side, as the block's text has it, and a word that begins the block, from another block in the
// same line, such as one that is out of sight.
func setApart(p *page.Page, b *page.Block, apart map[int]bool) {
	rest := b.Text
	if first, _ := utf8.DecodeRuneInString(rest); isWordly(first) {
		rest = " " + rest
	}
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
func collapse(s string) string { return page.Collapse(s) }

func blank(s string) bool { return strings.TrimFunc(s, page.IsSpace) == "" }

func startsBlank(s string) bool { return s != "" && strings.IndexFunc(s, page.IsSpace) == 0 }

func endsBlank(s string) bool { return s != "" && strings.TrimRightFunc(s, page.IsSpace) != s }

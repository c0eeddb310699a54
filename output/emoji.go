package output

import (
	"regexp"
	"unicode"
	"unicode/utf8"

	"github.com/mullionhq/mullion/page"
)

// emoji shows image i by the character that it draws, among the words of its line, and reports whether it is one.
func (b *builder) emoji(i int) bool {
	text := emojiOf(&b.Page.Nodes[i])
	if text == "" {
		return false
	}
	appendText(b.tip(), text)
	b.joinNext(i + 1)
	return true
}

// emojiName is what pages that draw emoji call them, by their classes or addresses: Twemoji, WordPress, X, forums.
var emojiName = regexp.MustCompile(`(?i)(emoji|smil(ey|ie))`)

// longestEmoji is the characters that one may have: families and flags are several that are joined.
const longestEmoji = 16

// emojiOf is the emoji that an image draws, by its alternative text; "" for other images.
func emojiOf(n *page.Node) string {
	alt := collapse(n.Attr("alt"))
	if n.Tag != "img" || alt == "" || utf8.RuneCountInString(alt) > longestEmoji || !emojiName.MatchString(n.Attr("class")+" "+n.Attr("src")) {
		return ""
	}
	symbols := 0
	for _, r := range alt {
		switch {
		case unicode.In(r, unicode.So, unicode.Sm) || r == '\u203c' || r == '\u2049' || r == '\u20e3' || r == 'ℹ':
			symbols++
		case unicode.In(r, unicode.Sk, unicode.Cf, unicode.Mn) || r >= '0' && r <= '9' || r == '#' || r == '*': // of skins, joiners, keycaps
		default:
			return ""
		}
	}
	if symbols == 0 {
		return ""
	}
	return alt
}

package page

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hasVisible reports whether s has a character that leaves ink.
func hasVisible(s string) bool {
	for _, r := range s {
		if !IsSpace(r) && !isZeroWidth(r) {
			return true
		}
	}
	return false
}

// isZeroWidth reports whether a character has no width of its own: soft hyphens, joiners, places where a line may break.
func isZeroWidth(r rune) bool {
	return r >= 0x80 && (r == '\u00ad' || r >= '\u200b' && r <= '\u200d' || r == '\u2060')
}

// Written is s without characters of no width that mean nothing where they stand, as a word is written that somebody looks
// for. Joiners stay in scripts and emoji that have them, spaces of no width in scripts that have no others.
func Written(s string) string {
	if strings.IndexByte(s, 0xc2) < 0 && strings.IndexByte(s, 0xe2) < 0 || strings.IndexFunc(s, isZeroWidth) < 0 { // they begin with one of these bytes
		return s
	}
	text := []rune(s)
	out := make([]rune, 0, len(text))
	for i, r := range text {
		if !isZeroWidth(r) || i > 0 && needs(text[i-1], r) || i+1 < len(text) && needs(text[i+1], r) {
			out = append(out, r)
		}
	}
	return string(out)
}

// needs reports whether a character of no width means something beside character r.
func needs(r, zeroWidth rune) bool {
	switch zeroWidth {
	case '\u200b':
		return SouthEastAsian(r) || unicode.Is(unicode.Tibetan, r)
	case '\u200c', '\u200d': // from Hebrew to Mongolian, later blocks of the same scripts, emoji and what changes them
		return r >= 0x590 && r < 0x1d00 || r >= 0xa800 && r < 0xac00 || r >= 0x10a00 && r < 0x12000 ||
			r >= 0x2000 && unicode.In(r, unicode.So, unicode.Sk, unicode.Mn)
	}
	return false
}

// IsSpace reports whether a character is white space that Block.Text collapses.
func IsSpace(r rune) bool {
	switch {
	case r <= ' ':
		return r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == '\f' || r == '\v' || r == 0
	case r < 0x80:
		return false
	case r > lastSpace:
		return r == '\ufeff'
	}
	return unicode.IsSpace(r)
}

// SurelyNoSpace reports of nearly all characters that are no white space to Unicode that they are none. The others need to be
// looked up, which takes longer.
func SurelyNoSpace(r rune) bool { return ' ' < r && r < 0x7f || r > lastSpace }

// lastSpace is the last character that is white space to Unicode.
const lastSpace = 0x3000

// Collapse joins the words of s by single spaces.
func Collapse(s string) string { return strings.Join(strings.FieldsFunc(s, IsSpace), " ") }

// TextLength counts the characters of s with its words joined by single spaces.
func TextLength(s string) int {
	n, owed := 0, 0 // and the space before the next word
	for _, r := range s {
		if !SurelyNoSpace(r) && unicode.IsSpace(r) {
			owed = min(n, 1)
			continue
		}
		n += owed + 1
		owed = 0
	}
	return n
}

// A collapser joins texts as a browser shows them.
type collapser struct {
	b       strings.Builder
	pending byte // the white space owed before the next character: 0, ' ' or '\n'
}

func (w *collapser) space() {
	if w.pending == 0 {
		w.pending = ' '
	}
}

func (w *collapser) newline() { w.pending = '\n' }

func (w *collapser) write(s string) {
	start := 0 // of the open word
	for i, r := range s {
		if IsSpace(r) {
			w.verbatim(s[start:i])
			w.space()
			start = i + utf8.RuneLen(r)
		}
	}
	w.verbatim(s[start:])
}

func (w *collapser) verbatim(s string) {
	if s != "" {
		w.pay()
		w.b.WriteString(s)
	}
}

func (w *collapser) pay() {
	if w.pending != 0 && w.b.Len() > 0 {
		w.b.WriteByte(w.pending)
	}
	w.pending = 0
}

func (w *collapser) String() string {
	return strings.TrimRightFunc(strings.Trim(w.b.String(), "\n"), IsSpace)
}

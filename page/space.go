package page

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// hasVisible reports whether s has a character that leaves ink.
func hasVisible(s string) bool {
	for _, r := range s {
		if !IsSpace(r) && r != '\u200b' && r != '\u200c' && r != '\u200d' && r != '\u00ad' && r != '\u2060' {
			return true
		}
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
	case r > 0x3000: // the last character that is white space to Unicode
		return r == '\ufeff'
	}
	return unicode.IsSpace(r)
}

// TextLength counts the characters of s with its words joined by single spaces.
func TextLength(s string) int {
	n := -1
	for word := range strings.FieldsSeq(s) {
		n += 1 + utf8.RuneCountInString(word)
	}
	return max(0, n)
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
			w.word(s[start:i])
			w.space()
			start = i + utf8.RuneLen(r)
		}
	}
	w.word(s[start:])
}

func (w *collapser) word(s string) {
	if s != "" {
		w.verbatim(s)
	}
}

func (w *collapser) verbatim(s string) {
	w.pay()
	w.b.WriteString(s)
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

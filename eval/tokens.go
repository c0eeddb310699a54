package eval

import (
	"strings"
	"unicode"
)

// Words are the lower-cased runs of letters, digits and underscores: WCXB's definition, Python's \w+.
func Words(text string) []string { return casedWords(lower(text)) }

// CJK are the lower-cased runs of letters and digits, where a run that begins with a Chinese, Japanese or Korean
// character is cut after it. A run that begins otherwise keeps such characters, as in the reference scorer:
// "2024年" is one token, "于2024年" is two.
func CJK(text string) []string {
	text = lower(text)
	var out []string
	start := -1
	for i, r := range text {
		switch {
		case start >= 0 && isAlnum(r):
		case isCJK(r):
			if start >= 0 {
				out = append(out, text[start:i])
				start = -1
			}
			out = append(out, text[i:i+len(string(r))])
		case isAlnum(r):
			start = i
		case start >= 0:
			out = append(out, text[start:i])
			start = -1
		}
	}
	if start >= 0 {
		out = append(out, text[start:])
	}
	return out
}

// casedWords are runs as in Words with their case kept, the tokens of shingles.
func casedWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !isWord(r) })
}

// isWord is Python's \w: letters, every kind of number, and the underscore; no marks. The tables are those of Go's
// Unicode version; characters that are newer than the scorer's Python are not words there.
func isWord(r rune) bool { return r == '_' || isAlnum(r) }

func isAlnum(r rune) bool {
	if r < 0x80 {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// isCJK holds the reference scorer's ranges: kana (with its marks), the two large Han blocks, Hangul syllables.
func isCJK(r rune) bool {
	return r >= 0x3040 && (r <= 0x30ff || r >= 0x3400 && r <= 0x4dbf || r >= 0x4e00 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7af)
}

// isSpace is Python's str.isspace and \s: Unicode's white space and the four separators below the space.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// squeeze makes every run of white space one space and cuts it off the ends.
func squeeze(s string) string { return strings.Join(strings.FieldsFunc(s, isSpace), " ") }

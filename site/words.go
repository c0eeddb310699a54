package site

import (
	"fmt"
	"hash/fnv"
	"unicode"
	"unicode/utf8"
)

// longWord is how many characters of a word are kept; the rest becomes a hash. A guess: it keeps profiles small and
// words readable.
const longWord = 16

// words are the words of a leaf: runs of letters and digits. In scripts without spaces these are
// whole clauses. 004 segments Chinese into words; clauses need no dictionary, and do not make content look alike
// because all pages have the same function words.
func words(s string) []string {
	var out []string
	start := -1
	for i, r := range s {
		inside := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || unicode.IsSpace(r)
		switch {
		case inside && start < 0:
			start = i
		case !inside && start >= 0:
			out, start = append(out, shorten(collapse(s[start:i]))), -1
		}
	}
	if start >= 0 {
		out = append(out, shorten(collapse(s[start:])))
	}
	return out
}

// shorten keeps short words as they are, and of long ones the beginning and a hash of the whole.
func shorten(word string) string {
	if len(word) <= longWord || utf8.RuneCountInString(word) <= longWord {
		return word
	}
	h := fnv.New32a()
	h.Write([]byte(word))
	runes := []rune(word)
	return fmt.Sprintf("%s…%08x", string(runes[:longWord/2]), h.Sum32())
}

package site

import (
	"fmt"
	"hash/fnv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longWord is how many characters of a word are kept; the rest becomes a hash. A guess: it keeps profiles small and
// words readable.
const longWord = 16

// hashLength is how many digits that hash has.
const hashLength = 8

// words are the words of a leaf: what stands between two marks, so whole clauses, in every script. 004 segments Chinese into
// words; clauses need no dictionary, and do not make content look alike because all pages have the same function words.
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
	return fmt.Sprintf("%s…%0*x", string(runes[:longWord/2]), hashLength, h.Sum32())
}

// lengthened is what a person can read of a word that was shortened.
func lengthened(word string) string {
	if before, hash, ok := strings.Cut(word, "…"); ok && len(hash) == hashLength {
		return strings.TrimSpace(before) + "…"
	}
	return word
}

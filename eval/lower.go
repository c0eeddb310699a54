package eval

import (
	"strings"
	"unicode"
)

// lower is Python's str.lower, which the reference scorer uses: Unicode's full mapping, where a dotted capital I
// becomes two characters and a capital sigma at the end of a word becomes ς. (golang.org/x/text/cases ends words
// elsewhere: it was tried, and "ΑΣ.Β" came out otherwise.)
func lower(s string) string {
	if !strings.ContainsAny(s, "Σİ") {
		return strings.ToLower(s)
	}
	text := []rune(s)
	var b strings.Builder
	b.Grow(len(s) + 2)
	for i, r := range text {
		switch {
		case r == 'İ':
			b.WriteString("i\u0307")
		case r == 'Σ' && finalSigma(text, i):
			b.WriteRune('ς')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// finalSigma is Unicode's Final_Sigma condition: a cased letter stands before, and none after, when ignorable
// characters are skipped.
func finalSigma(text []rune, i int) bool {
	j := i - 1
	for j >= 0 && caseIgnorable(text[j]) {
		j--
	}
	if j < 0 || !cased(text[j]) {
		return false
	}
	for j = i + 1; j < len(text) && caseIgnorable(text[j]); j++ {
	}
	return j == len(text) || !cased(text[j])
}

func cased(r rune) bool {
	return unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

// midWord are the punctuation marks within words: Word_Break MidLetter, MidNumLet and Single_Quote.
const midWord = ":\u00b7\u0387\u055f\u05f4\u2027\ufe13\ufe55\uff1a.\u2018\u2019\u2024\ufe52\uff07\uff0e'"

func caseIgnorable(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk) || strings.ContainsRune(midWord, r)
}

package page

import "unicode"

// Unspaced reports whether r is a letter or a mark of a script that is written without spaces between words: Chinese,
// Japanese, Thai, Lao, Khmer or Burmese. Where words are counted, each of its characters is one.
func Unspaced(r rune) bool {
	return r >= firstUnspaced && (SouthEastAsian(r) || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana))
}

// firstUnspaced is the first character of scripts without spaces, Thai's: what stands before it is told at once.
const firstUnspaced = 0x0e00

// SouthEastAsian reports whether r is a letter or a mark of Thai, Lao, Khmer or Burmese: words have several of them, as
// those of Chinese have one or two.
func SouthEastAsian(r rune) bool {
	return unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

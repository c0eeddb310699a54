package classify

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mullionhq/mullion/page"
)

// A stat holds the additive measures of a text. Words count runs of letters and digits; what is written
// without spaces has words by its characters.
type stat struct {
	words, chars, letters, upper, digits, marks float64
	punctuation, commas, stopWords, capitalised float64
	linkWords, paragraphWords, runningWords     float64
	hiddenWords, noticeWords, unspaced, blocks  float64
	copiedWords                                 float64 // that stand before, too

	codes        float64 // bytes of words that mix letters and digits; of blocks only
	longest      float64 // bytes of the longest word; of blocks only
	strong       float64 // share of emphasised text; of blocks only
	ends, starts byte    // class of the last and the first character; of blocks only
}

// What one character of a script without spaces counts for, in words: Chinese words have 1.6 characters at the mean of
// running text, those of Thai, Lao, Khmer and Burmese about five with their marks.
const (
	cjkWords   = 0.6
	indicWords = 0.2
)

// longestIndic is how many characters a word of Thai, Lao, Khmer or Burmese has at most; longer runs are running text, others
// one word, as labels are. A guess.
const longestIndic = 30

// Classes of the first and the last character of a text.
const (
	otherEdge byte = iota
	lowerEdge
	upperEdge
	digitEdge
	stopEdge  // . ! ? 。
	colonEdge // : ：
	ellipsis  // …, ..., », >
)

func (s *stat) add(t *stat) {
	s.words += t.words
	s.chars += t.chars
	s.letters += t.letters
	s.upper += t.upper
	s.digits += t.digits
	s.marks += t.marks
	s.punctuation += t.punctuation
	s.commas += t.commas
	s.stopWords += t.stopWords
	s.capitalised += t.capitalised
	s.linkWords += t.linkWords
	s.paragraphWords += t.paragraphWords
	s.runningWords += t.runningWords
	s.hiddenWords += t.hiddenWords
	s.noticeWords += t.noticeWords
	s.copiedWords += t.copiedWords
	s.unspaced += t.unspaced
	s.blocks += t.blocks
}

// What a word has.
const (
	letterIn = 1 << iota
	digitIn
)

// measureText counts one text.
func measureText(text string) stat {
	var s stat
	start := -1    // of the open word
	var mixed byte // what it has so far
	indic := false // whether it has letters of a script without spaces
	word := func(end int) {
		if start < 0 {
			return
		}
		w := text[start:end]
		if indic {
			indic = false
			if n := float64(utf8.RuneCountInString(w)); n > longestIndic {
				s.words += n * indicWords
				s.unspaced += n
				start, mixed = -1, 0
				return
			}
		}
		s.words++
		s.longest = max(s.longest, float64(len(w)))
		if mixed == letterIn|digitIn {
			s.codes += float64(len(w))
		}
		mixed = 0
		if len(w) <= maxCommonWord {
			switch known := lookUp(w); {
			case known&stopWord != 0:
				s.stopWords++
			case known&noticeWord != 0:
				s.noticeWords++
			}
		}
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(r) {
			s.capitalised++
		}
		start = -1
	}
	for i, r := range text {
		switch {
		case r <= ' ':
			word(i)
			continue
		case r < utf8.RuneSelf && ('a' <= r && r <= 'z'):
			s.letters++
			mixed |= letterIn
			if start < 0 {
				start = i
			}
		case isCJK(r):
			word(i)
			s.words += cjkWords
			s.letters++
			s.unspaced++
			if cjkStopCharacters.has(r) {
				s.stopWords += cjkWords
			}
		case unicode.IsLetter(r) || unicode.IsMark(r):
			s.letters++
			indic = indic || page.Unspaced(r)
			mixed |= letterIn
			if unicode.IsUpper(r) {
				s.upper++
			}
			if start < 0 {
				start = i
			}
		case unicode.IsDigit(r):
			s.digits++
			mixed |= digitIn
			if start < 0 {
				start = i
			}
		case r == '\'' || r == '’' || r == '-':
			// inside a word it is part of it
		default:
			word(i)
			s.marks++
			switch r {
			case '.', '!', '?', '。', '！', '？', '…', '؟', '।', ';', '；', '"', '“', '”':
				s.punctuation++
			case ',', '，', '、', '،':
				s.commas++
				s.punctuation++
			}
		}
		s.chars++
	}
	word(len(text))
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, `"'”’)]）」』`))
	s.starts, s.ends = edge(first), edge(last)
	return s
}

func edge(r rune) byte {
	switch r {
	case '.', '!', '?', '。', '！', '？', '؟', '।':
		return stopEdge
	case ':', '：':
		return colonEdge
	case '…', '»', '›', '>', '→', '▶':
		return ellipsis
	}
	switch {
	case unicode.IsDigit(r):
		return digitEdge
	case unicode.IsUpper(r):
		return upperEdge
	case unicode.IsLetter(r):
		return lowerEdge
	}
	return otherEdge
}

func isCJK(r rune) bool {
	return r >= 0x3040 && (r <= 0x30ff || r >= 0x3400 && r <= 0x4dbf || r >= 0x4e00 && r <= 0x9fff || r >= 0xf900 && r <= 0xfaff)
}

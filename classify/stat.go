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
	cjkWords       = 0.6
	southEastWords = 0.2
)

// longestSouthEast is how many characters a word of Thai, Lao, Khmer or Burmese has at most; longer runs are running text,
// others one word, as labels are. A guess.
const longestSouthEast = 30

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
	unspacedIn // letters of a script without spaces
)

// measureText counts one text.
func measureText(text string) stat {
	m := measurer{text: text, start: -1}
	for i, r := range text {
		m.add(i, r)
	}
	m.endWord(len(text))
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, `"'”’)]）」』`))
	m.starts, m.ends = edge(first), edge(last)
	return m.stat
}

// A measurer counts a text, character by character.
type measurer struct {
	stat
	text  string
	start int  // of the open word, in bytes; -1 for none
	has   byte // what the open word has so far
}

// add counts the character at byte i.
func (m *measurer) add(i int, r rune) {
	switch {
	case r <= ' ':
		m.endWord(i)
		return
	case 'a' <= r && r <= 'z':
		m.letters++
		m.grow(i, letterIn)
	case isCJK(r):
		m.endWord(i)
		m.words += cjkWords
		m.letters++
		m.unspaced++
		if cjkStopCharacters.has(r) {
			m.stopWords += cjkWords
		}
	case unicode.IsLetter(r) || unicode.IsMark(r):
		m.letters++
		m.grow(i, letterIn)
		if page.Unspaced(r) {
			m.has |= unspacedIn
		}
		if unicode.IsUpper(r) {
			m.upper++
		}
	case unicode.IsDigit(r):
		m.digits++
		m.grow(i, digitIn)
	case r == '\'' || r == '’' || r == '-':
		// inside a word it is part of it
	default:
		m.endWord(i)
		m.mark(r)
	}
	m.chars++
}

// grow begins a word at byte i, or goes on with the open one, and notes what it has.
func (m *measurer) grow(i int, has byte) {
	if m.start < 0 {
		m.start = i
	}
	m.has |= has
}

// mark counts a character that is in no word.
func (m *measurer) mark(r rune) {
	m.marks++
	switch r {
	case '.', '!', '?', '。', '！', '？', '…', '؟', '।', ';', '；', '"', '“', '”':
		m.punctuation++
	case ',', '，', '、', '،':
		m.commas++
		m.punctuation++
	}
}

// endWord counts the open word, which ends before byte end.
func (m *measurer) endWord(end int) {
	if m.start < 0 {
		return
	}
	word, has := m.text[m.start:end], m.has
	m.start, m.has = -1, 0
	if has&unspacedIn != 0 {
		if n := float64(utf8.RuneCountInString(word)); n > longestSouthEast {
			m.words += n * southEastWords
			m.unspaced += n
			return
		}
	}
	m.words++
	m.longest = max(m.longest, float64(len(word)))
	if has&letterIn != 0 && has&digitIn != 0 {
		m.codes += float64(len(word))
	}
	if len(word) <= maxCommonWord {
		switch known := lookUp(word); {
		case known&stopWord != 0:
			m.stopWords++
		case known&noticeWord != 0:
			m.noticeWords++
		}
	}
	if r, _ := utf8.DecodeRuneInString(word); unicode.IsUpper(r) {
		m.capitalised++
	}
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

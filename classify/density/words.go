package density

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mullionhq/mullion/page"
)

// Count counts the words of a text and those of them that are noise words. A phrase of the lists counts as many words as
// it has. Scripts with spaces have words between what is neither letter nor digit.
//
// The source has a segmenter of Chinese with a dictionary of its own; here only the number of words is wanted, and which
// of them are noise. So runs of Chinese and other scripts without spaces are cut from left to right, at each place by
// the first that holds: the longest noise word that begins here; a function character such as 的 or 在; a run of
// Katakana; five characters of Thai, Lao, Khmer or Burmese, as many as their words have with their marks; else two
// characters, as most words of Chinese have, or one before what is a word by itself. So words are never right by meaning,
// but their number is: see the package's tests and scores.
func (l *Lexicon) Count(text string) (words, noise int) {
	l.cut(text, func(_ string, of int, isNoise bool) {
		words += of
		if isNoise {
			noise += of
		}
	})
	return words, noise
}

// cut yields words and phrases in lower case: the text, how many words it is, and whether it is in the lists.
func (l *Lexicon) cut(text string, yield func(word string, of int, noise bool)) {
	var spaced []string // words in a row, between which only white space and marks of phrases stand
	flush := func() {
		l.phrases(spaced, yield)
		spaced = spaced[:0]
	}
	runes := []rune(strings.ToLower(text))
	for i := 0; i < len(runes); {
		r := runes[i]
		switch {
		case unspaced(r):
			flush()
			from := i
			for i < len(runes) && unspaced(runes[i]) {
				i++
			}
			l.run(runes[from:i], yield)
		case inWord(r):
			from := i
			for i < len(runes) && inWord(runes[i]) && !unspaced(runes[i]) {
				i++
			}
			spaced = append(spaced, string(runes[from:i]))
		default:
			if isMark(runes, i) {
				flush()
			}
			i++
		}
	}
	flush()
}

// phrases yields words in a row, the longest phrases of the lists first.
func (l *Lexicon) phrases(words []string, yield func(string, int, bool)) {
	for len(words) > 0 {
		n := 0
		for _, phrase := range l.spaced[words[0]] {
			if len(phrase) > n && len(phrase) <= len(words) && slices.Equal(phrase, words[:len(phrase)]) {
				n = len(phrase)
			}
		}
		if n == 0 {
			yield(words[0], 1, false)
			words = words[1:]
			continue
		}
		yield(strings.Join(words[:n], " "), n, true)
		words = words[n:]
	}
}

// run yields the words of a run of characters of scripts without spaces.
func (l *Lexicon) run(run []rune, yield func(string, int, bool)) {
	for len(run) > 0 {
		if n := l.longest(run); n > 0 {
			yield(string(run[:n]), 1, true)
			run = run[n:]
			continue
		}
		n := 1
		switch {
		case page.SouthEastAsian(run[0]):
			for n < len(run) && n < southEastWord && page.SouthEastAsian(run[n]) && l.longest(run[n:]) == 0 {
				n++
			}
		case particle(run[0]):
		case unicode.Is(unicode.Katakana, run[0]):
			for n < len(run) && (unicode.Is(unicode.Katakana, run[n]) || run[n] == 'ー') {
				n++
			}
		case len(run) > 1 && !particle(run[1]) && l.longest(run[1:]) == 0:
			n = 2
		}
		yield(string(run[:n]), 1, false)
		run = run[n:]
	}
}

// longest is the length of the longest noise word that begins the run; 0 when none does.
func (l *Lexicon) longest(run []rune) int {
	n := 0
	for _, word := range l.unspaced[run[0]] {
		if len(word) > n && len(word) <= len(run) && slices.Equal(word, run[:len(word)]) {
			n = len(word)
		}
	}
	return n
}

// particles are the commonest words of one character of Chinese, in both scripts, and of Japanese.
const particles = "的了是在和有不这這我你他她也就都而及与與着著或把被从從向对對为為以于於其之中上下到说說要会會将將等但并並" + "はがをにでとのもへや"

// southEastWord is how many characters a word of Thai, Lao, Khmer or Burmese has in the mean of running text, with its marks.
const southEastWord = 5

func particle(r rune) bool { return strings.ContainsRune(particles, r) }

// unspaced reports whether r is of a script that is written without spaces between words; the sign for a long vowel is too.
func unspaced(r rune) bool {
	return r == 'ー' || page.Unspaced(r)
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// marks are the punctuation marks of running text: those of Chinese that the source names, and those of other scripts.
const marks = "，。！？；：、“”《》（）‘’「」『』…" + // Chinese and Japanese
	",.!?;:\"«»„‚‹›¿¡" + // Latin, Greek, Cyrillic
	"،؛؟۔" + "।॥" + "։՞" + "።፣" // Arabic, Indic, Armenian, Ethiopic

// isMark reports whether character i of a text is a punctuation mark of running text. A full stop, comma, colon or
// apostrophe inside a word, number, time or address is none: 3.5, 12:30, example.com, today’s.
func isMark(text []rune, i int) bool {
	r := text[i]
	if !strings.ContainsRune(marks, r) {
		return false
	}
	if r == '.' || r == ',' || r == ':' || r == '’' {
		return i+1 == len(text) || !inWord(text[i+1]) || unspaced(text[i+1])
	}
	return true
}

// punctuation counts the punctuation marks of running text.
func punctuation(text string) int {
	n := 0
	runes := []rune(text)
	for i := range runes {
		if isMark(runes, i) {
			n++
		}
	}
	return n
}

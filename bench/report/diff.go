// Package report writes one HTML file, without anything beside it, in which a person walks through the pages where
// mullion is worst or furthest behind: gold, ours and theirs side by side with the differences marked.
package report

import (
	"strings"
	"time"
	"unicode"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// A Piece is a run of words that a text shares with the gold, lacks of it, or has beyond it.
type Piece struct {
	Gold  int    // words of the gold that the piece goes on by
	Kept  bool   // whether the text has them
	Extra string // what the text has instead, or between
}

// Words cuts a text for comparing and for showing: each piece is a word, or one character of scripts without spaces,
// together with what follows it up to the next. What stands before the first word is part of it. Joined they are the
// text.
func Words(text string) []string {
	var out []string
	start, inWord, seen := 0, false, false
	cut := func(i int) {
		if seen {
			out = append(out, text[start:i])
			start = i
		}
		seen = true
	}
	for i, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			cut(i)
			inWord = false
		case unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_':
			if !inWord {
				cut(i)
			}
			inWord = true
		case !unicode.IsMark(r):
			inWord = false
		}
	}
	if start < len(text) {
		out = append(out, text[start:])
	}
	return out
}

// key is what is compared of a word: letters and digits in lower case, as the metrics do.
func key(word string) string {
	return strings.ToLower(strings.TrimFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	}))
}

// diffTime bounds one comparison; beyond it the rest is compared more coarsely. It marks text for a reader and decides
// no number.
const diffTime = time.Second

// Diff is a text against the gold's words, in order. The pieces cover the gold once.
func Diff(gold, text []string) []Piece {
	number := map[string]rune{}
	d := diffmatchpatch.New()
	d.DiffTimeout = diffTime
	var out []Piece
	at := 0 // words of text
	for _, part := range d.DiffMainRunes(runes(gold, number), runes(text, number), false) {
		n := len([]rune(part.Text))
		switch part.Type {
		case diffmatchpatch.DiffEqual:
			out = append(out, Piece{Gold: n, Kept: true})
			at += n
		case diffmatchpatch.DiffDelete:
			out = append(out, Piece{Gold: n})
		case diffmatchpatch.DiffInsert:
			out = append(out, Piece{Extra: strings.Join(text[at:at+n], "")})
			at += n
		}
	}
	return out
}

// surrogates are the code points that a string cannot hold.
const surrogates, surrogateCount = 0xd800, 0x800

// runes numbers words, equal ones alike.
func runes(words []string, number map[string]rune) []rune {
	out := make([]rune, len(words))
	for i, w := range words {
		k := key(w)
		n, ok := number[k]
		if !ok {
			if n = rune(len(number) + 1); n >= surrogates {
				n += surrogateCount
			}
			number[k] = n
		}
		out[i] = n
	}
	return out
}

package classify

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
)

// Texts are lowered as the standard library does it, whatever scripts they mix.
func TestToLower(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var b strings.Builder
		for range r.IntN(12) {
			ranges := [][2]rune{{' ', '~'}, {0xa0, 0x17f}, {0x370, 0x5ff}, {0x2000, 0x206f}, {0x2000, 0x2fff}, {0x3000, 0x9fff}, {0xa000, 0xffff}, {0xff00, 0xff40}, {0x10400, 0x1044f}}
			of := ranges[r.IntN(len(ranges))]
			if c := of[0] + rune(r.IntN(int(of[1]-of[0]))); c < 0xd800 || c > 0xdfff {
				b.WriteRune(c)
			}
		}
		if s := b.String(); toLower(s) != strings.ToLower(s) {
			t.Errorf("%q in lower case is %q, not %q", s, strings.ToLower(s), toLower(s))
		}
	}
	for _, caseless := range [][2]rune{{0x2000, 0x203f}, {0x3000, 0x9fff}, {0xff00, 0xff20}} {
		for c := caseless[0]; c <= caseless[1]; c++ {
			if s := string(c); strings.ToLower(s) != s {
				t.Errorf("%s has a lower case", s)
			}
		}
	}
}

// What is in a word is told as the standard library tells it.
func TestInWord(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if want := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r); inWord(r) != want {
			t.Errorf("%U is in words: %v", r, !want)
		}
	}
}

// Letters that are not looked at are no signs.
func TestLettersAreNoSigns(t *testing.T) {
	for r := rune(0); r <= 0xffff; r++ {
		if got := signsIn(string(r)); got != signOf(r) {
			t.Errorf("%U is %b, not %b", r, got, signOf(r))
		}
	}
}

package classify

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Texts are lowered as the standard library does it, whatever scripts they mix.
func TestToLower(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var b strings.Builder
		for range r.IntN(12) {
			ranges := [][2]rune{{' ', '~'}, {0xa0, 0x17f}, {0x370, 0x5ff}, {0x2000, 0x2fff}, {0x3000, 0x9fff}, {0xa000, 0xffff}, {0x10400, 0x1044f}}
			of := ranges[r.IntN(len(ranges))]
			if c := of[0] + rune(r.IntN(int(of[1]-of[0]))); c < 0xd800 || c > 0xdfff {
				b.WriteRune(c)
			}
		}
		if s := b.String(); toLower(s) != strings.ToLower(s) {
			t.Errorf("%q in lower case is %q, not %q", s, strings.ToLower(s), toLower(s))
		}
	}
	for c := rune(0x3000); c <= 0x9fff; c++ {
		if s := string(c); strings.ToLower(s) != s {
			t.Errorf("%s has a lower case", s)
		}
	}
}

// Evidence is rounded to the nearest step, halves to even ones, on every platform.
func TestScalerRounds(t *testing.T) {
	s := Scaler{Mean: []float32{0}, Scale: []float32{1}}
	for k := -5 * steps * 8; k <= 5*steps*8; k++ {
		z := float32(k) / 8 // steps
		var got [1]int8
		s.apply([]float32{z / steps}, got[:])
		want := math.RoundToEven(float64(z))
		if want = math.Max(-limit*steps, math.Min(limit*steps-1, want)); float64(got[0]) != want {
			t.Fatalf("%g steps are %d, not %g", z, got[0], want)
		}
	}
}

package classify

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The assembly and plain Go give the same integers, also of halves, of what is absent and of what is cut.
func TestScalersAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	odd := []float32{0, 1, -1, 3.984375, 3.96875, -4, -4.1, 4.1, 0.015625, 0.046875, -0.015625, 1e30, -1e30, float32(math.Inf(1)), float32(math.Inf(-1)), absent}
	for _, width := range []int{0, 1, 7, 8, 9, 366} {
		s := Scaler{make([]float32, width), make([]float32, width)}
		row := make([]float32, width)
		for range 50 {
			for c := range row {
				s.Mean[c], s.Scale[c], row[c] = 0, 1, odd[random.IntN(len(odd))]
				if random.IntN(2) == 0 {
					s.Mean[c], s.Scale[c], row[c] = random.Float32(), random.Float32()*3, random.Float32()*8-4
				}
				if random.IntN(9) == 0 {
					s.Scale[c] = 0 // without variance
				}
			}
			got, want := make([]int8, width), make([]int8, width)
			s.apply(row, got)
			s.applyGeneric(row, want, 0)
			if !slices.Equal(got, want) {
				t.Fatalf("width %d: %v, want %v", width, got, want)
			}
		}
	}
}

func TestScalerByHand(t *testing.T) {
	s := Scaler{[]float32{1, 1, 1, 1, 1, 1, 1, 1, 1}, []float32{2, 2, 2, 2, 2, 2, 2, 2, 0}}
	out := make([]int8, 9)
	s.apply([]float32{1, 1.5, 0.5, 9, -9, absent, 1 + 1.5/64, 1 + 0.5/64, 5}, out)
	if want := []int8{0, 32, -32, 127, -128, 0, 2, 0, 0}; !slices.Equal(out, want) {
		t.Errorf("%v, want %v", out, want)
	}
}

// Evidence is rounded to the nearest step, halves to even ones, on every platform.
func TestScalerRounds(t *testing.T) {
	s := Scaler{Mean: make([]float32, 9), Scale: slices.Repeat([]float32{1}, 9)}
	for k := -5 * steps * 8; k <= 5*steps*8; k++ {
		z := float32(k) / 8 // steps
		var got [9]int8     // eight at a time, and one
		s.apply(slices.Repeat([]float32{z / steps}, len(got)), got[:])
		want := math.RoundToEven(float64(z))
		if want = math.Max(-limit*steps, math.Min(limit*steps-1, want)); float64(got[0]) != want || float64(got[8]) != want {
			t.Fatalf("%g steps are %d, not %g", z, got[0], want)
		}
	}
}

package classify

import "golang.org/x/sys/cpu"

// applyAVX2 is applyGeneric for n > 0 columns, a multiple of 8: (row − mean) · scale · steps, cut at least and most, and rounded.
//
//go:noescape
func applyAVX2(row, mean, scale *float32, n int, steps, least, most float32, out *int8)

func (s *Scaler) apply(row []float32, out []int8) {
	n := len(row) &^ 7
	if !cpu.X86.HasAVX2 || n == 0 {
		s.applyGeneric(row, out, 0)
		return
	}
	_, _, _ = s.Mean[n-1], s.Scale[n-1], out[n-1] // the assembly does not check
	applyAVX2(&row[0], &s.Mean[0], &s.Scale[0], n, steps, -limit*steps, limit*steps-1, &out[0])
	s.applyGeneric(row, out, n)
}

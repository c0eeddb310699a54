package svm

import "golang.org/x/sys/cpu"

// dot4AVX2 is dot4Generic for n > 0 support vectors of width > 0 columns, a multiple of 32.
//
//go:noescape
func dot4AVX2(sv *int8, svStride int, x *int16, xStride, width, n int, dots *int32)

// addAVX2 is addGeneric for n > 0 rows.
//
//go:noescape
func addAVX2(sums *float64, q *int8, stride int, dots *int32, unit, linear *[inputs]float64, n int)

func dot4(sv []int8, svStride int, x []int16, xStride, width int, dots []int32) {
	n := len(dots) / inputs
	if !cpu.X86.HasAVX2 || n == 0 || width == 0 {
		dot4Generic(sv, svStride, x, xStride, width, dots)
		return
	}
	_, _ = sv[(n-1)*svStride+width-1], x[(inputs-1)*xStride+width-1] // the assembly does not check
	dot4AVX2(&sv[0], svStride, &x[0], xStride, width, n, &dots[0])
}

func add(sums []float64, q []int8, stride int, dots []int32, unit, linear *[inputs]float64) {
	n := len(sums) / inputs
	if !cpu.X86.HasAVX2 || n == 0 {
		addGeneric(sums, q, stride, dots, unit, linear)
		return
	}
	_, _ = q[(n-1)*stride+inputs-1], dots[n*inputs-1]
	addAVX2(&sums[0], &q[0], stride, &dots[0], unit, linear, n)
}

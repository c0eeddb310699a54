package svm

import "golang.org/x/sys/cpu"

// dot4AVX2 is dot4Generic for n > 0 support vectors of width > 0 columns, a multiple of 32.
//
//go:noescape
func dot4AVX2(sv *int8, stride int, x *int16, width, n int, dots *int32)

func dot4(sv []int8, stride int, x []int16, width int, dots []int32) {
	n := len(dots) / inputs
	if !cpu.X86.HasAVX2 || n == 0 || width == 0 {
		dot4Generic(sv, stride, x, width, dots)
		return
	}
	_, _ = sv[(n-1)*stride+width-1], x[inputs*width-1] // the assembly does not check
	dot4AVX2(&sv[0], stride, &x[0], width, n, &dots[0])
}

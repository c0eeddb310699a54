package svm

import "golang.org/x/sys/cpu"

// sumProductsAVX2 is dot for a multiple of lanes values.
//
//go:noescape
func sumProductsAVX2(a, b *float32, n int) float32

// addProductsAVX2 is addProductsGeneric for a multiple of lanes values.
//
//go:noescape
func addProductsAVX2(c float32, x, y *float32, n int)

var hasFMA = cpu.X86.HasAVX2 && cpu.X86.HasFMA

func sumProducts(a, b []float32) float32 {
	if !hasFMA || len(a) == 0 {
		return dot(a, b)
	}
	_ = b[len(a)-1] // the assembly does not check
	return sumProductsAVX2(&a[0], &b[0], len(a))
}

func addProducts(c float32, x, y []float32) {
	if !hasFMA || len(x) == 0 {
		addProductsGeneric(c, x, y)
		return
	}
	_ = y[len(x)-1]
	addProductsAVX2(c, &x[0], &y[0], len(x))
}

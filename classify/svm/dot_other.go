//go:build !amd64

package svm

func dot4(sv []int8, svStride int, x []int16, xStride, width int, dots []int32) {
	dot4Generic(sv, svStride, x, xStride, width, dots)
}

func add(sums []float64, q []int8, stride int, dots []int32, unit, linear *[inputs]float64) {
	addGeneric(sums, q, stride, dots, unit, linear)
}

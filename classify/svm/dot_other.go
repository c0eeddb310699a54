//go:build !amd64

package svm

func dot4(sv []int8, stride int, x []int16, width int, dots []int32) {
	dot4Generic(sv, stride, x, width, dots)
}

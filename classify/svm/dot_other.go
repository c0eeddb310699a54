//go:build !amd64

package svm

func dot4(sv []int8, x []int16, width int, dots []int32) { dot4Generic(sv, x, width, dots) }

//go:build !amd64

package svm

func sumProducts(a, b []float32) float32 { return dot(a, b) }

func addProducts(c float32, x, y []float32) { addProductsGeneric(c, x, y) }

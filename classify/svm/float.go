package svm

// lanes is how many float32 the fast back ends take at a time: rows that they work on are padded to a multiple of it.
const lanes = 8

// sumProductsGeneric returns a·b of rows of equal length.
func sumProductsGeneric(a, b []float32) float32 {
	b = b[:len(a)]
	var sum float32
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// addProductsGeneric adds c·x to y, of equal length.
func addProductsGeneric(c float32, x, y []float32) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += c * v
	}
}

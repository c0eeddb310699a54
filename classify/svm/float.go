package svm

// lanes is how many float32 the fast back ends take at a time: rows that they work on are padded to a multiple of it.
const lanes = 8

// addProductsGeneric adds c·x to y, of equal length.
func addProductsGeneric(c float32, x, y []float32) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += c * v
	}
}

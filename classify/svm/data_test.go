package svm

import (
	"math/rand/v2"
)

// overlapping returns rows of two overlapping classes: multiples of Scale in [−4, 4), about 60 % zeros, a
// tenth of the labels turned. Every row of a class leans to one side in the first few features.
func overlapping(rows, features int, seed uint64) Problem {
	random := rand.New(rand.NewPCG(seed, 1))
	var p Problem
	for range rows {
		y := int8(1 - 2*random.IntN(2))
		row := make([]float32, features)
		for j := range row {
			if random.IntN(5) < 3 {
				continue
			}
			lean := 0.0
			if j < 8 {
				lean = 0.6 * float64(y)
			}
			q := max(-128, min(127, int(32*(random.NormFloat64()+lean))))
			row[j] = float32(q) * Scale
		}
		if random.IntN(10) == 0 {
			y = -y
		}
		p.X, p.Y = append(p.X, row), append(p.Y, y)
	}
	return p
}

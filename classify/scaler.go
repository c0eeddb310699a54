package classify

import "math"

// limit is how many standard deviations from the mean a feature counts for; what lies beyond is cut.
const limit = 4

// steps is how many steps a standard deviation has: features are integers in −128 … 127 to the machines, so
// that kernels are exact and the same on every machine (svm.Scale is its inverse).
const steps = 32

// A Scaler turns evidence into the integers that machines are trained on: standardised by the training rows'
// mean and deviation, cut at ±4 deviations, in steps of 1/32; absent evidence is 0, the mean.
type Scaler struct {
	Mean  []float32 `json:"mean"`
	Scale []float32 `json:"scale"` // 1 / standard deviation; 0 for columns without variance
}

// fitScaler computes the means and deviations of the present values of each column.
func fitScaler(rows [][]float32, width int) Scaler {
	s := Scaler{make([]float32, width), make([]float32, width)}
	for c := range width {
		var n, sum, squares float64
		for _, row := range rows {
			if x := float64(row[c]); !math.IsNaN(x) {
				n++
				sum += x
				squares += x * x
			}
		}
		if n == 0 {
			continue
		}
		mean := sum / n
		s.Mean[c] = float32(mean)
		if variance := squares/n - mean*mean; variance > 1e-12 {
			s.Scale[c] = float32(1 / math.Sqrt(variance))
		}
	}
	return s
}

// halfway rounds to an even integer what is added to it: the float32 beside it are integers.
const halfway = 3 << 22

// applyGeneric writes the integers of the row's columns from one on to out; apply writes all of them.
func (s *Scaler) applyGeneric(row []float32, out []int8, from int) {
	mean, scale, out := s.Mean[:len(row)], s.Scale[:len(row)], out[:len(row)]
	for c := from; c < len(row); c++ {
		z := (row[c] - mean[c]) * scale[c] * steps
		switch {
		case z != z: // absent
			out[c] = 0
		case z >= limit*steps-1:
			out[c] = limit*steps - 1
		case z <= -limit*steps:
			out[c] = -limit * steps
		default:
			out[c] = int8(float32(z+halfway) - halfway)
		}
	}
}

// scaled is the row as the machine is trained on it, in standard deviations.
func (s *Scaler) scaled(row []float32) []float32 {
	q := make([]int8, len(row))
	s.apply(row, q)
	out := make([]float32, len(row))
	for c, x := range q {
		out[c] = float32(x) / steps
	}
	return out
}

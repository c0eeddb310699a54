//go:build !amd64

package classify

func (s *Scaler) apply(row []float32, out []int8) { s.applyGeneric(row, out, 0) }

package svm

import "math"

// The kernels, as [Params].Kernel names them.
const (
	RBF       = "rbf"       // exp(−gamma · |x − y|²)
	Quadratic = "quadratic" // (gamma · x·y + 1)²
	Linear    = "linear"    // x·y; gamma means nothing to it
)

// coef0 is the constant of the quadratic kernel, LIBSVM's -r: with 1 a machine weighs features alone as well as
// pairs of them.
const coef0 = 1

// A Kernel compares two rows.
type Kernel struct {
	Name  string // RBF, Quadratic or Linear
	Gamma float64
}

// compare returns the kernel's value for rows of which the shorter is padded with zeros.
func (k Kernel) compare(a, b []float32) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	switch k.Name {
	case Linear:
		return float64(dot(a, b[:len(a)]))
	case Quadratic:
		v := k.Gamma*float64(dot(a, b[:len(a)])) + coef0
		return v * v
	}
	d := squaredDistance(a, b[:len(a)])
	for _, v := range b[len(a):] {
		d += v * v
	}
	return math.Exp(-k.Gamma * float64(d))
}

// squaredDistance returns |a − b|² of rows of equal length. Four sums keep the processor's adders busy.
func squaredDistance(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	for ; len(a) >= 4 && len(b) >= 4; a, b = a[4:], b[4:] {
		d0, d1, d2, d3 := a[0]-b[0], a[1]-b[1], a[2]-b[2], a[3]-b[3]
		s0 += d0 * d0
		s1 += d1 * d1
		s2 += d2 * d2
		s3 += d3 * d3
	}
	for i, v := range a {
		d := v - b[i]
		s0 += d * d
	}
	return (s0 + s1) + (s2 + s3)
}

// dot returns a·b of rows of equal length.
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	for ; len(a) >= 4 && len(b) >= 4; a, b = a[4:], b[4:] {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
	}
	for i, v := range a {
		s0 += v * b[i]
	}
	return (s0 + s1) + (s2 + s3)
}

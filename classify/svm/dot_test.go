package svm

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The assembly and plain Go agree to the last bit, also on the values whose products are greatest.
func TestDotProductsAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	extreme := func() int8 { return []int8{math.MinInt8, math.MaxInt8, -1, 0}[random.IntN(4)] }
	low := func() int8 { return math.MinInt8 }
	uniform := func() int8 { return int8(random.IntN(256) - 128) }
	for name, value := range map[string]func() int8{"extreme": extreme, "lowest": low, "uniform": uniform} {
		for _, width := range []int{32, 64, 224, 1024, maxExactFeatures} {
			for _, n := range []int{1, 2, 7} {
				svStride, xStride := width+32*(n%3), width+32*(n%2)
				sv, x := make([]int8, n*svStride), make([]int16, inputs*xStride)
				for i := range sv {
					sv[i] = value()
				}
				for i := range x {
					x[i] = int16(value())
				}
				got, want := make([]int32, inputs*n), make([]int32, inputs*n)
				dot4(sv, svStride, x, xStride, width, got)
				dot4Generic(sv, svStride, x, xStride, width, want)
				if !slices.Equal(got, want) {
					t.Fatalf("%s, width %d, %d rows: %v, want %v", name, width, n, got, want)
				}
			}
		}
	}
}

// dot4Generic itself is the sum of products.
func TestDotProductByHand(t *testing.T) {
	sv, x := make([]int8, 32), make([]int16, inputs*32)
	sv[0], sv[31] = -128, 127
	x[0], x[31] = -128, 127 // the first input
	x[32] = 1               // the second
	x[3*32+31] = -2         // the fourth
	got := make([]int32, inputs)
	dot4Generic(sv, 32, x, 32, 32, got)
	if want := []int32{128*128 + 127*127, -128, 0, -254}; !slices.Equal(got, want) {
		t.Errorf("dot products %v, want %v", got, want)
	}
}

// The sums of the assembly are those of plain Go to the last bit.
func TestSumsAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, 2, 7, 64} {
		const stride = 36
		q, dots := make([]int8, n*stride+inputs), make([]int32, n*inputs)
		var unit, linear [inputs]float64
		got := make([]float64, n*inputs)
		for i := range q {
			q[i] = int8(random.IntN(256) - 128)
		}
		for i := range dots {
			dots[i], got[i] = random.Int32()-math.MaxInt32/2, random.NormFloat64()
		}
		for k := range inputs {
			unit[k], linear[k] = random.Float64()*1e-9, random.NormFloat64()
		}
		want := slices.Clone(got)
		add(got, q[3:], stride, dots, &unit, &linear)
		addGeneric(want, q[3:], stride, dots, &unit, &linear)
		if !slices.Equal(got, want) {
			t.Errorf("%d rows: %v, want %v", n, got, want)
		}
	}
}

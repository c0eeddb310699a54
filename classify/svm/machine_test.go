package svm

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// randomMachine has n random support vectors. With whole steps of Scale it is exact.
func randomMachine(n, features int, exact bool, seed uint64) *Machine {
	return randomMachineOf(RBF, n, features, exact, seed)
}

func randomMachineOf(kernel string, n, features int, exact bool, seed uint64) *Machine {
	random := rand.New(rand.NewPCG(seed, 3))
	coef, sv := make([]float64, n), make([]float32, n*features)
	for i := range coef {
		coef[i] = random.Float64()
		if i >= n/2 {
			coef[i] = -coef[i]
		}
	}
	for i := range sv {
		if sv[i] = float32(random.IntN(256)-128) * Scale; !exact {
			sv[i] += 0.001
		}
	}
	return newMachine(Kernel{kernel, 0.5 / float64(features)}, 0.125, coef, sv, features, [2]int{n / 2, n - n/2}, nil)
}

func randomRows(n, features int, seed uint64) [][]float32 {
	random := rand.New(rand.NewPCG(seed, 4))
	rows := make([][]float32, n)
	for i := range rows {
		rows[i] = make([]float32, features)
		for j := range rows[i] {
			rows[i][j] = float32(random.IntN(256)-128) * Scale
		}
	}
	return rows
}

// All back ends compute the definition: integers exactly but for the rounding of exp and of the sum, or of the
// quadratic form to 16 bits; float32 within its seven digits.
func TestDecisionIsItsDefinition(t *testing.T) {
	for _, c := range []struct {
		kernel    string
		exact     bool
		tolerance float64
	}{{RBF, true, 1e-12}, {RBF, false, 1e-5}, {Quadratic, true, 3e-4}, {Quadratic, false, 1e-4}} {
		for _, features := range []int{1, 5, 31, 32, 33, 224, 500} {
			m := randomMachineOf(c.kernel, svBlock+9, features, c.exact, 5)
			if (m.exact != nil) != c.exact {
				t.Fatalf("the integer back end is %v, want %v", m.exact, c.exact)
			}
			rows := randomRows(7, features, 6)
			for i, f := range decisions(m, rows) {
				if want := plainDecision(m, rows[i]); !near(f, want, c.tolerance) {
					t.Errorf("%s, exact %v, %d features, row %d: decision %v, want %v", c.kernel, c.exact, features, i, f, want)
				}
			}
		}
	}
}

// Missing features are zero, and features beyond the support vectors' are compared with zero.
func TestDecisionOfOtherWidths(t *testing.T) {
	for _, kernel := range []string{RBF, Quadratic} {
		for _, exact := range []bool{true, false} {
			m := randomMachineOf(kernel, 20, 10, exact, 1)
			for _, width := range []int{0, 3, 9, 11, 40, 100} {
				for _, x := range randomRows(2, width, uint64(width)) {
					if got, want := m.Decision(x), plainDecision(m, x); !near(got, want, 1e-4) {
						t.Errorf("%s, exact %v, %d features of 10: decision %v, want %v", kernel, exact, width, got, want)
					}
				}
			}
		}
	}
}

// A row's decision does not depend on its neighbours in the batch, nor on the way it came in.
func TestDecisionsDoNotDependOnTheBatch(t *testing.T) {
	for _, kernel := range []string{RBF, Quadratic} {
		t.Run(kernel, func(t *testing.T) { batchIndependence(t, randomMachineOf(kernel, 2*svBlock+3, 40, true, 2)) })
	}
}

func batchIndependence(t *testing.T, m *Machine) {
	rows := randomRows(11, 40, 3)
	rows[4][7] += 0.01 // no multiple of Scale: this one takes the float32 way
	rows[6] = rows[6][:30]
	together := decisions(m, rows)
	var packed []int8
	for i, x := range rows {
		if got := m.Decision(x); got != together[i] {
			t.Errorf("row %d: decision %v alone, %v among others", i, got, together[i])
		}
		if row, ok := appendQuantised(nil, x, 40); ok {
			packed = append(packed, row...)
		} else {
			packed = append(packed, make([]int8, 40)...)
		}
	}
	integers := make([]float64, len(rows))
	m.DecisionInt8(packed, 40, integers)
	integers[4] = together[4]
	if !slices.Equal(integers, together) {
		t.Errorf("decisions %v of integers, %v of floats", integers, together)
	}
}

// A machine that is not exact takes integer rows too.
func TestDecisionInt8WithoutExactSupportVectors(t *testing.T) {
	m := randomMachine(10, 8, false, 2)
	x := []int8{-128, 127, 0, 1, -1, 32, 64, -64}
	var got [1]float64
	m.DecisionInt8(x, len(x), got[:])
	row := make([]float32, len(x))
	for j, q := range x {
		row[j] = float32(q) / 32
	}
	if want := m.Decision(row); got[0] != want {
		t.Errorf("decision %v, want %v", got[0], want)
	}
}

// What is not a multiple of 1/32 from −4 to 127/32 is not taken for one.
func TestQuantiseRefuses(t *testing.T) {
	for _, v := range []float32{4, -4.03125, 0.01, 1.0 / 64, float32(math.NaN()), float32(math.Inf(1)), 1e30} {
		if _, ok := appendQuantised(nil, []float32{v}, 1); ok {
			t.Errorf("%v was taken for a multiple of 1/32 in [-4, 4)", v)
		}
	}
	row, ok := appendQuantised(nil, []float32{-4, 127.0 / 32, 0, 1.0 / 32}, 5)
	if want := []int8{-128, 127, 0, 1, 0}; !ok || !slices.Equal(row, want) {
		t.Errorf("integers %v, want %v", row, want)
	}
}

func TestDecisionOfNaNIsNaN(t *testing.T) {
	m := randomMachine(10, 8, true, 2)
	x := make([]float32, 8)
	x[3] = float32(math.NaN())
	if f := m.Decision(x); f == f {
		t.Errorf("decision %v of a row with NaN", f)
	}
}

// The table is as good as math.Exp, over the whole range of distances and of gamma.
func TestExpTable(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for _, g := range []float64{1e-9 * Scale * Scale, 0.004 * Scale * Scale, Scale * Scale, 1} {
		for _, largest := range []int{0, 1, 1000, 255 * 255 * 224, 255 * 255 * maxExactFeatures} {
			table := newExpTable(g, largest)
			for range 2000 {
				d := uint32(random.IntN(largest + 1))
				got, want := table.at(d), math.Exp(-g*float64(d))
				// The exponent itself is rounded: half a unit in the last place of up to 700.
				if want > 1e-300 && math.Abs(got/want-1) > 4e-13 || want <= 1e-300 && got > 1.1e-300 {
					t.Fatalf("exp(-%v·%d) = %v, want %v", g, d, got, want)
				}
			}
			beyond := uint32(math.MaxUint32)
			if got, want := table.at(beyond), math.Exp(-g*float64(beyond)); got != want {
				t.Errorf("exp(-%v·%d) = %v, want %v", g, beyond, got, want)
			}
		}
	}
}

func TestMachineIsSafeForConcurrentUse(t *testing.T) {
	m := randomMachine(50, 33, true, 9)
	rows := randomRows(9, 33, 1)
	want := decisions(m, rows)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if got := decisions(m, rows); !slices.Equal(got, want) {
				t.Errorf("decisions %v, want %v", got, want)
			}
		})
	}
	wait.Wait()
}

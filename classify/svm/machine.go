package svm

import (
	"fmt"
	"math"
)

// A Machine is a trained classifier of two classes:
//
//	f(x) = Σ coef_i · K(x, sv_i) − rho
//
// It is immutable and safe for concurrent use.
type Machine struct {
	kernel   Kernel
	rho      float64
	coef     []float64 // label times Lagrange multiplier, one per support vector; nil when folded
	sv       []float32 // support vectors, row after row
	features int       // width of a support vector
	nsv      [2]int    // support vectors of label +1, which come first, and of −1

	platt *Platt // nil when not calibrated
	exact exact  // nil when a support vector is no multiple of Scale
}

// exact is an integer back end: f of rows of multiples of Scale, the same on every machine.
type exact interface {
	// decide writes f of len(out) rows of width integers, row after row.
	decide(rows []int8, width int, out []float64)
}

// newMachine prepares the back ends of a machine whose parts fit each other and are finite numbers.
func newMachine(kernel Kernel, rho float64, coef []float64, sv []float32, features int, nsv [2]int, platt *Platt) *Machine {
	m := &Machine{kernel: kernel, rho: rho, coef: coef, sv: sv, features: features, nsv: nsv, platt: platt}
	if kernel.Name == Linear {
		return m
	}
	if rows, norms := quantise(m); rows != nil {
		if kernel.Name == Quadratic {
			m.exact = fold(m, rows)
		} else {
			m.exact = newQuantised(m, rows, norms)
		}
	}
	return m
}

// Collapsed returns a linear machine's equal with one support vector, Σ coef_i · sv_i, whose coefficient is 1. Other
// machines are returned as they are.
func (m *Machine) Collapsed() *Machine {
	if m.kernel.Name != Linear {
		return m
	}
	sums := make([]float64, m.features)
	for i, c := range m.coef {
		for j, v := range m.sv[i*m.features : (i+1)*m.features] {
			sums[j] += c * float64(v)
		}
	}
	one := *m
	one.coef, one.sv, one.nsv = []float64{1}, make([]float32, m.features), [2]int{1, 0}
	for j, v := range sums {
		one.sv[j] = float32(v)
	}
	return &one
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// Features returns the width of the support vectors. Shorter rows are padded with zeros; the features a
// longer row has beyond are compared with zero, as LIBSVM does.
func (m *Machine) Features() int { return m.features }

// SupportVectors returns how many support vectors are labelled +1 and −1.
func (m *Machine) SupportVectors() (pos, neg int) { return m.nsv[0], m.nsv[1] }

// Decision returns f(x): positive for +1, negative for −1, about ±1 at the margin. It is NaN when a
// feature is.
func (m *Machine) Decision(x []float32) float64 {
	var out [1]float64
	m.DecisionBatch([][]float32{x}, out[:])
	return out[0]
}

// DecisionBatch writes f of every row to out, which is as long as rows. The result does not depend on
// how rows are grouped into batches.
func (m *Machine) DecisionBatch(rows [][]float32, out []float64) {
	mustFit(len(rows), len(out))
	var exact []int // rows that the integer back end takes
	var packed []int8
	width := 0
	if m.exact != nil {
		for _, row := range rows {
			width = max(width, len(row))
		}
	}
	for i, row := range rows {
		if m.exact != nil {
			if q, ok := appendQuantised(packed, row, width); ok {
				packed, exact = q, append(exact, i)
				continue
			}
		}
		out[i] = m.decide(row)
	}
	if len(exact) == 0 {
		return
	}
	values := make([]float64, len(exact))
	m.DecisionInt8(packed, width, values)
	for k, i := range exact {
		out[i] = values[k]
	}
}

// DecisionInt8 writes f of every row to out. rows holds len(out) rows of width integers, row after row,
// each the feature's value divided by [Scale].
func (m *Machine) DecisionInt8(rows []int8, width int, out []float64) {
	mustFit(len(rows), width*len(out))
	if m.exact != nil && width <= maxExactFeatures {
		m.exact.decide(rows, width, out)
		return
	}
	x := make([]float32, width)
	for i := range out {
		for j, q := range rows[i*width : (i+1)*width] {
			x[j] = float32(q) * Scale
		}
		out[i] = m.decide(x)
	}
}

// mustFit panics when a caller's slices do not match, as an index out of range would.
func mustFit(got, want int) {
	if got != want {
		panic(fmt.Sprintf("svm: %d values where %d are needed", got, want))
	}
}

// decide is the back end for rows of any numbers.
func (m *Machine) decide(x []float32) float64 {
	if m.coef == nil {
		return m.form().at(x)
	}
	sum := -m.rho
	for i, c := range m.coef {
		sum += c * m.kernel.compare(x, m.sv[i*m.features:(i+1)*m.features])
	}
	return sum
}

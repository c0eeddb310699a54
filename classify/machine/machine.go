// Package machine makes the SVMs of the published methods: named columns scaled to 0 … 1, parameters found on a grid by
// cross-validation, and files of such machines with where they come from. It knows rows of numbers with names; what
// they measure is known to the packages of the methods.
package machine

import (
	"slices"

	"github.com/mullionhq/mullion/classify/svm"
)

// A Machine is a calibrated SVM with the names and the scaling of its columns. It is read only and may be shared.
type Machine struct {
	Columns []string
	Scaler  Scaler
	SVM     *svm.Machine
}

// A Scaler maps each column's range in the training rows to 0 … 1: (x − min) / (max − min), formula 6 of 003. What lies
// outside the range is cut, so that a page unlike all training pages is at most as far away as the farthest of them.
type Scaler struct {
	Min     []float32 `json:"min"`
	Max     []float32 `json:"max"`
	Typical []float32 `json:"typical"` // medians, to compare with when a decision is explained
}

// scaled is a row between 0 and 1; columns that are the same in all training rows are 0.
func (s *Scaler) scaled(row []float32) []float32 {
	out := make([]float32, len(row))
	for c, x := range row {
		if span := s.Max[c] - s.Min[c]; span > 0 {
			out[c] = min(1, max(0, (x-s.Min[c])/span))
		}
	}
	return out
}

// Decide returns the decision value of every row: positive for main content.
func (m *Machine) Decide(rows [][]float32) []float64 {
	scaled := make([][]float32, len(rows))
	for i, row := range rows {
		scaled[i] = m.Scaler.scaled(row)
	}
	out := make([]float64, len(rows))
	m.SVM.DecisionBatch(scaled, out)
	return out
}

// Probability turns a decision value into the probability of main content.
func (m *Machine) Probability(decision float64) float64 {
	platt, _ := m.SVM.Platt() // machines that are trained or read have one
	return platt.Probability(decision)
}

// An Effect is what one column did to a row's probability: the probability less the one with the column's median in
// its place.
type Effect struct {
	Column string
	Effect float64 // −1 … 1
}

// Explain lists the effects of a row's columns.
func (m *Machine) Explain(row []float32) []Effect {
	rows := make([][]float32, 0, len(row)+1)
	rows = append(rows, row)
	for c := range row {
		masked := slices.Clone(row)
		masked[c] = m.Scaler.Typical[c]
		rows = append(rows, masked)
	}
	decisions := m.Decide(rows)
	effects := make([]Effect, len(row))
	for c := range row {
		effects[c] = Effect{m.Columns[c], m.Probability(decisions[0]) - m.Probability(decisions[c+1])}
	}
	return effects
}

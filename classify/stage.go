package classify

import (
	"github.com/mullionhq/mullion/classify/svm"
	"github.com/mullionhq/mullion/classify/trees"
)

// A Stage is a calibrated machine with the columns it was trained on, and a forest that was trained on the same rows
// and has a say in its decisions.
type Stage struct {
	Columns []string
	Scaler  Scaler
	Machine *svm.Machine
	Forest  *trees.Forest // nil for none
	Say     float64       // what the forest's log-odds count for beside the machine's decision
}

// decide writes the decisions about rows of cells, which the machine's sigmoid turns into probabilities.
func (s *Stage) decide(cells []int8, out []float64) {
	s.Machine.DecisionInt8(cells, len(s.Columns), out)
	if s.Forest != nil {
		s.Forest.Add(s.Say, cells, len(s.Columns), out)
	}
}

// probabilities applies the stage to rows of evidence.
func (s *Stage) probabilities(rows [][]float32) []float64 {
	out := make([]float64, len(rows))
	s.decide(s.cells(rows), out)
	platt, _ := s.Machine.Platt()
	for i := range out {
		out[i] = platt.Probability(out[i])
	}
	return out
}

// cells are the rows as integers, one after the other.
func (s *Stage) cells(rows [][]float32) []int8 {
	width := len(s.Columns)
	cells := make([]int8, width*len(rows))
	for i, row := range rows {
		s.Scaler.apply(row, cells[i*width:(i+1)*width])
	}
	return cells
}

// vectors is how many support vectors the stage's machine has.
func (s *Stage) vectors() int {
	positive, negative := s.Machine.SupportVectors()
	return positive + negative
}

// Package svm trains and applies machines with a quadratic, an RBF or a linear kernel. It knows rows of numbers only.
//
// There are two ways to a [Machine]. [Train] takes a [Problem] of labelled rows and [Params], and package libsvm-go finds
// the support vectors; [Machine.Write] stores them as a LIBSVM model file, and [ReadModel] reads it back. [Descend] trains
// the quadratic kernel on rows of integers by dual coordinate descent, at a cost that grows with the rows and not with their
// square. [Machine.WriteFolded] stores a machine of that kernel as the quadratic form that its support vectors sum up to, and
// [ReadFolded] reads it. [DescendSparse] trains linear machines on sparse rows. A machine answers with decision values,
// positive for +1, and with probabilities when it was calibrated on held-out decisions ([Calibrate]).
//
// Rows whose features are all multiples of [Scale] between −4 and +4 are compared as integers, which is
// exact and about a hundred times faster than libsvm-go; all other rows go through float32.
package svm

import (
	"errors"
	"fmt"
	"math"
)

// A Problem is a table of labelled rows to train on. Missing trailing features are not allowed: all rows
// are as wide as the first.
type Problem struct {
	X [][]float32 // one row per example, one column per feature
	Y []int8      // the label of each row, +1 or −1
}

// minPerClass is the least number of rows of each class that a machine is trained on: one row has no
// neighbour of its own kind, so nothing could be learned from it.
const minPerClass = 2

// maxFeatures is the widest row, so that a slip does not allocate all memory.
const maxFeatures = 1 << 16

// Check reports the first thing that makes the problem unfit for training: ragged rows, NaN or infinite
// features, labels other than ±1, or too few rows of a class.
func (p Problem) Check() error {
	if len(p.X) != len(p.Y) {
		return fmt.Errorf("%d rows but %d labels: every row needs one", len(p.X), len(p.Y))
	}
	if len(p.X) == 0 {
		return errors.New("no rows to train on")
	}
	if width := p.Features(); width == 0 || width > maxFeatures {
		return fmt.Errorf("rows have %d features, want 1 to %d", width, maxFeatures)
	}
	for i, row := range p.X {
		if err := p.checkRow(i, row); err != nil {
			return err
		}
	}
	pos, neg := p.count()
	if pos < minPerClass || neg < minPerClass {
		return fmt.Errorf("%d rows are labelled +1 and %d −1: at least %d of each are needed", pos, neg, minPerClass)
	}
	return nil
}

func (p Problem) checkRow(i int, row []float32) error {
	if len(row) != p.Features() {
		return fmt.Errorf("row %d has %d features, row 0 has %d", i, len(row), p.Features())
	}
	for j, v := range row {
		if v != v || math.IsInf(float64(v), 0) {
			return fmt.Errorf("row %d, feature %d: %v is not a finite number", i, j, v)
		}
	}
	if y := p.Y[i]; y != 1 && y != -1 {
		return fmt.Errorf("row %d: label %d is neither 1 nor -1", i, y)
	}
	return nil
}

// Features returns the width of the rows.
func (p Problem) Features() int {
	if len(p.X) == 0 {
		return 0
	}
	return len(p.X[0])
}

// count returns how many rows are +1 and how many are not.
func (p Problem) count() (pos, neg int) {
	for _, y := range p.Y {
		if y > 0 {
			pos++
		} else {
			neg++
		}
	}
	return pos, neg
}

// pick returns the problem of the given rows, sharing their features.
func (p Problem) pick(rows []int) Problem {
	q := Problem{X: make([][]float32, len(rows)), Y: make([]int8, len(rows))}
	for k, i := range rows {
		q.X[k], q.Y[k] = p.X[i], p.Y[i]
	}
	return q
}

// varying returns the problem without the columns that are the same in all rows: they change no distance.
func (p Problem) varying() Problem {
	var columns []int
	for j := range p.Features() {
		for _, row := range p.X {
			if row[j] != p.X[0][j] {
				columns = append(columns, j)
				break
			}
		}
	}
	q := Problem{X: make([][]float32, len(p.X)), Y: p.Y}
	for i, row := range p.X {
		q.X[i] = make([]float32, len(columns))
		for k, j := range columns {
			q.X[i][k] = row[j]
		}
	}
	return q
}

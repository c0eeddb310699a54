package svm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mullionhq/mullion/option"
)

// A SparseRow is a row of features of which most are zero: Value[k] belongs to feature Index[k]. An index that comes
// twice counts twice.
type SparseRow struct {
	Index []uint32
	Value []float32
}

// Fill gives the indices that have no value yet this one.
func (r *SparseRow) Fill(value float64) {
	for len(r.Value) < len(r.Index) {
		r.Value = append(r.Value, float32(value))
	}
}

// SparseParams are the settings of DescendSparse.
type SparseParams struct {
	Eps    float64 `key:"eps" default:"0.2" min:"1e-9" max:"10" doc:"training stops when the greatest and the least projected gradient of a sweep differ by less"` // LIBLINEAR's default is 0.1, three sweeps later; nothing held apart gets better by them
	Sweeps int     `key:"sweeps" default:"30" min:"1" max:"100000" doc:"most sweeps over the rows"`
	Seed   int     `key:"seed" default:"1" doc:"of the order of the rows in a sweep"`
}

// DefaultSparseParams returns the tagged defaults.
func DefaultSparseParams() SparseParams { return option.Defaults[SparseParams]() }

// DescendSparse trains a linear machine on sparse rows of so many features and returns its weights w: the decision about
// a row x is w·x, and a feature that all rows have stands for a threshold. labels are +1 and −1, costs each row's C. It
// minimises |w|²/2 + Σ C max(0, 1 − y w·x)² by dual coordinate descent (Hsieh et al. 2008, algorithm 1 with the squared
// hinge loss, LIBLINEAR's -s 1 without shrinking). Equal inputs give equal weights on one platform.
func DescendSparse(ctx context.Context, rows []SparseRow, features int, labels []int8, costs []float64, p SparseParams) ([]float64, error) {
	if err := option.Check(p); err != nil {
		return nil, err
	}
	if err := checkSparse(rows, features, labels, costs); err != nil {
		return nil, fmt.Errorf("training problem: %w", err)
	}
	d := sparseDescent{rows, labels, make([]float64, features), make([]float64, len(rows)), make([]float64, len(rows)), make([]float64, len(rows))}
	order := make([]int, len(rows))
	for i := range rows {
		order[i] = i
		d.slack[i] = 1 / (2 * costs[i])
		d.diagonal[i] = rows[i].square() + d.slack[i]
	}
	rng := rand.New(rand.NewPCG(uint64(p.Seed), 0x73706172))
	for range p.Sweeps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		if most, least := d.sweep(order); most-least < p.Eps {
			break
		}
	}
	return d.w, nil
}

// A sparseDescent is a training under way.
type sparseDescent struct {
	rows   []SparseRow
	labels []int8

	w, alpha []float64
	slack    []float64 // by row: what the squared loss adds to the kernel of the row with itself
	diagonal []float64 // that kernel with it
}

// sweep visits every row once, and returns the greatest and the least projected gradient.
func (d *sparseDescent) sweep(order []int) (most, least float64) {
	most, least = math.Inf(-1), math.Inf(1)
	for _, i := range order {
		y, before := float64(d.labels[i]), d.alpha[i]
		gradient := y*d.rows[i].dot(d.w) - 1 + before*d.slack[i]
		projected := gradient
		if before == 0 {
			projected = math.Min(gradient, 0)
		}
		most, least = math.Max(most, projected), math.Min(least, projected)
		if projected != 0 {
			d.alpha[i] = math.Max(before-gradient/d.diagonal[i], 0)
			d.rows[i].addTo(d.w, y*(d.alpha[i]-before))
		}
	}
	return most, least
}

func checkSparse(rows []SparseRow, features int, labels []int8, costs []float64) error {
	if len(rows) != len(labels) || len(costs) != len(labels) {
		return fmt.Errorf("%d rows and %d costs do not fit %d labels", len(rows), len(costs), len(labels))
	}
	for i := range rows {
		if len(rows[i].Index) != len(rows[i].Value) {
			return fmt.Errorf("row %d has %d indices and %d values", i, len(rows[i].Index), len(rows[i].Value))
		}
		for _, f := range rows[i].Index {
			if int(f) >= features {
				return fmt.Errorf("row %d has the feature %d of %d", i, f, features)
			}
		}
	}
	return CheckClasses(labels, costs)
}

// CheckClasses refuses labels other than +1 and −1, labels of one kind, and costs of rows that are not positive numbers.
func CheckClasses(labels []int8, costs []float64) error {
	var of [2]int
	for _, y := range labels {
		switch y {
		case 1:
			of[0]++
		case -1:
			of[1]++
		default:
			return fmt.Errorf("a label is %d, not 1 or -1", y)
		}
	}
	for _, c := range costs {
		if !(c > 0) || math.IsInf(c, 0) {
			return fmt.Errorf("a cost is %v, not a positive number", c)
		}
	}
	if of[0] == 0 || of[1] == 0 {
		return errors.New("all rows have one label")
	}
	return nil
}

func (r *SparseRow) dot(w []float64) float64 {
	sum := 0.0
	for k, f := range r.Index {
		sum += w[f] * float64(r.Value[k])
	}
	return sum
}

func (r *SparseRow) addTo(w []float64, factor float64) {
	for k, f := range r.Index {
		w[f] += factor * float64(r.Value[k])
	}
}

// square is the row's product with itself, were no index in it twice.
func (r *SparseRow) square() float64 {
	sum := 0.0
	for _, x := range r.Value {
		sum += float64(x) * float64(x)
	}
	return sum
}

package svm

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// bags are rows of words that the two classes use in different numbers; feature 0 is in all.
func bags(n, words int) (rows []SparseRow, labels []int8) {
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	for i := range n {
		r := SparseRow{Index: []uint32{0}, Value: []float32{1}}
		half := uint32(words / 2)
		for f := uint32(1); f < uint32(words); f++ {
			often := 0.1
			if (f < half) == (i%3 == 0) {
				often = 0.25
			}
			if rng.Float64() < often {
				r.Index = append(r.Index, f)
			}
		}
		r.Fill(share(len(r.Index)))
		y := int8(-1)
		if i%3 == 0 {
			y = 1
		}
		rows, labels = append(rows, r), append(labels, y)
	}
	return rows, labels
}

func share(n int) float64 { return 1 / math.Sqrt(float64(n)) }

// The objective is smooth, so that its gradient, w − 2 Σ C y max(0, 1 − y w·x) x, is zero at the optimum and only there.
func TestSparseDescentReachesTheOptimum(t *testing.T) {
	const words = 60
	rows, labels := bags(500, words)
	costs := make([]float64, len(rows))
	for i := range costs {
		costs[i] = 0.1 + float64(i%7)
	}
	p := DefaultSparseParams()
	p.Eps, p.Sweeps = 1e-7, 5000
	w, err := DescendSparse(context.Background(), rows, words, labels, costs, p)
	if err != nil {
		t.Fatal(err)
	}
	gradient := slices.Clone(w)
	largest := 0.0
	for i := range rows {
		y := float64(labels[i])
		rows[i].addTo(gradient, -2*costs[i]*y*math.Max(0, 1-y*rows[i].dot(w)))
	}
	for f := range w {
		largest = math.Max(largest, math.Abs(w[f]))
		if math.Abs(gradient[f]) > 1e-4 {
			t.Errorf("the gradient of weight %d is %g, not 0", f, gradient[f])
		}
	}
	if largest < 0.1 {
		t.Errorf("nothing was learned: the largest weight is %g", largest)
	}
	if again, _ := DescendSparse(context.Background(), rows, words, labels, costs, p); !slices.Equal(w, again) {
		t.Error("equal inputs gave other weights")
	}
}

func TestSparseDescentRefusesBadProblems(t *testing.T) {
	rows, labels := bags(30, 10)
	costs := equalCosts(len(rows), 1)
	short := slices.Clone(rows)
	short[4] = SparseRow{Index: []uint32{1, 2}, Value: []float32{1}}
	for _, tt := range []struct {
		name     string
		rows     []SparseRow
		features int
		labels   []int8
		costs    []float64
		want     string
	}{
		{"too few labels", rows, 10, labels[1:], costs, "do not fit"},
		{"a feature too high", rows, 5, labels, costs, "of 5"},
		{"values that do not fit", short, 10, labels, costs, "row 4 has 2 indices and 1 values"},
		{"one class", rows, 10, make([]int8, len(rows)), costs, "not 1 or -1"},
		{"a cost of nothing", rows, 10, labels, make([]float64, len(rows)), "not a positive number"},
	} {
		if _, err := DescendSparse(context.Background(), tt.rows, tt.features, tt.labels, tt.costs, DefaultSparseParams()); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := DescendSparse(stopped, rows, 10, labels, costs, DefaultSparseParams()); !errors.Is(err, context.Canceled) {
		t.Errorf("a training that was stopped: %v", err)
	}
}

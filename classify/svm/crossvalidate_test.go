package svm

import (
	"slices"
	"strings"
	"testing"
)

// A row is judged by the other folds only: rows of one fold bear labels that contradict all others, and
// their held-out decisions follow the others.
func TestCrossValidateJudgesByOtherFolds(t *testing.T) {
	p := ring()
	folds := make([]int, len(p.X))
	for i := range folds {
		folds[i] = 10 + i/8 // five folds, not numbered from zero
	}
	truth := append([]int8(nil), p.Y...)
	for i := range 8 {
		p.Y[i] = -p.Y[i]
	}
	params := smallParams()
	params.Gamma = 1
	out, err := CrossValidate(t.Context(), p, params, folds)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		if (out[i] > 0) != (truth[i] > 0) {
			t.Errorf("row %d: held-out decision %v follows its own fold's label", i, out[i])
		}
	}
}

func TestCrossValidateRefuses(t *testing.T) {
	p := ring()
	same := make([]int, len(p.X))
	byLabel := make([]int, len(p.X))
	for i, y := range p.Y {
		byLabel[i] = int(y)
	}
	for _, c := range []struct {
		name  string
		folds []int
		want  string
	}{
		{"one fold", same, "all rows are in one fold"},
		{"too few numbers", same[:3], "40 rows but 3 fold numbers"},
		{"a fold takes all of a label", byLabel, "without fold -1: 20 rows are labelled +1 and 0 −1"},
	} {
		if _, err := CrossValidate(t.Context(), p, smallParams(), c.folds); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

// Every fold gets its share of each label.
func TestDealFolds(t *testing.T) {
	labels := make([]int8, 53)
	for i := range labels {
		labels[i] = 1
		if i%5 == 0 {
			labels[i] = -1
		}
	}
	count := map[[2]int]int{}
	for i, f := range dealFolds(labels, 5, 1) {
		count[[2]int{f, int(labels[i])}]++
	}
	for f := range 5 {
		if pos, neg := count[[2]int{f, 1}], count[[2]int{f, -1}]; pos < 8 || pos > 9 || neg < 2 || neg > 3 {
			t.Errorf("fold %d has %d rows +1 and %d −1 of 42 and 11", f, pos, neg)
		}
	}
}

// Groups stay together, and the largest come first, so that the parts are about as large.
func TestDeal(t *testing.T) {
	groups := strings.Fields("a b b c c c d d d d e e e e e")
	for n, want := range map[int][]int{1: {15}, 2: {8, 7}, 3: {5, 5, 5}, 6: {0, 1, 2, 3, 4, 5}} {
		sizes, of := make([]int, n), map[string]int{}
		for i, part := range Deal(groups, n) {
			if other, known := of[groups[i]]; known && other != part {
				t.Errorf("of %d parts %s is in %d and %d", n, groups[i], other, part)
			}
			of[groups[i]] = part
			sizes[part]++
		}
		slices.Sort(sizes)
		slices.Sort(want)
		if !slices.Equal(sizes, want) {
			t.Errorf("%d parts have %v rows, want %v", n, sizes, want)
		}
	}
}

// A machine with a kernel far too wide or too narrow does not see the ring.
func TestGridSearchFindsTheRingsGamma(t *testing.T) {
	p := ring()
	points, err := GridSearch(t.Context(), p, smallParams(), []float64{0.5, 3}, []float64{1e-6, 0.5}, dealFolds(p.Y, 4, 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(points) != 4 {
		t.Fatalf("%d points, want 4", len(points))
	}
	best, worst := points[0], points[3]
	if best.Params.Gamma != 0.5 || best.Score != 1 {
		t.Errorf("best is gamma %v with accuracy %v, want 0.5 with 1", best.Params.Gamma, best.Score)
	}
	if worst.Params.Gamma != 1e-6 || worst.Score > 0.7 {
		t.Errorf("worst is gamma %v with accuracy %v", worst.Params.Gamma, worst.Score)
	}
	if _, err := GridSearch(t.Context(), p, smallParams(), nil, []float64{1}, nil, nil); err == nil {
		t.Error("a grid without points was searched")
	}
}

package svm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/mullionhq/mullion/option"
)

// CrossValidate returns for every row the decision value of a machine that was trained on the rows of all
// other folds. folds numbers each row's fold; rows that know each other (blocks of one site) belong into
// one fold. Each fold's training rows need both labels.
func CrossValidate(ctx context.Context, p Problem, params Params, folds []int) ([]float64, error) {
	if err := option.Check(params); err != nil {
		return nil, err
	}
	if err := p.Check(); err != nil {
		return nil, fmt.Errorf("cross-validation problem: %w", err)
	}
	return crossValidate(ctx, p, params, folds)
}

func crossValidate(ctx context.Context, p Problem, params Params, folds []int) ([]float64, error) {
	groups, err := groupFolds(p, folds)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(p.X))
	for _, g := range groups {
		training := p.pick(g.others)
		if err := training.Check(); err != nil {
			return nil, fmt.Errorf("without fold %d: %w", g.fold, err)
		}
		m, err := train(ctx, training, params)
		if err != nil {
			return nil, fmt.Errorf("without fold %d: %w", g.fold, err)
		}
		held := make([]float64, len(g.rows))
		m.DecisionBatch(p.pick(g.rows).X, held)
		for k, i := range g.rows {
			out[i] = held[k]
		}
	}
	return out, nil
}

// foldRows are the rows of a fold and of all others.
type foldRows struct {
	fold         int
	rows, others []int
}

// groupFolds lists the folds in order of their first row.
func groupFolds(p Problem, folds []int) ([]foldRows, error) {
	if len(folds) != len(p.X) {
		return nil, fmt.Errorf("%d rows but %d fold numbers", len(p.X), len(folds))
	}
	var groups []foldRows
	at := map[int]int{}
	for _, f := range folds {
		if _, ok := at[f]; !ok {
			at[f] = len(groups)
			groups = append(groups, foldRows{fold: f})
		}
	}
	if len(groups) < 2 {
		return nil, errors.New("all rows are in one fold: nothing is left to train on; add pages of other sites")
	}
	for g := range groups {
		for i, f := range folds {
			if f == groups[g].fold {
				groups[g].rows = append(groups[g].rows, i)
			} else {
				groups[g].others = append(groups[g].others, i)
			}
		}
	}
	return groups, nil
}

// dealFolds deals the rows of each label to n folds in random order.
func dealFolds(labels []int8, n, seed int) []int {
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	folds := make([]int, len(labels))
	next := map[int8]int{}
	for _, i := range random.Perm(len(labels)) {
		y := labels[i]
		folds[i] = next[y] % n
		next[y]++
	}
	return folds
}

// Deal deals rows to n parts of about as many, so that those of one group stay together: the largest groups first, each to
// the part that has least. groups names the group of each row.
func Deal(groups []string, n int) []int {
	sizes := map[string]int{}
	for _, g := range groups {
		sizes[g]++
	}
	names := slices.SortedFunc(maps.Keys(sizes), func(a, b string) int { return cmp.Or(cmp.Compare(sizes[b], sizes[a]), cmp.Compare(a, b)) })
	dealt, load := map[string]int{}, make([]int, n)
	for _, name := range names {
		least := slices.Index(load, slices.Min(load))
		dealt[name] = least
		load[least] += sizes[name]
	}
	parts := make([]int, len(groups))
	for i, g := range groups {
		parts[i] = dealt[g]
	}
	return parts
}

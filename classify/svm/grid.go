package svm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
)

// A Score judges held-out decision values against labels; greater is better.
type Score func(decisions []float64, labels []int8) float64

// accuracy is the share of decisions with the label's sign.
func accuracy(decisions []float64, labels []int8) float64 {
	right := 0
	for i, f := range decisions {
		if (f > 0) == (labels[i] > 0) {
			right++
		}
	}
	return float64(right) / float64(len(decisions))
}

// A GridPoint is one pair of parameters with its cross-validated score.
type GridPoint struct {
	Params Params
	Score  float64
}

// GridSearch cross-validates every pair of cs and gammas, the other parameters as in params, and returns
// the points with the best first; among equals, the earlier in cs, then in gammas. Score nil is the share of
// decisions with the label's sign. LIBSVM's guide searches C in 2^-5 … 2^15 and gamma in 2^-15 … 2^3 by factors of 4.
func GridSearch(ctx context.Context, p Problem, params Params, cs, gammas []float64, folds []int, score Score) ([]GridPoint, error) {
	if len(cs) == 0 || len(gammas) == 0 {
		return nil, errors.New("grid search needs at least one C and one gamma")
	}
	if score == nil {
		score = accuracy
	}
	var points []GridPoint
	for _, c := range cs {
		for _, gamma := range gammas {
			at := params
			at.C, at.Gamma = c, gamma
			decisions, err := CrossValidate(ctx, p, at, folds)
			if err != nil {
				return nil, fmt.Errorf("grid search at C %v, gamma %v: %w", c, gamma, err)
			}
			points = append(points, GridPoint{Params: at, Score: score(decisions, p.Y)})
		}
	}
	slices.SortStableFunc(points, func(a, b GridPoint) int { return cmp.Compare(b.Score, a.Score) })
	return points, nil
}

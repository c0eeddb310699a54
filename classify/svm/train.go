package svm

import (
	"context"
	"errors"
	"fmt"

	"github.com/mullionhq/mullion/option"
)

// Train finds the support vectors of p. The problem and the parameters are checked first. Training of one
// machine cannot be interrupted: ctx is looked at before it, and between the trainings of a
// calibration. Equal inputs give equal machines on one platform.
func Train(ctx context.Context, p Problem, params Params) (*Machine, error) {
	if err := option.Check(params); err != nil {
		return nil, err
	}
	if err := p.Check(); err != nil {
		return nil, fmt.Errorf("training problem: %w", err)
	}
	m, err := train(ctx, p, params)
	if err != nil || !params.Probability {
		return m, err
	}
	platt, err := calibrate(ctx, p, params)
	if err != nil {
		return nil, fmt.Errorf("calibrating: %w", err)
	}
	return m.Calibrated(platt), nil
}

// train is Train of checked input, without calibration.
func train(ctx context.Context, p Problem, params Params) (*Machine, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	varying := p.varying()
	if varying.Features() == 0 {
		return nil, errors.New("all rows are equal: no feature tells the labels apart")
	}
	s, err := solve(varying, params)
	if err != nil {
		return nil, fmt.Errorf("training on %d rows: %w", len(p.X), err)
	}
	var nsv [2]int
	sv := make([]float32, 0, len(s.rows)*p.Features())
	for _, i := range s.rows {
		sv = append(sv, p.X[i]...)
		if p.Y[i] > 0 {
			nsv[0]++
		} else {
			nsv[1]++
		}
	}
	return newMachine(params.Gamma, s.rho, s.coef, sv, p.Features(), nsv, nil)
}

// calibrate fits a sigmoid to held-out decisions of cross-validation.
func calibrate(ctx context.Context, p Problem, params Params) (Platt, error) {
	decisions, err := crossValidate(ctx, p, params, dealFolds(p.Y, params.Folds, params.Seed))
	if err != nil {
		return Platt{}, err
	}
	return Calibrate(decisions, p.Y)
}

package svm

import (
	"context"
	"errors"
	"fmt"

	"github.com/mullionhq/mullion/option"
)

// Train finds the support vectors of p. The problem and the parameters are checked first. libsvm-go cannot
// be interrupted: ctx is looked at between its runs, of which a large problem needs a few. Equal inputs
// give equal machines on one platform. Features that are the same in all rows do not slow it.
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
	varying := p.varying()
	if varying.Features() == 0 {
		return nil, errors.New("all rows are equal: no feature tells the labels apart")
	}
	s, err := solveInRounds(ctx, varying, params)
	if err != nil {
		return nil, fmt.Errorf("training on %d rows: %w", len(p.X), err)
	}
	return s.machine(p, params.kernel()), nil
}

// calibrate fits a sigmoid to held-out decisions of cross-validation.
func calibrate(ctx context.Context, p Problem, params Params) (Platt, error) {
	decisions, err := crossValidate(ctx, p, params, dealFolds(p.Y, params.Folds, params.Seed))
	if err != nil {
		return Platt{}, err
	}
	return Calibrate(decisions, p.Y)
}

package study

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/classify/density"
	"github.com/mullionhq/mullion/classify/machine"
	"github.com/mullionhq/mullion/eval"
)

// Trainable lists the methods that are trained.
var Trainable = []string{mullion.Fused, mullion.TemplateSVM, mullion.DensitySVM}

// Recipes are the settings of training by method.
type Recipes struct {
	Fused   classify.TrainOptions
	Shares  machine.Options
	Density density.TrainOptions
}

// Trained is what was trained of each method; nil where it was not.
type Trained struct {
	Fused    *classify.Model
	Machines mullion.Machines
}

// An Apart holds models that were trained without one fold of the sites each.
type Apart struct {
	fold   map[string]int // by corpus and id
	models []Trained
}

// Of is what was trained without the item's site; the zero Trained when a is nil.
func (a *Apart) Of(it *eval.Item) Trained {
	if a == nil {
		return Trained{}
	}
	return a.models[a.fold[itemKey(it)]]
}

func itemKey(it *eval.Item) string { return it.Corpus + "\x00" + it.ID }

// ErrFewFolds says that sites cannot be held apart.
var ErrFewFolds = errors.New("the pages are of too few sites to hold some apart")

// checkFolds refuses k folds of which some have no page: what is trained without them is the same each time.
func checkFolds(items []eval.Item, folds []int, k int) error {
	for f := range k {
		if !slices.Contains(folds, f) {
			return fmt.Errorf("%w: %d folds of %d sites: give fewer --folds or pages of more sites", ErrFewFolds, k, eval.Sites(items))
		}
	}
	return nil
}

// HoldApart trains the methods k times, each time without the sites of one fold. known, which may be nil, holds the
// templates of the sites; words are the noise words, nil for the bundled ones. Pages that cannot be loaded teach nothing.
func (s *Study) HoldApart(ctx context.Context, items []eval.Item, k int, methods []string, known *Known, words *density.Lexicon, r Recipes, load Load) (*Apart, error) {
	a := &Apart{fold: map[string]int{}, models: make([]Trained, k)}
	folds := eval.Folds(items, k, uint64(r.Fused.Seed))
	for i := range items {
		a.fold[itemKey(&items[i])] = folds[i]
	}
	if err := checkFolds(items, folds, k); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(methods, func(m string) bool { return m != mullion.Fused }) {
		if err := s.machinesApart(ctx, items, a, methods, known, words, r, load); err != nil {
			return nil, err
		}
	}
	if slices.Contains(methods, mullion.Fused) {
		return a, s.fusedApart(ctx, items, a, r.Fused)
	}
	return a, nil
}

func (s *Study) machinesApart(ctx context.Context, items []eval.Item, a *Apart, methods []string, known *Known, words *density.Lexicon, r Recipes, load Load) error {
	exercises, err := s.Exercises(ctx, items, known, words, max(r.Shares.SitePages, r.Density.SitePages), load)
	if len(exercises) == 0 {
		return errors.Join(err, ErrFewFolds)
	}
	models := make([]mullion.Machines, len(a.models))
	failed := make([]error, 2*len(models))
	s.parallel(ctx, "training machines without a fold each", len(failed), func(i int) {
		f := i / 2
		m := &models[f]
		others := func(it *eval.Item) bool { return a.fold[itemKey(it)] != f }
		method := []string{mullion.TemplateSVM, mullion.DensitySVM}[i%2]
		var err error
		switch {
		case !slices.Contains(methods, method):
		case method == mullion.TemplateSVM:
			m.Shares, err = s.TrainShares(ctx, exercises, others, r.Shares)
		default:
			m.Density, err = s.TrainDensity(ctx, exercises, others, r.Density)
		}
		if err != nil {
			failed[i] = fmt.Errorf("%s without fold %d: %w", method, f+1, err)
		}
	})
	for f := range models {
		models[f].Words = words
		a.models[f].Machines = models[f]
	}
	return errors.Join(append(failed, ctx.Err())...)
}

func (s *Study) fusedApart(ctx context.Context, items []eval.Item, a *Apart, o classify.TrainOptions) error {
	samples, err := s.Samples(ctx, items)
	if samples == nil {
		return errors.Join(err, ErrFewFolds)
	}
	folds := make([]int, len(samples))
	for i := range samples {
		folds[i] = a.fold[itemKey(samples[i].Item)]
	}
	for f := range a.models {
		s.say(fmt.Sprintf("without fold %d of %d", f+1, len(a.models)), 0, 0)
		if a.models[f].Fused, err = s.Train(ctx, samples, folds, f, o); err != nil {
			return fmt.Errorf("%s without fold %d: %w", mullion.Fused, f+1, err)
		}
	}
	return nil
}

package study

import (
	"context"
	"slices"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
)

// Plain loads the pages of the items with gold text and aligns them as Samples does, without profiles of their sites.
func (s *Study) Plain(ctx context.Context, items []eval.Item) ([]Sample, error) {
	samples, err := s.gather(ctx, items, nil, nil)
	return slices.DeleteFunc(samples, func(p Sample) bool { return !p.Item.Gold.HasText }), err
}

// Adapt prepares the adaptation of a model by the samples.
func (s *Study) Adapt(base *classify.Model, samples []Sample, train classify.TrainOptions, teach classify.TeachOptions) *Adaptation {
	a := &Adaptation{Base: base, WordPower: train.WordPower, Teach: teach, Seed: train.Seed}
	a.Progress = func(_ string, done, total int) { s.say("teaching without a part", done, total) }
	for i := range samples {
		p := &samples[i]
		a.Pupils = append(a.Pupils, Pupil{p.Item, p.Example, s.Teaches(p)})
	}
	return a
}

// A Gain is what adapting a model is worth on pages that did not teach it.
type Gain struct {
	Parts
	Pages         int       // with gold text
	Views         int       // of them: a page of a rendered site is seen with its layout and, where it has text without scripts, without
	Left          int       // views that taught nothing, because the gold is not in them
	Before, After *Estimate // of the same pages, by the model as it was and by models that other parts taught
	Old, New      float64   // mean word F1 of the views, Chinese and Japanese by character
	Low, High     float64   // of New − Old, with 95 % confidence
	Better, Worse int       // views whose score changes by more than Noticeable
}

// Noticeable is the change of a page's word F1 that is counted as one.
const Noticeable = 0.01

// Gain holds parts of the samples apart and scores them. a is the adaptation by these samples.
func (s *Study) Gain(ctx context.Context, a *Adaptation, samples []Sample) (*Gain, error) {
	g := &Gain{Parts: a.Parts(), Views: len(samples), Before: &Estimate{}, After: &Estimate{}}
	models, err := a.Apart(ctx, g.Parts)
	if err != nil {
		return nil, err
	}
	old, adapted := make([]eval.Prediction, len(samples)), make([]eval.Prediction, len(samples))
	s.parallel(ctx, "scoring", len(samples), func(i int) {
		old[i] = Predict(mullion.Judge(samples[i].Page, a.Base, s.Clean))
		adapted[i] = Predict(mullion.Judge(samples[i].Page, models[g.Of[i]], s.Clean))
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	pages := map[*eval.Item]bool{}
	var before, after []float64
	for i := range samples {
		p := &samples[i]
		was := g.Before.add(p, old[i], eval.Prediction{})
		is := g.After.add(p, adapted[i], eval.Prediction{})
		before, after = append(before, was.Bag.F1), append(after, is.Bag.F1)
		switch d := is.Bag.F1 - was.Bag.F1; {
		case d > Noticeable:
			g.Better++
		case d < -Noticeable:
			g.Worse++
		}
		if !a.Pupils[i].Teaches {
			g.Left++
		}
		pages[p.Item] = true
		g.Old += was.Bag.F1 / float64(len(samples))
	}
	g.Pages = len(pages)
	var gain float64
	gain, g.Low, g.High = g.Parts.Gain(after, before)
	g.New = g.Old + gain
	return g, nil
}

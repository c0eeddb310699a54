package study

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/output"
)

// An Estimate is the scores of pages by models that did not see their sites. An item without a page of a kind is
// not among that kind's.
type Estimate struct {
	Rendered, Static           []eval.PageScore
	RenderedKnown, StaticKnown Pairs
	Learned                    []eval.PageScore // the same pages by their profile alone (mullion.Learned)
	Types                      []TypeCount      // of static pages whose type is known, by classify.PageTypes
	Promises                   []Promise        // of static pages with main content

	texts   []string // of Static
	heldOut []heldOutLine
}

// Pairs are scores of the same pages without and with the profile of their site.
type Pairs struct{ Without, With []eval.PageScore }

func (p *Pairs) add(without, with eval.PageScore) {
	p.Without, p.With = append(p.Without, without), append(p.With, with)
}

// Changes counts the pages whose word F1 is by more than least higher, and lower, with a profile.
func (p *Pairs) Changes(least float64) (better, worse int) {
	for i := range p.With {
		switch d := p.With[i].Word.F1 - p.Without[i].Word.F1; {
		case d > least:
			better++
		case d < -least:
			worse++
		}
	}
	return better, worse
}

// WritePredictions writes what was scored of the static pages, one JSON object a line.
func (e *Estimate) WritePredictions(w io.Writer) error {
	enc := json.NewEncoder(w)
	for i, p := range e.Static {
		line := struct {
			ID     string `json:"id"`
			Corpus string `json:"corpus"`
			Text   string `json:"text"`
		}{p.Item.ID, p.Item.Corpus, e.texts[i]}
		if err := enc.Encode(line); err != nil {
			return fmt.Errorf("writing predictions: %w", err)
		}
	}
	return nil
}

// CrossValidate trains k models, each without one fold of the sites, and scores every item with the model that
// did not see its site.
func (s *Study) CrossValidate(ctx context.Context, items []eval.Item, samples []Sample, k int, seed uint64, o classify.TrainOptions) (*Estimate, error) {
	return s.crossValidate(ctx, items, samples, k, seed, o, func(*Sample) bool { return true })
}

// crossValidate is CrossValidate that trains on the kept samples only, and scores all.
func (s *Study) crossValidate(ctx context.Context, items []eval.Item, samples []Sample, k int, seed uint64, o classify.TrainOptions, keep func(*Sample) bool) (*Estimate, error) {
	byItem := map[*eval.Item]int{}
	itemFolds := eval.Folds(items, k, seed)
	for i := range items {
		byItem[&items[i]] = itemFolds[i]
	}
	folds, training := make([]int, len(samples)), make([]int, len(samples))
	for i := range samples {
		folds[i] = byItem[samples[i].Item]
		if training[i] = folds[i]; !keep(&samples[i]) {
			training[i] = left
		}
	}
	models, errs := make([]*classify.Model, k), make([]error, k)
	s.parallel(ctx, "training without a fold", k, func(f int) {
		if models[f], errs[f] = s.Train(ctx, samples, training, f, o); errs[f] != nil {
			errs[f] = fmt.Errorf("fold %d: %w", f+1, errs[f])
		}
	})
	if err := cmp.Or(append(errs, ctx.Err())...); err != nil { // what ails one fold ails most
		return nil, err
	}
	known := s.heard(ctx, samples, func(i int) *classify.Model { return models[folds[i]] })
	predictions, informed, learned := make([]eval.Prediction, len(samples)), make([]eval.Prediction, len(samples)), make([]eval.Prediction, len(samples))
	told, confidence, f1 := make([]string, len(samples)), make([]float64, len(samples)), make([]float64, len(samples))
	s.parallel(ctx, "scoring", len(samples), func(i int) {
		p, o := &samples[i], s.Clean
		d := mullion.Judge(p.Page, models[folds[i]], o)
		predictions[i], told[i], confidence[i] = Predict(d), d.PageType, d.Confidence
		if o.Known = known[i]; o.Known != nil {
			informed[i] = Predict(mullion.Judge(p.Page, models[folds[i]], o))
			o.Method = mullion.Learned
			learned[i] = Predict(mullion.Judge(p.Page, nil, o))
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	e := &Estimate{Types: countTypes(samples, told)}
	for i := range samples {
		if p := &samples[i]; p.Known != nil && p.Item.Gold.HasText {
			e.Learned = append(e.Learned, eval.Scorer{}.Page(p.Item, learned[i]))
		}
		if word := e.add(&samples[i], predictions[i], informed[i]).Word; word != nil {
			f1[i] = word.F1
		} else {
			confidence[i] = 0 // there is nothing to compare it with
		}
	}
	e.Promises = countPromises(samples, confidence, f1)
	return e, nil
}

// add scores a sample: what was kept without a profile, and with one where there is one. It returns the score without.
func (e *Estimate) add(p *Sample, without, with eval.Prediction) eval.PageScore {
	score := eval.Scorer{}.Page(p.Item, without)
	e.keep(p, false, without)
	pairs := &e.RenderedKnown
	if p.Rendered {
		e.Rendered = append(e.Rendered, score)
	} else {
		e.Static, e.texts, pairs = append(e.Static, score), append(e.texts, without.Text), &e.StaticKnown
	}
	if p.Known != nil && p.Item.Gold.HasText {
		pairs.add(score, eval.Scorer{}.Page(p.Item, with))
		e.keep(p, true, with)
	}
	return score
}

func (e *Estimate) keep(p *Sample, profile bool, prediction eval.Prediction) {
	key := heldOutKey{p.Item.Corpus, p.Item.ID, p.Rendered, profile}
	e.heldOut = append(e.heldOut, heldOutLine{key, &prediction.Text})
}

// Predict is what the scorers look at in a document.
func Predict(d *mullion.Document) eval.Prediction {
	p := eval.Prediction{Text: output.Text(d)}
	if d.Layout != nil {
		p.Blocks = make([]eval.Block, 0, len(d.Blocks))
		for i := range d.Blocks {
			if b := &d.Blocks[i]; !b.Hidden {
				p.Blocks = append(p.Blocks, eval.Block{Text: b.Text, Box: b.Box, Region: b.Region})
			}
		}
	}
	return p
}

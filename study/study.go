package study

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/site"
)

// Options are the settings of training and scoring on corpora.
type Options struct {
	MinFit         float64 `key:"min_fit" default:"0.8" min:"0" max:"1" doc:"pages on which even perfect labels reach less than this F1 are left out of training: their gold does not fit the page"` // 8 of 1,320 pages of wcxb
	RenderedWeight float64 `key:"rendered_weight" default:"3" min:"0" max:"1000" doc:"how many static pages a rendered page counts for in training"`                                                 // a guess: layouts are rare in corpora
	TypeWeight     float64 `key:"type_weight" default:"2.5" min:"1" max:"1000" doc:"how many pages a page of a rare type (forum, product, …) counts for at most in training"`                        // a guess: nine in ten pages of the corpora are articles
	Workers        int     `key:"workers" default:"0" min:"0" max:"256" doc:"pages at a time without Chrome; 0 is one a core"`
	Profiles       string  `key:"profiles" default:"all" oneof:"all|half" doc:"which pages of a site teach the profile that a page is judged with: all of the site, or the half that it is not in"`
}

// DefaultOptions returns the tagged defaults.
func DefaultOptions() Options { return option.Defaults[Options]() }

// A Study is a set of gold items with their pages.
type Study struct {
	Loader   Loader
	Clean    mullion.Options
	Options  Options
	Keep     string                             // folder of models that need not be trained again; "" keeps none
	Progress func(what string, done, total int) // may be nil
}

// A Sample is one view of an item's page. Items of rendered sites give two, with and without layout.
type Sample struct {
	Item     *eval.Item
	Page     *page.Page
	Example  classify.Example
	Fit      float64 // F1 of perfect labels
	Rendered bool
	Known    *site.Site // nil without a profile that says something
}

// Samples loads the items' pages and aligns them with their gold. Pages of text corpora are parsed; those of
// rendered sites are rendered and, where they have text without scripts, parsed too. Profiles are learned from the
// pages of a site, without gold. Items that cannot be loaded are reported in the error; the rest is returned with it.
func (s *Study) Samples(ctx context.Context, items []eval.Item) ([]Sample, error) {
	static, err := s.Learn(ctx, items, s.Loader.Static)
	if err != nil {
		return nil, err
	}
	rendered, err := s.Learn(ctx, items, func(it *eval.Item) (*page.Page, error) {
		if it.Layout == nil {
			return nil, errStatic
		}
		return s.Loader.Rendered(ctx, it)
	})
	if err != nil {
		return nil, err
	}
	return s.gather(ctx, items, rendered, static)
}

// gather makes the samples with the profiles of their sites, which may be nil.
func (s *Study) gather(ctx context.Context, items []eval.Item, rendered, static *Known) ([]Sample, error) {
	perItem := make([][]Sample, len(items))
	errs := make([]error, len(items))
	s.parallel(ctx, "loading pages", len(items), func(i int) {
		perItem[i], errs[i] = s.samples(ctx, &items[i], rendered, static)
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return slices.Concat(perItem...), errors.Join(errs...)
}

func (s *Study) samples(ctx context.Context, it *eval.Item, rendered, static *Known) ([]Sample, error) {
	if !it.Gold.HasText {
		return nil, nil
	}
	var pages []*page.Page
	if it.Layout != nil {
		p, err := s.Loader.Rendered(ctx, it)
		if err != nil {
			return nil, err
		}
		pages = append(pages, p)
	}
	switch p, err := s.Loader.Static(it); {
	case err == nil:
		pages = append(pages, p)
	case errors.Is(err, errStatic), errors.Is(err, page.ErrEmpty):
	default:
		return nil, fmt.Errorf("%s: %w", it.ID, err)
	}
	var out []Sample
	for _, p := range pages {
		layout := regions.Split(p, s.Clean.Regions)
		known := static.Of(it)
		if p.Rendered {
			known = rendered.Of(it)
		}
		v := classify.NewView(p, layout, known)
		texts, hidden := make([]string, len(v.Blocks)), make([]bool, len(v.Blocks))
		for b := range v.Blocks {
			texts[b], hidden[b] = v.Blocks[b].Text, v.Blocks[b].Hidden
		}
		shares := eval.AlignVisible(texts, hidden, it.Gold.Text)
		weight := 1.0
		if p.Rendered {
			weight = s.Options.RenderedWeight
		}
		sample := Sample{
			Item: it, Page: p, Rendered: p.Rendered, Fit: eval.Fit(texts, shares, it.Gold.Text),
			Example: classify.NewExample(v, shares, it.Site, weight),
		}
		sample.Example.Type = it.PageType
		if v.Informed() {
			sample.Known = known
		}
		out = append(out, sample)
	}
	return out, nil
}

// Trainable reports whether the sample's gold fits its page well enough to learn from.
func (s *Study) Trainable(p *Sample) bool {
	for _, f := range eval.NotForTraining {
		if slices.Contains(p.Item.Flags, f) {
			return false
		}
	}
	return p.Fit >= s.Options.MinFit
}

// Train trains a model on the samples whose fold is not apart; apart −1 takes all. Samples of the fold left are never used.
func (s *Study) Train(ctx context.Context, samples []Sample, folds []int, apart int, o classify.TrainOptions) (*classify.Model, error) {
	var examples []classify.Example
	byType := typeWeights(samples, s.Options.TypeWeight)
	counts := map[string]*classify.CorpusCount{}
	sites := map[string]map[string]bool{}
	for i := range samples {
		p := &samples[i]
		if apart >= 0 && (folds[i] == apart || folds[i] == left) {
			continue
		}
		name := p.Item.Corpus
		if counts[name] == nil {
			counts[name], sites[name] = &classify.CorpusCount{Name: name}, map[string]bool{}
		}
		if !s.Trainable(p) {
			counts[name].Left++
			continue
		}
		e := p.Example
		e.Weight *= cmp.Or(p.Item.Weight, 1) * byType[pageType(p.Item)]
		examples = append(examples, e)
		sites[name][p.Item.Site] = true
		counts[name].Pages++
		counts[name].Blocks += len(p.Example.Shares)
		counts[name].Sites = len(sites[name])
	}
	m, err := s.trained(ctx, examples, o)
	if err != nil {
		return nil, err
	}
	for _, c := range counts {
		m.Provenance.Corpora = append(m.Provenance.Corpora, *c)
	}
	slices.SortFunc(m.Provenance.Corpora, func(a, b classify.CorpusCount) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return m, nil
}

// left is the fold of samples that nothing is trained on.
const left = -1

// pageType is the item's page type; pages of unknown type are mostly articles.
func pageType(it *eval.Item) string { return cmp.Or(it.PageType, "article") }

// typeWeights is how many pages a page of each type counts for: the root of how much rarer its type is than the
// commonest one, up to most.
func typeWeights(samples []Sample, most float64) map[string]float64 {
	counts := map[string]float64{}
	largest := 0.0
	for i := range samples {
		kind := pageType(samples[i].Item)
		counts[kind]++
		largest = max(largest, counts[kind])
	}
	weights := map[string]float64{}
	for kind, n := range counts {
		weights[kind] = min(most, math.Sqrt(largest/n))
	}
	return weights
}

// An Estimate is the scores of pages by models that did not see their sites. An item without a page of a kind is
// not among that kind's.
type Estimate struct {
	Rendered, Static           []eval.PageScore
	RenderedKnown, StaticKnown Pairs
	Types                      []TypeCount // of static pages whose type is known, by classify.PageTypes

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
	if err := errors.Join(append(errs, ctx.Err())...); err != nil {
		return nil, err
	}
	predictions, informed := make([]eval.Prediction, len(samples)), make([]eval.Prediction, len(samples))
	told := make([]string, len(samples))
	s.parallel(ctx, "scoring", len(samples), func(i int) {
		p, o := &samples[i], s.Clean
		d := mullion.Judge(p.Page, models[folds[i]], o)
		predictions[i], told[i] = Predict(d), d.PageType
		if o.Known = p.Known; o.Known != nil {
			informed[i] = Predict(mullion.Judge(p.Page, models[folds[i]], o))
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	e := &Estimate{Types: countTypes(samples, told)}
	for i := range samples {
		e.add(&samples[i], predictions[i], informed[i])
	}
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
	if p.Known != nil {
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

func (s *Study) say(what string, done, total int) {
	if s.Progress != nil {
		s.Progress(what, done, total)
	}
}

// parallel calls work for every index on the options' workers, and reports progress.
func (s *Study) parallel(ctx context.Context, what string, n int, work func(i int)) {
	workers := s.Options.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	next, done := 0, 0
	for range workers {
		wg.Go(func() {
			for ctx.Err() == nil {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= n {
					return
				}
				work(i)
				mu.Lock()
				done++
				s.say(what, done, n)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}

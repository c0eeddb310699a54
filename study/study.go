package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/parts"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/site"
)

// Options are the settings of training and scoring on corpora.
type Options struct {
	MinFit         float64 `key:"min_fit" default:"0.8" min:"0" max:"1" doc:"pages on which even perfect labels reach less than this F1 are left out of training: their gold does not fit the page"`                                                     // 8 of 1,320 pages of wcxb
	RenderedWeight float64 `key:"rendered_weight" default:"3" min:"0" max:"1000" doc:"how many static pages a rendered page counts for in training"`                                                                                                     // a guess: layouts are rare in corpora
	TypeWeight     float64 `key:"type_weight" default:"2.5" min:"1" max:"1000" doc:"how many pages a page of a rare type (forum, product, …) counts for at most in training"`                                                                            // a guess: nine in ten pages of the corpora are articles
	SegmentShare   float64 `key:"segment_share" default:"0.3" min:"0.01" max:"10" doc:"which part of its page the blocks stand for in training that segments of gold tell of, on a page without gold text: one half main content, one half boilerplate"` // a guess; without balance between the two kinds trafilatura's own pages have .942 seg F1 for .945
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
	Judge    *classify.Model                    // says what pages say of their blocks, for the profiles of their sites; nil: nobody does
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
	if !it.Gold.Says() {
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
		shares, counts, fit := s.labels(v.Blocks, &it.Gold)
		weight := 1.0
		if p.Rendered {
			weight = s.Options.RenderedWeight
		}
		sample := Sample{
			Item: it, Page: p, Rendered: p.Rendered, Fit: fit,
			Example: classify.NewExample(v, shares, it.Site, weight),
		}
		sample.Example.Type, sample.Example.Counts = it.PageType, counts
		if v.Informed() {
			sample.Known = known
		}
		out = append(out, sample)
	}
	return out, nil
}

// labels are those of a page's blocks by its gold text or, where it has none, by its segments: counts says how much each
// label counts then, nothing for blocks that no segment tells of. fit is the F1 of perfect labels, or 1 where segments tell
// of any block.
func (s *Study) labels(blocks []page.Block, gold *eval.Gold) (shares, counts []float64, fit float64) {
	if gold.HasText {
		shares = eval.Align(blocks, gold.Text)
		return shares, nil, eval.Fit(blocks, shares, gold.Text)
	}
	shares, told := gold.Marked(blocks)
	counts = make([]float64, len(blocks))
	all, length := 0.0, [2]float64{} // of the page's text, and of what is known of each kind
	for b := range blocks {
		size := float64(len(blocks[b].Text))
		all += size
		if told[b] {
			length[int(shares[b])] += size
			fit = 1
		}
	}
	for b := range counts {
		if told[b] {
			counts[b] = min(mostSegment, s.Options.SegmentShare/2*all/length[int(shares[b])])
		}
	}
	return shares, counts, fit
}

// mostSegment is how many blocks a block counts for at most that stands for others of its kind. A guess.
const mostSegment = 20

// Teaches reports whether there is something to learn from a sample: its gold fits its page, and no flag of its corpus says that it
// is empty or of another page.
func (s *Study) Teaches(p *Sample) bool {
	return p.Fit >= s.Options.MinFit && p.Item.Teaches()
}

// Train trains a model on the samples whose fold is not apart; apart −1 takes all. Samples of the fold left are never used.
func (s *Study) Train(ctx context.Context, samples []Sample, folds []int, apart int, o classify.TrainOptions) (*classify.Model, error) {
	var examples []classify.Example
	byType := typeWeights(samples, s.Options.TypeWeight)
	var count census
	for i := range samples {
		p := &samples[i]
		if apart >= 0 && (folds[i] == apart || folds[i] == left) {
			continue
		}
		if !s.Teaches(p) {
			count.of(p.Item).Left++
			continue
		}
		e := p.Example
		e.Weight *= cmp.Or(p.Item.Weight, 1) * byType[pageType(p.Item)]
		examples = append(examples, e)
		count.add(p.Item, p.Example.Labels())
	}
	if apart >= 0 {
		s = s.within(fmt.Sprintf("without fold %d, ", apart+1)) // others are trained at the same time
	}
	m, err := s.trained(ctx, examples, o)
	if err != nil {
		return nil, err
	}
	m.Provenance.Corpora = count.list()
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

func (s *Study) say(what string, done, total int) {
	if s.Progress != nil {
		s.Progress(what, done, total)
	}
}

// within is the study whose progress says what it is part of.
func (s *Study) within(what string) *Study {
	part := *s
	part.Progress = func(step string, done, total int) { s.say(what+step, done, total) }
	return &part
}

// parallel calls work for every index on the options' workers, and reports progress.
func (s *Study) parallel(ctx context.Context, what string, n int, work func(i int)) {
	workers := s.Options.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	parts.Each(ctx, n, workers, work, func(done int) { s.say(what, done, n) })
}

package tune

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/mullionhq/mullion/eval"
)

// A Plan says what is searched, and how.
type Plan struct {
	Space    Space
	Search   string   // one of Searches
	Draws    int      // points of a random search
	Seed     uint64   // of the draws and of the intervals
	Start    Point    // where the search begins, and what it is compared with
	Sites    []string // of every page; where all are of one site, the page's own name
	ByPage   bool     // whether they are of one site
	Folds    []int    // of every page, 0 … k−1
	Score    Objective
	Progress func(done, total int) // after each trial; total 0 where it is not known; may be nil
}

// A Result is the outcome of a search.
type Result struct {
	Space  Space
	Sites  []string
	ByPage bool     // whether Sites are pages of one site
	Trials []*Trial // in the order in which they were made
	Start  *Trial
	Best   *Trial   // on all pages
	Chosen []*Trial // by fold: the best on the pages of the other folds
	Apart  []float64
	seed   uint64
}

// Run searches. The best point is chosen once on all pages, and once for each fold on the pages of the others; Apart
// is every page scored by the point that was chosen without its site.
func Run(ctx context.Context, p Plan) (*Result, error) {
	r := &Result{Space: p.Space, Sites: p.Sites, ByPage: p.ByPage, seed: p.Seed}
	seen := map[*Trial]bool{}
	score := func(ctx context.Context, at Point) (*Trial, error) {
		t, err := p.Score(ctx, at)
		if err == nil && !seen[t] {
			seen[t] = true
			r.Trials = append(r.Trials, t)
		}
		return t, err
	}
	progress := p.Progress
	if progress == nil {
		progress = func(int, int) {}
	}
	var err error
	if r.Start, err = score(ctx, p.Start); err != nil {
		return nil, err
	}
	choose, err := p.chooser(ctx, r.Start, score, progress)
	if err != nil {
		return nil, err
	}
	if r.Best, err = choose(nil); err != nil {
		return nil, err
	}
	r.Apart = make([]float64, len(p.Sites))
	for f := range slices.Max(p.Folds) + 1 {
		t, err := choose(func(page int) bool { return p.Folds[page] != f })
		if err != nil {
			return nil, err
		}
		r.Chosen = append(r.Chosen, t)
		for i := range r.Apart {
			if p.Folds[i] == f {
				r.Apart[i] = t.Pages[i]
			}
		}
	}
	return r, nil
}

// chooser is how the best point for some of the pages is found. A grid and random points are scored once for all; a
// coordinate search takes its own way for each fold, because the way is chosen by scores too.
func (p *Plan) chooser(ctx context.Context, start *Trial, score Objective, progress func(done, total int)) (func(in func(int) bool) (*Trial, error), error) {
	if p.Search == Coordinate {
		made := 0
		return func(in func(int) bool) (*Trial, error) {
			return climb(ctx, p.Space, start, score, in, func() { made++; progress(made, 0) })
		}, nil
	}
	points := p.Space.Grid
	if p.Search == Random {
		points = func() []Point { return p.Space.Random(p.Draws, p.Seed) }
	}
	trials, err := list(ctx, points(), score, progress)
	if err != nil {
		return nil, err
	}
	trials = append([]*Trial{start}, trials...) // the start wins ties
	return func(in func(int) bool) (*Trial, error) { return best(trials, in), nil }, nil
}

// Unit is what is held apart: "site", or "page" where all pages are of one site.
func (r *Result) Unit() string {
	if r.ByPage {
		return "page"
	}
	return "site"
}

// Against is how much better the pages' scores are than the start's, with the 95 % interval over sites.
func (r *Result) Against(pages []float64) (gain, low, high float64) {
	t := Trial{Pages: pages}
	low, high = eval.SiteDifference(pages, r.Start.Pages, r.Sites, r.seed)
	return t.Mean(nil) - r.Start.Mean(nil), low, high
}

// Flat reports whether every trial scored the same on every page: the settings change nothing that these pages show.
func (r *Result) Flat() bool {
	return !slices.ContainsFunc(r.Trials, func(t *Trial) bool {
		return !slices.EqualFunc(t.Pages, r.Start.Pages, func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })
	})
}

// Perfect reports whether the settings that were there have nothing to gain: every page that has a score has 1, the highest.
func (r *Result) Perfect() bool {
	return !slices.ContainsFunc(r.Start.Pages, func(score float64) bool { return score < 1 })
}

// A SiteGain is the change of one site's mean score.
type SiteGain struct {
	Site         string
	Pages        int
	Start, Apart float64
}

// Gain is the difference.
func (g SiteGain) Gain() float64 { return g.Apart - g.Start }

// Gains lists every site by how much it gains from the point that was chosen without it, winners first.
func (r *Result) Gains() []SiteGain {
	of := map[string]*SiteGain{}
	for i, site := range r.Sites {
		if math.IsNaN(r.Apart[i]) || math.IsNaN(r.Start.Pages[i]) {
			continue
		}
		if of[site] == nil {
			of[site] = &SiteGain{Site: site}
		}
		g := of[site]
		g.Pages++
		g.Start += r.Start.Pages[i]
		g.Apart += r.Apart[i]
	}
	var gains []SiteGain
	for _, g := range of {
		g.Start, g.Apart = g.Start/float64(g.Pages), g.Apart/float64(g.Pages)
		gains = append(gains, *g)
	}
	slices.SortFunc(gains, func(a, b SiteGain) int {
		return cmp.Or(cmp.Compare(b.Gain(), a.Gain()), cmp.Compare(a.Site, b.Site))
	})
	return gains
}

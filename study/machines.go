package study

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/mullionhq/mullion/classify/density"
	"github.com/mullionhq/mullion/classify/machine"
	"github.com/mullionhq/mullion/classify/shares"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
)

// A Load makes the page of an item.
type Load func(it *eval.Item) (*page.Page, error)

// An Exercise is a page with gold, measured for the machines of template-svm and density-svm.
type Exercise struct {
	Item    *eval.Item
	cleaned []machine.Row // shares, templates removed
	plain   []machine.Row // shares of the page as it is
	density density.Example
}

// Exercises loads pages with gold and measures them, of each site at most so many. known, which may be nil, holds the
// templates of the sites; words are the noise words, nil for the bundled ones. Pages that cannot be loaded or whose gold does not fit are left out; the error says which
// could not be loaded.
func (s *Study) Exercises(ctx context.Context, items []eval.Item, known *Known, words *density.Lexicon, sitePages int, load Load) ([]Exercise, error) {
	words = cmp.Or(words, density.Bundled())
	chosen := some(items, sitePages)
	exercises := make([]*Exercise, len(chosen))
	errs := make([]error, len(chosen))
	s.parallel(ctx, "measuring pages", len(chosen), func(i int) {
		exercises[i], errs[i] = s.exercise(chosen[i], known, words, load)
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var out []Exercise
	for _, l := range exercises {
		if l != nil {
			out = append(out, *l)
		}
	}
	return out, errors.Join(errs...)
}

// some are at most n items of each site that can be trained on, evenly spread.
func some(items []eval.Item, n int) []*eval.Item {
	bySite := map[string][]*eval.Item{}
	var sites []string
	for i := range items {
		it := &items[i]
		if !it.Gold.HasText || !it.Teaches() {
			continue
		}
		if bySite[it.Site] == nil {
			sites = append(sites, it.Site)
		}
		bySite[it.Site] = append(bySite[it.Site], it)
	}
	var out []*eval.Item
	for _, site := range sites {
		all := bySite[site]
		for k := range min(n, len(all)) {
			out = append(out, all[k*len(all)/min(n, len(all))])
		}
	}
	return out
}

// exercise measures one item; nil when it teaches nothing.
func (s *Study) exercise(it *eval.Item, known *Known, words *density.Lexicon, load Load) (*Exercise, error) {
	p, err := load(it)
	if errors.Is(err, errStatic) || errors.Is(err, page.ErrEmpty) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	gold, fit := goldOf(p, it)
	if fit < s.Options.MinFit {
		return nil, nil
	}
	l := &Exercise{Item: it, density: density.Example{Survey: density.Measure(p, words), Gold: gold, Site: it.Site, Page: it.ID}}
	templates := make([]int, len(p.Nodes))
	if site := known.Of(it); site != nil {
		templates = site.Templates(p)
	}
	l.cleaned, l.plain = shares.Rows(p, templates, gold), shares.Rows(p, nil, gold)
	for _, rows := range [][]machine.Row{l.cleaned, l.plain} {
		for i := range rows {
			rows[i].Site, rows[i].Page = it.Site, it.ID
		}
	}
	return l, nil
}

// goldOf tells of every text node which share of its block is main content, by the item's gold, and how well perfect
// labels of blocks would fit the gold (see eval.Fit).
func goldOf(p *page.Page, it *eval.Item) (texts []float64, fit float64) {
	blocks := p.Blocks()
	shares := eval.Align(blocks, it.Gold.Text)
	texts = make([]float64, len(p.Nodes))
	for b := range blocks {
		for _, t := range blocks[b].Texts {
			texts[t] = shares[b]
		}
	}
	return texts, eval.Fit(blocks, shares, it.Gold.Text)
}

// TrainShares trains the machines of template-svm on the exercises that are wanted.
func (s *Study) TrainShares(ctx context.Context, exercises []Exercise, want func(*eval.Item) bool, o machine.Options) (*shares.Model, error) {
	var cleaned, plain []machine.Row
	for i := range exercises {
		if want(exercises[i].Item) {
			cleaned, plain = append(cleaned, exercises[i].cleaned...), append(plain, exercises[i].plain...)
		}
	}
	m, err := shares.Train(ctx, cleaned, plain, o)
	if err != nil {
		return nil, err
	}
	m.Provenance.Date, m.Provenance.Corpora = today(), corporaOf(exercises, want)
	return m, nil
}

// TrainDensity trains the machines of density-svm on the exercises that are wanted.
func (s *Study) TrainDensity(ctx context.Context, exercises []Exercise, want func(*eval.Item) bool, o density.TrainOptions) (*density.Model, error) {
	var examples []density.Example
	for i := range exercises {
		if want(exercises[i].Item) {
			examples = append(examples, exercises[i].density)
		}
	}
	m, err := density.Train(ctx, examples, o)
	if err != nil {
		return nil, err
	}
	m.Provenance.Date, m.Provenance.Corpora = today(), corporaOf(exercises, want)
	return m, nil
}

func today() string { return time.Now().UTC().Format(time.DateOnly) }

// corporaOf counts the exercises that are wanted.
func corporaOf(exercises []Exercise, want func(*eval.Item) bool) (corpora []machine.Corpus) {
	var count census
	for i := range exercises {
		if it := exercises[i].Item; want(it) {
			count.add(it, 0)
		}
	}
	for _, c := range count.list() {
		corpora = append(corpora, machine.Corpus{Name: c.Name, Pages: c.Pages, Sites: c.Sites})
	}
	return corpora
}

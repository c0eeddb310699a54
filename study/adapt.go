package study

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
)

// An Adaptation teaches a model that is there by pages with gold (classify.Model.Teach), and holds some of them apart to
// tell what that is worth.
type Adaptation struct {
	Base      *classify.Model
	Pupils    []Pupil
	WordPower float64 // classify.TrainOptions.WordPower
	Teach     classify.TeachOptions
	Seed      int                                // of the parts that are held apart
	Progress  func(step string, done, total int) // may be nil
}

// A Pupil is a page with gold that may teach a model.
type Pupil struct {
	Item    *eval.Item
	Example classify.Example
	Teaches bool // whether its gold fits it
}

// ErrFewPages says that too few pages have gold to hold some apart.
var ErrFewPages = errors.New("too few pages have gold text")

// Check refuses pages that can teach nothing, or of which none can be held apart.
func (a *Adaptation) Check(apart bool) error {
	items := map[string]bool{}
	teaches, content, boilerplate := 0, false, false
	for i := range a.Pupils {
		p := &a.Pupils[i]
		items[itemKey(p.Item)] = true
		if !p.Teaches {
			continue
		}
		teaches++
		for _, share := range p.Example.Shares {
			content = content || share > 0
			boilerplate = boilerplate || share < 1
		}
	}
	switch {
	case apart && len(items) < 2:
		return fmt.Errorf("%w: %d, and one must be held apart: label blocks on at least two pages", ErrFewPages, len(items))
	case teaches == 0:
		return noneFits(len(items))
	case !content || !boilerplate:
		return fmt.Errorf("%w: check that the gold text is the main content alone, and in the pages", classify.ErrOneClass)
	}
	return nil
}

// Model teaches by all pages.
func (a *Adaptation) Model(ctx context.Context) (*classify.Model, error) {
	return a.teach(ctx, func(int) bool { return true })
}

// teach makes a model by the pages that are in.
func (a *Adaptation) teach(ctx context.Context, in func(i int) bool) (*classify.Model, error) {
	var examples []classify.Example
	var count census
	for i, p := range a.Pupils {
		if !in(i) {
			continue
		}
		if !p.Teaches {
			count.of(p.Item).Left++
			continue
		}
		examples = append(examples, p.Example)
		count.add(p.Item, p.Example.Labels())
	}
	m, err := a.Base.Teach(ctx, examples, a.WordPower, a.Teach)
	if err != nil {
		return nil, err
	}
	m.Lesson.Corpora = count.list()
	m.Lesson.Date = today()
	return m, nil
}

// Parts are pages that are held apart together.
type Parts struct {
	Of     []int    // the part of each pupil, 0 … N−1
	N      int      // at most TeachOptions.Folds
	Sites  int      // how many there are
	BySite bool     // whether sites are held apart; else pages, of the one site that there is
	groups []string // of each pupil: its site, or else its page
}

// Parts deals the sites, or the pages where all are of one site, to parts. Pages of unknown sites may be of one.
func (a *Adaptation) Parts() Parts {
	sites, pages := map[string]bool{}, map[string]bool{}
	items := make([]eval.Item, len(a.Pupils))
	for i, p := range a.Pupils {
		items[i] = *p.Item
		sites[p.Item.Site], pages[itemKey(p.Item)] = true, true
	}
	parts := Parts{Sites: len(sites), BySite: len(sites) > 1, N: min(a.Teach.Folds, len(sites))}
	if !parts.BySite {
		parts.N = min(a.Teach.Folds, len(pages))
		for i := range items {
			items[i].Site = itemKey(&items[i])
		}
	}
	for i := range items {
		parts.groups = append(parts.groups, items[i].Site)
	}
	parts.Of = eval.Folds(items, parts.N, uint64(a.Seed))
	return parts
}

// Apart teaches a model without each part.
func (a *Adaptation) Apart(ctx context.Context, parts Parts) ([]*classify.Model, error) {
	models := make([]*classify.Model, parts.N)
	for f := range models {
		if a.Progress != nil {
			a.Progress("parts", f, parts.N)
		}
		var err error
		if models[f], err = a.teach(ctx, func(i int) bool { return parts.Of[i] != f }); err != nil {
			return nil, fmt.Errorf("without part %d of %d: %w", f+1, parts.N, err)
		}
	}
	return models, nil
}

// gainSeed is of the draws of the interval, so that equal scores have equal intervals.
const gainSeed = 1

// Gain is what the mean of the pupils' scores rises by, with its 95 % interval over the sites or pages that are held apart.
func (p *Parts) Gain(after, before []float64) (gain, low, high float64) {
	for i := range after {
		gain += (after[i] - before[i]) / float64(len(after))
	}
	low, high = eval.SiteDifference(after, before, p.groups, gainSeed)
	return gain, low, high
}

// Known lists those corpora of the pupils that the base was trained on by their names: its own scores flatter it there.
func (a *Adaptation) Known() []string {
	var names []string
	for i := range a.Pupils {
		name := a.Pupils[i].Item.Corpus
		trained := func(c classify.CorpusCount) bool { return c.Name == name }
		if !slices.Contains(names, name) && (slices.ContainsFunc(a.Base.Provenance.Corpora, trained) || a.Base.Lesson != nil && slices.ContainsFunc(a.Base.Lesson.Corpora, trained)) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

package study

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/site"
)

// A Known holds the profiles of the sites of a study, learned from their pages without gold.
type Known struct {
	Profiles int // how many were learned
	Pages    int // from how many pages
	Time     time.Duration

	byItem map[string]*site.Site // by corpus and id
}

// Of is what is known about the item's site; nil when nothing is.
func (k *Known) Of(it *eval.Item) *site.Site {
	if k == nil {
		return nil
	}
	return k.byItem[itemKey(it)]
}

// PerPage is the time that learning a page took, loading it not included.
func (k *Known) PerPage() time.Duration { return k.Time / time.Duration(max(1, k.Pages)) }

// Learn learns the profile of every site from its items' pages, in their order. With the option profiles "half",
// each half of a site's pages, every second page, teaches the profile for the other half. Pages that cannot be
// loaded teach nothing.
func (s *Study) Learn(ctx context.Context, items []eval.Item, load Load) (*Known, error) {
	var names []string
	bySite := map[string][]*eval.Item{}
	for i := range items {
		name := items[i].Corpus + "/" + items[i].Site
		if bySite[name] == nil {
			names = append(names, name)
		}
		bySite[name] = append(bySite[name], &items[i])
	}
	known := &Known{byItem: map[string]*site.Site{}}
	var mu sync.Mutex
	s.parallel(ctx, "learning sites", len(names), func(i int) {
		of := bySite[names[i]]
		for _, lesson := range s.lessons(of) {
			p := site.New(of[0].Site, s.Clean.Site)
			var took time.Duration
			for _, it := range lesson.learn {
				pg, err := load(it)
				if err != nil {
					continue
				}
				start := time.Now()
				if p.Add(pg, start) && s.Judge != nil && p.Wants() {
					p.Hear(pg, mullion.Verdicts(pg, s.Judge, s.Clean))
				}
				took += time.Since(start)
			}
			knows := p.Site(s.Clean.Site)
			mu.Lock()
			known.Profiles++
			known.Pages += p.Pages
			known.Time += took
			for _, it := range lesson.judge {
				known.byItem[itemKey(it)] = knows
			}
			mu.Unlock()
		}
	})
	return known, ctx.Err()
}

// Stored takes the profiles of the items' sites from a store; items of sites without one have none.
func (s *Study) Stored(ctx context.Context, store site.Store, items []eval.Item) (*Known, error) {
	known := &Known{byItem: map[string]*site.Site{}}
	sites := map[string]*site.Site{}
	open := func(name string) (*site.Site, error) {
		if of, ok := sites[name]; ok {
			return of, nil
		}
		p, err := site.Open(ctx, store, name)
		switch {
		case err == nil:
			sites[name] = p.Site(s.Clean.Site)
		case errors.Is(err, site.ErrNoProfile):
			sites[name] = nil
		default:
			return nil, err
		}
		return sites[name], nil
	}
	for i := range items {
		it := &items[i]
		name, domain, err := site.Keys(it.URL, s.Clean.Site)
		if err != nil {
			name = it.Site
		}
		of, err := open(name)
		if err == nil && of == nil && domain != "" {
			if of, err = open(domain); of != nil && !of.Domain {
				of = nil
			}
		}
		if err != nil {
			return nil, err
		}
		known.byItem[itemKey(it)] = of
	}
	return known, nil
}

// A lesson is a profile: the pages that teach it and those that it is for.
type lesson struct{ learn, judge []*eval.Item }

func (s *Study) lessons(items []*eval.Item) []lesson {
	if s.Options.Profiles != "half" {
		return []lesson{{items, items}}
	}
	var halves [2][]*eval.Item
	for i, it := range items {
		halves[i%2] = append(halves[i%2], it)
	}
	return slices.DeleteFunc([]lesson{{halves[0], halves[1]}, {halves[1], halves[0]}}, func(l lesson) bool { return len(l.judge) == 0 })
}

// heard are the sites that are known of the samples, by sample, with what their pages say of their blocks by the model of
// each: one that did not see the site.
func (s *Study) heard(ctx context.Context, samples []Sample, model func(sample int) *classify.Model) []*site.Site {
	groups := map[group][]int{}
	for i := range samples {
		of := group{samples[i].Item.Corpus, samples[i].Item.Site, samples[i].Rendered}
		groups[of] = append(groups[of], i)
	}
	verdicts := make([][]site.Verdict, len(samples))
	s.parallel(ctx, "asking pages about their places", len(samples), func(i int) {
		verdicts[i] = model(i).Verdicts(samples[i].Example.View)
	})
	known, heard := make([]*site.Site, len(samples)), map[*site.Site]*site.Site{}
	for _, of := range groups {
		for _, i := range of {
			from := samples[i].Known
			if from == nil {
				continue
			}
			if heard[from] == nil {
				places, pages := &site.Places{}, 0
				for _, other := range of {
					if pg := samples[other].Page; from.Taught(pg) {
						if pages++; places.Wants(pages, s.Clean.Site.Places) {
							places.Hear(pg, verdicts[other])
						}
					}
				}
				heard[from] = from.Hearing(places)
			}
			known[i] = heard[from]
		}
	}
	return known
}

// A group is the pages of a site in one corpus that have layout, or those that have none.
type group struct {
	corpus, site string
	rendered     bool
}

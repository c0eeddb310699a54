package measure

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/site"
)

// siteOf names the site whose profile a page is read by: that of its address, or else the corpus's.
func siteOf(it *eval.Item) string {
	if name, err := site.Key(it.URL, mullion.DefaultOptions().Site); err == nil {
		return name
	}
	return it.Site
}

// Learn learns the profiles of the sets' sites from all their pages as they were served, without gold, into a folder.
// Pages that were learned before teach nothing new. It returns how many pages the profiles know.
func Learn(ctx context.Context, sets []Set, folder string) (pages int, err error) {
	store, err := site.OpenFolder(folder)
	if err != nil {
		return 0, err
	}
	options := mullion.DefaultOptions().Site
	learners := map[string]*site.Learner{}
	for i := range sets {
		if sets[i].DOM {
			continue
		}
		for j := range sets[i].Items {
			it := &sets[i].Items[j]
			name := siteOf(it)
			raw, err := it.HTML()
			if err != nil {
				return 0, err
			}
			p, err := page.Parse(raw, page.ParseOptions{URL: it.URL})
			if errors.Is(err, page.ErrEmpty) {
				continue
			}
			if err != nil {
				return 0, fmt.Errorf("page %s: %w", it.ID, err)
			}
			if learners[name] == nil {
				learners[name] = site.NewLearner(store, name, options)
			}
			if _, err := learners[name].Learn(ctx, p, nil, time.Now()); err != nil {
				return 0, err
			}
		}
	}
	for _, l := range learners {
		if err := l.Save(ctx); err != nil {
			return 0, err
		}
		all, _ := l.Pages()
		pages += all
	}
	return pages, nil
}

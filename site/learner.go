package site

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/mullionhq/mullion/page"
)

// A Learner adds pages to the profile of one site in a store, and saves as it goes. Another that learns the same site
// at the same time loses nothing: who finds that the other has saved first adds its pages to what the other saved.
// It must not be used by several goroutines at once.
type Learner struct {
	store   Store
	name    string
	options Options
	anew    bool // whether what is stored is forgotten, which it is until this learner has saved

	profile *Profile // nil before the first page
	version string   // of the profile in the store that it goes on from
	pending []lesson // learned since
	fresh   int

	saved time.Time     // when it was saved last
	cost  time.Duration // of that
}

type lesson struct {
	page     *page.Page
	verdicts []Verdict // what it says of its places; nil where it was not asked
	now      time.Time
}

// Saving costs at most one part in savingShare of the time; at the latest, it is done after maxPending pages, which
// bounds what a killed program loses, and the memory of those that may have to be added again.
const (
	savingShare = 10
	maxPending  = 200
)

// NewLearner returns a learner of a site. The options are for a site that has no profile yet; one that was begun is
// gone on with by its own.
func NewLearner(s Store, name string, o Options) *Learner {
	return &Learner{store: s, name: name, options: o, saved: time.Now()}
}

// Anew makes the learner forget what is stored, which may be broken: what it learns takes its place when it is saved for the
// first time, even if another learner has added to it meanwhile. It must be called before the first page.
func (l *Learner) Anew() { l.anew = true }

// Learn learns a page at the time, and reports whether it was new. ask, which may be nil, says what the page says of its
// places; it is called where that is wanted (PlaceOptions). After a batch of pages (Templates.Batch) it saves,
// unless it has done so shortly before.
func (l *Learner) Learn(ctx context.Context, pg *page.Page, ask func() []Verdict, now time.Time) (fresh bool, err error) {
	if err := l.open(ctx); err != nil {
		return false, err
	}
	fresh, changed := l.profile.add(pg, now)
	if !changed {
		return false, nil
	}
	var verdicts []Verdict
	if fresh {
		if ask != nil && l.profile.Wants() {
			verdicts = ask()
		}
		l.profile.Hear(pg, verdicts)
		l.fresh++
	}
	l.pending = append(l.pending, lesson{pg, verdicts, now})
	rested := time.Since(l.saved) >= savingShare*l.cost
	if len(l.pending) >= maxPending || rested && len(l.pending) >= l.profile.Options.Templates.Batch {
		return fresh, l.Save(ctx)
	}
	return fresh, nil
}

// Knows reports whether the page at an address, which may have redirected to it, was learned before.
func (l *Learner) Knows(ctx context.Context, address string) (bool, error) {
	if err := l.open(ctx); err != nil {
		return false, err
	}
	mark := markOf(document(page.WithoutUser(address)))
	return l.profile.seen(mark) || l.profile.leads(mark), nil
}

func (l *Learner) open(ctx context.Context) error {
	if l.profile != nil {
		return nil
	}
	if err := CheckName(l.name); err != nil {
		return err
	}
	stored, err := l.store.Read(ctx, FileName(l.name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("profile of %s in %s: %w", l.name, l.store, err)
	}
	if l.anew {
		l.profile, l.version = New(l.name, l.options), stored.Version
		return nil
	}
	return l.take(stored)
}

// take goes on from what is stored.
func (l *Learner) take(stored Stored) error {
	p := New(l.name, l.options)
	if stored.Version != "" {
		var err error
		if p, err = decode(l.store, l.name, stored.Data); err != nil {
			return err
		}
	}
	l.profile, l.version = p, stored.Version
	return nil
}

// Save writes what was learned since the last time. When it fails, nothing is forgotten: it may be called again.
func (l *Learner) Save(ctx context.Context) error {
	if len(l.pending) == 0 {
		return nil
	}
	start := time.Now()
	version, err := l.store.Update(ctx, FileName(l.name), l.version, func(stored Stored) ([]byte, error) {
		if stored.Version != l.version && !l.anew { // another has learned the site
			if err := l.take(stored); err != nil {
				return nil, err
			}
			for _, s := range l.pending {
				if l.profile.Add(s.page, s.now) {
					l.profile.Hear(s.page, s.verdicts)
				}
			}
		}
		return l.profile.encode()
	})
	l.saved, l.cost = time.Now(), time.Since(start)
	if err != nil {
		return fmt.Errorf("saving the profile of %s: %w", l.name, err)
	}
	l.version, l.pending, l.anew = version, nil, false
	return nil
}

// Pages are how many pages the profile knows, and how many of them this learner found new.
func (l *Learner) Pages() (all, fresh int) {
	if l.profile == nil {
		return 0, 0
	}
	return l.profile.Pages, l.fresh
}

// Profile is what is known so far, to be looked at only; nil before the first page.
func (l *Learner) Profile() *Profile { return l.profile }

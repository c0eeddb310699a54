package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"slices"
	"time"
)

// watchSuffix ends the names of watches. They are files of their own beside the profiles: cleaning a page must not
// write a whole profile.
const watchSuffix = ".fits.json"

// watchFormat begins every watch, so that other JSON is not taken for one.
const watchFormat = "mullion fits 1"

// A Watch counts how pages that were cleaned fitted the profile of their site.
type Watch struct {
	Format  string      `json:"format"`
	Site    string      `json:"site"`
	Learned time.Time   `json:"learned"` // when the profile had learned its last page; what is counted is since then
	Last    time.Time   `json:"last"`    // when a page was counted
	Fits    map[Fit]int `json:"fits"`    // pages
}

// Judged is how many pages were counted.
func (w *Watch) Judged() int {
	total := 0
	for _, n := range w.Fits {
		total += n
	}
	return total
}

// Count adds pages. When the watch has seen more than a window of pages, all it has seen counts half, so that a
// change shows soon on a site with a long past.
func (w *Watch) Count(fits map[Fit]int, now time.Time, o FitOptions) {
	if w.Fits == nil {
		w.Fits = map[Fit]int{}
	}
	for f, n := range fits {
		w.Fits[f] += n
	}
	for w.Judged() > o.Window {
		for f := range w.Fits {
			w.Fits[f] /= 2
		}
	}
	w.Last = now.UTC().Truncate(time.Second)
}

func watchName(name string) string { return url.PathEscape(name) + watchSuffix }

// Record counts pages of the site in the store. A watch of what the profile knew before it learned more starts anew.
func (s *Site) Record(ctx context.Context, store Store, fits map[Fit]int, now time.Time) error {
	_, err := store.Update(ctx, watchName(s.Name), "", func(stored Stored) ([]byte, error) {
		w := &Watch{Format: watchFormat, Site: s.Name, Learned: s.Learned}
		if stored.Version != "" {
			before, err := readWatch(s.Name, stored.Data)
			if err != nil {
				return nil, err
			}
			if before.Learned.After(s.Learned) {
				return nil, nil // these pages were judged by what is no longer known
			}
			if before.Learned.Equal(s.Learned) {
				w = before
			}
		}
		w.Count(fits, now, s.options.Fit)
		return json.MarshalIndent(w, "", "  ")
	})
	if err != nil {
		return fmt.Errorf("counting how pages fit: %w", err)
	}
	return nil
}

// OpenWatch reads the watch of a site; an empty one where nothing was counted.
func OpenWatch(ctx context.Context, store Store, name string) (*Watch, error) {
	stored, err := store.Read(ctx, watchName(name))
	if errors.Is(err, fs.ErrNotExist) {
		return &Watch{Format: watchFormat, Site: name}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("fits of %s: %w", name, err)
	}
	return readWatch(name, stored.Data)
}

func readWatch(name string, raw []byte) (*Watch, error) {
	w := &Watch{}
	if err := json.Unmarshal(raw, w); err != nil || w.Format != watchFormat || w.Site != name {
		return nil, fmt.Errorf("%s is damaged or not of this program: delete it, and counting begins anew", watchName(name))
	}
	for f, n := range w.Fits {
		if n < 0 || f != Fits && f.Advice() == "" {
			return nil, fmt.Errorf("%s counts %q %d times: delete it, and counting begins anew", watchName(name), f, n)
		}
	}
	return w, nil
}

// A Drift is what a watch says of a profile.
type Drift struct {
	Site     string      `json:"site"`
	Pages    int         `json:"pages"`    // that were learned
	Clusters int         `json:"clusters"` // of these, with pages enough to count
	Learned  time.Time   `json:"learned"`
	Judged   int         `json:"judged"` // pages since
	Fits     map[Fit]int `json:"fits"`
	Misfits  float64     `json:"misfits"` // share of these that do not fit, 0 … 1
	Expected float64     `json:"expected"`
	Again    bool        `json:"learn_again"`
	Why      string      `json:"why"` // "" unless Again
}

// Drift compares how pages fit with how the pages fitted that were learned: of those, the ones in clusters too small
// to count do not. A profile without a cluster that counts is of no use, and is to learn more.
func (p *Profile) Drift(w *Watch, o Options) Drift {
	d := Drift{Site: p.Name, Pages: p.Pages, Learned: p.Last, Fits: map[Fit]int{}}
	clustered := 0
	for c := range p.Clusters.ruling(o.Clusters) {
		clustered += c.Pages
		d.Clusters++
	}
	d.Expected = 1 - float64(clustered)/float64(max(1, p.Pages))
	if !p.Last.After(w.Learned) {
		d.Fits, d.Judged = w.Fits, w.Judged()
	}
	d.Misfits = float64(d.Judged-d.Fits[Fits]) / float64(max(1, d.Judged))
	switch {
	case clustered == 0:
		d.Again, d.Why = true, fmt.Sprintf("no %d of its pages are built alike: learn more pages", o.Clusters.MinPages)
	case d.Judged >= o.Fit.Judged && d.Misfits > d.Expected+o.Fit.Misfits:
		d.Again, d.Why = true, w.commonest().Advice()
	}
	return d
}

// commonest is the fit of most pages that do not fit.
func (w *Watch) commonest() Fit {
	var most Fit
	for _, f := range slices.Sorted(maps.Keys(w.Fits)) {
		if f != Fits && w.Fits[f] > w.Fits[most] {
			most = f
		}
	}
	return most
}

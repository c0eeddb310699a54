package mullion

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/mullionhq/mullion/meta"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/site"
)

// NeedsProfile reports whether a method works only with a profile of the page's site.
func NeedsProfile(method string) bool {
	return method == TemplateSVM || method == Cluster || method == SST || method == Learned
}

// NeedsProfile reports whether the options' method, set as they say, works only with a profile of the page's site.
func (o *Options) NeedsProfile() bool {
	return NeedsProfile(o.Method) && (o.Method != TemplateSVM || o.TemplateSVM.Templates)
}

// SiteOf names the site of a page, by the address that it was loaded from or else the one that it names as its own.
// It is an error when neither is known.
func SiteOf(p *page.Page, o site.Options) (string, error) {
	name, _, err := sitesOf(p, o)
	return name, err
}

// sitesOf names the site of a page, and its domain as site.Keys does.
func sitesOf(p *page.Page, o site.Options) (name, domain string, err error) {
	for _, address := range []string{p.FinalURL, p.URL} {
		if address != "" {
			return site.Keys(address, o)
		}
	}
	if address := meta.Of(p).Canonical; address != "" {
		return site.Keys(address, o)
	}
	return "", "", ErrNoSite
}

// ErrNoSite says that a page's site cannot be told, as neither the page nor who asks says its address.
var ErrNoSite = errors.New("the page's address is not known: give it with --url, or as url over HTTP; many pages take theirs from a web archive")

// isUnknown reports whether nothing is wrong, but nothing is known about a page's site.
func isUnknown(err error) bool { return errors.Is(err, site.ErrNoProfile) || errors.Is(err, ErrNoSite) }

// openProfiles opens the store that the options name; nil when they name none.
func openProfiles(o *Options) (site.Store, error) {
	if o.Store != nil || o.Profiles == "" {
		return o.Store, nil
	}
	return site.OpenFolder(o.Profiles)
}

// profiles opens the profiles of a store, each once a while, and counts how pages fit them. It is safe for concurrent use.
type profiles struct {
	store   site.Store // nil when there is none
	options site.Options
	record  bool // whether fits are counted

	mu     sync.Mutex // of what follows; never held while the store is asked
	sites  map[string]*known
	closed bool
}

// A known is a site with the fits that are not yet in the store.
type known struct {
	mu    sync.Mutex // of what follows; while the store is asked, pages of this site wait, and no others
	told  time.Time  // when the store told what follows; zero before
	site  *site.Site // nil when there is no profile
	err   error      // why
	fits  map[site.Fit]int
	since int // pages that were counted
}

// believed is how long what a store told of a site is taken for true: other programs learn sites meanwhile.
const believed = time.Minute

// flushEvery is after how many pages of a site its counts are written.
const flushEvery = 100

// of is what is known about the page's site. It is an error when nothing is; one that is a site.ErrNoProfile when
// there is no profile.
func (p *profiles) of(ctx context.Context, pg *page.Page) (*site.Site, error) {
	name, domain, err := sitesOf(pg, p.options)
	if err != nil {
		return nil, fmt.Errorf("finding its profile: %w", err)
	}
	s, err := p.open(ctx, name)
	if domain != "" && errors.Is(err, site.ErrNoProfile) {
		wide, broken := p.open(ctx, domain)
		switch {
		case wide != nil && wide.Domain:
			return wide, nil
		case broken != nil && !errors.Is(broken, site.ErrNoProfile):
			return nil, broken
		}
	}
	return s, err
}

// open is what is known about the site of that name.
func (p *profiles) open(ctx context.Context, name string) (*site.Site, error) {
	k := p.known(name)
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.told.IsZero() && time.Since(k.told) < believed {
		return k.site, k.err
	}
	profile, err := site.Open(ctx, p.store, name)
	switch {
	case err == nil:
		k.site = profile.Site(p.options)
	case errors.Is(err, site.ErrNoProfile):
		k.site, k.since = nil, 0
		clear(k.fits)
	default:
		return nil, err // it may be mended
	}
	k.told, k.err = time.Now(), err
	return k.site, k.err
}

func (p *profiles) known(name string) *known {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sites == nil {
		p.sites = map[string]*known{}
	}
	if p.sites[name] == nil {
		p.sites[name] = &known{fits: map[site.Fit]int{}}
	}
	return p.sites[name]
}

// count counts how a page fits its site, where there is a profile.
func (p *profiles) count(ctx context.Context, pg *page.Page, fit site.Fit) error {
	if !p.record || p.store == nil {
		return nil
	}
	known, err := p.of(ctx, pg)
	if err != nil {
		return nil // nor was there a profile
	}
	k := p.known(known.Name)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.site == nil {
		return nil
	}
	k.fits[fit]++
	if k.since++; k.since < flushEvery {
		return nil
	}
	return p.flush(ctx, k)
}

// flush writes a site's counts. It is called with k.mu held.
func (p *profiles) flush(ctx context.Context, k *known) error {
	if k.since == 0 {
		return nil
	}
	err := k.site.Record(ctx, p.store, maps.Clone(k.fits), time.Now())
	if err == nil {
		clear(k.fits)
		k.since = 0
	}
	return err
}

// flushTime is how long the last counts may take to be written.
const flushTime = 30 * time.Second

// close writes what was counted, and closes the store.
func (p *profiles) close() error {
	p.mu.Lock()
	closed, sites := p.closed, maps.Clone(p.sites)
	p.closed = true
	p.mu.Unlock()
	if p.store == nil || closed {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), flushTime)
	defer cancel()
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(sites)) {
		k := sites[name]
		k.mu.Lock()
		errs = append(errs, p.flush(ctx, k))
		k.mu.Unlock()
	}
	return errors.Join(append(errs, p.store.Close())...)
}

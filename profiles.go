package mullion

import (
	"errors"
	"fmt"
	"sync"

	"github.com/mullionhq/mullion/meta"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/site"
)

// NeedsProfile reports whether a method works only with a profile of the page's site.
func NeedsProfile(method string) bool {
	return method == TemplateSVM || method == Cluster || method == SST
}

// NeedsProfile reports whether the options' method, set as they say, works only with a profile of the page's site.
func (o *Options) NeedsProfile() bool {
	return NeedsProfile(o.Method) && (o.Method != TemplateSVM || o.TemplateSVM.Templates)
}

// SiteOf names the site of a page, by the address that it was loaded from or else the one that it names as its own.
// It is an error when neither is known.
func SiteOf(p *page.Page, o site.Options) (string, error) {
	for _, address := range []string{p.FinalURL, p.URL} {
		if address != "" {
			return site.Key(address, o)
		}
	}
	if address := meta.Of(p).Canonical; address != "" {
		return site.Key(address, o)
	}
	return "", errors.New("the page's address is not known: give it with --url")
}

// profiles opens the profiles of a folder, each once. It is safe for concurrent use.
type profiles struct {
	dir     string
	options site.Options

	mu    sync.Mutex
	sites map[string]*site.Site
}

// of is what is known about the page's site.
func (p *profiles) of(pg *page.Page) (*site.Site, error) {
	name, err := SiteOf(pg, p.options)
	if err != nil {
		return nil, fmt.Errorf("finding its profile: %w", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.sites[name]; s != nil {
		return s, nil
	}
	profile, err := site.Open(p.dir, name)
	if err != nil {
		return nil, err
	}
	s := profile.Site(p.options)
	if p.sites == nil {
		p.sites = map[string]*site.Site{}
	}
	p.sites[name] = s
	return s, nil
}

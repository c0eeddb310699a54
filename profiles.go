package mullion

import (
	"errors"
	"fmt"
	"sync"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/site"
)

// NeedsProfile reports whether a method works only with a profile of the page's site.
func NeedsProfile(method string) bool { return method == Cluster || method == SST }

// profiles opens the profiles of a folder, each once. It is safe for concurrent use.
type profiles struct {
	dir     string
	options site.Options

	mu    sync.Mutex
	sites map[string]*site.Site
}

// of is what is known about the page's site.
func (p *profiles) of(pg *page.Page) (*site.Site, error) {
	if p.dir == "" {
		return nil, errors.New("this method needs a profile of the page's site: name the folder with --profiles, and learn one with `mullion learn`")
	}
	address := pg.FinalURL
	if address == "" {
		address = pg.URL
	}
	name, err := site.Key(address, p.options)
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

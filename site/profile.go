package site

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/page"
)

// Version is the version of the profile format. Files of other versions are refused.
const Version = 2

// formatName begins every profile, so that other JSON is not taken for one.
const formatName = "mullion site profile"

// A Profile is what is known about a site. It learns page by page; learning a page does not look at earlier pages
// again. It must not be used by several goroutines at once; a Site made from it may.
type Profile struct {
	Format  string    `json:"format"`
	Version int       `json:"version"`
	Name    string    `json:"site"`    // see Key
	Options Options   `json:"options"` // it was learned with; they cannot change later
	Pages   int       `json:"pages"`
	First   time.Time `json:"first"`         // when the first page was learned, UTC
	Last    time.Time `json:"last"`          // when the last page was learned, UTC
	Seen    []uint64  `json:"seen"`          // fingerprints of the pages, so that none counts twice
	Led     []uint64  `json:"led,omitempty"` // fingerprints of other addresses that led to them, so that none is loaded again

	Library  Library  `json:"library"`
	Clusters Clusters `json:"clusters"`
	Style    *Node    `json:"style_tree"`       // the body's node
	Places   *Places  `json:"places,omitempty"` // nil where nothing was said of the pages' blocks

	known, ways map[uint64]bool // what is in Seen, and in Led; nil until they are needed
}

// New returns an empty profile of a site.
func New(name string, o Options) *Profile {
	return &Profile{Format: formatName, Version: Version, Name: name, Options: o, Style: &Node{Tag: "body"}}
}

// Add learns a page at the time, and reports whether it was new: a page of an address, or without an address a text,
// that has been learned before changes nothing.
func (p *Profile) Add(pg *page.Page, now time.Time) bool {
	fresh, _ := p.add(pg, now)
	return fresh
}

// add is Add. It also reports whether it changed the profile: the address that led to a page may be new where the page is not.
func (p *Profile) add(pg *page.Page, now time.Time) (fresh, changed bool) {
	mark := fingerprint(pg)
	led := p.lead(pg, mark)
	if p.seen(mark) {
		return false, led
	}
	p.remember(mark)
	labels, _ := leafLabels(pg)
	p.Library.add(labels, p.Options.Templates)
	p.Clusters.add(pg, p.Options.Clusters)
	s := styler{page: pg, attributes: p.Options.Style.Attributes}
	s.merge(p.Style, pg.Body(), "")
	p.Pages++
	now = now.UTC().Truncate(time.Second)
	if p.First.IsZero() || now.Before(p.First) {
		p.First = now
	}
	if now.After(p.Last) {
		p.Last = now
	}
	return true, true
}

// Wants reports whether the page that was learned last is to be asked what it says of its places.
func (p *Profile) Wants() bool { return p.Places.Wants(p.Pages, p.Options.Places) }

// Hear adds what a page that was learned says of its places, once.
func (p *Profile) Hear(pg *page.Page, verdicts []Verdict) {
	if len(verdicts) == 0 || !p.seen(fingerprint(pg)) {
		return
	}
	if p.Places == nil {
		p.Places = &Places{}
	}
	p.Places.Hear(pg, verdicts)
}

func (p *Profile) seen(mark uint64) bool {
	if p.known == nil {
		p.known = setOf(p.Seen)
	}
	return p.known[mark]
}

func (p *Profile) remember(mark uint64) {
	p.Seen = append(p.Seen, mark)
	p.known[mark] = true
}

// leads reports whether the address of the mark led to a page that was learned.
func (p *Profile) leads(mark uint64) bool {
	if p.ways == nil {
		p.ways = setOf(p.Led)
	}
	return p.ways[mark]
}

// lead remembers the address by which a page was asked for where redirects led from it to another one, whose mark is the
// page's. It reports whether that was new.
func (p *Profile) lead(pg *page.Page, mark uint64) bool {
	asked := markOf(document(pg.URL))
	if pg.URL == "" || asked == mark || p.leads(asked) {
		return false
	}
	p.Led = append(p.Led, asked)
	p.ways[asked] = true
	return true
}

func setOf(marks []uint64) map[uint64]bool {
	set := make(map[uint64]bool, len(marks))
	for _, m := range marks {
		set[m] = true
	}
	return set
}

// fingerprint tells a page from others: by its address, or by its text where it has none.
func fingerprint(pg *page.Page) uint64 {
	if address := cmp.Or(pg.FinalURL, pg.URL); address != "" {
		return markOf(document(address))
	}
	var texts []string
	for i := range pg.Nodes {
		texts = append(texts, pg.Nodes[i].Tag, pg.Nodes[i].Text)
	}
	return markOf(texts...)
}

// markOf hashes texts to what a JSON number holds exactly.
func markOf(texts ...string) uint64 {
	h := fnv.New64a()
	for _, text := range texts {
		h.Write([]byte(text))
	}
	return h.Sum64() >> 11
}

// document is an address without the fragment that names a place in its page: one of which a script makes another page
// ("#/inbox", "#!inbox") stays.
func document(address string) string {
	before, fragment, _ := strings.Cut(address, "#")
	if strings.HasPrefix(fragment, "/") || strings.HasPrefix(fragment, "!") {
		return address
	}
	return before
}

// ErrDiffer says that two profiles cannot become one.
var ErrDiffer = errors.New("the profiles do not fit together")

// Merge adds what another profile of the same site, learned from other pages with the same options, knows. The result
// is what all pages would have taught one profile, but that batches of the template library are cut elsewhere, and that a
// cluster's pages stay together: they go where its first page belongs.
func (p *Profile) Merge(other *Profile) error {
	if p.Name != other.Name {
		return fmt.Errorf("%w: one is of %s, the other of %s", ErrDiffer, p.Name, other.Name)
	}
	if others := p.Options.Differences(other.Options); len(others) > 0 {
		return fmt.Errorf("%w: they were learned with other settings (%s)", ErrDiffer, strings.Join(others, "; "))
	}
	both := 0
	for _, mark := range other.Seen {
		if p.seen(mark) {
			both++
		}
	}
	if both > 0 {
		return fmt.Errorf("%w: both have learned %d of the pages, which would count twice: learn the others' pages into one of them with `mullion learn`", ErrDiffer, both)
	}
	for _, mark := range other.Seen {
		p.remember(mark)
	}
	for _, mark := range other.Led {
		if !p.leads(mark) {
			p.Led = append(p.Led, mark)
			p.ways[mark] = true
		}
	}
	p.Library.merge(&other.Library, p.Options.Templates)
	p.Clusters.merge(&other.Clusters, p.Options.Clusters)
	p.Style.mergeNode(other.Style)
	if other.Places != nil {
		if p.Places == nil {
			p.Places = &Places{}
		}
		p.Places.merge(other.Places)
	}
	p.Pages += other.Pages
	if p.First.IsZero() || !other.First.IsZero() && other.First.Before(p.First) {
		p.First = other.First
	}
	if other.Last.After(p.Last) {
		p.Last = other.Last
	}
	return nil
}

// Differences are the settings in which one would learn otherwise than the other, with both values, such as
// "templates.batch: 10 and 20". How profiles are applied does not matter.
func (o Options) Differences(other Options) (list []string) {
	for _, o := range []*Options{&o, &other} {
		o.Clusters.MinPages, o.Style.Gamma, o.Style.Threshold, o.Fit, o.Content = 0, 0, 0, FitOptions{}, ContentOptions{}
	}
	a, b := reflect.ValueOf(o), reflect.ValueOf(other)
	for _, f := range option.Fields(a.Type()) {
		x, y := a.FieldByIndex(f.Index).Interface(), b.FieldByIndex(f.Index).Interface()
		if fmt.Sprint(x) != fmt.Sprint(y) {
			list = append(list, fmt.Sprintf("%s: %v and %v", f.Key, x, y))
		}
	}
	return list
}

// Prune makes the profile smaller: templates, clusters, votes and places of fewer pages than minPages go, and style nodes of
// one page.
func (p *Profile) Prune(minPages int) {
	p.Library.Templates = slices.DeleteFunc(p.Library.Templates, func(t Template) bool { return t.Count < minPages })
	p.Library.index = nil
	p.Clusters.prune(minPages)
	if p.Places != nil {
		p.Places.prune(minPages)
	}
	p.Style.prune()
}

// check reports what a profile that was read cannot be.
func (p *Profile) check() error {
	switch {
	case p.Format != formatName:
		return errForeign
	case p.Version != Version:
		return fmt.Errorf("it has version %d of the format, this build reads version %d: learn the site again with --anew", p.Version, Version)
	case p.Name == "" || p.Style == nil || p.Pages < 0 || p.Pages != len(p.Seen) || p.Style.Pages != p.Pages:
		return errors.New("its counts contradict each other")
	}
	if err := p.Options.Check(); err != nil {
		return err
	}
	for _, list := range [][]Template{p.Library.Templates, p.Library.Cache} {
		for _, t := range list {
			if t.Tag == "" || t.Text == "" || t.Count < 1 {
				return fmt.Errorf("its template %q is broken", t.Text)
			}
		}
	}
	for i, c := range p.Clusters.List {
		if c == nil || c.Pages < 1 || c.Pages > p.Pages || len(c.Feature) == 0 {
			return fmt.Errorf("its cluster %d is broken", i+1)
		}
	}
	if p.Places != nil && p.Places.broken(p.Pages) {
		return errors.New("what it says of places is broken")
	}
	return p.Style.check()
}

func (n *Node) check() error {
	if n == nil || n.Tag == "" || n.Pages < 0 || n.Pruned < 0 {
		return errors.New("its style tree is broken")
	}
	total := n.Pruned
	for _, s := range n.Styles {
		if s == nil || s.Pages < 1 {
			return errors.New("its style tree is broken")
		}
		total += s.Pages
		for _, c := range s.Children {
			if err := c.check(); err != nil {
				return err
			}
			if c.Pages != s.Pages {
				return errors.New("its style tree is broken: a node is not on all pages of its style")
			}
		}
	}
	if total > n.Pages {
		return errors.New("its style tree is broken: it has more styles than pages")
	}
	for _, f := range n.Features {
		if f.Count < 1 || !(f.Entropy >= 0) {
			return errors.New("its style tree is broken: a word has no count")
		}
	}
	return nil
}

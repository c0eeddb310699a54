package site

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/mullionhq/mullion/page"
)

// Places are what was said, page by page, of the blocks at places of a kind: how surely they are main content by their own
// page. A sentence of which its page leaves some doubt stands where hundreds of other pages have theirs, or their notices.
// The zero Places know nothing.
type Places struct {
	Heard []uint64          `json:"heard"` // fingerprints of the pages that it was said of
	List  map[uint64]*Place `json:"list"`  // by their kind, see Kinds
}

// PlaceOptions say which pages are asked what they say of their places. To judge a page costs three times as much as to learn
// all else from it, and soon another one says nothing new.
type PlaceOptions struct {
	First int `key:"first" default:"50" min:"0" max:"1000000000" doc:"so many first pages of a site say how surely their blocks are main content, by where they stand"` // a guess
	Every int `key:"every" default:"4" min:"1" max:"1000000000" doc:"of the pages after them one in so many does"`                                                      // a guess
}

// Wants reports whether the page that was learned last, of so many, is to be asked.
func (h *Places) Wants(pages int, o PlaceOptions) bool {
	return h == nil || len(h.Heard) < o.First || pages%o.Every == 0
}

// A Place is a kind of place, with sums over the pages that have it.
type Place struct {
	Path    string  `json:"path"` // the last elements of its path, as "div.main/p", to be looked at
	Pages   int     `json:"pages"`
	Sum     float64 `json:"sum"`     // of the pages' margins
	Squares float64 `json:"squares"` // of the same
}

// A Verdict is what a page says of its places of one kind.
type Verdict struct {
	Kind   uint64
	Path   string
	Margin float64 // mean log-odds of main content of the blocks there, less those of the page's threshold; of the headline, its log-odds
}

// Headline is the kind of a page's headline, wherever it stands. It is in no other place's mean.
const Headline uint64 = 1

// mostPlaces bounds what a site whose names never repeat can make of a profile: more kinds are not remembered.
const mostPlaces = 50_000

// Kinds tells, for every node of the page, of what kind its place is: equal where the elements around it, itself included,
// have equal tags and classes, whatever numbers are in these. The root and the body count for nothing, as the classes of many
// name the page. Texts are at the place of the element that holds them.
func Kinds(p *page.Page) []uint64 {
	k := newKinds(p)
	for i := range p.Nodes {
		k.of(i)
	}
	return k.known
}

// kinds are those of a page's nodes, made as they are asked for.
type kinds struct {
	page  *page.Page
	known []uint64          // by node; 0 where it is not known
	names map[string]string // of class attributes
}

func newKinds(p *page.Page) *kinds {
	return &kinds{p, make([]uint64, len(p.Nodes)), map[string]string{}}
}

func (k *kinds) of(i int) uint64 {
	if i < 0 {
		return outermost
	}
	if k.known[i] != 0 {
		return k.known[i]
	}
	n := &k.page.Nodes[i]
	kind := k.of(n.Parent)
	if n.Kind == page.Element && n.Tag != "html" && n.Tag != "body" {
		class := n.Attr("class")
		name, known := k.names[class]
		if !known {
			name = unnumbered(class)
			k.names[class] = name
		}
		kind = mixKind(kind, n.Tag, name)
	}
	k.known[i] = kind
	return kind
}

// FNV-1a's.
const (
	outermost uint64 = 14695981039346656037
	prime     uint64 = 1099511628211
)

// mixKind is the kind of an element below a place: FNV-1a over its tag and classes, which cannot run into each other.
func mixKind(h uint64, tag, class string) uint64 {
	for _, text := range []string{tag, class} {
		for i := range len(text) {
			h = (h ^ uint64(text[i])) * prime
		}
		h = (h ^ '\n') * prime
	}
	return h
}

// unnumbered are a class attribute's names, joined by dots, with 0 for each number.
func unnumbered(class string) string {
	var b strings.Builder
	number := false
	for _, r := range strings.Join(strings.Fields(class), ".") {
		digit := unicode.IsDigit(r)
		switch {
		case !digit:
			b.WriteRune(r)
		case !number:
			b.WriteByte('0')
		}
		number = digit
	}
	return b.String()
}

// What PlaceName shows.
const (
	nameElements = 3  // the last ones of a path
	nameRunes    = 40 // of each
)

// PlaceName names the place of a node for a person: the last elements around it, with their classes.
func PlaceName(p *page.Page, node int) string {
	var names []string
	for ; node >= 0 && len(names) < nameElements; node = p.Nodes[node].Parent {
		n := &p.Nodes[node]
		if n.Kind != page.Element || n.Tag == "html" || n.Tag == "body" {
			continue
		}
		name := n.Tag
		if class := unnumbered(n.Attr("class")); class != "" {
			name += "." + class
		}
		if letters := []rune(name); len(letters) > nameRunes {
			name = string(letters[:nameRunes-1]) + "…"
		}
		names = append(names, name)
	}
	slices.Reverse(names)
	return strings.Join(names, "/")
}

// Mean is the mean margin of the pages.
func (p Place) Mean() float64 { return p.Sum / float64(p.Pages) }

// Variance is that of the pages' margins.
func (p Place) Variance() float64 { return max(0, p.Squares/float64(p.Pages)-p.Mean()*p.Mean()) }

// Without is the place without a page of that margin.
func (p Place) Without(margin float64) Place {
	p.Pages--
	p.Sum -= margin
	p.Squares -= margin * margin
	return p
}

// Hear adds what a page says, once.
func (h *Places) Hear(pg *page.Page, verdicts []Verdict) {
	mark := fingerprint(pg)
	if len(verdicts) == 0 || slices.Contains(h.Heard, mark) {
		return
	}
	h.Heard = append(h.Heard, mark)
	for _, v := range verdicts {
		h.add(v.Kind, Place{v.Path, 1, v.Margin, v.Margin * v.Margin})
	}
}

func (h *Places) add(kind uint64, p Place) {
	if h.List == nil {
		h.List = map[uint64]*Place{}
	}
	at := h.List[kind]
	if at == nil {
		if len(h.List) < mostPlaces {
			h.List[kind] = &p
		}
		return
	}
	at.Pages += p.Pages
	at.Sum += p.Sum
	at.Squares += p.Squares
}

// merge adds what was said of other pages.
func (h *Places) merge(other *Places) {
	h.Heard = append(h.Heard, other.Heard...)
	for kind, p := range other.List {
		h.add(kind, *p)
	}
}

// prune forgets places of fewer pages.
func (h *Places) prune(minPages int) {
	for kind, p := range h.List {
		if p.Pages < minPages {
			delete(h.List, kind)
		}
	}
}

// broken reports whether it cannot be of so many pages.
func (h *Places) broken(pages int) bool {
	if len(h.Heard) > pages {
		return true
	}
	for _, p := range h.List {
		if p == nil || p.Pages < 1 || p.Pages > len(h.Heard) || !finite(p.Sum) || !(p.Squares >= 0) || !finite(p.Squares) {
			return true
		}
	}
	return false
}

// A Standing is what a site's pages say of the places of one of them, which itself has no voice in it.
type Standing struct {
	*Places
	own map[uint64]float64 // margins of the page itself, where it was heard
}

// Standing is what the pages of the site say of the page's places; verdicts are its own. It is nil where none was heard.
func (s *Site) Standing(pg *page.Page, verdicts []Verdict) *Standing {
	if s.places == nil || len(s.places.List) == 0 {
		return nil
	}
	told := &Standing{Places: s.places}
	if s.heard[fingerprint(pg)] {
		told.own = make(map[uint64]float64, len(verdicts))
		for _, v := range verdicts {
			told.own[v.Kind] = v.Margin
		}
	}
	return told
}

// At is what other pages say of places of a kind; its Pages are 0 where none says anything, and of a nil Standing.
func (s *Standing) At(kind uint64) Place {
	if s == nil || s.List[kind] == nil {
		return Place{}
	}
	p := s.List[kind]
	if margin, heard := s.own[kind]; heard {
		return p.Without(margin)
	}
	return *p
}

// speaks reports whether the pages that have a place are sure enough of it, and whether it holds main content then.
func (h *Places) speaks(kind uint64, o *ContentOptions) (content, sure bool) {
	at := h.List[kind]
	if at == nil || at.Pages < o.PlacePages {
		return false, false
	}
	mean := at.Mean()
	return mean > 0, mean*mean > o.PlaceSpread*o.PlaceSpread*at.Variance()
}

// Hearing is the site with these Places in place of its own.
func (s *Site) Hearing(places *Places) *Site {
	other := *s
	other.hears(places)
	return &other
}

func (s *Site) hears(places *Places) {
	s.places, s.heard = places, nil
	if places != nil {
		s.heard = setOf(places.Heard)
	}
}

// Taught reports whether the page was among those that taught the site's profile.
func (s *Site) Taught(pg *page.Page) bool { return s.taught[fingerprint(pg)] }

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

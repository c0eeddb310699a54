// Package meta reads what a page tells about itself: title, author, date, language and the like, from JSON-LD,
// meta elements, microdata, and from where readers look for them, around the headline; and whether it is a check for
// robots. It knows a page's nodes; it does not know its blocks, nor what main content is.
package meta

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mullionhq/mullion/page"
)

// Meta is what is known about a page. Every field may be empty.
type Meta struct {
	Title       string // the headline, without the site's name
	Author      string // names, joined by ", "
	Date        string // of publication, ISO 8601: "2006-01-02", or with time and zone as far as known
	Lang        string // BCP 47, such as "en-GB" or "zh"
	Description string
	Canonical   string // absolute address that the page names as its own
	Type        string // schema.org or Open Graph type, such as "NewsArticle" or "website"
	Headline    int    // the node that shows the title; -1 when there is none
}

// Of reads everything in one pass over the nodes and a look around the headline.
func Of(p *page.Page) Meta {
	f := read(p)
	m := Meta{Headline: f.headline()}
	m.Lang = f.lang()
	m.Title = f.title(m.Headline)
	f.story = f.graph.story(m.Title, f.ld)
	m.Author = f.author(m.Headline)
	m.Date = f.date(m.Headline, m.Lang)
	m.Description = cmp.Or(f.first("og:description", "description", "twitter:description", "dc.description"), f.ld.Description)
	m.Canonical = f.absolute(cmp.Or(f.canonical, f.first("og:url")))
	m.Type = cmp.Or(f.ld.Type, f.first("og:type"))
	return m
}

// facts are what one pass over a page finds.
type facts struct {
	page      *page.Page
	tags      map[string][]string // content of meta elements by name, property or itemprop, in lower case
	titleTag  string
	canonical string
	ld        thing
	graph     graph
	story     thing            // what JSON-LD tells about the page's own article, where it tells of several; else ld
	h1, h2    []int            // visible headings
	titled    []int            // visible elements that say by their names that they are the headline
	props     map[string][]int // elements by itemprop, those of dates also by property
	times     []int            // time elements
	bylines   []int            // elements that say by their names that they hold the author
	profiles  []int            // links to what a site tells about an author
	homes     []int            // visible links that may lead to the front page
	dated     []int            // elements that say by their names that they hold a date
	end       int              // where the head ends
	names     nameKeys         // of the site; nil until asked for
	kinds     map[string]int   // of classes and ids read before: most come again

	headings map[int]string         // their texts, which are asked for many times
	reviews  map[int]map[string]int // by node asked for before, see reviewsIn
	below    map[int]bool           // whether answers asked for before are written below the text
}

func read(p *page.Page) *facts {
	f := &facts{page: p, tags: map[string][]string{}, props: map[string][]int{}, kinds: map[string]int{},
		headings: map[int]string{}, reviews: map[int]map[string]int{}, below: map[int]bool{}}
	if head := p.Find(0, "head"); head >= 0 {
		f.end = p.Nodes[head].End
	}
	var scripts []string
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Kind == page.Text {
			continue
		}
		switch n.Tag {
		case "meta":
			f.meta(i, n)
		case "title":
			if f.titleTag == "" && (i < f.end || f.end == 0) {
				f.titleTag = f.text(i)
			}
		case "link":
			if f.canonical == "" && hasWord(n.Attr("rel"), "canonical") {
				f.canonical = n.Attr("href")
			}
		case "script":
			if n.End > i+1 {
				scripts = append(scripts, p.Nodes[i+1].Text)
			}
		default:
			f.element(i, n)
		}
	}
	f.ld, f.graph = readLD(scripts)
	return f
}

// meta notes what a meta element tells, but for a property of what others write below the text.
func (f *facts) meta(i int, n *page.Node) {
	content := collapse(n.Attr("content"))
	if content == "" {
		return
	}
	for _, name := range []string{"property", "name", "itemprop", "http-equiv"} {
		key := strings.ToLower(strings.TrimSpace(n.Attr(name)))
		if key != "" && !(name == "itemprop" && f.inAnswer(i)) {
			f.tags[key] = append(f.tags[key], content)
		}
	}
}

// element notes an element of the body that may tell something.
func (f *facts) element(i int, n *page.Node) {
	for k := range n.Attrs {
		f.attribute(i, n, &n.Attrs[k])
	}
	switch {
	case n.Tag == "time":
		f.times = append(f.times, i)
	case n.Hidden:
	case n.Tag == "h1":
		f.h1 = append(f.h1, i)
	case n.Tag == "h2", n.Tag == "h3":
		f.h2 = append(f.h2, i)
	}
}

// attribute notes element i by one of its attributes.
func (f *facts) attribute(i int, n *page.Node, a *page.Attr) {
	switch a.Name {
	case "itemprop":
		for prop := range strings.FieldsSeq(strings.ToLower(a.Value)) {
			f.props[prop] = append(f.props[prop], i)
		}
	case "property":
		for prop := range strings.FieldsSeq(strings.ToLower(a.Value)) {
			if prop = strings.TrimPrefix(prop, "schema:"); slices.Contains(dateProps, prop) {
				f.props[prop] = append(f.props[prop], i)
			}
		}
	case "rel":
		if n.Tag == "a" && hasWord(a.Value, "author") {
			f.props["rel-author"] = append(f.props["rel-author"], i)
		}
	case "href":
		if n.Tag != "a" {
			return
		}
		if isProfile(a.Value) {
			f.profiles = append(f.profiles, i)
		}
		if !n.Hidden && mayBeHome(a.Value) {
			f.homes = append(f.homes, i)
		}
	case "class", "id":
		if n.Hidden || a.Value == "" {
			return
		}
		kind := f.kindOf(a.Value)
		if kind&saysTitle != 0 {
			f.titled = append(f.titled, i)
		}
		if kind&(saysAuthor|saysAside) == saysAuthor {
			f.bylines = append(f.bylines, i)
		}
		if kind&saysDate != 0 {
			f.dated = append(f.dated, i)
		}
	}
}

// ofAuthors are the folders in which sites tell about each author.
var ofAuthors = []string{"author", "authors", "autor", "autoren", "autores", "auteur", "auteurs", "autori", "contributor", "contributors", "writer", "writers", "byline"}

// isProfile reports whether an address is of what a site tells about one author.
func isProfile(address string) bool {
	if end := strings.IndexAny(address, "?#"); end >= 0 {
		address = address[:end]
	}
	folder, _, ok := cutLast(strings.TrimSuffix(address, "/"), "/")
	return ok && slices.Contains(ofAuthors, folder[strings.LastIndexByte(folder, '/')+1:])
}

// first is the first content of a meta element with one of the names, tried in order.
func (f *facts) first(names ...string) string {
	for _, name := range names {
		if v := f.tags[name]; len(v) > 0 {
			return v[0]
		}
	}
	return ""
}

func (f *facts) absolute(ref string) string {
	if ref == "" {
		return ""
	}
	return page.Resolve(f.page.BaseURL, ref)
}

func (f *facts) siteName() string {
	return cmp.Or(f.first("og:site_name", "application-name", "apple-mobile-web-app-title"), f.ld.Site)
}

// text is the text of node i with white space collapsed.
func (f *facts) text(i int) string {
	return f.textBut(i, func(int) bool { return false })
}

// textBut is the text of node i without that of the elements in it that are left out.
func (f *facts) textBut(i int, leftOut func(element int) bool) string {
	var b strings.Builder
	const longest = 2000 // bytes; no title, name or date is longer
	for j := i; j < f.page.Nodes[i].End && b.Len() < longest; j++ {
		n := &f.page.Nodes[j]
		if n.Kind == page.Element {
			if j > i && leftOut(j) {
				j = n.End - 1
				b.WriteByte(' ')
				continue
			}
			if n.Tag == "br" || page.IsBlock(n) {
				b.WriteByte(' ')
			}
			continue
		}
		if n.Hidden && !f.page.Nodes[i].Hidden {
			continue
		}
		b.WriteString(n.Text)
	}
	return collapse(b.String())
}

func collapse(s string) string {
	if isCollapsed(s) {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// isCollapsed reports whether s surely has no white space but single spaces inside, as most texts do.
func isCollapsed(s string) bool {
	space := true
	for i := range len(s) {
		switch b := s[i]; {
		case b == ' ' && !space:
			space = true
		case b <= ' ', b == 0xc2, b == 0xe1, b == 0xe2, b == 0xe3 && strings.HasPrefix(s[i:], "\u3000"):
			return false // the bytes that other spaces begin with
		default:
			space = false
		}
	}
	return !space || s == ""
}

func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

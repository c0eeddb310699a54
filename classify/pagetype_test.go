package classify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
)

// typedPage is a page of a site: an article, or a list of links.
func typedPage(t *testing.T, site int, kind string, n int) *View {
	t.Helper()
	source := newsSite(site, n)
	if kind == "listing" {
		source = "<title>All stories</title><ul>" + strings.Repeat(fmt.Sprintf("<li><a href=/%d>The keeper of lamp %d</a>", n, site), 10+n) + "</ul>"
	}
	p, err := page.Parse([]byte(source), page.ParseOptions{URL: fmt.Sprintf("https://site%d.example/%s/%d", site, kind, n)})
	if err != nil {
		t.Fatal(err)
	}
	return NewView(p, nil, nil)
}

// Page types are learned of which there are pages enough, on sites on both sides of every fold; pages of other sites are told by
// them. Labels that are no type teach none.
func TestTypesAreLearned(t *testing.T) {
	tr := trainer{ctx: context.Background(), o: DefaultTrainOptions()}
	tr.o.TypePages = 6
	add := func(site int, kind, name string, n int) {
		e := NewExample(typedPage(t, site, kind, n), nil, fmt.Sprint("site", site), 1)
		e.Type = name
		tr.examples, tr.fold = append(tr.examples, e), append(tr.fold, site%2)
	}
	for site := range 6 {
		for n := range 2 {
			add(site, "article", "article", n)
			add(site, "listing", "listing", n)
			add(site, "listing", "gallery", n)
		}
		add(0, "listing", "product", site) // enough, but of one site
	}
	for site := range 5 {
		add(site, "listing", "forum", 0) // of several sites, but too few
	}
	types, err := tr.trainTypes()
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"article", "listing"}; !slices.Equal(types.Types, want) {
		t.Errorf("the types %v are learned, want %v", types.Types, want)
	}
	if want := []string{"article", "listing"}; !slices.Equal(types.Words, want) {
		t.Errorf("the words %v of addresses are learned, want %v", types.Words, want)
	}
	m := &Model{Types: types}
	for _, want := range types.Types {
		if name, p := m.PageType(typedPage(t, 77, want, 3)); name != want || p < 0.6 || p > 1 {
			t.Errorf("a page that is a %s is a %s with the probability %.2f", want, name, p)
		}
	}
	tr.o.TypePages = 13
	if types, err := tr.trainTypes(); err != nil || types.Types != nil {
		t.Errorf("of too few pages the types %v are learned: %v", types.Types, err)
	}
}

// Each type moves the threshold by a factor of its own, and what is none of them by that of the unsure.
func TestFactorsOfTypes(t *testing.T) {
	f := Factors{Article: 1, Collection: 2, Documentation: 3, Forum: 4, Listing: 5, Product: 6, Service: 7, Unsure: 8}
	for i, name := range append(slices.Clone(PageTypes), "") {
		if got := f.of(name); got != float64(i+1) {
			t.Errorf("%q has the factor %v", name, got)
		}
	}
}

package study

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/site"
)

// Profiles are of one site each; with "half", no page is judged by a profile that it taught.
func TestLearn(t *testing.T) {
	items := []eval.Item{
		{ID: "1", Corpus: "c", Site: "a"}, {ID: "2", Corpus: "c", Site: "a"}, {ID: "3", Corpus: "c", Site: "a"}, {ID: "4", Corpus: "c", Site: "b"},
	}
	load := func(it *eval.Item) (*page.Page, error) {
		return page.Parse([]byte("<title>t</title><body><div><p>page "+it.ID+"</p></div>"), page.ParseOptions{URL: "https://a.example/" + it.ID})
	}
	for _, c := range []struct {
		which string
		want  []int // pages that taught the profile of each item
	}{{"all", []int{3, 3, 3, 1}}, {"half", []int{1, 2, 1, 0}}} {
		s := &Study{Options: DefaultOptions()}
		s.Options.Profiles = c.which
		s.Clean.Site.Templates.Batch, s.Clean.Site.Templates.MaxLength = 10, 2000
		known, err := s.Learn(t.Context(), items, load)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for i := range items {
			got = append(got, known.Of(&items[i]).Pages)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: profiles of %v pages, not %v", c.which, got, c.want)
		}
	}
}

// A profile that all hosts of a domain taught is of each of them, unless that has one of its own; one of a host is of no other.
func TestStoredByDomain(t *testing.T) {
	store := site.Folder{Dir: t.TempDir()}
	for _, of := range []struct{ name, group string }{{"a.example", site.ByDomain}, {"own.a.example", "host"}, {"b.example", "host"}} {
		o := site.DefaultOptions()
		o.Group = of.group
		if err := site.New(of.name, o).Save(filepath.Join(store.Dir, site.FileName(of.name))); err != nil {
			t.Fatal(err)
		}
	}
	for address, want := range map[string]string{
		"https://a.example/1": "a.example", "https://news.a.example/1": "a.example", "https://own.a.example/1": "own.a.example",
		"https://b.example/1": "b.example", "https://news.b.example/1": "", "https://c.example/1": "",
	} {
		s := &Study{Options: DefaultOptions()}
		s.Clean.Site = site.DefaultOptions()
		item := eval.Item{ID: "1", URL: address}
		known, err := s.Stored(t.Context(), store, []eval.Item{item})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if of := known.Of(&item); of != nil {
			got = of.Name
		}
		if got != want {
			t.Errorf("%s: the profile of %q, not %q", address, got, want)
		}
	}
}

// What the pages of a site say of their places is heard of those that taught its profile, each by the model that is to be
// asked about it, and of no page of another corpus or with another view.
func TestOnlyPagesThatTaughtAreHeard(t *testing.T) {
	builtin, err := classify.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	story := strings.Repeat("The bell in the harbour rang at seven minutes past two, and nobody knew who had rung it. ", 12)
	profile := site.New("news.example", site.DefaultOptions())
	var samples []Sample
	for i := range 9 {
		p, err := page.Parse(fmt.Appendf(nil, "<title>Page %d</title><div class=story><p>%d %s</p></div>", i, i, story), page.ParseOptions{URL: fmt.Sprintf("https://news.example/%d", i)})
		if err != nil {
			t.Fatal(err)
		}
		if i < 7 {
			profile.Add(p, time.Unix(0, 0))
		}
		samples = append(samples, Sample{Item: &eval.Item{Corpus: "a", Site: "news.example"}, Page: p, Example: classify.Example{View: classify.NewView(p, nil, nil)}})
	}
	samples[8].Item = &eval.Item{Corpus: "b", Site: "news.example"}
	known := profile.Site(profile.Options)
	for i := range samples {
		samples[i].Known = known
	}
	samples[8].Known = profile.Site(profile.Options) // as each corpus has its own
	s := &Study{Clean: mullion.DefaultOptions()}
	asked := make([]bool, len(samples))
	heard := s.heard(t.Context(), samples, func(i int) *classify.Model {
		asked[i] = true
		return builtin
	})
	kind := func(i int) uint64 { return site.Kinds(samples[i].Page)[samples[i].Example.View.Blocks[0].Node] }
	for i, want := range map[int]int{0: 6, 7: 7} { // a page does not hear itself
		own := builtin.Verdicts(samples[i].Example.View)
		if got := heard[i].Standing(samples[i].Page, own).At(kind(i)).Pages; got != want || !asked[i] {
			t.Errorf("page %d hears %d pages, want %d", i, got, want)
		}
	}
	if heard[8].Standing(samples[8].Page, nil) != nil {
		t.Error("a page hears those of another corpus")
	}
	if known.Standing(samples[7].Page, nil) != nil {
		t.Error("the site that was known has changed")
	}
}

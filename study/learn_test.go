package study

import (
	"path/filepath"
	"slices"
	"testing"

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

package study

import (
	"slices"
	"testing"

	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
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

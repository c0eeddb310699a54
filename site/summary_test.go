package site

import (
	"slices"
	"testing"
)

// A summary tells what repeats in a node, readable, and not what each page has of its own.
func TestSummaryTellsWhatRepeats(t *testing.T) {
	p := New("news.example", DefaultOptions())
	for _, own := range []string{"First of all", "Two boats met", "Prices rose"} {
		pg := parse(t, `<div class="top bar"><a href=/>Home</a><img src=/i/logo.png?2></div><p>`+own+`</p><p>Printed on paper of the region, imprint</p>`)
		pg.URL = "https://news.example/" + own
		p.Add(pg, noon)
	}
	var got []string
	for _, n := range p.Summary(DefaultOptions(), 2).Style {
		got = append(got, n.Path)
		switch n.Name {
		case "body":
			if n.Depth != 0 || len(n.Repeats) != 0 {
				t.Errorf("%+v", n)
			}
		case "div.top":
			if !n.Noise || !slices.Equal(n.Repeats, []string{"Home", "logo.png"}) {
				t.Errorf("%+v", n)
			}
		case "#text":
			if n.Noise || n.Depth != 2 || len(n.Repeats) != 0 {
				t.Errorf("%+v", n)
			}
		}
	}
	if !slices.Equal(got, []string{"body", "body/div.top", "body/p", "body/p/#text", "body/p"}) {
		t.Errorf("nodes %q", got)
	}
	last := p.Summary(DefaultOptions(), 2).Style[4]
	if !last.Noise || !slices.Equal(last.Repeats, []string{"Printed…", "imprint"}) {
		t.Errorf("%+v", last)
	}
}

// A cluster's summary says where its rule finds the text, as pages are read by it.
func TestSummaryTellsRules(t *testing.T) {
	p := learn(t, 0, 3)
	rule, ok := p.Clusters.List[0].Rule()
	if got := p.Summary(DefaultOptions(), 2).Clusters; !ok || len(got) != 1 || got[0].Rule == nil || *got[0].Rule != rule {
		t.Errorf("%+v, want the rule %+v", got, rule)
	}
}

package study

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
)

// shops is a text corpus of so many sites with two pages each, on which every model takes the description for the
// content, and the gold is what buyers say. gold may change that.
func shops(t *testing.T, sites int, gold func(praise, all string) string) []eval.Item {
	t.Helper()
	var pages []corpusPage
	for n := range sites {
		for k := range 2 {
			id := fmt.Sprintf("shop%d-%d", n, k)
			var html, praise, all strings.Builder
			add := func(tag, text string) {
				fmt.Fprintf(&html, "<%s>%s</%[1]s>", tag, text)
				fmt.Fprintln(&all, text)
			}
			fmt.Fprintf(&html, "<title>Kettle %s</title>", id)
			add("h1", "Kettle "+id)
			for i := range 5 {
				add("p", fmt.Sprintf("The kettle number %d of series %d holds %d litres, boils them in two minutes, and keeps them warm for the rest of the evening.", k, n, i+1))
			}
			for i := range 6 + n {
				text := fmt.Sprintf("What buyers say of it: kettle %d, as seen here", i)
				add("li", "<a href=/r>"+text+"</a>")
				fmt.Fprintln(&praise, text)
			}
			pages = append(pages, corpusPage{
				id: id, url: "https://shop.example/" + id, site: fmt.Sprintf("shop%d.example", n),
				html: html.String(), gold: gold(praise.String(), all.String()),
			})
		}
	}
	return writeCorpus(t, "shops", pages)
}

func onlyPraise(praise, _ string) string { return praise }

// adaptation prepares the adaptation of the bundled model by the items.
func adaptation(t *testing.T, items []eval.Item) (*Study, *Adaptation, []Sample) {
	t.Helper()
	s := &Study{Clean: mullion.DefaultOptions(), Options: DefaultOptions()}
	samples, err := s.Plain(t.Context(), items)
	if err != nil {
		t.Fatal(err)
	}
	base, err := classify.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return s, s.Adapt(base, samples, classify.DefaultTrainOptions(), classify.DefaultTeachOptions()), samples
}

// What the pages of some sites teach holds for others, and nothing of a site is in the model that scores it.
func TestAdaptedModelsAreBetterOnSitesHeldApart(t *testing.T) {
	items := shops(t, 6, onlyPraise)
	s, a, samples := adaptation(t, items)
	if err := a.Check(true); err != nil {
		t.Fatal(err)
	}
	g, err := s.Gain(t.Context(), a, samples)
	if err != nil {
		t.Fatal(err)
	}
	if !g.BySite || g.Sites != 6 || g.N != 5 || g.Pages != 12 || g.Left != 0 || len(g.Before.Static) != 12 || len(g.After.Static) != 12 {
		t.Errorf("%+v", g)
	}
	for i := range samples {
		for j := range samples {
			if samples[i].Item.Site == samples[j].Item.Site && g.Of[i] != g.Of[j] {
				t.Errorf("%s and %s are of one site and in two parts", samples[i].Item.ID, samples[j].Item.ID)
			}
		}
	}
	if g.Old > 0.5 || g.New < 0.9 || g.Low <= 0.3 || g.High < g.Low || g.Better != 12 || g.Worse != 0 {
		t.Errorf("%.3f → %.3f [%.3f, %.3f], %d better, %d worse", g.Old, g.New, g.Low, g.High, g.Better, g.Worse)
	}
	m, err := a.Model(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if l := m.Lesson; l.Pages != 12 || l.Sites != 6 || len(l.Corpora) != 1 || l.Corpora[0].Name != "shops" || l.Corpora[0].Sites != 6 || l.Date == "" {
		t.Errorf("%+v", l)
	}
	if len(a.Known()) != 0 || a.Base.Lesson != nil {
		t.Errorf("known %q; the base has the lesson %+v", a.Known(), a.Base.Lesson)
	}
	a.Base = m
	if known := a.Known(); len(known) != 1 || known[0] != "shops" {
		t.Errorf("taught by shops, it knows %q", known)
	}
}

func TestOneSiteIsHeldApartByPages(t *testing.T) {
	s, a, samples := adaptation(t, shops(t, 1, onlyPraise))
	g, err := s.Gain(t.Context(), a, samples)
	if err != nil {
		t.Fatal(err)
	}
	if g.BySite || g.Sites != 1 || g.N != 2 || g.Of[0] == g.Of[1] {
		t.Errorf("%+v", g.Parts)
	}
}

func TestPagesThatCannotTeachAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		gold func(praise, all string) string
		want error
	}{
		"gold of other pages": {func(string, string) string {
			return "A text of another page altogether, which no block of this one holds, not even in part."
		}, classify.ErrTaught},
		"gold of everything": {func(_, all string) string { return all }, classify.ErrOneClass},
	} {
		_, a, _ := adaptation(t, shops(t, 2, c.gold))
		if err := a.Check(true); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, a, _ := adaptation(t, shops(t, 1, onlyPraise)[:1])
	if err := a.Check(true); !errors.Is(err, ErrFewPages) {
		t.Errorf("one page: %v", err)
	}
	if err := a.Check(false); err != nil {
		t.Errorf("one page, none held apart: %v", err)
	}
}

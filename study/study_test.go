package study

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
)

// corpus writes a text corpus of small sites, the first of them large enough for a profile, and opens it. The last
// page's gold is not in it.
func corpus(t *testing.T) []eval.Item {
	t.Helper()
	var pages []corpusPage
	for site := range 8 {
		many := 3
		if site == 0 {
			many = 7
		}
		for n := range many {
			id := fmt.Sprintf("s%dp%d", site, n)
			var html, gold strings.Builder
			fmt.Fprintf(&html, "<title>Log %s</title><div class=n%d>", id, site)
			for i := range 5 + site%3 {
				fmt.Fprintf(&html, "<a href=/%d>Section %d</a> ", i, i)
			}
			fmt.Fprintf(&html, "</div><div class=%s>", []string{"story", "posts"}[site%2])
			for i := range 4 + n%3 {
				line := fmt.Sprintf("On day %d the keeper of lamp %s walked to the shore, lit it, and wrote what the sea was like that night, as promised.", i, id)
				fmt.Fprintf(&html, []string{"<p>%s</p>", "<div class=post>%s</div>"}[site%2], line)
				fmt.Fprintln(&gold, line)
			}
			fmt.Fprintf(&html, "</div><ul><li><a href=/a>Another story</a><li><a href=/b>A third story</a></ul><p>© Lamp %d. All rights reserved.</p>", site)
			kind := "article"
			if site%2 == 1 {
				kind = "forum"
			}
			text := gold.String()
			if site == 7 && n == 2 {
				text = "A text of another page altogether, which no block of this one holds, not even in part."
			}
			pages = append(pages, corpusPage{
				id: id, url: "https://lamp.example/" + id, site: fmt.Sprintf("lamp%d.example", site),
				html: html.String(), gold: text, kind: kind,
			})
		}
	}
	return writeCorpus(t, "small", pages)
}

// A corpusPage is a page of a corpus that a test writes.
type corpusPage struct{ id, url, site, html, gold, kind string }

// writeCorpus writes a text corpus and opens it.
func writeCorpus(t *testing.T, name string, pages []corpusPage) []eval.Item {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.MkdirAll(filepath.Join(dir, "html"), 0o755); err != nil {
		t.Fatal(err)
	}
	var lines bytes.Buffer
	for _, p := range pages {
		file := "html/" + p.id + ".html"
		if err := os.WriteFile(filepath.Join(dir, file), []byte(p.html), 0o644); err != nil {
			t.Fatal(err)
		}
		row := map[string]any{
			"id": p.id, "corpus": name, "url": p.url, "site": p.site, "lang": "en", "html_path": file,
			"gold": map[string]any{"text": p.gold}, "split": "dev", "page_type": p.kind, "flags": []string{},
		}
		if err := json.NewEncoder(&lines).Encode(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "pages.jsonl"), lines.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := eval.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c.Items
}

func quick() classify.TrainOptions {
	o := classify.DefaultTrainOptions()
	o.Rows, o.ContextRows, o.InnerFolds, o.WordsFolds, o.TypePages, o.Trees.Count = 300, 200, 3, 2, 5, 30
	return o
}

// sampled is a study with the samples of items.
func sampled(t *testing.T, items []eval.Item) (*Study, []Sample) {
	t.Helper()
	s := &Study{Clean: mullion.DefaultOptions(), Options: DefaultOptions()}
	samples, err := s.Samples(context.Background(), items)
	if err != nil {
		t.Fatal(err)
	}
	return s, samples
}

func TestCrossValidateScoresSitesThatWereNotSeen(t *testing.T) {
	items := corpus(t)
	s, samples := sampled(t, items)
	e, err := s.CrossValidate(context.Background(), items, samples, 3, 1, quick())
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Rendered) != 0 || len(e.Static) != len(items) {
		t.Fatalf("%d rendered and %d static pages", len(e.Rendered), len(e.Static))
	}
	for _, p := range e.Static[:len(e.Static)-1] {
		if p.Word.F1 < 0.99 {
			t.Errorf("%s: word F1 %.3f", p.Item.ID, p.Word.F1)
		}
	}
	if got := len(e.StaticKnown.With); got != 7 || len(e.StaticKnown.Without) != got {
		t.Fatalf("%d pages with the profile of their site, want the 7 of the large one", got)
	}
	for i, with := range e.StaticKnown.With {
		if without := e.StaticKnown.Without[i]; with.Item != without.Item || with.Word.F1 < 0.99 {
			t.Errorf("%s: word F1 %.3f with a profile; %s %.3f without", with.Item.ID, with.Word.F1, without.Item.ID, without.Word.F1)
		}
	}
	if better, worse := e.StaticKnown.Changes(0.01); better != 0 || worse != 0 {
		t.Errorf("%d pages are better and %d worse with a profile, where all were right without", better, worse)
	}
	for _, c := range e.Types {
		if c.Right != c.Pages || c.Taken != c.Pages {
			t.Errorf("page types: %+v", c)
		}
	}
	if len(e.Types) != 2 {
		t.Errorf("page types: %+v", e.Types)
	}
	var lines bytes.Buffer
	if err := e.WritePredictions(&lines); err != nil {
		t.Fatal(err)
	}
	if got, err := eval.ReadPredictions(&lines, "predictions"); err != nil || got == nil {
		t.Errorf("the predictions cannot be read: %v", err)
	}
	var held bytes.Buffer
	if err := e.WriteHeldOut(&held); err != nil {
		t.Fatal(err)
	}
	h, err := ReadHeldOut(&held)
	if err != nil {
		t.Fatal(err)
	}
	for i := range items {
		if text, err := h.Text(&items[i], false, true); err != nil || text != e.texts[i] {
			t.Errorf("%s: held-out text %q, %v", items[i].ID, text, err)
		}
		if _, err := h.Text(&items[i], true, false); !errors.Is(err, ErrHeldOut) {
			t.Errorf("%s has a text of its rendered page: %v", items[i].ID, err)
		}
	}
}

func TestReadHeldOutRefuses(t *testing.T) {
	for text, want := range map[string]string{"": "no line", "{}": "line 1 has no id", "{\"id\":\"a\",\"text\":\"\"}\n[]": "line 2", "{\"id\":\"a\"}": "line 1 has no text"} {
		if _, err := ReadHeldOut(strings.NewReader(text)); !errors.Is(err, ErrHeldOut) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A profile's text is that with the profile where there is one.
func TestHeldOutPrefersTheProfile(t *testing.T) {
	h, err := ReadHeldOut(strings.NewReader("{\"corpus\":\"c\",\"id\":\"a\",\"text\":\"without\"}\n\n{\"corpus\":\"c\",\"id\":\"a\",\"profile\":true,\"text\":\"with\"}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for profile, want := range map[bool]string{false: "without", true: "with"} {
		if text, err := h.Text(&eval.Item{Corpus: "c", ID: "a"}, false, profile); err != nil || text != want {
			t.Errorf("profile %v: %q, %v", profile, text, err)
		}
	}
}

// Bad files are refused, not half read.
func FuzzReadHeldOut(f *testing.F) {
	f.Add("{\"corpus\":\"c\",\"id\":\"a\",\"text\":\"x\"}\n")
	f.Fuzz(func(t *testing.T, text string) {
		if h, err := ReadHeldOut(strings.NewReader(text)); (err == nil) != (len(h) > 0) {
			t.Errorf("%d texts, %v", len(h), err)
		}
	})
}

// Pages of which some passages are labelled teach, and are scored by these.
func TestSegmentsTeach(t *testing.T) {
	items := corpus(t)
	items = items[:len(items)-1] // whose gold is not in it
	for i := range items {
		g := &items[i].Gold
		lines := strings.Split(g.Text, "\n")
		*g = eval.Gold{With: []string{lines[0], lines[2][:40]}, Without: []string{"Section 0 Section 1 Section 2 Section 3 Section 4", "Another story", "All rights reserved."}}
	}
	s, samples := sampled(t, items)
	e, err := s.CrossValidate(context.Background(), items, samples, 3, 1, quick())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range e.Static {
		if g := p.Segments; g == nil || p.Word != nil || g.FN+g.FP > 0 {
			t.Errorf("%s: %+v", p.Item.ID, g)
		}
	}
	if len(e.Static) != len(items) || len(e.StaticKnown.With) != 0 {
		t.Errorf("%d pages, %d with profiles", len(e.Static), len(e.StaticKnown.With))
	}
	if plain, err := s.Plain(context.Background(), items); err != nil || len(plain) != 0 {
		t.Errorf("%d pages without gold text may teach a lesson, %v", len(plain), err)
	}
}

func TestTrainCountsWhatItLeavesOut(t *testing.T) {
	items := corpus(t)
	s, samples := sampled(t, items)
	m, err := s.Train(context.Background(), samples, nil, -1, quick())
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Provenance.Corpora) != 1 {
		t.Fatalf("provenance: %+v", m.Provenance)
	}
	if c := m.Provenance.Corpora[0]; c.Name != "small" || c.Pages != 27 || c.Left != 1 || c.Sites != 8 {
		t.Errorf("provenance: %+v", c)
	}
	if misfits := s.Misfits(samples); len(misfits) != 1 || misfits[0].Item.ID != items[len(items)-1].ID {
		t.Errorf("misfits: %+v", misfits)
	}
	marked := &samples[0]
	if !s.Teaches(marked) {
		t.Error("a page that fits its gold teaches nothing")
	}
	if marked.Item.Flags = []string{eval.FlagEmptyGold}; s.Teaches(marked) {
		t.Error("a page that its corpus marks as one without gold teaches")
	}
	if err := s.CheckSamples(samples); err != nil {
		t.Error(err)
	}
	if err := s.CheckSamples(samples[len(samples)-1:]); !errors.Is(err, classify.ErrTaught) {
		t.Errorf("nothing but a misfit: %v", err)
	}
}

// What training would refuse in the end is refused before pages are loaded.
func TestItemsAreChecked(t *testing.T) {
	items := corpus(t)
	o := quick()
	for _, parts := range []int{0, 2, 3} {
		if err := CheckItems(items, parts, o); err != nil {
			t.Errorf("%d parts: %v", parts, err)
		}
	}
	if err := CheckItems(items, 99, o); !errors.Is(err, ErrFewFolds) || !strings.Contains(err.Error(), "give fewer --folds") {
		t.Errorf("more parts than sites: %v", err)
	}
	sites := map[string]bool{}
	three := slices.DeleteFunc(slices.Clone(items), func(it eval.Item) bool {
		sites[it.Site] = len(sites) < 3 || sites[it.Site]
		return !sites[it.Site]
	})
	if err := CheckItems(three, 0, o); err != nil {
		t.Errorf("three sites, none held apart: %v", err)
	}
	if err := CheckItems(three, 2, o); !errors.Is(err, classify.ErrFewSites) || !strings.Contains(err.Error(), "--folds 0") {
		t.Errorf("three sites, parts held apart: %v", err)
	} else if !strings.Contains(err.Error(), "too few sites: 2,") || !strings.Contains(err.Error(), "lower train.inner_folds to 2") {
		t.Errorf("two of three sites are left: %v", err)
	}
	// neither no estimate nor fewer inner folds make a model of one site
	if err := CheckItems(three[:1], 2, o); !errors.Is(err, classify.ErrFewSites) || !strings.Contains(err.Error(), "too few sites: 1,") ||
		strings.Contains(err.Error(), "--folds") || strings.Contains(err.Error(), "inner_folds") {
		t.Errorf("one site: %v", err)
	}
	items[3].HTMLPath = "nowhere.html"
	if err := CheckItems(items, 0, o); !errors.Is(err, ErrFiles) || !strings.Contains(err.Error(), "1 of 28\npage "+items[3].ID+": ") {
		t.Errorf("a page without a file: %v", err)
	}
}

func TestSnapshotsStandInForTheBrowser(t *testing.T) {
	items := corpus(t)
	l := Loader{Snapshots: t.TempDir()}
	if _, err := l.Rendered(context.Background(), &items[0]); err == nil {
		t.Fatal("a page was rendered without a browser")
	}
	p, err := l.Static(&items[0])
	if err != nil {
		t.Fatal(err)
	}
	p.Rendered, p.Width, p.Height, p.Viewport = true, 1280, 900, [2]float64{1280, 900}
	if err := l.save(l.snapshot(&items[0]), p); err != nil {
		t.Fatal(err)
	}
	got, err := l.Rendered(context.Background(), &items[0])
	if err != nil || !got.Rendered || len(got.Nodes) != len(p.Nodes) {
		t.Errorf("%v, %v", got, err)
	}
	if err := os.WriteFile(l.snapshot(&items[0]), []byte("not a page"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Rendered(context.Background(), &items[0]); err == nil || !strings.Contains(err.Error(), "delete it") {
		t.Errorf("a damaged snapshot: %v", err)
	}
}

func TestLearningCurveRises(t *testing.T) {
	items := corpus(t)
	s, samples := sampled(t, items)
	o := quick()
	o.InnerFolds = 2
	c, err := s.LearningCurve(context.Background(), items, samples, 2, 1, o)
	if err != nil {
		t.Fatal(err)
	}
	if c.Rows[0].Name != "all 8 sites" || c.Rows[1].Name != "one in 2: 4 sites" {
		t.Errorf("curve of %q, %q", c.Rows[0].Name, c.Rows[1].Name)
	}
	if len(c.Rows) != 2 || c.Rows[0].Scores["small"] < 0.9 || c.Best().Name == "" {
		t.Errorf("curve: %+v", c)
	}
}

// Pages count as changed by more than the least change, in either way.
func TestChangesByProfiles(t *testing.T) {
	var p Pairs
	for with, pages := range map[float64]int{0.7: 3, 0.52: 1, 0.5: 4, 0.49: 1, 0.2: 2} {
		for range pages {
			p.add(eval.PageScore{Word: &eval.PRF{F1: 0.5}}, eval.PageScore{Word: &eval.PRF{F1: with}})
		}
	}
	if better, worse := p.Changes(0.03); better != 3 || worse != 2 {
		t.Errorf("%d pages are better and %d worse, not 3 and 2", better, worse)
	}
}

// Of page types as many are counted as there are, as were told, and as were told rightly; the table sums them up.
func TestTableOfTypes(t *testing.T) {
	var samples []Sample
	var told []string
	for _, c := range []struct{ is, told string }{
		{"forum", "forum"}, {"forum", "article"}, {"article", "article"}, {"article", "listing"}, {"forum", "forum"}, {"unheard", "forum"}, {"forum", ""},
	} {
		samples, told = append(samples, Sample{Item: &eval.Item{PageType: c.is}}), append(told, c.told)
	}
	samples, told = append(samples, Sample{Item: &eval.Item{PageType: "forum"}, Rendered: true}), append(told, "forum") // counted as static
	e := &Estimate{Types: countTypes(samples, told)}
	var got bytes.Buffer
	if err := e.WriteTypes(&got); err != nil {
		t.Fatal(err)
	}
	const want = "\n| page type | pages | told so | rightly |\n|---|---:|---:|---:|\n| article | 2 | 2 | 1 |\n| forum | 3 | 2 | 2 |\n| listing | 0 | 1 | 0 |\n| all | 5 | 5 | 3 |\n"
	if got.String() != want {
		t.Errorf("table\n%s\nwant\n%s", got.String(), want)
	}
	got.Reset()
	if err := new(Estimate).WriteTypes(&got); err != nil || got.Len() > 0 {
		t.Errorf("without types there is the table %q, %v", got.String(), err)
	}
}

func TestComparisonTable(t *testing.T) {
	c := Comparison{Corpora: []string{"all", "small"}, Rows: []Row{
		{Name: "all evidence", Scores: map[string]float64{"all": 0.8, "small": 0.9}},
		{Name: "without text", Scores: map[string]float64{"all": 0.8015, "small": 0.85}},
	}}
	var b bytes.Buffer
	if err := c.WriteTable(&b); err != nil {
		t.Fatal(err)
	}
	want := "| bag F1, then thousandths more or less | all | small |\n| --- | ---: | ---: |\n| all evidence | 0.8000 | 0.9000 |\n| without text | +1.5 | -50.0 |\n"
	if got := b.String(); got != want {
		t.Errorf("table\n%s\nwant\n%s", got, want)
	}
	if best := c.Best(); best.Name != "without text" {
		t.Errorf("best is %s", best.Name)
	}
}

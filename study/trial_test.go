package study

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"testing"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify/density"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/site"
)

// Trials that decide again score as pages that are judged from the beginning, whatever was tried before.
func TestTrialsScoreAsJudge(t *testing.T) {
	items := corpus(t)
	s := &Study{Clean: mullion.DefaultOptions(), Options: DefaultOptions()}
	samples, err := s.Samples(t.Context(), items)
	if err != nil {
		t.Fatal(err)
	}
	model, err := s.Train(t.Context(), samples, make([]int, len(samples)), -1, quick())
	if err != nil {
		t.Fatal(err)
	}
	load := func(it *eval.Item) (*page.Page, error) { return s.Loader.Static(it) }
	trials, err := s.Trials(t.Context(), items, load, model, mullion.Machines{}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	differ := false
	var before []float64
	for _, threshold := range []float64{0.2, 1, 0, 0.2} {
		for _, method := range []string{mullion.Fused, mullion.DensitySVM} {
			o := mullion.DefaultOptions()
			o.Method, o.Classify.Threshold = method, threshold
			got, err := trials.Score(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			for i := range items {
				p, err := load(&items[i])
				if err != nil {
					t.Fatal(err)
				}
				want := eval.Scorer{}.Page(&items[i], Predict(mullion.Judge(p, model, o))).Word.F1
				if got[MeasureF1][i] != want {
					t.Errorf("%s by %s, threshold %v: %v, judged afresh %v", items[i].ID, method, threshold, got[MeasureF1][i], want)
				}
				if !math.IsNaN(got[MeasureRegions][i]) {
					t.Errorf("%s has region accuracy %v without layout", items[i].ID, got[MeasureRegions][i])
				}
				differ = differ || before != nil && method == mullion.Fused && before[i] != got[MeasureF1][i]
			}
			if method == mullion.Fused {
				before = got[MeasureF1]
			}
		}
	}
	if !differ {
		t.Error("thresholds change nothing: the test shows nothing")
	}
}

// Under other settings of sites, trials score as pages that are judged by profiles that were learned under these.
func TestTrialsLearnSitesAgain(t *testing.T) {
	items := corpus(t)
	s, samples := sampled(t, items)
	model, err := s.Train(t.Context(), samples, nil, -1, quick())
	if err != nil {
		t.Fatal(err)
	}
	learn := func(ctx context.Context, o site.Options, load Load) (*Known, error) {
		other := Study{Clean: s.Clean, Options: s.Options}
		other.Clean.Site = o
		return other.Learn(ctx, items, load)
	}
	known, err := learn(t.Context(), s.Clean.Site, s.Loader.Static)
	if err != nil {
		t.Fatal(err)
	}
	trials, err := s.Trials(t.Context(), items, s.Loader.Static, model, mullion.Machines{}, known, learn)
	if err != nil {
		t.Fatal(err)
	}
	differ := false
	var before []float64
	for _, method := range []string{mullion.SST, mullion.Fused} {
		for _, threshold := range []float64{0.995, 0.1, 0.995} {
			o := mullion.DefaultOptions()
			o.Method, o.Site.Style.Threshold, o.Site.Templates.MinCount = method, threshold, int(10*threshold)+1
			got, err := trials.Score(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			under, err := learn(t.Context(), o.Site, s.Loader.Static)
			if err != nil {
				t.Fatal(err)
			}
			for i := range items {
				p, err := s.Loader.Static(&items[i])
				if err != nil {
					t.Fatal(err)
				}
				o.Known = under.Of(&items[i])
				if want := (eval.Scorer{}).Page(&items[i], Predict(mullion.Judge(p, model, o))).Word.F1; got[MeasureF1][i] != want {
					t.Errorf("%s by %s, threshold %v: %v, judged afresh %v", items[i].ID, method, threshold, got[MeasureF1][i], want)
				}
			}
			if at := &trials.pages[0]; method == mullion.Fused && at.known != trials.known.Of(at.item) {
				t.Errorf("threshold %v: fused does not look at the profile that was learned", threshold)
			}
			differ = differ || method == mullion.SST && before != nil && !slices.Equal(before, got[MeasureF1])
			before = got[MeasureF1]
		}
	}
	if !differ {
		t.Error("the settings change nothing: the test shows nothing")
	}
}

// Trials of the same pages, models and settings have one fingerprint, and others another one.
func TestFingerprintOfTrials(t *testing.T) {
	items := corpus(t)
	s := &Study{Clean: mullion.DefaultOptions(), Options: DefaultOptions()}
	open := func() *Trials {
		trials, err := s.Trials(t.Context(), items, s.Loader.Static, nil, mullion.Machines{}.Bundled(), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return trials
	}
	first := fingerprint(t, open())
	if first != fingerprint(t, open()) {
		t.Error("the fingerprint of the same pages changes")
	}
	for what, change := range map[string]func(*Trials){
		"gold": func(o *Trials) {
			it := *o.pages[3].item
			it.Gold.Text += "."
			o.pages[3].item = &it
		},
		"a box":      func(o *Trials) { o.pages[3].page.Nodes[1].Box.W++ },
		"an element": func(o *Trials) { o.pages[3].page.Nodes[1].Tag = "other" },
		"model of density-svm": func(o *Trials) {
			m := *o.machines.Density
			m.Provenance.Date = "another day"
			o.machines.Density = &m
		},
		"bundled model of template-svm": func(o *Trials) { o.machines.Shares = nil },
		"noise words":                   func(o *Trials) { o.machines.Words = &density.Lexicon{} },
		"profiles":                      func(o *Trials) { o.known = &Known{Profiles: 1, Pages: 2} },
		"settings of profiles":          func(o *Trials) { o.study = &Study{Options: o.study.Options} },
	} {
		other := open()
		change(other)
		if first == fingerprint(t, other) {
			t.Errorf("other trials have the same fingerprint: %s", what)
		}
	}
}

func fingerprint(t *testing.T, trials *Trials) string {
	t.Helper()
	h := sha256.New()
	if err := trials.Fingerprint(h); err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(h.Sum(nil))
}

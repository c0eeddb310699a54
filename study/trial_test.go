package study

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"testing"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
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
	trials, err := s.Trials(t.Context(), items, load, model, mullion.Machines{}, nil)
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
	first := fingerprint(t, trials)
	if again := fingerprint(t, trials); first != again {
		t.Error("the fingerprint of the same pages changes")
	}
	trials.pages[3].item.Gold.Text += "."
	if first == fingerprint(t, trials) {
		t.Error("other gold has the same fingerprint")
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

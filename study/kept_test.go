package study

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
)

// Training that was interrupted goes on with what is done, and other thresholds need no training; other pages or options do.
func TestModelsThatAreKept(t *testing.T) {
	items := corpus(t)
	trained := 0 // stages
	s := &Study{Clean: mullion.DefaultOptions(), Options: DefaultOptions(), Keep: filepath.Join(t.TempDir(), "models")}
	s.Options.Workers = 1
	s.Progress = func(what string, _, _ int) {
		if strings.Contains(what, "first stage:") {
			trained++
		}
	}

	few := quick()
	estimate := func(items []eval.Item, o classify.TrainOptions) string {
		t.Helper()
		trained = 0
		samples, err := s.Samples(t.Context(), items)
		if err != nil {
			t.Fatal(err)
		}
		e, err := s.CrossValidate(t.Context(), items, samples, 2, 1, o)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := e.WritePredictions(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}

	// Interrupted after the first model.
	ctx, cancel := context.WithCancel(t.Context())
	samples, err := s.Samples(ctx, items)
	if err != nil {
		t.Fatal(err)
	}
	progress := s.Progress
	s.Progress = func(what string, done, total int) {
		progress(what, done, total)
		if what == "training without a fold" && done == 1 {
			cancel()
		}
	}
	if _, err := s.CrossValidate(ctx, items, samples, 2, 1, few); err == nil || trained != 1 {
		t.Fatalf("%d models trained, %v", trained, err)
	}
	s.Progress = progress

	first := estimate(items, few)
	if trained != 1 {
		t.Errorf("%d models were trained where one of two was there", trained)
	}
	if again := estimate(items, few); trained != 0 || again != first {
		t.Errorf("the second time %d models were trained, and the outcome is the same: %v", trained, again == first)
	}
	s.Clean.Classify.Threshold = 1
	if other := estimate(items, few); trained != 0 || other == first {
		t.Errorf("with another threshold %d models were trained, and the outcome is the same: %v", trained, other == first)
	}
	o := few
	o.C = 1
	if estimate(items, o); trained != 2 {
		t.Errorf("with other options %d models were trained", trained)
	}
	if estimate(items[1:], few); trained == 0 {
		t.Error("models that saw another page were taken")
	}

	files, err := filepath.Glob(filepath.Join(s.Keep, "*.model"))
	if err != nil || len(files) < 5 {
		t.Fatalf("kept %q, %v", files, err)
	}
	for _, f := range files {
		if err := os.WriteFile(f, []byte("torn"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	samples, err = s.Samples(t.Context(), items)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.CrossValidate(t.Context(), items, samples, 2, 1, few); err == nil || !strings.Contains(err.Error(), "remove it") {
		t.Errorf("damaged models: %v", err)
	}
}

// Where models cannot be kept, nothing is trained in vain.
func TestModelsThatCannotBeKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := &Study{Clean: mullion.DefaultOptions(), Options: DefaultOptions(), Keep: filepath.Join(file, "models")}
	samples, err := s.Samples(t.Context(), corpus(t))
	if err != nil {
		t.Fatal(err)
	}
	s.Progress = func(what string, _, _ int) { t.Errorf("%s, and the model cannot be kept", what) }
	if _, err := s.Train(t.Context(), samples, nil, -1, quick()); err == nil || !strings.Contains(err.Error(), "keeping models") {
		t.Error(err)
	}
}

package eval

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

func numbered(n int) []Item {
	items := make([]Item, n)
	for i := range items {
		items[i] = Item{ID: fmt.Sprint("p", i), Corpus: "c", Gold: Gold{HasText: true, Text: fmt.Sprint("text ", i)}}
	}
	return items
}

func echo(_ context.Context, it *Item) (Prediction, error) {
	return Prediction{Text: it.Gold.Text, Document: []byte(`{"id":"` + it.ID + `"}`)}, nil
}

func TestRunKeepsOrder(t *testing.T) {
	items := numbered(12)
	first := make(chan struct{})
	var others atomic.Int32
	extract := func(ctx context.Context, it *Item) (Prediction, error) {
		if it.ID == "p0" {
			<-first // the first page is done last
		} else if others.Add(1) == 11 {
			close(first)
		}
		return echo(ctx, it)
	}
	var lines bytes.Buffer
	dir := filepath.Join(t.TempDir(), "docs")
	var done []int
	scores, err := Run(t.Context(), items, extract, RunOptions{
		Workers: 4, Predictions: &lines, Documents: dir,
		Progress: func(n, total int) {
			if total != 12 {
				t.Errorf("progress %d of %d", n, total)
			}
			done = append(done, n)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range scores {
		if s.Item != &items[i] || s.Word.F1 != 1 {
			t.Fatalf("score %d is of %v", i, s.Item)
		}
	}
	if len(done) != 12 || done[11] != 12 {
		t.Errorf("progress %v", done)
	}
	got := strings.Split(strings.TrimSpace(lines.String()), "\n")
	if len(got) != 12 || got[0] != `{"id":"p0","text":"text 0","corpus":"c"}` || !strings.Contains(got[11], `"p11"`) {
		t.Errorf("%d predictions, the first %s", len(got), got[0])
	}
	if doc, err := os.ReadFile(filepath.Join(dir, "p7.json")); err != nil || string(doc) != `{"id":"p7"}` {
		t.Errorf("document: %s, %v", doc, err)
	}
}

func TestRunGoesOnAfterBadPages(t *testing.T) {
	broken := errors.New("no such page")
	extract := func(ctx context.Context, it *Item) (Prediction, error) {
		switch it.ID {
		case "p1":
			return Prediction{Text: "text 1"}, broken
		case "p2":
			panic("index out of range")
		}
		return echo(ctx, it)
	}
	var lines bytes.Buffer
	scores, err := Run(t.Context(), numbered(4), extract, RunOptions{Predictions: &lines})
	if err != nil {
		t.Fatal(err)
	}
	if s := Total(scores); s.Failed != 2 || s.Word.F1 != 0.5 {
		t.Errorf("%+v", s)
	}
	if !errors.Is(scores[1].Err, broken) || !strings.Contains(scores[2].Err.Error(), "page p2: panic: index") {
		t.Errorf("%v; %v", scores[1].Err, scores[2].Err)
	}
	if !strings.Contains(lines.String(), `{"id":"p1","text":"","corpus":"c"}`) {
		t.Errorf("a failed page is predicted as %s", lines.String())
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	extract := func(ctx context.Context, it *Item) (Prediction, error) {
		cancel()
		return echo(ctx, it)
	}
	if _, err := Run(ctx, numbered(100), extract, RunOptions{Workers: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestRunReportsWhatCannotBeWritten(t *testing.T) {
	for _, o := range []RunOptions{{Predictions: fullDisk{}}, {Documents: "run_test.go"}} {
		if _, err := Run(t.Context(), numbered(3), echo, o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}

func TestDocumentsOfSameIDInTwoCorpora(t *testing.T) {
	items := []Item{{ID: "x", Corpus: "a"}, {ID: "x", Corpus: "b"}, {ID: "y", Corpus: "b"}}
	dir := t.TempDir()
	if _, err := Run(t.Context(), items, echo, RunOptions{Documents: dir}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a/x.json", "b/x.json", "y.json"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := Run(t.Context(), []Item{{ID: "../x"}}, echo, RunOptions{Documents: dir}); err == nil {
		t.Error("a document was written outside the folder")
	}
}

func TestReadPredictions(t *testing.T) {
	p, err := ReadPredictions(strings.NewReader(`{"id":"a","text":"any"}`+"\n"+`{"id":"a","corpus":"c","text":"c's"}`+"\n"+`{"id":"n","text":null}`), "p.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		corpus, id, want string
		ok               bool
	}{{"c", "a", "c's", true}, {"d", "a", "any", true}, {"c", "n", "", true}, {"c", "b", "", false}} {
		if got, ok := p.For(&Item{ID: c.id, Corpus: c.corpus}); got != c.want || ok != c.ok {
			t.Errorf("%s/%s: %q %v", c.corpus, c.id, got, ok)
		}
	}
	if _, err := ReadPredictions(strings.NewReader("{}\n{\"id\":1}"), "p.jsonl"); err == nil || !strings.Contains(err.Error(), "p.jsonl:2") {
		t.Errorf("%v", err)
	}
}

package classify

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// linksAreGold are pages whose gold is what no model expects: the links under the text, and not the text.
func linksAreGold(t *testing.T, sites ...int) []Example {
	t.Helper()
	var out []Example
	for _, n := range sites {
		v := view(t, newsSite(n, 2))
		shares := make([]float64, len(v.Blocks))
		for b := range v.Blocks {
			if strings.HasPrefix(v.Blocks[b].Text, "Another story") {
				shares[b] = 1
			}
		}
		out = append(out, NewExample(v, shares, string(rune('a'+n)), 1))
	}
	return out
}

// means are the mean scores of the text's blocks and of the links on a page of another site.
func means(t *testing.T, m *Model) (text, links float64) {
	v := view(t, newsSite(9, 4))
	var texts, all float64
	for _, b := range m.Label(v, DefaultOptions()).Blocks {
		switch {
		case strings.HasPrefix(b.Text, "On day"):
			text += b.Score
			texts++
		case strings.HasPrefix(b.Text, "Another story"):
			links += b.Score
			all++
		}
	}
	return text / texts, links / all
}

func TestTeachTurnsLabelsOnOtherSites(t *testing.T) {
	m, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	text, links := means(t, m)
	if text < links {
		t.Fatalf("before: text %.2f, links %.2f", text, links)
	}
	var gaps []float64 // by penalty
	for _, penalty := range []float64{1e6, 10, 0.1} {
		o := DefaultTeachOptions()
		o.Penalty = penalty
		taught, err := m.Teach(context.Background(), linksAreGold(t, 0, 1, 2, 3), 0.75, o)
		if err != nil {
			t.Fatal(err)
		}
		a, b := means(t, taught)
		gaps = append(gaps, b-a)
	}
	if math.Abs(gaps[0]-(links-text)) > 0.01 {
		t.Errorf("with the strongest penalty links lead by %.3f, without teaching by %.3f", gaps[0], links-text)
	}
	if gaps[2] < 0.5 || gaps[1] < gaps[0] || gaps[2] < gaps[1] {
		t.Errorf("links lead text by %.2f with weaker and weaker penalties, taught that they are the content", gaps)
	}
	if again, _ := means(t, m); again != text {
		t.Error("teaching changed the model that it began with")
	}
}

func TestTaughtModelSurvivesAFile(t *testing.T) {
	m, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	var files [2]bytes.Buffer
	var taught *Model
	for i := range files { // equal examples make equal files
		if taught, err = m.Teach(context.Background(), linksAreGold(t, 0, 1), 0.75, DefaultTeachOptions()); err != nil {
			t.Fatal(err)
		}
		if err := taught.Write(&files[i]); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("equal examples gave another model")
	}
	again, err := ReadModel(&files[0])
	if err != nil {
		t.Fatal(err)
	}
	v := view(t, newsSite(9, 4))
	want := taught.Label(v, DefaultOptions()).Blocks
	if diff := cmp.Diff(want, again.Label(v, DefaultOptions()).Blocks); diff != "" {
		t.Errorf("after a file (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff(want, taught.Score(v.Page, nil, nil, nil).Label(DefaultOptions()).Blocks); diff != "" {
		t.Errorf("scored (-labelled +scored):\n%s", diff)
	}
	rows := taught.evidence(v)
	alone := taught.Lesson.correct(taught.Blocks.probabilities(rows), taught.Blocks.cells(rows)) // without the second stage
	for i, b := range taught.Explain(v, DefaultOptions()).Blocks {
		if b.Score != want[i].Score || len(b.Why) != len(Sources)+2 {
			t.Fatalf("explained: score %v for %v, %d reasons", b.Score, want[i].Score, len(b.Why))
		}
		if got := b.Score - effectOf(t, &b, contextName); math.Abs(got-alone[i]) > 1e-9 {
			t.Errorf("explained: %.4f without the second stage, which is %.4f as taught", got, alone[i])
		}
	}
	if !strings.Contains(taught.String(), "taught") {
		t.Error(taught.String())
	}
}

// A block that somebody labelled by hand outweighs others.
func TestTeachWeighsBlocks(t *testing.T) {
	m, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	score := func(count float64) float64 {
		e := linksAreGold(t, 0)
		e[0].Counts = make([]float64, len(e[0].Shares))
		for b := range e[0].Counts {
			if e[0].Counts[b] = 1; e[0].Shares[b] == 1 {
				e[0].Counts[b] = count
			}
		}
		taught, err := m.Teach(context.Background(), e, 0.75, DefaultTeachOptions())
		if err != nil {
			t.Fatal(err)
		}
		_, links := means(t, taught)
		return links
	}
	if once, often := score(1), score(20); often <= once {
		t.Errorf("links counted twenty times score %.3f, once %.3f", often, once)
	}
}

func TestTeachRefuses(t *testing.T) {
	m, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Teach(context.Background(), nil, 0.75, DefaultTeachOptions()); !errors.Is(err, ErrTaught) {
		t.Errorf("no examples: %v", err)
	}
	bad := linksAreGold(t, 0)
	bad[0].Shares = bad[0].Shares[1:]
	if _, err := m.Teach(context.Background(), bad, 0.75, DefaultTeachOptions()); err == nil {
		t.Error("a page with a label too few was taken")
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := m.Teach(stopped, linksAreGold(t, 0), 0.75, DefaultTeachOptions()); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	o := DefaultTeachOptions()
	o.Penalty = -1
	if _, err := m.Teach(context.Background(), linksAreGold(t, 0), 0.75, o); err == nil {
		t.Error("a penalty of -1 was taken")
	}
}

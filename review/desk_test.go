package review_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/review"
	"github.com/mullionhq/mullion/source"
	"github.com/mullionhq/mullion/workspace"
	"github.com/mullionhq/mullion/workspace/workspacetest"
)

// desk has the magazine of testdata, saved as it was rendered, and judges by a method that needs no model.
func desk(t *testing.T) (*review.Desk, config.Config, string) {
	t.Helper()
	w, _, id := workspacetest.Open(t, "../testdata/pages/magazine/page.json.gz")
	d, c := deskOf(t, w)
	return d, c, id
}

func deskOf(t *testing.T, w *workspace.Workspace) (*review.Desk, config.Config) {
	t.Helper()
	c := config.Default()
	c.Method = mullion.VLPS
	return deskBy(t, w, c), c
}

func deskBy(t *testing.T, w *workspace.Workspace, c config.Config) *review.Desk {
	t.Helper()
	cleaner, err := mullion.New(t.Context(), c.Options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cleaner.Close(); err != nil {
			t.Error(err)
		}
	})
	d, err := review.New(w, cleaner, c, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// The open page and its line in the list have the same confidence, by the method that promises one.
func TestConfidenceIsThatOfTheDocument(t *testing.T) {
	w, _, id := workspacetest.Open(t, "../testdata/pages/magazine/page.json.gz")
	c := config.Default()
	d := deskBy(t, w, c)
	for _, c.Method = range []string{mullion.Fused, mullion.VLPS} {
		judged, err := d.Judge(t.Context(), id, c)
		if err != nil {
			t.Fatal(err)
		}
		var listed review.Result
		if err := d.Results(t.Context(), c, false, func(r review.Result) bool { listed = r; return true }); err != nil {
			t.Fatal(err)
		}
		if promises := c.Method == mullion.Fused; (judged.Confidence > 0) != promises || listed.Confidence != judged.Confidence {
			t.Errorf("%s: the page has the confidence %v, in the list %v", c.Method, judged.Confidence, listed.Confidence)
		}
	}
}

// A page that was removed is gone, and another one of its name is itself.
func TestPagesThatAreReplaced(t *testing.T) {
	d, c, id := desk(t)
	before, err := d.Judge(t.Context(), id, c)
	if err != nil {
		t.Fatal(err)
	}
	w := d.Workspace()
	if err := w.Remove(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Judge(t.Context(), id, c); !errors.Is(err, workspace.ErrNoPage) {
		t.Errorf("a page that was removed: %v", err)
	}
	e, err := w.Add(t.Context(), nil, source.Input{Saved: "../testdata/pages/shop/page.json.gz"})
	if err != nil || e.ID != id {
		t.Fatal(e.ID, err)
	}
	if after, err := d.Judge(t.Context(), id, c); err != nil || after.Markdown == before.Markdown {
		t.Errorf("the page is the one before: %v", err)
	}
}

// What one desk labels, such as another server's, is the gold of all, also of a page that they have at hand.
func TestDesksHaveOneGold(t *testing.T) {
	w, _, id := workspacetest.Open(t, "../testdata/pages/magazine/page.json.gz")
	mine, c := deskOf(t, w)
	other, _ := deskOf(t, w)
	score := func(d *review.Desk) (score, base float64) {
		t.Helper()
		j, err := d.Judge(t.Context(), id, c)
		if err != nil {
			t.Fatal(err)
		}
		if j.Score == nil {
			return -1, -1
		}
		return *j.Score, *j.Base
	}
	if got, _ := score(other); got != -1 {
		t.Fatalf("score %v before there is gold", got)
	}
	for block, is := range []bool{true, false} {
		if _, err := mine.Label(t.Context(), id, map[int]bool{block: is}, c); err != nil {
			t.Fatal(err)
		}
		want, wantBase := score(mine)
		if got, base := score(other); got != want || base != wantBase || want < 0 {
			t.Errorf("score %v, base %v; the other desk has %v, %v", got, base, want, wantBase)
		}
	}
	for range 2 {
		if _, err := mine.Undo(t.Context(), id, c); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := score(other); got != -1 {
		t.Errorf("score %v after the gold was taken back", got)
	}
}

// Desks of one workspace, such as of two servers, lose no label that both give at once.
func TestDesksLoseNoLabels(t *testing.T) {
	w, _, id := workspacetest.Open(t, "../testdata/pages/magazine/page.json.gz")
	const labels = 10
	var wg sync.WaitGroup
	for i := range 2 {
		d, c := deskOf(t, w)
		wg.Go(func() {
			for n := range labels {
				if _, err := d.Label(t.Context(), id, map[int]bool{2*n + i: true}, c); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if history, err := w.History(id); err != nil || len(history) != 2*labels {
		t.Errorf("%d labels, want %d: %v", len(history), 2*labels, err)
	}
	if list, err := w.List(); err != nil || len(list) != 1 {
		t.Errorf("the lock is among the pages: %+v, %v", list, err)
	}
}

// Where no label was given there is none to take back or to give back, and the answer is labels all the same.
func TestUndoOfNothing(t *testing.T) {
	d, c, id := desk(t)
	for _, ask := range []func(context.Context, string, config.Config) (*workspace.Labels, error){d.Undo, d.Redo} {
		labels, err := ask(t.Context(), id, c)
		if err != nil || labels == nil || labels.Undo || labels.Redo || labels.Content != nil || labels.Judged == nil || labels.Regions == nil {
			t.Errorf("%+v, %v", labels, err)
		}
	}
	if history, err := d.Workspace().History(id); err != nil || len(history) != 0 {
		t.Errorf("%+v, %v", history, err)
	}
}

// Labels by hand begin with those that are seen, become the gold, and are taken back one by one, down to the first.
func TestLabelsBecomeGold(t *testing.T) {
	d, c, id := desk(t)
	before, err := d.Judge(t.Context(), id, c)
	if err != nil || before.Score != nil {
		t.Fatalf("%v %v: a page without gold has no score", err, before)
	}
	on, off := strings.IndexByte(before.Labels, '0'), strings.IndexByte(before.Labels, '1')
	if _, err := d.Label(t.Context(), id, map[int]bool{off: false}, c); err != nil {
		t.Fatal(err)
	}
	labels, err := d.Label(t.Context(), id, map[int]bool{on: true}, c)
	if err != nil || len(labels.Content) != strings.Count(before.Labels, "1") || len(labels.Judged) != 2 {
		t.Fatalf("%v %+v", err, labels)
	}
	after, err := d.Judge(t.Context(), id, c)
	if err != nil || after.Score == nil || *after.Score >= 1 || after.Labels != before.Labels {
		t.Fatalf("%v: the score is %v, and labels are still the settings'", err, after.Score)
	}
	gold := func() string {
		items, err := d.Workspace().Items()
		if err != nil || len(items) != 1 {
			t.Fatal(items, err)
		}
		return items[0].Gold.Text
	}
	text := gold()
	if _, err = d.Undo(t.Context(), id, c); err != nil || gold() == text {
		t.Errorf("%v: the label that was taken back is in the gold", err)
	}
	if again, err := d.Redo(t.Context(), id, c); err != nil || !slices.Equal(again.Content, labels.Content) || gold() != text {
		t.Errorf("%v: given back are %+v, not %+v", err, again, labels)
	}
	for range 3 { // once more than there is to take back
		if labels, err = d.Undo(t.Context(), id, c); err != nil {
			t.Fatal(err)
		}
	}
	if after, err = d.Judge(t.Context(), id, c); err != nil || after.Score != nil || labels.Undo || len(labels.Judged) != 0 || labels.Content != nil {
		t.Errorf("%v: after everything was taken back the score is %v and the labels are %+v", err, after.Score, labels)
	}
	if items, err := d.Workspace().Items(); err != nil || len(items) != 0 {
		t.Errorf("%v: what the settings label would be the gold of %d pages", err, len(items))
	}
	if _, err := d.Label(t.Context(), id, map[int]bool{len(before.Labels): true}, c); err == nil {
		t.Error("a block that is not there was labelled")
	}
}

// Labels that a version of the program gave which cut the page otherwise are those of the same texts.
func TestLabelsOfAnotherVersion(t *testing.T) {
	d, c, id := desk(t)
	before, err := d.Label(t.Context(), id, map[int]bool{3: true, 5: false}, c)
	if err != nil {
		t.Fatal(err)
	}
	w := d.Workspace()
	history, err := w.History(id)
	if err != nil {
		t.Fatal(err)
	}
	a := workspace.Action{Cut: history[0].Cut[1:], Base: []int{}, Set: map[int]bool{2: true, 4: false}} // without the first block
	for _, b := range history[0].Base {
		a.Base = append(a.Base, b-1)
	}
	gold := strings.Join(contentTexts(t, d, id, before), "\n")
	if err := w.SetLabels(id, []workspace.Action{a}, workspace.Gold{Text: &gold}); err != nil {
		t.Fatal(err)
	}
	p, err := d.Page(id)
	if err != nil || !reflect.DeepEqual(p.Labels, before) {
		t.Errorf("%v: %+v, want %+v", err, p.Labels, before)
	}
}

func contentTexts(t *testing.T, d *review.Desk, id string, labels *workspace.Labels) (texts []string) {
	t.Helper()
	p, err := d.Page(id)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range labels.Content {
		texts = append(texts, p.Texts[b])
	}
	return texts
}

// Other settings are compared with the desk's own, page by page.
func TestResultsAgainstTheServersSettings(t *testing.T) {
	d, c, id := desk(t)
	if _, err := d.Label(t.Context(), id, map[int]bool{0: false}, c); err != nil {
		t.Fatal(err)
	}
	c.Regions.Fixed.Header = 3000
	var all []review.Result
	if err := d.Results(t.Context(), c, false, func(r review.Result) bool { all = append(all, r); return true }); err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 || all[0].ID != id || all[0].Error != "" || *all[0].Base != 1 || *all[0].Score >= 1 {
		t.Errorf("%+v", all)
	}
	judged, err := d.Judge(t.Context(), id, c)
	if err != nil || judged.Thresholds.Header != 3000 || *judged.Score != *all[0].Score || *judged.Base != 1 {
		t.Errorf("%v %+v", err, judged)
	}
	if head := judged.Tints["header"]; len(head) != 1 || head[0][3] != 3000 {
		t.Errorf("the header's tint is %v", head)
	}
}

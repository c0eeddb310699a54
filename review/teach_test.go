package review_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/review"
	"github.com/mullionhq/mullion/source"
	"github.com/mullionhq/mullion/study"
	"github.com/mullionhq/mullion/workspace"
	"github.com/mullionhq/mullion/workspace/workspacetest"
)

// shops has pages of so many sites, two each, on which every model takes the description for the content; open opens a
// desk on the same folder again.
func shops(t *testing.T, sites int) (w *workspace.Workspace, open func() (*review.Desk, config.Config)) {
	t.Helper()
	w, err := workspace.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for n := range sites {
		for k := range 2 {
			p, err := page.Parse([]byte(shop(n, k)), page.ParseOptions{URL: fmt.Sprintf("https://shop%d.example/%d", n, k)})
			if err != nil {
				t.Fatal(err)
			}
			file := fmt.Sprintf("%s/shop%d-%d%s", t.TempDir(), n, k, source.SavedSuffix)
			f, err := os.Create(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(p.Save(f), f.Close()); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Add(t.Context(), nil, source.Input{Saved: file}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return w, func() (*review.Desk, config.Config) {
		c := config.Default()
		cleaner, err := mullion.New(t.Context(), c.Options)
		if err != nil {
			t.Fatal(err)
		}
		d, err := review.New(w, cleaner, c, 10)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			d.Close()
			if err := cleaner.Close(); err != nil {
				t.Error(err)
			}
		})
		return d, c
	}
}

const praise = "What buyers say of it"

func shop(n, k int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<title>Kettle %d-%d</title><ul><li><a href=/>Home</a><li><a href=/all>All kettles</a></ul><h1>Kettle %d-%d</h1><div>", n, k, n, k)
	for i := range 5 {
		fmt.Fprintf(&b, "<p>The kettle number %d of series %d holds %d litres, boils them in two minutes, and keeps them warm for the rest of the evening.</p>", k, n, i+1)
	}
	b.WriteString("</div><div class=related><ul>")
	for i := range 6 + n {
		fmt.Fprintf(&b, "<li><a href=/r%d>%s: kettle %d, as seen here</a></li>", i, praise, i)
	}
	fmt.Fprintf(&b, "</ul></div><div>© 20%02d All rights reserved.</div>", n+10)
	return b.String()
}

// labelPraise labels all blocks of a page: only the praise is content.
func labelPraise(t *testing.T, d *review.Desk, c config.Config, id string) {
	t.Helper()
	p, err := d.Page(id)
	if err != nil {
		t.Fatal(err)
	}
	set := map[int]bool{}
	for b, text := range p.Texts {
		set[b] = strings.HasPrefix(text, praise)
	}
	if _, err := d.Label(t.Context(), id, set, c); err != nil {
		t.Fatal(err)
	}
}

// run waits for a job to end.
func run(t *testing.T, d *review.Desk, kind string, c config.Config) *review.Training {
	t.Helper()
	var got *review.Training
	synctest.Test(t, func(t *testing.T) {
		if err := d.Start(context.Background(), kind, c); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
	})
	got, err := d.Training()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestLabelsTeachAModelThatIsUsedOnceAccepted(t *testing.T) {
	w, open := shops(t, 3)
	d, c := open()
	const unlabelled = "shop2-1"
	for _, id := range []string{"shop0-0", "shop0-1", "shop1-0", "shop1-1", "shop2-0"} {
		labelPraise(t, d, c, id)
	}
	before, err := d.Judge(t.Context(), unlabelled, c)
	if err != nil {
		t.Fatal(err)
	}
	got := run(t, d, review.Train, c)
	e := got.Proposed
	if got.Job.Error != "" || e == nil || got.Taught {
		t.Fatalf("%+v", got)
	}
	if e.Pages != 5 || e.Sites != 3 || !e.BySite || e.Parts != 3 || e.Old != e.Base || e.New < e.Old+0.3 || e.Low <= 0 || e.Low > e.New-e.Old || e.High < e.New-e.Old {
		t.Errorf("%+v", e)
	}
	if e.Hand.Blocks != e.Labels || e.Hand.New <= e.Hand.Old {
		t.Errorf("labels by hand: %+v of %d", e.Hand, e.Labels)
	}
	labels := func(d *review.Desk) string {
		t.Helper()
		j, err := d.Judge(t.Context(), unlabelled, c)
		if err != nil {
			t.Fatal(err)
		}
		return j.Labels
	}
	if labels(d) != before.Labels {
		t.Error("labels changed before the model was accepted")
	}
	scores := func() (score, base float64) {
		t.Helper()
		j, err := d.Judge(t.Context(), "shop0-0", c)
		if err != nil {
			t.Fatal(err)
		}
		return *j.Score, *j.Base
	}
	_, was := scores()
	if err := d.Accept(t.Context()); err != nil {
		t.Fatal(err)
	}
	if score, base := scores(); score != base || base <= was {
		t.Errorf("by the model that was accepted a page has the score %v, beside %v by the same settings, which was %v", score, base, was)
	}
	after := labels(d)
	p, err := d.Page(unlabelled)
	if err != nil {
		t.Fatal(err)
	}
	for b, text := range p.Texts {
		if is := after[b] == '1'; is != strings.HasPrefix(text, praise) {
			t.Errorf("block %d, %q: content %v", b, text, is)
		}
	}
	again, _ := open()
	if labels(again) != after {
		t.Error("opened again, the workspace does not use the model that was accepted")
	}
	model, err := again.Model()
	if err != nil {
		t.Fatal(err)
	}
	m, err := mullion.OpenModel(model)
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := w.Page(unlabelled)
	if err != nil {
		t.Fatal(err)
	}
	for b, block := range mullion.Judge(loaded, m, c.Options).Blocks {
		if block.Content != (after[b] == '1') {
			t.Errorf("by the file, block %d: content %v", b, block.Content)
		}
	}
	next := run(t, again, review.Evaluate, c)
	if e := next.Report; !next.Taught || len(next.History) != 2 || e.Old < e.Base+0.3 || !e.Rows[0].Seen {
		t.Errorf("evaluated after that: %+v", next)
	}
	if err := again.Return(t.Context()); err != nil {
		t.Fatal(err)
	}
	if labels(again) != before.Labels {
		t.Error("taken back, the model is still used")
	}
}

func TestOneSiteIsHeldApartByPages(t *testing.T) {
	_, open := shops(t, 1)
	d, c := open()
	if got := run(t, d, review.Evaluate, c); !strings.Contains(got.Job.Error, study.ErrFewPages.Error()) {
		t.Errorf("without gold: %+v", got.Job)
	}
	labelPraise(t, d, c, "shop0-0")
	labelPraise(t, d, c, "shop0-1")
	got := run(t, d, review.Evaluate, c)
	if e := got.Report; e == nil || e.BySite || e.Sites != 1 || e.Parts != 2 || got.Proposed != nil {
		t.Errorf("%+v", got)
	}
	if err := d.Accept(t.Context()); !errors.Is(err, workspace.ErrNoModel) {
		t.Errorf("accepted what was not trained: %v", err)
	}
}

func TestOneJobAtATimeAndItStops(t *testing.T) {
	_, open := shops(t, 1)
	d, c := open()
	labelPraise(t, d, c, "shop0-0")
	labelPraise(t, d, c, "shop0-1")
	if err := d.Cancel(); !errors.Is(err, review.ErrIdle) {
		t.Errorf("nothing runs: %v", err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel() // so that it does not end before it is asked to
	if err := d.Start(stopped, review.Train, c); err != nil {
		t.Fatal(err)
	}
	d.Close()
	got, err := d.Training()
	if err != nil || got.Job.Running || !got.Job.Stopped || got.Proposed != nil || len(got.History) != 0 {
		t.Errorf("%v: %+v", err, got)
	}
}

// Pages with files that are gone or damaged are passed over with a word; the others teach.
func TestTeachingPassesOverBrokenPages(t *testing.T) {
	w, open := shops(t, 4)
	d, c := open()
	for _, id := range []string{"shop0-0", "shop0-1", "shop1-0", "shop1-1", "shop2-0", "shop2-1", "shop3-0"} {
		labelPraise(t, d, c, id)
	}
	for _, file := range []string{"shop0-0/page.json.gz", "shop1-0/gold.txt"} {
		if err := os.Remove(filepath.Join(w.Dir(), "pages", file)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(w.Dir(), "pages", "shop3-0", "info.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := run(t, d, review.Evaluate, c)
	if got.Job.Error != "" || got.Report == nil || got.Report.Pages != 4 || len(got.Report.Broken) != 3 {
		t.Fatalf("%+v", got)
	}
	for i, want := range []string{"mullion workspace remove shop3-0 ", "mullion workspace remove shop0-0 ", "shop1-0 has no gold.txt"} {
		if !strings.Contains(got.Report.Broken[i], want) {
			t.Errorf("no %q in %q", want, got.Report.Broken[i])
		}
	}
}

// Gold that pages came with teaches as labels by hand do. Where it is not on its page it teaches nothing, and is counted.
func TestGoldWithoutLabelsTeaches(t *testing.T) {
	w, open := shops(t, 3)
	d, c := open()
	list, err := w.List()
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range list {
		p, err := d.Page(e.ID)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(slices.DeleteFunc(p.Texts, func(text string) bool { return !strings.HasPrefix(text, praise) }), "\n")
		if i == 0 {
			text = "These words stand on another page."
		}
		if err := w.SetLabels(e.ID, nil, workspace.Gold{Text: &text}); err != nil {
			t.Fatal(err)
		}
	}
	got := run(t, d, review.Evaluate, c)
	if e := got.Report; e == nil || e.Pages != 6 || e.Left != 1 || e.Labels != 0 || e.Hand.Blocks != 0 || e.New < e.Old+0.3 {
		t.Errorf("%+v, %+v", got.Job, got.Report)
	}
}

// The first label on a page that came with gold begins with what that gold says, not with what the settings do.
func TestLabelsBeginWithTheGold(t *testing.T) {
	w, open := shops(t, 1)
	d, c := open()
	const id = "shop0-0"
	p, err := d.Page(id)
	if err != nil {
		t.Fatal(err)
	}
	var want, related []int
	for b, text := range p.Texts {
		if strings.HasPrefix(text, praise) {
			related = append(related, b)
		}
	}
	want = append(want, related[1:]...)
	gold := strings.Join(p.Texts[related[0]:related[len(related)-1]+1], "\n")
	if err := w.SetLabels(id, nil, workspace.Gold{Text: &gold}); err != nil {
		t.Fatal(err)
	}
	labels, err := d.Label(t.Context(), id, map[int]bool{related[0]: false}, c)
	if err != nil || !slices.Equal(labels.Content, want) || !slices.Equal(labels.Judged, related[:1]) {
		t.Fatalf("%v: %+v, want the content %v", err, labels, want)
	}
	if _, err := d.Undo(t.Context(), id, c); err != nil {
		t.Fatal(err)
	}
	if items, err := w.Items(); err != nil || len(items) != 1 || items[0].Gold.Text != gold {
		t.Errorf("%v: taken back, the gold is not the one that the page came with: %+v", err, items)
	}
}

// Evidence tells why a block is content, the strongest first.
func TestWhy(t *testing.T) {
	_, open := shops(t, 1)
	d, c := open()
	p, err := d.Page("shop0-0")
	if err != nil {
		t.Fatal(err)
	}
	for b := range p.Texts {
		why, err := d.Why(t.Context(), "shop0-0", b, c)
		if err != nil || len(why) == 0 {
			t.Errorf("block %d: %v, %v", b, why, err)
		}
		if !slices.IsSortedFunc(why, func(x, y classify.Effect) int { return cmp.Compare(math.Abs(y.Effect), math.Abs(x.Effect)) }) {
			t.Errorf("block %d: the strongest is not the first: %v", b, why)
		}
	}
	for _, none := range []int{-1, len(p.Texts)} {
		if _, err := d.Why(t.Context(), "shop0-0", none, c); !errors.Is(err, review.ErrNoBlock) {
			t.Errorf("block %d: %v", none, err)
		}
	}
}

// Regions by hand are gold boxes that eval scores, and undo takes them back.
func TestRegionsByHand(t *testing.T) {
	d, c, id := desk(t)
	j, err := d.Judge(t.Context(), id, c)
	if err != nil || j.Placed != nil {
		t.Fatalf("%v: region accuracy %v without gold", err, j.Placed)
	}
	center := strings.IndexByte(j.Regions, 'c')
	labels, err := d.Place(t.Context(), id, map[int]regions.Name{center: regions.Center}, c)
	if err != nil || labels.Content != nil || labels.Regions[center] != regions.Center {
		t.Fatalf("%v: %+v", err, labels)
	}
	if j, err = d.Judge(t.Context(), id, c); err != nil || j.Placed == nil || *j.Placed != 1 || j.Score != nil {
		t.Fatalf("%v: %+v", err, j)
	}
	if _, err = d.Place(t.Context(), id, map[int]regions.Name{center: regions.Footer}, c); err != nil {
		t.Fatal(err)
	}
	if j, err = d.Judge(t.Context(), id, c); err != nil || *j.Placed != 0 {
		t.Fatalf("%v: %+v", err, j)
	}
	items, err := d.Workspace().Items()
	if err != nil || len(items) != 1 {
		t.Fatalf("%v: %d items", err, len(items))
	}
	p, err := (&study.Loader{}).Rendered(t.Context(), &items[0])
	if err != nil {
		t.Fatal(err)
	}
	score := eval.Scorer{}.Page(&items[0], study.Predict(mullion.Judge(p, nil, c.Options)))
	if score.Word != nil || score.Regions == nil || score.Regions.Right != 0 || score.Regions.All == 0 {
		t.Errorf("scored as a corpus: %+v", score)
	}
	for range 2 {
		if labels, err = d.Undo(t.Context(), id, c); err != nil {
			t.Fatal(err)
		}
	}
	if j, err = d.Judge(t.Context(), id, c); err != nil || j.Placed != nil || labels.Undo {
		t.Errorf("%v: taken back, region accuracy is %v", err, j.Placed)
	}
	for _, bad := range []map[int]regions.Name{{-1: regions.Left}, {center: regions.None}} {
		if _, err := d.Place(t.Context(), id, bad, c); !errors.Is(err, review.ErrLabels) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

// Methods vote on every block; where half of them disagree the entropy is a bit.
func TestVotes(t *testing.T) {
	d, c, id := desk(t)
	v, err := d.Votes(t.Context(), id, c)
	if err != nil || len(v.Methods) < 4 || len(v.Labels) != len(v.Methods) {
		t.Fatalf("%v: %v", err, v.Methods)
	}
	for b, doubt := range v.Doubt {
		same := true
		for _, l := range v.Labels {
			same = same && l[b] == v.Labels[0][b]
		}
		if same != (doubt == 0) || doubt < 0 || doubt > 1 {
			t.Errorf("block %d: doubt %v", b, doubt)
		}
	}
	var all []review.Result
	if err := d.Results(t.Context(), c, true, func(r review.Result) bool { all = append(all, r); return true }); err != nil {
		t.Fatal(err)
	}
	if all[0].Disagree == nil || *all[0].Disagree <= 0 || *all[0].Disagree >= 1 {
		t.Errorf("%+v", all[0])
	}
}

// A model that this build cannot read is no dead end.
func TestUnusableModelSaysTheWayOut(t *testing.T) {
	w, _, _ := workspacetest.Open(t, "../testdata/pages/magazine/page.json.gz")
	if err := errors.Join(w.Propose(t.Context(), []byte("no model"), []byte("{}")), w.Accept(t.Context(), "builtin")); err != nil {
		t.Fatal(err)
	}
	_, err := review.New(w, nil, config.Default(), 1)
	if err == nil || !strings.Contains(err.Error(), "history.jsonl to go on without it") {
		t.Errorf("%v", err)
	}
}

// Labels of blocks that a page does not have stop neither the server nor the lesson: the page is passed over.
func TestLabelsOfOtherBlocks(t *testing.T) {
	w, open := shops(t, 2)
	d, c := open()
	list, err := w.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		labelPraise(t, d, c, e.ID)
	}
	id := list[0].ID
	history, err := w.History(id)
	if err != nil {
		t.Fatal(err)
	}
	gold := praise
	for want, other := range map[string][]workspace.Action{
		"block 9999":   append(history, workspace.Action{Set: map[int]bool{9999: true}}),
		"word F1 0.00": {{Base: []int{0}, Set: map[int]bool{0: true}}}, // as older versions left it
	} {
		if err := w.SetLabels(id, other, workspace.Gold{Text: &gold}); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Label(t.Context(), id, map[int]bool{0: true}, c); !errors.Is(err, workspace.ErrBroken) {
			t.Errorf("labelling: %v", err)
		}
		if _, err := d.Page(id); !errors.Is(err, workspace.ErrBroken) {
			t.Errorf("the page: %v", err)
		}
		got := run(t, d, review.Evaluate, c)
		if got.Job.Error != "" || got.Report == nil || got.Report.Pages != len(list)-1 || len(got.Report.Broken) != 1 || !strings.Contains(got.Report.Broken[0], want) {
			t.Errorf("%+v, %+v", got.Job, got.Report)
		}
	}
}

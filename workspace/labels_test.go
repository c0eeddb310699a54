package workspace_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/workspace"
	"github.com/mullionhq/mullion/workspace/workspacetest"
)

// Taking back as many labels as were given leaves what there was before, whatever was given, and so does giving them back.
func TestUndoLeavesWhatWasBefore(t *testing.T) {
	set := rapid.MapOfN(rapid.IntRange(0, 9), rapid.Bool(), 1, 4)
	rapid.Check(t, func(t *rapid.T) {
		history := []workspace.Action{{Base: rapid.SliceOfNDistinct(rapid.IntRange(0, 9), 1, 5, rapid.ID).Draw(t, "base"), Set: set.Draw(t, "first")}}
		for _, s := range rapid.SliceOfN(set, 0, 4).Draw(t, "before") {
			history = append(history, workspace.Action{Set: s})
		}
		want := workspace.Replay(history, nil)
		later := rapid.SliceOfN(set, 0, 4).Draw(t, "after")
		for i, s := range later {
			a := workspace.Action{Set: s}
			if i%2 == 1 {
				a = workspace.Action{Regions: map[int]regions.Name{i: regions.Left}}
			}
			history = append(history, a)
		}
		all := workspace.Replay(history, nil)
		for range later {
			history = append(history, workspace.Action{Undo: true})
		}
		want.Redo = len(later) > 0
		if got := workspace.Replay(history, nil); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, want %+v", got, want)
		}
		for range later {
			history = append(history, workspace.Action{Redo: true})
		}
		if got := workspace.Replay(history, nil); !reflect.DeepEqual(got, all) {
			t.Fatalf("given back: %+v, want %+v", got, all)
		}
	})
}

// Where no label of content stands, a page has the gold that it came with, or none, whatever it had in between.
func TestGoldWithoutLabelsIsWhatThePageCameWith(t *testing.T) {
	w, dir, id := workspacetest.Open(t, "../testdata/pages/magazine/page.json.gz")
	gold := filepath.Join(dir, "pages", id, "gold.txt")
	first := workspace.Action{Base: []int{}, Set: map[int]bool{2: false}}
	label := func() {
		t.Helper()
		byHand := "by hand"
		if err := w.SetLabels(id, []workspace.Action{first}, workspace.Gold{Text: &byHand}); err != nil {
			t.Fatal(err)
		}
		if e, err := w.Entry(id); err != nil || !e.Gold || text(t, gold) != byHand {
			t.Fatalf("%v %+v: labels are no gold", err, e)
		}
	}
	undo := func() {
		t.Helper()
		if err := w.SetLabels(id, []workspace.Action{first, {Undo: true}}, workspace.Gold{}); err != nil {
			t.Fatal(err)
		}
	}
	label()
	undo()
	if e, err := w.Entry(id); err != nil || e.Gold || text(t, gold) != "" {
		t.Errorf("%v %+v: there is gold %q", err, e, text(t, gold))
	}

	// the same page, had it come with gold
	info := filepath.Join(dir, "pages", id, "info.json")
	if err := errors.Join(
		os.Remove(filepath.Join(dir, "pages", id, "history.jsonl")), os.WriteFile(gold, []byte("its own"), 0o600),
		os.WriteFile(info, []byte(strings.Replace(text(t, info), `"gold": false`, `"gold": true`, 1)), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		label()
		undo()
		if e, err := w.Entry(id); err != nil || !e.Gold || text(t, gold) != "its own" {
			t.Errorf("%v %+v: the gold is %q", err, e, text(t, gold))
		}
	}
}

// A page is one of a corpus where it has gold, of either kind: its text, and boxes by hand or else those that it came with.
func TestItems(t *testing.T) {
	w, dir, id := workspacetest.Open(t, "../testdata/pages/magazine/page.json.gz")
	file := func(name string) string { return filepath.Join(dir, "pages", id, name) }
	holds := func(when, text string, boxes map[regions.Name][]page.Box) {
		t.Helper()
		items, err := w.Items()
		if err != nil || len(items) > 1 || (len(items) == 0) != (text == "" && boxes == nil) {
			t.Fatalf("%s: %d items, %v", when, len(items), err)
		}
		if len(items) == 0 {
			return
		}
		if gold := items[0].Gold; gold.HasText != (text != "") || gold.Text != text || !reflect.DeepEqual(items[0].Layout.Boxes, boxes) {
			t.Errorf("%s: %+v, %+v", when, gold, items[0].Layout)
		}
	}
	set := func(gold workspace.Gold) {
		t.Helper()
		if err := w.SetLabels(id, []workspace.Action{{Base: []int{}, Set: map[int]bool{2: true}}}, gold); err != nil {
			t.Fatal(err)
		}
	}
	holds("without gold", "", nil)
	words := "by hand"
	came := map[regions.Name][]page.Box{regions.Footer: {{X: 1, Y: 2, W: 3, H: 4}}}
	byHand := map[regions.Name][]page.Box{regions.Header: {{X: 5, Y: 6, W: 7, H: 8}}}
	set(workspace.Gold{Boxes: byHand})
	holds("boxes alone", "", byHand)
	info := strings.Replace(text(t, file("info.json")), "{", `{"boxes":{"footer":[{"x":1,"y":2,"w":3,"h":4}]},`, 1)
	if err := os.WriteFile(file("info.json"), []byte(info), 0o600); err != nil {
		t.Fatal(err)
	}
	holds("boxes by hand beside others", "", byHand)
	set(workspace.Gold{Text: &words})
	holds("text, and the boxes that the page came with", words, came)
	if err := os.WriteFile(file("boxes.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Items(); !errors.Is(err, workspace.ErrBroken) || !strings.Contains(err.Error(), "remove the file and label the regions again") {
		t.Errorf("broken boxes: %v", err)
	}
}

// A folder is taken for a workspace where it has a page.
func TestWhatIsAWorkspace(t *testing.T) {
	w, dir, id := workspacetest.Open(t, "../testdata/pages/magazine/page.json.gz")
	if !workspace.Is(dir) || workspace.Is(filepath.Join(dir, "pages")) || workspace.Is(filepath.Join(dir, "none")) {
		t.Error("it is not told from its parts")
	}
	if err := w.Remove(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if workspace.Is(dir) {
		t.Error("it has no page any more")
	}
	if _, err := workspace.Open(dir); err != nil {
		t.Errorf("without pages it can be opened: %v", err)
	}
	if _, err := workspace.Open(t.TempDir()); !errors.Is(err, workspace.ErrNone) || !strings.Contains(err.Error(), "mullion workspace add") {
		t.Errorf("any folder: %v", err)
	}
}

// text is a file's, "" where it is not there.
func text(t *testing.T, file string) string {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(raw)
}

func TestReplay(t *testing.T) {
	got := workspace.Replay([]workspace.Action{{Base: []int{1, 2}, Set: map[int]bool{2: false, 5: true}}, {Set: map[int]bool{1: true}}}, nil)
	if want := (&workspace.Labels{Content: []int{1, 5}, Judged: []int{1, 2, 5}, Regions: map[int]regions.Name{}, Undo: true}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	got = workspace.Replay([]workspace.Action{{Base: []int{1}, Set: map[int]bool{2: true}}, {Undo: true}, {Base: []int{}, Set: map[int]bool{3: true}}}, nil)
	if want := (&workspace.Labels{Content: []int{3}, Judged: []int{3}, Regions: map[int]regions.Name{}, Undo: true}); !reflect.DeepEqual(got, want) {
		t.Errorf("labelled anew: %+v, want %+v", got, want)
	}
}

// Redo gives back what undo took, in turn, until another label is given.
func TestReplayOfRedo(t *testing.T) {
	first, second := workspace.Action{Base: []int{}, Set: map[int]bool{1: true}}, workspace.Action{Regions: map[int]regions.Name{2: regions.Left}}
	undo, redo := workspace.Action{Undo: true}, workspace.Action{Redo: true}
	one := workspace.Labels{Content: []int{1}, Judged: []int{1}, Regions: map[int]regions.Name{}, Undo: true}
	both := workspace.Labels{Content: []int{1}, Judged: []int{1}, Regions: second.Regions, Undo: true}
	with := func(l workspace.Labels, more bool) workspace.Labels { l.Redo = more; return l }
	for _, test := range []struct {
		name  string
		after []workspace.Action
		want  workspace.Labels
	}{
		{"undone", []workspace.Action{undo}, with(one, true)},
		{"given back", []workspace.Action{undo, redo}, both},
		{"one of two", []workspace.Action{undo, undo, redo}, with(one, true)},
		{"more than was taken", []workspace.Action{undo, undo, undo, redo, redo, redo}, both},
		{"undone again", []workspace.Action{undo, redo, undo}, with(one, true)},
		{"another label since", []workspace.Action{undo, undo, first, redo}, one},
	} {
		if got := workspace.Replay(append([]workspace.Action{first, second}, test.after...), nil); !reflect.DeepEqual(*got, test.want) {
			t.Errorf("%s: %+v, want %+v", test.name, *got, test.want)
		}
	}
}

// Labels are carried over to the blocks of another cut: of a block that is in parts now both have its label, and one that
// is joined to the block before has that one's. What was labelled in either cut is told in the other.
func TestLabelsOfAnotherCut(t *testing.T) {
	before := workspace.Cut{10, 20, 25, 30, 40}
	now := workspace.Cut{10, 15, 20, 30} // the first is in parts, the last two are joined, and the hidden one at 25 is visible
	history := workspace.Append(nil, workspace.Action{Base: []int{0, 3}, Set: map[int]bool{0: true, 4: true}}, before)
	history = workspace.Append(history, workspace.Action{Set: map[int]bool{2: true}, Regions: map[int]regions.Name{3: regions.Left}}, now)
	history = workspace.Append(history, workspace.Action{Set: map[int]bool{1: false}}, now)
	if history[0].Cut == nil || history[1].Cut == nil || history[2].Cut != nil {
		t.Errorf("a cut stands where it changes: %v", history)
	}
	for _, test := range []struct {
		cut  workspace.Cut
		want workspace.Labels
	}{
		{now, workspace.Labels{Content: []int{0, 2, 3}, Judged: []int{0, 1, 2}, Regions: map[int]regions.Name{3: regions.Left}, Undo: true}},
		{before, workspace.Labels{Content: []int{0, 1, 2, 3, 4}, Judged: []int{0, 1, 2, 4}, Regions: map[int]regions.Name{3: regions.Left, 4: regions.Left}, Undo: true}},
	} {
		if got := workspace.Replay(history, test.cut); !reflect.DeepEqual(*got, test.want) {
			t.Errorf("%v: %+v, want %+v", test.cut, *got, test.want)
		}
	}
	old := workspace.Append([]workspace.Action{{Set: map[int]bool{1: true}}}, workspace.Action{Undo: true}, before)
	if !reflect.DeepEqual(old[0].Cut, before) || old[1].Cut != nil {
		t.Errorf("a history of old is not said to be of the cut that it is taken for: %v", old)
	}
}

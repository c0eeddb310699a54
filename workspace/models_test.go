package workspace_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/mullionhq/mullion/source"
	"github.com/mullionhq/mullion/workspace"
	"github.com/mullionhq/mullion/workspace/workspacetest"
)

// A proposed model is used once it was accepted, by those who began with the same base, and no longer when it was taken
// back; another opening of the folder finds the same.
func TestModelsAreAcceptedAndTakenBack(t *testing.T) {
	dir := t.TempDir()
	w, err := workspace.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	holds := func(base, want string) {
		t.Helper()
		again, err := workspace.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		file, info, err := again.InUse(base)
		if err != nil || (file == "") != (want == "") {
			t.Fatalf("in use upon %s: %q, %v", base, file, err)
		}
		if file == "" {
			return
		}
		if raw, err := os.ReadFile(file); err != nil || string(raw) != want || string(info) != "about "+want {
			t.Errorf("in use is %q (%s), %v; want %q", raw, info, err, want)
		}
	}
	propose := func(model string) {
		t.Helper()
		if err := w.Propose(t.Context(), []byte(model), []byte("about "+model)); err != nil {
			t.Fatal(err)
		}
	}
	accept := func() {
		t.Helper()
		if err := w.Accept(t.Context(), "builtin"); err != nil {
			t.Fatal(err)
		}
	}
	propose("dropped")
	holds("builtin", "")
	if err := w.Reject(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, act := range []func() error{func() error { return w.Reject(t.Context()) }, func() error { return w.Accept(t.Context(), "builtin") }, func() error { return w.Return(t.Context(), "builtin") }} {
		if err := act(); !errors.Is(err, workspace.ErrNoModel) {
			t.Errorf("nothing to decide: %v", err)
		}
	}
	propose("first")
	accept()
	holds("builtin", "first")
	holds("another.model", "")
	propose("never seen")
	propose("second")
	accept()
	holds("builtin", "second")
	propose("waits")
	for _, want := range []string{"first", ""} {
		if err := w.Return(t.Context(), "builtin"); err != nil {
			t.Fatal(err)
		}
		holds("builtin", want)
	}
	if info, err := w.Proposed(); err != nil || string(info) != "about waits" {
		t.Errorf("what waits: %s, %v", info, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "models", ".*.tmp")); left != nil {
		t.Errorf("left over: %v", left)
	}
}

// A base is the file, however it is written; models of other bases are told, and those taken back are not.
func TestABaseHasManySpellings(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "my.model")
	if err := errors.Join(os.WriteFile(file, nil, 0o644), os.Symlink(file, filepath.Join(folder, "link.model"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	w, err := workspace.Create("pages")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Propose(t.Context(), []byte("taught"), []byte("about")), w.Accept(t.Context(), "my.model")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(folder)) // where a relative path means another file
	if w, err = workspace.Open(filepath.Join(folder, "pages")); err != nil {
		t.Fatal(err)
	}
	for _, spelling := range []string{file, filepath.Join(filepath.Base(folder), "my.model"), filepath.Join(folder, "..", filepath.Base(folder), "link.model")} {
		found, _, err := w.InUse(spelling)
		others, failed := w.OtherBases(spelling)
		if err != nil || failed != nil || found == "" || len(others) != 0 {
			t.Errorf("%s: in use is %q, others are %q, %v, %v", spelling, found, others, err, failed)
		}
	}
	for _, another := range []string{"my.model", "builtin"} {
		found, _, err := w.InUse(another)
		others, failed := w.OtherBases(another)
		if err != nil || failed != nil || found != "" || len(others) != 1 || filepath.Base(others[0]) != "my.model" {
			t.Errorf("%s: in use is %q, others are %q, %v, %v", another, found, others, err, failed)
		}
	}
	if err := w.Return(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if others, err := w.OtherBases("builtin"); err != nil || len(others) != 0 {
		t.Errorf("taken back, %q, %v", others, err)
	}
}

// Whoever changes a workspace waits until nobody else does.
func TestWhatChangesAWorkspaceLocksIt(t *testing.T) {
	w, _, id := workspacetest.Open(t, "../testdata/pages/magazine/page.json.gz")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for name, change := range map[string]func() error{
		"add": func() error {
			_, err := w.Add(gone, nil, source.Input{Saved: "../testdata/pages/magazine/page.json.gz"})
			return err
		},
		"remove":          func() error { return w.Remove(gone, id) },
		"propose":         func() error { return w.Propose(gone, nil, nil) },
		"accept":          func() error { return w.Accept(gone, "builtin") },
		"reject":          func() error { return w.Reject(gone) },
		"return":          func() error { return w.Return(gone, "builtin") },
		"add an estimate": func() error { return w.AddEstimate(gone, 1) },
	} {
		if err := change(); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "waiting for another writer") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Estimates that several programs keep at once are all there.
func TestNoEstimateIsLost(t *testing.T) {
	dir := t.TempDir()
	const programs, estimates = 4, 5
	var wg sync.WaitGroup
	for range programs {
		w, err := workspace.Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			for n := range estimates {
				if err := w.AddEstimate(t.Context(), n); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	w, err := workspace.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := workspace.Estimates[int](w); err != nil || len(got) != programs*estimates {
		t.Errorf("%v, %v", got, err)
	}
}

// What was left half accepted does not wait for a decision that cannot be made.
func TestHalfAModelDoesNotWait(t *testing.T) {
	w, err := workspace.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Propose(t.Context(), []byte("model"), []byte("about it")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(w.Dir(), "models", "candidate.model")); err != nil {
		t.Fatal(err)
	}
	if err := w.Accept(t.Context(), "builtin"); err == nil {
		t.Error("half a model was accepted")
	}
	if info, err := w.Proposed(); !errors.Is(err, workspace.ErrNoModel) {
		t.Errorf("what waits: %s, %v", info, err)
	}
	if err := w.Propose(t.Context(), []byte("another"), []byte("about it")); err != nil {
		t.Fatal(err)
	}
	if err := w.Accept(t.Context(), "builtin"); err != nil {
		t.Error(err)
	}
}

// A broken line can be removed, as the error says, also where it is the only one.
func TestBrokenLinesAreNamed(t *testing.T) {
	w, err := workspace.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.AddEstimate(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(w.Dir(), "models", "estimates.jsonl")
	for text, want := range map[string]string{"1\n\n{\n": "estimates.jsonl:3: ", "": "", "\n2\n": ""} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := workspace.Estimates[int](w)
		if want == "" && err != nil || want != "" && (!errors.Is(err, workspace.ErrBroken) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestEstimatesAreKeptInOrder(t *testing.T) {
	w, err := workspace.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		if err := w.AddEstimate(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := workspace.Estimates[int](w); err != nil || !reflect.DeepEqual(got, []int{0, 1, 2}) {
		t.Errorf("%v, %v", got, err)
	}
}

// A folder in the place of a file is told with the way out, whoever comes upon it, and stays.
func TestFoldersInPlaceOfFiles(t *testing.T) {
	const moved, removed = "is a folder, where a file should be: move it away", " is a folder: `mullion workspace remove"
	byHand := "by hand"
	label := func(w *workspace.Workspace, id string) error {
		return w.SetLabels(id, []workspace.Action{{Base: []int{}, Set: map[int]bool{2: true}}}, workspace.Gold{Text: &byHand})
	}
	for _, c := range []struct {
		file, says string
		do         func(w *workspace.Workspace, id string) error
	}{
		{"pages/ID/history.jsonl", moved, func(w *workspace.Workspace, id string) error { _, err := w.History(id); return err }},
		{"pages/ID/history.jsonl", moved, label},
		{"pages/ID/gold.txt", removed, label},
		{"pages/ID/boxes.json", removed, label},
		{"pages/ID/boxes.json", removed, func(w *workspace.Workspace, _ string) error { _, err := w.Items(); return err }},
		{"models/history.jsonl", moved, func(w *workspace.Workspace, _ string) error { _, _, err := w.InUse("builtin"); return err }},
		{"models/history.jsonl", moved, func(w *workspace.Workspace, _ string) error {
			return errors.Join(w.Propose(t.Context(), nil, nil), w.Accept(t.Context(), "builtin"))
		}},
		{"models/estimates.jsonl", moved, func(w *workspace.Workspace, _ string) error { return w.AddEstimate(t.Context(), 1) }},
		{"models/estimates.jsonl", moved, func(w *workspace.Workspace, _ string) error { _, err := workspace.Estimates[int](w); return err }},
		{"models/candidate.json", moved, func(w *workspace.Workspace, _ string) error { _, err := w.Proposed(); return err }},
		{"models/candidate.model", moved, func(w *workspace.Workspace, _ string) error { return w.Propose(t.Context(), nil, nil) }},
		{"models/0001.json", moved, func(w *workspace.Workspace, _ string) error {
			if err := os.WriteFile(filepath.Join(w.Dir(), "models", "history.jsonl"), []byte(`{"accept": "0001"}`), 0o600); err != nil {
				return err
			}
			_, _, err := w.InUse("builtin")
			return err
		}},
	} {
		w, dir, id := workspacetest.Open(t, "../testdata/pages/magazine/page.json.gz")
		folder := filepath.Join(dir, strings.Replace(c.file, "ID", id, 1))
		kept := filepath.Join(folder, "kept")
		if err := os.MkdirAll(kept, 0o700); err != nil {
			t.Fatal(err)
		}
		err := c.do(w, id)
		if !errors.Is(err, workspace.ErrBroken) || !strings.Contains(err.Error(), filepath.Base(folder)) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.file, err)
		}
		if _, err := os.Stat(kept); err != nil {
			t.Errorf("%s: %v", c.file, err)
		}
	}
}

package workspace_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/mullionhq/mullion/workspace"
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
		if err := w.Propose([]byte(model), []byte("about "+model)); err != nil {
			t.Fatal(err)
		}
	}
	accept := func() {
		t.Helper()
		if err := w.Accept("builtin"); err != nil {
			t.Fatal(err)
		}
	}
	propose("dropped")
	holds("builtin", "")
	if err := w.Reject(); err != nil {
		t.Fatal(err)
	}
	for _, act := range []func() error{w.Reject, func() error { return w.Accept("builtin") }, func() error { return w.Return("builtin") }} {
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
		if err := w.Return("builtin"); err != nil {
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
	if err := errors.Join(w.Propose([]byte("taught"), []byte("about")), w.Accept("my.model")); err != nil {
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
	if err := w.Return(file); err != nil {
		t.Fatal(err)
	}
	if others, err := w.OtherBases("builtin"); err != nil || len(others) != 0 {
		t.Errorf("taken back, %q, %v", others, err)
	}
}

func TestEstimatesAreKeptInOrder(t *testing.T) {
	w, err := workspace.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		if err := w.AddEstimate(n); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := workspace.Estimates[int](w); err != nil || !reflect.DeepEqual(got, []int{0, 1, 2}) {
		t.Errorf("%v, %v", got, err)
	}
}

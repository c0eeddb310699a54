package whole_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/whole"
)

func holds(t *testing.T, file, want string) {
	t.Helper()
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Errorf("%v: %s holds %q, want %q", err, file, got, want)
	}
}

func list(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestFilesKeepTheirMode(t *testing.T) {
	for _, mode := range []os.FileMode{0o600, 0o640, 0o666} { // the last one is more than the umask leaves to new files
		file := filepath.Join(t.TempDir(), "page.md")
		if err := os.WriteFile(file, []byte("old and longer"), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		if err := whole.WriteFile(file, []byte("new")); err != nil {
			t.Fatal(err)
		}
		holds(t, file, "new")
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != mode {
			t.Errorf("mode is %v, was %v", info.Mode(), mode)
		}
	}
}

// A link stays one, and what it leads to is written.
func TestLinksAreFollowed(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target", link); err != nil {
		t.Fatal(err)
	}
	if err := whole.WriteFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, target, "new")
	if to, err := os.Readlink(link); err != nil || to != "target" {
		t.Errorf("%v: the link leads to %q", err, to)
	}
}

// Whatever fails, nothing is left behind and what was there stays; the error names the file that was meant.
func TestFailedWriteLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "page.md")
	if err := whole.WriteFile(file, []byte("old")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("no more")
	err := whole.Write(file, func(w io.Writer) error {
		if _, err := io.WriteString(w, "half"); err != nil {
			t.Fatal(err)
		}
		holds(t, file, "old")
		return broken
	})
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "writing "+file+": ") {
		t.Errorf("error %v", err)
	}
	holds(t, file, "old")
	if err := whole.WriteFile(dir, []byte("new")); err == nil {
		t.Error("a folder was written over")
	}
	missing := filepath.Join(dir, "no", "page.md")
	if err := whole.WriteFile(missing, []byte("new")); !errors.Is(err, os.ErrNotExist) || strings.Contains(err.Error(), ".tmp") {
		t.Errorf("a folder was made, or the error %v names a file that nobody knows", err)
	}
	taken := filepath.Join(dir, "taken") // by a folder, while it is written
	if err := whole.Write(taken, func(io.Writer) error { return os.Mkdir(taken, 0o700) }); err == nil {
		t.Error("a folder that came meanwhile was written over")
	}
	if left := list(t, dir); !slices.Equal(left, []string{"page.md", "taken"}) {
		t.Errorf("%v is left", left)
	}
}

// A folder in the file's place stays, and the error says so.
func TestFolderInPlaceOfAFile(t *testing.T) {
	dir := t.TempDir()
	if err := whole.WriteFile(dir, []byte("x")); err == nil || err.Error() != "writing "+dir+": it is a folder: move it away, or name another file" {
		t.Errorf("error %v", err)
	}
}

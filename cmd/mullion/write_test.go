package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFilesKeepTheirMode(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(file, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(file, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o640 {
		t.Errorf("mode is %v", info.Mode())
	}
}

// A file that cannot take the place of what is there leaves nothing behind.
func TestFailedWriteLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := writeFile(dir, []byte("new")); err == nil {
		t.Error("a folder was written over")
	}
	if err := writeFile(filepath.Join(dir, "no", "page.md"), []byte("new")); err == nil {
		t.Error("a folder was made")
	}
	if left := list(t, dir); len(left) > 0 {
		t.Errorf("%v is left", left)
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

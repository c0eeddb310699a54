package whole

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Who holds the lock keeps others waiting, until it is given back.
func TestLockKeepsOthersWaiting(t *testing.T) {
	dir := t.TempDir()
	unlock, err := Lock(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Lock(gone, dir); !errors.Is(err, context.Canceled) {
		t.Fatalf("the second has the lock too: %v", err)
	}
	unlock()
	again, err := Lock(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	again()
}

// A folder that cannot be written to is said to need that. A folder in the file's place stands for one that is read only,
// as root writes everywhere.
func TestLockNeedsAWritableFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".lock"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "locking "+dir+", which must be writable: ") {
		t.Errorf("error %v", err)
	}
}

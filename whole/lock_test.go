//go:build unix

package whole

import (
	"context"
	"errors"
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

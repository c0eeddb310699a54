//go:build unix

package whole

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// lockEvery is how often a lock that another process holds is tried again.
const lockEvery = 50 * time.Millisecond

// Lock waits until no other writer that locks the folder is left, in this process or another one, and keeps others waiting
// until unlock is called. It makes the folder, and in it an empty file, .lock, which stays there. The lock goes with the
// process that holds it. Elsewhere than on Unix, Lock keeps nobody away.
func Lock(ctx context.Context, dir string) (unlock func(), err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("locking %s: %w", dir, err)
	}
	f, err := os.OpenFile(filepath.Join(dir, ".lock"), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, fmt.Errorf("locking %s, which must be writable: %w", dir, err)
	}
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			f.Close()
			return nil, fmt.Errorf("locking %s: %w", dir, err)
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, fmt.Errorf("waiting for another writer in %s: %w", dir, ctx.Err())
		case <-time.After(lockEvery):
		}
	}
}

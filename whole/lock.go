package whole

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// lockEvery is how often a lock that another process holds is tried again.
const lockEvery = 50 * time.Millisecond

// Lock waits until no other writer that locks the folder is left, in this process or another one, and keeps others waiting
// until unlock is called. It makes the folder, and in it an empty file, .lock, which stays there. The lock goes with the
// process that holds it.
func Lock(ctx context.Context, dir string) (unlock func(), err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("locking %s: %w", dir, err)
	}
	l := flock.New(filepath.Join(dir, ".lock"), flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o666))
	_, err = l.TryLockContext(ctx, lockEvery)
	switch {
	case err == nil:
		return func() { _ = l.Close() }, nil // whatever it says, the lock ends with the file's handle
	case ctx.Err() != nil:
		return nil, fmt.Errorf("waiting for another writer in %s: %w", dir, ctx.Err())
	case errors.As(err, new(*fs.PathError)): // of opening the file
		return nil, fmt.Errorf("locking %s, which must be writable: %w", dir, err)
	}
	return nil, fmt.Errorf("locking %s: %w", dir, err)
}

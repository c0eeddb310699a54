// Package journal keeps files of JSON lines that only grow, so that long work goes on where it ended. What is in a line
// is its writer's.
package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/gofrs/flock"
)

// A Journal is an open file. It must not be used by several goroutines at once. Close it when done.
type Journal struct {
	file  *os.File
	lock  *flock.Flock
	start string
	size  int64 // of the lines that end, in bytes
}

// ErrForeign says that a file is not such a journal, ErrBusy that another Journal has it.
var (
	ErrForeign = errors.New("not written by this program")
	ErrBusy    = errors.New("another program is writing to it: wait until it ends, or name another file")
)

// Open opens a journal, and begins one where there is none. start is how all of its lines start, such as `{"input":"`:
// by it a last line that was not written to its end, of a program that was killed, is known and cut off. take is given
// every other line. A line that it refuses, or another start, is an ErrForeign, and the file stays as it is. So it does while
// another Journal has it, in this process or another one, which is an ErrBusy.
func Open(name, start string, take func(line []byte) error) (*Journal, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: f, lock: flock.New(name), start: start}
	if err = j.alone(); err == nil {
		err = j.read(take)
	}
	if err == nil {
		err = f.Truncate(j.size)
	}
	if err != nil {
		j.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return j, nil
}

// alone keeps other Journals off the file. Where there are no locks, or they would keep readers off too, nothing does.
func (j *Journal) alone() error {
	if runtime.GOOS == "windows" {
		return nil
	}
	if locked, err := j.lock.TryLock(); err == nil && !locked {
		return ErrBusy
	}
	return nil
}

// read hands all lines that end to take.
func (j *Journal) read(take func(line []byte) error) error {
	lines := bufio.NewReader(j.file)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		torn := errors.Is(err, io.EOF)
		if err != nil && !torn {
			return err
		}
		begins := min(len(line), len(j.start))
		switch {
		case torn && string(line[:begins]) == j.start[:begins]:
			return nil
		case string(line[:begins]) != j.start:
			return fmt.Errorf("line %d: %w", n, ErrForeign)
		}
		if err := take(line); err != nil {
			return fmt.Errorf("line %d: %w: %w", n, ErrForeign, err)
		}
		j.size += int64(len(line))
	}
}

// Append adds a line, which starts as all do and has no line break. It is there whole or not at all.
func (j *Journal) Append(line []byte) error {
	if !bytes.HasPrefix(line, []byte(j.start)) || bytes.ContainsRune(line, '\n') {
		return fmt.Errorf("a line of this journal starts with %s, and has no line break", j.start)
	}
	n, err := j.file.Write(append(bytes.Clone(line), '\n'))
	if err != nil {
		return errors.Join(err, j.file.Truncate(j.size)) // the disk may be full
	}
	j.size += int64(n)
	return nil
}

// Close closes the file, and lets others have it.
func (j *Journal) Close() error { return errors.Join(j.file.Close(), j.lock.Close()) }

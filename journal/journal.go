// Package journal keeps which pages are done, in a file of JSON lines that only grows, so that long work goes on where
// it ended. It knows of a line who it is about and how that ended; the rest of it is the writer's.
package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"slices"
	"sync"
)

// A Head is what the journal reads of a line.
type Head struct {
	Input  string `json:"input"`  // what named the page; never ""
	Status string `json:"status"` // how it ended, such as "ok"
	File   string `json:"file"`   // where its result is; "" when that is the line itself
}

// A Journal is an open file. It is safe for concurrent use. Close it when done.
type Journal struct {
	file *os.File

	mu    sync.Mutex
	heads map[string]Head // by input, of its last line
}

// ErrForeign says that a file is no journal.
var ErrForeign = errors.New("not written by this program")

// Open opens a journal, and makes one where there is none. A last line that was not written to its end is cut off; a
// file with other lines is an ErrForeign, and stays as it is.
func Open(name string) (*Journal, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: f, heads: map[string]Head{}}
	whole, err := j.read(f)
	if err == nil {
		err = f.Truncate(whole)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return j, nil
}

// start is how all lines start; by it a torn line is known from one of somebody else's.
const start = `{"input":"`

// read takes the heads of all lines that end, and tells where the last of them does, in bytes.
func (j *Journal) read(r io.Reader) (whole int64, err error) {
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		switch {
		case errors.Is(err, io.EOF):
			if n := min(len(line), len(start)); string(line[:n]) != start[:n] {
				return 0, fmt.Errorf("its last line: %w", ErrForeign)
			}
			return whole, nil
		case err != nil:
			return 0, err
		}
		if err := j.take(line); err != nil {
			return 0, fmt.Errorf("line %d: %w", n, err)
		}
		whole += int64(len(line))
	}
}

// take remembers the head of a line.
func (j *Journal) take(line []byte) error {
	var h Head
	if err := json.Unmarshal(line, &h); err != nil {
		return fmt.Errorf("%w: %w", ErrForeign, err)
	}
	if h.Input == "" {
		return fmt.Errorf("%w: it names no input", ErrForeign)
	}
	j.heads[h.Input] = h
	return nil
}

// Of is how the input ended last; false when it has no line.
func (j *Journal) Of(input string) (Head, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	h, ok := j.heads[input]
	return h, ok
}

// Heads are the last ones of all inputs, in no order.
func (j *Journal) Heads() iter.Seq[Head] {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Values(slices.Collect(maps.Values(j.heads)))
}

// Append adds a line: a JSON object without a line break, whose first field is its input.
func (j *Journal) Append(line []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !bytes.HasPrefix(line, []byte(start)) || bytes.ContainsRune(line, '\n') {
		return errors.New("a line of a journal is an object that starts with its input, and has no line break")
	}
	if err := j.take(line); err != nil {
		return err
	}
	_, err := j.file.Write(append(bytes.Clone(line), '\n'))
	return err
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

package measure

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mullionhq/mullion/bench/peer"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/whole"
)

// A Row is what a peer made of a page, one line of a predictions file: mullion eval and the reference scorer read it
// too.
type Row struct {
	ID      string `json:"id"`
	Corpus  string `json:"corpus"`
	Text    string `json:"text"`
	Error   string `json:"error,omitempty"` // why there is no text
	CPU     int64  `json:"cpu_us"`          // of the peer, microseconds
	Bare    int64  `json:"bare_us"`         // of html.Parse on the same page, a moment before
	Wall    int64  `json:"wall_us"`         // from request to answer
	Peak    int64  `json:"peak_kib"`        // the process's most memory so far
	Version string `json:"version"`
	Runtime string `json:"runtime"`
}

// Rows are a peer's rows of a set, by the page's id.
type Rows map[string]Row

// A Store keeps rows in a folder, PEER/SET.jsonl.
type Store struct{ Dir string }

func (s Store) path(peer, set string) string { return filepath.Join(s.Dir, peer, set+".jsonl") }

// Read is the rows of a peer for a set, none where there is no file. The last row of a page counts. A last line that
// was cut off when a run was killed is left out.
func (s Store) Read(peer, set string) (Rows, error) {
	rows := Rows{}
	name := s.path(peer, set)
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return rows, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	for line := 1; ; line++ {
		raw, err := in.ReadBytes('\n')
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		var r Row
		if err := json.Unmarshal(raw, &r); err != nil {
			return nil, fmt.Errorf("%s:%d: %w: remove the line to run the page again", name, line, err)
		}
		rows[r.ID] = r
	}
}

// Forget removes a peer's rows of the items; those of other pages stay.
func (s Store) Forget(peer, set string, items []eval.Item) error {
	rows, err := s.Read(peer, set)
	if err != nil || len(rows) == 0 {
		return err
	}
	for i := range items {
		delete(rows, items[i].ID)
	}
	return whole.Write(s.path(peer, set), func(to io.Writer) error {
		w := bufio.NewWriter(to)
		e := json.NewEncoder(w)
		for _, id := range slices.Sorted(maps.Keys(rows)) {
			if err := e.Encode(rows[id]); err != nil {
				return err
			}
		}
		return w.Flush()
	})
}

// append adds a row at the end of its file, whole or not at all.
func (s Store) append(peer, set string, r Row) error {
	name := s.path(peer, set)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := dropPartialLine(f); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := f.Write(append(raw, '\n')); err != nil {
		return err
	}
	return f.Close()
}

// dropPartialLine puts the file's end after its last whole line.
func dropPartialLine(f *os.File) error {
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	buf := make([]byte, 1)
	for at := end; at > 0; at-- {
		if _, err := f.ReadAt(buf, at-1); err != nil {
			return err
		}
		if buf[0] == '\n' {
			if at < end {
				if err := f.Truncate(at); err != nil {
					return err
				}
			}
			_, err := f.Seek(at, io.SeekStart)
			return err
		}
	}
	if end > 0 {
		if err := f.Truncate(0); err != nil {
			return err
		}
	}
	_, err = f.Seek(0, io.SeekStart)
	return err
}

// newRow is the row of an outcome.
func newRow(it *eval.Item, o peer.Outcome, bare time.Duration, h peer.Hello) Row {
	r := Row{
		ID: it.ID, Corpus: it.Corpus, Text: o.Text, CPU: o.CPU.Microseconds(), Bare: bare.Microseconds(),
		Wall: o.Wall.Microseconds(), Peak: o.Peak, Version: h.Version, Runtime: h.Runtime,
	}
	if o.Err != nil {
		r.Error = strings.ToValidUTF8(o.Err.Error(), "")
	}
	return r
}

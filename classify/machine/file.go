package machine

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/mullionhq/mullion/classify/svm"
)

// Version is the version of the file format that is written and read.
const Version = 1

const formatName = "mullion machines"

// A File is the machines of one method, with where they come from.
type File struct {
	Method     string
	Provenance Provenance
	Machines   []Machine
}

// Provenance tells where machines come from; it travels with them.
type Provenance struct {
	Date    string   `json:"date"` // ISO 8601, the day of training
	Corpora []Corpus `json:"corpora"`
	Options any      `json:"options"` // of training
	Trained []Origin `json:"trained"` // by machine
}

// Corpus says how much of a corpus machines were trained on.
type Corpus struct {
	Name  string `json:"name"`
	Pages int    `json:"pages"`
	Sites int    `json:"sites"`
}

// Origin is how one machine came to be.
type Origin struct {
	Name    string  `json:"name"`
	Rows    int     `json:"rows"`
	Vectors int     `json:"vectors"`
	Best    Point   `json:"best"`
	Also    []Point `json:"published,omitempty"`
}

// Origin describes the result under a name.
func (r *Result) Origin(name string) Origin {
	positive, negative := r.Machine.SVM.SupportVectors()
	return Origin{name, r.Rows, positive + negative, r.Best, r.Also}
}

// ErrFile says that a file holds no machines, is damaged, or is of another method or build.
var ErrFile = errors.New("unusable model")

type fileHeader struct {
	Format     string          `json:"format"`
	Version    int             `json:"version"`
	Method     string          `json:"method"`
	Provenance Provenance      `json:"provenance"`
	Machines   []machineHeader `json:"machines"`
}

type machineHeader struct {
	Columns []string `json:"columns"`
	Scaler  Scaler   `json:"scaler"`
	Bytes   int      `json:"bytes"` // of the machine's text
}

// Write writes the file: gzip of one line of JSON, then each machine in LIBSVM's text format.
func (f *File) Write(w io.Writer) error {
	h := fileHeader{Format: formatName, Version: Version, Method: f.Method, Provenance: f.Provenance}
	var body bytes.Buffer
	for _, m := range f.Machines {
		from := body.Len()
		if err := m.SVM.Write(&body); err != nil {
			return fmt.Errorf("writing model: %w", err)
		}
		h.Machines = append(h.Machines, machineHeader{m.Columns, m.Scaler, body.Len() - from})
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return fmt.Errorf("writing model: %w", err)
	}
	if err := errors.Join(json.NewEncoder(z).Encode(h), second(body.WriteTo(z)), z.Close()); err != nil {
		return fmt.Errorf("writing model: %w", err)
	}
	return nil
}

func second(_ int64, err error) error { return err }

// Limits of what is read, a hundred times what our own files need.
const (
	maxHeader  = 1 << 20  // bytes
	maxMachine = 32 << 20 // bytes of a machine's text
)

// Read reads the machines of a method and checks that they have its columns, in its order. Every failure is ErrFile with
// what is wrong and the way out.
func Read(r io.Reader, method string, columns ...[]string) (*File, error) {
	f, err := read(r, method, columns)
	if err != nil {
		return nil, fmt.Errorf("reading model: %w: %w", ErrFile, err)
	}
	return f, nil
}

func read(r io.Reader, method string, columns [][]string) (*File, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	b := bufio.NewReaderSize(io.LimitReader(z, maxHeader+int64(len(columns)+1)*maxMachine), maxHeader)
	line, err := b.ReadSlice('\n')
	if err != nil {
		return nil, fmt.Errorf("no header: %w", err)
	}
	var h fileHeader
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	const again = "train again with `mullion train --method`, or use the built-in model"
	switch {
	case h.Format != formatName:
		return nil, fmt.Errorf("the file says it is %q, not %q: --method must be that of the model", h.Format, formatName)
	case h.Version != Version:
		return nil, fmt.Errorf("it has version %d, this build reads %d: %s", h.Version, Version, again)
	case h.Method != method:
		return nil, fmt.Errorf("it is of the method %s, not %s", h.Method, method)
	case len(h.Machines) != len(columns):
		return nil, fmt.Errorf("it has %d machines, not %d: %s", len(h.Machines), len(columns), again)
	}
	f := &File{Method: method, Provenance: h.Provenance}
	for i, mh := range h.Machines {
		if !slices.Equal(mh.Columns, columns[i]) {
			return nil, fmt.Errorf("machine %d was trained on %q, this build measures %q: %s", i+1, mh.Columns, columns[i], again)
		}
		if w := len(columns[i]); len(mh.Scaler.Min) != w || len(mh.Scaler.Max) != w || len(mh.Scaler.Typical) != w {
			return nil, fmt.Errorf("machine %d: its scales do not fit its columns", i+1)
		}
		if mh.Bytes < 1 || mh.Bytes > maxMachine {
			return nil, fmt.Errorf("machine %d has %d bytes", i+1, mh.Bytes)
		}
		text := make([]byte, mh.Bytes)
		if _, err := io.ReadFull(b, text); err != nil {
			return nil, fmt.Errorf("machine %d: %w", i+1, err)
		}
		machine, err := svm.ReadModel(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("machine %d: %w", i+1, err)
		}
		if machine.Features() > len(columns[i]) {
			return nil, fmt.Errorf("machine %d has %d features, its header %d", i+1, machine.Features(), len(columns[i]))
		}
		if _, ok := machine.Platt(); !ok {
			return nil, fmt.Errorf("machine %d has no probabilities", i+1)
		}
		f.Machines = append(f.Machines, Machine{mh.Columns, mh.Scaler, machine})
	}
	rest, err := io.Copy(io.Discard, b) // reading on checks the sum at the end
	if err == nil && rest > 0 {
		err = fmt.Errorf("%d bytes too many", rest)
	}
	if err != nil {
		return nil, fmt.Errorf("damaged end: %w", err)
	}
	return f, nil
}

package classify

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/mullionhq/mullion/classify/svm"
)

// ModelVersion is the version of the model format that is written and read.
const ModelVersion = 1

const modelFormat = "mullion model"

// A Model labels blocks: a machine on the evidence about each block, and a second one on the first's
// probabilities around it. It is read only and may be shared.
type Model struct {
	Blocks     Stage
	Context    Stage
	Provenance Provenance
}

// A Stage is a calibrated machine with the columns it was trained on.
type Stage struct {
	Columns []string
	Scaler  Scaler
	Machine *svm.Machine
}

// Provenance tells where a model comes from; it travels inside the model.
type Provenance struct {
	Date    string             `json:"date"` // ISO 8601, the day of training
	Corpora []CorpusCount      `json:"corpora"`
	Options TrainOptions       `json:"options"`
	Scores  map[string]float64 `json:"scores,omitempty"` // by held-apart sites, such as "wcxb word F1"
	Rows    [2]int             `json:"rows"`             // training rows of the two stages
	Vectors [2]int             `json:"vectors"`          // their support vectors
}

// CorpusCount says how much of a corpus a model was trained on.
type CorpusCount struct {
	Name   string `json:"name"`
	Pages  int    `json:"pages"`
	Sites  int    `json:"sites"`
	Blocks int    `json:"blocks"`
	Left   int    `json:"left_out"` // pages whose gold does not fit the page
}

// ErrModel says that a file is not a model, is damaged, or does not fit this build.
var ErrModel = errors.New("unusable model")

// modelHeader is the first line of a model file; the two machines follow in LIBSVM's format.
type modelHeader struct {
	Format     string         `json:"format"`
	Version    int            `json:"version"`
	Provenance Provenance     `json:"provenance"`
	Stages     [2]stageHeader `json:"stages"`
}

type stageHeader struct {
	Columns []string `json:"columns"`
	Scaler  Scaler   `json:"scaler"`
	Bytes   int      `json:"bytes"` // of the machine's text
}

// Write writes the model: gzip of one line of JSON and two machines in LIBSVM's text format.
func (m *Model) Write(w io.Writer) error {
	h := modelHeader{Format: modelFormat, Version: ModelVersion, Provenance: m.Provenance}
	var bodies [2]bytes.Buffer
	for i, s := range []Stage{m.Blocks, m.Context} {
		if err := s.Machine.Write(&bodies[i]); err != nil {
			return fmt.Errorf("writing model: %w", err)
		}
		h.Stages[i] = stageHeader{s.Columns, s.Scaler, bodies[i].Len()}
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return fmt.Errorf("writing model: %w", err)
	}
	if err := json.NewEncoder(z).Encode(h); err != nil {
		return fmt.Errorf("writing model: %w", err)
	}
	for i := range bodies {
		if _, err := bodies[i].WriteTo(z); err != nil {
			return fmt.Errorf("writing model: %w", err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("writing model: %w", err)
	}
	return nil
}

// maxModel bounds a model file's unpacked size in bytes: twenty times the bundled one.
const maxModel = 256 << 20

// ReadModel reads a model and checks that it fits the evidence of this build. Every failure is ErrModel with
// what is wrong and the way out.
func ReadModel(r io.Reader) (*Model, error) {
	m, err := readModel(r)
	if err != nil {
		return nil, fmt.Errorf("reading model: %w: %w", ErrModel, err)
	}
	return m, nil
}

func readModel(r io.Reader) (*Model, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	b := bufio.NewReaderSize(io.LimitReader(z, maxModel), 1<<16)
	line, err := b.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("no header: %w", err)
	}
	var h modelHeader
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	switch {
	case h.Format != modelFormat:
		return nil, fmt.Errorf("the file says it is %q", h.Format)
	case h.Version != ModelVersion:
		return nil, fmt.Errorf("it has version %d, this build reads %d: train again, or use the built-in model", h.Version, ModelVersion)
	}
	m := &Model{Provenance: h.Provenance}
	for i, stage := range []*Stage{&m.Blocks, &m.Context} {
		want := [][]string{Columns(Sources), contextColumns}[i]
		s := h.Stages[i]
		if err := fits(s.Columns, want); err != nil {
			return nil, err
		}
		if len(s.Scaler.Mean) != len(want) || len(s.Scaler.Scale) != len(want) {
			return nil, errors.New("its scales do not fit its columns")
		}
		text := make([]byte, max(0, min(s.Bytes, maxModel)))
		if _, err := io.ReadFull(b, text); err != nil {
			return nil, fmt.Errorf("machine %d: %w", i+1, err)
		}
		machine, err := svm.ReadModel(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("machine %d: %w", i+1, err)
		}
		if machine.Features() > len(want) {
			return nil, fmt.Errorf("machine %d has %d features, its header %d", i+1, machine.Features(), len(want))
		}
		if _, ok := machine.Platt(); !ok {
			return nil, fmt.Errorf("machine %d has no probabilities", i+1)
		}
		*stage = Stage{s.Columns, s.Scaler, machine}
	}
	if rest, err := io.Copy(io.Discard, b); err != nil || rest > 0 { // reading on checks the sum at the end
		return nil, fmt.Errorf("damaged end: %d bytes too many: %w", rest, err)
	}
	return m, nil
}

// fits compares a model's columns with this build's and says what differs.
func fits(have, want []string) error {
	if slices.Equal(have, want) {
		return nil
	}
	for _, c := range have {
		if !slices.Contains(want, c) {
			return fmt.Errorf("model was trained on %d features, this build measures %d (it has no %q): train again, or use the built-in model", len(have), len(want), c)
		}
	}
	for _, c := range want {
		if !slices.Contains(have, c) {
			return fmt.Errorf("model was trained on %d features, this build measures %d (%q is new): train again, or use the built-in model", len(have), len(want), c)
		}
	}
	return errors.New("model has this build's features in another order: train again, or use the built-in model")
}

//go:embed builtin.model
var builtin []byte

// Builtin returns the model that is embedded in the program. It is read once.
var Builtin = sync.OnceValues(func() (*Model, error) { return ReadModel(bytes.NewReader(builtin)) })

// String describes the model in one line.
func (m *Model) String() string {
	var names []string
	pages := 0
	for _, c := range m.Provenance.Corpora {
		names = append(names, c.Name)
		pages += c.Pages
	}
	return fmt.Sprintf("trained %s on %d pages of %s, %d + %d support vectors",
		m.Provenance.Date, pages, strings.Join(names, ", "), m.Provenance.Vectors[0], m.Provenance.Vectors[1])
}

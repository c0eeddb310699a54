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
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/mullionhq/mullion/classify/svm"
	"github.com/mullionhq/mullion/classify/trees"
)

// ModelVersion is the version of the model format that is written and read.
const ModelVersion = 8

const modelFormat = "mullion model"

// A Model labels blocks: a machine on the evidence about each block, a second one on the first's probabilities around
// it, and a third one on the second's and the profile of the page's site, where there is one. Beside that it tells page
// types. It is read only and may be shared.
type Model struct {
	Vocabulary *Vocabulary // nil knows no words
	Blocks     Stage
	Context    Stage
	Profile    Stage // without a machine when no training page had a profile
	Types      TypeStage
	Lesson     *Lesson // what it was taught after training; nil for nothing
	Provenance Provenance
}

// stages is how many stages label blocks.
const stages = 3

func (m *Model) stages() [stages]*Stage { return [stages]*Stage{&m.Blocks, &m.Context, &m.Profile} }

// Provenance tells where a model comes from; it travels inside the model.
type Provenance struct {
	Date    string             `json:"date"` // ISO 8601, the day of training
	Corpora []CorpusCount      `json:"corpora"`
	Options TrainOptions       `json:"options"`
	Scores  map[string]float64 `json:"scores,omitempty"` // by held-apart sites, such as "wcxb word F1"
	Rows    [stages]int        `json:"rows"`             // training rows of the stages
	Vectors [stages]int        `json:"vectors"`          // their support vectors
}

// CorpusCount says how much of a corpus a model was trained on.
type CorpusCount struct {
	Name   string `json:"name"`
	Pages  int    `json:"pages"`
	Sites  int    `json:"sites"`
	Blocks int    `json:"blocks"`
	Left   int    `json:"left_out"` // pages that taught nothing: their gold is empty, or does not fit them
}

// ErrModel says that a file is not a model, is damaged, or does not fit this build.
var ErrModel = errors.New("unusable model")

// modelHeader is the first line of a model file; the machines follow: those of blocks, then one a page type. Those that
// fold are as svm.ReadFolded reads them, which starts a program in a tenth of the time; others in LIBSVM's format.
type modelHeader struct {
	Format     string        `json:"format"`
	Version    int           `json:"version"`
	Provenance Provenance    `json:"provenance"`
	Stages     []stageHeader `json:"stages"`
	Types      typesHeader   `json:"types"`
	Vocabulary float64       `json:"vocabulary,omitempty"` // the size of a step of its weights, which follow the machines; 0 without
	Lesson     *Lesson       `json:"lesson,omitempty"`
}

type typesHeader struct {
	Names   []string `json:"names"`
	Columns []string `json:"columns"`
	Words   []string `json:"words"` // of addresses: further columns
	Scaler  Scaler   `json:"scaler"`
	Bytes   []int    `json:"bytes"` // of each machine
}

type stageHeader struct {
	Columns []string `json:"columns"`
	Scaler  Scaler   `json:"scaler"`
	Bytes   int      `json:"bytes"` // of the machine
	Folded  bool     `json:"folded,omitempty"`
	Say     float64  `json:"say,omitempty"` // of its forest, which follows the machine; 0 without one
}

// Write writes the model: gzip of one line of JSON and the machines. Those of the quadratic kernel lose their support
// vectors; their number is in the provenance.
func (m *Model) Write(w io.Writer) error {
	h := modelHeader{Format: modelFormat, Version: ModelVersion, Provenance: m.Provenance, Lesson: m.Lesson}
	var body bytes.Buffer
	var failed error
	write := func(machine *svm.Machine) (length int, folded bool) {
		before := body.Len()
		if folded = machine.Folds(); folded {
			failed = errors.Join(failed, machine.WriteFolded(&body))
		} else {
			failed = errors.Join(failed, machine.Write(&body))
		}
		return body.Len() - before, folded
	}
	for _, s := range m.stages() {
		if s.Machine == nil {
			continue // the last
		}
		length, folded := write(s.Machine)
		header := stageHeader{s.Columns, s.Scaler, length, folded, 0}
		if s.Forest != nil {
			header.Say = s.Say
			failed = errors.Join(failed, s.Forest.Write(&body))
		}
		h.Stages = append(h.Stages, header)
	}
	if m.Types.Types != nil {
		h.Types = typesHeader{Names: m.Types.Types, Columns: typeColumns, Words: m.Types.Words, Scaler: m.Types.Scaler}
		for _, machine := range m.Types.Machines {
			length, _ := write(machine) // linear: it does not fold
			h.Types.Bytes = append(h.Types.Bytes, length)
		}
	}
	if m.Vocabulary != nil {
		h.Vocabulary = m.Vocabulary.Step
		m.Vocabulary.write(&body)
	}
	if failed != nil {
		return fmt.Errorf("writing model: %w", failed)
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return fmt.Errorf("writing model: %w", err)
	}
	if err := json.NewEncoder(z).Encode(h); err != nil {
		return fmt.Errorf("writing model: %w", err)
	}
	if _, err := body.WriteTo(z); err != nil {
		return fmt.Errorf("writing model: %w", err)
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
		return nil, fmt.Errorf("not a file that mullion train wrote, whose models --model takes: %w", err)
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
		return nil, fmt.Errorf("the file says it is %q, not %q: --method must be that of the model", h.Format, modelFormat)
	case h.Version != ModelVersion:
		return nil, fmt.Errorf("it has version %d, this build reads %d: train again, or use the built-in model", h.Version, ModelVersion)
	case len(h.Stages) < stages-1 || len(h.Stages) > stages:
		return nil, fmt.Errorf("it has %d stages, not %d or %d", len(h.Stages), stages-1, stages)
	}
	if err := h.Lesson.check(len(h.Stages[0].Columns)); err != nil {
		return nil, fmt.Errorf("what it was taught %w", err)
	}
	m := &Model{Provenance: h.Provenance, Lesson: h.Lesson}
	columns := [stages][]string{Columns(Sources), contextColumns, profileColumns}
	for i, s := range h.Stages {
		if err := fits(s.Columns, columns[i]); err != nil {
			return nil, err
		}
		read := svm.ReadFolded
		if !s.Folded {
			read = readText
		}
		machine, err := readMachine(b, s.Scaler, len(s.Columns), s.Bytes, read)
		if err != nil {
			return nil, fmt.Errorf("machine %d: %w", i+1, err)
		}
		into := m.stages()[i]
		*into = Stage{Columns: s.Columns, Scaler: s.Scaler, Machine: machine}
		if s.Say != 0 {
			if err := into.readForest(b, s.Say); err != nil {
				return nil, fmt.Errorf("machine %d: %w", i+1, err)
			}
		}
	}
	if m.Types, err = readTypes(b, h.Types); err != nil {
		return nil, err
	}
	if h.Vocabulary != 0 {
		if m.Vocabulary, err = readVocabulary(b, h.Vocabulary); err != nil {
			return nil, fmt.Errorf("vocabulary: %w", err)
		}
	}
	rest, err := io.Copy(io.Discard, b) // reading on checks the sum at the end
	if err == nil && rest > 0 {
		err = fmt.Errorf("%d bytes too many", rest)
	}
	if err != nil {
		return nil, fmt.Errorf("damaged end: %w", err)
	}
	return m, nil
}

// readText reads a machine in LIBSVM's format.
func readText(text []byte) (*svm.Machine, error) { return svm.ReadModel(bytes.NewReader(text)) }

// readMachine reads a machine of so many bytes, and checks that it is calibrated and fits its columns.
func readMachine(r io.Reader, scaler Scaler, columns, length int, read func([]byte) (*svm.Machine, error)) (*svm.Machine, error) {
	if len(scaler.Mean) != columns || len(scaler.Scale) != columns {
		return nil, errors.New("its scales do not fit its columns")
	}
	stored := make([]byte, max(0, min(length, maxModel)))
	if _, err := io.ReadFull(r, stored); err != nil {
		return nil, err
	}
	machine, err := read(stored)
	if err != nil {
		return nil, err
	}
	if machine.Features() > columns {
		return nil, fmt.Errorf("it has %d features, its header %d", machine.Features(), columns)
	}
	if _, ok := machine.Platt(); !ok {
		return nil, errors.New("it has no probabilities")
	}
	return machine, nil
}

// readForest reads the stage's forest, and checks that it fits its columns.
func (s *Stage) readForest(r io.Reader, say float64) error {
	forest, err := trees.Read(r)
	if err != nil {
		return err
	}
	if forest.Columns() > len(s.Columns) || !(say > 0) || math.IsInf(say, 0) {
		return fmt.Errorf("its forest asks for %d columns of %d and counts for %v", forest.Columns(), len(s.Columns), say)
	}
	s.Forest, s.Say = forest, say
	return nil
}

// readTypes reads the machines of the page types, of which there may be none.
func readTypes(r io.Reader, h typesHeader) (TypeStage, error) {
	if len(h.Names) == 0 {
		return TypeStage{}, nil
	}
	if len(h.Bytes) != len(h.Names) {
		return TypeStage{}, fmt.Errorf("%d page types but %d machines", len(h.Names), len(h.Bytes))
	}
	if err := fits(h.Columns, typeColumns); err != nil {
		return TypeStage{}, err
	}
	stage := TypeStage{Types: h.Names, Words: h.Words, Scaler: h.Scaler}
	for k, name := range h.Names {
		if !slices.Contains(PageTypes, name) {
			return TypeStage{}, fmt.Errorf("unknown page type %.40q", name)
		}
		machine, err := readMachine(r, h.Scaler, len(h.Columns)+len(h.Words), h.Bytes[k], readText)
		if err != nil {
			return TypeStage{}, fmt.Errorf("page type %s: %w", name, err)
		}
		stage.Machines = append(stage.Machines, machine)
	}
	return stage, nil
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
	v := m.Provenance.Vectors
	text := fmt.Sprintf("trained %s on %d pages of %s, %d + %d + %d support vectors", m.Provenance.Date, pages, strings.Join(names, ", "), v[0], v[1], v[2])
	if m.Lesson != nil {
		text += fmt.Sprintf(", taught %s by %d pages", m.Lesson.Date, m.Lesson.Pages)
	}
	return text
}

package shares

import (
	"bytes"
	"context"
	_ "embed"
	"io"
	"sync"

	"github.com/mullionhq/mullion/classify/machine"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/page"
)

// Method is the method's name.
const Method = "template-svm"

// Options are the settings of the method.
type Options struct {
	Templates bool `key:"templates" default:"true" doc:"remove what the site's templates hold before the SVM; false is the paper's baseline, which needs no site profile"` // 000
}

// DefaultOptions returns the tagged defaults.
func DefaultOptions() Options { return option.Defaults[Options]() }

// A Model labels blocks: one machine for pages without their templates, and one for pages as they are.
type Model struct {
	Cleaned, Plain machine.Machine
	Provenance     machine.Provenance
}

// The names of the two machines, in the order of a file.
const (
	cleanedName = "without templates"
	plainName   = "page as it is"
)

// machine is the one for pages with or without their templates.
func (m *Model) machine(cleaned bool) *machine.Machine {
	if cleaned {
		return &m.Cleaned
	}
	return &m.Plain
}

// Read reads a model file of this method.
func Read(r io.Reader) (*Model, error) {
	f, err := machine.Read(r, Method, Columns, Columns)
	if err != nil {
		return nil, err
	}
	return &Model{f.Machines[0], f.Machines[1], f.Provenance}, nil
}

// Write writes a model file.
func (m *Model) Write(w io.Writer) error {
	f := machine.File{Method: Method, Provenance: m.Provenance, Machines: []machine.Machine{m.Cleaned, m.Plain}}
	return f.Write(w)
}

//go:embed builtin.model
var builtin []byte

// Builtin returns the model that is embedded in the program. It is read once.
var Builtin = sync.OnceValues(func() (*Model, error) { return Read(bytes.NewReader(builtin)) })

// Train trains both machines on rows of pages without their templates and of the same pages as they are.
func Train(ctx context.Context, cleaned, plain []machine.Row, o machine.Options) (*Model, error) {
	recipe := machine.Recipe{Columns: Columns, Balanced: true} // 000, section 6
	m := &Model{Provenance: machine.Provenance{Options: o}}
	for _, t := range []struct {
		name string
		rows []machine.Row
		to   *machine.Machine
	}{{cleanedName, cleaned, &m.Cleaned}, {plainName, plain, &m.Plain}} {
		result, err := machine.Train(ctx, t.rows, recipe, o)
		if err != nil {
			return nil, err
		}
		*t.to = *result.Machine
		m.Provenance.Trained = append(m.Provenance.Trained, result.Origin(t.name))
	}
	return m, nil
}

// Rows are the page's blocks with text as training rows. gold tells of every text node the share of it, 0 … 1, that is
// main content; a block is content when at least half of its characters are.
func Rows(p *page.Page, templates []int, gold []float64) []machine.Row {
	var rows []machine.Row
	cut := Measure(p, templates)
	for i := range cut.Blocks {
		b := &cut.Blocks[i]
		all, content := 0.0, 0.0
		for _, t := range b.Texts {
			n := float64(page.TextLength(p.Nodes[t].Text))
			all += n
			content += n * gold[t]
		}
		if all > 0 {
			rows = append(rows, machine.Row{Cells: b.cells(), Content: content >= all/2})
		}
	}
	return rows
}

// A Label is what the method says of a text.
type Label struct {
	Text     int // its node
	Content  bool
	Score    float64 // probability of main content among as many blocks of noise, 0 … 1
	Template bool    // whether it is common noise, which the SVM did not see
	Why      []machine.Effect
}

// Label labels every visible text of the page: what a template holds is noise, and the rest has its block's label.
// With explain the labels say why.
func (m *Model) Label(p *page.Page, templates []int, explain bool) []Label {
	cut := Measure(p, templates)
	use := m.machine(templates != nil)
	var labels []Label
	for _, t := range cut.Gone {
		labels = append(labels, Label{Text: t, Template: true})
	}
	rows := make([][]float32, len(cut.Blocks))
	for i := range cut.Blocks {
		rows[i] = cut.Blocks[i].cells()
	}
	for i, decision := range use.Decide(rows) {
		label := Label{Content: decision > 0, Score: use.Probability(decision)}
		if explain {
			label.Why = use.Explain(rows[i])
		}
		for _, t := range cut.Blocks[i].Texts {
			label.Text = t
			labels = append(labels, label)
		}
	}
	return labels
}

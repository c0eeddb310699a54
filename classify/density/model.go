package density

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"sync"

	"github.com/mullionhq/mullion/classify/machine"
	"github.com/mullionhq/mullion/classify/svm"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/page"
)

// Method is the method's name.
const Method = "density-svm"

// Options are the settings of the method.
type Options struct {
	NoiseWords string `key:"noise_words" default:"" doc:"file of noise words, one a line, or folder of such .txt files, to add to the bundled lists"`
}

// DefaultOptions returns the tagged defaults.
func DefaultOptions() Options { return option.Defaults[Options]() }

// A Model labels texts: a machine for blocks, and one for the paragraphs of those that it keeps.
type Model struct {
	Blocks, Paragraphs machine.Machine
	Provenance         machine.Provenance
}

// Read reads a model file of this method.
func Read(r io.Reader) (*Model, error) {
	f, err := machine.Read(r, Method, BlockColumns, ParagraphColumns)
	if err != nil {
		return nil, err
	}
	return &Model{f.Machines[0], f.Machines[1], f.Provenance}, nil
}

// Write writes a model file.
func (m *Model) Write(w io.Writer) error {
	f := machine.File{Method: Method, Provenance: m.Provenance, Machines: []machine.Machine{m.Blocks, m.Paragraphs}}
	return f.Write(w)
}

//go:embed builtin.model
var builtin []byte

// Builtin returns the model that is embedded in the program. It is read once.
var Builtin = sync.OnceValues(func() (*Model, error) { return Read(bytes.NewReader(builtin)) })

// An Example is a page with its gold.
type Example struct {
	Survey *Survey
	Gold   []float64 // of every text node the share of it that is main content, 0 … 1
	Site   string
	Page   string // of the site
}

// TrainOptions are the settings of training.
type TrainOptions struct {
	machine.Options
	Purity float64 `key:"purity" default:"0.8" min:"0.5" max:"1" json:"purity" doc:"share of a block's characters that are main content from which it is labelled content; of less, its parts are judged instead"` // evaluation run: of .6, .8 and .9, the best line F1 over zhnews10, big9 and fundus_eval taken alike
}

// DefaultTrainOptions returns the tagged defaults.
func DefaultTrainOptions() TrainOptions { return option.Defaults[TrainOptions]() }

// Published parameters (003, section 4): sigma and C of the two machines; gamma is 1 / (2 sigma²).
var (
	publishedBlocks     = published(1.6, 3)
	publishedParagraphs = published(1.2, 2)
)

func published(sigma, c float64) []svm.Params {
	p := svm.DefaultParams()
	p.C, p.Gamma = c, 1/(2*sigma*sigma)
	return []svm.Params{p}
}

// contentShare is the share of a paragraph's characters that decides its label.
const contentShare = 0.5

// Train trains both machines, the second on the paragraphs of what the first keeps on the same pages, as 003 does.
func Train(ctx context.Context, examples []Example, o TrainOptions) (*Model, error) {
	var rows []machine.Row
	for i := range examples {
		rows = append(rows, examples[i].blockRows(o.Purity)...)
	}
	blocks, err := machine.Train(ctx, rows, machine.Recipe{Columns: BlockColumns, Score: machine.F1, Also: publishedBlocks}, o.Options)
	if err != nil {
		return nil, fmt.Errorf("blocks: %w", err)
	}
	m := &Model{Blocks: *blocks.Machine, Provenance: machine.Provenance{Options: o}}
	rows = rows[:0]
	for i := range examples {
		rows = append(rows, m.paragraphRows(&examples[i])...)
	}
	paragraphs, err := machine.Train(ctx, rows, machine.Recipe{Columns: ParagraphColumns, Score: machine.F1, Also: publishedParagraphs}, o.Options)
	if err != nil {
		return nil, fmt.Errorf("paragraphs: %w", err)
	}
	m.Paragraphs = *paragraphs.Machine
	m.Provenance.Trained = []machine.Origin{blocks.Origin("blocks"), paragraphs.Origin("paragraphs")}
	return m, nil
}

func (e *Example) blockRows(purity float64) []machine.Row {
	content := make([]float64, len(e.Survey.before)) // characters of main content before each node
	for i := range e.Survey.page.Nodes {
		content[i+1] = content[i]
		if e.Survey.page.Nodes[i].Kind == page.Text {
			content[i+1] += e.Gold[i] * float64(e.Survey.before[i+1].chars-e.Survey.before[i].chars)
		}
	}
	var rows []machine.Row
	for i := range e.Survey.Blocks {
		b := &e.Survey.Blocks[i]
		in := content[e.Survey.page.Nodes[b.Node].End] - content[b.Node]
		rows = append(rows, machine.Row{Cells: b.Cells[:], Content: in >= purity*float64(b.Chars), Site: e.Site, Page: e.Page})
	}
	return rows
}

func (m *Model) paragraphRows(e *Example) []machine.Row {
	var rows []machine.Row
	for _, b := range m.outermost(e.Survey, m.decide(e.Survey)) {
		for _, p := range e.Survey.Paragraphs(&e.Survey.Blocks[b]) {
			in := 0.0
			for _, t := range p.Texts {
				in += e.Gold[t] * float64(page.TextLength(e.Survey.page.Nodes[t].Text))
			}
			rows = append(rows, machine.Row{Cells: p.Cells[:], Content: in >= contentShare*float64(p.Chars), Site: e.Site, Page: e.Page})
		}
	}
	return rows
}

// decide returns the first stage's decision about every block.
func (m *Model) decide(s *Survey) []float64 {
	rows := make([][]float32, len(s.Blocks))
	for i := range s.Blocks {
		rows[i] = s.Blocks[i].Cells[:]
	}
	return m.Blocks.Decide(rows)
}

// outermost lists the blocks that are content inside no other that is.
func (m *Model) outermost(s *Survey, decisions []float64) []int {
	in := make([]bool, len(s.Blocks))
	var out []int
	for i, b := range s.Blocks {
		inside := b.Parent >= 0 && in[b.Parent]
		in[i] = inside || decisions[i] > 0
		if in[i] && !inside {
			out = append(out, i)
		}
	}
	return out
}

// A Label is what the method says of a text.
type Label struct {
	Text    int // its node
	Content bool
	Score   float64          // probability of main content: the less of the two stages'
	Why     []machine.Effect // of both stages' densities
}

// Label labels the text of every block. With explain the labels say why.
func (m *Model) Label(s *Survey, explain bool) []Label {
	decisions := m.decide(s)
	content := map[int]bool{}
	var labels []Label
	done := 0 // node up to which texts are labelled
	for _, b := range m.outermost(s, decisions) {
		content[b] = true
	}
	for i := range s.Blocks {
		b := &s.Blocks[i]
		end := s.page.Nodes[b.Node].End
		switch {
		case b.Node < done: // inside a content block
		case content[i]:
			labels = append(labels, m.paragraphs(s, i, decisions[i], explain)...)
			done = end
		default:
			labels = append(labels, m.noise(s, i, decisions[i], explain)...)
		}
	}
	return labels
}

// paragraphs labels what is in a content block.
func (m *Model) paragraphs(s *Survey, block int, decision float64, explain bool) []Label {
	b := &s.Blocks[block]
	score := m.Blocks.Probability(decision)
	list := s.Paragraphs(b)
	rows := make([][]float32, len(list))
	for i := range list {
		rows[i] = list[i].Cells[:]
	}
	var why []machine.Effect
	if explain {
		why = m.Blocks.Explain(b.Cells[:])
	}
	var labels []Label
	for i, d := range m.Paragraphs.Decide(rows) {
		label := Label{Content: d > 0, Score: min(score, m.Paragraphs.Probability(d))}
		if explain {
			label.Why = append(m.Paragraphs.Explain(rows[i]), why...)
		}
		for _, t := range list[i].Texts {
			label.Text = t
			labels = append(labels, label)
		}
	}
	return labels
}

// noise labels the texts that are in this block and in none inside it.
func (m *Model) noise(s *Survey, block int, decision float64, explain bool) []Label {
	b := &s.Blocks[block]
	label := Label{Score: m.Blocks.Probability(decision)}
	if explain {
		label.Why = m.Blocks.Explain(b.Cells[:])
	}
	var labels []Label
	var walk func(i int)
	walk = func(i int) {
		for c := range s.page.Children(i) {
			switch n := &s.page.Nodes[c]; {
			case n.Hidden || dropped[n.Tag] || containers[n.Tag]:
			case n.Kind == page.Text:
				if page.TextLength(n.Text) > 0 {
					label.Text = c
					labels = append(labels, label)
				}
			default:
				walk(c)
			}
		}
	}
	walk(b.Node)
	return labels
}

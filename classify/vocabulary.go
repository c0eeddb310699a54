package classify

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/mullionhq/mullion/classify/svm"
)

// vocabularySource is measured by models, not by views: its columns are absent until a Vocabulary fills them.
var vocabularySource = Source{
	Name: "vocabulary",
	Doc: "What the words told on the training pages, as a linear machine weighs them: those in the names of the block's " +
		"ancestors, in its text, short or long, in the heading that it stands under, and in the short texts beside it.",
	Columns: []string{"score", "names", "text", "prose", "heading", "beside"},
	Measure: func(*View, int, []float32) {},
}

// Lengths of the vectors of a block's terms by where they are from, whatever their number. Evaluation run: equal lengths
// are worse.
const (
	namesLength   = 1.0
	textLength    = 0.7
	proseLength   = 1.0
	headingLength = 0.5
	besideLength  = 0.5
)

// A Vocabulary is a linear machine on the terms of a block: 000 to 004 have lists of words made by hand, this one learns
// them. It is read only.
type Vocabulary struct {
	Weights []int8  // by term, in steps
	Step    float64 // of the weights, in margins of the machine
}

// newVocabulary rounds weights to 127 steps on each side.
func newVocabulary(weights []float64) *Vocabulary {
	largest := math.SmallestNonzeroFloat32
	for _, x := range weights {
		largest = math.Max(largest, math.Abs(x))
	}
	w := &Vocabulary{make([]int8, len(weights)), largest / math.MaxInt8}
	for k, x := range weights {
		w.Weights[k] = int8(math.RoundToEven(x / w.Step))
	}
	return w
}

// evidence is the view's, with what the vocabulary tells; a nil one tells nothing. Rows that the view keeps are copied, as
// other models may see them.
func (w *Vocabulary) evidence(v *View) [][]float32 {
	switch {
	case w == nil:
		return v.evidence()
	case v.rows != nil:
		return withWords(v.rows, w.measure(v))
	}
	rows := Measure(v, Sources)
	v.typeRow = typeRow(v, rows)
	tellWords(rows, w.measure(v))
	return rows
}

// vocabularyAt is the first of vocabularySource's columns.
var vocabularyAt = slices.Index(Columns(Sources), vocabularySource.Name+"."+vocabularySource.Columns[0])

// vocabularyOf are the columns of vocabularySource in a row of evidence.
func vocabularyOf(row []float32) []float32 {
	return row[vocabularyAt : vocabularyAt+len(vocabularySource.Columns)]
}

// withWords are copies of rows with the columns of vocabularySource, which told has row after row.
func withWords(rows [][]float32, told []float32) [][]float32 {
	out := cloned(rows)
	tellWords(out, told)
	return out
}

// cloned are copies of rows of one length.
func cloned(rows [][]float32) [][]float32 {
	cells, out := slices.Concat(rows...), make([][]float32, len(rows))
	for b, row := range rows {
		out[b] = cells[b*len(row) : (b+1)*len(row) : (b+1)*len(row)]
	}
	return out
}

// tellWords fills the columns of vocabularySource.
func tellWords(rows [][]float32, told []float32) {
	own := len(vocabularySource.Columns)
	for b := range rows {
		copy(vocabularyOf(rows[b]), told[b*own:(b+1)*own])
	}
}

// measure is the columns of vocabularySource of all blocks, row after row: the decision, and what each part adds to it.
func (w *Vocabulary) measure(v *View) []float32 {
	t := v.words()
	sums, counts := make([]int, len(v.Page.Nodes)), make([]int, len(v.Page.Nodes)) // of a node's names and its ancestors'
	for i := range sums {
		own := t.own(i)
		sums[i], counts[i] = w.sum(own), len(own)
		if up := v.Page.Nodes[i].Parent; up >= 0 {
			sums[i] += sums[up]
			counts[i] += counts[up]
		}
	}
	part := func(length float64, sum, n int) float64 { return w.Step * float64(sum) * each(length, n) }
	list := func(length float64, terms []term) float64 { return part(length, w.sum(terms), len(terms)) }
	constant := w.Step * float64(w.Weights[always])
	out := make([]float32, 0, len(vocabularySource.Columns)*len(t.blocks))
	for b := range t.blocks {
		block := &t.blocks[b]
		names := part(namesLength, sums[block.node], counts[block.node])
		text, prose := list(textLength, block.text), list(proseLength, block.prose)
		heading := list(headingLength, block.heading)
		beside := list(besideLength, block.before) + list(besideLength, block.after)
		all := constant + names + text + prose + heading + beside
		out = append(out, float32(all), float32(names), float32(text), float32(prose), float32(heading), float32(beside))
	}
	return out
}

func (w *Vocabulary) sum(terms []term) int {
	sum := 0
	for _, t := range terms {
		sum += int(w.Weights[t])
	}
	return sum
}

// each is the value of one of n terms whose vector has a length.
func each(length float64, n int) float64 { return length / math.Sqrt(float64(max(1, n))) }

// row is block b as the machine is trained on it. Of a word that is not known only the place that it takes counts.
func (t *terms) row(v *View, b int, known []bool) svm.SparseRow {
	block := &t.blocks[b]
	r := svm.SparseRow{Index: []term{always}, Value: []float32{1}}
	add := func(length float64, terms []term) {
		for _, w := range terms {
			if known[w] {
				r.Index = append(r.Index, w)
			}
		}
		r.Fill(each(length, len(terms)))
	}
	var names []term
	for i := block.node; i >= 0; i = v.Page.Nodes[i].Parent {
		names = append(names, t.own(i)...)
	}
	add(namesLength, names)
	add(textLength, block.text)
	add(proseLength, block.prose)
	add(headingLength, block.heading)
	add(besideLength, block.before)
	add(besideLength, block.after)
	return r
}

// write writes how many terms have a weight, then of each how many it lies behind the one before, and the weight. Their
// step is in the model's header.
func (w *Vocabulary) write(to *bytes.Buffer) {
	var gaps, weights []byte
	n, last := uint64(0), 0
	for k, x := range w.Weights {
		if x != 0 {
			gaps, weights = binary.AppendUvarint(gaps, uint64(k-last)), append(weights, byte(x))
			last = k
			n++
		}
	}
	to.Write(binary.AppendUvarint(nil, n))
	to.Write(gaps)
	to.Write(weights)
}

// readVocabulary reads what write wrote.
func readVocabulary(r *bufio.Reader, step float64) (*Vocabulary, error) {
	if !(step > 0) || math.IsInf(step, 0) {
		return nil, errors.New("its weights have no step")
	}
	n, err := binary.ReadUvarint(r)
	if err != nil || n > termCount {
		return nil, fmt.Errorf("it has %d words: %w", n, errors.Join(err, io.ErrUnexpectedEOF))
	}
	terms := make([]term, n)
	last := uint64(0)
	for k := range terms {
		gap, err := binary.ReadUvarint(r)
		if err != nil {
			return nil, err
		}
		if last += gap; gap >= termCount || last >= termCount {
			return nil, fmt.Errorf("its word %d lies behind the last", k)
		}
		terms[k] = term(last)
	}
	w := &Vocabulary{make([]int8, termCount), step}
	for _, k := range terms {
		x, err := r.ReadByte()
		if err != nil {
			return nil, err
		}
		w.Weights[k] = int8(x)
	}
	return w, nil
}

package classify

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// A row is one drawn block of a training set.
type row struct {
	example, block int
	cells          []float32
	label          int8
	weight         float64
}

// draw draws n blocks without replacement: a block weighs its share of the page's words to the power train.word_power,
// times the page's weight. Blocks of which only part is gold weigh less. The first k of the drawn are a draw of k. Where
// more are drawn than heavy blocks allow for, those keep what they weigh beyond the others: Σ weight f(block) over the
// drawn estimates that over all blocks.
func (t *trainer) draw(evidence [][][]float32, n int, in func(example int) bool) []row {
	type drawn struct {
		row
		key float64
	}
	rng := rand.New(rand.NewPCG(uint64(t.o.Seed), 0x6d756c6c))
	var all []drawn
	for i := range t.examples {
		if !in(i) || len(evidence[i]) == 0 {
			continue
		}
		e := &t.examples[i]
		for b := range e.Shares {
			if !e.counts(b) {
				continue
			}
			w := t.weight[i] * e.weight(b, t.o.WordPower)
			// Efraimidis and Spirakis 2006: the n greatest of log(u)/w are a weighted sample.
			all = append(all, drawn{row{i, b, evidence[i][b], e.label(b), w}, math.Log(1-rng.Float64()) / w})
		}
	}
	slices.SortStableFunc(all, func(x, y drawn) int { return cmp.Compare(y.key, x.key) })
	rows := make([]row, min(n, len(all)))
	for k := range rows {
		rows[k] = all[k].row
	}
	if n < len(all) {
		// A block of weight w was among the drawn with the probability 1 − exp(−w/least): Duffield, Lund and Thorup 2007.
		least := -1 / all[n].key
		for k := range rows {
			rows[k].weight /= -math.Expm1(-rows[k].weight / least)
		}
	}
	return rows
}

// label is 1 for main content, −1 for boilerplate.
func (e *Example) label(b int) int8 {
	if isContent(e.Shares[b]) {
		return 1
	}
	return -1
}

// Labels is how many blocks have a label that is known.
func (e *Example) Labels() (n int) {
	for b := range e.Shares {
		if e.counts(b) {
			n++
		}
	}
	return n
}

// counts reports whether the label of a block is known.
func (e *Example) counts(b int) bool { return e.Counts == nil || e.Counts[b] > 0 }

// weight is what a block counts for among those of its page: its share of the words to a power, less where only part of
// it is gold.
func (e *Example) weight(b int, wordPower float64) float64 {
	w := math.Pow((e.View.stats[b].words+0.5)/e.words(), wordPower) * math.Max(0.1, math.Abs(e.Shares[b]-0.5)*2)
	if e.Counts != nil {
		w *= e.Counts[b]
	}
	return w
}

// words are the page's, half a word more for each block so that none counts for nothing.
func (e *Example) words() float64 { return e.View.total.words + float64(len(e.Shares))/2 }

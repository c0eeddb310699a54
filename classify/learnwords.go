package classify

import (
	"slices"
	"strings"

	"github.com/mullionhq/mullion/classify/svm"
)

// learnWords trains the vocabulary on all blocks. told is, by example, what vocabularies say that did not see its site:
// the first stage is trained on it.
func (t *trainer) learnWords() (words *Vocabulary, told [][]float32, err error) {
	told = make([][]float32, len(t.examples))
	parts := t.deal(t.o.WordsFolds)
	n := slices.Max(parts) + 1 // fewer where there are fewer sites
	for f := range n {
		t.say("vocabulary without part %d of %d", f+1, n)
		apart, err := t.vocabulary(func(i int) bool { return parts[i] != f })
		if err != nil {
			return nil, nil, err
		}
		for i := range t.examples {
			if parts[i] == f {
				told[i] = apart.measure(t.examples[i].View)
			}
		}
	}
	t.say("vocabulary")
	words, err = t.vocabulary(func(int) bool { return true })
	return words, told, err
}

// vocabulary trains one on the blocks of some examples. The costs of the blocks are their weights, train.words_c in the mean.
func (t *trainer) vocabulary(in func(example int) bool) (*Vocabulary, error) {
	known := t.known(in)
	var rows []svm.SparseRow
	var labels []int8
	var weights []float64
	for i := range t.examples {
		if !in(i) {
			continue
		}
		e := &t.examples[i]
		words := e.View.words()
		for b := range e.Shares {
			if !e.counts(b) {
				continue
			}
			rows, labels = append(rows, words.row(e.View, b, known)), append(labels, e.label(b))
			weights = append(weights, t.weight[i]*e.weight(b, t.o.WordPower))
		}
	}
	p := svm.DefaultSparseParams()
	p.Seed = t.o.Seed
	learned, err := svm.DescendSparse(t.ctx, rows, termCount, labels, costs(weights, t.o.WordsC), p)
	if err != nil {
		return nil, err
	}
	return newVocabulary(learned), nil
}

// known reports which terms train.words_sites sites have at least.
func (t *trainer) known(in func(example int) bool) []bool {
	site, sites := make([]string, termCount), make([]uint8, termCount) // the last that had it, and how many so far
	known := make([]bool, termCount)
	known[always] = true
	bySite := t.bySite()
	for _, i := range bySite {
		if !in(i) {
			continue
		}
		e := &t.examples[i]
		e.View.words().each(func(w term) {
			if !known[w] && (sites[w] == 0 || site[w] != e.Site) {
				site[w] = e.Site
				sites[w]++
				known[w] = int(sites[w]) >= t.o.WordsSites
			}
		})
	}
	return known
}

// bySite are the examples, those of a site one after the other.
func (t *trainer) bySite() []int {
	list := make([]int, len(t.examples))
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, func(i, j int) int { return strings.Compare(t.examples[i].Site, t.examples[j].Site) })
	return list
}

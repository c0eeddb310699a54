package classify

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// Terms say which blocks share what: names come from all ancestors, once; texts, headings and neighbours are other kinds.
func TestTerms(t *testing.T) {
	v := view(t, `<div class="shop shop" id=item><h2>Customer reviews</h2><p class=shop>Read 12 of them</p><p>Read 48 of them</p>
		<p>`+strings.Repeat("Far too long to announce anything at all. ", 4)+`</p></div><p>Read 12 of them</p>`)
	terms := v.words()
	names := func(b int) (list []term) {
		for i := terms.blocks[b].node; i >= 0; i = v.Page.Nodes[i].Parent {
			list = append(list, terms.own(i)...)
		}
		return list
	}
	word := func(kind int, w string) term { return hashOf(kind, mix(0, w)) }
	same := func(a, b []term) bool {
		a, b = slices.Clone(a), slices.Clone(b)
		slices.Sort(a)
		slices.Sort(b)
		return slices.Equal(a, b)
	}
	const reviews, first, second, long, outside = 0, 1, 2, 3, 4
	inShop := []term{word(tagTerm, "div"), word(tagTerm, "p"), word(nameTerm, "shop"), word(nameTerm, "item")}
	switch blocks := terms.blocks; {
	case len(blocks) != 5:
		t.Fatalf("%d blocks", len(blocks))
	case !same(names(first), inShop) || !same(names(second), inShop):
		t.Errorf("names %v and %v, want those of div.shop#item and p once: %v", names(first), names(second), inShop)
	case !same(names(outside), inShop[1:2]):
		t.Errorf("names %v outside the div, want only its own tag", names(outside))
	case !same(blocks[first].text, blocks[second].text):
		t.Error("texts that differ in a number have other terms")
	case len(blocks[first].text) != 4+3+1:
		t.Errorf("%d terms of four words: want the words, three pairs and the whole", len(blocks[first].text))
	case !same(blocks[long].text, []term{hashOf(textTerm+longTerm, 0)}):
		t.Errorf("a long text has the terms %v", blocks[long].text)
	case blocks[first].prose != nil || len(blocks[long].prose) != 8 || !slices.Contains(blocks[long].prose, word(proseTerm, "long")):
		t.Errorf("the words of a long text are %v, want each once; those of a short one %v, want none", blocks[long].prose, blocks[first].prose)
	case !same(blocks[reviews].heading, blocks[outside].heading) || !slices.Contains(blocks[first].heading, word(headingTerm, "reviews")):
		t.Error("blocks do not have the words of the heading that they stand under")
	case !slices.Contains(blocks[second].before, word(beforeTerm, "read")) || !slices.Contains(blocks[reviews].after, word(afterTerm, "them")):
		t.Error("blocks do not have the words beside them")
	}
}

// Predicting sums along the tree; it says what the machine that was trained on single rows says.
func TestVocabularyIsItsMachine(t *testing.T) {
	w := &Vocabulary{make([]int8, termCount), 0.01}
	for k := range w.Weights {
		w.Weights[k] = int8(k*7919%255 - 127)
	}
	v := view(t, newsSite(3, 2)+`<nav role=navigation><ul class="menu main"><li><a class=menu href=/>Home</a><li>About</ul></nav>`)
	told, width := w.measure(v), len(vocabularySource.Columns)
	all := slices.Repeat([]bool{true}, termCount)
	for b := range v.Blocks {
		row, want := v.words().row(v, b, all), 0.0
		for k, f := range row.Index {
			want += float64(row.Value[k]) * float64(w.Weights[f]) * w.Step
		}
		got := told[b*width : (b+1)*width]
		if math.Abs(float64(got[0])-want) > 1e-5 {
			t.Errorf("block %d: the decision is %g, the machine's %g", b, got[0], want)
		}
		parts := float32(float64(w.Weights[always]) * w.Step)
		for _, part := range got[1:] {
			parts += part
		}
		if math.Abs(float64(parts-got[0])) > 1e-5 {
			t.Errorf("block %d: its parts are %g in sum, not %g", b, parts, got[0])
		}
	}
}

// twins are pages on which only a word tells content from boilerplate: both are lists of the same look.
func twins(site, n int) (html, content string) {
	content = fmt.Sprintf("thing %d of shop %d, as good as any", n, site)
	list := func(class, text string) string {
		return fmt.Sprintf(`<section><div class="x%d-%s"><p>%s</p><p>%s</p></div></section>`, site, class, text, text+" again")
	}
	a, b := list("lieferumfang", content), list("mitgekauft", fmt.Sprintf("piece %d of shop %d, as good as any", n, site))
	if (site+n)%2 == 0 {
		a, b = b, a
	}
	return "<title>shop</title>" + a + b, content
}

func TestWordsAreLearned(t *testing.T) {
	var examples []Example
	for site := range 8 {
		for n := range 4 {
			html, content := twins(site, n)
			v := view(t, html)
			shares := make([]float64, len(v.Blocks))
			for b := range v.Blocks {
				if strings.HasPrefix(v.Blocks[b].Text, content) {
					shares[b] = 1
				}
			}
			examples = append(examples, NewExample(v, shares, fmt.Sprint(site), 1))
		}
	}
	right := func(o TrainOptions) (n int) {
		m, err := Train(context.Background(), examples, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := m.Write(&file); err != nil {
			t.Fatal(err)
		}
		if m, err = ReadModel(&file); err != nil {
			t.Fatal(err)
		}
		for page := range 4 {
			html, content := twins(99, page)
			v := view(t, html)
			for b, p := range m.scores(v, m.evidence(v)) {
				if (p > 0.5) == strings.HasPrefix(v.Blocks[b].Text, content) {
					n++
				}
			}
		}
		return n
	}
	o := quick()
	if n := right(o); n != 16 {
		t.Errorf("%d of 16 blocks of an unseen shop are right", n)
	}
	o.Without = []string{vocabularySource.Name}
	if n := right(o); n > 12 {
		t.Errorf("%d of 16 blocks are told without words: the pages test nothing", n)
	}
}

// What only few sites say tells nothing about other sites.
func TestRareWordsAreNotLearned(t *testing.T) {
	trainer := trainer{ctx: context.Background(), o: quick(), weight: slices.Repeat([]float64{1}, 6)}
	for site := range 6 {
		class := "often"
		if site%3 == 0 {
			class = "rare"
		}
		v := view(t, `<section class=`+class+`><p>Gold that every site calls so.</section><aside><p>Sign up for more of it.</aside>`)
		trainer.examples = append(trainer.examples, NewExample(v, []float64{1, 0}, fmt.Sprint(site/2*2), 1)) // sites 0, 2 and 4
	}
	weight := func(sites int, class string) int8 {
		trainer.o.WordsSites = sites
		w, err := trainer.vocabulary(func(int) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		return w.Weights[hashOf(nameTerm, mix(0, class))]
	}
	if w := weight(3, "rare"); w != 0 {
		t.Errorf("a name of two sites weighs %d", w)
	}
	if w := weight(2, "rare"); w <= 0 {
		t.Errorf("a name of two sites weighs %d, where two are enough", w)
	}
	if w := weight(3, "often"); w <= 0 {
		t.Errorf("a name of three sites weighs %d", w)
	}
}

func FuzzReadVocabulary(f *testing.F) {
	w := &Vocabulary{make([]int8, termCount), 0.01}
	w.Weights[always], w.Weights[77] = 1, -2
	var stored bytes.Buffer
	w.write(&stored)
	f.Add(stored.Bytes())
	f.Fuzz(func(t *testing.T, stored []byte) {
		w, err := readVocabulary(bufio.NewReader(bytes.NewReader(stored)), 0.01)
		if err != nil {
			return
		}
		var again bytes.Buffer
		w.write(&again)
		if read, err := readVocabulary(bufio.NewReader(&again), 0.01); err != nil || !slices.Equal(read.Weights, w.Weights) {
			t.Errorf("written again it is read as another: %v", err)
		}
	})
}

// A vocabulary is read as it was written; what is cut, has no step or too many words is damaged.
func TestVocabularyRoundTrip(t *testing.T) {
	w := &Vocabulary{make([]int8, termCount), 0.01}
	for k, term := range []term{always, 7, 5000, termCount - 1} {
		w.Weights[term] = int8(100*k - 127)
	}
	var stored bytes.Buffer
	w.write(&stored)
	read := func(b []byte, step float64) (*Vocabulary, error) {
		return readVocabulary(bufio.NewReader(bytes.NewReader(b)), step)
	}
	if got, err := read(stored.Bytes(), w.Step); err != nil || !slices.Equal(got.Weights, w.Weights) {
		t.Errorf("read as another: %v", err)
	}
	for _, step := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, err := read(stored.Bytes(), step); err == nil {
			t.Errorf("the step %v was taken", step)
		}
	}
	for n := range stored.Len() {
		if _, err := read(stored.Bytes()[:n], 1); err == nil {
			t.Errorf("a vocabulary cut to %d bytes was read", n)
		}
	}
	for _, damaged := range [][]uint64{{termCount + 1}, {1, termCount}, {2, termCount - 1, 1}, {1, math.MaxUint64}} {
		var b []byte
		for _, x := range damaged {
			b = binary.AppendUvarint(b, x)
		}
		if _, err := read(append(b, 1, 1, 1, 1), 1); err == nil {
			t.Errorf("%d was read", damaged)
		}
	}
}

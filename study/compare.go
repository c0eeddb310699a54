package study

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
)

// A Comparison is estimates that were made in different ways: bag F1 by corpus, averaged over pages, of models that did
// not see the pages' sites. The first row is what the others are compared with.
type Comparison struct {
	Corpora []string // "all" first; "rendered (static)" are rendered sites by their HTML alone
	Rows    []Row
}

// A Row is one estimate of a comparison.
type Row struct {
	Name    string
	Options classify.TrainOptions
	Scores  map[string]float64 // by corpus
}

// A variant is a way to train.
type variant struct {
	name    string
	options classify.TrainOptions
	keep    func(*Sample) bool // nil keeps all
}

// Ablate compares all evidence with all but one source. A source is worth what no other one can stand in for.
func (s *Study) Ablate(ctx context.Context, items []eval.Item, samples []Sample, k int, o classify.TrainOptions) (*Comparison, error) {
	variants := []variant{{name: "all evidence", options: o}}
	for _, name := range classify.SourceNames() {
		v := variant{name: "without " + name, options: o}
		v.options.Without = []string{name}
		variants = append(variants, v)
	}
	return s.compare(ctx, items, samples, k, variants)
}

// LearningCurve compares training on all sites with training on shares of them, which halve down to one in
// 2^halvings. Larger shares have all sites of the smaller ones.
func (s *Study) LearningCurve(ctx context.Context, items []eval.Item, samples []Sample, k, halvings int, o classify.TrainOptions) (*Comparison, error) {
	place := placesOf(samples)
	variants := []variant{{name: fmt.Sprintf("all %d sites", len(place)), options: o}}
	for n := 1; n <= halvings; n++ {
		sites := (len(place) + 1<<n - 1) >> n
		variants = append(variants, variant{fmt.Sprintf("one in %d: %d sites", 1<<n, sites), o, func(p *Sample) bool { return place[siteKey(p.Item)] < sites }})
	}
	return s.compare(ctx, items, samples, k, variants)
}

func siteKey(it *eval.Item) string { return it.Corpus + "\x00" + it.Site }

// placesOf gives every site of the samples a place among them, 0 …, in an order that has nothing to do with their names.
func placesOf(samples []Sample) map[string]int {
	place := map[string]int{}
	for i := range samples {
		place[siteKey(samples[i].Item)] = 0
	}
	hash := func(site string) uint64 {
		h := fnv.New64a()
		io.WriteString(h, site)
		return h.Sum64()
	}
	order := slices.SortedFunc(maps.Keys(place), func(a, b string) int { return cmp.Or(cmp.Compare(hash(a), hash(b)), cmp.Compare(a, b)) })
	for i, site := range order {
		place[site] = i
	}
	return place
}

// Grid compares the options with those of a grid.
func (s *Study) Grid(ctx context.Context, items []eval.Item, samples []Sample, k int, o classify.TrainOptions, grid []Row) (*Comparison, error) {
	variants := []variant{{name: "as configured", options: o}}
	for _, r := range grid {
		variants = append(variants, variant{name: r.Name, options: r.Options})
	}
	return s.compare(ctx, items, samples, k, variants)
}

// Best is the row with the highest mean over all pages.
func (c *Comparison) Best() Row {
	best := c.Rows[0]
	for _, r := range c.Rows {
		if r.Scores[allCorpora] > best.Scores[allCorpora] {
			best = r
		}
	}
	return best
}

func (s *Study) compare(ctx context.Context, items []eval.Item, samples []Sample, k int, variants []variant) (*Comparison, error) {
	c := &Comparison{}
	for i, v := range variants {
		s.say(v.name, i, len(variants))
		if v.keep == nil {
			v.keep = func(*Sample) bool { return true }
		}
		e, err := s.crossValidate(ctx, items, samples, k, uint64(v.options.Seed), v.options, v.keep)
		if err != nil {
			return c, fmt.Errorf("%s: %w", v.name, err)
		}
		var scores map[string]float64
		c.Corpora, scores = e.byCorpus()
		c.Rows = append(c.Rows, Row{v.name, v.options, scores})
	}
	return c, nil
}

// allCorpora is the column of all pages.
const allCorpora = "all"

// byCorpus averages the bag F1 of the pages by corpus, in their order, and over all pages without a profile.
func (e *Estimate) byCorpus() (names []string, means map[string]float64) {
	means, counts := map[string]float64{}, map[string]float64{}
	add := func(name string, p *eval.PageScore) {
		if counts[name] == 0 {
			names = append(names, name)
		}
		means[name] += p.Bag.F1
		counts[name]++
	}
	for _, group := range []struct {
		pages    []eval.PageScore
		rendered string // what is added to the names of rendered sites
		known    string // to all names
	}{{e.Rendered, "", ""}, {e.Static, " (static)", ""}, {e.RenderedKnown.With, "", " (profile)"}, {e.StaticKnown.With, " (static)", " (profile)"}} {
		for i := range group.pages {
			p := &group.pages[i]
			if p.Bag == nil {
				continue
			}
			name := p.Item.Corpus + group.known
			if p.Item.Layout != nil {
				name = p.Item.Corpus + group.rendered + group.known
			}
			if group.known == "" {
				add(allCorpora, p)
			}
			add(name, p)
		}
	}
	for name := range means {
		means[name] /= counts[name]
	}
	return names, means
}

// WriteTable writes the first row's scores and, in thousandths, what the others have more or less.
func (c *Comparison) WriteTable(w io.Writer) error {
	if len(c.Rows) == 0 {
		return nil
	}
	var b strings.Builder
	line := func(name string, cell func(corpus string) string) {
		b.WriteString("| " + name + " |")
		for _, corpus := range c.Corpora {
			b.WriteString(" " + cell(corpus) + " |")
		}
		b.WriteString("\n")
	}
	base := c.Rows[0].Scores
	line("bag F1, then thousandths more or less", func(corpus string) string { return corpus })
	line("---", func(string) string { return "---:" })
	line(c.Rows[0].Name, func(corpus string) string { return fmt.Sprintf("%.4f", base[corpus]) })
	for _, r := range c.Rows[1:] {
		line(r.Name, func(corpus string) string { return fmt.Sprintf("%+.1f", 1000*(r.Scores[corpus]-base[corpus])) })
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing the comparison: %w", err)
	}
	return nil
}

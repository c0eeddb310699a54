package study

import (
	"context"
	"fmt"
	"io"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
)

// An Ablation says what each source of evidence is worth: bag F1 by corpus, averaged over pages, of models that were
// trained without it and did not see the pages' sites.
type Ablation struct {
	Corpora []string           // "rendered (static)" are rendered sites by their HTML alone
	Full    map[string]float64 // with all evidence
	Without []Without
}

// Without is the scores without one source.
type Without struct {
	Source string
	Scores map[string]float64
}

// Ablate cross-validates once with all evidence and once without each source, at the cost of as many estimates.
// Models are trained by the same options, so a source is worth what no other one can stand in for.
func (s *Study) Ablate(ctx context.Context, items []eval.Item, samples []Sample, k int, seed uint64, o classify.TrainOptions) (*Ablation, error) {
	a := &Ablation{}
	run := func(without []string) (map[string]float64, error) {
		o := o
		o.Without = without
		e, err := s.CrossValidate(ctx, items, samples, k, seed, o)
		if err != nil {
			return nil, err
		}
		return a.scores(e), nil
	}
	var err error
	if a.Full, err = run(nil); err != nil {
		return nil, err
	}
	for i, name := range classify.SourceNames() {
		s.say("ablation: "+name, i, len(classify.SourceNames()))
		scores, err := run([]string{name})
		if err != nil {
			return nil, fmt.Errorf("without %s: %w", name, err)
		}
		a.Without = append(a.Without, Without{name, scores})
	}
	return a, nil
}

// scores averages the estimate's pages by corpus; pages that have a profile too are counted with it.
func (a *Ablation) scores(e *Estimate) map[string]float64 {
	sums, counts := map[string]float64{}, map[string]float64{}
	var names []string
	add := func(pages []eval.PageScore, suffix string) {
		for _, p := range pages {
			if p.Bag == nil {
				continue
			}
			name := p.Item.Corpus + suffix
			if counts[name] == 0 {
				names = append(names, name)
			}
			sums[name] += p.Bag.F1
			counts[name]++
		}
	}
	add(e.Rendered, "")
	static := ""
	if len(e.Rendered) > 0 {
		static = " (static)"
	}
	for _, p := range e.Static {
		suffix := ""
		if p.Item.Layout != nil {
			suffix = static
		}
		add([]eval.PageScore{p}, suffix)
	}
	add(e.RenderedKnown.With, " (profile)")
	add(e.StaticKnown.With, " (profile, static)")
	for name := range sums {
		sums[name] /= counts[name]
	}
	a.Corpora = names
	return sums
}

// WriteTable writes the scores with all evidence and, in thousandths, what is lost without each source.
func (a *Ablation) WriteTable(w io.Writer) error {
	row := func(name string, cell func(corpus string) string) error {
		line := "| " + name + " |"
		for _, c := range a.Corpora {
			line += " " + cell(c) + " |"
		}
		_, err := fmt.Fprintln(w, line)
		return err
	}
	rows := []struct {
		name string
		cell func(string) string
	}{
		{"evidence", func(c string) string { return c }},
		{"---", func(string) string { return "---:" }},
		{"all: bag F1", func(c string) string { return fmt.Sprintf("%.4f", a.Full[c]) }},
	}
	for _, x := range a.Without {
		rows = append(rows, struct {
			name string
			cell func(string) string
		}{"without " + x.Source, func(c string) string { return fmt.Sprintf("%+.1f", 1000*(x.Scores[c]-a.Full[c])) }})
	}
	for _, r := range rows {
		if err := row(r.name, r.cell); err != nil {
			return fmt.Errorf("writing the ablation: %w", err)
		}
	}
	return nil
}

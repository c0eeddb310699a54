package eval

import (
	"strings"

	"github.com/mullionhq/mullion/page"
)

// Measures of the published methods, beside those of the field.

// Labels are what became of a page's leaf labels: elements that directly hold text (000, section 8.1).
type Labels struct{ TP, FP, FN int }

// Lines are what became of a page's lines (003, section 4): of those that were kept, how many are of the main content,
// and of the main content's, how many were kept.
type Lines struct{ Kept, Valid, Gold, Found int }

// compareLines counts lines. A kept line is valid when at least half of its words are found in the gold in their order,
// and a gold line is found when half of its words are among what was kept: so it does not matter where either has its
// line breaks.
func compareLines(gold, kept string) Lines {
	g, k := lines(gold), lines(kept)
	l := Lines{Kept: len(k), Gold: len(g)}
	for _, share := range Align(k, gold) {
		if share >= ContentShare {
			l.Valid++
		}
	}
	for _, share := range Align(g, kept) {
		if share >= ContentShare {
			l.Found++
		}
	}
	return l
}

// lines are the lines of a text that are not empty, as blocks.
func lines(text string) []page.Block {
	var out []page.Block
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, page.Block{Text: line})
		}
	}
	return out
}

// Grades are by word F1, Chinese and Japanese by character (Bag): word F1 as WCXB has it takes a clause of Chinese for one
// word. The published grades of 002 were given by hand; these limits are the project's.
const (
	rightF1 = 0.9 // a page that is right, for 001's share of pages
	goodF1  = 0.95
	fairF1  = 0.8
	poorF1  = 0.5
)

// Published are the published methods' own measures over a set of pages.
type Published struct {
	Right  float64 `json:"right"`  // share of pages with bag F1 ≥ .9 (001)
	Grades Grades  `json:"grades"` // shares of pages (002)
	Labels *PRF    `json:"labels,omitempty"`
	Lines  *PRF    `json:"lines,omitempty"`
}

// Grades are the shares of pages that are good, fair, poor and bad.
type Grades struct {
	Good float64 `json:"good"` // bag F1 ≥ .95
	Fair float64 `json:"fair"` // ≥ .8
	Poor float64 `json:"poor"` // ≥ .5
	Bad  float64 `json:"bad"`
}

// totalPublished adds the published measures up; nil when no page has them. Labels and lines are pooled over pages.
func totalPublished(pages []PageScore) *Published {
	var out Published
	var labels Labels
	var ls Lines
	n := 0.0
	hasLabels := false
	for _, p := range pages {
		if p.Lines == nil || p.Bag == nil {
			continue
		}
		n++
		switch f := p.Bag.F1; {
		case f >= goodF1:
			out.Grades.Good++
		case f >= fairF1:
			out.Grades.Fair++
		case f >= poorF1:
			out.Grades.Poor++
		default:
			out.Grades.Bad++
		}
		if p.Bag.F1 >= rightF1 {
			out.Right++
		}
		ls = Lines{ls.Kept + p.Lines.Kept, ls.Valid + p.Lines.Valid, ls.Gold + p.Lines.Gold, ls.Found + p.Lines.Found}
		if p.Labels != nil {
			hasLabels = true
			labels = Labels{labels.TP + p.Labels.TP, labels.FP + p.Labels.FP, labels.FN + p.Labels.FN}
		}
	}
	if n == 0 {
		return nil
	}
	for _, x := range []*float64{&out.Right, &out.Grades.Good, &out.Grades.Fair, &out.Grades.Poor, &out.Grades.Bad} {
		*x /= n
	}
	byLine := prf(share(ls.Valid, ls.Kept), share(ls.Found, ls.Gold))
	out.Lines = &byLine
	if hasLabels {
		byLabel := prf(share(labels.TP, labels.TP+labels.FP), share(labels.TP, labels.TP+labels.FN))
		out.Labels = &byLabel
	}
	return &out
}

// publishedMeasures are the columns of the published measures.
var publishedMeasures = func() []measure {
	get := func(name string, pick func(*Published) float64) measure {
		return measure{name, func(s *Scores) (float64, bool) {
			if s.Published == nil {
				return 0, false
			}
			return pick(s.Published), true
		}}
	}
	list := []measure{
		get("right", func(p *Published) float64 { return p.Right }),
		get("good", func(p *Published) float64 { return p.Grades.Good }),
		get("fair", func(p *Published) float64 { return p.Grades.Fair }),
		get("poor", func(p *Published) float64 { return p.Grades.Poor }),
		get("bad", func(p *Published) float64 { return p.Grades.Bad }),
	}
	of := func(pick func(*Published) *PRF) func(*Scores) *PRF {
		return func(s *Scores) *PRF {
			if s.Published == nil {
				return nil
			}
			return pick(s.Published)
		}
	}
	list = append(list, prfMeasures("label", of(func(p *Published) *PRF { return p.Labels }))...)
	return append(list, prfMeasures("line", of(func(p *Published) *PRF { return p.Lines }))...)
}()

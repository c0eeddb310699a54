// Package score compares what peers made of pages with the gold, by the published metrics of package eval, and writes
// the comparison as Markdown. It runs nothing.
package score

import (
	"slices"
	"strings"

	"github.com/mullionhq/mullion/bench/measure"
	"github.com/mullionhq/mullion/eval"
)

// A Metric is one number of a set of pages.
type Metric struct {
	Name string
	Of   func(eval.Scores) (float64, bool)       // false where the pages have no such gold
	only func(eval.PageScore) eval.PageScore     // the page's score with this metric alone, quick to average
	own  func(*eval.Item, string) eval.PageScore // how one page is scored; nil for eval.Scorer
}

// The metrics. Shingles by character are those of the article extraction benchmark over the tokens of the reference
// scorer's --tok cjk: in scripts without spaces between words a whole sentence is one word, and four in a row are too
// coarse a measure.
var (
	Word = Metric{Name: "word F1", Of: func(s eval.Scores) (float64, bool) { return f1(s.Word) },
		only: func(p eval.PageScore) eval.PageScore { return eval.PageScore{Item: p.Item, Word: p.Word} }}
	Bag = Metric{Name: "bag F1", Of: func(s eval.Scores) (float64, bool) { return f1(s.Bag) },
		only: func(p eval.PageScore) eval.PageScore { return eval.PageScore{Item: p.Item, Bag: p.Bag} }}
	Shingle      = Metric{Name: "aeb F1", Of: shingleF1, only: onlyShingles}
	ShingleChars = Metric{Name: "aeb F1 by character", Of: shingleF1, only: onlyShingles, own: shinglesByCharacter}
	Segments     = Metric{Name: "seg F", only: func(p eval.PageScore) eval.PageScore { return eval.PageScore{Item: p.Item, Segments: p.Segments} },
		Of: func(s eval.Scores) (float64, bool) {
			if s.Segments == nil {
				return 0, false
			}
			return s.Segments.F1, true
		}}
	Metrics = []Metric{Word, Shingle, ShingleChars, Segments, Bag}
)

func f1(p *eval.PRF) (float64, bool) {
	if p == nil {
		return 0, false
	}
	return p.F1, true
}

func shingleF1(s eval.Scores) (float64, bool) {
	if s.Shingle == nil {
		return 0, false
	}
	return s.Shingle.F1, true
}

func onlyShingles(p eval.PageScore) eval.PageScore {
	return eval.PageScore{Item: p.Item, Shingles: p.Shingles}
}

func shinglesByCharacter(it *eval.Item, text string) eval.PageScore {
	p := eval.PageScore{Item: it}
	if it.Gold.HasText {
		s := eval.CompareShingles(strings.Join(eval.CJK(it.Gold.Text), " "), strings.Join(eval.CJK(text), " "))
		p.Shingles = &s
	}
	return p
}

// manyTypes is how many page types make a corpus one of all kinds of pages, not of articles: WCXB has seven.
const manyTypes = 4

// Headline is the metric that a set is known by: word F1 for corpora of many page types (WCXB's own) and for rendered
// sites, segments where there is no gold text, shingles elsewhere, by character where most pages are Chinese or
// Japanese.
func Headline(s *measure.Set) Metric {
	has := func(of func(*eval.Item) bool) int {
		n := 0
		for i := range s.Items {
			if of(&s.Items[i]) {
				n++
			}
		}
		return n
	}
	types := map[string]bool{}
	for i := range s.Items {
		types[s.Items[i].PageType] = true
	}
	switch {
	case has(func(it *eval.Item) bool { return it.Gold.HasText }) == 0:
		return Segments
	case s.Rendered, len(types) >= manyTypes:
		return Word
	case 2*has(isUnspaced) > len(s.Items):
		return ShingleChars
	}
	return Shingle
}

func isUnspaced(it *eval.Item) bool {
	lang, _, _ := strings.Cut(it.Lang, "-")
	return slices.Contains([]string{"zh", "ja"}, lang)
}

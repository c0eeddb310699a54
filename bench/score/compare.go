package score

import (
	"cmp"
	"errors"
	"slices"

	"github.com/mullionhq/mullion/bench/measure"
	"github.com/mullionhq/mullion/bench/peer"
	"github.com/mullionhq/mullion/eval"
)

// Texts are what one peer made of a set.
type Texts struct {
	Peer  string
	Rows  measure.Rows
	Given Given // texts from elsewhere in place of the rows'; nil for none
}

// Given texts come from elsewhere, such as *eval.Predictions.
type Given interface {
	// For is the text for a page and whether there is one.
	For(it *eval.Item) (text string, ok bool)
}

// A Result is the comparison of a set or of one of its page types.
type Result struct {
	Name     string // such as "wcxb" or "wcxb forum"
	Set      *measure.Set
	Type     string // "" for the whole set
	Headline Metric
	Items    []eval.Item
	Columns  []Column // mullion first, where it is there
}

// A Column is one peer's scores of a result.
type Column struct {
	Peer   string
	Texts  []string // in the items' order, as are the scores
	Failed int      // pages without a text, scored as empty
	scores map[string][]eval.PageScore
}

// A Value is a metric with its 95 % bootstrap interval.
type Value struct {
	X, Low, High float64
	OK           bool // false where the pages have no such gold
}

// Seed fixes the bootstrap's draws.
const Seed = 1

// Compare scores every peer that has a text, or a failure, for each page of the set; the others are returned as
// incomplete with the number of pages that they lack.
func Compare(s *measure.Set, list []Texts) (r Result, incomplete map[string]int) {
	r = Result{Name: s.Name, Set: s, Headline: Headline(s), Items: s.Items}
	incomplete = map[string]int{}
	for _, t := range list {
		c := Column{Peer: t.Peer, scores: map[string][]eval.PageScore{}}
		lacking := 0
		for i := range s.Items {
			text, ok, err := t.text(&s.Items[i])
			if !ok {
				lacking++
			}
			if err != nil {
				c.Failed++
			}
			c.Texts = append(c.Texts, text)
		}
		if lacking > 0 {
			incomplete[t.Peer] = lacking
			continue
		}
		r.Columns = append(r.Columns, c)
	}
	for i := range r.Columns {
		r.Columns[i].score(r.Items)
	}
	return r, incomplete
}

// text is the peer's text for a page. ok tells whether the page was tried, err why it has no text.
func (t Texts) text(it *eval.Item) (text string, ok bool, err error) {
	if t.Given != nil {
		text, found := t.Given.For(it)
		if !found {
			return "", true, errors.New("the given predictions have no such page")
		}
		return text, true, nil
	}
	row, ok := t.Rows[it.ID]
	if row.Error != "" {
		err = errors.New(row.Error)
	}
	return row.Text, ok, err
}

func (c *Column) score(items []eval.Item) {
	for i := range items {
		whole := eval.Scorer{}.Page(&items[i], eval.Prediction{Text: c.Texts[i]})
		for _, m := range Metrics {
			p := m.only(whole)
			if m.own != nil {
				p = m.own(&items[i], c.Texts[i])
			}
			c.scores[m.Name] = append(c.scores[m.Name], p)
		}
	}
}

// ByType are the results of the set's page types, in alphabetical order; none where all pages are of one type.
func (r *Result) ByType() []Result {
	at := map[string][]int{}
	for i := range r.Items {
		t := cmp.Or(r.Items[i].PageType, "-")
		at[t] = append(at[t], i)
	}
	if len(at) < 2 {
		return nil
	}
	var out []Result
	for t, rows := range at {
		part := Result{Name: r.Name + " " + t, Set: r.Set, Type: t, Headline: r.Headline, Items: pick(r.Items, rows)}
		for _, c := range r.Columns {
			some := Column{Peer: c.Peer, Texts: pick(c.Texts, rows), scores: map[string][]eval.PageScore{}}
			for name, list := range c.scores {
				some.scores[name] = pick(list, rows)
			}
			part.Columns = append(part.Columns, some)
		}
		out = append(out, part)
	}
	slices.SortFunc(out, func(a, b Result) int { return cmp.Compare(a.Type, b.Type) })
	return out
}

func pick[T any](list []T, at []int) []T {
	out := make([]T, len(at))
	for i, j := range at {
		out[i] = list[j]
	}
	return out
}

// Value is the column's metric over all pages of the result, with its interval.
func (c *Column) Value(m Metric) Value {
	pages := c.scores[m.Name]
	x, ok := m.Of(eval.Total(pages))
	if !ok {
		return Value{}
	}
	v := Value{X: x, OK: true}
	v.Low, v.High = eval.Interval(pages, m.statistic(), Seed)
	return v
}

// Mean is the column's metric without an interval.
func (c *Column) Mean(m Metric) (float64, bool) { return m.Of(eval.Total(c.scores[m.Name])) }

// Page is the column's metric on one page.
func (c *Column) Page(m Metric, i int) (float64, bool) {
	return m.Of(eval.Total(c.scores[m.Name][i : i+1]))
}

func (m Metric) statistic() eval.Statistic {
	return func(s eval.Scores) float64 {
		x, _ := m.Of(s)
		return x
	}
}

// Ours is mullion's column, nil where it is incomplete.
func (r *Result) Ours() *Column {
	if len(r.Columns) > 0 && r.Columns[0].Peer == peer.Ours {
		return &r.Columns[0]
	}
	return nil
}

// BestPeer is the column with the highest headline metric that is not mullion's, nil where there is none.
func (r *Result) BestPeer() *Column {
	var best *Column
	high := 0.0
	for i := range r.Columns {
		c := &r.Columns[i]
		if c.Peer == peer.Ours {
			continue
		}
		if x, ok := c.Mean(r.Headline); ok && (best == nil || x > high) {
			best, high = c, x
		}
	}
	return best
}

// Lead is how far mullion is ahead of a column by the headline metric, with the interval of the difference on the same
// pages: one that does not hold 0 is a difference that the pages show.
func (r *Result) Lead(c *Column) Value {
	ours := r.Ours()
	if ours == nil || c == nil {
		return Value{}
	}
	m := r.Headline
	a, ok := ours.Mean(m)
	b, _ := c.Mean(m)
	v := Value{X: a - b, OK: ok}
	v.Low, v.High = eval.Difference(ours.scores[m.Name], c.scores[m.Name], m.statistic(), Seed)
	return v
}

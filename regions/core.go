package regions

import (
	"cmp"
	"math"
	"slices"

	"github.com/mullionhq/mullion/page"
)

// findCore descends from the body to the core, the element that holds the main column's text: into the child that
// has most of it, where that is most of what does not stand beside it.
func (s *survey) findCore() int {
	weight := s.weights()
	at, total := s.body, weight[s.body]
	for {
		best := -1
		for c := range s.page.Children(at) {
			if s.page.Nodes[c].Kind == page.Element && !s.runs(c) && (best < 0 || weight[c] > weight[best]) {
				best = c
			}
		}
		if best < 0 || weight[best] == 0 || s.peered(at, best, weight) {
			return at
		}
		row, beside := s.row(at, best, weight)
		if total -= beside; row > 0 {
			total = min(total, row)
		}
		if weight[best] < s.o.CoreShare*total {
			return at
		}
		at = best
	}
}

// weights is the text of each subtree that may be main content: running text, and shares of what is too short to
// run and of links. What stands in bars and sides weighs nothing, nor does what is outside of the main landmark,
// where a page has one with text.
func (s *survey) weights() []float64 {
	inMain, free, freeInMain := make([]bool, len(s.role)), 0, 0
	for i := range s.page.Nodes {
		inMain[i] = s.role[i] == mainRole || i > 0 && inMain[s.page.Nodes[i].Parent]
		if s.page.Nodes[i].Kind == page.Text && !aside(s.under[i]) {
			free += s.chars[i]
			if inMain[i] {
				freeInMain += s.chars[i]
			}
		}
	}
	believeMain := freeInMain > 0 && float64(freeInMain) >= s.o.MainShare*float64(free)
	believeBars := float64(free) >= s.o.FreeShare*float64(s.chars[0])
	w := make([]float64, len(s.role))
	for i := len(w) - 1; i > 0; i-- {
		if s.page.Nodes[i].Kind == page.Text && !(believeBars && aside(s.under[i])) && !(believeMain && !inMain[i]) {
			w[i] = s.weigh(i)
		}
		w[s.page.Nodes[i].Parent] += w[i]
	}
	return w
}

// weigh is the weight of a text of its own.
func (s *survey) weigh(i int) float64 {
	if s.prose[i] > 0 {
		return float64(s.prose[i])
	}
	return s.o.ShortText*float64(s.chars[i]-s.links[i]) + s.o.LinkText*float64(s.links[i])
}

// row weighs what stands beside child c of node i: beside is the weight of all of it; row is the weight of c and of
// the columns beside it, 0 when there are none. Nothing stands beside what is low: it stands at its side.
func (s *survey) row(i, c int, weight []float64) (row, beside float64) {
	if s.ink[c].H < s.o.SideMinHeight {
		return 0, 0
	}
	columns := 0.0
	found := false
	for k := range s.page.Children(i) {
		if k == c || !apart(s.ink[k], s.ink[c], s.o.Sliver) || meets(s.ink[k], s.ink[c]) <= 0 {
			continue
		}
		beside += weight[k]
		if s.columnSized(k) {
			columns += weight[k]
			found = true
		}
	}
	if !found {
		return 0, beside
	}
	return columns + weight[c], beside
}

// peered reports whether child c of node i is one of a row of equals, as cards and panels are: beside it stands a
// child of the same kind and width with text that may be main content, too.
func (s *survey) peered(i, c int, weight []float64) bool {
	for k := range s.page.Children(i) {
		if k != c && s.page.Nodes[k].Tag == s.page.Nodes[c].Tag && weight[k] >= s.o.PeerText*weight[c] &&
			apart(s.shown[k], s.shown[c], s.o.Sliver) && meets(s.shown[k], s.shown[c]) > 0 &&
			math.Abs(s.shown[k].W-s.shown[c].W) <= s.o.Tolerance {
			return true
		}
	}
	return false
}

// columnSized reports whether node i is large enough for a side column.
func (s *survey) columnSized(i int) bool {
	return s.ink[i].W >= s.o.SideMinWidth && s.ink[i].H >= s.o.SideMinHeight
}

// runs reports whether an element belongs to running text, so that it cannot be its frame. Tables may be, as old
// pages are laid out with them, unless they have headings.
func (s *survey) runs(i int) bool {
	switch s.page.Nodes[i].Tag {
	case "p", "pre", "ul", "ol", "dl", "blockquote", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "form", "details":
		return true
	case "table":
		return s.headed(i)
	}
	return false
}

// headed reports whether a table has headings of its own; those of tables inside it do not count.
func (s *survey) headed(table int) bool {
	for i := table + 1; i < s.page.Nodes[table].End; i++ {
		switch s.page.Nodes[i].Tag {
		case "th", "caption":
			return true
		case "table":
			i = s.page.Nodes[i].End - 1
		}
	}
	return false
}

// holdsHeaded reports whether a table with headings is in the subtree of node i.
func (s *survey) holdsHeaded(i int) bool {
	for k := i + 1; k < s.page.Nodes[i].End; k++ {
		if s.page.Nodes[k].Tag == "table" && s.headed(k) {
			return true
		}
	}
	return false
}

// findColumn is the place of the core's running text: as wide as the blocks of most of it, and as high as the core.
func (s *survey) findColumn(core int) page.Box {
	var left, right []edge
	for i := core; i < s.page.Nodes[core].End; i++ {
		if s.page.Nodes[i].Kind != page.Text || s.prose[i] == 0 {
			continue
		}
		b := s.shown[s.block[i]]
		if b.Empty() || s.contains(s.block[i], core) { // loose text runs beside what floats
			b = s.shown[i]
		}
		left = append(left, edge{b.X, s.prose[i]})
		right = append(right, edge{-b.Right(), s.prose[i]})
	}
	box := s.ink[core]
	if len(left) > 0 {
		box.X = quantile(left, s.o.ColumnTail)
		box.W = -quantile(right, s.o.ColumnTail) - box.X
	}
	return box
}

// An edge is where a text of so many characters begins.
type edge struct {
	x     float64
	chars int
}

// quantile is the x below which the share q of the characters begin.
func quantile(edges []edge, q float64) float64 {
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Compare(a.x, b.x) })
	total, sum := 0, 0
	for _, e := range edges {
		total += e.chars
	}
	for _, e := range edges {
		if sum += e.chars; float64(sum) >= q*float64(total) {
			return e.x
		}
	}
	return edges[len(edges)-1].x
}

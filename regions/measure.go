package regions

import (
	"math"
	"unicode"

	"github.com/mullionhq/mullion/page"
)

// A survey is what adaptive knows about every node of a page: its text, its ink and its role.
type survey struct {
	page *page.Page
	body int

	chars   []int      // visible characters in the subtree
	links   []int      // of them, those in links
	prose   []int      // of them, those of running text
	ink     []page.Box // around the visible texts and pictures in the subtree, clipped sideways where the page clips
	role    []role     // of elements, by landmark or word; of their own only
	weak    []bool     // whether the role is by word only
	clipped []page.Box // of elements and texts, the box as far as ancestors let it show sideways
	block   []int      // the nearest block-level element at or around the node
	under   []role     // the nearest role around or at the node
}

// measure surveys a page in three passes over its nodes.
func measure(p *page.Page, o *Adaptive) *survey {
	n := len(p.Nodes)
	s := &survey{page: p, body: p.Body(), chars: make([]int, n), links: make([]int, n), prose: make([]int, n),
		ink: make([]page.Box, n), role: make([]role, n), under: make([]role, n), block: make([]int, n), weak: make([]bool, n), clipped: make([]page.Box, n)}
	block, inLink, window := s.block, make([]bool, n), make([]span, n)
	for i := range p.Nodes {
		nd := &p.Nodes[i]
		window[i] = everywhere
		if nd.Parent >= 0 {
			block[i], inLink[i] = block[nd.Parent], inLink[nd.Parent]
			window[i] = window[nd.Parent].below(&p.Nodes[nd.Parent], nd)
		}
		s.clipped[i] = window[i].clip(nd.Box)
		if nd.Kind == page.Element {
			s.role[i], s.weak[i] = roleOf(nd)
			inLink[i] = inLink[i] || controls[nd.Tag]
			if page.IsBlock(nd) {
				block[i] = i
			}
			if pictures[nd.Tag] && !nd.Hidden {
				s.ink[i] = s.clipped[i]
			}
			continue
		}
		if nd.Hidden || s.clipped[i].Empty() {
			continue
		}
		s.chars[i], s.ink[i] = letters(nd.Text), s.clipped[i]
		if inLink[i] {
			s.links[i] = s.chars[i]
		}
	}
	s.findProse(block, o)
	for i := n - 1; i > 0; i-- {
		up := p.Nodes[i].Parent
		s.chars[up] += s.chars[i]
		s.links[up] += s.links[i]
		s.prose[up] += s.prose[i]
		s.ink[up] = s.ink[up].Union(s.ink[i])
	}
	for i := range p.Nodes {
		if s.weak[i] && s.role[i] == navRole && float64(s.links[i]) < o.NavLinks*float64(s.chars[i]) {
			s.role[i] = noRole
		}
		if s.under[i] = s.role[i]; s.role[i] == noRole && i > 0 {
			s.under[i] = s.under[p.Nodes[i].Parent]
		}
	}
	return s
}

// findProse marks the texts of blocks that read as running text: long enough, and not mostly links.
func (s *survey) findProse(block []int, o *Adaptive) {
	type sum struct{ chars, links int }
	sums := map[int]sum{}
	for i, c := range s.chars {
		if c > 0 {
			b := sums[block[i]]
			sums[block[i]] = sum{b.chars + c, b.links + s.links[i]}
		}
	}
	for i, c := range s.chars {
		if b := sums[block[i]]; c > s.links[i] && b.chars >= o.ProseChars && float64(b.links) <= o.ProseLinks*float64(b.chars) {
			s.prose[i] = c
		}
	}
}

// A span is the part of the page's width in which a node can show.
type span struct{ left, right float64 }

var everywhere = span{math.Inf(-1), math.Inf(1)}

// below is the span of child n of element up. Sideways an element that does not let its content overflow cuts it;
// up and down nothing is cut: what an inner scroller holds counts at its unrolled place.
func (w span) below(up, n *page.Node) span {
	if n.Style != nil && (n.Style.Position == "fixed" || n.Style.Position == "absolute") {
		return everywhere
	}
	if up.Style == nil || up.Box.Empty() || up.Style.OverflowX == "visible" || up.Style.OverflowX == "" {
		return w
	}
	return span{max(w.left, up.Box.X), min(w.right, up.Box.Right())}
}

// clip is the part of a box that shows; the zero Box when none does.
func (w span) clip(b page.Box) page.Box {
	left, right := max(w.left, b.X), min(w.right, b.Right())
	if b.Empty() || left >= right {
		return page.Box{}
	}
	return page.Box{X: left, Y: b.Y, W: right - left, H: b.H}
}

// letters counts the characters that leave ink.
func letters(text string) (n int) {
	for _, r := range text {
		if !unicode.IsSpace(r) {
			n++
		}
	}
	return n
}

// controls are the elements whose text is to be clicked, not read.
var controls = map[string]bool{"a": true, "button": true, "select": true, "option": true, "label": true}

package regions

import (
	"unicode"

	"github.com/mullionhq/mullion/page"
)

// A survey is what adaptive knows about every node of a page: its text, its ink and its role.
type survey struct {
	page *page.Page
	body int

	chars []int      // visible characters in the subtree
	links []int      // of them, those in links
	prose []int      // of them, those of running text
	ink   []page.Box // around the visible texts and pictures in the subtree, clipped sideways where the page clips
	role  []role     // of elements, by landmark or word; of their own only
	block []int      // the nearest block-level element at or around the node
	under []role     // the nearest role around or at the node
}

// measure surveys a page in three passes over its nodes.
func measure(p *page.Page, o *Adaptive) *survey {
	n := len(p.Nodes)
	s := &survey{page: p, body: p.Body(), chars: make([]int, n), links: make([]int, n), prose: make([]int, n),
		ink: make([]page.Box, n), role: make([]role, n), under: make([]role, n), block: make([]int, n)}
	block := s.block
	inLink := make([]bool, n)
	for i := range p.Nodes {
		nd := &p.Nodes[i]
		if nd.Parent >= 0 {
			block[i], inLink[i], s.under[i] = block[nd.Parent], inLink[nd.Parent], s.under[nd.Parent]
		}
		if nd.Kind == page.Element {
			s.role[i] = roleOf(nd)
			if s.role[i] != noRole {
				s.under[i] = s.role[i]
			}
			inLink[i] = inLink[i] || controls[nd.Tag]
			if page.IsBlock(nd) {
				block[i] = i
			}
			if pictures[nd.Tag] && !nd.Hidden {
				s.ink[i] = nd.Box
			}
			continue
		}
		if nd.Hidden || nd.Box.Empty() {
			continue
		}
		s.chars[i], s.ink[i] = letters(nd.Text), nd.Box
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
		s.ink[up] = s.ink[up].Union(clip(s.ink[i], &p.Nodes[up]))
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

// clip cuts ink at the sides of an element that does not let its content overflow. Up and down it is not cut:
// what an inner scroller holds counts at its unrolled place.
func clip(ink page.Box, up *page.Node) page.Box {
	if up.Style == nil || up.Box.Empty() || up.Style.OverflowX == "visible" || up.Style.OverflowX == "" {
		return ink
	}
	return ink.Intersect(page.Box{X: up.Box.X, Y: ink.Y, W: up.Box.W, H: ink.H})
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

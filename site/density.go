package site

import (
	"slices"

	"github.com/mullionhq/mullion/page"
)

// A mass is what the densities of 001 count in a subtree.
type mass struct {
	text  int // T: characters that are not link text
	all   int // lT: characters with link text
	links int // lN
}

// masses are sums over every node's subtree, of visible nodes only.
func masses(p *page.Page) []mass {
	sums := make([]mass, len(p.Nodes)+1) // before each node
	linkEnd := 0
	for i := range p.Nodes {
		n := &p.Nodes[i]
		m := sums[i]
		switch {
		case n.Hidden:
		case n.Kind == page.Text:
			size := page.TextLength(n.Text)
			m.all += size
			if i >= linkEnd {
				m.text += size
			}
		case n.Tag == "a":
			m.links++
			linkEnd = max(linkEnd, n.End)
		}
		sums[i+1] = m
	}
	out := make([]mass, len(p.Nodes))
	for i := range p.Nodes {
		a, b := sums[i], sums[p.Nodes[i].End]
		out[i] = mass{b.text - a.text, b.all - a.all, b.links - a.links}
	}
	return out
}

// density is H(b) of 001: more plain text and fewer links raise it, blocks inside lower it.
func density(n, whole mass, size int, alpha float64) float64 {
	text := float64(n.text) / float64(1+whole.text)
	link := float64(n.links) / float64(1+whole.links)
	textl := float64(n.text) / float64(1+n.all)
	return text * (1 - link) * textl / (1 + alpha*float64(size))
}

// densest is the index of the block with the highest H, the first of several, and its H; -1 on a page without text
// in blocks. The blocks are nodes, in document order.
func densest(p *page.Page, blocks []int, alpha float64) (best int, h float64) {
	best = -1
	sums := masses(p)
	whole := sums[p.Body()]
	for i, node := range blocks {
		if d := density(sums[node], whole, inside(p, blocks, i), alpha); d > h {
			best, h = i, d
		}
	}
	return best, h
}

// inside is how many of the blocks are inside of block i.
func inside(p *page.Page, blocks []int, i int) int {
	n, _ := slices.BinarySearch(blocks[i+1:], p.Nodes[blocks[i]].End)
	return n
}

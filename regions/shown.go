package regions

import (
	"math"
	"slices"

	"github.com/mullionhq/mullion/page"
)

// shown is the part of each node's box that shows: ancestors that do not let their content overflow cut it sideways.
// Up and down nothing is cut, as what an inner scroller holds counts at its unrolled place. It is the zero Box for
// hidden nodes and where nothing shows.
func shown(p *page.Page) []page.Box {
	boxes, windows := make([]page.Box, len(p.Nodes)), make([]span, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		windows[i] = everywhere
		if n.Parent >= 0 {
			windows[i] = windows[n.Parent].below(&p.Nodes[n.Parent], n)
		}
		if !n.Hidden {
			boxes[i] = windows[i].cut(n.Box)
		}
	}
	return boxes
}

// inks is, for each node, the box around the texts and pictures that show in its subtree. What is fixed to the window
// is no part of what it stands in, nor is what waits beside the page, as a drawer does before it slides in.
func inks(p *page.Page, shown []page.Box) []page.Box {
	return inksOf(p, shown, func(n *page.Node) bool { return n.Kind == page.Text || pictures[n.Tag] })
}

// lettering is the same of texts alone.
func lettering(p *page.Page, shown []page.Box) []page.Box {
	return inksOf(p, shown, func(n *page.Node) bool { return n.Kind == page.Text })
}

func inksOf(p *page.Page, shown []page.Box, inked func(n *page.Node) bool) []page.Box {
	ink := make([]page.Box, len(p.Nodes))
	on := span{0, p.Width}
	for i := len(ink) - 1; i >= 0; i-- {
		n := &p.Nodes[i]
		if inked(n) {
			ink[i] = ink[i].Union(shown[i])
		}
		if n.Parent >= 0 && !positioned(n, "fixed") {
			part := ink[i]
			if !on.cut(p.Nodes[n.Parent].Box).Empty() {
				part = on.cut(part)
			}
			ink[n.Parent] = ink[n.Parent].Union(part)
		}
	}
	return ink
}

// extent is what an element takes up: its box and the text that it lets hang out, or its ink where it has no box. Pictures
// that hang out of a box lie behind what follows.
func extent(n *page.Node, shown, ink, letters page.Box) page.Box {
	switch {
	case shown.Empty():
		return ink
	case n.Style != nil && n.Style.OverflowY != "visible" && n.Style.OverflowY != "":
		return shown
	}
	return shown.Union(letters)
}

// pictures are the elements that show something without text. A canvas is left out: most are drawn behind the page.
var pictures = page.TagSet("img svg video picture object embed")

// A span is a part of the page's width.
type span struct{ left, right float64 }

var everywhere = span{math.Inf(-1), math.Inf(1)}

// below is the span in which child n of element up can show, which itself can show in w. Positioned children escape.
func (w span) below(up, n *page.Node) span {
	switch {
	case positioned(n, "fixed", "absolute"):
		return everywhere
	case up.Style == nil || up.Box.Empty() || up.Style.OverflowX == "visible" || up.Style.OverflowX == "":
		return w
	}
	return span{max(w.left, up.Box.X), min(w.right, up.Box.Right())}
}

// cut is the part of a box in the span.
func (w span) cut(b page.Box) page.Box {
	left, right := max(w.left, b.X), min(w.right, b.Right())
	if b.Empty() || left >= right {
		return page.Box{}
	}
	return page.Box{X: left, Y: b.Y, W: right - left, H: b.H}
}

// positioned reports whether a node has one of the positions.
func positioned(n *page.Node, positions ...string) bool {
	return n.Style != nil && slices.Contains(positions, n.Style.Position)
}

// apart reports whether two boxes do not share columns of pixels, but for a sliver of the narrower one.
func apart(a, b page.Box, sliver float64) bool {
	common := math.Min(a.Right(), b.Right()) - math.Max(a.X, b.X)
	return common <= sliver*math.Min(a.W, b.W)
}

// meets is the height that two boxes share; 0 or less when they are one above the other.
func meets(a, b page.Box) float64 {
	return math.Min(a.Bottom(), b.Bottom()) - math.Max(a.Y, b.Y)
}

package regions

import "github.com/mullionhq/mullion/page"

// Split divides a rendered page into regions. It is nil for a page without layout.
func Split(p *page.Page, o Options) *Layout {
	if !p.Rendered || !(p.Width > 0 && p.Height > 0) {
		return nil
	}
	boxes := shown(p)
	var l *Layout
	switch o.Mode {
	case ModeFixed:
		l = fixed(p, o.Fixed)
	default:
		l = adaptive(p, boxes, &o.Adaptive)
	}
	l.Boxes = around(p, boxes, l.Of)
	return l
}

// placed reports whether a node has a place on the page: also without height, as wrappers of floats are.
func placed(n *page.Node) bool { return !n.Hidden && n.Box != (page.Box{}) }

// around is the box of each region's visible texts and pictures, as far as they are on the page: what waits left of
// it or right of it, as menus do before they slide in, does not count.
func around(p *page.Page, shown []page.Box, of []Name) map[Name]page.Box {
	boxes := map[Name]page.Box{}
	on := span{0, p.Width}
	for i := range p.Nodes {
		if n := &p.Nodes[i]; of[i] != None && (n.Kind == page.Text || pictures[n.Tag]) {
			if b := boxes[of[i]].Union(on.cut(shown[i])); !b.Empty() {
				boxes[of[i]] = b
			}
		}
	}
	return boxes
}

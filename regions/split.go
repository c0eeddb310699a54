package regions

import "github.com/mullionhq/mullion/page"

// Split divides a rendered page into regions. It is nil for a page without layout.
func Split(p *page.Page, o Options) *Layout {
	if !p.Rendered || !(p.Width > 0 && p.Height > 0) {
		return nil
	}
	var l *Layout
	switch o.Mode {
	case "fixed":
		l = fixed(p, o.Fixed)
	default:
		l = adaptive(p, &o.Adaptive)
	}
	l.Boxes = around(p, l.Of)
	return l
}

// placed reports whether a node has a place on the page: also without height, as wrappers of floats are.
func placed(n *page.Node) bool { return !n.Hidden && n.Box != (page.Box{}) }

// around is the box of the visible texts and images of each region.
func around(p *page.Page, of []Name) map[Name]page.Box {
	boxes := map[Name]page.Box{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if of[i] != None && !n.Hidden && (n.Kind == page.Text || pictures[n.Tag]) {
			boxes[of[i]] = boxes[of[i]].Union(n.Box)
		}
	}
	return boxes
}

// pictures are the elements that show something without text.
var pictures = map[string]bool{"img": true, "svg": true, "video": true, "canvas": true, "picture": true, "object": true, "embed": true}

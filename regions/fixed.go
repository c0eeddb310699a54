package regions

import "github.com/mullionhq/mullion/page"

// fixed divides by four thresholds alone, as VLPS does: the first rule that holds decides. Every element but the
// body is judged by its own box, and so is every text.
func fixed(p *page.Page, o Fixed) *Layout {
	l := &Layout{
		Mode: ModeFixed,
		H1:   pixels(o.Header, p.Height),
		H2:   p.Height - pixels(o.Footer, p.Height),
		W1:   pixels(o.Left, p.Width),
		W2:   p.Width - pixels(o.Right, p.Width),
		Of:   make([]Name, len(p.Nodes)),
	}
	body := p.Body()
	for i := range p.Nodes {
		if n := &p.Nodes[i]; i != body && placed(n) {
			l.Of[i] = l.at(n.Box)
		}
	}
	return l
}

// pixels is a configured threshold in CSS pixels: up to 1 it is a share of size.
func pixels(threshold, size float64) float64 {
	if threshold <= 1 {
		return threshold * size
	}
	return threshold
}

// at is the region of a box by the four thresholds; edges that touch a threshold are outside the center.
func (l *Layout) at(b page.Box) Name {
	switch {
	case b.Bottom() <= l.H1:
		return Header
	case b.Y >= l.H2:
		return Footer
	case b.Right() <= l.W1:
		return Left
	case b.X >= l.W2:
		return Right
	}
	return Center
}

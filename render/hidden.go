package render

import (
	"math"
	"unicode"

	"github.com/mullionhq/mullion/page"
)

// hiddenSize is the largest side of a box that is there for screen readers only, in CSS pixels. The usual
// "visually hidden" classes use 1.
const hiddenSize = 1

// contents gives elements with display:contents, which have no layout row of their own, their style and the
// box around their children.
func (b *builder) contents(p *page.Page) {
	var style *page.Style
	for i := len(p.Nodes) - 1; i > 0; i-- {
		up := p.Nodes[i].Parent
		if !b.facts[i].laid || b.facts[up].laid && !b.isContents(up) {
			continue
		}
		if style == nil {
			style = &page.Style{Display: "contents", Position: "static", Float: "none", Visibility: "visible", OverflowX: "visible", OverflowY: "visible", Opacity: 1}
		}
		if !b.facts[up].laid {
			b.facts[up].laid = true
			p.Nodes[up].Style = style
		}
		p.Nodes[up].Box = p.Nodes[up].Box.Union(p.Nodes[i].Box)
	}
}

// isContents reports whether the node was found to have display:contents.
func (b *builder) isContents(i int) bool { return b.facts[i].look == nil && b.nodes[i].Style != nil }

// hide sets Hidden and Unseen. A node is hidden when a reader cannot get to see it by scrolling:
//
//   - it has no layout (display:none, closed details, unchosen options, head), except white space;
//   - its visibility is hidden or collapse;
//   - it or an ancestor has opacity 0, content-visibility hidden, or a clip that leaves nothing, or overflow cut to a box of
//     at most one pixel's width or height (an absolutely positioned descendant may escape that);
//   - it is a text of next to no area, as its font or a transform shrinks it, or stands in a frame of at most one pixel's
//     width or height;
//   - it is a text of the colour of what is painted behind it;
//   - it lies wholly above or left of the document's origin (right of its window in documents that scroll to the left), where
//     no scrolling leads; or it is fixed outside of the window.
//
// The number of a callout that a style draws is not hidden, see isCallout.
//
// What an inner scroller or a frame shows only after scrolling is not hidden. What is hidden is unseen, too, but for what pages
// unfold: what has no layout, what is cut to a box that is wide or high, and what a transition or an animation may move.
func (b *builder) hide(p *page.Page) {
	covers := make([]cover, len(p.Nodes))
	var blank []int // texts
	for i := range p.Nodes {
		n, c := &p.Nodes[i], cover{cut: -1}
		if n.Parent >= 0 {
			c = covers[n.Parent]
		}
		alone, left := false, c.left
		if n.Kind == page.Text {
			alone = b.vanishes(p, i)
		} else {
			c = b.over(p, i, c)
			alone = invisible(n)
		}
		folded := c.gone || c.cut >= 0 && !c.dot
		n.Hidden = !isCallout(p, i) && (folded || c.veiled || c.out || c.cut >= 0 || alone || b.unreachable(n, &b.facts[i], left))
		n.Unseen = n.Hidden && !folded && !c.moves && (b.facts[i].laid || !hasInk(n.Text))
		if n.Kind == page.Text && !n.Hidden && !c.moves && c.sheet.blank() && hasInk(n.Text) {
			blank = append(blank, i)
		}
		covers[i] = c
	}
	b.hideBlank(p, blank)
}

// isCallout reports whether node i is the number of a callout, or its text, that AsciiDoctor hides because a style draws the same
// one before it: what a style draws is no text.
func isCallout(p *page.Page, i int) bool {
	if p.Nodes[i].Kind == page.Text {
		i = p.Nodes[i].Parent
	}
	if i < 0 || p.Nodes[i].Tag != "b" {
		return false
	}
	before := p.Before(i)
	return before >= 0 && !p.Nodes[before].Hidden && p.Nodes[before].HasClass("conum")
}

// A cover is what hides an element with what is in it.
type cover struct {
	gone   bool // without layout, with all descendants
	veiled bool // laid out and not shown, with all descendants
	out    bool // fixed outside of the window, with all descendants
	cut    int  // the nearest ancestor-or-self whose box cuts everything off, or -1
	dot    bool // that box is neither wide nor high
	moves  bool // in an element, other than the root and the body, that may come to be shown
	left   bool // in an element that scrolls to the left, which may show it
	sheet  sheet
}

// over is the cover of element i, whose parent has the cover c.
func (b *builder) over(p *page.Page, i int, c cover) cover {
	n, f := &p.Nodes[i], &b.facts[i]
	switch {
	case !f.laid:
		c.gone = true
	case n.Style != nil:
		switch n.Style.Position {
		case "fixed":
			c.cut = -1
			c.out = b.outOfWindow(n, f)
		case "absolute":
			if c.cut >= 0 && !b.positioned(p, n.Parent, c.cut) {
				c.cut = -1
			}
		}
		if c.cut < 0 && cutsOff(n) {
			c.cut, c.dot = i, n.Box.W <= hiddenSize && n.Box.H <= hiddenSize
		}
	}
	if l := f.look; l != nil {
		c.gone = c.gone || l.skipped
		c.veiled = c.veiled || l.style.Opacity == 0 || l.clipped || slit(n, l)
		c.moves = c.moves || l.moves && n.Parent > 0 && n.Tag != "body"
		c.sheet = c.sheet.on(n, &l.ink)
	}
	c.gone = c.gone || folded(p, i)
	c.left = c.left || scrolls(n) && f.look != nil && f.look.toLeft
	return c
}

// folded reports whether an element is in closed details, of which the summary alone is shown.
func folded(p *page.Page, i int) bool {
	up := p.Nodes[i].Parent
	if up < 0 || p.Nodes[up].Tag != "details" || p.Nodes[i].Tag == "summary" {
		return false
	}
	_, open := p.Nodes[up].LookupAttr("open")
	return !open
}

// vanishes reports whether nothing of text i can be seen even where nothing covers it.
func (b *builder) vanishes(p *page.Page, i int) bool {
	n := &p.Nodes[i]
	if n.Parent >= 0 && invisible(&p.Nodes[n.Parent]) || shrunk(n) {
		return true
	}
	return !b.facts[i].laid && (hasInk(n.Text) || n.Parent >= 0 && !b.facts[n.Parent].laid)
}

func invisible(n *page.Node) bool {
	return n.Style != nil && (n.Style.Visibility == "hidden" || n.Style.Visibility == "collapse")
}

// cutsOff reports whether nothing of the element's content can be seen for want of size.
func cutsOff(n *page.Node) bool {
	s := n.Style
	if s.Display == "inline" || s.Display == "contents" {
		return false
	}
	return s.OverflowX != "visible" && n.Box.W <= hiddenSize || s.OverflowY != "visible" && n.Box.H <= hiddenSize
}

// slit reports whether a frame is too small to show anything of its document.
func slit(n *page.Node, l *look) bool {
	return (n.Tag == "iframe" || n.Tag == "frame") && (n.Box.W-2*l.dx <= hiddenSize || n.Box.H-2*l.dy <= hiddenSize)
}

// leastArea is what a character takes up at least that can be read, in square CSS pixels: a font of two pixels. A guess.
const leastArea = 4

// shrunk reports whether a text is laid out without room for its characters. Texts of which a ::first-letter takes everything
// have no box at all, and are seen.
func shrunk(n *page.Node) bool {
	if (n.Box == page.Box{}) {
		return false
	}
	chars := 0
	for _, r := range n.Text {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			chars++
		}
	}
	return chars > 0 && n.Box.Area() < leastArea*float64(chars)
}

// positioned reports whether an element from i up to and including top is positioned, so that absolutely
// positioned descendants are cut off with it.
func (b *builder) positioned(p *page.Page, i, top int) bool {
	for ; i >= top; i = p.Nodes[i].Parent {
		if s := p.Nodes[i].Style; s != nil && s.Position != "static" && s.Position != "" {
			return true
		}
	}
	return false
}

// scrolls reports whether a reader can scroll in the element to the sides.
func scrolls(n *page.Node) bool {
	return n.Style != nil && (n.Style.OverflowX == "auto" || n.Style.OverflowX == "scroll")
}

// unreachable reports whether the node lies where no scrolling leads; left says that an element around it scrolls to the left.
func (b *builder) unreachable(n *page.Node, f *fact, left bool) bool {
	if n.Box.Empty() {
		return false
	}
	d := &b.s.docs[f.doc]
	x, y := n.Box.X-f.origin.X, n.Box.Y-f.origin.Y
	least := 0.0
	switch toLeft := b.scrollsLeft(f.doc); {
	case toLeft && x >= f.origin.W:
		return true
	case left:
		least = math.Inf(-1)
	case toLeft:
		least = min(0, f.origin.W-d.width)
	}
	return x+n.Box.W <= least || y+n.Box.H <= 0
}

// scrollsLeft reports whether the document scrolls to the left: its body decides, or the root element where there is none.
func (b *builder) scrollsLeft(doc int32) bool {
	if b.toLeft == nil {
		b.toLeft = map[int32]bool{}
		for i := range b.facts {
			f := &b.facts[i]
			if _, known := b.toLeft[f.doc]; f.look != nil && (!known || b.nodes[i].Tag == "body") {
				b.toLeft[f.doc] = f.look.toLeft
			}
		}
	}
	return b.toLeft[doc]
}

// outOfWindow reports whether a fixed element stands outside of its window.
func (b *builder) outOfWindow(n *page.Node, f *fact) bool {
	if n.Box.Empty() {
		return false
	}
	x, y := n.Box.X-f.origin.X, n.Box.Y-f.origin.Y
	return x >= f.origin.W || y >= f.origin.H || x+n.Box.W <= 0 || y+n.Box.H <= 0
}

// hasInk reports whether a text has more than white space that a browser drops. It drops no no-break space, which is why
// page's question, whether a text leaves anything to read, is another.
func hasInk(s string) bool {
	for _, r := range s {
		switch r {
		case ' ', '\t', '\n', '\r', '\f', '\u200b', '\ufeff', '\u200c', '\u200d', '\u00ad', '\u2060':
		default:
			return true
		}
	}
	return false
}

package regions

import (
	"math"
	"slices"

	"github.com/mullionhq/mullion/page"
)

// adaptive divides a page by its own layout. It finds the core, the element that holds the main column's text, and
// then judges everything around it from the body down: what stands beside the column is left or right, what stands
// above or below it is header or footer if it is outside of the main element or says so; a wrapper that spans several
// regions is judged by its parts.
func adaptive(p *page.Page, shown []page.Box, o *Adaptive) *Layout {
	s := measure(p, shown, o)
	d := divider{survey: s, of: make([]Name, len(p.Nodes))}
	d.core = s.findCore()
	d.column = s.findColumn(d.core)
	d.branch = s.branches(d.core)
	d.frame = d.findFrame()
	d.title = d.findTitle()
	d.main = d.findMain()
	d.heading = p.Find(s.body, "h1")
	d.mast = d.findMast()
	d.judge(s.body, Center, s.ink[s.body])
	d.settle()
	for i := range p.Nodes {
		if !placed(&p.Nodes[i]) || !s.contains(s.body, i) || i == s.body {
			d.of[i] = None
		}
	}
	l := &Layout{Mode: ModeAdaptive, Of: d.of}
	l.H1, l.H2, l.W1, l.W2 = d.lines()
	return l
}

// A divider judges the nodes of a surveyed page around its core.
type divider struct {
	*survey
	core   int         // the element that holds the main column's text
	column page.Box    // the place of that text
	frame  int         // the outermost element around the core in which it scrolls, 0 when there is none
	main   int         // the greatest element around the core that holds no side column
	branch map[int]int // for each node around the core, its child around the core or the core itself
	of     []Name

	heading int        // the first h1, -1 when there is none
	title   int        // the only h1 that may be the main column's, -1 when there is none
	mast    int        // the bar of links that ends the site's header, where that does not say so; 0 when there is none
	opening []int      // the bars that open the core
	closing int        // one of them again at its end, 0 when there is none
	sides   []page.Box // the ink of side columns
	bars    []page.Box // the boxes of headers
	outside []int      // nodes that are header or footer only because they are outside of the main element
	lists   []int      // nodes that are footer only because they are mostly links
	tails   []int      // nodes that are center although they stand below the column
	feet    []int      // footers in what is center although it stands below the column
	titles  []int      // nodes that are center although they stand above the column
	headers []int      // headers in what is center although it stands above the column
}

// branches is the way from the body to the core: the child that leads to it for each node around it.
func (s *survey) branches(core int) map[int]int {
	next := map[int]int{}
	for i := core; i != s.body; i = s.page.Nodes[i].Parent {
		next[s.page.Nodes[i].Parent] = i
	}
	return next
}

// findFrame is the outermost element around the core, or the core itself, that scrolls what it holds.
func (d *divider) findFrame() (frame int) {
	for i := d.core; i != d.body; i = d.page.Nodes[i].Parent {
		n := &d.page.Nodes[i]
		if n.Style != nil && (n.Style.OverflowY == "auto" || n.Style.OverflowY == "scroll") && n.Box.Bottom() < d.column.Bottom() {
			frame = i
		}
	}
	return frame
}

// holds reports whether node i is a low bar below the frame in which the text scrolls, where it holds its place although
// the text unrolls beyond it.
func (d *divider) holds(i int) bool {
	return d.frame > 0 && !d.contains(d.frame, i) && d.ink[i].Y >= d.page.Nodes[d.frame].Box.Bottom()-d.o.Tolerance && d.low(i)
}

// findMain climbs from the core to the greatest ancestor that holds no side column. What is low against all that stands
// above and below it is a section of the page, not its main element, unless it has a side column that is high against it.
func (d *divider) findMain() int {
	main, high := d.core, d.o.MainHeight*d.flow().H
	for main != d.body {
		least := 0.0
		if d.ink[main].H < high {
			least = high
		}
		up := d.page.Nodes[main].Parent
		if d.holdsSide(up, main, least) {
			break
		}
		main = up
	}
	return main
}

// flow is the box around all texts and pictures that do not stand beside the column.
func (d *divider) flow() (all page.Box) {
	for i := range d.page.Nodes {
		if n := &d.page.Nodes[i]; (n.Kind == page.Text || pictures[n.Tag]) && !apart(d.ink[i], d.column, d.o.Sliver) {
			all = all.Union(d.ink[i])
		}
	}
	return all
}

// holdsSide reports whether node i holds a side column beside its child c, at least so high.
func (d *divider) holdsSide(i, c int, least float64) bool {
	for k := range d.page.Children(i) {
		if k != c && d.hasSide(k, d.ink[c], least) {
			return true
		}
	}
	return false
}

// hasSide reports whether a side column is in the subtree of node i, at the height of the band; a panel above the text may
// be a child of any element, and tells nothing of those around it. Where it must be high, it
// must be links, too, or say that it is no content.
func (d *divider) hasSide(i int, band page.Box, least float64) bool {
	if d.rivals(i) {
		return false
	}
	if d.columnSized(i) && d.beside(i, band) != None && (least == 0 || d.ink[i].H >= least && (d.linked(i) || aside(d.under[i]))) {
		return true
	}
	for c := range d.page.Children(i) {
		if d.hasSide(c, band, least) {
			return true
		}
	}
	return false
}

// judge puts the subtree of node i, whose parent is in region up, into regions. The band is the ink of what goes with
// the column at this level of the tree: beside it stand side columns.
func (d *divider) judge(i int, up Name, band page.Box) {
	switch {
	case d.contains(i, d.core):
		d.of[i] = Center
		if c, ok := d.branch[i]; ok {
			band = d.ink[c]
		}
		d.judgeChildren(i, Center, band)
	case d.ink[i].Empty(): // what is fixed in it may have some
		d.of[i] = up
		d.judgeChildren(i, up, band)
	case d.contains(d.core, i):
		d.judgeInside(i, band)
	default:
		d.judgeAround(i, up, band)
	}
}

// judgeInside judges node i of the core: all of it is center but columns that hang out of it, a footer at its end and,
// where the core reaches up to the page's top, what stands there before all text and says it is a header or is a bar of
// links. What follows that bar where it ends the core is footer, too.
func (d *divider) judgeInside(i int, band page.Box) {
	switch side := d.side(i, band); {
	case d.endsCore(i):
		d.fill(i, Footer)
	case d.opensCore(i) || d.opensWithLinks(i):
		d.opening = append(d.opening, i)
		d.fill(i, Header)
	case d.badge(i):
		d.fill(i, Header)
	case d.masted(i):
		d.opening = append(d.opening, d.mast)
		d.fill(i, Header)
	case side != None && apart(d.ink[i], d.shown[d.core], d.o.Sliver):
		d.fill(i, side)
	case d.linksAgain(i):
		d.closing = i
		d.fill(i, Footer)
	case d.closing > 0:
		d.fill(i, Footer)
	default:
		d.of[i] = Center
		d.judgeChildren(i, Center, band)
	}
}

// endsCore reports whether node i of the core is a footer: by landmark, or by word where the core reaches down to the
// page's end.
func (d *divider) endsCore(i int) bool {
	return d.role[i] == footerRole && !d.proseBehind(i) && !d.within(i, articleRole) &&
		(!d.weak[i] || d.ink[d.core].Bottom() >= d.ink[d.body].Bottom())
}

// opensCore reports whether node i of the core is a header or navigation before the page's heading and text, at the top
// of the page or of a core that reaches up to it.
func (d *divider) opensCore(i int) bool {
	r := d.role[i]
	return (r == bannerRole || r == navRole) && d.ahead[i] == 0 && d.prose[d.core] > 0 && !d.within(i, articleRole) && !d.heads(i) &&
		(d.tops(i) || !d.weak[i] && d.ink[d.core].Y <= d.ink[d.body].Y) && (d.heading < 0 || i < d.heading)
}

// opensWithLinks reports whether node i of the core is a bar of links at the page's top that does not say so, or directly
// below one.
func (d *divider) opensWithLinks(i int) bool {
	bar := d.linkBar(i) && (d.tops(i) || d.goesOn(i)) || d.tops(i) && d.flanked(i)
	return bar && d.ahead[i] == 0 && d.prose[d.core] > 0 && (d.heading < 0 || i < d.heading) &&
		!d.within(i, articleRole) && !d.repeats(i)
}

// goesOn reports whether node i is the next line of the bars that open the core.
func (d *divider) goesOn(i int) bool {
	if len(d.opening) == 0 {
		return false
	}
	last := d.ink[d.opening[len(d.opening)-1]]
	return math.Abs(d.ink[i].Y-last.Bottom()) <= d.o.Tolerance && !apart(d.ink[i], last, d.o.Sliver)
}

// linksAgain reports whether node i of the core is a bar at its top once more, for the last time, with nothing below it
// or little, as the date and the author are: all of that is footer.
func (d *divider) linksAgain(i int) bool {
	again := func(bar int) bool { return alike(&d.page.Nodes[i], &d.page.Nodes[bar]) || d.sameText(i, bar) }
	return d.low(i) && d.clicked(i) && d.ink[d.core].Bottom()-d.ink[i].Bottom() <= d.o.BarHeight*d.page.Viewport[1] &&
		slices.ContainsFunc(d.opening, again) && !d.follows(i)
}

// judgeAround judges node i, which is neither in the core nor around it. What has no region as a whole is judged by its
// parts.
func (d *divider) judgeAround(i int, up Name, band page.Box) {
	b, r := d.ink[i], None
	switch side := d.side(i, band); {
	case d.rivals(i):
		r = up
	case d.topBar(i) || d.badge(i):
		d.bars = append(d.bars, d.shown[i])
		r = Header
	case d.fixedBar(i):
		r = d.across(i)
	case side != None:
		d.sides = append(d.sides, b)
		r = side
	case b.Bottom() <= d.column.Y+d.o.Tolerance:
		r = d.above(i)
	case d.holds(i):
		r = Footer
	case b.Y >= d.column.Bottom()-d.o.Tolerance:
		r = d.below(i)
	default:
		r = d.across(i)
	}
	if r != None {
		d.fill(i, r)
		return
	}
	d.of[i] = up
	d.judgeChildren(i, up, band)
}

// judgeChildren judges the children of node i. What hangs below a side column goes with it.
func (d *divider) judgeChildren(i int, up Name, band page.Box) {
	last := 0
	for c := range d.page.Children(i) {
		d.judge(c, up, band)
		switch {
		case d.ink[c].Empty():
		case d.of[c] == Left || d.of[c] == Right:
			last = c
		case d.hangs(c, last):
			d.fill(c, d.half(d.ink[c]))
			last = c
		}
	}
}

// fill puts the subtree of node i into a region.
func (d *divider) fill(i int, r Name) {
	for k := i; k < d.page.Nodes[i].End; k++ {
		d.of[k] = r
	}
}

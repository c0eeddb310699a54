package regions

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"

	"github.com/mullionhq/mullion/page"
)

// adaptive divides a page by its own layout: it finds the column of running text, then judges what stands around it.
func adaptive(p *page.Page, o *Adaptive) *Layout {
	s := measure(p, o)
	d := divider{survey: s, o: o, of: make([]Name, len(p.Nodes))}
	d.core = s.findCore(o)
	d.column = s.findColumn(d.core, o)
	d.findMain()
	d.sum = make([]int, len(p.Nodes)+1)
	for i := range p.Nodes {
		d.sum[i+1] = d.sum[i]
		if p.Nodes[i].Kind == page.Text {
			switch s.under[i] {
			case sideRole, navRole, footerRole, bannerRole:
			default:
				d.sum[i+1] += s.prose[i]
			}
		}
	}
	d.judge(s.body, Center, s.ink[s.body])
	d.settle()
	for i := range p.Nodes {
		if !placed(&p.Nodes[i]) {
			d.of[i] = None
		}
	}
	if os.Getenv("RGDEBUG") != "" {
		fmt.Println("core", p.Path(d.core), p.Nodes[d.core].Attrs, "main", p.Path(d.main), p.Nodes[d.main].Attrs, "column", d.column)
	}
	l := &Layout{Mode: "adaptive", Of: d.of}
	return l
}

// A divider judges the nodes of a surveyed page around its core.
type divider struct {
	*survey
	o      *Adaptive
	core   int      // the element that holds most running text
	main   int      // the element that holds the whole column: the core or the greatest ancestor without side columns
	column page.Box // the core's place
	of     []Name

	sum      []int      // running text before each node
	doubtful []int      // header and footer nodes by their height alone
	sides    []page.Box // of side columns
}

// findColumn is the place of the core's running text: as wide as most of it, and as high as the core.
func (s *survey) findColumn(core int, o *Adaptive) page.Box {
	type edge struct {
		x float64
		w int
	}
	var left, right []edge
	total := 0
	for i := core; i < s.page.Nodes[core].End; i++ {
		n := &s.page.Nodes[i]
		if n.Kind != page.Text || s.prose[i] == 0 {
			continue
		}
		b := s.clipped[s.block[i]]
		if b.Empty() {
			b = s.clipped[i]
		}
		left = append(left, edge{b.X, s.prose[i]})
		right = append(right, edge{b.Right(), s.prose[i]})
		total += s.prose[i]
	}
	box := s.page.Nodes[core].Box
	ink := s.ink[core]
	if box.Empty() {
		box = ink
	}
	if total == 0 {
		return ink
	}
	quantile := func(e []edge, q float64) float64 {
		slices.SortFunc(e, func(a, b edge) int { return cmp.Compare(a.x, b.x) })
		sum := 0
		for _, v := range e {
			if sum += v.w; float64(sum) >= q*float64(total) {
				return v.x
			}
		}
		return e[len(e)-1].x
	}
	x, r := quantile(left, o.ColumnTail), quantile(right, 1-o.ColumnTail)
	y, bottom := ink.Y, ink.Bottom()
	return page.Box{X: x, Y: y, W: r - x, H: bottom - y}
}

// findCore descends from the body to the element that holds the main column's running text: into the child that
// holds most of it, less what stands in columns beside that child.
func (s *survey) findCore(o *Adaptive) int {
	weight := s.weights(o)
	at, total := s.body, weight[s.body]
	for {
		best := -1
		for c := range s.page.Children(at) {
			if s.page.Nodes[c].Kind == page.Element && !s.runs(c) && (best < 0 || weight[c] > weight[best]) {
				best = c
			}
		}
		if best < 0 || weight[best] == 0 {
			return at
		}
		row, beside := s.row(at, best, weight, o)
		if total -= beside; row > 0 {
			total = min(total, row)
		}
		if float64(weight[best]) < o.CoreShare*float64(total) {
			return at
		}
		at = best
	}
}

// row weighs the children of node i that stand beside its child c, small ones included, and the row of columns that c and the high ones of
// them are, 0 when there is none.
func (s *survey) row(i, c int, weight []int, o *Adaptive) (row, beside int) {
	for k := range s.page.Children(i) {
		if k == c || !apart(s.ink[k], s.ink[c], o) || meets(s.ink[k], s.ink[c]) <= 0 {
			continue
		}
		beside += weight[k]
		if s.ink[k].H >= o.SideMinHeight && s.ink[k].W >= o.SideMinWidth && s.ink[c].H >= o.SideMinHeight {
			row += weight[k] + weight[c]
		}
	}
	return row, beside
}

// runs reports whether an element belongs to running text, so that it cannot be its frame.
func (s *survey) runs(i int) bool {
	switch n := &s.page.Nodes[i]; n.Tag {
	case "p", "pre", "ul", "ol", "dl", "blockquote", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "form", "details":
		return true
	case "table":
		return s.page.Find(i, "th") >= 0 || s.page.Find(i, "caption") >= 0
	}
	return false
}

// weights is the running text of each subtree that may be main content: not in bars and sides, and in the main
// landmark where the page has one with text.
func (s *survey) weights(o *Adaptive) []int {
	n := len(s.prose)
	w, inMain := make([]int, n), make([]int, n)
	for i := range s.page.Nodes {
		if s.page.Nodes[i].Kind != page.Text || s.prose[i] == 0 {
			continue
		}
		switch s.under[i] {
		case bannerRole, navRole, sideRole, footerRole:
			continue
		}
		w[i] = s.prose[i]
		if s.within(i, mainRole) {
			inMain[i] = s.prose[i]
		}
	}
	for i := n - 1; i > 0; i-- {
		w[s.page.Nodes[i].Parent] += w[i]
		inMain[s.page.Nodes[i].Parent] += inMain[i]
	}
	switch {
	case inMain[0] > 0 && float64(inMain[0]) >= o.MainShare*float64(w[0]):
		return inMain
	case float64(w[0]) >= o.MainShare*float64(s.prose[0]) && w[0] > 0:
		return w
	case s.prose[0] > 0:
		return s.prose
	}
	return s.chars
}

func (s *survey) within(i int, r role) bool {
	for ; i >= 0; i = s.page.Nodes[i].Parent {
		if s.role[i] == r {
			return true
		}
	}
	return false
}

// apart reports whether two boxes do not share columns of pixels, but for a sliver.
func apart(a, b page.Box, o *Adaptive) bool {
	common := math.Min(a.Right(), b.Right()) - math.Max(a.X, b.X)
	return common <= o.Sliver*math.Min(a.W, b.W)
}

// meets is the height that two boxes share.
func meets(a, b page.Box) float64 {
	return math.Min(a.Bottom(), b.Bottom()) - math.Max(a.Y, b.Y)
}

// findMain climbs from the core to the greatest ancestor that holds no side column.
func (d *divider) findMain() {
	d.main = d.core
	for d.main != d.body && !d.holdsSide(d.page.Nodes[d.main].Parent, d.main) {
		d.main = d.page.Nodes[d.main].Parent
	}
}

// holdsSide reports whether node i has, beside its child c, a side column.
func (d *divider) holdsSide(i, c int) bool {
	for k := range d.page.Children(i) {
		if k != c && d.hasSide(k, d.ink[c]) {
			return true
		}
	}
	return false
}

func (d *divider) hasSide(k int, band page.Box) bool {
	if d.ink[k].Empty() || meets(d.ink[k], band) <= 0 {
		return false
	}
	if d.ink[k].H >= d.o.SideMinHeight && d.side(k, band) != None {
		return true
	}
	for c := range d.page.Children(k) {
		if d.hasSide(c, band) {
			return true
		}
	}
	return false
}

// side is the region of a node that stands wholly beside the column, else None. Beside is at the column's height,
// or, when it is high enough for a column itself, at the height of the band, which is all that goes with the column.
func (d *divider) side(i int, band page.Box) Name {
	b := d.ink[i]
	if b.Empty() || b.W < d.o.SideMinWidth || !apart(b, d.column, d.o) {
		return None
	}
	if meets(b, d.column) <= 0 && (b.H < d.o.SideMinHeight || meets(b, band) <= 0) {
		return None
	}
	return d.half(b)
}

// half is the side of the column on which a box stands.
func (d *divider) half(b page.Box) Name {
	if x, _ := b.Center(); x < d.column.X+d.column.W/2 {
		return Left
	}
	return Right
}

// judge assigns the subtree of node i, whose parent is in region up. Band is what goes with the column at this level.
func (d *divider) judge(i int, up Name, band page.Box) {
	n := &d.page.Nodes[i]
	d.of[i] = up
	if i <= d.core && d.core < n.End {
		d.of[i] = Center
		for c := range d.page.Children(i) {
			if c <= d.core && d.core < d.page.Nodes[c].End {
				band = d.ink[c]
			}
		}
		d.judgeChildren(i, Center, band)
		return
	}
	b := d.ink[i]
	if b.Empty() {
		d.fill(i, up)
		return
	}
	side := d.side(i, band)
	inCore := i > d.core && i < d.page.Nodes[d.core].End
	switch {
	case inCore && d.role[i] == footerRole && !d.weak[i] && !d.within(i, articleRole) && d.proseAfter(i) == 0:
		d.fill(i, Footer)
	case inCore && (side == None || !apart(b, d.clipped[d.core], d.o)):
		d.judgeChildren(i, Center, band)
	case side != None:
		d.sides = append(d.sides, b)
		d.fill(i, side)
	case b.Bottom() <= d.column.Y+d.o.Tolerance:
		d.fill(i, d.above(i))
	case b.Y >= d.column.Bottom()-d.o.Tolerance:
		d.fill(i, d.below(i))
	default:
		switch r := d.role[i]; {
		case r == footerRole:
			d.fill(i, Footer)
		case r == bannerRole || r == navRole && d.page.Nodes[i].Style != nil && d.page.Nodes[i].Style.Position == "fixed":
			d.fill(i, Header)
		default:
			d.judgeChildren(i, up, band)
		}
	}
}

// judgeChildren judges the children of node i. What hangs below a side column goes with it.
func (d *divider) judgeChildren(i int, up Name, band page.Box) {
	last := page.Box{}
	for c := range d.page.Children(i) {
		d.judge(c, up, band)
		b := d.ink[c]
		if b.Empty() {
			continue
		}
		if r := d.of[c]; r == Left || r == Right {
			last = b
		} else if d.hangs(c, last) {
			d.fill(c, d.half(b))
			last = b
		}
	}
}

// hangs reports whether node i continues a side column, whose last piece has the box.
func (d *divider) hangs(i int, last page.Box) bool {
	b := d.ink[i]
	return !last.Empty() && d.under[i] != footerRole && apart(b, d.column, d.o) && !apart(b, last, d.o) &&
		math.Abs(b.Y-last.Bottom()) <= d.o.SideGap
}

// above is the region of node i, which stands above the column.
func (d *divider) above(i int) Name {
	if r := d.under[i]; r == bannerRole || r == navRole || d.pinned(i) || d.linked(i) && d.proseBefore(i) == 0 {
		if !d.within(i, articleRole) {
			return Header
		}
		return Center
	}
	if d.inside(i, d.main) {
		return Center
	}
	d.doubtful = append(d.doubtful, i)
	return Header
}

// below is the region of node i, which stands below the column.
func (d *divider) below(i int) Name {
	if (d.under[i] == footerRole || d.linked(i) && d.proseAfter(i) == 0) && !d.within(i, articleRole) {
		return Footer
	}
	if d.inside(i, d.main) {
		return Center
	}
	d.doubtful = append(d.doubtful, i)
	return Footer
}

// settle puts what was taken for header or footer by its height alone into the center when a side column stands
// beside it: then it is in the column.
func (d *divider) settle() {
	for _, i := range d.doubtful {
		for _, side := range d.sides {
			if b := d.ink[i]; apart(b, side, d.o) && meets(b, side) >= b.H/2 && b.W > side.W {
				d.fill(i, Center)
			}
		}
	}
}

// inside reports whether node i is in the subtree of node up.
func (d *divider) inside(i, up int) bool { return i > up && i < d.page.Nodes[up].End }

// linked reports whether node i is mostly links.
func (d *divider) linked(i int) bool {
	return d.chars[i] > 0 && float64(d.links[i]) >= d.o.NavLinks*float64(d.chars[i])
}

// pinned reports whether node i stays in place while the page scrolls.
func (d *divider) pinned(i int) bool {
	for ; i >= 0; i = d.page.Nodes[i].Parent {
		if st := d.page.Nodes[i].Style; st != nil && (st.Position == "fixed" || st.Position == "sticky") {
			return true
		}
	}
	return false
}

// proseBefore and proseAfter are the running text before and behind node i in document order, outside of side columns.
func (d *divider) proseBefore(i int) int { return d.sum[i] }
func (d *divider) proseAfter(i int) int  { return d.sum[len(d.sum)-1] - d.sum[d.page.Nodes[i].End] }

// fill puts the subtree of node i into a region.
func (d *divider) fill(i int, r Name) {
	for k := i; k < d.page.Nodes[i].End; k++ {
		d.of[k] = r
	}
}

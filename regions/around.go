package regions

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/mullionhq/mullion/page"
)

// side is the region of node i when all of it stands beside the column, else None. Beside is at the column's height,
// or, for what is large enough for a column itself, at the height of the band. What says that it is no content is so
// also when it is low, and when it or the panel around it is high and narrow at any height; pictures alone are no side column.
func (d *divider) side(i int, band page.Box) Name {
	if d.panel(i) {
		return d.half(d.ink[i])
	}
	return d.beside(i, band)
}

// beside is the side of a node that does not stay while the page scrolls, or has ink enough to stand beside the column
// where it is.
func (d *divider) beside(i int, band page.Box) Name {
	b := d.ink[i]
	if b.Empty() || b.W < d.o.SideMinWidth || d.chars[i] == 0 && !aside(d.under[i]) {
		return None
	}
	says := d.linked(i) || aside(d.under[i])
	switch {
	case !apart(b, d.column, d.o.Sliver):
		if !d.flowsAround(i, says) {
			return None
		}
	case meets(b, d.column) > 0 && (b.H >= d.o.SideMinHeight || says):
	case b.H >= d.o.SideMinHeight && meets(b, band) > 0:
	case b.H >= d.o.SideHeight && b.H >= b.W && says && !d.ends(i):
	default:
		return None
	}
	return d.half(b)
}

// ends reports whether node i stands below the column and says that it is a footer.
func (d *divider) ends(i int) bool {
	return d.under[i] == footerRole && d.ink[i].Y >= d.column.Bottom()-d.o.Tolerance
}

// flowsAround reports whether the column's text flows around node i, which stands in the column's width but not in its
// core: high and narrow, for the greater part at the height of the text, and with no text above or below it in its own
// place at that height. It floats, or says that it is no content. The contents of the text itself are a part of it.
func (d *divider) flowsAround(i int, says bool) bool {
	b := d.ink[i]
	if !(says || floats(&d.page.Nodes[i])) || b.H < d.o.SideMinHeight || b.H < b.W || 2*b.W > d.column.W || 2*meets(b, d.column) < b.H ||
		d.contains(d.core, i) || d.contains(i, d.core) || d.page.Nodes[i].Kind != page.Element || d.outlines(i) {
		return false
	}
	beside := false
	for k := d.core; k < d.page.Nodes[d.core].End; k++ {
		if d.page.Nodes[k].Kind != page.Text || d.chars[k] == 0 || meets(d.ink[k], b) <= 0 {
			continue
		}
		if !apart(d.ink[k], b, 0) {
			return false
		}
		beside = beside || d.prose[k] > 0
	}
	return beside
}

// outlines reports whether most links in node i lead to places of the page itself.
func (d *divider) outlines(i int) bool {
	links, inward := 0, 0
	for k := i; k < d.page.Nodes[i].End; k++ {
		if n := &d.page.Nodes[k]; n.Tag == "a" && !d.ink[k].Empty() {
			links++
			if _, ok := d.page.Fragment(n.Attr("href")); ok {
				inward++
			}
		}
	}
	return 2*inward > links
}

// floats reports whether a node floats at a side of what follows it.
func floats(n *page.Node) bool {
	return n.Style != nil && (n.Style.Float == "left" || n.Style.Float == "right")
}

// panel reports whether node i stays beside the column while the page scrolls, for good or as long as what holds it shows,
// higher than wide, however little of it has ink, and is links or says that it is no content.
func (d *divider) panel(i int) bool {
	b := d.page.Nodes[i].Box
	return positioned(&d.page.Nodes[i], "fixed", "sticky") && b.H >= d.o.SideHeight && b.H >= b.W && !d.ink[i].Empty() &&
		apart(b, d.column, d.o.Sliver) && (d.linked(i) || aside(d.under[i]))
}

// rivals reports whether node i stands beside the column and takes up more of the page's width than it, or holds the only
// title after it, as what is said of a product beside its picture does: then it is no side column, and holds none.
func (d *divider) rivals(i int) bool {
	b := d.shown[i].Union(d.ink[i])
	switch {
	case !apart(b, d.column, d.o.Sliver):
		return false
	case d.title >= d.page.Nodes[d.core].End && d.contains(i, d.title):
		return true
	}
	return meets(b, d.column) > 0 && b.W > math.Max(d.column.W, d.shown[d.core].W)
}

// findTitle finds the only h1 that shows, is no link and stands in no bar or side; -1 when there is none or another.
func (d *divider) findTitle() int {
	title := -1
	for i := range d.page.Nodes {
		if d.page.Nodes[i].Tag == "h1" && d.chars[i] > 0 && !d.linked(i) && !aside(d.under[i]) {
			if title >= 0 {
				return -1
			}
			title = i
		}
	}
	return title
}

// half is the side of the column on which a box stands.
func (d *divider) half(b page.Box) Name {
	if x, _ := b.Center(); x < d.column.X+d.column.W/2 {
		return Left
	}
	return Right
}

// hangs reports whether node i continues the side column whose last piece is node last, 0 when there is none: what shows in
// the one follows on the other's, or the one's box on the other's, as those of two padded panels.
func (d *divider) hangs(i, last int) bool {
	if last == 0 || d.under[i] == footerRole || !apart(d.ink[i], d.column, d.o.Sliver) || apart(d.ink[i], d.ink[last], d.o.Sliver) {
		return false
	}
	panels := apart(d.shown[i], d.column, d.o.Sliver) && apart(d.shown[last], d.column, d.o.Sliver)
	return math.Abs(d.ink[i].Y-d.ink[last].Bottom()) <= d.o.SideGap ||
		panels && math.Abs(d.shown[i].Y-d.shown[last].Bottom()) <= d.o.Tolerance
}

// topBar reports whether node i is a header or navigation at the page's top, too low for a side column.
func (d *divider) topBar(i int) bool {
	return (d.role[i] == bannerRole || d.role[i] == navRole) && d.tops(i) && d.ink[i].H < d.o.SideMinHeight
}

// badge reports whether node i lies at the page's upper edge and is nothing but one link, as a ribbon in the corner is.
func (d *divider) badge(i int) bool {
	n := &d.page.Nodes[i]
	return positioned(n, "fixed", "absolute") && n.Box.Y <= d.o.Tolerance && n.Box.H <= d.o.SideHeight && d.linked(i) && d.clicks[i] == 1
}

// fixedBar reports whether node i is a low bar that stays across the page, however little of it has ink.
func (d *divider) fixedBar(i int) bool {
	n := &d.page.Nodes[i]
	return positioned(n, "fixed") && n.Box.W >= d.o.BarWidth*d.page.Width && n.Box.H <= d.o.BarHeight*d.page.Viewport[1]
}

// linkBar reports whether node i is a low block of links, by text or by pictures.
func (d *divider) linkBar(i int) bool {
	return d.lowBlock(i) && d.prose[i] == 0 && d.clicks[i] > 1 && d.clicked(i)
}

// lowBlock reports whether node i is a block too low for a side column, and no heading, cell or item.
func (d *divider) lowBlock(i int) bool {
	n := &d.page.Nodes[i]
	switch n.Tag {
	case "li", "dt", "dd", "tr", "td", "th":
		return false
	}
	return n.Kind == page.Element && page.IsBlock(n) && !headings[n.Tag] && d.ink[i].H < d.o.SideMinHeight
}

// flanked reports whether node i is a low and short bar that begins and ends with links, as what leads to the pages before
// and after this one does, with the name of the whole between them.
func (d *divider) flanked(i int) bool {
	if !d.lowBlock(i) || d.clicks[i] < 2 || d.chars[i] > d.o.HeaderChars || d.titled(i) {
		return false
	}
	first, last := -1, -1
	for k := i; k < d.page.Nodes[i].End; k++ {
		if d.page.Nodes[k].Kind == page.Text && d.chars[k] > 0 {
			if last = k; first < 0 {
				first = k
			}
		}
	}
	return first >= 0 && d.links[first] > 0 && d.links[last] > 0
}

// clicked reports whether node i is mostly links or shows pictures only.
func (d *divider) clicked(i int) bool {
	return d.linked(i) || d.chars[i] == 0 && !d.ink[i].Empty()
}

// repeats reports whether the element after node i is alike: then both are entries of a list.
func (d *divider) repeats(i int) bool {
	for c := d.page.Nodes[i].End; c < d.page.Nodes[d.page.Nodes[i].Parent].End; c = d.page.Nodes[c].End {
		if n := &d.page.Nodes[c]; n.Kind == page.Element && !d.ink[c].Empty() {
			return alike(n, &d.page.Nodes[i])
		}
	}
	return false
}

// follows reports whether a bar after node i with the same parent is alike.
func (d *divider) follows(i int) bool {
	for c := d.page.Nodes[i].End; c < d.page.Nodes[d.page.Nodes[i].Parent].End; c = d.page.Nodes[c].End {
		if alike(&d.page.Nodes[c], &d.page.Nodes[i]) && d.clicked(c) {
			return true
		}
	}
	return false
}

// alike reports whether two elements are of one kind, by tag and classes.
func alike(n, m *page.Node) bool { return n.Tag == m.Tag && n.Attr("class") == m.Attr("class") }

// sameText reports whether two elements of one tag show the same words.
func (d *divider) sameText(i, k int) bool {
	return d.page.Nodes[i].Tag == d.page.Nodes[k].Tag && d.chars[i] > 0 && d.chars[i] == d.chars[k] && slices.Equal(d.words(i), d.words(k))
}

// words are those that show in node i.
func (d *divider) words(i int) (all []string) {
	for k := i; k < d.page.Nodes[i].End; k++ {
		if d.page.Nodes[k].Kind == page.Text && d.chars[k] > 0 {
			all = append(all, strings.Fields(d.page.Nodes[k].Text)...)
		}
	}
	return all
}

// holdsMenu reports whether a high and narrow menu beside the column is in node i, as in a bar's element that holds what
// hangs from the bar, too.
func (d *divider) holdsMenu(i int) bool {
	for c := i + 1; c < d.page.Nodes[i].End; c++ {
		b := d.ink[c]
		if b.H >= d.o.SideHeight && b.H >= b.W && d.linked(c) && apart(b, d.column, d.o.Sliver) || d.panel(c) {
			return true
		}
	}
	return false
}

// kin reports whether node i is of one kind, by tag and classes, with its sibling around the core: both are sections.
func (d *divider) kin(i int) bool {
	c, ok := d.branch[d.page.Nodes[i].Parent]
	if !ok {
		return false
	}
	n := &d.page.Nodes[i]
	return alike(n, &d.page.Nodes[c]) && part(n)
}

// pager reports whether node i leads through the pages of what stands above it: half of its texts or more are numbers,
// two at least and not as many as the days of a calendar.
func (d *divider) pager(i int) bool {
	texts, numbers := 0, 0
	for k := i; k < d.page.Nodes[i].End; k++ {
		if n := &d.page.Nodes[k]; n.Kind == page.Text && d.chars[k] > 0 {
			texts++
			if isNumber(n.Text) {
				numbers++
			}
		}
	}
	return numbers >= 2 && numbers < 28 && 2*numbers >= texts
}

// isNumber reports whether a text is a number, in the digits of any script.
func isNumber(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && strings.TrimFunc(text, unicode.IsDigit) == ""
}

// above is the region of node i, which stands above the column. A bar with links before all text is a header
// without saying so, but in the main column only at the page's top: below it, it is a path to the page, and what is high
// is a table of contents. None for a bar that holds a menu beside the column.
func (d *divider) above(i int) Name {
	if d.holdsMenu(i) {
		return None
	}
	in := d.inMain(i)
	links := d.under[i] == navRole || (!d.titled(i) || d.named(i)) && d.ahead[i] == 0 && d.leads(i)
	switch {
	case (d.banner(i, in) || d.pinned(i) || links && (!in || d.tops(i))) && !d.within(i, articleRole):
		d.bars = append(d.bars, d.shown[i])
		return Header
	case d.masted(i):
		d.bars = append(d.bars, d.shown[i])
		return Header
	case in || d.main == d.body || d.wordy(i):
		d.titles = append(d.titles, i)
		d.headers = append(d.headers, d.banners(i)...)
		return Center
	}
	d.outside = append(d.outside, i)
	if d.shown[i].W >= d.o.BarWidth*d.page.Width {
		d.bars = append(d.bars, d.shown[i])
	}
	return Header
}

// findMast finds the bar of links that ends the site's header, as below its name and what it is about. Nothing before it
// says that it is a header or navigation, nor is it a heading, but for the site's name, which is a link.
func (d *divider) findMast() int {
	for i := d.body + 1; i < d.page.Nodes[d.body].End; i++ {
		switch r := d.role[i]; {
		case d.ink[i].Empty():
			continue
		case d.ahead[i] > d.o.HeaderChars, (r == bannerRole || r == navRole) && !d.weak[i], r == articleRole,
			headings[d.page.Nodes[i].Tag] && !d.linked(i):
			return 0
		case (d.linkBar(i) || r == navRole && d.ink[i].H < d.o.SideMinHeight) && !apart(d.ink[i], d.column, d.o.Sliver):
			if d.ink[i].Y < d.line || d.repeats(i) || d.ink[i].Bottom() > d.o.BarHeight*d.page.Viewport[1] {
				return 0
			}
			return i
		}
	}
	return 0
}

// headings are the elements that head a part of the page.
var headings = page.TagSet("h1 h2 h3 h4 h5 h6")

// masted reports whether node i stands in the site's header, which a bar of links ends.
func (d *divider) masted(i int) bool {
	return d.mast > 0 && !d.ink[i].Empty() && i <= d.mast && d.ink[i].Bottom() <= d.ink[d.mast].Bottom()+d.o.Tolerance
}

// leads reports whether node i is a bar of links: low, or long at the page's top.
func (d *divider) leads(i int) bool {
	return d.linkBar(i) || d.linked(i) && d.low(i) || d.tops(i) && (d.linked(i) || d.flanked(i))
}

// banner reports whether node i is or stands in a header. One that is not at the page's top is the bar of a title in the
// main column if it is low and holds the page's title or follows it, and if only its words or the main landmark around it
// speak for it; and in a page that has nothing but a main column, if only words do and it is low and holds a heading that
// leads nowhere; and if only words do, it is low, and the page's header, which says so, stands above. What is high is a hero.
func (d *divider) banner(i int, in bool) bool {
	low := d.shown[i].H <= d.o.BarHeight*d.page.Viewport[1]
	switch {
	case d.under[i] != bannerRole || d.heads(i):
		return false
	case d.tops(i):
		return true
	case in:
		return !d.weak[i] && !d.within(i, mainRole) && (d.heading < 0 || i < d.heading) && !(low && d.titled(i))
	}
	return !(d.weak[i] && low && (d.main == d.body && d.captioned(i, false) || d.titled(i) && d.bannered(i)))
}

// bannered reports whether a header by landmark ends above node i.
func (d *divider) bannered(i int) bool {
	for c := d.body + 1; c < i; c++ {
		if d.role[c] == bannerRole && !d.weak[c] && !d.contains(c, i) && !d.ink[c].Empty() && d.ink[c].Bottom() <= d.ink[i].Y+d.o.Tolerance {
			return true
		}
	}
	return false
}

// captioned reports whether a heading is in the subtree of node i, one that is no link unless links count.
func (d *divider) captioned(i int, links bool) bool {
	for c := i; c < d.page.Nodes[i].End; c++ {
		if headings[d.page.Nodes[c].Tag] && d.chars[c] > 0 && (links || !d.linked(c)) {
			return true
		}
	}
	return false
}

// heads reports whether node i heads the main landmark: it stands in it and holds the page's heading.
func (d *divider) heads(i int) bool { return d.titled(i) && d.within(i, mainRole) && !d.named(i) }

// named reports whether the heading in node i is the site's name: a link at the page's top.
func (d *divider) named(i int) bool {
	h := d.page.Find(i, "h1")
	return h >= 0 && d.linked(h) && d.tops(i)
}

// below is the region of node i, which stands below the column. What offers more of what the page has, as cards or rows of
// a table, is a section.
func (d *divider) below(i int) Name {
	in := d.inMain(i)
	links := d.linked(i) && !d.proseBehind(i) && !d.wordy(i)
	switch {
	case d.kin(i):
		return Center
	case d.under[i] == footerRole && !d.within(i, articleRole):
		return Footer
	case d.pager(i) || d.offers(i):
		return Center
	case links && !in:
		d.lists = append(d.lists, i)
		return Footer
	case in || d.main == d.body || d.wordy(i):
		d.tails = append(d.tails, i)
		d.feet = append(d.feet, d.footers(i)...)
		return Center
	}
	d.outside = append(d.outside, i)
	return Footer
}

// offers reports whether node i shows three cards or more, which are links with pictures too high for a bar or articles with
// a heading, or a table with headings.
func (d *divider) offers(i int) bool {
	cards, articles := 0, 0
	for k := i; k < d.page.Nodes[i].End; k++ {
		switch n := &d.page.Nodes[k]; {
		case d.ink[k].Empty():
		case n.Tag == "article" && d.captioned(k, true):
			articles++
		case n.Tag == "table" && d.headed(k):
			return true
		case pictures[n.Tag] && n.Box.H >= d.o.SideMinHeight && n.Box.W >= d.o.SideMinHeight && d.page.Enclosing(k, "a") >= 0:
			cards++
		}
	}
	return max(cards, articles) > 2
}

// footers are the page's footers, by landmark, in the subtree of node i: those of articles and of pages in it are none.
func (d *divider) footers(i int) (found []int) {
	for c := i + 1; c < d.page.Nodes[i].End; c++ {
		if d.role[c] == footerRole && !d.weak[c] && !d.within(c, articleRole) && !d.framed(c) {
			found = append(found, c)
		}
	}
	return found
}

// banners are the page's headers, by landmark, at its top in the subtree of node i.
func (d *divider) banners(i int) (found []int) {
	for c := i + 1; c < d.page.Nodes[i].End; c++ {
		if d.role[c] == bannerRole && !d.weak[c] && d.tops(c) && !d.heads(c) && !d.within(c, articleRole) && !d.framed(c) {
			found = append(found, c)
		}
	}
	return found
}

// wordy reports whether node i, outside of the main element, has too much running text for a header or a footer.
func (d *divider) wordy(i int) bool {
	return float64(d.prose[i]) > d.o.BarProse*float64(d.prose[d.core])
}

// inMain reports whether node i is in the main column: in the main element, where that is not the whole page, or in
// what a landmark says is main.
func (d *divider) inMain(i int) bool {
	return d.main != d.body && d.contains(d.main, i) || d.within(i, mainRole) || d.within(i, articleRole)
}

// across is the region of node i, which lies over the column: a bar by its role, a header only before all text, or by
// staying across the page while it scrolls, as notices about cookies do; else None.
func (d *divider) across(i int) Name {
	n := &d.page.Nodes[i]
	fixed := positioned(n, "fixed")
	part := d.within(i, articleRole)
	switch r := d.role[i]; {
	case r == footerRole && !part:
		return Footer
	case r == bannerRole && !part && d.ahead[i] == 0 && (!d.weak[i] || d.tops(i)), r == navRole && fixed:
		return Header
	case fixed && n.Box.W >= d.o.BarWidth*d.page.Width && d.low(i):
		if _, y := n.Box.Center(); y < d.page.Viewport[1]/2 {
			return Header
		}
		return Footer
	}
	return None
}

// titled reports whether a page's heading is in the subtree of node i.
func (d *divider) titled(i int) bool { return d.page.Find(i, "h1") >= 0 }

// proseBehind reports whether running text follows node i.
func (d *divider) proseBehind(i int) bool {
	return d.ahead[len(d.ahead)-1] > d.ahead[d.page.Nodes[i].End]
}

// settle looks again at what could not be judged alone. A title that stands on a header's own box, as in a hero, is
// header. What is outside of the main element but beside a side column is in the column all the same. Links with more
// of the column below them are in it. What ends the column below its core, and is short and low, is footer, unless it
// has no links and a footer follows, and so is a bar of links directly above a line without; but not in a main landmark
// outside of which the page has a footer.
func (d *divider) settle() {
	for _, i := range d.titles {
		x, y := d.ink[i].Center()
		if slices.ContainsFunc(d.bars, func(bar page.Box) bool { return bar.Contains(x, y) }) {
			d.fill(i, Header)
		}
	}
	for _, i := range d.outside {
		b := d.ink[i]
		if slices.ContainsFunc(d.sides, func(side page.Box) bool {
			return b.W > side.W && meets(b, side) >= b.H/2 && apart(b, side, d.o.Sliver)
		}) {
			d.fill(i, Center)
		}
	}
	for _, i := range d.headers {
		d.fill(i, Header)
	}
	for _, i := range d.feet {
		d.fill(i, Footer)
	}
	end, last := 0.0, 0.0
	for i, r := range d.of {
		if r == Center && (d.chars[i] > 0 && d.page.Nodes[i].Kind == page.Text || pictures[d.page.Nodes[i].Tag]) {
			end = math.Max(end, d.ink[i].Bottom())
		}
		if r == Footer && d.chars[i] > 0 && d.page.Nodes[i].Kind == page.Text {
			last = math.Max(last, d.ink[i].Bottom())
		}
	}
	for _, i := range d.lists {
		if d.ink[i].Bottom() < end {
			d.fill(i, Center)
		}
	}
	var ends page.Box
	footed := d.footed()
	for _, i := range slices.Backward(d.tails) {
		b := d.ink[i].Bottom()
		if d.chars[i] > d.o.FooterChars || !d.low(i) || footed && d.within(i, mainRole) {
			continue
		}
		if b >= end && (b >= last || d.links[i] > 0) || d.precedes(i, ends) {
			d.fill(i, Footer)
			if d.links[i] == 0 {
				ends = d.ink[i]
			}
		}
	}
}

// footed reports whether the page has a footer, by landmark, outside of its main landmark.
func (d *divider) footed() bool {
	return slices.ContainsFunc(d.footers(d.body), func(i int) bool { return !d.ink[i].Empty() && !d.within(i, mainRole) })
}

// precedes reports whether node i is a bar of links directly above the line without links that ends the page, and both are
// no higher than a bar.
func (d *divider) precedes(i int, ends page.Box) bool {
	gap := ends.Y - d.ink[i].Bottom()
	return !ends.Empty() && d.linkBar(i) && gap >= 0 && gap <= d.o.SideGap && ends.Union(d.ink[i]).H <= d.o.BarHeight*d.page.Viewport[1]
}

// low reports whether node i is no higher than a bar.
func (d *divider) low(i int) bool { return d.ink[i].H <= d.o.BarHeight*d.page.Viewport[1] }

// lines are the thresholds that the regions come to: the outermost edges of what is around the column, as far as it
// does not reach into it; the page's own edge where nothing is.
func (d *divider) lines() (h1, h2, w1, w2 float64) {
	all := d.ink[d.body]
	h2, w2 = math.Max(d.page.Height, all.Bottom()), d.page.Width
	c := d.trimmed()
	letters := lettering(d.page, d.shown)
	beside := func(i int) page.Box {
		if b := d.shown[i]; apart(b, c, 0) && !b.Empty() {
			return b.Union(d.ink[i])
		}
		return d.ink[i]
	}
	for i := range d.of {
		b, ink := extent(&d.page.Nodes[i], d.shown[i], d.ink[i], letters[i]), d.ink[i]
		if ink.Empty() || i == 0 || d.of[i] == d.of[d.page.Nodes[i].Parent] || !d.onPage(b) {
			continue
		}
		switch r := d.of[i]; {
		case r == Header && ink.Y < c.Y:
			h1 = math.Max(h1, math.Min(b.Bottom(), c.Y))
		case r == Footer && ink.Bottom() > c.Bottom():
			h2 = math.Min(h2, math.Max(b.Y, c.Bottom()))
		case r == Left:
			w1 = math.Max(w1, math.Min(beside(i).Right(), c.X))
		case r == Right:
			w2 = math.Min(w2, math.Max(beside(i).X, c.Right()))
		}
	}
	return h1, h2, w1, w2
}

// trimmed is the column without the bars that open and end its core.
func (d *divider) trimmed() page.Box {
	var left page.Box
	for i := d.core; i < d.page.Nodes[d.core].End; i++ {
		if d.of[i] == Center && d.page.Nodes[i].Kind == page.Text {
			left = left.Union(d.ink[i])
		}
	}
	if left.Empty() {
		return d.column
	}
	return page.Box{X: d.column.X, Y: left.Y, W: d.column.W, H: left.H}
}

// onPage reports whether some of a box is on the page, not left or right of it.
func (d *divider) onPage(b page.Box) bool { return b.Right() > 0 && b.X < d.page.Width }

package output

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/page"
)

// Tree builds the document's content anew as a small, regular HTML tree under one article element: headings, paragraphs,
// lists, tables, quotes, code, figures, and inline elements that carry meaning. Every text node of a content block appears in
// it once and no other text of the page but what pictures of formulas and emoji draw, and the titles of players; what a choice
// leaves out is left out: line numbers and labels of code, and the marks and back links of footnotes. Links and images are
// absolute.
func Tree(d *mullion.Document, o Options) *html.Node {
	root := element("article")
	if d.Lang != "" {
		set(root, "lang", d.Lang)
	}
	if d.Page == nil {
		return root
	}
	b := newBuilder(d, o)
	b.at = root
	if dir := direction(d.Page, b.Chosen); dir == "rtl" {
		set(root, "dir", dir)
	}
	if o.TitleHeading && d.Title != "" {
		h := element("h1")
		appendText(h, d.Title)
		root.AppendChild(h)
	}
	b.children(d.Page.Body())
	b.endRun()
	b.showAsides()
	joinTexts(root)
	joinLists(root)
	finish(root)
	return root
}

// A builder walks a page and grows a tree of what is chosen. Text goes to the open run, a paragraph or the
// like, which ends at every block boundary; inline elements are opened in a run when text needs them, so that a
// link around two paragraphs becomes a link in each.
type builder struct {
	choice
	opts     Options
	apart    map[int]bool // texts that are shown with space before them although none is written
	numbers  map[int]int  // by item of an ordered list that tells numbers: its own
	lists    map[int]bool // by element that is a list by its role, once it was asked for: whether it is written as one
	pictures pictures
	body     float64         // font size of most text; 0 when not known
	seen     map[string]bool // addresses of the images so far
	aside    []int           // notes that stood within the text so far
	shown    int             // the node up to which the text is shown, where a note has more than its element

	at       *html.Node // the open block-level element
	unclosed *html.Node // the heading that ends before the next block in it; nil for none
	inline   []*html.Node
	run      *html.Node       // the element that holds the open run; nil between runs
	open     []opened         // inline elements open in the run
	breaks   int              // line breaks since the run's last text
	space    bool             // whether white space is owed before the run's next text
	code     *strings.Builder // the text of the open code block; nil outside
	indent   string           // white space owed before the code block's next text
}

// opened is an inline element open in a run, a copy of a template of builder.inline.
type opened struct{ template, node *html.Node }

func newBuilder(d *mullion.Document, o Options) *builder {
	repeated := -1
	if o.TitleHeading {
		repeated = titleAgain(d)
	}
	b := &builder{choice: newChoice(d, repeated), opts: o, apart: map[int]bool{}, numbers: map[int]int{}, lists: map[int]bool{}, seen: map[string]bool{}}
	for i := range d.Blocks {
		if d.Blocks[i].Content && i != repeated {
			setApart(b.Page, &d.Blocks[i].Block, b.apart)
		}
	}
	b.body = bodySize(b.Page, b.Chosen)
	m := b.mass()
	for _, i := range titleBlocks(d) {
		m.titles = append(m.titles, d.Blocks[i].Node)
	}
	b.findPictures(m)
	return b
}

// titleAgain is the first content block that is a heading and says what the title says; -1 when there is none. The methods
// of the papers keep the headline, as their sources do.
func titleAgain(d *mullion.Document) int {
	titles := titleBlocks(d)
	k := slices.IndexFunc(titles, func(i int) bool { return d.Blocks[i].Content })
	if k < 0 {
		return -1
	}
	return titles[k]
}

// titleBlocks are the blocks that are headings and say what the title says.
func titleBlocks(d *mullion.Document) []int {
	title := collapse(page.Written(d.Title))
	var blocks []int
	for i := range d.Blocks {
		if b := &d.Blocks[i]; isHeading(&d.Page.Nodes[b.Node]) && collapse(b.Text) == title {
			blocks = append(blocks, i)
		}
	}
	return blocks
}

func (b *builder) children(i int) {
	for c := range b.Page.Children(i) {
		n := &b.Page.Nodes[c]
		if c < b.shown {
			continue
		}
		if n.Kind == page.Text {
			if b.Chosen[c] {
				b.text(c)
			} else if b.code != nil && !n.Hidden {
				b.codeBlank(n.Text)
			} else if b.run != nil && !n.Hidden && blank(n.Text) {
				b.space = true
			}
			continue
		}
		b.element(c, n)
	}
}

// element shows one element of the page.
func (b *builder) element(i int, n *page.Node) {
	if name := b.tabName(i); name != "" && b.code == nil {
		b.endRun()
		b.words(name)
		b.endRun()
	}
	if b.at == b.unclosed && b.at.FirstChild != nil && b.Has(i) > 0 && breaksLine(b.Page, i) {
		b.endRun()
		b.at = b.at.Parent
	}
	switch {
	case b.marks.aside[i] > 0:
		b.aside = append(b.aside, i)
	case n.Tag == "br":
		b.br()
	case n.Tag == "img":
		b.image(i)
	case players[n.Tag] && b.pictures.keep[i]:
		b.player(i)
	case n.Tag == "input":
		b.checkbox(i)
	case b.at.Data == "li" && b.Has(i) == 0 && taskMark.MatchString(n.Attr("class")):
		b.checkbox(i)
	case n.Tag == "label" && b.Has(i) == 0 && b.Page.Find(i, "input") >= 0: // of a box that is drawn by styles
		b.children(i)
	case n.Tag == "hr":
		b.rule(i)
	case n.Tag == "noscript" && b.Has(i) == 0:
		b.noscript(i)
	case b.code != nil:
		b.inCode(i, n)
	case b.math(i):
	case b.isCode(i):
		b.codeBlock(i)
	case b.Has(i) == 0 && !b.holdsImage(i):
		if breaksLine(b.Page, i) {
			b.endRun()
		}
		b.onlyBreaks(i)
		if sign := b.sign(i); sign != "" {
			b.endRun()
			b.words(sign)
			b.endRun()
		}
	case partOf(n) == "table" && !b.isNumbered(i) && b.isData(i):
		b.table(i)
	case inRow(b.Page, i):
		b.space = true
		b.phrase(i, n)
		b.space = true
	case breaksLine(b.Page, i) || page.IsBlock(n) && b.holdsImage(i):
		b.block(i, n)
	default:
		b.phrase(i, n)
	}
}

// onlyBreaks notes the line breaks of an element that is shown and holds nothing else, as editors write emphasis across lines.
func (b *builder) onlyBreaks(i int) {
	breaks := 0
	for j := i; j < b.Page.Nodes[i].End; j++ {
		switch n := &b.Page.Nodes[j]; {
		case n.Hidden || !blank(n.Text):
			return
		case n.Tag == "br":
			breaks++
		}
	}
	for range breaks {
		b.br()
	}
}

// block shows a block-level element: those with a meaning as themselves, others by their content, with the markup of inline
// elements that a style made block-level, such as links.
func (b *builder) block(i int, n *page.Node) {
	b.endRun()
	if b.wordItem(i) {
		return
	}
	tag := b.blockTag(i)
	if tag == "figure" && b.Page.Find(i, "pre") > 0 {
		tag = ""
	}
	if (tag == "" || tag == "blockquote") && b.marks.target[i] > 0 || tag == "blockquote" && b.isMargin(i) { // a note is no quotation
		tag = "div"
	}
	if tag == "" {
		tag = b.styledHeading(i)
	}
	if tag == "" || phrasing[b.at.Data] || phrasingHeading(tag) && b.isBodyOnly(i) {
		b.phrase(i, n)
		b.endRun()
		return
	}
	e := element(tag)
	b.dress(e, i)
	if phrasingHeading(tag) && b.holdsBody(i) {
		b.unclosed = e
	}
	b.within(b.place(e), e, func() {
		b.children(i)
		if b.marks.target[i] > 0 {
			b.noteBehind(i)
		}
	})
}

// isMargin reports whether quotation i holds nearly all that is shown, and much of it: it sets the page's margins, as old pages do.
func (b *builder) isMargin(i int) bool {
	const least, share = 12, 0.95 // texts; guesses: what is shorter may be the quotation that a page is about
	return b.Has(i) >= least && float64(b.Has(i)) >= share*float64(b.Has(0))
}

// noteBehind shows what note i has behind its element: what stands under the heading that numbers it.
func (b *builder) noteBehind(i int) {
	end := b.Page.NoteEnd(i)
	for j := b.Page.Nodes[i].End; j < end; j = b.Page.Nodes[j].End {
		if b.Page.Nodes[j].Kind == page.Element {
			b.element(j, &b.Page.Nodes[j])
		}
	}
	b.shown = end
}

// holdsBody reports whether heading i holds more than itself, as one does that nobody closed: a paragraph or the like beside
// other text. It ends before the second block of it.
func (b *builder) holdsBody(i int) bool {
	for j := i + 1; j < b.Page.Nodes[i].End; j++ {
		if bodies[b.Page.Nodes[j].Tag] && b.Has(j) > 0 && b.Has(j) < b.Has(i) {
			return true
		}
	}
	return false
}

// isBodyOnly reports whether of heading i only a paragraph or the like is shown, and not the text that it begins with.
func (b *builder) isBodyOnly(i int) bool {
	begun := false // by text that is not shown
	for j := i + 1; j < b.Page.Nodes[i].End; j++ {
		switch n := &b.Page.Nodes[j]; {
		case bodies[n.Tag] && b.Has(j) > 0:
			return begun
		case n.Kind != page.Text || n.Hidden || blank(n.Text):
		case b.Chosen[j]:
			return false
		default:
			begun = true
		}
	}
	return false
}

// within appends e to parent, fills it and drops it again when it stayed empty.
func (b *builder) within(parent, e *html.Node, fill func()) {
	at := b.at
	parent.AppendChild(e)
	b.at = e
	fill()
	b.endRun()
	b.at = at
	if e.FirstChild == nil {
		parent.RemoveChild(e)
	}
}

// place is the element where a new block e belongs when b.at is open: items belong in lists and nothing else does.
func (b *builder) place(e *html.Node) *html.Node {
	switch at := b.at.Data; {
	case e.Data == "li" && at != "ul" && at != "ol":
		if last := b.at.LastChild; is(last, "ul") && last.Attr == nil {
			return last
		}
		return appendElement(b.at, "ul")
	case (e.Data == "dt" || e.Data == "dd") && at != "dl":
		if last := b.at.LastChild; is(last, "dl") {
			return last
		}
		return appendElement(b.at, "dl")
	case e.Data != "li" && (at == "ul" || at == "ol"):
		if b.at.LastChild != nil {
			return b.at.LastChild
		}
		return appendElement(b.at, "li")
	case e.Data != "dt" && e.Data != "dd" && at == "dl":
		return appendElement(b.at, "dd")
	}
	return b.at
}

// phrase shows an inline element.
func (b *builder) phrase(i int, n *page.Node) {
	e := b.template(i, n)
	if e == nil || e.Data != "q" && slices.ContainsFunc(b.inline, func(t *html.Node) bool { return t.Data == e.Data }) {
		b.children(i)
		return
	}
	b.inline = append(b.inline, e)
	b.children(i)
	b.inline = b.inline[:len(b.inline)-1]
}

// text adds text i to the run.
func (b *builder) text(i int) {
	s := b.Page.Nodes[i].Text
	switch {
	case b.code != nil:
		b.codeText(i)
		return
	case b.apart[i]:
		b.space = true
	}
	if k := b.marks.lead[i]; k > 0 {
		b.noteLead(i, s[:k])
		s = s[k:]
	}
	if !b.Page.Preformatted(i) && !keepsBreaks(&b.Page.Nodes[b.Page.Nodes[i].Parent]) {
		b.words(s)
		return
	}
	for k, line := range strings.Split(s, "\n") {
		if k > 0 {
			b.br()
		}
		b.words(line)
	}
}

// keepsBreaks reports whether an element's texts are shown with their line breaks, but without other white space.
func keepsBreaks(n *page.Node) bool { return n.Style != nil && n.Style.WhiteSpace == "pre-line" }

// words adds text to the run with its white space collapsed. In code there are no formulas.
func (b *builder) words(s string) {
	parts := []string{s}
	if !slices.ContainsFunc(b.inline, func(t *html.Node) bool { return t.Data == "code" }) {
		parts = splitTeX(s, b.Page.Dollars)
	}
	for k, tex := range parts {
		if k%2 == 1 {
			b.tex(tex)
			continue
		}
		plain := page.Written(b.dollars(tex))
		core := collapse(plain)
		if core == "" || startsBlank(plain) {
			b.space = b.space || plain != ""
		}
		if core == "" {
			continue
		}
		appendText(b.tip(), core)
		b.space = endsBlank(plain)
	}
}

// br notes a line break. Two in a row end the run, as they end a block.
func (b *builder) br() {
	if b.code != nil {
		b.code.WriteByte('\n')
		b.indent = ""
		return
	}
	if b.run != nil {
		b.breaks++
	}
}

// tip is the innermost open inline element of the run, after what is owed to the run was added.
func (b *builder) tip() *html.Node {
	if b.breaks > 1 && !phrasing[b.at.Data] {
		b.endRun()
	}
	if b.run == nil {
		b.openRun()
	}
	k := 0
	for k < len(b.open) && k < len(b.inline) && b.open[k].template == b.inline[k] {
		k++
	}
	b.open = b.open[:k]
	at := b.run
	if k > 0 {
		at = b.open[k-1].node
	}
	switch {
	case b.breaks > 0:
		appendElement(at, "br")
	case b.space && b.run.FirstChild != nil:
		appendText(at, " ")
	}
	b.breaks, b.space = 0, false
	for ; k < len(b.inline); k++ {
		e := shallow(b.inline[k])
		at.AppendChild(e)
		b.open = append(b.open, opened{b.inline[k], e})
		at = e
	}
	return at
}

// openRun finds or makes the element for a new run.
func (b *builder) openRun() {
	at := b.at
	switch at.Data {
	case "ul", "ol":
		at = appendElement(at, "li")
	case "dl":
		at = appendElement(at, "dd")
	}
	switch {
	case holders[at.Data] && at.FirstChild == nil:
		b.run = at
	case phrasing[at.Data]:
		appendElement(at, "br")
		b.run = at
	default:
		b.run = appendElement(at, "p")
	}
	b.breaks, b.space = 0, false
}

// endRun closes the open run.
func (b *builder) endRun() {
	b.run, b.open, b.breaks, b.space, b.indent = nil, nil, 0, false, ""
	if b.code != nil && b.code.Len() > 0 && !strings.HasSuffix(b.code.String(), "\n") {
		b.code.WriteByte('\n')
	}
}

// rule shows a thematic break between content blocks.
func (b *builder) rule(i int) {
	b.endRun()
	parent := b.Page.Nodes[i].Parent
	before, after := b.Before[i]-b.Before[parent], b.Before[b.Page.Nodes[parent].End]-b.Before[i]
	if b.code == nil && before > 0 && after > 0 && (b.at.Data == "article" || b.at.Data == "blockquote") {
		appendElement(b.at, "hr")
	}
}

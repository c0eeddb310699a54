package page

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Block is a maximal run of inline content between two block boundaries: a paragraph, a heading, a list
// item's own text, a table cell. Blocks are the unit that is labelled. They do not overlap, and every text
// node with visible characters below the body is in exactly one block, but for what marks a heading and is no text of
// it: permalinks, and links to its source or to edit its section.
type Block struct {
	Node   int    // the nearest block-level element around the run
	Texts  []int  // the run's text nodes in document order, never empty; white space between them included
	Text   string // the run's text, white space collapsed; "\n" for <br> and, with its spaces, for preformatted text; formulas as TeX in dollars; see Written
	Box    Box    // around the run's text boxes; the zero Box without layout
	Hidden bool   // not shown to a reader
}

// Blocks cuts the page into blocks: by computed display where it was rendered, by HTML's defaults elsewhere.
// Two line breaks in a row are a boundary too, as old pages write paragraphs so. Hidden text inside a visible
// run becomes a block of its own behind the run.
func (p *Page) Blocks() []Block {
	return p.BlocksIn(p.Body(), func(*Block) bool { return true })
}

// BlocksIn cuts the subtree of a block-level node, and leaves out the blocks that are not wanted. They are asked for before
// they have their text and their box, which cost more than all else.
func (p *Page) BlocksIn(node int, wanted func(*Block) bool) []Block {
	c := cutter{page: p, wanted: wanted, formulas: p.hasFormulas(node), text: func(i int) string { return p.Nodes[i].Text }}
	c.run(node)
	return c.blocks
}

// BlocksAs cuts the page as Blocks does, with other texts in place of those of its text nodes, and leaves out the blocks that are
// not wanted. Of a node whose text is "" nothing is written.
func (p *Page) BlocksAs(text func(node int) string, wanted func(*Block) bool) []Block {
	c := cutter{page: p, wanted: wanted, formulas: p.hasFormulas(p.Body()), text: text}
	c.run(p.Body())
	return c.blocks
}

// A cutter walks a page and collects its blocks.
type cutter struct {
	page   *Page
	wanted func(*Block) bool
	text   func(node int) string // what is written of a text node
	blocks []Block
	shown  run   // the open run of visible text
	hidden run   // the open run of hidden text
	texts  []int // of the block that is asked for, until it is wanted

	formulas   bool // whether there may be any
	afterLabel int  // the label element that has just ended; 0 for none
	code       int  // how many <code> are open: highlighters cut words into spans
}

// A run is the inline content since the last boundary.
type run struct {
	pieces []piece
	full   bool // whether it has visible characters
	br     int  // how many <br> stand before the next text
	space  bool // whether the next text is set apart from the last
}

// A piece is a text of a run.
type piece struct {
	node    int
	breaks  int
	glue    bool
	formula int    // the element of the formula that it is a text of; 0 for none
	source  string // of the formula, which its first piece shows instead of them all
}

// run walks the children of block-level node i.
func (c *cutter) run(i int) {
	c.inline(i, i)
	c.flush(i)
}

// inline walks the children of node i, whose nearest block-level ancestor or self is block.
func (c *cutter) inline(i, block int) {
	for j := range c.page.Children(i) {
		n := &c.page.Nodes[j]
		switch {
		case n.Kind == Text:
			c.add(n.Hidden, piece{node: j}, hasVisible(n.Text))
		case n.Tag == "br":
			c.shown.br++
			c.hidden.br++
			if c.shown.br >= 2 {
				c.flush(block)
			}
		case c.formulas && c.formula(j, block):
		case n.Tag == "script" || n.Tag == "head" || n.Tag == "title":
			// describes the page, and is not part of what it shows
		case c.page.isPermalink(j):
		case c.page.isSourceLink(j):
		case headings[c.page.Nodes[block].Tag] && c.page.isEditLink(j):
		case c.page.BreaksLine(j):
			c.flush(block)
			c.run(j)
		case c.page.setApart(j):
			c.setSpace()
			c.inline(j, block)
			c.setSpace()
		case labels[n.Tag]:
			if c.afterLabel > 0 && c.code == 0 && !c.page.isSignature(block) && !c.page.Preformatted(j) && !c.page.goesOn(c.afterLabel, j) {
				c.setSpace()
			}
			before := c.afterLabel
			c.inline(j, block)
			if c.afterLabel = before; !n.Hidden {
				c.afterLabel = j
			}
		case n.Tag == "code":
			c.code++
			c.inline(j, block)
			c.code--
		default:
			c.inline(j, block)
		}
	}
}

func (c *cutter) setSpace() { c.shown.space, c.hidden.space = true, true }

// add adds a piece to the open run.
func (c *cutter) add(hidden bool, p piece, visible bool) {
	c.afterLabel = 0
	r := &c.shown
	if hidden {
		r = &c.hidden
	}
	if !visible && len(r.pieces) == 0 {
		return
	}
	p.breaks, p.glue = r.br, !r.space
	r.pieces = append(r.pieces, p)
	if visible {
		r.full = true
		r.br, r.space = 0, false
	}
}

// formula adds the formula that element j is to the run, as its source, and reports whether it did. Its texts are those that
// are seen, or else those that only assistive technology reads.
func (c *cutter) formula(j, block int) bool {
	p := c.page
	tex, display, ok := p.Formula(j)
	if !ok {
		return false
	}
	n := &p.Nodes[j]
	source := "$" + tex + "$"
	if display = display || IsBlock(n); display {
		source = "$" + source + "$"
		c.flush(block)
	}
	var seen, unseen []int
	for k := j; k < n.End; k++ {
		switch t := &p.Nodes[k]; {
		case t.Kind != Text || !hasVisible(t.Text):
		case t.Hidden:
			unseen = append(unseen, k)
		default:
			seen = append(seen, k)
		}
	}
	if len(seen) == 0 {
		seen = unseen
	}
	hidden := n.Hidden
	if n.Tag == "script" { // which always is
		hidden = p.Nodes[n.Parent].Hidden
	}
	for _, k := range seen {
		c.add(hidden, piece{node: k, formula: j, source: source}, source != "")
		source = ""
	}
	if display {
		c.flush(block)
	}
	return true
}

// flush closes the open runs at a boundary inside block-level node i.
func (c *cutter) flush(i int) {
	for _, r := range []*run{&c.shown, &c.hidden} {
		if r.full {
			c.block(i, r, r == &c.hidden)
		}
		*r = run{pieces: r.pieces[:0]}
	}
}

// block makes the block of a run, if it is wanted.
func (c *cutter) block(i int, r *run, hidden bool) {
	last := len(r.pieces)
	for r.pieces[last-1].formula == 0 && !hasVisible(c.page.Nodes[r.pieces[last-1].node].Text) {
		last--
	}
	c.texts = c.texts[:0]
	for _, piece := range r.pieces[:last] {
		c.texts = append(c.texts, piece.node)
	}
	b := Block{Node: i, Texts: c.texts, Hidden: hidden}
	if !c.wanted(&b) {
		return
	}
	b.Texts = slices.Clone(b.Texts)
	var w collapser
	for k, piece := range r.pieces[:last] {
		j := piece.node
		n := &c.page.Nodes[j]
		if piece.formula > 0 {
			n = &c.page.Nodes[piece.formula]
		}
		b.Box = b.Box.Union(n.Box)
		switch {
		case k == 0:
		case piece.breaks > 0:
			w.newline()
		case c.apart(b.Texts[k-1], piece):
			w.space()
		}
		switch {
		case piece.formula > 0:
			if c.text(j) != "" {
				w.write(piece.source)
			}
		case c.page.Preformatted(j):
			w.verbatim(Written(c.text(j)))
		default:
			w.write(Written(c.text(j)))
		}
	}
	b.Text = w.String()
	c.blocks = append(c.blocks, b)
}

// apart reports whether a piece is shown with space behind the text before it although none is written. In preformatted text
// white space that is written is all that there is, and an element that stands close sets nothing apart.
func (c *cutter) apart(before int, p piece) bool {
	switch gap := c.page.gap(before, p.node); {
	case p.glue && !gap:
		return false
	case p.formula > 0:
		return true
	case c.page.Preformatted(before) && c.page.Preformatted(p.node):
		if c.page.meetAtSpace(before, p.node) || !gap && c.page.onOneLine(before, p.node) {
			return false
		}
	}
	return !c.page.isTight(before, p.node)
}

// meetAtSpace reports whether white space is written between two texts that follow each other.
func (p *Page) meetAtSpace(before, text int) bool {
	last, _ := utf8.DecodeLastRuneInString(p.Nodes[before].Text)
	first, _ := utf8.DecodeRuneInString(p.Nodes[text].Text)
	return IsSpace(last) || IsSpace(first)
}

// Marks that stand right behind a word, and right before one.
const (
	closing = ",.;:!?%)]}»”’，。、；：！？）】」』》"
	opening = "([{«“‘（【「『《"
)

// isTight reports whether a text goes on right behind the one before it: with a mark that stands so, or behind one.
func (p *Page) isTight(before, text int) bool {
	if p.meetAtSpace(before, text) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(p.Nodes[before].Text)
	first, _ := utf8.DecodeRuneInString(p.Nodes[text].Text)
	return strings.ContainsRune(closing, first) || strings.HasPrefix(p.Nodes[text].Text, "'s") || strings.ContainsRune(opening, last)
}

// isSignature reports whether element i is the signature of a function or the like, which is code although it does not say so:
// generators of manuals (Sphinx, Javadoc) cut its words into spans.
func (p *Page) isSignature(i int) bool {
	return p.Nodes[i].HasClass("sig", "sig-object", "member-signature")
}

// goesOn reports whether a text goes on within a word, or a script without spaces between words, from label element i to label
// element j behind it: where editors cut it there.
func (p *Page) goesOn(i, j int) bool {
	last, _ := utf8.DecodeLastRuneInString(p.edgeText(p.Nodes[i].End-1, i, -1))
	first, _ := utf8.DecodeRuneInString(p.edgeText(j+1, p.Nodes[j].End, 1))
	if p.onlyStyles(i) && p.onlyStyles(j) && (isWide(last) && isWide(first) || unicode.IsLetter(first) && p.isCapital(i)) {
		return true
	}
	return unicode.IsLower(last) && unicode.IsLower(first) && (p.sameLink(i, j) || p.sameRun(i, j))
}

// onlyStyles reports whether element i may only style its text: where boxes tell whether it is set apart, and elsewhere a span
// without a class. Editors of Chinese pages cut sentences so, and a word in any script goes on from its capital, where that alone
// is in a span like this.
func (p *Page) onlyStyles(i int) bool {
	n := &p.Nodes[i]
	return n.Style != nil || n.Tag == "span" && n.Attr("class") == ""
}

// sameLink reports whether two elements are links to the same address.
func (p *Page) sameLink(i, j int) bool {
	a, b := &p.Nodes[i], &p.Nodes[j]
	return a.Tag == "a" && b.Tag == "a" && a.Attr("href") != "" && a.Attr("href") == b.Attr("href")
}

// sameRun reports whether two elements beside each other are of one class that writes the white space around its words: another
// one there begins with some, as those of Word do.
func (p *Page) sameRun(i, j int) bool {
	class, tag := p.Nodes[i].Attr("class"), p.Nodes[i].Tag
	like := func(k int) bool {
		n := &p.Nodes[k]
		return n.Kind == Element && n.Tag == tag && n.Attr("class") == class
	}
	if class == "" || tag != "span" || !like(j) || p.Nodes[i].Parent != p.Nodes[j].Parent {
		return false
	}
	const near = 100 // nodes; a guess
	for k := max(p.Nodes[i].Parent+1, i-near); k < min(p.Nodes[p.Nodes[i].Parent].End, j+near); k++ {
		if !like(k) || p.Nodes[k].Parent != p.Nodes[i].Parent {
			continue
		}
		if first, _ := utf8.DecodeRuneInString(p.edgeText(k+1, p.Nodes[k].End, 1)); IsSpace(first) {
			return true
		}
	}
	return false
}

// isCapital reports whether element i holds one letter, a capital, and nothing else.
func (p *Page) isCapital(i int) bool {
	letter := ""
	for _, n := range p.Nodes[i:p.Nodes[i].End] {
		letter = strings.TrimLeftFunc(letter+n.Text, IsSpace)
		if r, size := utf8.DecodeRuneInString(letter); letter != "" && (size != len(letter) || !unicode.IsUpper(r)) {
			return false
		}
	}
	return letter != ""
}

// edgeText is the first text of the nodes from … to, without to, in steps, that is not hidden; "" for none.
func (p *Page) edgeText(from, to, step int) string {
	for k := from; k != to; k += step {
		if n := &p.Nodes[k]; n.Kind == Text && !n.Hidden && n.Text != "" {
			return n.Text
		}
	}
	return ""
}

// isWide reports whether r is a character of scripts without spaces, or a mark that is as wide as those of Chinese.
func isWide(r rune) bool {
	return Unspaced(r) || 0x3000 < r && r < 0x3040 || 0xff00 < r && r < 0xff60
}

// minGap is the white space between two texts on a line that a reader takes for a space, as a share of the
// text's height. A guess: spaces are about a quarter of it, tracking is far less.
const minGap = 0.12

// gap reports whether two texts that follow each other are shown on one line with space between them.
func (p *Page) gap(i, j int) bool {
	a, b := p.Nodes[i].Box, p.Nodes[j].Box
	return p.onOneLine(i, j) && (b.X-a.Right() > minGap*b.H || a.X-b.Right() > minGap*b.H)
}

// onOneLine reports whether two texts are shown at the same height.
func (p *Page) onOneLine(i, j int) bool {
	a, b := p.Nodes[i].Box, p.Nodes[j].Box
	return !a.Empty() && !b.Empty() && a.Y < b.Bottom() && b.Y < a.Bottom()
}

// Preformatted reports whether the white space of text node i is shown as it is written.
func (p *Page) Preformatted(i int) bool {
	parent := p.Nodes[i].Parent
	if parent < 0 {
		return false
	}
	if s := p.Nodes[parent].Style; s != nil && s.WhiteSpace != "" {
		return s.preformatted()
	}
	for ; parent >= 0; parent = p.Nodes[parent].Parent {
		switch p.Nodes[parent].Tag {
		case "pre", "listing", "xmp", "plaintext":
			return true
		}
	}
	return false
}

// preformatted reports whether white space is shown as it is written.
func (s *Style) preformatted() bool {
	return strings.HasPrefix(s.WhiteSpace, "pre") && s.WhiteSpace != "pre-line" || s.WhiteSpace == "break-spaces"
}

// IsBlock reports whether an element begins and ends a line of its own: by its computed display when it has
// one, by HTML's default for its tag otherwise. Inline-level boxes count as blocks when their tag does.
func IsBlock(n *Node) bool {
	if n.Kind != Element {
		return false
	}
	if n.Style != nil {
		switch d := n.Style.Display; d {
		case "", "none":
		case "inline", "contents", "ruby", "ruby-text", "ruby-base", "math", "inline math":
			return false
		case "block math":
			return n.Tag == "math" // inside a formula nothing begins a line
		case "inline-block", "inline-flex", "inline-grid", "inline-table":
			return blockTags[n.Tag] || n.Tag == "button"
		default:
			return true
		}
	}
	return blockTags[n.Tag]
}

// setApart reports whether inline element i is shown with space around it although no space is written, as the type behind a
// term of Docutils. Superscripts and subscripts stand close.
func (p *Page) setApart(i int) bool {
	n := &p.Nodes[i]
	switch n.Tag {
	case "img", "input", "svg":
		return true
	}
	boxed := n.Tag == "button" || n.Tag == "span" && n.Attr("class") == "classifier" || n.Style != nil && strings.HasPrefix(n.Style.Display, "inline-") || p.InRow(i)
	return boxed && !scripts[p.Nodes[n.Parent].Tag]
}

// scripts are set small beside the text that they belong to.
var scripts = TagSet("sub sup")

// labels are inline elements that stand as a unit: two of them side by side are two words, as in
// <a>Home</a><a>News</a>, unlike a letter that is emphasised inside a word.
var labels = TagSet("a span time label cite")

var headings = TagSet("h1 h2 h3 h4 h5 h6")

var blockTags = TagSet(`address article aside blockquote body button caption center col colgroup dd details dialog dir
	div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li
	listing main menu nav ol optgroup option p plaintext pre search section select summary table tbody td tfoot th
	thead tr ul xmp iframe`)

// TagSet is a set of elements or other names, from a list with white space between them.
func TagSet(list string) map[string]bool {
	set := map[string]bool{}
	for tag := range strings.FieldsSeq(list) {
		set[tag] = true
	}
	return set
}

package render

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/mullionhq/mullion/page"
)

// A builder flattens a snapshot into one tree of nodes with absolute boxes.
type builder struct {
	s      *snapshot
	max    int          // most nodes
	sizes  [][2]float64 // that are declared for pictures, by their numbers
	looks  map[styleKey]*look
	nodes  []page.Node
	facts  []fact         // beside nodes
	pseudo []paint        // of pseudo-elements, which are no nodes
	toLeft map[int32]bool // whether documents scroll to the left; nil until asked for
	lost   int            // frames whose documents are out of reach
}

// A fact is what hiding needs to know of a node beside its Node.
type fact struct {
	look   *look
	laid   bool // has a layout row
	doc    int32
	origin page.Box // of its document: where it begins and how large its window is
}

// maxFrameDepth bounds frames within frames.
const maxFrameDepth = 32

// errNoNodes says that Chrome had nothing of the page.
var errNoNodes = errors.New("the snapshot has no nodes")

// build turns a snapshot into a page without its URLs. max bounds its nodes; declared are the sizes of numbered pictures.
func build(s *snapshot, viewport [2]float64, max int, declared [][2]float64) (*page.Page, error) {
	if len(s.docs) == 0 {
		return nil, errors.New("the snapshot has no document")
	}
	b := &builder{s: s, max: max, sizes: declared, looks: map[styleKey]*look{}}
	top := &s.docs[0]
	n := 0
	for i := range s.docs {
		n += len(s.docs[i].parent)
	}
	if n > 4*max { // what is dropped later is not counted, but there is an end
		return nil, TooManyNodes(max)
	}
	b.nodes, b.facts = make([]page.Node, 0, n), make([]fact, 0, n)
	if err := b.document(0, -1, page.Box{W: viewport[0], H: viewport[1]}, 0); err != nil {
		return nil, err
	}
	p := &page.Page{
		Rendered: true, Width: top.width, Height: top.height, Viewport: viewport, Nodes: b.nodes,
		FinalURL: s.text(top.url), BaseURL: s.text(top.base), Charset: strings.ToLower(s.text(top.encoding)),
	}
	if len(p.Nodes) == 0 {
		return nil, errNoNodes
	}
	if err := p.Link(); err != nil {
		return nil, err
	}
	b.contents(p)
	b.hide(p)
	b.fromLeft(p)
	p.Join()
	if b.lost > 0 {
		p.Warnings = append(p.Warnings, count(b.lost, "frame was", "frames were")+" out of reach")
	}
	return p, nil
}

// fromLeft has boxes told from the left edge of a page that scrolls to the left, as Chrome tells them from the window's.
func (b *builder) fromLeft(p *page.Page) {
	out := p.Width - p.Viewport[0]
	if out <= 0 || !b.scrollsLeft(0) {
		return
	}
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Box != (page.Box{}) {
			n.Box.X += out
		}
	}
}

// document emits the nodes of one document below the node parent. origin is where it begins in the top-level
// document, and the size of its window.
func (b *builder) document(doc int32, parent int, origin page.Box, depth int) error {
	d := &b.s.docs[doc]
	rows := d.rows()
	at := make([]int32, len(d.parent)) // where each node went: its index + 1, or 0 when it was dropped
	for i := range d.parent {
		up := parent
		if above := d.parent[i]; above >= 0 {
			if int(above) >= i {
				return errors.New("the snapshot is not in document order")
			}
			if at[above] == 0 {
				b.source(d, i)
				continue
			}
			up = int(at[above]) - 1
		}
		if i >= len(d.kind) || i >= len(d.name) || i >= len(d.value) || i >= len(d.attrEnd) {
			return errors.New("the snapshot's columns differ in length")
		}
		switch d.kind[i] {
		case 9, 11: // the document itself, and shadow roots if Chrome should name them
			at[i] = int32(up) + 1
			if up < 0 {
				at[i] = -1 // the root element is the root
			}
			continue
		case 1, 3, 4:
		default:
			continue
		}
		if up == -2 { // -1 - 1: child of the top-level document
			up = -1
		}
		if d.pseudo[int32(i)] {
			if up >= 0 {
				b.pseudoElement(d, int(rows[i]), &b.nodes[up], origin)
			}
			continue
		}
		if up < 0 && (d.kind[i] != 1 || len(b.nodes) > 0) {
			continue
		}
		n, ok := b.node(d, i, up)
		if !ok {
			continue
		}
		if len(b.nodes) >= b.max {
			return TooManyNodes(b.max)
		}
		f := fact{doc: doc, origin: origin}
		if r := rows[i]; r >= 0 {
			b.layout(d, int(r), &n, &f)
		}
		b.nodes, b.facts = append(b.nodes, n), append(b.facts, f)
		at[i] = int32(len(b.nodes))
		opaque, err := b.inside(d, i, &n, &f, depth)
		if err != nil {
			return err
		}
		if opaque {
			at[i] = 0
		}
	}
	return nil
}

// rows are the layout rows of the document's nodes; -1 is none.
func (d *document) rows() []int32 {
	rows := slices.Repeat([]int32{-1}, len(d.parent))
	for r, node := range d.row {
		if node >= 0 && int(node) < len(rows) {
			rows[node] = int32(r)
		}
	}
	return rows
}

// inside emits the document that node i frames, if it frames one; n is the node, which was emitted last. opaque tells that
// what stands in the node itself is dropped: of a frame it is only for browsers without frames.
func (b *builder) inside(d *document, i int, n *page.Node, f *fact, depth int) (opaque bool, err error) {
	switch {
	case n.Kind != page.Element:
		return false, nil
	case slices.Contains(framing, n.Tag):
		return b.frame(d.frames[int32(i)], n, f, depth)
	}
	return page.Opaque(n.Tag), nil
}

// framing are the elements that may hold a document.
var framing = []string{"iframe", "frame", "object", "embed"}

// source tells the element that was emitted last of node i, which is dropped as what stands in it is.
func (b *builder) source(d *document, i int) {
	if len(b.nodes) == 0 || i >= len(d.kind) || d.kind[i] != 1 || i >= len(d.name) || i >= len(d.attrEnd) {
		return
	}
	last := &b.nodes[len(b.nodes)-1]
	if last.Tag != "video" && last.Tag != "audio" {
		return
	}
	if n, _ := b.node(d, i, -1); n.Tag == "source" {
		last.AddSource(n.Attr("src"))
	}
}

// frame emits the document inner of the element n, which was emitted last, below it; 0 is no document. It reports whether
// the element is a frame: objects without a document show what stands inside of them.
func (b *builder) frame(inner int32, n *page.Node, f *fact, depth int) (framed bool, err error) {
	if inner > 0 && int(inner) < len(b.s.docs) && inner != f.doc && depth < maxFrameDepth {
		window := n.Box
		if f.look != nil {
			window.X, window.Y = window.X+f.look.dx, window.Y+f.look.dy
		}
		in := &b.s.docs[inner]
		window.X, window.Y = window.X-in.scrollX, window.Y-in.scrollY
		return true, b.document(inner, len(b.nodes)-1, window, depth+1)
	}
	if n.Tag != "iframe" && n.Tag != "frame" {
		return false, nil
	}
	if !n.Box.Empty() && n.Attr("src") != "" {
		b.lost++
	}
	return true, nil
}

// node is node i of the document; ok is false for what a page does not keep.
func (b *builder) node(d *document, i, up int) (n page.Node, ok bool) {
	n.Parent = up
	if d.kind[i] != 1 {
		n.Kind, n.Text = page.Text, b.s.text(d.value[i])
		return n, n.Text != ""
	}
	n.Tag = strings.ToLower(b.s.text(d.name[i]))
	var from int32
	if i > 0 {
		from = d.attrEnd[i-1]
	}
	if list := d.attrs[from:d.attrEnd[i]]; len(list) > 1 {
		n.Attrs = make([]page.Attr, 0, len(list)/2)
		for ; len(list) > 1; list = list[2:] {
			name, value := strings.ToLower(b.s.text(list[0])), b.s.text(list[1])
			if name == pictureNumber {
				n.Declared = b.declared(value)
				continue
			}
			n.Attrs = append(n.Attrs, page.Attr{Name: name, Value: value})
		}
	}
	return n, !page.Dropped(n.Tag, func() string { return n.Attr("type") })
}

// pictureNumber is the attribute by which pictures.js numbers pictures.
const pictureNumber = "mullion-picture"

// declared is the size that is declared for a numbered picture; a page may write numbers of its own, with anything in them.
func (b *builder) declared(number string) *[2]float64 {
	size := [2]float64{}
	if i, err := strconv.Atoi(number); err == nil && i >= 0 && i < len(b.sizes) {
		size = b.sizes[i]
	}
	return &size
}

// pseudoElement notes what the pseudo-element of layout row r paints, which is an element's own; -1 is no row. Chrome tells no box of
// those that are positioned: they count as large as their element.
func (b *builder) pseudoElement(d *document, r int, own *page.Node, origin page.Box) {
	if r < 0 {
		return
	}
	n, f := page.Node{}, fact{origin: origin}
	b.layout(d, r, &n, &f)
	if f.look == nil || !f.look.ink.paints(&n) {
		return
	}
	if n.Box.Empty() {
		n.Box = own.Box
	}
	b.pseudo = append(b.pseudo, paint{box: n.Box})
}

// layout sets what layout row r says.
func (b *builder) layout(d *document, r int, n *page.Node, f *fact) {
	f.laid = true
	if 4*r+4 <= len(d.bounds) {
		q := d.bounds[4*r:]
		n.Box = page.Box{X: q[0] + f.origin.X, Y: q[1] + f.origin.Y, W: q[2], H: q[3]}
	}
	if styleCount*(r+1) <= len(d.styles) {
		key := styleKey(d.styles[styleCount*r:])
		l := b.looks[key]
		if l == nil {
			l = b.s.look(key)
			b.looks[key] = l
		}
		f.look, n.Style = l, &l.style
	}
}

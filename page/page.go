// Package page holds Page, the one type that everything else reads: the nodes of a web page in document
// order with their absolute boxes and the styles that matter. It parses HTML without a browser, saves and
// loads pages, checks their validity and cuts them into blocks. It does not fetch, render or judge.
package page

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Page is one web page as it was rendered by a browser or parsed from its HTML.
// Frames and shadow trees are flattened in place, so Nodes is one tree.
type Page struct {
	URL      string // as asked for; "" when unknown
	FinalURL string // after redirects; "" when unknown
	BaseURL  string // what relative links are relative to, <base> included; "" when unknown
	Charset  string // IANA name of the encoding that was decoded, such as "gb18030"
	Rendered bool   // whether boxes and styles come from a browser
	Dollars  bool   // whether its scripts set what stands between single dollars as formulas; not known where Rendered, as they did
	Partial  bool   // whether loading stopped at a deadline or broke off, so that content may be missing

	Width, Height float64 // of the whole document, in CSS pixels; 0 without layout
	Viewport      [2]float64

	Nodes    []Node   // in document order; Nodes[0] is the root element; never empty in a valid page
	Warnings []string // what a reader of the result should know, such as "2 frames were out of reach"
}

// Kind tells elements from text.
type Kind uint8

// The kinds of nodes. Comments, doctypes and processing instructions are not kept.
const (
	Element Kind = iota
	Text
)

// A Node is an element or a run of text. It is named by its index in Page.Nodes.
// The subtree of node i is Nodes[i:Nodes[i].End].
type Node struct {
	Kind   Kind
	Hidden bool   // not shown to a reader: it or an ancestor is display:none, visibility:hidden, or the like
	Unseen bool   // Hidden although it is laid out, and nothing is there to unfold it: no reader gets to see it
	Parent int    // index of the parent; -1 for the root
	End    int    // index just after the last descendant
	Tag    string // lower-case name of an element; "" for text
	Attrs  []Attr // of an element, names in lower case
	Text   string // of a text node, white space as written

	// Box is the border box of an element or the bounding box of a text, in CSS pixels from the page's
	// top-left corner, in top-level document coordinates also inside frames. It is the zero Box without layout.
	Box   Box
	Style *Style // shared between nodes, read only; nil when the page was not rendered or the node has no layout

	// Declared is set for a picture that was not loaded, or for which a placeholder stands: the width and height that
	// the page declares for it, in CSS pixels, 0 for a side that it leaves open. Its Box then tells nothing of its size.
	Declared *[2]float64
}

// An Attr is one attribute of an element.
type Attr struct{ Name, Value string }

// A Style holds the computed styles that matter for layout and emphasis.
type Style struct {
	Display    string  // computed, such as "block", "inline", "flex", "none", "contents"
	Position   string  // "static", "relative", "absolute", "fixed", "sticky"
	Float      string  // "none", "left", "right"
	Visibility string  // "visible", "hidden", "collapse"
	OverflowX  string  // "visible", "hidden", "scroll", "auto", "clip"
	OverflowY  string  // as OverflowX
	WhiteSpace string  // "normal", "nowrap", "pre", "pre-wrap", "pre-line"; decides how Text is read
	TextAlign  string  // "start", "left", "center", …
	Direction  string  // "ltr" or "rtl"
	FontFamily string  // as computed
	FontSize   float64 // CSS pixels
	FontWeight float64 // 100 … 900
	FontStyle  string  // "normal", "italic", "oblique"; "" when not known, as in pages that were saved without it
	LineHeight float64 // CSS pixels; 0 when "normal"
	Opacity    float64 // 0 … 1
	Color      RGBA    // of text
	Background RGBA    // of the box itself, often transparent
}

// RGBA is a colour without premultiplied alpha, 8 bits a channel.
type RGBA struct{ R, G, B, A uint8 }

// A Box is a rectangle in CSS pixels; X grows to the right and Y down.
type Box struct{ X, Y, W, H float64 }

// Empty reports whether the box has no area.
func (b Box) Empty() bool { return !(b.W > 0 && b.H > 0) }

// Right is the x of the right edge.
func (b Box) Right() float64 { return b.X + b.W }

// Bottom is the y of the bottom edge.
func (b Box) Bottom() float64 { return b.Y + b.H }

// Area is in square CSS pixels, 0 for empty boxes.
func (b Box) Area() float64 {
	if b.Empty() {
		return 0
	}
	return b.W * b.H
}

// Center is the middle of the box.
func (b Box) Center() (x, y float64) { return b.X + b.W/2, b.Y + b.H/2 }

// Contains reports whether the point lies in the box, edges included.
func (b Box) Contains(x, y float64) bool {
	return x >= b.X && x <= b.Right() && y >= b.Y && y <= b.Bottom()
}

// Union is the smallest box around both; empty boxes count for nothing.
func (b Box) Union(c Box) Box {
	switch {
	case c.Empty():
		return b
	case b.Empty():
		return c
	}
	x, y := math.Min(b.X, c.X), math.Min(b.Y, c.Y)
	return Box{x, y, math.Max(b.Right(), c.Right()) - x, math.Max(b.Bottom(), c.Bottom()) - y}
}

// Intersect is what both boxes cover; the zero Box when they do not meet.
func (b Box) Intersect(c Box) Box {
	x, y := math.Max(b.X, c.X), math.Max(b.Y, c.Y)
	r := Box{x, y, math.Min(b.Right(), c.Right()) - x, math.Min(b.Bottom(), c.Bottom()) - y}
	if r.Empty() {
		return Box{}
	}
	return r
}

// Attr returns the value of the named attribute, "" when it is absent.
func (n *Node) Attr(name string) string {
	v, _ := n.LookupAttr(name)
	return v
}

// HasClass reports whether the element's class attribute has one of the names. It is much quicker than a pattern.
func (n *Node) HasClass(names ...string) bool {
	class := n.Attr("class")
	return class != "" && slices.ContainsFunc(names, func(name string) bool {
		return strings.Contains(class, name) && slices.Contains(strings.Fields(class), name)
	})
}

// LookupAttr returns the value of the named attribute and whether it is present.
func (n *Node) LookupAttr(name string) (string, bool) {
	for i := range n.Attrs {
		if n.Attrs[i].Name == name {
			return n.Attrs[i].Value, true
		}
	}
	return "", false
}

// Children yields the indices of the children of node i in order.
func (p *Page) Children(i int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for c := i + 1; c < p.Nodes[i].End; c = p.Nodes[c].End {
			if !yield(c) {
				return
			}
		}
	}
}

// Before is the node right before i below the same parent; -1 when i is the first there.
func (p *Page) Before(i int) int {
	before := i - 1
	if before < 0 || before == p.Nodes[i].Parent {
		return -1
	}
	for p.Nodes[before].Parent != p.Nodes[i].Parent {
		before = p.Nodes[before].Parent
	}
	return before
}

// Find returns the first element with the tag in the subtree of node i, or -1.
func (p *Page) Find(i int, tag string) int {
	for j := i; j < p.Nodes[i].End; j++ {
		if p.Nodes[j].Kind == Element && p.Nodes[j].Tag == tag {
			return j
		}
	}
	return -1
}

// Enclosing is the nearest element at or around node i that has one of the tags, or -1.
func (p *Page) Enclosing(i int, tags ...string) int {
	for ; i >= 0; i = p.Nodes[i].Parent {
		if p.Nodes[i].Kind == Element && slices.Contains(tags, p.Nodes[i].Tag) {
			return i
		}
	}
	return -1
}

// Above is the nearest of some elements at or around node i, or -1.
func (p *Page) Above(i int, elements map[int]bool) int {
	for ; i >= 0 && !elements[i]; i = p.Nodes[i].Parent {
	}
	return i
}

// BlockAround is the nearest block-level element around node i, or the root.
func (p *Page) BlockAround(i int) int {
	i = p.Nodes[i].Parent
	for i > 0 && !IsBlock(&p.Nodes[i]) {
		i = p.Nodes[i].Parent
	}
	return i
}

// Body is the index of the top-level body (or frameset) element, or 0 when there is none.
func (p *Page) Body() int {
	for c := range p.Children(0) {
		if t := p.Nodes[c].Tag; t == "body" || t == "frameset" {
			return c
		}
	}
	return 0
}

// Lang is the language that the page declares on its root or body element, as written; "" when none.
func (p *Page) Lang() string {
	for _, i := range []int{0, p.Body()} {
		for _, name := range []string{"lang", "xml:lang"} {
			if v := strings.TrimSpace(p.Nodes[i].Attr(name)); v != "" {
				return v
			}
		}
	}
	return ""
}

// Path names node i from the root, as in "html/body/div[2]/p"; an ordinal counts siblings of the same tag
// and is left out when it would be 1. Text nodes are named "text()".
func (p *Page) Path(i int) string {
	var steps []string
	for ; i >= 0; i = p.Nodes[i].Parent {
		n := &p.Nodes[i]
		name := n.Tag
		if n.Kind == Text {
			name = "text()"
		}
		if n.Parent >= 0 {
			ordinal := 1
			for c := range p.Children(n.Parent) {
				if c == i {
					break
				}
				if p.Nodes[c].Kind == n.Kind && p.Nodes[c].Tag == n.Tag {
					ordinal++
				}
			}
			if ordinal > 1 {
				name += "[" + strconv.Itoa(ordinal) + "]"
			}
		}
		steps = append(steps, name)
	}
	slices.Reverse(steps)
	return strings.Join(steps, "/")
}

package output

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/encoding/charmap"

	"github.com/mullionhq/mullion/page"
)

// What the tree, and what is simplified of it, do to nodes.

// element makes an element.
func element(tag string) *html.Node {
	return &html.Node{Type: html.ElementNode, Data: tag, DataAtom: atom.Lookup([]byte(tag))}
}

func appendElement(parent *html.Node, tag string) *html.Node {
	e := element(tag)
	parent.AppendChild(e)
	return e
}

// appendText adds text to a node.
func appendText(parent *html.Node, s string) {
	parent.AppendChild(&html.Node{Type: html.TextNode, Data: clean(s)})
}

// joinTexts makes one text of those below n that stand side by side.
func joinTexts(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.TextNode {
			joinTexts(c)
			continue
		}
		var joined strings.Builder
		joined.WriteString(c.Data)
		for next := c.NextSibling; next != nil && next.Type == html.TextNode; next = c.NextSibling {
			joined.WriteString(next.Data)
			n.RemoveChild(next)
		}
		c.Data = joined.String()
	}
}

// clean drops characters that are no text: those that page.Written drops, control characters that mean no other one, and the
// private one that the Markdown converter uses as a mark.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < ' ' || r == 0x7f || isControl(r) || r == '\uf002':
			return -1
		}
		return r
	}, mended(page.Written(s)))
}

// isControl reports whether r is of the control characters U+0080 to U+009F, which terminals obey as those of ASCII; but U+0085
// is white space.
func isControl(r rune) bool { return 0x80 <= r && r < 0xa0 && r != '\u0085' }

// mended is a text whose control characters above ASCII are what they were before it was read in the wrong encoding: letters of
// Latin 1 that are the bytes of UTF-8 are what these say, and other control characters those of windows-1252, as in HTML's
// references by number.
func mended(s string) string {
	if !strings.ContainsFunc(s, isControl) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if meant, length := misread(s); length > 0 {
			r, size = meant, length
		} else if meant := charmap.Windows1252.DecodeByte(byte(r)); isControl(r) && meant != utf8.RuneError {
			r = meant
		}
		b.WriteRune(r)
		s = s[size:]
	}
	return b.String()
}

// misread is the character whose UTF-8 was read as Latin 1 at the beginning of s, and how many bytes of s that takes; 0 where
// none was.
func misread(s string) (meant rune, length int) {
	var raw []byte
	for _, r := range s {
		if r < 0x80 || r > 0xff {
			break
		}
		raw = append(raw, byte(r))
		length += utf8.RuneLen(r)
		if utf8.FullRune(raw) {
			break
		}
	}
	if meant, size := utf8.DecodeRune(raw); size > 1 && size == len(raw) {
		return meant, length
	}
	return 0, 0
}

func set(e *html.Node, name, value string) {
	e.Attr = append(e.Attr, html.Attribute{Key: name, Val: value})
}

func get(e *html.Node, name string) string {
	for _, a := range e.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(e *html.Node, name string) bool {
	return slices.ContainsFunc(e.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func remove(e *html.Node, name string) {
	e.Attr = slices.DeleteFunc(slices.Clone(e.Attr), func(a html.Attribute) bool { return a.Key == name }) // which copies share
}

// shallow is a copy of a node without its children; the attributes are shared.
func shallow(n *html.Node) *html.Node {
	return &html.Node{Type: n.Type, Data: n.Data, DataAtom: n.DataAtom, Attr: n.Attr}
}

// holds reports whether an element with the tag is below n.
func holds(n *html.Node, tag string) bool {
	for d := range n.Descendants() {
		if is(d, tag) {
			return true
		}
	}
	return false
}

// content is the text of a subtree.
func content(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var out strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			out.WriteString(d.Data)
		}
	}
	return out.String()
}

// is reports whether n is an element with the tag.
func is(n *html.Node, tag string) bool {
	return n != nil && n.Type == html.ElementNode && n.Data == tag
}

func nodes(n *html.Node) []*html.Node { return slices.Collect(n.ChildNodes()) }

func elements(n *html.Node) []*html.Node {
	return slices.DeleteFunc(nodes(n), func(c *html.Node) bool { return c.Type != html.ElementNode })
}

// rename makes an element one of another tag.
func rename(n *html.Node, tag string) {
	e := element(tag)
	n.Data, n.DataAtom = e.Data, e.DataAtom
}

// move moves the children of one node to another.
func move(from, to *html.Node) {
	for _, c := range nodes(from) {
		from.RemoveChild(c)
		to.AppendChild(c)
	}
}

// unwrap replaces n by its children.
func unwrap(n *html.Node) {
	for _, c := range nodes(n) {
		n.RemoveChild(c)
		n.Parent.InsertBefore(c, n)
	}
	n.Parent.RemoveChild(n)
}

// once is what a node was found to be, or is found to be now.
func once(known map[int]bool, i int, find func(i int) bool) bool {
	is, ok := known[i]
	if !ok {
		is = find(i)
		known[i] = is
	}
	return is
}

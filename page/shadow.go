package page

import (
	"iter"
	"strings"

	"golang.org/x/net/html"
)

// A shadow is a shadow tree that a page declares, as pages do whose components were rendered on the server.
type shadow struct {
	host   *html.Node
	outer  *shadow         // the tree that the host stands in; nil for the document
	filled map[string]bool // names of slots that were met: the first of a name has all that is for it
}

// shownIn is the children of h in the flat tree, and the tree that they are from: a host shows its shadow tree, and a slot of
// that what the host holds for it.
func shownIn(h *html.Node, tree *shadow) (children iter.Seq[*html.Node], from *shadow) {
	if root := shadowRoot(h); root != nil {
		return root.ChildNodes(), &shadow{h, tree, map[string]bool{}}
	}
	if name := attr(h, "name"); h.Data == "slot" && tree != nil && !tree.filled[name] {
		tree.filled[name] = true
		if slotted := tree.slotted(name); slotted != nil {
			return slotted, tree.outer
		}
	}
	return h.ChildNodes(), tree
}

// shadowRoot is the template of which browsers make the shadow tree of h; nil when it has none.
func shadowRoot(h *html.Node) *html.Node {
	for c := range h.ChildNodes() {
		if isShadow(c) {
			return c
		}
	}
	return nil
}

func isShadow(h *html.Node) bool {
	return h.Type == html.ElementNode && h.Data == "template" && attr(h, "shadowrootmode") != ""
}

// slotted is what the host holds for the slot of a name, "" being the one for all the rest; nil when that is nothing.
func (s *shadow) slotted(name string) iter.Seq[*html.Node] {
	fits := func(c *html.Node) bool {
		return attr(c, "slot") == name && c.Data != "template" && (c.Type == html.ElementNode || c.Type == html.TextNode)
	}
	for c := range s.host.ChildNodes() {
		if fits(c) && (c.Type == html.ElementNode || strings.TrimSpace(c.Data) != "") {
			return func(yield func(*html.Node) bool) {
				for c := range s.host.ChildNodes() {
					if fits(c) && !yield(c) {
						return
					}
				}
			}
		}
	}
	return nil
}

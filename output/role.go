package output

import (
	"strconv"

	"github.com/mullionhq/mullion/page"
)

// blockTag is the tag that block-level element i is shown with: its own or its modern name, or that of its role where its own
// means nothing, or that of the list that it looks like; "" where it only ends the runs around it. Forums say of each post that
// it is a heading.
func (b *builder) blockTag(i int) string {
	n := &b.Page.Nodes[i]
	switch {
	case b.isBulleted(i):
		return "ul"
	case b.isNumbered(i):
		return "ol"
	case n.Tag == "tr" && b.isNumbered(b.Page.Enclosing(i, "table")):
		return "li"
	case n.Tag == "dd" && b.isBulleted(n.Parent):
		return "li"
	}
	if tag := blocks[n.Tag]; tag != "" {
		return tag
	}
	switch n.Attr("role") {
	case "heading":
		if b.readsAsHeading(i) && !b.holdsHeading(i) {
			return headingOf(n)
		}
	case "list":
		if b.isList(i) {
			return "ul"
		}
	case "listitem":
		if list := b.listAround(i); list >= 0 && b.isList(list) {
			return "li"
		}
	}
	return ""
}

// holdsHeading reports whether a heading by its tag is shown below node i.
func (b *builder) holdsHeading(i int) bool {
	for j := i + 1; j < b.Page.Nodes[i].End; j++ {
		if phrasingHeading(b.Page.Nodes[j].Tag) && b.Has(j) > 0 {
			return true
		}
	}
	return false
}

// isHeading reports whether an element is a heading, by its tag or its role.
func isHeading(n *page.Node) bool { return phrasingHeading(n.Tag) || headingOf(n) != "" }

// headingOf is the tag of the heading that an element is by its role; "" for none. Inline elements have a meaning of their own.
func headingOf(n *page.Node) string {
	const (
		usual   = 2 // the level of a heading that does not tell it, as ARIA has it
		deepest = 6
	)
	if n.Attr("role") != "heading" || inlines[n.Tag] != "" {
		return ""
	}
	k, err := strconv.Atoi(n.Attr("aria-level"))
	if err != nil || k < 1 {
		k = usual
	}
	return "h" + strconv.Itoa(min(k, deepest))
}

// listAround is the element that is a list by its role and has item i; -1 for none.
func (b *builder) listAround(i int) int {
	for i = b.Page.Nodes[i].Parent; i >= 0; i = b.Page.Nodes[i].Parent {
		switch n := &b.Page.Nodes[i]; {
		case n.Attr("role") == "list":
			return i
		case n.Attr("role") == "listitem" || blocks[n.Tag] != "":
			return -1
		}
	}
	return -1
}

// isList reports whether element i, which is a list by its role, is written as one: it has items, and none holds more than an item
// of a list does. Makers of sites give these roles to whatever comes out of their databases, such as articles.
func (b *builder) isList(i int) bool {
	return once(b.lists, i, b.looksLikeList)
}

func (b *builder) looksLikeList(i int) bool {
	items := 0
	for j := i + 1; j < b.Page.Nodes[i].End; j++ {
		if n := &b.Page.Nodes[j]; n.Attr("role") == "listitem" && b.Has(j) > 0 && b.listAround(j) == i {
			if b.busy(j) || b.holdsImage(j) {
				return false
			}
			items++
		}
	}
	return items > 1
}

package page

import (
	"strings"

	"golang.org/x/net/html"
)

// Servers stream pages that React renders: where a part is not ready they send a template as its placeholder and show another
// content meanwhile, and later the part, hidden at the end, and a script that puts it into its place. Placeholder and part
// have the same number.
const (
	boundary = "B:" // of a placeholder with a content that is shown meanwhile
	segment  = "P:" // of one without
	part     = "S:"
)

// isPlaceholder reports whether h is a template in the place of a part that comes later.
func isPlaceholder(h *html.Node) bool {
	if h.Type != html.ElementNode || h.Data != "template" {
		return false
	}
	id := attr(h, "id")
	return strings.HasPrefix(id, boundary) || strings.HasPrefix(id, segment)
}

// placeParts puts the parts below h into the places of their placeholders, as the page's script does.
func placeParts(h *html.Node) {
	places := map[string]*html.Node{} // by number
	var parts []*html.Node
	for n := range h.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if strings.HasPrefix(attr(n, "id"), part) && hasAttr(n, "hidden") {
			parts = append(parts, n)
		} else if isPlaceholder(n) {
			places[attr(n, "id")[len(boundary):]] = n
		}
	}
	for _, from := range parts {
		place := places[strings.TrimPrefix(attr(from, "id"), part)]
		if place == nil || holds(from, place) {
			continue
		}
		for c := from.FirstChild; c != nil; c = from.FirstChild {
			from.RemoveChild(c)
			place.Parent.InsertBefore(c, place)
		}
		if strings.HasPrefix(attr(place, "id"), boundary) {
			dropMeanwhile(place)
		}
		place.Parent.RemoveChild(place)
		from.Parent.RemoveChild(from)
	}
}

// dropMeanwhile drops what is shown behind a placeholder, up to the comment that ends it.
func dropMeanwhile(place *html.Node) {
	for depth := 0; place.NextSibling != nil; {
		c := place.NextSibling
		if c.Type == html.CommentNode {
			switch {
			case c.Data == "/$" && depth == 0:
				return
			case c.Data == "/$":
				depth--
			case strings.HasPrefix(c.Data, "$"):
				depth++
			}
		}
		place.Parent.RemoveChild(c)
	}
}

func hasAttr(h *html.Node, name string) bool {
	for _, a := range h.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

// holds reports whether n is h or below it.
func holds(h, n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == h {
			return true
		}
	}
	return false
}

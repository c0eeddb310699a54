package site

import (
	"math"
	"path"
	"slices"
	"strings"

	"github.com/mullionhq/mullion/page"
)

// A Node is an element node of the style tree: an element, or a run of text (Tag "#text"), with everything that was
// seen in it on the pages that have it (004).
type Node struct {
	Tag      string             `json:"tag"`
	Attr     string             `json:"attr,omitempty"` // the attributes that tell nodes of one tag apart, as `class="a" width="9"`
	Pages    int                `json:"pages"`          // m: pages that have it
	Styles   []*Style           `json:"styles,omitempty"`
	Pruned   int                `json:"pruned,omitempty"`   // style nodes of one page that were dropped
	Features map[string]Feature `json:"features,omitempty"` // words, image names and link targets, of leaves

	index map[string]*Style // by sequence
}

// A Style is a style node: a sequence of child nodes, and how many pages have exactly it.
type Style struct {
	Pages    int     `json:"pages"` // n
	Children []*Node `json:"children,omitempty"`
}

// A Feature is how often something occurs in a leaf, so kept that pages can be added one by one.
type Feature struct {
	Count   int     `json:"n"`           // occurrences on all pages
	Entropy float64 `json:"h,omitempty"` // sum of c·ln c over the pages, c being the occurrences on one
}

// textTag is the tag of nodes that are runs of text.
const textTag = "#text"

// What begins the features that are no words.
const (
	imageMark = "img:"  // a picture's name
	linkMark  = "href:" // a link's target
)

func (n *Node) leaf() bool {
	return n.Pruned == 0 && !slices.ContainsFunc(n.Styles, func(s *Style) bool { return len(s.Children) > 0 })
}

// style returns the style node of a sequence, or nil.
func (n *Node) style(sequence string) *Style {
	if n.index == nil {
		n.index = make(map[string]*Style, len(n.Styles))
		for _, s := range n.Styles {
			n.index[s.sequence()] = s
		}
	}
	return n.index[sequence]
}

func (s *Style) sequence() string {
	var b strings.Builder
	for _, c := range s.Children {
		writeName(&b, c.Tag, c.Attr)
	}
	return b.String()
}

func writeName(b *strings.Builder, tag, attr string) {
	b.WriteString(tag)
	b.WriteByte(0)
	b.WriteString(attr)
	b.WriteByte(1)
}

// A styler reads pages into style trees.
type styler struct {
	page       *page.Page
	attributes []string
}

// children are the visible child elements and runs of text of node i, with their attributes and their sequence.
func (s *styler) children(i int) (nodes []int, attrs []string, sequence string) {
	var b strings.Builder
	for c := range s.page.Children(i) {
		n := &s.page.Nodes[c]
		if n.Hidden || n.Kind == page.Text && strings.TrimSpace(n.Text) == "" {
			continue
		}
		tag, attr := s.name(c)
		writeName(&b, tag, attr)
		nodes, attrs = append(nodes, c), append(attrs, attr)
	}
	return nodes, attrs, b.String()
}

func (s *styler) name(i int) (tag, attr string) {
	n := &s.page.Nodes[i]
	if n.Kind == page.Text {
		return textTag, ""
	}
	var b strings.Builder
	for _, a := range n.Attrs {
		if slices.Contains(s.attributes, a.Name) {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(a.Name + `="` + collapse(a.Value) + `"`)
		}
	}
	return n.Tag, b.String()
}

// merge adds the subtree of page node i to n, which is the same element; link is the target of the link around it.
func (s *styler) merge(n *Node, i int, link string) {
	n.Pages++
	pn := &s.page.Nodes[i]
	if pn.Tag == "a" {
		link = pn.Attr("href")
	}
	nodes, attrs, sequence := s.children(i)
	if len(nodes) == 0 {
		n.count(leafFeatures(pn, link))
	}
	if pn.Kind == page.Text {
		return
	}
	style := n.style(sequence)
	if style == nil {
		style = &Style{Children: make([]*Node, len(nodes))}
		for k, c := range nodes {
			tag, _ := s.name(c)
			style.Children[k] = &Node{Tag: tag, Attr: attrs[k]}
		}
		n.Styles = append(n.Styles, style)
		n.index[sequence] = style
	}
	style.Pages++
	for k, c := range nodes {
		s.merge(style.Children[k], c, link)
	}
}

// count adds the features of one page.
func (n *Node) count(features []string) {
	if len(features) == 0 {
		return
	}
	if n.Features == nil {
		n.Features = make(map[string]Feature, len(features))
	}
	slices.Sort(features)
	for i := 0; i < len(features); {
		j := i + 1
		for j < len(features) && features[j] == features[i] {
			j++
		}
		f := n.Features[features[i]]
		c := float64(j - i)
		n.Features[features[i]] = Feature{f.Count + j - i, f.Entropy + c*math.Log(c)}
		i = j
	}
}

// leafFeatures are the words, the image's name and the link's target of a leaf.
func leafFeatures(n *page.Node, link string) []string {
	features := words(n.Text)
	if src := n.Attr("src"); n.Tag == "img" && src != "" {
		features = append(features, imageMark+path.Base(withoutQuery(src)))
	}
	if link != "" && len(features) > 0 {
		features = append(features, linkMark+shorten(link))
	}
	return features
}

func withoutQuery(address string) string {
	address, _, _ = strings.Cut(address, "?")
	address, _, _ = strings.Cut(address, "#")
	return address
}

// mergeNode adds what another tree has at the same node.
func (n *Node) mergeNode(other *Node) {
	n.Pages += other.Pages
	n.Pruned += other.Pruned
	for name, f := range other.Features {
		if n.Features == nil {
			n.Features = map[string]Feature{}
		}
		mine := n.Features[name]
		n.Features[name] = Feature{mine.Count + f.Count, mine.Entropy + f.Entropy}
	}
	for _, s := range other.Styles {
		sequence := s.sequence()
		mine := n.style(sequence)
		if mine == nil {
			mine = &Style{Children: make([]*Node, len(s.Children))}
			for k, c := range s.Children {
				mine.Children[k] = &Node{Tag: c.Tag, Attr: c.Attr}
			}
			n.Styles = append(n.Styles, mine)
			n.index[sequence] = mine
		}
		mine.Pages += s.Pages
		for k, c := range s.Children {
			mine.Children[k].mergeNode(c)
		}
	}
}

// prune drops style nodes of one page below nodes of several; their number stays, as the entropy needs it.
func (n *Node) prune() {
	if n.Pages > 1 {
		n.Styles = slices.DeleteFunc(n.Styles, func(s *Style) bool {
			if s.Pages > 1 || len(s.Children) == 0 {
				return false
			}
			n.Pruned++
			return true
		})
		n.index = nil
	}
	for _, s := range n.Styles {
		for _, c := range s.Children {
			c.prune()
		}
	}
}

// size is how many nodes the tree has.
func (n *Node) size() int {
	total := 1
	for _, s := range n.Styles {
		for _, c := range s.Children {
			total += c.size()
		}
	}
	return total
}

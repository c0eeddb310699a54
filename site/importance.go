package site

import (
	"math"
	"slices"
)

// importances are the composite importances of all nodes of a tree (004, formulas 1 to 5).
type importances map[*Node]float64

// measure computes CompImp of n and of all nodes below it.
func (im importances) measure(n *Node, gamma float64) float64 {
	v := leafImportance(n)
	if !n.leaf() {
		v = im.inner(n, gamma)
	}
	im[n] = v
	return v
}

func (im importances) inner(n *Node, gamma float64) float64 {
	below := 0.0
	for _, s := range n.Styles {
		below += float64(s.Pages) / float64(n.Pages) * im.style(s, gamma)
	}
	below += float64(n.Pruned) / float64(n.Pages) // styles of one page: nothing in them is on another
	aging := math.Pow(gamma, float64(len(n.Styles)+n.Pruned))
	return (1-aging)*nodeImportance(n) + aging*below
}

// style is the mean importance of a style node's children; 0 when it has none.
func (im importances) style(s *Style, gamma float64) float64 {
	sum := 0.0
	for _, c := range s.Children {
		sum += im.measure(c, gamma)
	}
	return sum / float64(max(1, len(s.Children)))
}

// A weighed node is what a page asks of a node of the style tree, without the words that its importance came from: a tree of
// them needs a tenth of the memory. That of twenty sites, 100 MB, made reading a page a quarter slower.
type weighed struct {
	importance float64
	styles     []weighedStyle
}

// A weighedStyle is a style node with children.
type weighedStyle struct {
	sequence uint64 // hashed
	children []weighed
}

// weigh is n, and all below it, with their importances.
func (im importances) weigh(n *Node) weighed {
	w := weighed{importance: im[n]}
	for _, s := range n.Styles {
		if len(s.Children) == 0 {
			continue
		}
		children := make([]weighed, len(s.Children))
		for i, c := range s.Children {
			children[i] = im.weigh(c)
		}
		w.styles = append(w.styles, weighedStyle{hashString(s.sequence()), children})
	}
	return w
}

// style are the children of the style node of a sequence of that length, nil where the tree does not have it. A page that is made
// to have the hash of another sequence gets the importances of that.
func (w *weighed) style(sequence uint64, length int) []weighed {
	for i := range w.styles {
		if s := &w.styles[i]; s.sequence == sequence && len(s.children) == length {
			return s.children
		}
	}
	return nil
}

// nodeImportance is NodeImp: the entropy of the styles, 0 … 1; 0 on one page.
func nodeImportance(n *Node) float64 {
	if n.Pages < 2 {
		return 0
	}
	h := 0.0
	for _, s := range n.Styles {
		p := float64(s.Pages) / float64(n.Pages)
		h -= p * math.Log(p)
	}
	m := float64(n.Pages)
	h += float64(n.Pruned) / m * math.Log(m)
	return h / math.Log(m)
}

// leafImportance is one less the mean entropy of the leaf's features, 0 … 1: 1 when nothing in it is on two pages or
// it is on one page, 0 when there is nothing in it.
func leafImportance(n *Node) float64 {
	if len(n.Features) == 0 {
		return 0
	}
	if n.Pages < 2 {
		return 1
	}
	spreads := make([]float64, 0, len(n.Features))
	for _, f := range n.Features {
		spreads = append(spreads, f.spread())
	}
	slices.Sort(spreads) // in the order of the map their sum would not be the same each time
	sum := 0.0
	for _, h := range spreads {
		sum += h
	}
	return max(0, 1-sum/(math.Log(float64(n.Pages))*float64(len(n.Features))))
}

// spread is the entropy, in nats, of which page an occurrence is on.
func (f Feature) spread() float64 {
	c := float64(f.Count)
	return max(0, math.Log(c)-f.Entropy/c)
}

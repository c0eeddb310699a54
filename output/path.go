package output

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mullionhq/mullion/page"
)

// ordinals counts, for every element, its place among its siblings of the same tag. With them a path costs its
// length; page.Page.Path counts the siblings of every step again.
func ordinals(p *page.Page) []int32 {
	if p == nil {
		return nil
	}
	type sibling struct {
		parent int
		tag    string
	}
	seen := map[sibling]int32{}
	nth := make([]int32, len(p.Nodes))
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Kind == page.Element {
			at := sibling{n.Parent, n.Tag}
			seen[at]++
			nth[i] = seen[at]
		}
	}
	return nth
}

// path is page.Page.Path of element i.
func path(p *page.Page, nth []int32, i int) string {
	var steps []string
	for ; i >= 0; i = p.Nodes[i].Parent {
		step := p.Nodes[i].Tag
		if nth[i] > 1 {
			step += "[" + strconv.Itoa(int(nth[i])) + "]"
		}
		steps = append(steps, step)
	}
	slices.Reverse(steps)
	return strings.Join(steps, "/")
}

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
	nth := make([]int32, len(p.Nodes))
	seen := map[string]int32{} // of the children of one node
	for i := range p.Nodes {
		clear(seen)
		for c := range p.Children(i) {
			if tag := p.Nodes[c].Tag; tag != "" {
				seen[tag]++
				nth[c] = seen[tag]
			}
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

package site

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mullionhq/mullion/page"
)

// A blockNode is an element that divides a page (ClusterOptions.Blocks).
type blockNode struct {
	node int    // in the page
	path string // as "body1/div3/div2": tags and ordinals among siblings of the same tag, from the body
}

// blockNodes are the page's visible block nodes in document order.
func blockNodes(p *page.Page, tags []string) []blockNode {
	w := blockWalker{page: p, tags: tags}
	w.walk(p.Body(), "body1")
	return w.blocks
}

type blockWalker struct {
	page   *page.Page
	tags   []string // of block nodes
	blocks []blockNode
}

func (w *blockWalker) walk(i int, path string) {
	ordinals := map[string]int{}
	for c := range w.page.Children(i) {
		n := &w.page.Nodes[c]
		if n.Kind != page.Element {
			continue
		}
		ordinals[n.Tag]++
		if n.Hidden {
			continue
		}
		below := path + "/" + n.Tag + strconv.Itoa(ordinals[n.Tag])
		if slices.Contains(w.tags, n.Tag) {
			w.blocks = append(w.blocks, blockNode{c, below})
		}
		w.walk(c, below)
	}
}

// nodesOf are the nodes of blocks.
func nodesOf(blocks []blockNode) []int {
	nodes := make([]int, len(blocks))
	for i, b := range blocks {
		nodes[i] = b.node
	}
	return nodes
}

// feature is the set of a page's block paths, sorted as the index of leaders wants it: see byRarity.
func feature(blocks []blockNode) []string {
	paths := make([]string, len(blocks))
	for i, b := range blocks {
		paths[i] = b.path
	}
	slices.SortFunc(paths, byRarity)
	return slices.Compact(paths)
}

// byRarity sorts deep paths first: fewer pages have them.
func byRarity(a, b string) int {
	if d := strings.Count(b, "/") - strings.Count(a, "/"); d != 0 {
		return d
	}
	return strings.Compare(b, a)
}

// similarity is |a ∩ b| / min(|a|, |b|) of two sorted features; 0 when one is empty (001, formula 1).
func similarity(a, b []string) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	both := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch order := byRarity(a[i], b[j]); {
		case order == 0:
			both, i, j = both+1, i+1, j+1
		case order < 0:
			i++
		default:
			j++
		}
	}
	return float64(both) / float64(min(len(a), len(b)))
}

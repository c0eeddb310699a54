package site

import (
	"math"
	"strconv"
	"testing"
)

func tree(t *testing.T, pages ...string) *Node {
	root := &Node{Tag: "body"}
	for _, html := range pages {
		p := parse(t, html)
		s := styler{page: p, attributes: DefaultOptions().Style.Attributes}
		s.merge(root, p.Body(), "")
	}
	return root
}

// 004: over three pages 来源 occurs in each, 新华网, 人民网 and CCTV in one each.
func TestLeafImportance(t *testing.T) {
	root := tree(t, "<p>来源：新华网</p>", "<p>来源：人民网</p>", "<p>来源：CCTV</p>")
	im := importances{}
	im.measure(root, 0.9)
	text := root.Styles[0].Children[0].Styles[0].Children[0]
	if got := im[text]; math.Abs(got-0.75) > 1e-12 {
		t.Errorf("importance %g, not 0.75", got)
	}
	// All above it have one style: 0.9 of what is below, at each of the two levels.
	if got := im[root]; math.Abs(got-0.9*0.9*0.75) > 1e-12 {
		t.Errorf("importance of the body %g", got)
	}
	once := tree(t, "<p>来源：新华网</p>")
	im.measure(once, 0.9)
	if got := im[once.Styles[0].Children[0].Styles[0].Children[0]]; got != 1 {
		t.Errorf("on one page the importance is %g, not 1", got)
	}
}

// The features of a leaf are a map, whose order is another each time: the last digits of their mean must not be.
func TestLeafImportanceIsTheSameEachTime(t *testing.T) {
	n := &Node{Pages: 50, Features: map[string]Feature{}}
	for k := range 40 {
		n.Features[strconv.Itoa(k)] = Feature{Count: k + 3, Entropy: math.Sqrt(float64(k))}
	}
	first := leafImportance(n)
	for range 200 {
		if got := leafImportance(n); got != first {
			t.Fatalf("importance %v, and %v before", got, first)
		}
	}
}

// 004's figures 1 and 2: two pages with the same sequence TABLE-IMG-TABLE under the body, whose last table holds
// P-IMG-P-A on one page and P-BR-P on the other.
func TestMergeOfTwoPages(t *testing.T) {
	const start = `<table bgcolor=white></table><img width=800 src=a.gif><table bgcolor=red><tr><td>`
	one, two := start+`<p></p><img src=b.gif><p></p><a></a></table>`, start+`<p></p><br><p></p></table>`
	root := tree(t, one, two)
	if len(root.Styles) != 1 || root.Styles[0].Pages != 2 || len(root.Styles[0].Children) != 3 {
		t.Fatalf("the body's styles are not one of two pages: %+v", root.Styles[0])
	}
	cell := root.Styles[0].Children[2].Styles[0].Children[0].Styles[0].Children[0].Styles[0].Children[0]
	if cell.Tag != "td" || len(cell.Styles) != 2 || cell.Styles[0].Pages != 1 || cell.Styles[1].Pages != 1 {
		t.Fatalf("the cell is %s with %d styles", cell.Tag, len(cell.Styles))
	}
	if got := nodeImportance(cell); got != 1 {
		t.Errorf("two pages with two styles: importance %g, not 1", got)
	}
	if root.Pages != 2 || nodeImportance(root) != 0 {
		t.Error("the body has one style and no importance of its own")
	}
	// Other attributes are another style.
	if other := tree(t, one, `<table bgcolor=blue></table><img width=800 src=a.gif><table bgcolor=red></table>`); len(other.Styles) != 2 {
		t.Errorf("%d styles, not 2", len(other.Styles))
	}
	// Trees merge as pages do.
	apart, im, same := tree(t, one), importances{}, importances{}
	apart.mergeNode(tree(t, two))
	if a, b := im.measure(apart, 0.9), same.measure(root, 0.9); a != b {
		t.Errorf("merged trees have importance %g, merged pages %g", a, b)
	}
}

// Pruning keeps the entropy of the styles.
func TestPruneKeepsImportance(t *testing.T) {
	root := tree(t, "<p>a</p>", "<p>b</p>", "<h1>c</h1>", "<h2>d</h2>")
	before := nodeImportance(root)
	root.prune()
	if len(root.Styles) != 1 || root.Pruned != 2 {
		t.Fatalf("%d styles, %d pruned", len(root.Styles), root.Pruned)
	}
	if after := nodeImportance(root); math.Abs(after-before) > 1e-12 {
		t.Errorf("importance %g became %g", before, after)
	}
}

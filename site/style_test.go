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

// 004's formulas 1 to 3 by hand, m = 4: three pages have two p under the body, one has an h2, so that
// NodeImp(body) = ¾·log₄(4/3) + ¼ = .405639. The first p is the example above, .9·.75 = .675 by its text; the text of the
// second is the same each time, 0; the h2 has one page, .9·1. So the mean of the first style is .3375, that of the second
// .9, and CompImp(body) = (1−.9²)·.405639 + .9²·(¾·.3375 + ¼·.9).
func TestCompositeImportance(t *testing.T) {
	root := tree(t, "<p>来源：新华网</p><p>版权所有</p>", "<p>来源：人民网</p><p>版权所有</p>", "<p>来源：CCTV</p><p>版权所有</p>", "<h2>公告</h2>")
	im := importances{}
	im.measure(root, DefaultOptions().Style.Gamma)
	two, one := root.Styles[0].Children, root.Styles[1].Children
	for _, c := range []struct {
		name string
		node *Node
		want float64
	}{
		{"the example's p", two[0], 0.675}, {"what all pages have", two[1], 0}, {"what one page has", one[0], 0.9},
		{"the body", root, 0.19*0.4056390622 + 0.81*(0.75*0.3375+0.25*0.9)},
	} {
		if got := im[c.node]; !(math.Abs(got-c.want) < 1e-9) {
			t.Errorf("%s: importance %.9f, not %.9f", c.name, got, c.want)
		}
	}
}

// What counts in a leaf: words by how often each page has them, names of pictures, targets of links around something.
func TestLeafFeatures(t *testing.T) {
	for _, c := range []struct {
		name  string
		pages []string
		want  float64
	}{
		// p = ¾, ¼: H = ¾·log₂(4/3) + ¼·log₂4 = .811278
		{"thrice on one page, once on another", []string{"甲，甲，甲", "甲"}, 1 - 0.8112781245},
		{"a picture in links to different pages", []string{"<a href=/1><img src=/i/logo.png?1></a>", "<a href=/2><img src=/i/logo.png?2></a>"}, 1 - 1.0/3},
		{"a word in links to different pages", []string{"<a href=/1>详情</a>", "<a href=/2>详情</a>"}, 1 - 1.0/3},
		{"nothing, in links to different pages", []string{"<a href=/1><i></i></a>", "<a href=/2><i></i></a>"}, 0},
		{"nothing, on one page", []string{"<i></i>"}, 0},
		{"nothing that is shown", []string{"<i hidden>甲</i>", "<i hidden>乙</i>"}, 0},
	} {
		n := tree(t, c.pages...)
		for len(n.Styles) > 0 && len(n.Styles[0].Children) > 0 {
			n = n.Styles[0].Children[0]
		}
		if got := leafImportance(n); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: importance %.9f, not %.9f", c.name, got, c.want)
		}
	}
}

// Noise is what is below the threshold; what no page of the tree has is none.
func TestNoise(t *testing.T) {
	profile := New("news.example", DefaultOptions())
	for _, of := range []string{"新华网", "人民网", "CCTV"} {
		p := parse(t, "<p>来源："+of+"</p>")
		p.URL = "https://news.example/" + of
		profile.Add(p, noon)
	}
	p := parse(t, "<p>来源：新华网</p>")
	other := parse(t, "<h3>来源：新华网</h3>")
	for threshold, want := range map[float64]bool{0.75: false, 0.76: true, 1: true} {
		o := DefaultOptions()
		o.Style.Threshold = threshold
		s := profile.Site(o)
		if im := s.Importance(p)[p.Find(0, "p")+1]; s.Noise(im) != want {
			t.Errorf("below %g: importance %g is noise: %t", threshold, im, !want)
		}
		if im := s.Importance(other)[other.Find(0, "h3")+1]; im != Unseen || s.Noise(im) {
			t.Errorf("below %g: what is on no page has importance %g", threshold, im)
		}
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
	one, two := start+`<p>甲</p><img src=b.gif><p></p><a></a></table>`, start+`<p>乙</p><br><p></p></table>`
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
	// Where no two pages are alike, a node without its styles is still no leaf without words.
	root = tree(t, "<p>a</p>", "<h1>b</h1>")
	root.prune()
	im := importances{}
	if got := im.measure(root, 0.9); math.Abs(got-1) > 1e-12 {
		t.Errorf("importance %g of what differs on every page, not 1", got)
	}
	// One page alone is no site yet: nothing tells what others do not have.
	one := tree(t, "<p>a</p>")
	size := one.size()
	if one.prune(); one.size() != size || one.Pruned != 0 {
		t.Errorf("%d nodes of one page became %d", size, one.size())
	}
}

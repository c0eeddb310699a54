package site

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mullionhq/mullion/page"
)

// A site of two kinds of pages, written by hand: articles whose text stands in a block with an id, and lists.
const (
	article = `<div class=top><div><a href=/>Home</a> <a href=/news>News</a></div></div>
<div class=main><div id=text class="body wide"><p>A long paragraph of plain text, which is what the page is about.</p><p>And another one with more to say.</p></div>
<div class=side><a href=/1>One story</a> <a href=/2>Another story</a></div></div><div class=foot>Imprint</div>`
	short = `<div class=top><div><a href=/>Home</a> <a href=/news>News</a></div></div>
<div class=main><div id=text class="body wide"><p>Brief.</p></div>
<div class=side><a href=/1>One story</a> <a href=/2>Another story</a></div></div><div class=foot>Imprint, and a long line about the law that nobody reads</div>`
	list = `<table><tr><td><table><tr><td><a href=/1>One</a></table></table><table><tr><td><a href=/2>Two</a></table>`
)

func TestBlockPathsAndSimilarity(t *testing.T) {
	a, b := feature(blockNodes(parse(t, article), dividing)), feature(blockNodes(parse(t, list), dividing))
	want := []string{"body1/div2/div2", "body1/div2/div1", "body1/div1/div1", "body1/div3", "body1/div2", "body1/div1"}
	if !slices.Equal(a, want) {
		t.Errorf("feature %v", a)
	}
	if !slices.Equal(b, []string{"body1/table1/tbody1/tr1/td1/table1", "body1/table2", "body1/table1"}) {
		t.Errorf("feature %v", b)
	}
	var sizes []int // blocks inside body1/div1, div1/div1, div2, div2/div1, div2/div2 and div3
	p := parse(t, article)
	nodes := nodesOf(blockNodes(p, dividing))
	for i := range nodes {
		sizes = append(sizes, inside(p, nodes, i))
	}
	if !slices.Equal(sizes, []int{1, 0, 2, 0, 0, 0}) {
		t.Errorf("sizes %v", sizes)
	}
	if s := similarity(a, b); s != 0 {
		t.Errorf("similarity %g of different pages", s)
	}
	// Four of six: what is in common, by the smaller one.
	if s := similarity(a, a[2:]); s != 1 {
		t.Errorf("similarity %g of a part, not 1", s)
	}
	half := append([]string{"body1/div9/div9", "body1/div9/div8"}, a[2:]...)
	if s := similarity(a, half); math.Abs(s-4.0/6) > 1e-12 {
		t.Errorf("similarity %g, not 4/6", s)
	}
}

func TestRuleIsVoted(t *testing.T) {
	var c Clusters
	o := DefaultOptions().Clusters
	for _, html := range []string{article, list, article, short, article, article, article, list} {
		c.add(parse(t, html), o)
	}
	if len(c.List) != 2 || c.List[0].Pages != 6 || c.List[1].Pages != 2 {
		t.Fatalf("clusters %+v", c.List)
	}
	rule, ok := c.List[0].Rule()
	if !ok || rule.Locator != (Locator{"body wide", "text", "body1/div2/div1"}) || rule.Pages != 5 {
		t.Errorf("rule %+v", rule)
	}
	var one Clusters
	one.add(parse(t, article), o)
	if text := one.List[0].Votes[0].LogText; math.Abs(rule.LogText-5*text) > 1e-9 || text <= 0 {
		t.Errorf("the texts of 5 equal pages are %g in sum, of one %g", rule.LogText, text)
	}
	// The one page with little text voted for its footer; the rule finds its content all the same.
	p := parse(t, short)
	blocks := blockNodes(p, dividing)
	if best, _ := densest(p, nodesOf(blocks), o.Alpha); p.Nodes[blocks[best].node].Attr("class") != "foot" {
		t.Error("alone, the densest block of the short page is its footer")
	}
	if i := foundBy(rule.Locator, p); p.Nodes[i].Attr("id") != "text" {
		t.Error("the rule does not find the content")
	}
}

// A page that is built like none of its site has its own densest block, and so has one that lacks the block of its rule.
func TestExtractFallsBackToTheDensest(t *testing.T) {
	s := learn(t, 0, 12).Site(DefaultOptions())
	for name, html := range map[string]string{
		"another design":   `<table><tr><td><a href=/>Home</a></table><div id=own><p>All of the text of a page in another design.</p></div>`,
		"without the rule": `<div class=nav><a href=/>Home</a></div><div id=own><p>All of the text of a page that lacks a block.</p></div><div class=foot>Imprint</div>`,
	} {
		p := parse(t, html)
		x := s.Extract(p)
		if x.Node < 0 || p.Nodes[x.Node].Attr("id") != "own" || x.ByRule {
			t.Errorf("%s: %+v", name, x)
		}
		if blocks, x := s.Content(p); len(blocks) != 1 || !strings.HasPrefix(blocks[0].Text, "All of the text") || x.ByRule {
			t.Errorf("%s: content %+v, %+v", name, blocks, x)
		}
	}
}

// Two profiles of a site are compared by cluster and template: one of articles, and one that saw lists, too.
func TestDiff(t *testing.T) {
	a, b := learn(t, 0, 12), learn(t, 0, 12)
	for i := range 3 {
		p := parse(t, list)
		p.URL = fmt.Sprintf("https://news.example/list/%d", i)
		b.Add(p, noon)
	}
	rule, _ := a.Clusters.List[0].Rule()
	listed, _ := b.Clusters.List[1].Rule()
	for _, c := range []struct {
		a, b      *Profile
		gone, new int // templates: the links of the lists
		want      []ClusterChange
	}{
		{a, a, 0, 0, []ClusterChange{{Pages: [2]int{12, 12}, Rules: [2]Locator{rule.Locator, rule.Locator}}}},
		{a, b, 0, 2, []ClusterChange{{Pages: [2]int{12, 12}, Rules: [2]Locator{rule.Locator, rule.Locator}}, {Pages: [2]int{0, 3}, Rules: [2]Locator{{}, listed.Locator}, Changed: true}}},
		{b, a, 2, 0, []ClusterChange{{Pages: [2]int{12, 12}, Rules: [2]Locator{rule.Locator, rule.Locator}}, {Pages: [2]int{3, 0}, Rules: [2]Locator{listed.Locator, {}}, Changed: true}}},
	} {
		d := Diff(c.a, c.b)
		if !slices.Equal(d.Clusters, c.want) || d.Pages != [2]int{c.a.Pages, c.b.Pages} || d.Kept != 3 || len(d.Gone) != c.gone || len(d.New) != c.new {
			t.Errorf("%d and %d pages: %+v, want clusters %+v", c.a.Pages, c.b.Pages, d, c.want)
		}
	}
}

// A cluster that is like one that another has taken is looked for among the rest.
func TestDiffTakesClustersOnce(t *testing.T) {
	clusters := func(features ...[]string) *Profile {
		p := New("news.example", DefaultOptions())
		for i, f := range features {
			p.Clusters.List = append(p.Clusters.List, &Cluster{Feature: f, Pages: i + 1})
		}
		return p
	}
	top, end := []string{"body1/div1"}, []string{"body1/div2"}
	a, b := clusters(top, end), clusters([]string{"body1/div2", "body1/div1"}, end)
	want := []ClusterChange{{Pages: [2]int{1, 1}}, {Pages: [2]int{2, 2}}}
	if d := Diff(a, b); !slices.Equal(d.Clusters, want) {
		t.Errorf("%+v", d.Clusters)
	}
}

// Votes are for equal locators, before and after others were dropped.
func TestVotesAreForLocators(t *testing.T) {
	c := &Cluster{}
	for i := range 40 {
		c.vote(Vote{Locator: Locator{ID: string(rune('a' + i%4*i%7))}, Density: 1, Pages: 1})
	}
	for i, v := range c.Votes {
		if at := slices.IndexFunc(c.Votes, func(w Vote) bool { return w.Locator == v.Locator }); at != i {
			t.Errorf("votes %d and %d are for %q", at, i, v.ID)
		}
	}
	rule, _ := c.Rule()
	many := Clusters{List: []*Cluster{c}}
	c.Pages = 40
	many.prune(rule.Pages)
	c.vote(Vote{Locator: rule.Locator, Density: 1, Pages: 1})
	if again, _ := c.Rule(); again.Pages != rule.Pages+1 || len(c.Votes) != 1 {
		t.Errorf("votes %+v", c.Votes)
	}
}

// dividing are the elements of block nodes.
var dividing = DefaultOptions().Clusters.Blocks

// Pages that are built of the elements which HTML has had in div's place since have blocks, and their rule names one; with the
// paper's div and table alone they have none.
func TestBlocksOfLaterElements(t *testing.T) {
	o := DefaultOptions().Clusters
	plain := o
	plain.Blocks = []string{"div", "table"}
	var later, papers Clusters
	for i := range 6 {
		p := parse(t, fmt.Sprintf(`<header><nav><a href=/>Home</a> <a href=/a>All notes</a></nav></header>
<main><article><h1>Note %d</h1><p>%s</p></article></main><footer>Imprint</footer>`, i, strings.Repeat("A long line of this note. ", i+3)))
		later.add(p, o)
		papers.add(p, plain)
	}
	if len(papers.List) != 0 {
		t.Errorf("by the paper's elements: %+v", papers.List)
	}
	if rule, ok := later.List[0].Rule(); len(later.List) != 1 || !ok || rule.Path != "body1/main1/article1" || rule.Pages != 6 {
		t.Errorf("%d clusters, rule %+v", len(later.List), rule)
	}
}

// foundBy is the node that a rule with the locator finds.
func foundBy(l Locator, p *page.Page) int {
	rule := newRuled(&Cluster{}, Vote{Locator: l})
	return rule.find(p, scanPage(p, dividing, nil, 0))
}

// A block is found by its id, else its class, else its path.
func TestLocatorOrder(t *testing.T) {
	p := parse(t, `<div>path</div><div class="b  c">class</div><div id=i>id</div>`)
	for _, c := range []struct {
		l    Locator
		want string
	}{
		{Locator{"b c", "i", "body1/div1"}, "id"}, {Locator{"b c", "j", "body1/div1"}, "class"},
		{Locator{"d", "j", "body1/div1"}, "path"}, {Locator{"", "", "body1/div9"}, ""},
	} {
		got := ""
		if i := foundBy(c.l, p); i >= 0 {
			got = directText(p, i)
		}
		if got != c.want {
			t.Errorf("%+v finds %q, not %q", c.l, got, c.want)
		}
	}
}

func TestDensity(t *testing.T) {
	// 80 of 99 plain characters, 1 of 9 links, 10 link characters inside, 3 blocks inside.
	got := density(mass{80, 90, 1}, mass{99, 200, 9}, 3, 0.5)
	want := 80.0 / 100 * (1 - 1.0/10) * 80 / 91 / (1 + 0.5*3)
	if math.Abs(got-want) > 1e-12 {
		t.Errorf("H is %g, not %g", got, want)
	}
}

// 001's formulas 2 to 5 on a page: characters are code points, white space collapsed, and what is not shown is not there.
func TestDensityOfAPage(t *testing.T) {
	p := parse(t, `<div id=outer>
	<div id=text>河口  新桥
		<a href=/1>通车</a> 了。<a href=/2 hidden>不见</a><p hidden>也不见</p></div>
	<div id=menu><a href=/3>首页</a></div></div><p>版权</p>`)
	node := func(id string) int {
		return slices.IndexFunc(p.Nodes, func(n page.Node) bool { return n.Attr("id") == id })
	}
	sums := masses(p)
	for _, c := range []struct {
		name string
		node int
		want mass
	}{
		{"text", node("text"), mass{7, 9, 1}}, // 河口 新桥 and 了。; 通车 is a link
		{"menu", node("menu"), mass{0, 2, 1}}, {"outer", node("outer"), mass{7, 11, 2}}, {"body", p.Body(), mass{9, 13, 2}},
	} {
		if got := sums[c.node]; got != c.want {
			t.Errorf("%s: %+v, not %+v", c.name, got, c.want)
		}
	}
	blocks := blockNodes(p, dividing)
	best, h := densest(p, nodesOf(blocks), 0.5)
	want := 7.0 / 10 * (1 - 1.0/3) * 7 / 10 // of the text; of the outer one 7/10 · (1 − 2/3) · 7/12 / (1 + .5·2)
	if p.Nodes[blocks[best].node].Attr("id") != "text" || math.Abs(h-want) > 1e-12 {
		t.Errorf("the densest block is %s with H = %g, not %g", blocks[best].path, h, want)
	}
	twice := parse(t, "<div>one</div><div>two</div>")
	if best, _ := densest(twice, nodesOf(blockNodes(twice, dividing)), 0.5); best != 0 {
		t.Error("of two blocks with equal H it is not the first")
	}
}

// Pages are alike above the published .82, not at it, and a class has more than five pages.
func TestPublishedClusters(t *testing.T) {
	o := DefaultOptions()
	paths := func(from, to int) (f []string) {
		for i := from; i < to; i++ {
			f = append(f, fmt.Sprintf("body1/div%d", i))
		}
		slices.SortFunc(f, byRarity)
		return f
	}
	for _, c := range []struct{ shared, size, want int }{{41, 50, 2}, {42, 51, 1}} { // .82 and .8235
		var clusters Clusters
		clusters.of(paths(0, c.size), o.Clusters)
		clusters.of(paths(c.size-c.shared, 2*c.size-c.shared), o.Clusters)
		if len(clusters.List) != c.want {
			t.Errorf("%d of %d paths: %d clusters, not %d", c.shared, c.size, len(clusters.List), c.want)
		}
	}
	for pages, want := range map[int]bool{5: false, 6: true} {
		if x := learn(t, 0, pages).Site(o).Extract(newsPage(t, 20)); x.ByRule != want {
			t.Errorf("%d pages alike: there is a rule: %t", pages, x.ByRule)
		}
	}
}

// The rule is the locator with the greatest sum of H, not that of most pages or of the densest one; the first of several.
func TestRuleHasTheGreatestSum(t *testing.T) {
	for _, c := range []struct {
		votes string // a letter is a page that votes for the locator of that path
		h     map[rune]float64
		want  string
	}{
		{"abbb", map[rune]float64{'a': 0.75, 'b': 0.5}, "b"}, {"abb", map[rune]float64{'a': 0.75, 'b': 0.25}, "a"},
		{"abb", map[rune]float64{'a': 0.5, 'b': 0.25}, "a"},
	} {
		cluster := &Cluster{}
		for _, path := range c.votes {
			cluster.vote(Vote{Locator: Locator{Path: string(path)}, Density: c.h[path], Pages: 1})
		}
		if rule, _ := cluster.Rule(); rule.Path != c.want {
			t.Errorf("%s with %v: the rule is %s", c.votes, c.h, rule.Path)
		}
	}
}

// A page that is equally like two clusters is of the first. Pages are compared as they were when they were learned, whatever
// the settings are now.
func TestLikestCluster(t *testing.T) {
	learned := DefaultOptions()
	learned.Clusters.Similarity, learned.Clusters.MinPages = 0.6, 1
	profile := New("news.example", learned)
	for i, html := range []string{"<div>one<div>more of one</div></div>", "<div>two<table><tr><td>more of two</table></div>"} {
		p := parse(t, html)
		p.URL = fmt.Sprint("https://news.example/", i)
		profile.Add(p, noon)
	}
	now := DefaultOptions()
	now.Clusters.Similarity, now.Clusters.MinPages, now.Clusters.Blocks = 1, 1, []string{"p"}
	both := parse(t, "<div>one<div>more of one</div><table><tr><td>more of two</table></div>")
	if x := profile.Site(now).Extract(both); x.Cluster != 0 || x.Sim != 1 || !x.ByRule {
		t.Errorf("extracted %+v", x)
	}
}

func TestLeadersFindWhatComparingAllFinds(t *testing.T) {
	paths := []string{"a", "b", "c", "d/e", "d/f", "d/g", "h/i/j", "h/i/k", "l/m/n/o", "p/q", "r/s", "t/u/v"}
	rapid.Check(t, func(t *rapid.T) {
		threshold := rapid.SampledFrom([]float64{0, 0.3, 0.5, 0.75, 0.82, 1}).Draw(t, "threshold")
		l := newLeaders(threshold)
		for range rapid.IntRange(1, 15).Draw(t, "pages") {
			f := rapid.SliceOfNDistinct(rapid.SampledFrom(paths), 0, len(paths), rapid.ID[string]).Draw(t, "feature")
			slices.SortFunc(f, byRarity)
			want := slices.IndexFunc(l.features, func(g []string) bool { return similarity(f, g) > threshold })
			if got := l.first(f); got != want {
				t.Fatalf("found %d, not %d", got, want)
			}
			l.add(f)
		}
	})
}

// Adding pages one by one gives the classes that 001's algorithm makes of all at once.
func TestClustersAreThoseOfTheBatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		paths := []string{"a", "b", "c", "d", "e", "f", "g", "h"}
		features := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []string {
			f := rapid.SliceOfNDistinct(rapid.SampledFrom(paths), 1, len(paths), rapid.ID[string]).Draw(t, "feature")
			slices.SortFunc(f, byRarity)
			return f
		}), 1, 20).Draw(t, "features")
		var want []int
		for left := slices.Clone(features); len(left) > 0; {
			first, size := left[0], 0
			left = slices.DeleteFunc(left, func(f []string) bool {
				same := similarity(first, f) > 0.82
				if same {
					size++
				}
				return same
			})
			want = append(want, size)
		}
		var c Clusters
		for _, f := range features {
			c.of(f, DefaultOptions().Clusters).Pages++
		}
		var got []int
		for _, l := range c.List {
			got = append(got, l.Pages)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("sizes %v, not %v", got, want)
		}
	})
}

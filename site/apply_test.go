package site

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/mullionhq/mullion/page"
)

// markup draws a tree of few tags, attributes and texts, so that pages are often alike.
func markup(t *rapid.T) string {
	var b strings.Builder
	var grow func(depth int)
	grow = func(depth int) {
		for range rapid.IntRange(0, 3).Draw(t, "children") {
			tag := rapid.SampledFrom([]string{"div", "div", "table", "p", "a", "h1", "section"}).Draw(t, "tag")
			attr := rapid.SampledFrom([]string{"", "", " id=i", " class=c", ` class="c  d"`, " hidden"}).Draw(t, "attr")
			text := rapid.SampledFrom([]string{"", "Home", " Home  page ", "首页　新闻", "some text of it"}).Draw(t, "text")
			fmt.Fprintf(&b, "<%s%s>%s", tag, attr, text)
			if depth < 4 && tag != "p" && tag != "h1" && tag != "a" && tag != "table" {
				grow(depth + 1)
				b.WriteString(rapid.SampledFrom([]string{"", " more "}).Draw(t, "more"))
			}
			fmt.Fprintf(&b, "</%s>", tag)
		}
	}
	grow(0)
	return b.String()
}

// dividers are the elements that the paper has for blocks, or those of now.
func dividers(t *rapid.T) []string {
	return rapid.SampledFrom([][]string{{"div", "table"}, DefaultOptions().Clusters.Blocks}).Draw(t, "dividers")
}

// The one walk over a page finds the block nodes, paths and labels that the plain functions find.
func TestScanIsThePlainWalks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := parse(t, markup(rt))
		tags := dividers(rt)
		blocks := blockNodes(p, tags)
		labels, _ := leafLabels(p)
		templates := map[uint64]struct{}{}
		known, longest := 0, 0
		for _, l := range labels {
			if strings.HasPrefix(l.text, "Home") {
				templates[l.hash()] = struct{}{}
				longest = max(longest, utf8.RuneCountInString(l.text))
				known++
			}
		}
		got := scanPage(p, tags, templates, longest)
		if len(got.blocks) != len(blocks) || got.labels != len(labels) || got.known != known {
			rt.Fatalf("%d blocks, %d labels, %d known; plain: %d, %d, %d", len(got.blocks), got.labels, got.known, len(blocks), len(labels), known)
		}
		for i, b := range blocks {
			if got.blocks[i] != b.node || got.paths[i] != hashString(b.path) {
				rt.Fatalf("block %d is node %d of path %x, not %+v", i, got.blocks[i], got.paths[i], b)
			}
		}
	})
}

// plainlyLocated is the block that a locator names: by its id, else by its class, else by its path; -1 when it is not there.
func plainlyLocated(l Locator, p *page.Page, blocks []blockNode) int {
	first := func(same func(b blockNode) bool) int { return slices.IndexFunc(blocks, same) }
	if l.ID != "" {
		if i := first(func(b blockNode) bool { return collapse(p.Nodes[b.node].Attr("id")) == l.ID }); i >= 0 {
			return i
		}
	}
	if l.Class != "" {
		if i := first(func(b blockNode) bool { return collapse(p.Nodes[b.node].Attr("class")) == l.Class }); i >= 0 {
			return i
		}
	}
	return first(func(b blockNode) bool { return b.path == l.Path })
}

// What a site extracts is what comparing paths with every cluster extracts.
func TestExtractIsThePlainRule(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		o := DefaultOptions()
		o.Clusters.Blocks = dividers(rt)
		o.Clusters.MinPages = rapid.IntRange(1, 2).Draw(rt, "min_pages")
		o.Clusters.Similarity = rapid.SampledFrom([]float64{0, 0.5, 0.82}).Draw(rt, "similarity")
		profile := New("a.example", o)
		for i := range rapid.IntRange(0, 6).Draw(rt, "pages") {
			p := parse(t, markup(rt))
			p.URL = fmt.Sprintf("https://a.example/%d", i)
			profile.Add(p, noon)
		}
		p := parse(t, markup(rt))
		blocks := blockNodes(p, o.Clusters.Blocks)
		f := feature(blocks)
		var rule Locator
		best, wantNode, byRule := o.Clusters.Similarity, -1, false
		for _, c := range profile.Clusters.List {
			if r, ok := c.Rule(); ok && c.Pages >= o.Clusters.MinPages && similarity(f, c.Feature) > best {
				best, rule, byRule = similarity(f, c.Feature), r.Locator, true
			}
		}
		if byRule {
			if i := plainlyLocated(rule, p, blocks); i >= 0 {
				wantNode = blocks[i].node
			}
		}
		if byRule = wantNode >= 0; !byRule {
			if i, _ := densest(p, nodesOf(blocks), o.Clusters.Alpha); i >= 0 {
				wantNode = blocks[i].node
			}
		}
		if x := profile.Site(o).Extract(p); x.Node != wantNode || x.ByRule != byRule {
			rt.Fatalf("extracted %+v, plain: node %d, by rule %t", x, wantNode, byRule)
		}
	})
}

// A page of the site is read by the profile; others say what is wrong with them.
func TestFit(t *testing.T) {
	s := learn(t, 0, 15).Site(DefaultOptions())
	story := newsPage(t, 20)
	blocks, x := s.Content(story)
	if x.Fit != Fits || len(blocks) != 2 || blocks[0].Text != "Story U" || !strings.HasPrefix(blocks[1].Text, "What happened") {
		t.Errorf("fit %q: %+v", x.Fit, blocks)
	}
	const nav, foot = `<div class=nav><a href=/>Home</a><a href=/world>World</a></div>`, `<div class=foot>Imprint and terms of the whole site</div>`
	for _, c := range []struct {
		html string
		want Fit
	}{
		{`<div id=app></div>`, NoRule},
		{`<table><tr><td>A design of another decade, whose tables hold all text that there is</table>`, NoCluster},
		{nav + `<div class=main><div class=text></div></div>` + foot, NoText},
		{nav + `<div class=main><div class=text><a href=/1>Nothing but a link</a></div></div>` + foot, NoText},
		{nav + `<div class=main><form><p>All of the story stands elsewhere</form></div>` + foot, NoRule},
		{`<div class=nav><a href=/>Start</a><a href=/world>Monde</a></div><div class=main><div class=text><h1>Neu</h1><p>Alles ist anders geworden, und kein Wort steht noch da.</p></div></div><div class=foot>Impressum</div>`, Drifted},
	} {
		p := parse(t, c.html)
		_, x := s.Content(p)
		if x.Fit != c.want || x.ByRule != (c.want == Drifted) || x.Fit.Advice() == "" {
			t.Errorf("%+v, not %q, of %s", x, c.want, c.html)
		}
	}
}

// A page without blocks has its text all the same.
func TestContentWithoutBlockNodes(t *testing.T) {
	s := learn(t, 0, 15).Site(DefaultOptions())
	blocks, x := s.Content(parse(t, `<ul><li><a href=/>Home</a></ul><h1>Redesigned</h1><p>All of it stands in the body now.`))
	if len(blocks) != 2 || blocks[0].Text != "Redesigned" || x.Fit != NoCluster || x.ByRule {
		t.Errorf("%+v: %+v", x, blocks)
	}
}

// What repeats on the site's pages is left out, also where it stands in the block of the rule.
func TestContentIsWithoutTemplates(t *testing.T) {
	profile := New("a.example", DefaultOptions())
	make := func(i int) *page.Page {
		p := parse(t, fmt.Sprintf(`<div id=text><p>%s</p><p>Share this story with %d friends of yours</p></div>`, strings.Repeat(fmt.Sprintf("word%d ", i*7919), 30), i%3))
		p.URL = fmt.Sprintf("https://a.example/%d", i)
		return p
	}
	for i := range 12 {
		profile.Add(make(i), noon)
	}
	blocks, x := profile.Site(DefaultOptions()).Content(make(40))
	if x.Fit != Fits || len(blocks) != 1 || !strings.HasPrefix(blocks[0].Text, "word316760") {
		t.Errorf("%+v: %+v", x, blocks)
	}
}

// What stands in a rule's block and is no text of the page goes: templates, captions, blocks of links. Links in running
// text stay.
func TestContentLeavesFurnitureOut(t *testing.T) {
	profile := New("a.example", DefaultOptions())
	for i := range 8 {
		p := parse(t, fmt.Sprintf(`<div id=text><p>%s</p><p>Read more of this section here</p></div>`, strings.Repeat(fmt.Sprintf("word%d ", i*i+7), 30)))
		p.URL = fmt.Sprintf("https://a.example/%d", i)
		profile.Add(p, noon)
	}
	p := parse(t, `<div id=text><p>The <a href=/b>bridge</a> opened today, at noon.</p><figure><img><figcaption>The bridge</figcaption></figure>
<ul><li><a href=/1>Another story</a><li><a href=/2>One more</a>, old</ul>
<div>
        <a href=/3>Older</a>
        <a href=/4>Newer</a>
</div><p>Read more of this section here</p></div>`)
	for _, c := range []struct {
		o    ContentOptions
		want string
	}{
		{DefaultOptions().Content, "The bridge opened today, at noon.|One more, old"},
		{ContentOptions{MaxLinks: 0.5}, "The bridge opened today, at noon."},
		{ContentOptions{MaxLinks: 1, Captions: true}, "The bridge opened today, at noon.|The bridge|Another story|One more, old|Older Newer"},
	} {
		o := DefaultOptions()
		o.Content = c.o
		blocks, x := profile.Site(o).Content(p)
		var got []string
		for _, b := range blocks {
			got = append(got, b.Text)
		}
		if strings.Join(got, "|") != c.want || !x.ByRule {
			t.Errorf("%+v: %q by rule %t, not %q", c.o, got, x.ByRule, c.want)
		}
	}
}

// Where the site's pages are sure of a place, what they say of it goes before the rule in its block, and on all of the page where
// they are sure of no content in it. Few pages, and pages that disagree, say nothing.
func TestContentByPlaces(t *testing.T) {
	make := func(i int) *page.Page {
		p := parse(t, fmt.Sprintf(`<div id=text><p>%s</p><p class=ad>Buy number %d of it now</p></div><div class=more><p class=end>The end of story %[2]d</p><p class=tag>Told in %[2]d parts</p></div>`,
			strings.Repeat(fmt.Sprintf("word%d ", i*7919), 30), i*i+3))
		p.URL = fmt.Sprintf("https://a.example/%d", i)
		return p
	}
	const kinds = 4 // of places, in the order of the page's paragraphs
	for name, c := range map[string]struct {
		margins [kinds][]float64 // by place and page
		want    string           // which paragraphs are kept
	}{
		"nobody was asked":          {[kinds][]float64{}, "01"},
		"all pages are sure":        {[kinds][]float64{{3, 3, 3}, {-2, -2, -2}, {2, 2, 2}, {-3, -3, -3}}, "0"},
		"the rule is wrong":         {[kinds][]float64{{-3, -3, -3}, {-2, -2, -2}, {2, 2, 2}, {-3, -3, -3}}, "2"},
		"two pages are too few":     {[kinds][]float64{{-3, -3}, {-2, -2}, {2, 2}, {-3, -3}}, "01"},
		"they disagree too much":    {[kinds][]float64{{-3, -3, 5}, {-2, -2, 3.9}, {2, 2, -3}, {1, -1, 0.5}}, "01"},
		"they disagree, but little": {[kinds][]float64{{3, 3, 1}, {-2, -2, 0}, {2, 2, 0.5}, {1, -1, 0.5}}, "0"},
	} {
		profile := New("a.example", DefaultOptions())
		for i := range 8 {
			p := make(i)
			profile.Add(p, noon)
			at, k := Kinds(p), 0
			var said []Verdict
			for n := range p.Nodes {
				if p.Nodes[n].Tag == "p" {
					if i < len(c.margins[k]) {
						said = append(said, Verdict{Kind: at[n], Margin: c.margins[k][i]})
					}
					k++
				}
			}
			profile.Hear(p, said)
		}
		p := make(40)
		blocks, _ := profile.Site(DefaultOptions()).Content(p)
		got := ""
		for i, all := 0, p.Blocks(); i < len(all); i++ {
			if slices.ContainsFunc(blocks, func(b page.Block) bool { return b.Texts[0] == all[i].Texts[0] }) {
				got += fmt.Sprint(i)
			}
		}
		if got != c.want {
			t.Errorf("%s: kept %s, want %s", name, got, c.want)
		}
	}
}

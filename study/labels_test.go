package study

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/site"
)

// saying is a line of words that no other page has.
func saying(page, line int) string {
	var words []string
	for k := range 12 {
		words = append(words, fmt.Sprintf("w%x", (page*31+line*7+k+1)*7919%65521))
	}
	return strings.Join(words, " ") + ", so it was."
}

// keeperPage is page i of a small site. Of its nine leaf labels the h1, three p and the link in one of them are in the gold;
// one of these p stands outside of the block of the text, in which another p is that is not in the gold.
func keeperPage(t *testing.T, i int) (p *page.Page, gold string) {
	t.Helper()
	p, err := page.Parse(fmt.Appendf(nil, `<title>x</title><body><div class=nav><a href=/>Home</a><a href=/w>World</a></div>
<div id=text><h1>%s</h1><p>%s</p><p>%s <a href=/all>All keepers</a></p><p>Printed in this town</p><p hidden>Menu</p></div>
<div class=end><p>%s</p></div><div class=foot><p>Imprint</p><i></i></div>`, saying(i, 0), saying(i, 1), saying(i, 2), saying(i, 3)), page.ParseOptions{URL: fmt.Sprintf("https://keeper.example/%d", i)})
	if err != nil {
		t.Fatal(err)
	}
	return p, fmt.Sprintf("%s\n%s\n%s All keepers\n%s", saying(i, 0), saying(i, 1), saying(i, 2), saying(i, 3))
}

// 000's measure counts leaf labels. The rule of the cluster keeps four that are gold and one that is not, and loses one. By
// template-svm a leaf is judged by itself: the link is a template, although most of its block is none.
func TestLabels(t *testing.T) {
	o := mullion.DefaultOptions()
	profile := site.New("keeper.example", o.Site)
	for i := range 7 {
		p, _ := keeperPage(t, i)
		profile.Add(p, time.Unix(0, 0))
	}
	known := profile.Site(o.Site)
	p, gold := keeperPage(t, 7)
	it := &eval.Item{Gold: eval.Gold{HasText: true, Text: gold}}
	for _, c := range []struct {
		method string
		known  *site.Site
		want   eval.Labels
	}{
		{mullion.Cluster, known, eval.Labels{TP: 4, FP: 1, FN: 1}},
		{mullion.TemplateSVM, known, eval.Labels{TP: 4, FN: 1}},
		{mullion.TemplateSVM, nil, eval.Labels{FN: 5}}, // without a profile it labels nothing
	} {
		o.Method, o.Known = c.method, c.known
		if got := Labels(mullion.Judge(p, nil, o), o, it); *got != c.want {
			t.Errorf("%s, profile %v: %+v, not %+v", c.method, c.known != nil, *got, c.want)
		}
	}
}

// A leaf that is cut into several blocks is what most of its text is, in characters: 15 of the lamp, 34 of the shore.
func TestLabelsOfCutLeaves(t *testing.T) {
	p, err := page.Parse([]byte("<title>x</title><meta charset=utf-8><body><div>那一夜守塔的老人点亮了海边的灯<br><br>and the keeper walked to the shore</div>"), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	blocks := p.Blocks()
	for _, c := range []struct {
		gold string
		kept []bool // of the short block and the long one
		want eval.Labels
	}{
		{blocks[0].Text, []bool{true, true}, eval.Labels{FP: 1}}, {blocks[0].Text, []bool{true, false}, eval.Labels{}},
		{blocks[1].Text, []bool{true, false}, eval.Labels{FN: 1}}, {blocks[1].Text, []bool{false, true}, eval.Labels{TP: 1}},
	} {
		d := &mullion.Document{Page: p}
		for i, kept := range c.kept {
			d.Blocks = append(d.Blocks, classify.Block{Block: blocks[i], Content: kept})
		}
		it := &eval.Item{Gold: eval.Gold{HasText: true, Text: c.gold}}
		if got := Labels(d, mullion.DefaultOptions(), it); *got != c.want {
			t.Errorf("gold %q, kept %v: %+v, not %+v", c.gold, c.kept, *got, c.want)
		}
	}
}

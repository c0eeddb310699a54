package classify

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mullionhq/mullion/classify/density"
	"github.com/mullionhq/mullion/classify/shares"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/site"
)

// firstWords are the first words of the blocks that are main content.
func firstWords(blocks []Block) string {
	var out []string
	for _, b := range blocks {
		if b.Content {
			word, _, _ := strings.Cut(b.Text, " ")
			out = append(out, word)
		}
	}
	return strings.Join(out, " ")
}

// townPage is the page of a town's paper that was not learned. Its menu and its imprint are those of all pages, its notice
// and its story are its own; the story stands in the middle of the page.
const townPage = `<body><ul class=menu><li>Town news<li>Weather today</ul><p>Notice to subscribers in the harbour quarter, who have no paper this week</p>
<div class=story><p>Fishermen met on Tuesday, as they do each spring, and agreed on nothing.</p><p>They meet again in May, when the council has read their letter.</p></div>
<p>Comments are closed for this one</p><p class=foot>All rights reserved by the town paper</p>`

// The published methods that know a site, on one page of it: the block of the rule (001), what differs from the other pages
// (004), what is no template (000).
func TestMethodsOfASite(t *testing.T) {
	p, err := page.Parse([]byte(townPage), page.ParseOptions{URL: "https://town.example/new"})
	if err != nil {
		t.Fatal(err)
	}
	s := learned(t, 10)
	cluster, x := Cluster(p, s, nil)
	if got := firstWords(cluster); got != "Fishermen They" || !x.ByRule {
		t.Errorf("cluster keeps %q by rule %t", got, x.ByRule)
	}
	if got := firstWords(Learned(p, s, nil)); got != "Fishermen They" {
		t.Errorf("learned keeps %q", got)
	}
	// The sequence of the body's elements is another than on the learned pages, so all below it is unseen; on a page that is
	// built as they are only what differs is content.
	if got := firstWords(StyleTree(p, s, nil)); got != "Town Weather Notice Fishermen They Comments All" {
		t.Errorf("sst keeps %q of a page that is built otherwise", got)
	}
	built := storyPage(t, 100)
	if got := StyleTree(built, s, nil); got[0].Content || got[1].Content || !got[2].Content || !got[3].Content || got[4].Content {
		t.Errorf("sst: %+v", got)
	}
	m, err := shares.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range TemplateSVM(p, s.Templates(p), m, nil, true) {
		template := slices.Contains([]string{"Town news", "Weather today", "All rights reserved by the town paper"}, b.Text)
		if known := b.Why[0] == (Effect{templateEvidence, -1}); known != template || template && (b.Content || b.Score != 0) {
			t.Errorf("template-svm: %+v", b)
		}
	}
}

// Without a cluster, or the rule's block, it is the page's own densest block.
func TestClusterWithoutARule(t *testing.T) {
	p, err := page.Parse([]byte(`<body><table><tr><td>A short cell</table><table><tr><td>The longest text of a page that no other is like, in a table.</table>`), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	blocks, x := Cluster(p, learned(t, 10), nil)
	if got := firstWords(blocks); got != "The" || x.ByRule || x.Cluster >= 0 {
		t.Errorf("keeps %q: %+v", got, x)
	}
}

// A block has the label of half of its characters or more, and their mean score.
func TestLabelsOfTextsBecomeLabelsOfBlocks(t *testing.T) {
	p, err := page.Parse([]byte("<body><p>abcd<b>efgh</b>"), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	first, second := p.Find(0, "p")+1, p.Find(0, "b")+1
	for _, c := range []struct {
		verdicts []verdict
		content  bool
		score    float64
	}{
		{[]verdict{{text: first, content: true, score: 0.5}, {text: second, score: 0.25}}, true, 0.375},
		{[]verdict{{text: first, content: true, score: 0.5}}, true, 0.25},
		{[]verdict{{text: first, score: 0.25}, {text: second, score: 0.25}}, false, 0.25},
		{nil, false, 0},
	} {
		if got := byText(p, nil, c.verdicts); len(got) != 1 || got[0].Content != c.content || got[0].Score != c.score {
			t.Errorf("%+v: %+v", c.verdicts, got)
		}
	}
	third, err := page.Parse([]byte("<body><p>abcd<b>efghi</b>"), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := byText(third, nil, []verdict{{text: first, content: true, score: 1}}); got[0].Content {
		t.Errorf("four of nine characters decide: %+v", got)
	}
}

// White space between and around texts is of the markup: it speaks neither for nor against main content.
func TestWhiteSpaceWeighsNothing(t *testing.T) {
	p, err := page.Parse([]byte("<body><p>\n            <b>ab</b>\n            <i>cd</i>\n            <u>         efg         </u></p>"), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var all, most []verdict
	for _, tag := range []string{"b", "i", "u"} {
		text := p.Find(0, tag) + 1
		all = append(all, verdict{text: text, content: true, score: 1})
		most = append(most, verdict{text: text, content: tag != "u", score: 1}) // four of seven characters
	}
	for _, verdicts := range [][]verdict{all, most} {
		if got := byText(p, nil, verdicts); len(got) != 1 || !got[0].Content || got[0].Score != 1 {
			t.Errorf("%+v: %+v", verdicts, got)
		}
	}
	menu := func(i int) *page.Page {
		p, err := page.Parse(fmt.Appendf(nil, "<body><div>\n          <a href=/>Home</a>\n          <a href=/w>World</a>\n          <a href=/s>Sport</a>\n</div><p>Story %x</p>", i*i*7919), page.ParseOptions{URL: fmt.Sprint("https://town.example/", i)})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	profile := site.New("town.example", site.DefaultOptions())
	for i := range 5 {
		profile.Add(menu(i), time.Unix(0, 0))
	}
	if got := StyleTree(menu(2), profile.Site(site.DefaultOptions()), nil); len(got) != 2 || got[0].Content || got[0].Score != 0 || !got[1].Content {
		t.Errorf("sst: %+v", got)
	}
}

// density-svm needs nothing but the page.
func TestDensitySVM(t *testing.T) {
	p, err := page.Parse([]byte(townPage), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := density.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	got := firstWords(DensitySVM(p, m, density.Bundled(), nil, false))
	if !strings.Contains(got, "Fishermen They") || strings.Contains(got, "Town") || strings.Contains(got, "All") {
		t.Errorf("keeps %q", got)
	}
}

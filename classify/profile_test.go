package classify

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/site"
)

// storyPage is page i of a small site: a menu and a footer that all pages share around a story of its own.
func storyPage(t testing.TB, i int) *page.Page {
	t.Helper()
	words := rand.New(rand.NewPCG(uint64(i), 1))
	var story strings.Builder
	for range 40 {
		fmt.Fprintf(&story, "%x and %x, ", words.Uint32(), words.Uint32())
	}
	p, err := page.Parse(fmt.Appendf(nil, `<body><ul class=menu><li>Town news<li>Weather today</ul>
		<div class=story><p>%s.</p><p>It ends here: %s.</p></div><p class=foot>All rights reserved by the town paper</p>`, &story, &story), page.ParseOptions{URL: fmt.Sprintf("https://town.example/%d", i)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func learned(t testing.TB, pages int) *site.Site {
	t.Helper()
	o := site.DefaultOptions()
	profile := site.New("town.example", o)
	for i := range pages {
		profile.Add(storyPage(t, i), time.Unix(0, 0))
	}
	return profile.Site(o)
}

// told is what the profile tells of each block: a column of the third stage.
func told(t *testing.T, v *View, name string) []float32 {
	t.Helper()
	c := slices.Index(profileColumns, name)
	if c < 0 {
		t.Fatalf("no column %s", name)
	}
	var out []float32
	for _, row := range measureProfile(v, make([]float64, len(v.Blocks))) {
		out = append(out, row[c])
	}
	return out
}

// What all pages of a site share is a template of no importance, and the story stands in its cluster's rule.
func TestProfileTellsWhatTheSiteShares(t *testing.T) {
	v := NewView(storyPage(t, 100), nil, learned(t, 10))
	if !v.Informed() {
		t.Fatal("a profile of ten pages says nothing")
	}
	for name, want := range map[string][]float32{
		"template": {1, 1, 0, 0, 1},
		"in_rule":  {0, 0, 1, 1, 0},
		"cluster":  {1, 1, 1, 1, 1},
	} {
		for b, got := range told(t, v, name) {
			if got != want[b] {
				t.Errorf("%s of %q is %v, want %v", name, v.Blocks[b].Text[:9], got, want[b])
			}
		}
	}
	importance := told(t, v, "importance")
	if !(importance[0] < 0.5 && importance[4] < 0.5 && importance[2] > 0.5) {
		t.Errorf("importances %v: want the menu's and the footer's low, the story's high", importance)
	}
}

// A profile that is missing or has too few pages tells nothing, and the labels are those without.
func TestProfileIsAbsent(t *testing.T) {
	m := informedModel(t)
	for name, known := range map[string]*site.Site{"none": nil, "few": learned(t, minKnown-1)} {
		v := NewView(storyPage(t, 100), nil, known)
		if v.Informed() {
			t.Errorf("%s: informed", name)
		}
		if m.told(v, m.scores(v, v.evidence())) != nil {
			t.Errorf("%s: the third stage speaks", name)
		}
	}
}

// informedModel is trained on two sites: pages whose menus have sentences, which only a profile tells from the story.
func informedModel(t *testing.T) *Model {
	t.Helper()
	m, err := Train(context.Background(), informedExamples(t), quick(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.Profile.Machine == nil {
		t.Fatal("no third stage was trained")
	}
	return m
}

func informedExamples(t *testing.T) []Example {
	t.Helper()
	list := examples(t)
	for s := range 4 {
		known := learned(t, 10)
		for i := range 10 {
			list = append(list, NewExample(NewView(storyPage(t, i), nil, known), []float64{0, 0, 1, 1, 0}, fmt.Sprint("town", s), 1))
		}
	}
	return list
}

// What a profile says lowers scores and never raises them; a trust of 0 ignores it, and explanations name it.
func TestProfileAdvises(t *testing.T) {
	m, o := informedModel(t), DefaultOptions()
	v := NewView(storyPage(t, 100), nil, learned(t, 10))
	with := m.Explain(v, o).Blocks
	o.ProfileTrust = 0
	lowered := 0
	for b, without := range m.Label(v, o).Blocks {
		switch {
		case with[b].Score > without.Score:
			t.Errorf("block %d rises from %v to %v", b, without.Score, with[b].Score)
		case with[b].Score < without.Score:
			lowered++
		}
		i := slices.IndexFunc(with[b].Why, func(e Effect) bool { return e.Evidence == profileName })
		if i < 0 {
			t.Fatalf("block %d: its explanation %v does not name the profile", b, with[b].Why)
		}
		if got, want := with[b].Why[i].Effect, with[b].Score-without.Score; math.Abs(got-want) > 1e-12 {
			t.Errorf("block %d: the profile's effect is %v, want %v", b, got, want)
		}
	}
	if lowered == 0 {
		t.Error("the profile lowers no score")
	}
	o.ProfileTrust, o.ProfileSure, o.ProfileDoubt = 0.5, 0.3, 0.9
	three := view(t, `<p>One.</p><p>Two.</p><p>Three.</p>`)
	if got := three.advise([]float64{0.95, 0.1, 0.1}, []float64{0.2, 0.2, 0.2}, o); got[0] != 0.95 {
		t.Errorf("a profile is heard about a block of which the page leaves no doubt: got %v", got)
	}
	if got := three.advise([]float64{0.8, 0.2, 0.8}, []float64{0.2, 0.25, 0.4}, o); math.Abs(got[0]-0.5) > 1e-9 || got[1] != 0.2 || got[2] != 0.8 {
		t.Errorf("half of the way from .8 to .2 is .5 by log-odds, .2 does not rise, .4 is not heard: got %v", got)
	}
}

// What a profile says of some blocks changes the labels of no others, although the page promises a higher F1 without those.
func TestProfileChangesOnlyWhatItSpeaksAgainst(t *testing.T) {
	v := view(t, `<p>Six words of the same weight.</p><p>Six more of the same weight.</p><p>And these are six words too.</p>
		<p>Six which the profile speaks against.</p><p>Six others that it speaks against.</p><p>And the last six of them.</p>`)
	scores := []float64{0.95, 0.95, 0.41, 0.41, 0.41, 0.41}
	told := []float64{0.9, 0.9, 0.9, 0.05, 0.05, 0.05}
	o := DefaultOptions()
	o.ProfileTrust, o.Dependence, o.Factors.Unsure, o.ProfileDoubt = 1, Dependence{}, 1, 1
	if lowered := v.advise(scores, told, o); v.threshold(lowered, kind{}, o) <= 0.41 {
		t.Fatal("the threshold of the lowered scores drops no other block: they test nothing")
	}
	for b, block := range v.decide(scores, advice{told: told}, kind{}, o).Blocks {
		if want := b < 3; block.Content != want {
			t.Errorf("block %d with score %v: content is %v, want %v", b, block.Score, block.Content, want)
		}
	}
}

// Labels of a page's own list stand on the site's other lists too: what a profile says of them is not heard.
func TestProfileIsNotHeardAboutThePagesOwnRows(t *testing.T) {
	row := func(n int) string { return fmt.Sprintf("<li><b>Pack %c</b><p>%d reviews</p></li>", 'A'+n, 7*n) }
	v := view(t, "<ul>"+row(0)+row(1)+row(2)+"</ul><p>12 years of service</p><p>13 years of service</p><nav><p>1</p> <p>2</p> <p>3</p> <p>4</p></nav>")
	scores, told := slices.Repeat([]float64{0.5}, len(v.Blocks)), slices.Repeat([]float64{0.01}, len(v.Blocks))
	for b, p := range v.advise(scores, told, DefaultOptions()) {
		if own := strings.HasSuffix(v.Blocks[b].Text, "reviews"); (p == 0.5) != own {
			t.Errorf("%q is lowered to %v", v.Blocks[b].Text, p)
		}
	}
}

// A page whose blocks promise next to nothing has no main content, unless a block is sure.
func TestBarrenPages(t *testing.T) {
	v := view(t, `<p>You need to enable JavaScript to run this app.</p><p>Loading</p>`)
	o := DefaultOptions()
	for _, c := range []struct {
		scores []float64
		want   bool // the first block is content
	}{{[]float64{0.6, 0.1}, false}, {[]float64{0.9, 0.1}, true}} {
		if got := v.decide(c.scores, advice{}, kind{}, o).Blocks[0].Content; got != c.want {
			t.Errorf("scores %v: content is %v, want %v", c.scores, got, c.want)
		}
	}
	if v := view(t, `<p>Imprint</p><p>Loading</p>`); v.decide([]float64{0.9, 0.1}, advice{}, kind{}, o).Blocks[0].Content {
		t.Error("a lone word makes a page have main content")
	}
	o.MinWords = 0
	if !v.decide([]float64{0.6, 0.1}, advice{}, kind{}, o).Blocks[0].Content {
		t.Error("classify.min_words=0 keeps a short doubtful page empty")
	}
}

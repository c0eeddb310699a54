package classify

import (
	"fmt"
	"math"
	"math/rand/v2"
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

// What all pages of a site share is a template of no importance, and the story stands in its cluster's rule.
func TestProfileTellsWhatTheSiteShares(t *testing.T) {
	v := NewView(storyPage(t, 100), nil, learned(t, 10))
	if !v.Informed() {
		t.Fatal("a profile of ten pages says nothing")
	}
	for name, want := range map[string][]float32{
		"profile.template": {1, 1, 0, 0, 1},
		"profile.in_rule":  {0, 0, 1, 1, 0},
		"profile.cluster":  {1, 1, 1, 1, 1},
	} {
		for b, got := range values(t, v, name) {
			if got != want[b] {
				t.Errorf("%s of %q is %v, want %v", name, v.Blocks[b].Text[:9], got, want[b])
			}
		}
	}
	importance := values(t, v, "profile.importance")
	if !(importance[0] < 0.5 && importance[4] < 0.5 && importance[2] > 0.5) {
		t.Errorf("importances %v: want the menu's and the footer's low, the story's high", importance)
	}
}

// Without a profile, or with one of too few pages, its evidence is absent.
func TestProfileIsAbsent(t *testing.T) {
	for name, known := range map[string]*site.Site{"none": nil, "few": learned(t, minKnown-1)} {
		v := NewView(storyPage(t, 100), nil, known)
		if v.Informed() {
			t.Errorf("%s: informed", name)
		}
		for _, c := range profileSource.Columns {
			for _, x := range values(t, v, "profile."+c) {
				if !math.IsNaN(float64(x)) {
					t.Errorf("%s: %s is %v, want absent", name, c, x)
				}
			}
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
	}{{[]float64{0.7, 0.1}, false}, {[]float64{0.9, 0.1}, true}} {
		if got := v.Decide(c.scores, "", o)[0].Content; got != c.want {
			t.Errorf("scores %v: content is %v, want %v", c.scores, got, c.want)
		}
	}
	o.MinWords = 0
	if !v.Decide([]float64{0.7, 0.1}, "", o)[0].Content {
		t.Error("classify.min_words=0 keeps a short doubtful page empty")
	}
}

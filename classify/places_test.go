package classify

import (
	"math"
	"testing"
	"time"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/site"
)

// at is a place of so many pages, half of which say mean − spread and half mean + spread.
func at(pages int, mean, spread float64) site.Place {
	n := float64(pages)
	return site.Place{Pages: pages, Sum: n * mean, Squares: n * (mean*mean + spread*spread)}
}

// Log-odds go down to the mean of what other pages say of a place, the further the more of them there are and the more they
// agree; they do not rise, but for the headline's.
func TestPlacesDraw(t *testing.T) {
	o := DefaultOptions().Places
	for name, c := range map[string]struct {
		p        float64 // the block's, on a page whose threshold is .5
		place    site.Place
		headline bool
		want     float64 // log-odds
	}{
		"three pages: half of the trust":             {0.5, at(3, -2, 0), false, -2 * 0.5 * o.Trust},
		"many pages: all of it":                      {0.5, at(3e6, -2, 0), false, -2 * o.Trust},
		"pages that disagree by the spread: half":    {0.5, at(3e6, -2, 1), false, -2 * o.Trust / 2},
		"it goes towards the mean, not down by it":   {probability(1), at(3e6, -2, 0), false, 1 - 3*o.Trust},
		"it does not rise":                           {0.5, at(3e6, 2, 0), false, 0},
		"two pages say nothing":                      {0.5, at(2, -2, 0), false, 0},
		"nothing is known":                           {0.5, site.Place{}, false, 0},
		"pages that doubt as it does":                {0.5, at(3e6, -0.49, 0), false, 0},
		"pages that hardly doubt":                    {0.5, at(3e6, -0.51, 0), false, -0.51 * o.Trust},
		"a headline rises":                           {0.5, at(3e6, 2, 0), true, 2 * o.Trust},
		"a headline goes with those that disagree":   {0.5, at(3e6, -2, 5), true, -2 * o.Trust},
		"what is beyond doubt is 99 % for the place": {1, at(3e6, -2, 0), false, logOdds(1) - o.Trust*(2+logOdds(0.99))},
	} {
		s := &standing{reference: 0, at: []site.Place{c.place}, words: []float64{o.Words}, headline: -1}
		if c.headline {
			s.headline = 0
		}
		if got := logOdds(s.draw([]float64{c.p}, o)[0]); math.Abs(got-c.want) > 1e-5 {
			t.Errorf("%s: log-odds %v, want %v", name, got, c.want)
		}
		off := o
		if off.Trust = 0; s.draw([]float64{c.p}, off)[0] != c.p {
			t.Errorf("%s: a trust of 0 changes it", name)
		}
	}
	s := &standing{reference: 1, at: []site.Place{at(3e6, -2, 0)}, words: []float64{o.Words}, headline: -1}
	if got, want := logOdds(s.draw([]float64{probability(1)}, o)[0]), 1-2*o.Trust; math.Abs(got-want) > 1e-5 {
		t.Errorf("at its page's threshold, 2 above the others' margin: log-odds %v, want %v", got, want)
	}
}

// A short block goes down only where the mean of its place, drawn to nothing by few pages, is surely below the threshold.
func TestPlacesOfShortBlocks(t *testing.T) {
	o := DefaultOptions().Places
	for name, c := range map[string]struct {
		place site.Place
		moves bool
	}{
		"many pages that agree":            {at(3e6, -2, 0.49), true},
		"many pages that disagree":         {at(3e6, -2, 0.51), false},
		"three pages, of which half goes":  {at(3, -2, 0.24), true},
		"three pages, which disagree more": {at(3, -2, 0.26), false},
	} {
		for _, short := range []bool{false, true} {
			s := &standing{at: []site.Place{c.place}, words: []float64{o.Words}, headline: -1}
			if short {
				s.words[0]--
			}
			if got, want := s.draw([]float64{0.5}, o)[0] < 0.5, c.moves || !short; got != want {
				t.Errorf("%s, short %v: it goes down is %v", name, short, got)
			}
		}
	}
}

// Where other pages say how likely their headlines are, one stays by what they make of it, and else by its own.
func TestHeadlineOfTheSite(t *testing.T) {
	v := view(t, `<title>A bell rings in town</title><h1>A bell rings in town</h1><p>At noon it rang for the first time in years, and nobody knew who had rung it, or why.</p>`)
	if v.headline != 0 {
		t.Fatalf("the headline is block %d", v.headline)
	}
	o := DefaultOptions()
	sites := func(p float64) advice {
		return advice{standing: &standing{at: []site.Place{at(3e6, logOdds(p), 3), {}}}}
	}
	alone := func(own float64, told advice) advice {
		told.standing.own = logOdds(own)
		return told
	}
	for name, c := range map[string]struct {
		p    float64
		told advice
		want bool
		rule string
	}{
		"alone, not sure":             {0.6, advice{}, false, RuleHeadline},
		"alone, sure":                 {0.75, advice{}, true, ""},
		"likely on the site":          {0.6, sites(0.6), true, ""},
		"doubtful on the site":        {0.75, sites(0.2), false, ""},
		"likely enough, and no score": {0.45, sites(0.45), true, RuleHeadline},
		"in doubt, alone sure":        {0.4, alone(0.75, sites(0.4)), true, RuleHeadline},
		"in doubt, alone not sure":    {0.4, alone(0.65, sites(0.4)), false, ""},
		"unlikely, alone sure":        {0.29, alone(0.75, sites(0.2)), false, ""},
	} {
		labels := v.decide([]float64{c.p, 0.99}, c.told, kind{}, o)
		if b := labels.Blocks[0]; b.Content != c.want || b.Rule != c.rule {
			t.Errorf("%s: content %t by the rule %q (score %.2f, threshold %.2f), want %t, %q", name, b.Content, b.Rule, b.Score, labels.Threshold, c.want, c.rule)
		}
	}
}

// spokenOf is what ten pages of the town's paper taught, and what the model's verdicts of them are.
func spokenOf(t *testing.T, m *Model) *site.Site {
	t.Helper()
	profile := site.New("town.example", site.DefaultOptions())
	for i := range 10 {
		p := storyPage(t, i)
		profile.Add(p, time.Unix(0, 0))
		profile.Hear(p, m.Verdicts(NewView(p, nil, nil)))
	}
	return profile.Site(profile.Options)
}

// A block that its page takes for main content, at a place that other pages leave out, falls; explanations say that the
// profile did it, and all else stays. A model that was taught goes by what it was taught.
func TestPlacesOfOtherPagesDecide(t *testing.T) {
	m, o := informedModel(t), DefaultOptions()
	known := spokenOf(t, m)
	raw := `<body><ul class=menu><li>Town news<li>The mayor said on Monday that the old bell would be rung again at noon, and that nobody should be afraid of it.</ul>
		<div class=story><p>In the harbour of the town, ships lay still for an hour, as the tide was late and the wind had gone.</p><p>It ends here, as all stories do, with the bell.</p></div>`
	p, err := page.Parse([]byte(raw), page.ParseOptions{URL: "https://town.example/other"})
	if err != nil {
		t.Fatal(err)
	}
	v := NewView(p, nil, known)
	without := o
	without.Places.Trust = 0
	before, after := m.Explain(v, without).Blocks, m.Explain(v, o).Blocks
	fell := 0
	for b := range after {
		if after[b].Score > before[b].Score {
			t.Errorf("block %d rises from %v to %v", b, before[b].Score, after[b].Score)
		}
		if after[b].Score < before[b].Score {
			fell++
		}
		var effects [2]float64
		for i, blocks := range [][]Block{before, after} {
			for _, e := range blocks[b].Why {
				if e.Evidence == profileName {
					effects[i] = e.Effect
				}
			}
		}
		if got, want := effects[1]-effects[0], after[b].Score-before[b].Score; math.Abs(got-want) > 1e-9 {
			t.Errorf("block %d: the profile's effect changes by %v, the score by %v", b, got, want)
		}
	}
	if fell == 0 || after[1].Score >= before[1].Score {
		t.Errorf("a sentence in the menu keeps its score of %v", after[1].Score)
	}
	taught := *m
	taught.Lesson = &Lesson{Slope: 1, Weights: make([]float64, len(m.Blocks.Columns))}
	for b, block := range taught.Label(v, without).Blocks {
		if got := taught.Label(v, o).Blocks[b].Score; got != block.Score {
			t.Errorf("block %d has %v by a model that was taught, and %v without places", b, got, block.Score)
		}
	}
}

// A page without main content says nothing of its places.
func TestBarrenPagesAreSilent(t *testing.T) {
	m := informedModel(t)
	if got := m.Verdicts(view(t, `<p>Loading`)); got != nil {
		t.Errorf("it says %v", got)
	}
	if got := m.Verdicts(NewView(storyPage(t, 1), nil, nil)); len(got) != 3 {
		t.Errorf("a page of menu, story and foot says %+v", got)
	}
}

package classify

import (
	"math"

	"github.com/mullionhq/mullion/site"
)

// PlaceOptions say how far a block goes by what the other pages of its site say of the place where it stands
// (site.Standing). It is drawn to the mean of what they say as the mean of a group is estimated by few and by unlike members
// (Efron and Morris 1975, "Data analysis using Stein's estimator"): the less, the fewer pages there are and the less they
// agree.
type PlaceOptions struct {
	Trust  float64 `key:"trust" default:"0.85" min:"0" max:"1" doc:"how far a block's log-odds go down to what other pages of its site say of its place, where these are many and agree; 0 ignores them"` // evaluation run on 1,864 pages: +.0022 F1, .7 gains .0016 and 1 .0022 with more pages that are worse
	Prior  float64 `key:"prior" default:"3" min:"0" max:"1000" doc:"so many pages count for as much as the block's own page"`                                                                             // the same: 2 and 5 are within .0002
	Spread float64 `key:"spread" default:"1" min:"0.01" max:"100" doc:"standard deviation of what the pages say, in log-odds, at which they count for half"`                                              // the same: .7 and 1.5 gain .0013 and .0020
	// Where other pages say how likely their headlines are, a page's own is drawn to these in both directions. Between the two
	// it goes by its page alone.
	Headline   float64 `key:"headline" default:"0.45" min:"0" max:"1" doc:"probability from which the headline stays in the body where other pages of its site say how likely theirs are"`                                 // evaluation run on 1,864 pages: of .4, .45 and .5 the one that gains most and leaves no corpus worse
	NoHeadline float64 `key:"no_headline" default:"0.3" min:"0" max:"1" atmost:"headline" doc:"probability below which it is left out there; from it to headline it stays where its own page would keep it"`               // the same: with no doubt between them 14 pages lose .01, and 8; .25 gains a quarter less
	Least      float64 `key:"least" default:"0.5" min:"0" max:"1000" doc:"what other pages say of a place, drawn to nothing by prior, is heard where it is so many log-odds below their thresholds; else they doubt, too"` // the same: .5 to .75 gain .0001 more than 0, and 8 pages fewer lose .01
	// Shorter blocks are dates, names, notices and decks, of which one page keeps what another leaves out.
	Words    float64 `key:"words" default:"16" min:"0" max:"1000000" doc:"shorter blocks go down only where other pages are sure"`                                                 // the same: 12 to 23 gain .0021 to .0023, and 11 to 5 pages lose .01; at 0 it is .0022, and 23
	Sure     float64 `key:"sure" default:"4" min:"0" max:"1000" doc:"what they say, drawn to nothing by prior, is so many of its standard deviations below their thresholds then"` // the same: 2 to 4 gain .0021 to .0023, and 11 to 6 pages lose .01; at 1 it is 22
	MinPages int     `key:"min_pages" default:"3" min:"1" max:"10000" doc:"fewer other pages say nothing of a place"`                                                              // the same: 1 is as good, 5 gains a quarter less
}

// A standing is what other pages of the site say of where the page's blocks stand.
type standing struct {
	reference float64      // log-odds of the page's threshold, as margins are counted from
	at        []site.Place // by block; of no pages where nothing is known
	words     []float64    // by block
	headline  int          // the block whose place is that of headlines; -1 when there is none
	own       float64      // log-odds of that block without the other pages
}

// surest bounds log-odds of blocks, so that a few that are beyond doubt do not make the mean of a place.
const surest = 0.01

// Verdicts are what the page says of its places by itself, without a profile of its site: the first two stages' log-odds
// in the mean of the blocks there, long ones more, less those of the page's threshold by the default settings, whatever
// settings label the page. There are none where the page promises no main content.
func (m *Model) Verdicts(v *View) []site.Verdict {
	scores := m.scores(v, m.evidence(v))
	return v.verdicts(scores, v.reference(scores, m.kind(v)), site.Kinds(v.Page))
}

// reference is the log-odds of the page's threshold by the default settings; NaN where it promises no main content.
func (v *View) reference(scores []float64, k kind) float64 {
	o := DefaultOptions()
	if len(scores) == 0 || v.barren(scores, o) {
		return math.NaN()
	}
	return logOdds(v.threshold(scores, k, o))
}

func (v *View) verdicts(scores []float64, reference float64, kinds []uint64) []site.Verdict {
	if math.IsNaN(reference) {
		return nil
	}
	var list []site.Verdict
	var sums []float64 // of the blocks' weights, by place
	weights := v.weights()
	index := map[uint64]int{}
	for b, p := range scores {
		if b == v.headline {
			continue
		}
		node := v.Blocks[b].Node
		i, known := index[kinds[node]]
		if !known {
			i = len(list)
			index[kinds[node]] = i
			list, sums = append(list, site.Verdict{Kind: kinds[node], Path: site.PlaceName(v.Page, node)}), append(sums, 0)
		}
		w := math.Sqrt(weights[b])
		list[i].Margin += w * (cutLogOdds(p, surest) - reference)
		sums[i] += w
	}
	for i := range list {
		list[i].Margin /= sums[i]
	}
	if v.headline >= 0 {
		list = append(list, site.Verdict{Kind: site.Headline, Path: "headline", Margin: cutLogOdds(scores[v.headline], surest)})
	}
	return list
}

// standing is what other pages of the site say of the page's blocks, whose probabilities without them these are. It is nil
// where none says anything, and of a model that was taught: what a person said of a site's pages goes before it.
func (m *Model) standing(v *View, scores []float64, k kind) *standing {
	if v.known == nil || m.Lesson != nil {
		return nil
	}
	reference := v.reference(scores, k)
	if math.IsNaN(reference) {
		return nil
	}
	kinds := site.Kinds(v.Page)
	told := v.known.site.Standing(v.Page, v.verdicts(scores, reference, kinds))
	if told == nil {
		return nil
	}
	s := &standing{reference: reference, at: make([]site.Place, len(scores)), words: v.weights(), headline: v.headline}
	if v.headline >= 0 {
		s.own = logOdds(scores[v.headline])
	}
	for b := range s.at {
		kind := kinds[v.Blocks[b].Node]
		if b == v.headline {
			kind = site.Headline
		}
		s.at[b] = told.At(kind)
	}
	return s
}

// draw draws probabilities to what other pages say of the blocks' places where these are clear, those of short blocks only where
// they are sure. They never rise, as a place where pages have their text may hold on this one what it does not want, but for the headline: whether
// it is in the body is the same on all pages of a site, and what one page says of it is little.
func (s *standing) draw(scores []float64, o PlaceOptions) []float64 {
	if s == nil || o.Trust == 0 {
		return scores
	}
	out := make([]float64, len(scores))
	for b, p := range scores {
		out[b] = p
		place := &s.at[b]
		if place.Pages < o.MinPages {
			continue
		}
		n := float64(place.Pages)
		share, way := n/(n+o.Prior), place.Mean()-cutLogOdds(p, surest)
		if b != s.headline {
			said := share * place.Mean()
			if said > -o.Least || s.words[b] < o.Words && said > -o.Sure*math.Sqrt(place.Variance()) {
				continue
			}
			share /= 1 + place.Variance()/(o.Spread*o.Spread)
			way = min(0, way+s.reference)
		}
		if way != 0 {
			out[b] = probability(logOdds(p) + o.Trust*share*way)
		}
	}
	return out
}

// ofHeadline reports whether other pages say how likely headlines are.
func (s *standing) ofHeadline(o PlaceOptions) bool {
	return s != nil && s.headline >= 0 && o.Trust > 0 && s.at[s.headline].Pages >= o.MinPages
}

// keepsHeadline reports whether the headline stays in the body by a probability that was drawn to what other pages say, and where
// that leaves a doubt by its own.
func (s *standing) keepsHeadline(drawn float64, o *Options) bool {
	if drawn >= o.Places.Headline || drawn < o.Places.NoHeadline {
		return drawn >= o.Places.Headline
	}
	return s.own >= max(s.reference, logOdds(o.HeadlineSure))
}

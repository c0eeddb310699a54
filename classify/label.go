package classify

import (
	"cmp"
	"math"
	"slices"

	"github.com/mullionhq/mullion/option"
)

// Options are the thresholds of labelling by the fused method: how a page's own threshold is found, how far a site's profile is
// heard, and where a label follows from a rule and not from the score.
type Options struct {
	Threshold      float64      `key:"threshold" default:"0" min:"0" max:"1" doc:"probability from which a block is main content; 0 chooses it for each page so that the expected F1 is highest"` // 0: evaluation run, +.015 word F1 on wcxb over 0.5
	Beta           float64      `key:"beta" default:"1" min:"0.1" max:"10" doc:"how much more recall counts than precision where the threshold is chosen: 0.5 keeps less that is not main content, 2 leaves less of it out"`
	MinThreshold   float64      `key:"min_threshold" default:"0.2" min:"0" max:"1" atmost:"max_threshold" doc:"lowest threshold that a page may choose, but where no block reaches it"`                                                                  // evaluation run: on corpora as good as .05
	MaxThreshold   float64      `key:"max_threshold" default:"0.75" min:"0" max:"1" doc:"highest threshold that a page may choose"`                                                                                                                      // that of a certain page, .5, times the largest factor of a page type
	MinWords       float64      `key:"min_words" default:"90" min:"0" max:"100000" doc:"a page that promises fewer words of main content than this, by its blocks' probabilities, and where nothing is sure, has none: it waits for scripts, or failed"` // evaluation run on 4,350 static pages: 15 of 31 without gold against 7 of 4,319 with, which lose .5 F1 in sum; 120 and 150 are as good, and 45 with .8 and 4 words finds 10 and loses .9
	Sure           float64      `key:"sure" default:"0.7" min:"0" max:"1" doc:"probability of blocks that make a short page have main content"`                                                                                                          // the same: .8 loses 1 to 2 in sum
	SureWords      float64      `key:"sure_words" default:"8" min:"1" max:"100000" doc:"words that such blocks have at least: a lone phrase makes no main content"`                                                                                      // the same: 4 finds two less, 15 loses 3 in sum
	Doubtful       float64      `key:"doubtful" default:"0.6" min:"0" max:"1" doc:"a page whose labels promise a lower word F1 than this has a warning that they are doubtful; it labels nothing"`                                                       // evaluation run: 63 of 4,330 pages of unseen sites, whose F1 is .60 in the mean
	Dependence     Dependence   `key:"dependence"`
	TypeSure       float64      `key:"type_sure" default:"0.5" min:"0" max:"1" doc:"a page is of the type that it looks like from this probability; otherwise factors.unsure counts"` // evaluation run: as good as .6 and .7, and the least that means anything
	Factors        Factors      `key:"factors"`
	ProfileTrust   float64      `key:"profile_trust" default:"0.7" min:"0" max:"1" doc:"how far a block's log-odds go down to what the profile of the page's site says of it; 0 ignores profiles"`                           // evaluation run: of .3, .5, .7 and 1 the most that leaves no corpus worse
	ProfileSure    float64      `key:"profile_sure" default:"0.1" min:"0" max:"1" doc:"the profile is heard about blocks to which it gives at most this probability"`                                                        // evaluation run on 1,864 pages: 2 are worse by .01 F1 and 3 better; of .15 4 and 4, of .2 5 and 4
	ProfileDoubt   float64      `key:"profile_doubt" default:"0.6" min:"0" max:"1" doc:"the profile is heard about blocks that have less than this probability without it"`                                                  // evaluation run on 1,864 pages, with 0.2 above: of .6 5 are worse by .01 F1 and 4 better, of .5 3 and 3
	ProfileRepeats int          `key:"profile_repeats" default:"3" min:"2" max:"1000000" doc:"the profile is not heard about a text that the page has so many times, but for numbers: it is a label of the page's own list"` // evaluation run on 1,864 pages: 2 are worse by .01 F1 and 9 better, 4 and 11 without it, and wcxb gains .0015
	Places         PlaceOptions `key:"places"`
	TableShare     float64      `key:"table_share" default:"0.7" min:"0.1" max:"1" doc:"a table of data is kept whole where this share of its words is main content"`                                                         // evaluation run: .7 gains .0001 word F1 on wcxb and .0015 on its listings, .5 loses .003 on fundus_eval
	ColumnShare    float64      `key:"column_share" default:"0.5" min:"0.1" max:"1" doc:"a column of four cells or more of a table of data is kept whole where this share of its cells is main content; 1 keeps none for it"` // evaluation run on 4,166 static pages: half changes 14, 7 better by .005 word F1 and one worse, +.62 in sum; .4 has 7 and one, +.55, and .6 has 5 and one, +.09
	SeriesShare    float64      `key:"series_share" default:"0.7" min:"0.1" max:"1" doc:"three headings or more of one kind are all kept where this share of them is main content; 1 keeps none for it"`                      // evaluation run on 4,166 static pages: .7 changes 32, 5 better by .005 word F1 and none worse; .5 has 12 and 5, .8 has 2 and none
	HeadingSure    float64      `key:"heading_sure" default:"0.8" min:"0" max:"1" doc:"headings that are less likely than this are left out where nothing that stands under them is kept"`                                    // evaluation run: .0002 word F1 on wcxb with table_share, nothing on the rendered sites; .6 to .85 are equal within .0001
	ApartSure      float64      `key:"apart_sure" default:"0.95" min:"0" max:"1" doc:"what the page itself sets apart from its text, such as navigation, captions and signatures, is left out where it is less likely than this; 0 keeps it, as after teaching"`
	Hidden         string       `key:"hidden" default:"folded" oneof:"all|folded|none" doc:"hidden texts that may be main content: all, those that a page may unfold (where Chrome says so), or none"`
	Headline       bool         `key:"headline" default:"false" doc:"keep the headline in the body, although it is the document's title, wherever its probability reaches the page's threshold"`
	HeadlineSure   float64      `key:"headline_sure" default:"0.7" min:"0" max:"1" doc:"probability from which the headline stays in the body without that; 1 leaves it out always"` // evaluation run on 4,540 pages: a corpus's gold has its headlines or has not; .7 gains .0009 F1 over all, and no corpus loses more than .0015
}

// Factors multiply the threshold that a page chooses, by the type that the model sees in it: blocks of a collection are
// right or wrong together, so that their probabilities promise less than they keep; those of an article promise more,
// as training gives rare types and rare layouts a greater weight than they have among pages. Chosen on held-apart folds
// of sixteen corpora: an article's 1.5 for 1.1 gained .002 word F1 over 3,600 pages, .005 to .011 on six corpora, and
// lost .003 on two.
type Factors struct {
	Article       float64 `key:"article" default:"1.5" min:"0" max:"10" doc:"factor of the threshold that an article chooses"`
	Collection    float64 `key:"collection" default:"0.6" min:"0" max:"10" doc:"the same, of a collection"`
	Documentation float64 `key:"documentation" default:"0.8" min:"0" max:"10" doc:"the same, of documentation"`
	Forum         float64 `key:"forum" default:"1.1" min:"0" max:"10" doc:"the same, of a forum thread"`
	Listing       float64 `key:"listing" default:"0.8" min:"0" max:"10" doc:"the same, of a listing"`
	Product       float64 `key:"product" default:"1.1" min:"0" max:"10" doc:"the same, of a product"`
	Service       float64 `key:"service" default:"1" min:"0" max:"10" doc:"the same, of a service"`
	Unsure        float64 `key:"unsure" default:"1.3" min:"0" max:"10" doc:"the same, of a page whose type is not sure"` // evaluation run: over all pages .0002 to .0005 F1 better than 1, 1.2 and 1.5
}

// of returns the factor of a page type.
func (f Factors) of(pageType string) float64 {
	switch pageType {
	case "article":
		return f.Article
	case "collection":
		return f.Collection
	case "documentation":
		return f.Documentation
	case "forum":
		return f.Forum
	case "listing":
		return f.Listing
	case "product":
		return f.Product
	case "service":
		return f.Service
	}
	return f.Unsure
}

// DefaultOptions returns the tagged defaults.
func DefaultOptions() Options { return option.Defaults[Options]() }

// Labels are those of a page's blocks, by the threshold and by the rules that overrule it.
type Labels struct {
	Blocks    []Block // in document order
	Threshold float64 // score from which blocks are main content, but for those with a Rule; 0 where the page promises none
}

// Label labels every block of the view.
func (m *Model) Label(v *View, o Options) Labels {
	scores := m.scores(v, m.evidence(v))
	k := m.kind(v)
	return v.decide(scores, m.advice(v, scores, k), k, o)
}

// A kind is the type that a page looks like, and its probability.
type kind struct {
	name        string // of PageTypes; "" for none
	probability float64
}

func (m *Model) kind(v *View) kind {
	name, probability := m.PageType(v)
	return kind{name, probability}
}

// threshold is the probability from which the page's blocks are main content, by the probabilities of the first two
// stages. What the page's type and the settings make of it never leaves a page without any: whether one has none is not
// a matter of thresholds (barren).
func (v *View) threshold(scores []float64, k kind, o Options) float64 {
	if o.Threshold != 0 {
		return o.Threshold
	}
	if k.probability < o.TypeSure {
		k.name = ""
	}
	cut := o.Dependence.cut(o.Beta, scores, v.weights(), v.blockPaths())
	t := math.Max(o.MinThreshold, math.Min(o.MaxThreshold, o.Factors.of(k.name)*cut))
	if len(scores) > 0 && t > slices.Max(scores) {
		return cut
	}
	return t
}

// blockPaths are equal for blocks that stand under the same elements.
func (v *View) blockPaths() []uint64 {
	paths := make([]uint64, len(v.Blocks))
	for b := range paths {
		paths[b] = v.nodes[v.Blocks[b].Node].path
	}
	return paths
}

// decide turns the blocks' probabilities of the first two stages, what the profile of the page's site says of them, and
// the page's type into labels: all that the options change. The threshold is that of a page whose site is not known, so
// that a profile changes the labels of no blocks but those that it speaks against: chosen from what it says too, the
// threshold rose, and dropped others with them.
func (v *View) decide(scores []float64, told advice, k kind, o Options) Labels {
	threshold, barren := v.threshold(scores, k, o), v.barren(scores, o)
	if barren {
		threshold = 0
	}
	scores = v.heed(scores, told, o)
	blocks := make([]Block, len(v.Blocks))
	for b := range blocks {
		blocks[b] = Block{Block: v.Blocks[b], Region: v.Region(b), Score: scores[b], Content: !barren && scores[b] >= threshold}
		if b == v.headline && !o.Headline && !barren {
			blocks[b].settleHeadline(told.standing, o)
		}
	}
	if told.taught { // who labels menus as content wants them
		o.ApartSure = 0
	}
	v.settle(blocks, k, o)
	return Labels{blocks, threshold}
}

// barren reports whether the page promises next to no main content.
func (v *View) barren(scores []float64, o Options) bool {
	words, sure := 0.0, 0.0
	for b, p := range scores {
		words += p * v.stats[b].words
		if p >= o.Sure {
			sure += v.stats[b].words
		}
	}
	return words < o.MinWords && sure < o.SureWords
}

// weights are the blocks' words, as Threshold weighs them.
func (v *View) weights() []float64 {
	w := make([]float64, len(v.stats))
	for b := range w {
		w[b] = v.stats[b].words + 0.01
	}
	return w
}

// told are the third stage's probabilities; nil when it does not speak.
func (m *Model) told(v *View, scores []float64) []float64 {
	if m.Profile.Machine == nil || !v.Informed() || len(scores) == 0 {
		return nil
	}
	return m.Profile.probabilities(measureProfile(v, scores))
}

// scores are the probabilities of the first two stages, and of what was taught.
func (m *Model) scores(v *View, rows [][]float32) []float64 {
	return m.taught(m.machines(v, rows), rows)
}

// taught corrects probabilities by what the model was taught.
func (m *Model) taught(scores []float64, rows [][]float32) []float64 {
	if m.Lesson == nil || len(rows) == 0 {
		return scores
	}
	return m.Lesson.correct(scores, m.Blocks.cells(rows))
}

// evidence is what the view tells, with the model's vocabulary.
func (m *Model) evidence(v *View) [][]float32 { return m.Vocabulary.evidence(v) }

// machines are the probabilities of both stages.
func (m *Model) machines(v *View, rows [][]float32) []float64 {
	if len(rows) == 0 {
		return nil
	}
	return m.Context.probabilities(measureContext(v, m.Blocks.probabilities(rows), rows))
}

// Explain labels like Label and says of every block which evidence decided: the score with everything less the
// score when one source is masked on the whole page, in both stages that see it, strongest first. The second stage is
// the source "context", the third, where it speaks, "profile", and what was taught "lesson": the score less that without
// the stage, or what was taught.
func (m *Model) Explain(v *View, o Options) Labels {
	rows := m.evidence(v)
	if m.Vocabulary == nil {
		rows = cloned(rows) // as others may read those that the view keeps
	}
	full := m.run(&Scored{view: v, kind: m.kind(v)}, rows, &Scored{}).advised(m)
	labels := v.decide(full.scores, full.told, full.kind, o)
	blocks := labels.Blocks
	if len(rows) == 0 {
		return labels
	}
	advised := v.heed(full.scores, full.told, o)
	heed := func(scores []float64) []float64 { // what other pages say stays what it is
		return v.heed(scores, advice{told: m.told(v, scores), standing: full.told.standing}, o)
	}
	effect := func(name string, without []float64) {
		for b := range blocks {
			blocks[b].Why = append(blocks[b].Why, Effect{name, advised[b] - without[b]})
		}
	}
	at := 0
	for _, s := range Sources {
		restore := mask(rows, at, at+len(s.Columns))
		masked := m.run(&Scored{view: v}, rows, full)
		restore()
		at += len(s.Columns)
		effect(s.Name, heed(masked.scores))
	}
	effect(contextName, heed(m.Lesson.correct(full.passes[0].out, full.passes[0].cells)))
	if v.Informed() {
		effect(profileName, full.scores)
	}
	if m.Lesson != nil {
		effect(lessonName, heed(full.passes[1].out))
	}
	for b := range blocks {
		slices.SortStableFunc(blocks[b].Why, func(x, y Effect) int { return cmp.Compare(math.Abs(y.Effect), math.Abs(x.Effect)) })
	}
	return labels
}

// mask makes the columns from … to−1 of all rows absent, until they are restored.
func mask(rows [][]float32, from, to int) (restore func()) {
	was := make([]float32, 0, len(rows)*(to-from))
	for _, row := range rows {
		was = append(was, row[from:to]...)
		for c := from; c < to; c++ {
			row[c] = absent
		}
	}
	return func() {
		for b, row := range rows {
			copy(row[from:to], was[b*(to-from):])
		}
	}
}

package classify

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/mullionhq/mullion/classify/svm"
	"github.com/mullionhq/mullion/classify/trees"
	"github.com/mullionhq/mullion/option"
)

// TrainOptions are the settings of training the fused method: its three stages, the vocabulary, the forest and the page types.
type TrainOptions struct {
	Rows         int          `key:"rows" default:"200000" min:"100" max:"2000000" json:"rows" doc:"blocks that the first stage is trained on, drawn from all pages"`                                                                          // evaluation run on 1,840 pages: 120,000 gain .0015 word F1 over 24,000 on wcxb, 200,000 as much
	Kernel       string       `key:"kernel" default:"quadratic" oneof:"rbf|quadratic" json:"kernel" doc:"kernel of all stages; quadratic predicts at a cost that does not grow with the training set, rbf is trained on 24000 blocks at most"` // evaluation run: word F1 .8738 on two folds of wcxb against .8735
	C            float64      `key:"c" default:"0.5" min:"0.001" max:"10000" json:"c" doc:"cost of a training block on the wrong side of the margin in the mean, first stage"`                                                                 // evaluation run on 120,000 blocks: .2 and 1 are worse by .001 and .0025 on wcxb
	Gamma        float64      `key:"gamma" default:"0.003" min:"1e-06" max:"10" json:"gamma" doc:"width of the first stage's kernel"`                                                                                                          // evaluation run
	ContextRows  int          `key:"context_rows" default:"120000" min:"100" max:"2000000" json:"context_rows" doc:"blocks that the second stage is trained on"`
	ContextC     float64      `key:"context_c" default:"0.1" min:"0.001" max:"10000" json:"context_c" doc:"cost of a training block on the wrong side of the margin in the mean, second stage"`                         // evaluation run: on 60,000 blocks 1 loses .0036 on wcxb
	ContextGamma float64      `key:"context_gamma" default:"0.009" min:"1e-06" max:"10" json:"context_gamma" doc:"width of the second stage's kernel"`                                                                  // as the first stage's, by the number of columns
	WordPower    float64      `key:"word_power" default:"0.75" min:"0" max:"2" json:"word_power" doc:"a block is drawn for training by its words to this power: 0 draws all blocks alike, 1 long ones by their length"` // evaluation run: 0.75 gains .0017 word F1 on wcxb over 0.5, 0.3 loses .0023
	ProfileRows  int          `key:"profile_rows" default:"60000" min:"100" max:"2000000" json:"profile_rows" doc:"blocks that the third stage is trained on, of pages whose sites have profiles"`
	ProfileC     float64      `key:"profile_c" default:"0.02" min:"0.001" max:"10000" json:"profile_c" doc:"cost of a training block on the wrong side of the margin in the mean, third stage"`        // evaluation run: with .1 one page more changes, by .006 F1 for the worse
	ProfileGamma float64      `key:"profile_gamma" default:"0.02" min:"1e-06" max:"10" json:"profile_gamma" doc:"width of the third stage's kernel"`                                                   // evaluation run: .005 gains less
	WordsC       float64      `key:"words_c" default:"0.01" min:"0.0001" max:"10000" json:"words_c" doc:"cost of a training block on the wrong side of the margin in the mean, vocabulary"`            // evaluation run: log loss of wcxb's blocks .345 with .5, .328 with .1, .323 with .05, .319 with .01; beside the second stage's scores .263, .261, .261, .262
	WordsSites   int          `key:"words_sites" default:"3" min:"1" max:"100" json:"words_sites" doc:"fewest training sites that a word of the vocabulary has; a rarer one tells nothing"`            // a guess: two sites may have one owner
	WordsFolds   int          `key:"words_folds" default:"6" min:"2" max:"20" json:"words_folds" doc:"parts of the sites for the vocabulary's held-apart scores, which the first stage is trained on"` // evaluation run: as good as 3 on wcxb and aeb, and .013 better on forums of magichtml
	Trees        trees.Params `key:"trees" json:"trees"`
	TypeC        float64      `key:"type_c" default:"0.003" min:"1e-06" max:"10000" json:"type_c" doc:"cost of a training page on the wrong side of a page type's margin"`                 // evaluation run: of 1,491 pages .855 are told rightly with .0015, .852 with .004, .843 with .01 and with .0007
	TypePages    int          `key:"type_pages" default:"20" min:"5" max:"1000000" json:"type_pages" doc:"fewest pages from which a page type is learned"`                                 // a guess
	TypeSites    int          `key:"type_sites" default:"4" min:"1" max:"1000" json:"type_sites" doc:"fewest training sites that a word of addresses has; a rarer one tells no page type"` // trial: as good as 3, better than 6
	InnerFolds   int          `key:"inner_folds" default:"3" min:"2" max:"20" json:"inner_folds" doc:"parts of the sites for the first stage's held-apart probabilities, which the second is trained on"`
	SitePages    int          `key:"site_pages" default:"10" min:"1" max:"100000" json:"site_pages" doc:"pages of one site that count fully; those of a larger site share this weight"` // a guess
	Without      []string     `key:"without" json:"without,omitempty" doc:"evidence not to look at, by the names that explain gives; context is the second stage, profile the third, trees the forest beside the first"`
	Seed         int          `key:"seed" default:"1" json:"seed" doc:"of the sampling of blocks; equal seeds give equal models"`
}

// DefaultTrainOptions returns the tagged defaults.
func DefaultTrainOptions() TrainOptions { return option.Defaults[TrainOptions]() }

// An Example is a page with its gold: the share of each block's text that is main content, 0 … 1.
type Example struct {
	View   *View
	Shares []float64
	Site   string    // examples of one site are never on both sides of a held-apart estimate
	Weight float64   // how many ordinary pages it counts for
	Counts []float64 // by block: how many blocks it counts for, 0 where its label is not known; nil is one each
	Type   string    // of PageTypes; "" when unknown
}

// NewExample measures a page's evidence for training, all of it, as trainings at the same time share examples.
func NewExample(v *View, shares []float64, site string, weight float64) Example {
	v.evidence()
	v.words()
	v.means()
	return Example{View: v, Shares: shares, Site: site, Weight: weight}
}

// Errors of Train. The second one mostly means that the gold is not that of the pages.
var (
	ErrFewSites = errors.New("too few sites") // to hold some apart for the second stage; see TrainOptions.InnerFolds
	ErrOneClass = errors.New("every block has the same label")
)

// fewestFolds is the least that InnerFolds may be.
const fewestFolds = 2

// FewSites is the ErrFewSites of pages of so many sites.
func (o TrainOptions) FewSites(sites int) error {
	lower := ""
	if sites >= fewestFolds {
		lower = fmt.Sprintf(" lower train.inner_folds to %d,", sites)
	}
	return fmt.Errorf("%w: %d, and at least %d are needed to hold some apart: add pages of other sites,%s or adapt a model that is there (train --from)", ErrFewSites, sites, o.InnerFolds, lower)
}

// Train trains all stages, the third where examples have profiles. It is deterministic for equal examples, options and
// seed. progress is told what is being done; it may be nil. Provenance is left to the caller but for options and
// counts.
func Train(ctx context.Context, examples []Example, o TrainOptions, progress func(step string)) (*Model, error) {
	if err := option.Check(o); err != nil {
		return nil, fmt.Errorf("training: %w", err)
	}
	for _, name := range o.Without {
		if !slices.Contains(SourceNames(), name) {
			return nil, fmt.Errorf("training: no evidence is called %q: train.without takes %s", name, strings.Join(SourceNames(), ", "))
		}
	}
	t := trainer{ctx: ctx, o: o, examples: examples, progress: progress}
	if err := t.check(); err != nil {
		return nil, fmt.Errorf("training: %w", err)
	}
	m, err := t.train()
	if err != nil {
		return nil, fmt.Errorf("training: %w", err)
	}
	return m, nil
}

// A trainer holds what one training needs.
type trainer struct {
	ctx      context.Context
	o        TrainOptions
	examples []Example
	progress func(string)

	fold   []int     // of the inner folds, by example
	weight []float64 // by example, 1 for a page of a small site
}

func (t *trainer) say(format string, args ...any) {
	if t.progress != nil {
		t.progress(fmt.Sprintf(format, args...))
	}
}

// check refuses bad examples early, and deals the sites to the inner folds.
func (t *trainer) check() error {
	sites := map[string]int{}
	content, boilerplate := false, false
	for i := range t.examples {
		e := &t.examples[i]
		if len(e.Shares) != len(e.View.Blocks) {
			return fmt.Errorf("page %s has %d blocks and %d labels", e.View.Page.URL, len(e.View.Blocks), len(e.Shares))
		}
		sites[e.Site]++
		for b, s := range e.Shares {
			if !e.counts(b) {
				continue
			}
			if !(s >= 0 && s <= 1) {
				return fmt.Errorf("page %s has the label %v, not between 0 and 1", e.View.Page.URL, s)
			}
			content = content || isContent(s)
			boilerplate = boilerplate || !isContent(s)
		}
	}
	switch {
	case len(sites) < t.o.InnerFolds:
		return t.o.FewSites(len(sites))
	case !content || !boilerplate:
		return fmt.Errorf("%w: check that the gold text is in the pages", ErrOneClass)
	}
	t.fold = t.deal(t.o.InnerFolds)
	for i := range t.examples {
		t.weight = append(t.weight, t.examples[i].Weight*math.Min(1, float64(t.o.SitePages)/float64(sites[t.examples[i].Site])))
	}
	return nil
}

// deal deals the sites to n parts of about as many pages, and returns each example's part.
func (t *trainer) deal(n int) []int {
	sites := make([]string, len(t.examples))
	for i := range t.examples {
		sites[i] = t.examples[i].Site
	}
	return svm.Deal(sites, n)
}

// isContent turns a block's share of gold into its label; half is the published setting.
func isContent(share float64) bool { return share >= 0.5 }

func (t *trainer) train() (*Model, error) {
	m := &Model{Provenance: Provenance{Date: time.Now().UTC().Format(time.DateOnly), Options: t.o}}
	forest := t.o.Trees.Count > 0 && !slices.Contains(t.o.Without, treesName)
	columns := Columns(Sources)
	evidence := func(i int) [][]float32 { return t.examples[i].View.evidence() }
	if !slices.Contains(t.o.Without, vocabularySource.Name) {
		words, told, err := t.learnWords()
		if err != nil {
			return nil, fmt.Errorf("vocabulary: %w", err)
		}
		m.Vocabulary = words
		evidence = func(i int) [][]float32 { return withWords(t.examples[i].View.evidence(), told[i]) }
	}
	rows := t.measure(func(i int) [][]float32 { return without(evidence(i), columns, t.o.Without) })
	first, err := t.fitStage(fitting{"first", columns, t.o.Rows, t.machine(t.o.C, t.o.Gamma), forest}, rows)
	if err != nil {
		return nil, err
	}
	m.put(0, first)

	rows = t.measure(func(i int) [][]float32 {
		return without(measureContext(t.examples[i].View, first.apart[i], evidence(i)), contextColumns, t.o.Without)
	})
	second, err := t.fitStage(fitting{"second", contextColumns, t.o.ContextRows, t.machine(t.o.ContextC, t.o.ContextGamma), false}, rows)
	if err != nil {
		return nil, err
	}
	m.put(1, second)

	if t.informed() {
		rows = t.measure(func(i int) [][]float32 {
			if v := t.examples[i].View; v.Informed() {
				return measureProfile(v, second.apart[i])
			}
			return nil
		})
		third, err := t.fitStage(fitting{"third", profileColumns, t.o.ProfileRows, t.machine(t.o.ProfileC, t.o.ProfileGamma), false}, rows)
		if err != nil {
			return nil, err
		}
		m.put(2, third)
	}
	if m.Types, err = t.trainTypes(); err != nil {
		return nil, fmt.Errorf("page types: %w", err)
	}
	return m, nil
}

// machine are the settings of one.
func (t *trainer) machine(c, gamma float64) svm.Params {
	p := svm.DefaultParams()
	p.Kernel, p.Seed, p.C, p.Gamma = t.o.Kernel, t.o.Seed, c, gamma
	return p
}

// measure collects the rows of every example that has blocks.
func (t *trainer) measure(rows func(example int) [][]float32) [][][]float32 {
	all := make([][][]float32, len(t.examples))
	for i := range t.examples {
		if len(t.examples[i].View.Blocks) > 0 {
			all[i] = rows(i)
		}
	}
	return all
}

// informed reports whether profiles are to be learned from: whether the blocks of pages that have one bear both labels, whichever
// inner fold is left out.
func (t *trainer) informed() bool {
	if slices.Contains(t.o.Without, profileName) {
		return false
	}
	labels := make([]map[int8]bool, t.o.InnerFolds) // by the fold that is left out
	for part := range labels {
		labels[part] = map[int8]bool{}
	}
	for i := range t.examples {
		e := &t.examples[i]
		if !e.View.Informed() {
			continue
		}
		for b := range e.Shares {
			if !e.counts(b) {
				continue
			}
			for part := range labels {
				if part != t.fold[i] {
					labels[part][e.label(b)] = true
				}
			}
		}
	}
	return !slices.ContainsFunc(labels, func(seen map[int8]bool) bool { return len(seen) < 2 })
}

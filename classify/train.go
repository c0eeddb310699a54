package classify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/mullionhq/mullion/classify/svm"
	"github.com/mullionhq/mullion/option"
)

// TrainOptions are the settings of training.
type TrainOptions struct {
	Rows         int      `key:"rows" default:"24000" min:"100" max:"200000" json:"rows" doc:"blocks that the first stage is trained on, sampled from all pages"`                                   // evaluation run: of the quadratic kernel, 28,000 gain .0025 word F1 over 14,000 and reach an RBF kernel's .880 there; 24,000 for the time
	Kernel       string   `key:"kernel" default:"quadratic" oneof:"rbf|quadratic" json:"kernel" doc:"kernel of both stages; quadratic predicts at a cost that does not grow with the training set"` // evaluation run: word F1 .8738 on two folds of wcxb against .8735
	C            float64  `key:"c" default:"1" min:"0.001" max:"10000" json:"c" doc:"cost of a training block on the wrong side of the margin, first stage"`                                        // evaluation run: 0.3 and 1 are equal
	Gamma        float64  `key:"gamma" default:"0.003" min:"1e-06" max:"10" json:"gamma" doc:"width of the first stage's kernel"`                                                                   // evaluation run
	ContextRows  int      `key:"context_rows" default:"8000" min:"100" max:"200000" json:"context_rows" doc:"blocks that the second stage is trained on"`
	ContextC     float64  `key:"context_c" default:"1" min:"0.001" max:"10000" json:"context_c" doc:"cost of a training block on the wrong side of the margin, second stage"`
	ContextGamma float64  `key:"context_gamma" default:"0.009" min:"1e-06" max:"10" json:"context_gamma" doc:"width of the second stage's kernel"`                                                                  // as the first stage's, by the number of columns
	WordPower    float64  `key:"word_power" default:"0.75" min:"0" max:"2" json:"word_power" doc:"a block is drawn for training by its words to this power: 0 draws all blocks alike, 1 long ones by their length"` // evaluation run: 0.75 gains .0017 word F1 on wcxb over 0.5, 0.3 loses .0023
	TypeC        float64  `key:"type_c" default:"0.01" min:"1e-06" max:"10000" json:"type_c" doc:"cost of a training page on the wrong side of a page type's margin"`                                               // evaluation run: .803 of wcxb's pages right, .791 with .003
	TypePages    int      `key:"type_pages" default:"20" min:"5" max:"1000000" json:"type_pages" doc:"fewest pages from which a page type is learned"`                                                              // a guess
	InnerFolds   int      `key:"inner_folds" default:"3" min:"2" max:"20" json:"inner_folds" doc:"parts of the sites for the first stage's held-apart probabilities, which the second is trained on"`
	SitePages    int      `key:"site_pages" default:"10" min:"1" max:"100000" json:"site_pages" doc:"pages of one site that count fully; those of a larger site share this weight"` // a guess
	Without      []string `key:"without" json:"without,omitempty" doc:"evidence not to look at, by the names that explain gives; context is the second stage"`
	Seed         int      `key:"seed" default:"1" json:"seed" doc:"of the sampling of blocks; equal seeds give equal models"`
}

// DefaultTrainOptions returns the tagged defaults.
func DefaultTrainOptions() TrainOptions { return option.Defaults[TrainOptions]() }

// An Example is a page with its gold: the share of each block's text that is main content, 0 … 1.
type Example struct {
	View   *View
	Shares []float64
	Site   string    // examples of one site are never on both sides of a held-apart estimate
	Weight float64   // how many ordinary pages it counts for
	Counts []float64 // by block: how many blocks it counts for; nil is one each
	Type   string    // of PageTypes; "" when unknown
}

// NewExample measures a page's evidence for training.
func NewExample(v *View, shares []float64, site string, weight float64) Example {
	v.evidence()
	return Example{View: v, Shares: shares, Site: site, Weight: weight}
}

// Errors of Train.
var (
	ErrFewSites = errors.New("too few sites")
	ErrOneClass = errors.New("every block has the same label")
)

// Train trains both stages. It is deterministic for equal examples, options and seed. progress is told what is
// being done; it may be nil. Provenance is left to the caller but for options and counts.
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
		for _, s := range e.Shares {
			if !(s >= 0 && s <= 1) {
				return fmt.Errorf("page %s has the label %v, not between 0 and 1", e.View.Page.URL, s)
			}
			content = content || isContent(s)
			boilerplate = boilerplate || !isContent(s)
		}
	}
	switch {
	case len(sites) < t.o.InnerFolds:
		return fmt.Errorf("%w: %d, and at least %d are needed to hold some apart: add pages of other sites or lower train.inner_folds", ErrFewSites, len(sites), t.o.InnerFolds)
	case !content || !boilerplate:
		return fmt.Errorf("%w: check that the gold text is in the pages", ErrOneClass)
	}
	names := make([]string, 0, len(sites))
	for s := range sites {
		names = append(names, s)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(sites[b], sites[a]), cmp.Compare(a, b)) })
	dealt, load := map[string]int{}, make([]int, t.o.InnerFolds)
	for _, s := range names {
		least := 0
		for f := range load {
			if load[f] < load[least] {
				least = f
			}
		}
		dealt[s] = least
		load[least] += sites[s]
	}
	for i := range t.examples {
		site := t.examples[i].Site
		t.fold = append(t.fold, dealt[site])
		t.weight = append(t.weight, t.examples[i].Weight*math.Min(1, float64(t.o.SitePages)/float64(sites[site])))
	}
	return nil
}

// isContent turns a block's share of gold into its label; half is the published setting.
func isContent(share float64) bool { return share >= 0.5 }

func (t *trainer) train() (*Model, error) {
	evidence := make([][][]float32, len(t.examples))
	for i := range t.examples {
		evidence[i] = without(t.examples[i].View.evidence(), Columns(Sources), t.o.Without)
	}
	columns := Columns(Sources)
	params := svm.DefaultParams()
	params.Kernel, params.C, params.Gamma, params.Seed = t.o.Kernel, t.o.C, t.o.Gamma, t.o.Seed
	apart := make([][]float64, len(t.examples)) // decisions of machines that did not see the page's site
	for f := range t.o.InnerFolds {
		rows := t.sample(evidence, t.o.Rows*(t.o.InnerFolds-1)/t.o.InnerFolds, func(i int) bool { return t.fold[i] != f })
		t.say("first stage without part %d of %d: %d blocks", f+1, t.o.InnerFolds, len(rows))
		stage, err := t.fit(rows, columns, params)
		if err != nil {
			return nil, err
		}
		for i := range t.examples {
			if t.fold[i] == f && len(evidence[i]) > 0 {
				apart[i] = stage.decisions(evidence[i])
			}
		}
	}
	platt, err := t.calibrate(evidence, apart)
	if err != nil {
		return nil, err
	}
	rows := t.sample(evidence, t.o.Rows, func(int) bool { return true })
	t.say("first stage: %d blocks", len(rows))
	blocks, err := t.fit(rows, columns, params)
	if err != nil {
		return nil, err
	}
	blocks.Machine = blocks.Machine.Calibrated(platt)

	around := make([][][]float32, len(t.examples))
	for i := range t.examples {
		probabilities := make([]float64, len(apart[i]))
		for b, d := range apart[i] {
			probabilities[b] = platt.Probability(d)
		}
		around[i] = without(measureContext(t.examples[i].View, probabilities), contextColumns, t.o.Without)
	}
	params.C, params.Gamma = t.o.ContextC, t.o.ContextGamma
	contextStage, n, err := t.fitContext(around, params)
	if err != nil {
		return nil, err
	}
	types, err := t.trainTypes()
	if err != nil {
		return nil, fmt.Errorf("page types: %w", err)
	}
	return &Model{Blocks: *blocks, Context: *contextStage, Types: types, Provenance: Provenance{
		Date: time.Now().UTC().Format(time.DateOnly), Options: t.o, Rows: [2]int{len(rows), n},
		Vectors: [2]int{blocks.vectors(), contextStage.vectors()},
	}}, nil
}

// fitContext trains the second stage and calibrates it on held-apart sites.
func (t *trainer) fitContext(around [][][]float32, params svm.Params) (*Stage, int, error) {
	apart := make([][]float64, len(t.examples))
	for f := range t.o.InnerFolds {
		rows := t.sample(around, t.o.ContextRows*(t.o.InnerFolds-1)/t.o.InnerFolds, func(i int) bool { return t.fold[i] != f })
		t.say("second stage without part %d of %d: %d blocks", f+1, t.o.InnerFolds, len(rows))
		stage, err := t.fit(rows, contextColumns, params)
		if err != nil {
			return nil, 0, err
		}
		for i := range t.examples {
			if t.fold[i] == f && len(around[i]) > 0 {
				apart[i] = stage.decisions(around[i])
			}
		}
	}
	platt, err := t.calibrate(around, apart)
	if err != nil {
		return nil, 0, err
	}
	rows := t.sample(around, t.o.ContextRows, func(int) bool { return true })
	t.say("second stage: %d blocks", len(rows))
	stage, err := t.fit(rows, contextColumns, params)
	if err != nil {
		return nil, 0, err
	}
	stage.Machine = stage.Machine.Calibrated(platt)
	return stage, len(rows), nil
}

// A row is one sampled block of a training set.
type row struct {
	example, block int
	cells          []float32
	label          int8
}

// sample draws n blocks without replacement: a block weighs its share of the page's words to the power
// train.word_power, times the page's weight. Blocks of which only part is gold weigh less.
func (t *trainer) sample(evidence [][][]float32, n int, in func(example int) bool) []row {
	type drawn struct {
		row
		key float64
	}
	rng := rand.New(rand.NewPCG(uint64(t.o.Seed), 0x6d756c6c))
	var all []drawn
	for i := range t.examples {
		if !in(i) {
			continue
		}
		e := &t.examples[i]
		for b, s := range e.Shares {
			w := t.weight[i] * e.weight(b, t.o.WordPower)
			label := int8(-1)
			if isContent(s) {
				label = 1
			}
			// Efraimidis and Spirakis 2006: the n greatest of log(u)/w are a weighted sample.
			all = append(all, drawn{row{i, b, evidence[i][b], label}, math.Log(1-rng.Float64()) / w})
		}
	}
	slices.SortStableFunc(all, func(x, y drawn) int { return cmp.Compare(y.key, x.key) })
	rows := make([]row, min(n, len(all)))
	for k := range rows {
		rows[k] = all[k].row
	}
	return rows
}

// weight is what a block counts for among those of its page: its share of the words to a power, less where only part of
// it is gold.
func (e *Example) weight(b int, wordPower float64) float64 {
	w := math.Pow((e.View.stats[b].words+0.5)/e.words(), wordPower) * math.Max(0.1, math.Abs(e.Shares[b]-0.5)*2)
	if e.Counts != nil {
		w *= e.Counts[b]
	}
	return w
}

// words are the page's, half a word more for each block so that none counts for nothing.
func (e *Example) words() float64 { return e.View.total.words + float64(len(e.Shares))/2 }

// fit trains one machine.
func (t *trainer) fit(rows []row, columns []string, params svm.Params) (*Stage, error) {
	cells := make([][]float32, len(rows))
	for k := range rows {
		cells[k] = rows[k].cells
	}
	s := &Stage{Columns: columns, Scaler: fitScaler(cells, len(columns))}
	p := svm.Problem{X: make([][]float32, len(rows)), Y: make([]int8, len(rows))}
	for k := range rows {
		p.X[k], p.Y[k] = s.Scaler.scaled(cells[k]), rows[k].label
	}
	m, err := svm.Train(t.ctx, p, params)
	if err != nil {
		return nil, err
	}
	s.Machine = m
	return s, nil
}

// calibrate fits probabilities to held-apart decisions, on blocks sampled as for training.
func (t *trainer) calibrate(evidence [][][]float32, apart [][]float64) (svm.Platt, error) {
	rows := t.sample(evidence, t.o.Rows, func(int) bool { return true })
	decisions, labels := make([]float64, len(rows)), make([]int8, len(rows))
	for k, r := range rows {
		decisions[k], labels[k] = apart[r.example][r.block], r.label
	}
	return svm.Calibrate(decisions, labels)
}

// vectors is how many support vectors the stage's machine has.
func (s *Stage) vectors() int {
	positive, negative := s.Machine.SupportVectors()
	return positive + negative
}

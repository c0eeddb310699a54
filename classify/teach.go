package classify

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/optimize"

	"github.com/mullionhq/mullion/option"
)

// TeachOptions are the settings of teaching, which corrects a model by a few labelled pages; see Model.Teach.
type TeachOptions struct {
	Penalty float64 `key:"penalty" default:"1" min:"0.001" max:"1000000" doc:"how strongly what is taught holds to the model that it begins with: the weight of the squared changes against the pages' errors"` // 1: models that had not seen zhnews10, taught by 10 pages of one of its sites, gain .027 word F1 on its others; .1 and .3 gain as much, 3 half; by 3 pages of mixed sites .1 loses most
	Judged  float64 `key:"judged" default:"5" min:"1" max:"1000" doc:"how many blocks a block counts for that was labelled by hand, beside those that follow from the gold's text"`                             // a guess: most blocks of a page are right and nobody says so
	Folds   int     `key:"folds" default:"5" min:"2" max:"20" doc:"parts of the sites, or of the pages where there is one site, for the estimate of what was taught"`
}

// DefaultTeachOptions returns the tagged defaults.
func DefaultTeachOptions() TeachOptions { return option.Defaults[TeachOptions]() }

// A Lesson is what a model was taught after its training: a correction of its log-odds, linear in the evidence. All
// zeros correct nothing.
type Lesson struct {
	Bias    float64   `json:"bias"`
	Slope   float64   `json:"slope"`   // of the log-odds themselves
	Weights []float64 `json:"weights"` // of the evidence as the first stage scales it, by its columns
	Pages   int       `json:"pages"`
	Sites   int       `json:"sites"`
	Date    string    `json:"date"` // ISO 8601

	Corpora []CorpusCount      `json:"corpora,omitempty"` // where the pages are from
	Scores  map[string]float64 `json:"scores,omitempty"`  // of pages that did not teach it, by what they measure
}

// maxWeight bounds what is read of a lesson: log-odds that are greater say nothing more, and sums of such ones are numbers.
const maxWeight = 1e6

// check reports a lesson that is none for so many columns of evidence. A nil lesson is one.
func (l *Lesson) check(columns int) error {
	if l == nil {
		return nil
	}
	if len(l.Weights) != columns {
		return fmt.Errorf("has %d weights for %d columns", len(l.Weights), columns)
	}
	for _, x := range append([]float64{l.Bias, l.Slope}, l.Weights...) {
		if !(math.Abs(x) <= maxWeight) {
			return fmt.Errorf("has the weight %g", x)
		}
	}
	return nil
}

// correct applies the lesson to probabilities of both stages. cells are the blocks' evidence as integers, one row after
// the other. A nil lesson changes nothing.
func (l *Lesson) correct(scores []float64, cells []int8) []float64 {
	if l == nil {
		return scores
	}
	out := make([]float64, len(scores))
	width := len(l.Weights)
	for b, p := range scores {
		z := logOdds(p)
		z += l.Bias + l.Slope*z
		for c, x := range cells[b*width : (b+1)*width] {
			z += l.Weights[c] * float64(x) / steps
		}
		out[b] = probability(z)
	}
	return out
}

// ErrTaught says that a model cannot be taught so.
var ErrTaught = errors.New("nothing to teach")

// Teach returns the model with a Lesson from the examples, in place of one that it had. The machines stay as they are:
// their log-odds z become z + bias + slope·z + Σ w·evidence, fitted by logistic regression whose quadratic penalty pulls
// all changes to zero. So few labels change little, and no labels nothing: MAP adaptation of a maximum entropy model,
// Chelba and Acero 2006, with the machines as its prior. Equal examples and options give the same lesson.
func (m *Model) Teach(ctx context.Context, examples []Example, wordPower float64, o TeachOptions) (*Model, error) {
	if err := option.Check(o); err != nil {
		return nil, fmt.Errorf("teaching: %w", err)
	}
	f := fit{width: len(m.Blocks.Columns), penalty: o.Penalty}
	sites := map[string]bool{}
	for i := range examples {
		e := &examples[i]
		if len(e.Shares) != len(e.View.Blocks) {
			return nil, fmt.Errorf("teaching: page %s has %d blocks and %d labels", e.View.Page.URL, len(e.View.Blocks), len(e.Shares))
		}
		sites[e.Site] = true
		f.add(m, e, wordPower)
	}
	if len(f.rows) == 0 {
		return nil, fmt.Errorf("teaching: %w: no page has blocks and gold", ErrTaught)
	}
	x, err := f.minimise(ctx)
	if err != nil {
		return nil, fmt.Errorf("teaching: %w", err)
	}
	taught := *m
	taught.Lesson = &Lesson{Bias: x[0], Slope: x[1], Weights: x[2:], Pages: len(examples), Sites: len(sites)}
	return &taught, nil
}

// A fit is a weighted logistic regression with an offset. Its parameters are bias, slope and weights.
type fit struct {
	width   int
	penalty float64
	rows    []lessonRow
}

type lessonRow struct {
	cells          []int8
	offset         float64 // the model's log-odds
	target, weight float64 // share that is main content
}

func (f *fit) add(m *Model, e *Example, wordPower float64) {
	rows := m.evidence(e.View)
	scores := m.machines(e.View, rows)
	cells := m.Blocks.cells(rows)
	for b, share := range e.Shares {
		f.rows = append(f.rows, lessonRow{cells[b*f.width : (b+1)*f.width], logOdds(scores[b]), share, e.weight(b, wordPower)})
	}
}

// z is the corrected log-odds of a row.
func (f *fit) z(x []float64, r *lessonRow) float64 {
	z := r.offset + x[0] + x[1]*r.offset
	for c, cell := range r.cells {
		z += x[2+c] * float64(cell) / steps
	}
	return z
}

// loss is the rows' weighted log loss and the penalty.
func (f *fit) loss(x []float64) float64 {
	sum := 0.0
	for i := range f.rows {
		r := &f.rows[i]
		z := f.z(x, r)
		sum += r.weight * (math.Max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) - r.target*z)
	}
	for _, w := range x {
		sum += f.penalty / 2 * w * w
	}
	return sum
}

func (f *fit) gradient(grad, x []float64) {
	for j, w := range x {
		grad[j] = f.penalty * w
	}
	for i := range f.rows {
		r := &f.rows[i]
		d := r.weight * (1/(1+math.Exp(-f.z(x, r))) - r.target)
		grad[0] += d
		grad[1] += d * r.offset
		for c, cell := range r.cells {
			grad[2+c] += d * float64(cell) / steps
		}
	}
}

// converged is the change of the loss, of about one a page, below which fitting stops; mostSteps bounds it besides.
const (
	converged = 1e-6
	mostSteps = 300
)

func (f *fit) minimise(ctx context.Context) ([]float64, error) {
	problem := optimize.Problem{Func: f.loss, Grad: f.gradient, Status: func() (optimize.Status, error) {
		if err := ctx.Err(); err != nil {
			return optimize.Failure, err
		}
		return optimize.NotTerminated, nil
	}}
	settings := &optimize.Settings{MajorIterations: mostSteps, Converger: &optimize.FunctionConverge{Absolute: converged, Iterations: 5}}
	got, err := optimize.Minimize(problem, make([]float64, 2+f.width), settings, &optimize.LBFGS{})
	if err != nil && (got == nil || ctx.Err() != nil) {
		return nil, errors.Join(err, ctx.Err())
	}
	return got.X, nil // a line search that finds no better point is at the least one
}

package machine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/mullionhq/mullion/classify/svm"
	"github.com/mullionhq/mullion/option"
)

// Options are the settings of training. The grid is that of LIBSVM's guide, made smaller: five columns between 0 and 1
// need neither the widest kernels nor the highest costs.
type Options struct {
	Rows      int     `key:"rows" default:"3000" min:"20" max:"100000" json:"rows" doc:"rows that a machine is trained on, drawn from all"`                                                       // evaluation run: 6,000 rows gain nothing, the file doubles
	GridRows  int     `key:"grid_rows" default:"1000" min:"20" max:"100000" json:"grid_rows" doc:"the parameters are found on parts of so many of these rows, and the best in the mean is taken"` // a guess: a fold of it trains in a tenth of a second
	Folds     int     `key:"folds" default:"10" min:"2" max:"100" json:"folds" doc:"parts of the cross-validation that finds the parameters"`                                                     // 000: 10-fold
	SitePages int     `key:"site_pages" default:"40" min:"1" max:"100000" json:"site_pages" doc:"pages of one site that are trained on at most: for who collects the rows"`                       // a guess: keeps a large site from being all there is
	MinC      float64 `key:"min_c" default:"0.5" min:"1e-06" max:"1e+06" atmost:"max_c" json:"min_c" doc:"least cost on the grid"`                                                                // 003 found 2 and 3
	MaxC      float64 `key:"max_c" default:"32" min:"1e-06" max:"1e+06" json:"max_c" doc:"greatest cost on the grid"`                                                                             // the same
	MinGamma  float64 `key:"min_gamma" default:"0.125" min:"1e-06" max:"1e+06" atmost:"max_gamma" json:"min_gamma" doc:"least width of the kernel on the grid, 1 / (2 sigma²)"`                   // 003 found 0.195 and 0.347
	MaxGamma  float64 `key:"max_gamma" default:"32" min:"1e-06" max:"1e+06" json:"max_gamma" doc:"greatest width of the kernel on the grid"`                                                      // the same
	Factor    float64 `key:"factor" default:"4" min:"1.1" max:"100" json:"factor" doc:"step of the grid"`                                                                                         // LIBSVM's guide
	Seed      int     `key:"seed" default:"1" json:"seed" doc:"of the drawing of rows; equal seeds give equal machines"`
}

// DefaultOptions returns the tagged defaults.
func DefaultOptions() Options { return option.Defaults[Options]() }

// A Row is a labelled row. Rows of one site, or else of one page, are never on both sides of a cross-validation.
type Row struct {
	Cells   []float32
	Content bool
	Site    string
	Page    string // of the site
}

// A Recipe is what a method wants of its machine.
type Recipe struct {
	Columns  []string
	Balanced bool         // whether rows of the more frequent label are left out until both are equally frequent
	Score    svm.Score    // what the grid search maximises; nil is accuracy
	Also     []svm.Params // published parameters that are tried beside the grid: C and Gamma
}

// A Point is what the cross-validation says of one pair of parameters.
type Point struct {
	C     float64 `json:"c"`
	Gamma float64 `json:"gamma"`
	Score float64 `json:"score"`
}

// A Result is a trained machine with how it came to be.
type Result struct {
	Machine *Machine
	Best    Point
	Also    []Point // of the recipe
	Rows    int
}

// ErrRows says that the rows do not suffice to train on.
var ErrRows = errors.New("too few labelled rows")

// Train finds parameters and trains a machine. It is deterministic for equal rows, options and recipe.
func Train(ctx context.Context, rows []Row, r Recipe, o Options) (*Result, error) {
	if err := option.Check(o); err != nil {
		return nil, err
	}
	drawn := draw(rows, r.Balanced, o)
	if n := contents(drawn); min(n, len(drawn)-n) < calibrationFolds {
		all := contents(rows)
		return nil, fmt.Errorf("%w: %d are main content and %d are not: add pages whose gold is in them", ErrRows, all, len(rows)-all)
	}
	folds := deal(drawn, o.Folds)
	problem, scaler, err := pose(drawn, r.Columns)
	if err != nil {
		return nil, err
	}
	best, also, err := search(ctx, problem, folds, r, o)
	if err != nil {
		return nil, err
	}
	params := rbf()
	params.C, params.Gamma, params.Seed = best.C, best.Gamma, o.Seed
	m, err := svm.Train(ctx, problem, params)
	if err != nil {
		return nil, err
	}
	decisions, err := svm.CrossValidate(ctx, problem, params, coarser(folds))
	if err != nil {
		return nil, err
	}
	platt, err := svm.Calibrate(decisions, problem.Y)
	if err != nil {
		return nil, err
	}
	return &Result{Machine: &Machine{r.Columns, scaler, m.Calibrated(platt)}, Best: best, Also: also, Rows: len(drawn)}, nil
}

// contents is how many of the rows are main content.
func contents(rows []Row) (n int) {
	for _, r := range rows {
		if r.Content {
			n++
		}
	}
	return n
}

// rbf are the settings of the kernel that the published methods use.
func rbf() svm.Params {
	p := svm.DefaultParams()
	p.Kernel = svm.RBF
	return p
}

// draw takes the options' number of rows at random, of both labels alike when balanced.
func draw(rows []Row, balanced bool, o Options) []Row {
	rng := rand.New(rand.NewPCG(uint64(o.Seed), 0x726f7773))
	var content, noise []Row
	for _, i := range rng.Perm(len(rows)) {
		row := rows[i]
		if row.Content {
			content = append(content, row)
		} else {
			noise = append(noise, row)
		}
	}
	if balanced {
		n := min(len(content), len(noise), o.Rows/2)
		content, noise = content[:n], noise[:n]
	} else if all := len(content) + len(noise); all > o.Rows {
		n := o.Rows * len(content) / all
		content, noise = content[:n], noise[:o.Rows-n]
	}
	drawn := slices.Concat(content, noise)
	rng.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	return drawn
}

// deal gives every row a fold so that sites stay together, or pages when there are fewer sites than folds.
func deal(rows []Row, n int) []int {
	groups, sites := make([]string, len(rows)), map[string]bool{}
	for i, r := range rows {
		groups[i], sites[r.Site] = r.Site, true
	}
	if len(sites) < n {
		for i, r := range rows {
			groups[i] += "\x00" + r.Page
		}
	}
	return svm.Deal(groups, n)
}

// calibrationFolds are enough to calibrate probabilities: LIBSVM's number.
const calibrationFolds = 5

// coarser joins folds to calibrationFolds ones.
func coarser(folds []int) []int {
	out := make([]int, len(folds))
	for i, f := range folds {
		out[i] = f % calibrationFolds
	}
	return out
}

// pose scales the rows and makes them a problem.
func pose(rows []Row, columns []string) (svm.Problem, Scaler, error) {
	p := svm.Problem{X: make([][]float32, len(rows)), Y: make([]int8, len(rows))}
	for i, r := range rows {
		if len(r.Cells) != len(columns) {
			return p, Scaler{}, fmt.Errorf("a row has %d cells, not %d", len(r.Cells), len(columns))
		}
		p.Y[i] = -1
		if r.Content {
			p.Y[i] = 1
		}
	}
	s := fit(rows, len(columns))
	for i, r := range rows {
		p.X[i] = s.scaled(r.Cells)
	}
	return p, s, nil
}

// fit measures the range of every column.
func fit(rows []Row, width int) Scaler {
	s := Scaler{make([]float32, width), make([]float32, width), make([]float32, width)}
	for c := range width {
		values := make([]float32, len(rows))
		for i, r := range rows {
			values[i] = r.Cells[c]
		}
		slices.Sort(values)
		s.Min[c], s.Max[c], s.Typical[c] = values[0], values[len(values)-1], values[len(values)/2]
	}
	return s
}

// search cross-validates the grid and the recipe's points, and takes the best in the mean over all parts of so many rows
// as the options say: one part alone picks another point for every draw.
func search(ctx context.Context, p svm.Problem, folds []int, r Recipe, o Options) (best Point, also []Point, err error) {
	parts := max(1, len(p.X)/o.GridRows)
	tried := make([][]Point, parts)
	for k := range tried {
		from, to := k*len(p.X)/parts, (k+1)*len(p.X)/parts
		part := svm.Problem{X: p.X[from:to], Y: p.Y[from:to]}
		if tried[k], err = try(ctx, part, folds[from:to], r, o); err != nil {
			return Point{}, nil, err
		}
	}
	points := slices.Clone(tried[0])
	for i := range points {
		points[i].Score = 0
		for k := range tried {
			points[i].Score += tried[k][i].Score / float64(parts)
		}
	}
	also = points[len(points)-len(r.Also):]
	best = slices.MaxFunc(points, func(a, b Point) int { return cmp.Compare(a.Score, b.Score) })
	return best, also, nil
}

// try cross-validates the grid, in its order, and then the recipe's points.
func try(ctx context.Context, p svm.Problem, folds []int, r Recipe, o Options) ([]Point, error) {
	ranked, err := svm.GridSearch(ctx, p, rbf(), steps(o.MinC, o.MaxC, o.Factor), steps(o.MinGamma, o.MaxGamma, o.Factor), folds, r.Score)
	if err != nil {
		return nil, err
	}
	var points []Point
	for _, at := range ranked {
		points = append(points, point(at))
	}
	slices.SortFunc(points, func(a, b Point) int { return cmp.Or(cmp.Compare(a.C, b.C), cmp.Compare(a.Gamma, b.Gamma)) })
	for _, published := range r.Also {
		at, err := svm.GridSearch(ctx, p, rbf(), []float64{published.C}, []float64{published.Gamma}, folds, r.Score)
		if err != nil {
			return nil, err
		}
		points = append(points, point(at[0]))
	}
	return points, nil
}

func point(p svm.GridPoint) Point { return Point{p.Params.C, p.Params.Gamma, p.Score} }

// steps are low, low·factor, … up to high.
func steps(low, high, factor float64) []float64 {
	const slack = 1.000001 // of rounding at the upper end
	list := []float64{low}
	for x := low * factor; x <= high*slack; x *= factor {
		list = append(list, x)
	}
	return list
}

// F1 is the F1 of main content at the decision value 0, as a score for a grid search.
func F1(decisions []float64, labels []int8) float64 {
	both, predicted, gold := 0.0, 0.0, 0.0
	for i, f := range decisions {
		if f > 0 {
			predicted++
		}
		if labels[i] > 0 {
			gold++
		}
		if f > 0 && labels[i] > 0 {
			both++
		}
	}
	return 2 * both / max(1, predicted+gold)
}

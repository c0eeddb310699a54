package trees

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/mullionhq/mullion/classify/svm"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/parts"
)

// Params are the settings of Train.
type Params struct {
	Count   int     `key:"count" default:"300" min:"0" max:"10000" json:"count" doc:"trees of the forest"`
	Rate    float64 `key:"rate" default:"0.08" min:"0.001" max:"1" json:"rate" doc:"how far a tree goes towards what its rows ask for"`                  // a trial with XGBoost: half as many trees at .15 have a log loss of .279 on wcxb's blocks, these .274; together with the machine .2546 and .2532
	Depth   int     `key:"depth" default:"6" min:"1" max:"10" json:"depth" doc:"splits between a tree's root and its leaves"`                            // 6: XGBoost's default
	Rows    float64 `key:"rows" default:"0.5" min:"0.01" max:"1" json:"rows" doc:"share of the rows that a tree is grown on"`                            // Friedman 2002: half is good and quick
	Columns float64 `key:"columns" default:"0.4" min:"0.01" max:"1" json:"columns" doc:"share of the columns that a tree may ask for"`                   // a guess
	Penalty float64 `key:"penalty" default:"5" min:"0.001" max:"1e6" json:"penalty" doc:"of the squared leaves, beside the rows' curvature"`             // evaluation run: with 20 for both all static pages .9317 word F1 for .9321, wcxb .8882 for .8873
	Least   float64 `key:"least" default:"5" min:"0" max:"1e6" json:"least" doc:"least curvature in a leaf: four rows of which nothing is known have 1"` // as the penalty
	Seed    int     `json:"-"`                                                                                                                           // of the draws of rows and columns
}

// DefaultParams returns the tagged defaults.
func DefaultParams() Params { return option.Defaults[Params]() }

// Train grows a forest on rows of width integers, row after row. labels are +1 and −1; weights say how much each row
// counts beside the others. It minimises the weighted logistic loss by Newton steps on histograms (Friedman 2001, Chen
// and Guestrin 2016, equations 5 to 7), each tree on a draw of the rows and columns (Friedman 2002). Equal inputs give
// equal forests on one platform, whatever the number of processors.
func Train(ctx context.Context, rows []int8, width int, labels []int8, weights []float64, p Params) (*Forest, error) {
	if err := option.Check(p); err != nil {
		return nil, err
	}
	bias, err := checkTraining(rows, width, labels, weights)
	if err != nil {
		return nil, fmt.Errorf("training problem: %w", err)
	}
	f := &Forest{depth: p.Depth, bias: bias}
	g := newGrower(rows, width, labels, weights, p)
	margins := make([]float64, len(labels))
	for i := range margins {
		margins[i] = bias
	}
	for t := range p.Count {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g.lean(margins)
		splits, leaves := g.grow()
		f.plant(splits, leaves)
		newest := Forest{depth: p.Depth}
		newest.questions, newest.leaves = f.tree(t)
		parts.Do(len(margins), partRows, func(from, to int) { newest.Add(1, rows[from*width:to*width], width, margins[from:to]) })
	}
	return f, nil
}

// partRows is the least number of rows that are worth a goroutine of their own to one tree.
const partRows = 4096

// checkTraining returns the log-odds of the labels.
func checkTraining(rows []int8, width int, labels []int8, weights []float64) (bias float64, err error) {
	if width < 1 || width > math.MaxUint16 || len(rows) != width*len(labels) || len(weights) != len(labels) {
		return 0, fmt.Errorf("%d values and %d weights do not fit %d labels of %d columns", len(rows), len(weights), len(labels), width)
	}
	if err := svm.CheckClasses(labels, weights); err != nil {
		return 0, err
	}
	var positive, negative float64
	for i, y := range labels {
		if y > 0 {
			positive += weights[i]
		} else {
			negative += weights[i]
		}
	}
	return math.Log(positive / negative), nil
}

// A grower grows trees, one after the other.
type grower struct {
	p      Params
	width  int
	codes  []uint8  // the rows' values as places among the bounds of their columns
	bounds [][]int8 // by column, ascending: code k is not above bounds[k], and above those before it
	labels []int8
	weight []float64 // 1 in the mean

	pulls   []pull // by row
	rng     *rand.Rand
	order   []int32 // the drawn rows, those of a node side by side
	columns []int   // the drawn ones
}

// A pull is what a row or a node asks for: the gradient of the loss, and its curvature.
type pull struct{ gradient, curve float64 }

func (p *pull) add(o pull) {
	p.gradient += o.gradient
	p.curve += o.curve
}

func (p pull) less(o pull) pull { return pull{p.gradient - o.gradient, p.curve - o.curve} }

// gain is twice what the best leaf for the pull takes off the loss.
func (p pull) gain(penalty float64) float64 { return p.gradient * p.gradient / (p.curve + penalty) }

func newGrower(rows []int8, width int, labels []int8, weights []float64, p Params) *grower {
	n := len(labels)
	g := &grower{p: p, width: width, labels: labels, weight: make([]float64, n), pulls: make([]pull, n), rng: rand.New(rand.NewPCG(uint64(p.Seed), 0x74726565))}
	all := 0.0
	for _, w := range weights {
		all += w
	}
	for i, w := range weights {
		g.weight[i] = w * float64(n) / all
	}
	g.bounds = make([][]int8, width)
	g.codes = make([]uint8, len(rows))
	parts.Do(width, 1, func(from, to int) {
		for c := from; c < to; c++ {
			g.bounds[c] = boundsOf(rows, width, c)
			var code [256]uint8
			k := 0
			for v := math.MinInt8; v <= math.MaxInt8; v++ {
				if k < len(g.bounds[c])-1 && v > int(g.bounds[c][k]) {
					k++
				}
				code[v-math.MinInt8] = uint8(k)
			}
			for i := range n {
				g.codes[i*width+c] = code[int(rows[i*width+c])-math.MinInt8]
			}
		}
	})
	return g
}

// boundsOf are at most maxCodes bounds between which about as many rows have their values of a column each.
func boundsOf(rows []int8, width, column int) []int8 {
	var counts [256]int
	n := len(rows) / width
	for i := range n {
		counts[int(rows[i*width+column])-math.MinInt8]++
	}
	var bounds []int8
	held, passed := 0, 0
	for v, count := range counts {
		held += count
		passed += count
		if held > 0 && (held*maxCodes >= n || passed == n) {
			bounds = append(bounds, int8(v+math.MinInt8))
			held = 0
		}
	}
	return bounds
}

// maxCodes is how many places a column's values are told apart by. In a trial with XGBoost 256 were no better.
const maxCodes = 64

// lean computes all rows' pulls at their log-odds.
func (g *grower) lean(margins []float64) {
	for i, z := range margins {
		probability := 1 / (1 + math.Exp(-z))
		target := 0.0
		if g.labels[i] > 0 {
			target = 1
		}
		g.pulls[i] = pull{g.weight[i] * (probability - target), g.weight[i] * probability * (1 - probability)}
	}
}

// grow grows a tree, level by level.
func (g *grower) grow() ([]split, []float32) {
	g.draw()
	splits, leaves := make([]split, 0, 1<<g.p.Depth-1), make([]float32, 1<<g.p.Depth)
	root := node{to: len(g.order)}
	for _, i := range g.order {
		root.pull.add(g.pulls[i])
	}
	level := []node{root}
	for range g.p.Depth {
		g.count(level)
		next := make([]node, 0, 2*len(level))
		for k := range level {
			s, middle, left := g.divide(&level[k])
			splits = append(splits, s)
			next = append(next, level[k].children(middle, left)...)
		}
		level = next
	}
	for k, n := range level {
		if n.to > n.from {
			leaves[k] = float32(-g.p.Rate * n.pull.gradient / (n.pull.curve + g.p.Penalty))
		}
	}
	return splits, leaves
}

// draw draws the next tree's rows and columns.
func (g *grower) draw() {
	g.order = g.order[:0]
	for i := range g.labels {
		if g.rng.Float64() < g.p.Rows {
			g.order = append(g.order, int32(i))
		}
	}
	g.columns = g.rng.Perm(g.width)[:max(1, int(math.Round(g.p.Columns*float64(g.width))))]
	slices.Sort(g.columns)
}

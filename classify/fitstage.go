package classify

import (
	"math"

	"github.com/mullionhq/mullion/classify/svm"
	"github.com/mullionhq/mullion/classify/trees"
)

// A fitting is what one stage is trained with.
type fitting struct {
	name    string
	columns []string
	rows    int // blocks that are drawn
	machine svm.Params
	forest  bool // besides a machine
}

// A fitted stage comes with the blocks' probabilities by machines that did not see their sites.
type fitted struct {
	Stage
	apart [][]float64 // by example and block
	drawn int         // how many blocks it was trained on
}

// put makes a fitted stage the model's stage k.
func (m *Model) put(k int, f *fitted) {
	*m.stages()[k] = f.Stage
	m.Provenance.Rows[k], m.Provenance.Vectors[k] = f.drawn, f.vectors()
}

// fitStage trains a stage on drawn blocks of the examples that have rows. Machines and forests without a part of the
// sites each say what calibrates it.
func (t *trainer) fitStage(f fitting, rows [][][]float32) (*fitted, error) {
	if f.machine.Kernel != svm.Quadratic {
		f.rows = min(f.rows, typicalRows)
	}
	apart, odds := make([][]float64, len(rows)), make([][]float64, len(rows)) // by the machines, and by the forests
	for part := range t.o.InnerFolds {
		drawn := t.draw(rows, f.rows*(t.o.InnerFolds-1)/t.o.InnerFolds, func(i int) bool { return t.fold[i] != part })
		t.say("%s stage without part %d of %d: %d blocks", f.name, part+1, t.o.InnerFolds, len(drawn))
		stage, err := t.fit(f, drawn)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			if t.fold[i] == part && len(rows[i]) > 0 {
				apart[i], odds[i] = stage.separately(rows[i])
			}
		}
	}
	drawn := t.draw(rows, f.rows, func(int) bool { return true })
	t.say("%s stage: %d blocks", f.name, len(drawn))
	stage, err := t.fit(f, drawn)
	if err != nil {
		return nil, err
	}
	judges := drawn[:min(typicalRows, len(drawn))]
	platt, err := calibrate(judges, apart)
	if err != nil {
		return nil, err
	}
	if stage.Forest != nil {
		if stage.Say, apart, platt, err = heard(judges, apart, odds, platt); err != nil {
			return nil, err
		}
		if stage.Say == 0 {
			stage.Forest = nil
		}
	}
	stage.Machine = stage.Machine.Calibrated(platt)
	for i := range apart {
		for b, d := range apart[i] {
			apart[i][b] = platt.Probability(d)
		}
	}
	return &fitted{*stage, apart, len(drawn)}, nil
}

// separately are the decisions of the stage's machine about rows, and its forest's log-odds; nil without one.
func (s *Stage) separately(rows [][]float32) (decisions, odds []float64) {
	cells := s.cells(rows)
	decisions = make([]float64, len(rows))
	s.Machine.DecisionInt8(cells, len(s.Columns), decisions)
	if s.Forest != nil {
		odds = make([]float64, len(rows))
		s.Forest.Add(1, cells, len(s.Columns), odds)
	}
	return decisions, odds
}

// says are what a forest's log-odds may count for beside those of a machine: from not at all to four times as much.
var says = []float64{0, 0.25, 0.5, 1, 2, 4}

// heard adds a forest's log-odds to a machine's decisions, as much as makes the log loss of the judges least, and
// calibrates the sums. say is what they count for; alone is the sigmoid of the machine's decisions.
func heard(judges []row, decisions, odds [][]float64, alone svm.Platt) (say float64, sums [][]float64, platt svm.Platt, err error) {
	least := math.Inf(1)
	for _, s := range says {
		s /= math.Max(1e-3, -alone.A) // from log-odds to the machine's decisions
		sum := make([][]float64, len(decisions))
		for i := range decisions {
			for b, d := range decisions[i] {
				sum[i] = append(sum[i], d+s*odds[i][b])
			}
		}
		p, err := calibrate(judges, sum)
		if err != nil {
			return 0, nil, p, err
		}
		if loss := logLoss(judges, sum, p); loss < least {
			least, say, sums, platt = loss, s, sum, p
		}
	}
	return say, sums, platt, nil
}

// logLoss is that of decisions in sum.
func logLoss(judges []row, decisions [][]float64, p svm.Platt) float64 {
	sum := 0.0
	for _, r := range judges {
		q := p.Probability(decisions[r.example][r.block])
		if r.label < 0 {
			q = 1 - q
		}
		sum -= math.Log(q)
	}
	return sum
}

// typicalRows are enough drawn blocks to measure scales and to calibrate probabilities on, and the most that LIBSVM's
// solver, whose time grows with their square, is given.
const typicalRows = 24000

// fit trains one machine, and a forest where one is wanted. The costs of their rows are their weights.
func (t *trainer) fit(f fitting, rows []row) (*Stage, error) {
	var typical [][]float32
	for _, r := range rows[:min(typicalRows, len(rows))] {
		typical = append(typical, r.cells)
	}
	width := len(f.columns)
	s := &Stage{Columns: f.columns, Scaler: fitScaler(typical, width)}
	cells, labels, weights := make([]int8, len(rows)*width), make([]int8, len(rows)), make([]float64, len(rows))
	for k, r := range rows {
		s.Scaler.apply(r.cells, cells[k*width:(k+1)*width])
		labels[k], weights[k] = r.label, r.weight
	}
	var err error
	if f.forest {
		p := t.o.Trees
		p.Seed = t.o.Seed
		if s.Forest, err = trees.Train(t.ctx, cells, width, labels, weights, p); err != nil {
			return nil, err
		}
	}
	if f.machine.Kernel == svm.Quadratic {
		s.Machine, err = t.descend(cells, width, labels, weights, f.machine)
	} else {
		s.Machine, err = t.solve(s, rows, f.machine)
	}
	return s, err
}

// descend trains the quadratic kernel. The costs of the rows are their weights, params.C in the mean.
func (t *trainer) descend(cells []int8, width int, labels []int8, weights []float64, params svm.Params) (*svm.Machine, error) {
	p := svm.DefaultDescentParams()
	p.Gamma, p.Seed = params.Gamma, params.Seed
	return svm.Descend(t.ctx, cells, width, labels, costs(weights, params.C), p)
}

// costs are proportional to weights, and c in the mean.
func costs(weights []float64, c float64) []float64 {
	all := 0.0
	for _, w := range weights {
		all += w
	}
	out := make([]float64, len(weights))
	for k, w := range weights {
		out[k] = c * w * float64(len(weights)) / all
	}
	return out
}

// solve trains any other kernel; its rows cost the same.
func (t *trainer) solve(s *Stage, rows []row, params svm.Params) (*svm.Machine, error) {
	p := svm.Problem{X: make([][]float32, len(rows)), Y: make([]int8, len(rows))}
	for k, r := range rows {
		p.X[k], p.Y[k] = s.Scaler.scaled(r.cells), r.label
	}
	return svm.Train(t.ctx, p, params)
}

// calibrate fits probabilities to the held-apart decisions about the drawn blocks.
func calibrate(drawn []row, apart [][]float64) (svm.Platt, error) {
	decisions, labels := make([]float64, len(drawn)), make([]int8, len(drawn))
	for k, r := range drawn {
		decisions[k], labels[k] = apart[r.example][r.block], r.label
	}
	return svm.Calibrate(decisions, labels)
}

package svm

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/mullionhq/mullion/option"
)

// DescentParams are the settings of Descend.
type DescentParams struct {
	Gamma  float64 `key:"gamma" default:"0.003" min:"1e-9" max:"1e6" doc:"factor in the quadratic kernel (gamma x·y + 1)²"`
	Eps    float64 `key:"eps" default:"0.1" min:"1e-9" max:"10" doc:"training stops when the greatest and the least projected gradient of a sweep differ by less"` // 0.1: LIBLINEAR's default
	Sweeps int     `key:"sweeps" default:"60" min:"1" max:"100000" doc:"most sweeps over the rows"`
	Seed   int     `key:"seed" default:"1" doc:"of the order of the rows in a sweep"`
}

// DefaultDescentParams returns the tagged defaults.
func DefaultDescentParams() DescentParams { return option.Defaults[DescentParams]() }

// Descend trains a machine of the quadratic kernel on many rows of integers, each a feature's value divided by [Scale], row
// after row. labels are +1 and −1, costs each row's C. Its time and memory grow with the rows, not with their square: with
// z = (1, √gamma x) the kernel is (z·z')², so that all support vectors are one symmetric matrix W = Σ α y z zᵀ, and dual
// coordinate descent (Hsieh et al. 2008, algorithm 3, with shrinking) changes one multiplier and W at a time. Unlike
// LIBSVM's, the machine has no threshold of its own: the constant in z, which the margin pays for, stands for it.
//
// Equal inputs give equal machines on one platform. The machine is folded: it keeps W, not the support vectors.
func Descend(ctx context.Context, rows []int8, width int, labels []int8, costs []float64, p DescentParams) (*Machine, error) {
	if err := option.Check(p); err != nil {
		return nil, err
	}
	if err := checkDescent(rows, width, labels, costs); err != nil {
		return nil, fmt.Errorf("training problem: %w", err)
	}
	d := newDescent(rows, width, labels, costs, p)
	if err := d.run(ctx, p); err != nil {
		return nil, err
	}
	return d.machine(), nil
}

func checkDescent(rows []int8, width int, labels []int8, costs []float64) error {
	switch {
	case width < 1 || width > maxExactFeatures:
		return fmt.Errorf("%d features are not between 1 and %d", width, maxExactFeatures)
	case len(rows) != width*len(labels) || len(costs) != len(labels):
		return fmt.Errorf("%d values and %d costs do not fit %d labels of %d features", len(rows), len(costs), len(labels), width)
	}
	return CheckClasses(labels, costs)
}

// A descent is a training under way.
type descent struct {
	rows   []int8
	width  int
	labels []int8
	costs  []float64
	root   float32 // √gamma, of integers

	alpha    []float64
	diagonal []float64 // kernel of each row with itself
	w        symmetric
	z        []float32 // of the row in hand
	active   []int
	rng      *rand.Rand
}

func newDescent(rows []int8, width int, labels []int8, costs []float64, p DescentParams) *descent {
	n := len(labels)
	d := &descent{
		rows: rows, width: width, labels: labels, costs: costs, root: float32(math.Sqrt(p.Gamma) * Scale),
		alpha: make([]float64, n), diagonal: make([]float64, n), w: newSymmetric(width + 1),
		z: make([]float32, width+1+lanes), active: make([]int, n), rng: rand.New(rand.NewPCG(uint64(p.Seed), 0x64657363)),
	}
	for i := range n {
		z := d.load(i)
		s := float64(sumProducts(z, z))
		d.diagonal[i] = s * s
		d.active[i] = i
	}
	return d
}

// load is row i as z, padded with zeros to a multiple of lanes, without the zeros at its end.
func (d *descent) load(i int) []float32 {
	clear(d.z)
	d.z[0] = 1
	last := 0
	for j, q := range d.rows[i*d.width : (i+1)*d.width] {
		if q != 0 {
			d.z[j+1], last = d.root*float32(q), j+1
		}
	}
	return d.z[:last/lanes*lanes+lanes]
}

// run sweeps over the active rows until their projected gradients agree, then once more over all.
func (d *descent) run(ctx context.Context, p DescentParams) error {
	high, low := math.Inf(1), math.Inf(-1) // rows at a bound whose gradients lie beyond stay there: they leave
	for range p.Sweeps {
		if err := ctx.Err(); err != nil {
			return err
		}
		most, least := d.sweep(high, low)
		if most-least >= p.Eps {
			high, low = most, least
			if high <= 0 {
				high = math.Inf(1)
			}
			if low >= 0 {
				low = math.Inf(-1)
			}
			continue
		}
		if len(d.active) == len(d.alpha) {
			break
		}
		d.active = d.active[:0]
		for i := range d.alpha {
			d.active = append(d.active, i)
		}
		high, low = math.Inf(1), math.Inf(-1)
	}
	return nil
}

// sweep visits every active row once, and returns the greatest and the least projected gradient.
func (d *descent) sweep(high, low float64) (most, least float64) {
	d.rng.Shuffle(len(d.active), func(i, j int) { d.active[i], d.active[j] = d.active[j], d.active[i] })
	most, least = math.Inf(-1), math.Inf(1)
	kept := d.active[:0]
	for _, i := range d.active {
		z, y := d.load(i), float64(d.labels[i])
		gradient := y*d.w.at(z) - 1
		projected := gradient
		switch {
		case d.alpha[i] == 0:
			if gradient > high {
				continue
			}
			projected = math.Min(gradient, 0)
		case d.alpha[i] == d.costs[i]:
			if gradient < low {
				continue
			}
			projected = math.Max(gradient, 0)
		}
		kept = append(kept, i)
		most, least = math.Max(most, projected), math.Min(least, projected)
		if projected == 0 {
			continue
		}
		before := d.alpha[i]
		d.alpha[i] = math.Min(math.Max(before-gradient/d.diagonal[i], 0), d.costs[i])
		if change := d.alpha[i] - before; change != 0 {
			d.w.add(float32(change*y), z)
		}
	}
	d.active = kept
	return most, least
}

// machine folds W into a form.
func (d *descent) machine() *Machine {
	f := newForm(d.width)
	root := float64(d.root)
	f.constant = float64(d.w.cell(0, 0))
	for j := range d.width {
		f.linear[j] = 2 * float64(d.w.cell(0, j+1)) * root
		f.setRow(j, func(k int) float64 { return float64(d.w.cell(j+1, k+1)) * root * root })
	}
	m := &Machine{kernel: Kernel{Quadratic, float64(d.root) * float64(d.root) / (Scale * Scale)}, features: d.width, exact: f}
	for i, a := range d.alpha {
		if a > 0 {
			m.nsv[(1-int(d.labels[i]))/2]++
		}
	}
	return m
}

// symmetric is a symmetric matrix as its upper triangle: of every row the cells from the multiple of lanes at or before
// its diagonal on, those before the diagonal zero.
type symmetric struct {
	rows [][]float32
}

func newSymmetric(n int) symmetric {
	s := symmetric{make([][]float32, n)}
	width := (n + lanes - 1) / lanes * lanes
	for j := range s.rows {
		s.rows[j] = make([]float32, width-j/lanes*lanes)
	}
	return s
}

func (s *symmetric) cell(j, k int) float32 {
	if j > k {
		j, k = k, j
	}
	return s.rows[j][k-j/lanes*lanes]
}

// at is zᵀ S z; z is as long as a multiple of lanes.
func (s *symmetric) at(z []float32) float64 {
	sum := 0.0
	for j, v := range z[:min(len(z), len(s.rows))] {
		if v == 0 {
			continue
		}
		from := j / lanes * lanes
		row := s.rows[j][:len(z)-from]
		sum += float64(v) * (2*float64(sumProducts(row, z[from:])) - float64(row[j-from]*v))
	}
	return sum
}

// add adds c z zᵀ.
func (s *symmetric) add(c float32, z []float32) {
	for j, v := range z[:min(len(z), len(s.rows))] {
		if v == 0 {
			continue
		}
		from := j / lanes * lanes
		row := s.rows[j][:len(z)-from]
		addProducts(c*v, z[from:], row)
		clear(row[:j-from])
	}
}

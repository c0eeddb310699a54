package svm

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// rings are integer rows in a disc, +1 outside a circle, some labels flipped: what no linear machine tells apart.
func rings(n, width int, noise float64) (rows []int8, labels []int8) {
	rng := rand.New(rand.NewPCG(7, uint64(n)))
	for range n {
		square := 0.0
		for j := range width {
			q := int8(rng.IntN(121) - 60)
			if j > 1 && rng.IntN(2) == 0 {
				q = 0 // absent evidence
			}
			rows = append(rows, q)
			if j < 2 {
				square += float64(q) * float64(q)
			}
		}
		y := int8(-1)
		if (square > 50*50) != (rng.Float64() < noise) {
			y = 1
		}
		labels = append(labels, y)
	}
	return rows, labels
}

func equalCosts(n int, c float64) []float64 {
	costs := make([]float64, n)
	for i := range costs {
		costs[i] = c
	}
	return costs
}

// The gap between the primal and the dual objective bounds how far a solution is from the optimum.
func TestDescentReachesTheOptimum(t *testing.T) {
	const width = 11
	rows, labels := rings(600, width, 0.1)
	p := DefaultDescentParams()
	p.Gamma, p.Eps, p.Sweeps = 0.05, 0.001, 2000
	d := newDescent(rows, width, labels, equalCosts(len(labels), 2), p)
	if err := d.run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	var norm, sum, losses float64 // |w|² = Σ_i α_i y_i f(x_i)
	for i, a := range d.alpha {
		margin := float64(d.labels[i]) * d.w.at(d.load(i))
		norm += a * margin
		sum += a
		losses += d.costs[i] * math.Max(0, 1-margin)
	}
	primal, dual := norm/2+losses, sum-norm/2
	if gap := (primal - dual) / primal; gap < -1e-4 || gap > 1e-3 {
		t.Errorf("the primal objective is %v, the dual %v: a gap of %v", primal, dual, gap)
	}
	m := d.machine()
	wrong := 0
	out := make([]float64, len(labels))
	m.DecisionInt8(rows, width, out)
	for i, f := range out {
		if want := d.w.at(d.load(i)); math.Abs(f-want) > 1e-3*math.Max(1, math.Abs(want)) {
			t.Fatalf("row %d: the machine says %v, the matrix %v", i, f, want)
		}
		if f*float64(labels[i]) < 0 {
			wrong++
		}
	}
	if wrong > 120 {
		t.Errorf("%d of 600 rows are on the wrong side, 60 have flipped labels", wrong)
	}
}

// LIBSVM's solver answers the same problem but for its free threshold: decisions are nearly the same.
func TestDescentAgreesWithTrain(t *testing.T) {
	const width = 6
	rows, labels := rings(500, width, 0.05)
	problem := Problem{Y: labels}
	for i := range labels {
		x := make([]float32, width)
		for j := range x {
			x[j] = float32(rows[i*width+j]) * Scale
		}
		problem.X = append(problem.X, x)
	}
	params := DefaultParams()
	params.Kernel, params.C, params.Gamma, params.Eps = Quadratic, 1, 0.1, 1e-4
	reference, err := Train(context.Background(), problem, params)
	if err != nil {
		t.Fatal(err)
	}
	p := DefaultDescentParams()
	p.Gamma, p.Eps, p.Sweeps = 0.1, 0.001, 2000
	m, err := Descend(context.Background(), rows, width, labels, equalCosts(len(labels), 1), p)
	if err != nil {
		t.Fatal(err)
	}
	want, got := make([]float64, len(labels)), make([]float64, len(labels))
	reference.DecisionInt8(rows, width, want)
	m.DecisionInt8(rows, width, got)
	differ := 0
	for i := range want {
		if want[i]*got[i] < 0 {
			differ++
		}
		if math.Abs(want[i]-got[i]) > 0.1*math.Max(1, math.Abs(want[i])) {
			t.Errorf("row %d: %v, Train says %v", i, got[i], want[i])
		}
	}
	if differ > 5 {
		t.Errorf("%d of 500 labels differ", differ)
	}
}

// A row of twice the cost is the row twice.
func TestDescentCosts(t *testing.T) {
	const width = 4
	rows, labels := rings(120, width, 0.2)
	p := DefaultDescentParams()
	p.Gamma, p.Eps, p.Sweeps = 0.1, 1e-4, 5000
	costs := equalCosts(120, 1)
	twice, twiceLabels := rows, labels
	for i := 0; i < 120; i += 3 {
		costs[i] = 2
		twice, twiceLabels = append(twice[:len(twice):len(twice)], rows[i*width:(i+1)*width]...), append(twiceLabels[:len(twiceLabels):len(twiceLabels)], labels[i])
	}
	train := func(rows, labels []int8, costs []float64) []float64 {
		m, err := Descend(context.Background(), rows, width, labels, costs, p)
		if err != nil {
			t.Fatal(err)
		}
		out := make([]float64, 120)
		m.DecisionInt8(rows[:120*width], width, out)
		return out
	}
	a, b := train(rows, labels, costs), train(twice, twiceLabels, equalCosts(160, 1))
	for i := range a {
		if math.Abs(a[i]-b[i]) > 0.01*math.Max(1, math.Abs(a[i])) {
			t.Errorf("row %d: %v with costs, %v with copies", i, a[i], b[i])
		}
	}
}

func TestDescentRefuses(t *testing.T) {
	ctx, p := context.Background(), DefaultDescentParams()
	for name, call := range map[string]func() error{
		"a label of 0": func() error {
			_, err := Descend(ctx, []int8{1, 2}, 1, []int8{0, 1}, []float64{1, 1}, p)
			return err
		},
		"a cost of 0": func() error {
			_, err := Descend(ctx, []int8{1, 2}, 1, []int8{-1, 1}, []float64{1, 0}, p)
			return err
		},
		"one label": func() error { _, err := Descend(ctx, []int8{1, 2}, 1, []int8{1, 1}, []float64{1, 1}, p); return err },
		"too few values": func() error {
			_, err := Descend(ctx, []int8{1}, 1, []int8{-1, 1}, []float64{1, 1}, p)
			return err
		},
		"too small a gamma": func() error {
			p := p
			p.Gamma = 0
			_, err := Descend(ctx, []int8{1, 2}, 1, []int8{-1, 1}, []float64{1, 1}, p)
			return err
		},
	} {
		if call() == nil {
			t.Errorf("%s is taken", name)
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Descend(ended, []int8{1, 2}, 1, []int8{-1, 1}, []float64{1, 1}, p); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled training ends with %v", err)
	}
}

// The assembly gives what plain Go gives, but for the order of sums.
func TestFloatProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 0; n <= 20*lanes; n += lanes {
		a, b, c := make([]float32, n), make([]float32, n), make([]float32, n)
		for i := range a {
			a[i], b[i] = rng.Float32()-0.5, rng.Float32()-0.5
		}
		copy(c, b)
		if got, want := sumProducts(a, b), dot(a, b); math.Abs(float64(got-want)) > 1e-5 {
			t.Errorf("sum of %d products: %v, want %v", n, got, want)
		}
		addProducts(1.5, a, b)
		addProductsGeneric(1.5, a, c)
		for i := range b {
			if math.Abs(float64(b[i]-c[i])) > 1e-6 {
				t.Errorf("%d products: value %d is %v, want %v", n, i, b[i], c[i])
			}
		}
	}
}

func BenchmarkDescend(b *testing.B) {
	const width = 350
	rows, labels := rings(4000, width, 0.1)
	p := DefaultDescentParams()
	for b.Loop() {
		if _, err := Descend(b.Context(), rows, width, labels, equalCosts(len(labels), 1), p); err != nil {
			b.Fatal(err)
		}
	}
}

package trees

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// noisy are rows of three columns whose label is that both of the first lie on the same side of 0 (no linear machine
// tells it), but for a tenth of them; the third column tells nothing.
func noisy(n int, seed uint64) (rows []int8, labels []int8, weights []float64, truth []int8) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for range n {
		a, b := rng.IntN(200)-100, rng.IntN(200)-100
		y := int8(-1)
		if (a > 0) == (b > 0) {
			y = 1
		}
		rows, truth = append(rows, int8(a), int8(b), int8(rng.IntN(200)-100)), append(truth, y)
		if rng.Float64() < 0.1 {
			y = -y
		}
		labels, weights = append(labels, y), append(weights, 1)
	}
	return rows, labels, weights, truth
}

func params() Params {
	p := DefaultParams()
	p.Count, p.Depth, p.Columns = 150, 3, 1
	return p
}

func logOdds(f *Forest, rows []int8, width int) []float64 {
	out := make([]float64, len(rows)/width)
	f.Add(1, rows, width, out)
	return out
}

func TestInteractionIsLearned(t *testing.T) {
	rows, labels, weights, _ := noisy(4000, 1)
	f, err := Train(context.Background(), rows, 3, labels, weights, params())
	if err != nil {
		t.Fatal(err)
	}
	unseen, _, _, truth := noisy(2000, 2)
	right, mean := 0, 0.0
	for i, z := range logOdds(f, unseen, 3) {
		if (z > 0) == (truth[i] > 0) {
			right++
		}
		mean += 1 / (1 + math.Exp(-math.Abs(z))) / 2000
	}
	if right < 1940 {
		t.Errorf("%d of 2000 unseen rows are right", right)
	}
	if math.Abs(mean-0.9) > 0.03 {
		t.Errorf("the forest is sure of %.3f in the mean, where 0.9 of the labels are true", mean)
	}
	if f.Trees() != 150 || f.Columns() < 2 || f.Columns() > 3 {
		t.Errorf("%d trees that ask for %d columns", f.Trees(), f.Columns())
	}
}

// One tree of one split by hand, beside a column that tells nothing: Newton steps of Chen and Guestrin 2016, equations 5 to 7.
func TestFirstSplitByHand(t *testing.T) {
	rows := []int8{100, -3, 100, 0, 100, 2, 100, 5}
	labels := []int8{-1, -1, 1, 1}
	weights := []float64{2, 2, 2, 4}
	p := Params{Count: 1, Rate: 0.5, Depth: 1, Rows: 1, Columns: 1, Penalty: 1, Seed: 1}
	f, err := Train(context.Background(), rows, 2, labels, weights, p)
	if err != nil {
		t.Fatal(err)
	}
	// Weights are .8, .8, .8 and 1.6 of a mean of 1; 2.4 of 4 are of label 1, so that all rows begin with .6.
	left := -0.5 * (1.6 * 0.6) / (1.6*0.24 + 1)
	right := -0.5 * (2.4 * (0.6 - 1)) / (2.4*0.24 + 1)
	begin := math.Log(0.6 / 0.4)
	for i, z := range logOdds(f, []int8{100, -128, 100, 0, 100, 1, 100, 127}, 2) {
		want := begin + left
		if i > 1 {
			want = begin + right
		}
		if math.Abs(z-want) > 1e-6 {
			t.Errorf("row %d has %.6f, want %.6f", i, z, want)
		}
	}
}

// The histogram of a larger child is its parent's less its sibling's: no split may depend on which was counted.
func TestWeightsAreRepeatedRows(t *testing.T) {
	rows, labels, weights, _ := noisy(501, 3)
	for i := range rows {
		rows[i] /= 10 // few values, each with a bound of its own: those are chosen by rows, not by weights
	}
	p := params()
	p.Rows = 1
	var twice []int8
	var labels2 []int8
	var ones []float64
	for i := range labels {
		n := 1 + i%3
		weights[i] = float64(n)
		for range n {
			twice, labels2, ones = append(twice, rows[3*i:3*i+3]...), append(labels2, labels[i]), append(ones, 1)
		}
	}
	a, err := Train(context.Background(), rows, 3, labels, weights, p)
	if err != nil {
		t.Fatal(err)
	}
	p.Penalty, p.Least = p.Penalty*2, p.Least*2 // the mean weight is 1 in both, and there are twice as many rows
	b, err := Train(context.Background(), twice, 3, labels2, ones, p)
	if err != nil {
		t.Fatal(err)
	}
	x, y := logOdds(a, rows, 3), logOdds(b, rows, 3)
	for i := range x {
		if math.Abs(x[i]-y[i]) > 1e-3 {
			t.Fatalf("row %d has %.5f as one of weight %v, and %.5f as so many rows", i, x[i], weights[i], y[i])
		}
	}
}

func TestForestIsTheSameOnAnyNumberOfProcessors(t *testing.T) {
	rows, labels, weights, _ := noisy(3000, 4)
	var files [2]bytes.Buffer
	for k, n := range []int{1, 3} {
		before := runtime.GOMAXPROCS(n)
		f, err := Train(context.Background(), rows, 3, labels, weights, params())
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Write(&files[k]); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("the forests differ")
	}
}

func TestForestRoundTrip(t *testing.T) {
	rows, labels, weights, _ := noisy(300, 5)
	f, err := Train(context.Background(), rows, 3, labels, weights, params())
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := f.Write(&file); err != nil {
		t.Fatal(err)
	}
	stored := file.Bytes()
	read, err := Read(bytes.NewReader(stored))
	if err != nil {
		t.Fatal(err)
	}
	x, y := logOdds(f, rows, 3), logOdds(read, rows, 3)
	for i := range x {
		if x[i] != y[i] {
			t.Fatalf("row %d: %v before and %v after", i, x[i], y[i])
		}
	}
	for _, n := range []int{0, 5, 16, 40, len(stored) - 1} {
		if _, err := Read(bytes.NewReader(stored[:n])); err == nil {
			t.Errorf("a forest cut to %d bytes was read", n)
		}
	}
}

func TestBadProblemsAreRefused(t *testing.T) {
	train := func(rows, labels []int8, weights ...float64) error {
		_, err := Train(context.Background(), rows, 1, labels, weights, params())
		return err
	}
	for name, err := range map[string]error{
		"one label":         train([]int8{1, 2}, []int8{1, 1}, 1, 1),
		"an unknown label":  train([]int8{1, 2}, []int8{1, 0}, 1, 1),
		"a missing value":   train([]int8{1}, []int8{1, -1}, 1, 1),
		"a missing weight":  train([]int8{1, 2}, []int8{1, -1}, 1),
		"no weight at all":  train([]int8{1, 2}, []int8{1, -1}, 0, 1),
		"an endless weight": train([]int8{1, 2}, []int8{1, -1}, math.Inf(1), 1),
		"no rows":           train(nil, nil),
	} {
		if err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rows, labels, weights, _ := noisy(100, 6)
	if _, err := Train(ctx, rows, 3, labels, weights, params()); err == nil {
		t.Error("a cancelled training went on")
	}
}

func FuzzRead(f *testing.F) {
	rows, labels, weights, _ := noisy(100, 7)
	p := params()
	p.Count = 2
	forest, err := Train(context.Background(), rows, 3, labels, weights, p)
	if err != nil {
		f.Fatal(err)
	}
	var file bytes.Buffer
	if err := forest.Write(&file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Fuzz(func(t *testing.T, stored []byte) {
		read, err := Read(bytes.NewReader(stored))
		if err != nil {
			return
		}
		width := max(1, read.Columns())
		for _, z := range logOdds(read, make([]int8, width), width) {
			if math.IsNaN(z) {
				t.Error("no number")
			}
		}
	})
}

func BenchmarkAdd(b *testing.B) {
	const width, n = 350, 200
	rng := rand.New(rand.NewPCG(1, 1))
	rows, labels, weights := make([]int8, width*n), make([]int8, n), make([]float64, n)
	for i := range rows {
		rows[i] = int8(rng.IntN(256) - 128)
	}
	for i := range labels {
		labels[i], weights[i] = int8(2*rng.IntN(2)-1), 1
	}
	p := DefaultParams()
	p.Least = 0
	f, err := Train(context.Background(), rows, width, labels, weights, p)
	if err != nil {
		b.Fatal(err)
	}
	out := make([]float64, n)
	for b.Loop() {
		f.Add(1, rows, width, out)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/block")
}

func BenchmarkTrain(b *testing.B) {
	const width, n = 350, 40000
	rng := rand.New(rand.NewPCG(1, 1))
	rows, labels, weights := make([]int8, width*n), make([]int8, n), make([]float64, n)
	for i := range rows {
		rows[i] = int8(rng.NormFloat64() * 20)
	}
	for i := range labels {
		labels[i], weights[i] = -1, 1
		if int(rows[width*i])+int(rows[width*i+1]) > int(rows[width*i+2]) {
			labels[i] = 1
		}
	}
	p := DefaultParams()
	p.Count = 20
	for b.Loop() {
		if _, err := Train(context.Background(), rows, width, labels, weights, p); err != nil {
			b.Fatal(err)
		}
	}
}

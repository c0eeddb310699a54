package svm

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// smallParams suit the small problems of tests.
func smallParams() Params {
	p := DefaultParams()
	p.Gamma = 0.25
	return p
}

// ring is a problem no line solves: +1 inside a circle, −1 around it. Column 1 never varies.
func ring() Problem {
	var p Problem
	for i := range 40 {
		angle, radius, y := float64(i)*0.7, 0.5, int8(1)
		if i%2 == 0 {
			radius, y = 2, -1
		}
		p.X = append(p.X, []float32{float32(radius * math.Cos(angle)), 7, float32(radius * math.Sin(angle))})
		p.Y = append(p.Y, y)
	}
	return p
}

func TestTrainLearnsARing(t *testing.T) {
	m := mustTrain(t, ring(), smallParams())
	for _, c := range []struct {
		x, y   float32
		inside bool
	}{{0, 0, true}, {0.3, -0.3, true}, {2, 0, false}, {-1.5, 1.5, false}, {0, -2.2, false}} {
		if f := m.Decision([]float32{c.x, 7, c.y}); (f > 0) != c.inside {
			t.Errorf("decision %v at (%v, %v), inside: %v", f, c.x, c.y, c.inside)
		}
	}
}

// The optimality conditions hold on every row: outside the margin no multiplier, inside it the greatest.
func TestTrainReachesTheOptimum(t *testing.T) {
	p, params := overlapping(150, 30, 4), smallParams()
	params.Gamma, params.WeightPos = 0.03125, 2
	m := mustTrain(t, p, params)
	for i, x := range p.X {
		margin := m.Decision(x) * float64(p.Y[i])
		limit := params.C
		if p.Y[i] > 0 {
			limit *= params.WeightPos
		}
		switch alpha := multiplier(m, x); {
		case alpha == 0 && margin < 1-2*params.Eps:
			t.Errorf("row %d is no support vector, but its margin is %v", i, margin)
		case alpha >= limit && margin > 1+2*params.Eps:
			t.Errorf("row %d has the greatest multiplier, but its margin is %v", i, margin)
		case alpha > 0 && alpha < limit && math.Abs(margin-1) > 2*params.Eps:
			t.Errorf("row %d is a free support vector, but its margin is %v", i, margin)
		}
	}
}

// multiplier returns |coef| of the support vector x, 0 when it is none.
func multiplier(m *Machine, x []float32) float64 {
	for i, c := range m.coef {
		if slices.Equal(m.sv[i*m.features:(i+1)*m.features], x) {
			return math.Abs(c)
		}
	}
	return 0
}

// Rows of zeros are support vectors like others, and labels may come in any order.
func TestTrainKeepsRowsOfZeros(t *testing.T) {
	p := Problem{
		X: [][]float32{{0, 0}, {1, 1}, {0, 0}, {1, 1}},
		Y: []int8{-1, 1, -1, 1},
	}
	m := mustTrain(t, p, smallParams())
	if f := m.Decision([]float32{0, 0}); !near(f, -1, 0.01) {
		t.Errorf("decision %v at the rows of zeros, want -1", f)
	}
	if f := m.Decision([]float32{1, 1}); !near(f, 1, 0.01) {
		t.Errorf("decision %v at the other rows, want 1", f)
	}
}

func TestTrainIsRepeatable(t *testing.T) {
	params := smallParams()
	params.Probability = true
	var files [2]bytes.Buffer
	for i := range files {
		if err := mustTrain(t, ring(), params).Write(&files[i]); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("two trainings gave two models")
	}
}

func TestTrainRefuses(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	ok := [][]float32{{1, 2}, {2, 1}, {3, 4}, {4, 3}}
	both := []int8{1, 1, -1, -1}
	for _, c := range []struct {
		name string
		p    Problem
		set  func(*Params)
		want string
	}{
		{"no rows", Problem{}, nil, "no rows to train on"},
		{"no features", Problem{X: [][]float32{{}, {}}, Y: []int8{1, -1}}, nil, "rows have 0 features"},
		{"a label short", Problem{X: ok, Y: both[:3]}, nil, "4 rows but 3 labels"},
		{"ragged", Problem{X: [][]float32{{1, 2}, {2, 1}, {3}, {4, 3}}, Y: both}, nil, "row 2 has 1 features, row 0 has 2"},
		{"NaN", Problem{X: [][]float32{{1, 2}, {2, nan}, {3, 4}, {4, 3}}, Y: both}, nil, "row 1, feature 1: NaN is not a finite number"},
		{"infinite", Problem{X: [][]float32{{1, 2}, {2, 1}, {inf, 4}, {4, 3}}, Y: both}, nil, "row 2, feature 0: -Inf is not a finite number"},
		{"label 0", Problem{X: ok, Y: []int8{1, 0, -1, -1}}, nil, "row 1: label 0 is neither 1 nor -1"},
		{"one class", Problem{X: ok, Y: []int8{1, 1, 1, 1}}, nil, "4 rows are labelled +1 and 0 −1"},
		{"too few", Problem{X: ok, Y: []int8{1, 1, 1, -1}}, nil, "at least 2 of each are needed"},
		{"equal rows", Problem{X: [][]float32{{1, 2}, {1, 2}, {1, 2}, {1, 2}}, Y: both}, nil, "all rows are equal"},
		{"gamma 0", Problem{X: ok, Y: both}, func(p *Params) { p.Gamma = 0 }, "gamma: 0 is not between"},
		{"C NaN", Problem{X: ok, Y: both}, func(p *Params) { p.C = math.NaN() }, "c: NaN is not a number"},
	} {
		params := smallParams()
		if c.set != nil {
			c.set(&params)
		}
		if _, err := Train(t.Context(), c.p, params); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestTrainHeedsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Train(ctx, ring(), smallParams()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// libsvm-go left alone prints, and sets GOMAXPROCS. A temporary folder left behind would fill disks.
func TestTrainLeavesNoTrace(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	params := smallParams()
	params.Probability = true
	if out := printed(t, func() { mustTrain(t, ring(), params) }); out != "" {
		t.Errorf("training printed %q", out)
	}
	if n := runtime.GOMAXPROCS(0); n != 3 {
		t.Errorf("training changed GOMAXPROCS from 3 to %d", n)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("training left %v behind (%v)", left, err)
	}
}

// printed returns what f writes to standard output and standard error.
func printed(t *testing.T, f func()) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out := make(chan string)
	go func() {
		text, _ := io.ReadAll(r)
		out <- string(text)
	}()
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = w, w
	func() {
		defer func() {
			os.Stdout, os.Stderr = stdout, stderr
			w.Close()
		}()
		f()
	}()
	return <-out
}

// Training in rounds on a growing set of rows ends at the optimum of all rows.
func TestTrainInRoundsFindsTheSameOptimum(t *testing.T) {
	p, params := overlapping(500, 24, 8), smallParams()
	params.Gamma = 0.03125
	params.Parts = 1
	whole := mustTrain(t, p, params)
	params.Parts, params.PartRows = 8, 20
	rounds := mustTrain(t, p, params)
	if first := len(chosen(firstPart(p, params))); first > 70 || first >= len(rounds.coef) {
		t.Fatalf("%d rows to begin with, so that one round may be enough", first)
	}
	if got, want := rounds.objective(), whole.objective(); !near(got, want, 1e-6) {
		t.Errorf("objective %v in rounds, %v at once", got, want)
	}
	got := decisions(rounds, p.X)
	for i, want := range decisions(whole, p.X) {
		if !near(got[i], want, 5*params.Eps) {
			t.Errorf("row %d: decision %v in rounds, %v at once", i, got[i], want)
		}
	}
}

// Trainings may run at the same time; the race detector watches libsvm-go here.
func TestTrainIsSafeForConcurrentUse(t *testing.T) {
	want := mustTrain(t, ring(), smallParams()).rho
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() {
			m, err := Train(t.Context(), ring(), smallParams())
			if err != nil {
				t.Error(err)
			} else if m.rho != want {
				t.Errorf("rho %v, alone %v", m.rho, want)
			}
		})
	}
	wait.Wait()
}

package svm

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Labels drawn from a sigmoid give that sigmoid back.
func TestCalibrateRecoversTheSigmoid(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, want := range []Platt{{A: -2, B: 0.5}, {A: -0.5, B: -1}, {A: 1, B: 0}} {
		var decisions []float64
		var labels []int8
		for range 50_000 {
			f, y := 2*random.NormFloat64(), int8(-1)
			if random.Float64() < want.Probability(f) {
				y = 1
			}
			decisions, labels = append(decisions, f), append(labels, y)
		}
		got, err := Calibrate(decisions, labels)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.A-want.A) > 0.06 || math.Abs(got.B-want.B) > 0.06 {
			t.Errorf("sigmoid %v, want about %v", got, want)
		}
	}
}

// Separable decisions have no best sigmoid; Platt's targets keep it from becoming a step: the most certain
// row of n gets about (n+1)/(n+2).
func TestCalibrateStaysModestOnSeparableRows(t *testing.T) {
	s, err := Calibrate([]float64{-3, -3, -3, 3, 3, 3}, []int8{-1, -1, -1, 1, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	if p := s.Probability(3); !near(p, 4.0/5, 1e-3) {
		t.Errorf("probability %v of three certain rows, want 0.8", p)
	}
	if p := s.Probability(0); !near(p, 0.5, 1e-3) {
		t.Errorf("probability %v at the boundary, want 0.5", p)
	}
}

func TestCalibrateRefuses(t *testing.T) {
	for _, c := range []struct {
		name      string
		decisions []float64
		labels    []int8
		want      string
	}{
		{"lengths differ", []float64{1, 2}, []int8{1}, "2 decisions but 1 labels"},
		{"one label only", []float64{1, 2}, []int8{1, 1}, "2 decisions are labelled +1 and 0 −1"},
		{"nothing", nil, nil, "0 decisions are labelled +1"},
		{"NaN", []float64{1, math.NaN()}, []int8{1, -1}, "decision 1: NaN is not a finite number"},
	} {
		if _, err := Calibrate(c.decisions, c.labels); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestProbabilityKeepsOffCertainty(t *testing.T) {
	s := Platt{A: -1}
	for f, want := range map[float64]float64{1e6: 1 - 1e-7, -1e6: 1e-7, 0: 0.5} {
		if got := s.Probability(f); got != want {
			t.Errorf("probability %v at decision %v, want %v", got, f, want)
		}
	}
}

func TestCalibrated(t *testing.T) {
	m := randomMachine(4, 3, true, 1)
	if s, ok := m.Calibrated(Platt{A: -1}).Platt(); !ok || s != (Platt{A: -1}) {
		t.Errorf("calibration %v, %v", s, ok)
	}
	if _, ok := m.Platt(); ok {
		t.Error("calibrating a copy changed the machine")
	}
}

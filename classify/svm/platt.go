package svm

import (
	"errors"
	"fmt"
	"math"
)

// Platt maps a decision value f to the probability 1/(1 + exp(A·f + B)) of label +1. A is negative when
// greater decisions mean +1.
type Platt struct{ A, B float64 }

// minProbability keeps probabilities off 0 and 1, as LIBSVM does.
const minProbability = 1e-7

// Probability of label +1 at decision value f.
func (s Platt) Probability(f float64) float64 {
	return min(1-minProbability, max(minProbability, sigmoid(s.A*f+s.B)))
}

// sigmoid returns 1/(1 + exp(z)) without overflow.
func sigmoid(z float64) float64 {
	if z >= 0 {
		e := math.Exp(-z)
		return e / (1 + e)
	}
	return 1 / (1 + math.Exp(z))
}

// Constants of Newton's method in Lin, Lin and Weng, "A note on Platt's probabilistic outputs for support
// vector machines" (2007), appendix; LIBSVM has the same.
const (
	plattIterations = 100
	plattMinStep    = 1e-10
	plattSigma      = 1e-12 // keeps the Hessian positive definite
	plattEps        = 1e-5  // of the gradient
	plattDecrease   = 1e-4  // of a line search step
)

// Calibrate fits the sigmoid to decision values of rows that the machine was not trained on, and their
// labels (> 0 is +1). Both labels must occur.
func Calibrate(decisions []float64, labels []int8) (Platt, error) {
	if len(decisions) != len(labels) {
		return Platt{}, fmt.Errorf("%d decisions but %d labels", len(decisions), len(labels))
	}
	var pos, neg float64
	for i, f := range decisions {
		if !finite(f) {
			return Platt{}, fmt.Errorf("decision %d: %v is not a finite number", i, f)
		}
		if labels[i] > 0 {
			pos++
		} else {
			neg++
		}
	}
	if pos == 0 || neg == 0 {
		return Platt{}, fmt.Errorf("%v decisions are labelled +1 and %v −1: both are needed", pos, neg)
	}
	fit := plattFit{decisions: decisions, targets: make([]float64, len(labels))}
	for i, y := range labels {
		fit.targets[i] = 1 / (neg + 2)
		if y > 0 {
			fit.targets[i] = (pos + 1) / (pos + 2)
		}
	}
	return fit.newton(Platt{A: 0, B: math.Log((neg + 1) / (pos + 1))})
}

// plattFit is the regression problem: decisions and the probabilities aimed at.
type plattFit struct{ decisions, targets []float64 }

// newton minimises the loss from s by Newton's method with backtracking.
func (p plattFit) newton(s Platt) (Platt, error) {
	loss := p.loss(s)
	for range plattIterations {
		g, step, done := p.direction(s)
		if done {
			return s, nil
		}
		slope := g.A*step.A + g.B*step.B
		size := 1.0
		for ; size >= plattMinStep; size /= 2 {
			next := Platt{A: s.A + size*step.A, B: s.B + size*step.B}
			if l := p.loss(next); l < loss+plattDecrease*size*slope {
				s, loss = next, l
				break
			}
		}
		if size < plattMinStep {
			break // no smaller loss can be computed: as near as the numbers allow
		}
	}
	if !finite(s.A) || !finite(s.B) {
		return Platt{}, errors.New("the sigmoid does not converge on these decisions")
	}
	return s, nil
}

// loss is the cross entropy of s against the targets.
func (p plattFit) loss(s Platt) float64 {
	var sum float64
	for i, f := range p.decisions {
		z := s.A*f + s.B
		if z >= 0 {
			sum += p.targets[i]*z + math.Log1p(math.Exp(-z))
		} else {
			sum += (p.targets[i]-1)*z + math.Log1p(math.Exp(z))
		}
	}
	return sum
}

// direction returns the gradient at s and Newton's step; done when the gradient vanishes.
func (p plattFit) direction(s Platt) (g, step Platt, done bool) {
	haa, hbb, hab := plattSigma, plattSigma, 0.0
	for i, f := range p.decisions {
		prob := sigmoid(s.A*f + s.B)
		d2 := prob * (1 - prob)
		haa += f * f * d2
		hbb += d2
		hab += f * d2
		d1 := p.targets[i] - prob
		g.A += f * d1
		g.B += d1
	}
	if math.Abs(g.A) < plattEps && math.Abs(g.B) < plattEps {
		return g, step, true
	}
	det := haa*hbb - hab*hab
	step.A = -(hbb*g.A - hab*g.B) / det
	step.B = -(-hab*g.A + haa*g.B) / det
	return g, step, false
}

// Calibrated returns a copy of m that answers with probabilities through s.
func (m *Machine) Calibrated(s Platt) *Machine {
	c := *m
	c.platt = &s
	return &c
}

// Platt returns the machine's calibration; ok is false when it has none.
func (m *Machine) Platt() (s Platt, ok bool) {
	if m.platt == nil {
		return Platt{}, false
	}
	return *m.platt, true
}

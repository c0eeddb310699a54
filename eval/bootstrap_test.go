package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// wordF1 is the word F1 of pages that all have a gold text.
func wordF1(s Scores) float64 { return s.Word.F1 }

// For a mean of many pages the bootstrap gives the textbook's interval: 1.96 standard errors to either side.
func TestIntervalOfMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var pages []PageScore
	sum, squares, n := 0.0, 0.0, 400.0
	for range int(n) {
		x := rng.Float64()
		pages = append(pages, PageScore{Word: &PRF{F1: x}})
		sum, squares = sum+x, squares+x*x
	}
	m := sum / n
	half := 1.96 * math.Sqrt((squares/n-m*m)/n)
	low, high := Interval(pages, wordF1, 7)
	if math.Abs(low-(m-half)) > 0.004 || math.Abs(high-(m+half)) > 0.004 {
		t.Errorf("%.4f … %.4f, want about %.4f … %.4f", low, high, m-half, m+half)
	}
}

// A method that is a little better on every page is better, however much the pages differ.
func TestDifferenceIsPaired(t *testing.T) {
	var a, b []PageScore
	for i := range 50 {
		x := float64(i) / 60
		a = append(a, PageScore{Word: &PRF{F1: x + 0.01}})
		b = append(b, PageScore{Word: &PRF{F1: x}})
	}
	low, high := Difference(a, b, wordF1, 3)
	if math.Abs(low-0.01) > 1e-9 || math.Abs(high-0.01) > 1e-9 {
		t.Errorf("%v … %v, want 0.01", low, high)
	}
}

func TestIntervalOfNothing(t *testing.T) {
	if low, high := Interval(nil, wordF1, 1); low != 0 || high != 0 {
		t.Errorf("%v … %v", low, high)
	}
}

// Forty pages of one site that gain say less than forty sites that gain.
func TestSiteDifferenceDrawsSites(t *testing.T) {
	var a, b []float64
	var one, many []string
	for i := range 40 {
		a, b = append(a, 0.5+0.01*float64(i%5)), append(b, 0.5)
		one, many = append(one, "big"), append(many, fmt.Sprint(i))
	}
	a, b, one, many = append(a, 0.1, math.NaN()), append(b, 0.5, 0.9), append(one, "small", "none"), append(many, "small", "none")
	if low, high := SiteDifference(a, b, many, 1); !(low < 0.02 && high > 0.01 && low > -0.04) {
		t.Errorf("many sites: %.3f … %.3f", low, high)
	}
	if low, high := SiteDifference(a, b, one, 1); math.Abs(low+0.4) > 1e-9 || math.Abs(high-0.02) > 1e-9 {
		t.Errorf("two sites: %.3f … %.3f, want one alone at each end", low, high)
	}
}

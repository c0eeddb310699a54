package eval

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A Statistic is a number of a set of pages, such as the macro word F1.
type Statistic func(s Scores) float64

// resamples is how often Interval and Difference draw the pages again: enough for two digits of an interval.
const resamples = 1000

// Interval is the 95 % percentile bootstrap interval of a statistic over pages. The seed fixes the draws.
func Interval(pages []PageScore, of Statistic, seed uint64) (low, high float64) {
	return resample(len(pages), seed, func(draw []int) float64 { return of(Total(pick(pages, draw))) })
}

// Difference is the 95 % interval of how much better a is than b, page by page the same pages in the same order:
// an interval that does not hold 0 is a difference that the pages show.
func Difference(a, b []PageScore, of Statistic, seed uint64) (low, high float64) {
	return resample(len(a), seed, func(draw []int) float64 { return of(Total(pick(a, draw))) - of(Total(pick(b, draw))) })
}

func pick(pages []PageScore, draw []int) []PageScore {
	out := make([]PageScore, len(draw))
	for i, j := range draw {
		out[i] = pages[j]
	}
	return out
}

// resample draws n of n with replacement again and again, and returns the bounds of the middle 95 % of the values.
func resample(n int, seed uint64, value func(draw []int) float64) (low, high float64) {
	if n == 0 {
		return 0, 0
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	values := make([]float64, resamples)
	draw := make([]int, n)
	for i := range values {
		for j := range draw {
			draw[j] = rng.IntN(n)
		}
		values[i] = value(draw)
	}
	slices.Sort(values)
	tail := resamples / 40 // 2.5 %
	return values[tail], values[resamples-1-tail]
}

// SiteDifference is the 95 % interval of how much higher the mean of a is than that of b, page by page the same pages:
// whole sites are drawn, because pages of one site share their layout, and what helps one helps the others. NaN stands
// for a page that is not scored.
func SiteDifference(a, b []float64, sites []string, seed uint64) (low, high float64) {
	type sums struct{ difference, pages float64 }
	var names []string
	of := map[string]*sums{}
	for i, s := range sites {
		if math.IsNaN(a[i]) || math.IsNaN(b[i]) {
			continue
		}
		if of[s] == nil {
			names, of[s] = append(names, s), &sums{}
		}
		of[s].difference += a[i] - b[i]
		of[s].pages++
	}
	return resample(len(names), seed, func(draw []int) float64 {
		t := sums{}
		for _, j := range draw {
			t.difference += of[names[j]].difference
			t.pages += of[names[j]].pages
		}
		return t.difference / t.pages
	})
}

package classify

import (
	"cmp"
	"math"
	"slices"
)

// Threshold is the probability from which keeping blocks gives the highest expected F1 on this page: half the
// F1 that it reaches (Lipton, Elkan & Naryanaswamy 2014, "Optimal thresholding of classifiers to maximize F1
// measure"). So a page on which nothing is certain keeps its likeliest blocks. scores are probabilities,
// weights the blocks' words.
func Threshold(scores, weights []float64) float64 {
	total := 0.0
	for i := range scores {
		total += scores[i] * weights[i]
	}
	best, hits, kept := 0.0, 0.0, 0.0
	for _, i := range likeliestFirst(scores) {
		hits += scores[i] * weights[i]
		kept += weights[i]
		best = max(best, share(2*hits, kept+total))
	}
	return best / 2
}

// likeliestFirst are the indices of scores in descending order.
func likeliestFirst(scores []float64) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return order
}

// Dependence says how much the blocks of a page are right or wrong together: the correlations of their errors. Where it
// is left out, a long menu of which each entry is content with a probability of .13 promises more hits than the short
// text beside it.
type Dependence struct {
	Page float64 `key:"page" default:"0.1" min:"0" max:"0.5" doc:"correlation between the errors of any two blocks of a page"`  // measured: .13 on held-apart pages, .22 on those of wcxb
	Path float64 `key:"path" default:"0.5" min:"0" max:"0.5" doc:"what is added to it when both stand under the same elements"` // evaluation run: over all pages .5 gains .0005 F1 over .3; measured: .17, on wcxb .22
}

// cut is the threshold that gives the highest expected F measure on a page whose blocks err together: it lies halfway
// between the last block that is kept and the first that is not. paths are equal for blocks that stand under the same
// elements. Recall counts beta times as much as precision (van Rijsbergen 1979). For hits H, K words that are kept and T
// that are main content, F is (1+β²) H/(K+β²T); its mean is, by the Taylor series of a ratio's to the second order (Stuart &
// Ord, Kendall's Advanced Theory of Statistics),
//
//	(1+β²) (E H/d − β² Cov(H, T)/d² + β⁴ E H Var(T)/d³), d = K + β² E T.
func (d Dependence) cut(beta float64, scores, weights []float64, paths []uint64) float64 {
	alone := 1 - d.Page - d.Path
	deviation := make([]float64, len(scores)) // of a block's words of main content
	byPath := map[uint64]float64{}
	total, all, variance := 0.0, 0.0, 0.0
	for i, p := range scores {
		s := math.Sqrt(p*(1-p)) * weights[i]
		deviation[i] = s
		byPath[paths[i]] += s
		total += p * weights[i]
		all += s
		variance += alone * s * s
	}
	variance += d.Page * all * all
	for i, s := range deviation { // Σ over paths of their sums' squares, in an order that does not change
		variance += d.Path * s * byPath[paths[i]]
	}
	beta *= beta
	total, variance = beta*total, beta*beta*variance
	best, at := math.Inf(-1), 0.0
	hits, kept, covariance := 0.0, 0.0, 0.0
	order := likeliestFirst(scores)
	for k, i := range order {
		s := deviation[i]
		hits += scores[i] * weights[i]
		kept += weights[i]
		covariance += beta * s * (alone*s + d.Page*all + d.Path*byPath[paths[i]])
		next := 0.0
		if k+1 < len(order) {
			if next = scores[order[k+1]]; next == scores[i] {
				continue // no threshold parts them
			}
		}
		words := kept + total
		if f := hits/words - covariance/(words*words) + hits*variance/(words*words*words); f > best {
			best, at = f, (scores[i]+next)/2
		}
	}
	return at
}

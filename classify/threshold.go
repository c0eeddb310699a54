package classify

import (
	"cmp"
	"slices"
)

// Threshold is the probability from which keeping blocks gives the highest expected F1 on this page: half the
// F1 that it reaches (Lipton, Elkan & Naryanaswamy 2014, "Optimal thresholding of classifiers to maximize F1
// measure"). So a page on which nothing is certain keeps its likeliest blocks. scores are probabilities,
// weights the blocks' words.
func Threshold(scores, weights []float64) float64 {
	order := make([]int, len(scores))
	total := 0.0
	for i := range scores {
		order[i] = i
		total += scores[i] * weights[i]
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	best, hits, kept := 0.0, 0.0, 0.0
	for _, i := range order {
		hits += scores[i] * weights[i]
		kept += weights[i]
		best = max(best, share(2*hits, kept+total))
	}
	return best / 2
}

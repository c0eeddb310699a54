package eval

import (
	"slices"
	"strings"
)

// PRF is a precision, a recall and their harmonic mean, 0 … 1.
type PRF struct {
	P  float64 `json:"p"`
	R  float64 `json:"r"`
	F1 float64 `json:"f1"`
}

// Bag compares two texts as bags of tokens: the definition of WCXB when the tokens are Words.
// Two empty texts agree fully; an empty and another not at all.
func Bag(gold, predicted []string) PRF {
	if len(gold) == 0 && len(predicted) == 0 {
		return PRF{1, 1, 1}
	}
	if len(gold) == 0 || len(predicted) == 0 {
		return PRF{}
	}
	left := make(map[string]int, len(gold))
	for _, t := range gold {
		left[t]++
	}
	common := 0
	for _, t := range predicted {
		if left[t] > 0 {
			left[t]--
			common++
		}
	}
	return prf(float64(common)/float64(len(predicted)), float64(common)/float64(len(gold)))
}

func prf(p, r float64) PRF {
	s := PRF{P: p, R: r}
	if p+r > 0 {
		s.F1 = 2 * p * r / (p + r)
	}
	return s
}

// shingleLength is the number of words in a shingle of the article extraction benchmark.
const shingleLength = 4

// Shingles are one page's counts of shared, extra and missing shingles as the article extraction benchmark
// defines them, divided by their sum so that long pages weigh no more than short ones.
type Shingles struct {
	TP, FP, FN float64
	Exact      bool // whether the words are the same, one by one
}

// CompareShingles counts the word 4-grams (case kept) of two texts; a text of fewer words is one shingle.
func CompareShingles(gold, predicted string) Shingles {
	a, b := casedWords(gold), casedWords(predicted)
	left := shingles(a)
	n, m := shingleCount(a), shingleCount(b)
	common := 0
	for s, k := range shingles(b) {
		common += min(k, left[s])
	}
	s := Shingles{Exact: slices.Equal(a, b)}
	tp, fp, fn := float64(common), float64(m-common), float64(n-common)
	if sum := tp + fp + fn; sum > 0 {
		s.TP, s.FP, s.FN = tp/sum, fp/sum, fn/sum
	}
	return s
}

func shingleCount(words []string) int {
	if len(words) == 0 {
		return 0
	}
	return max(1, len(words)-shingleLength+1)
}

func shingles(words []string) map[string]int {
	count := make(map[string]int, len(words))
	for i := range shingleCount(words) {
		count[strings.Join(words[i:min(len(words), i+shingleLength)], " ")]++
	}
	return count
}

// Segments counts gold segments as trafilatura's evaluation does: those that must be in the text and are (TP) or
// are not (FN), those that must not be and are (FP) or are not (TN).
type Segments struct{ TP, FP, FN, TN int }

// compareSegments looks for each segment in the text, white space squeezed in both.
func compareSegments(g Gold, predicted string) Segments {
	text := squeeze(predicted)
	var s Segments
	for _, w := range g.With {
		if strings.Contains(text, squeeze(w)) {
			s.TP++
		} else {
			s.FN++
		}
	}
	for _, w := range g.Without {
		if strings.Contains(text, squeeze(w)) {
			s.FP++
		} else {
			s.TN++
		}
	}
	return s
}

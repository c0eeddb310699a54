package eval

import (
	"math/bits"
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

// lcsLimit is the number of token pairs beyond which the reference scorer computes no LCS.
const lcsLimit = 2e9

// lcsRatio is 2·LCS/(n+m), the similarity of two token sequences by insertions and deletions alone; 1 when both
// are empty.
func lcsRatio(gold, predicted []string) float64 {
	if len(gold)+len(predicted) == 0 {
		return 1
	}
	return 2 * float64(lcs(gold, predicted)) / float64(len(gold)+len(predicted))
}

// lcs is the length of the longest common subsequence, bit-parallel (Hyyrö 2004), after common ends are cut off.
func lcs(a, b []string) int {
	base := 0
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b, base = a[1:], b[1:], base+1
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b, base = a[:len(a)-1], b[:len(b)-1], base+1
	}
	if len(a) == 0 || len(b) == 0 {
		return base
	}
	words := (len(a) + 63) / 64
	masks := map[string][]uint64{}
	for i, t := range a {
		if masks[t] == nil {
			masks[t] = make([]uint64, words)
		}
		masks[t][i/64] |= 1 << (i % 64)
	}
	v := make([]uint64, words)
	for i := range v {
		v[i] = ^uint64(0)
	}
	for _, t := range b {
		if mask := masks[t]; mask != nil {
			lcsStep(v, mask)
		}
	}
	if tail := len(a) % 64; tail != 0 {
		v[words-1] |= ^uint64(0) << tail
	}
	n := 0
	for _, w := range v {
		n += bits.OnesCount64(^w)
	}
	return base + n
}

// lcsStep is v = (v + (v & mask)) | (v &^ mask) on long integers.
func lcsStep(v, mask []uint64) {
	var carry uint64
	for i := range v {
		var sum uint64
		sum, carry = bits.Add64(v[i], v[i]&mask[i], carry)
		v[i] = sum | v[i]&^mask[i]
	}
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

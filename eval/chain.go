package eval

import (
	"math"
	"slices"
)

// Settings of the alignment. They were chosen on the development corpora by the fit that the labels reach
// (see Fit); the fit changes by less than .001 when each is halved or doubled.
const (
	charWeight   = 0.5  // what a matched character counts beside a matched word, in scripts without spaces
	hiddenWeight = 0.8  // what a matched token in a hidden block counts beside a shown one
	lineBonus    = 1.5  // what a block that is exactly a gold line counts more, in words
	gapBase      = 0.5  // cost of any gap in the sequence, in words
	gapGrowth    = 0.25 // and for each doubling of the words that are passed over, in page and gold each
	maxPairs     = 64   // seeds that occur in more pairs of places say nothing
	lookBack     = 200  // seeds before a seed that are tried as its predecessors
	shortBlock   = 3    // tokens of a block that may be matched by chance
	slideReach   = 2    // blocks from one of two equal blocks side by side to the other
	strayShare   = 0.2  // a block of which less is matched is not in the gold
	swallowed    = 12   // tokens of gold in a block that is not content, from which it is taken out
	maxRounds    = 3    // of looking for parts in another order
	restRun      = 6    // words that a part in another order must have at least
	restShare    = 0.8  // of as many words as the block has in which such a part begins, it must have at least
)

// Lengths of seeds: in the whole text, then in the gaps of what these found, and so on.
var (
	wordSteps = []int{12, 4, 2, 1}
	charSteps = []int{18, 6, 3, 1}
)

// A run is a stretch of equal tokens in page and gold.
type run struct {
	p, g, n int
	score   float64
}

// sequence aligns a stretch of page with a stretch of gold: it finds runs, takes the best chain of them that rises
// in both, and goes on with shorter runs in the gaps. left and right tell whether the stretch is bounded by
// matched text, so that gaps at its ends cost as much as others.
func (a *aligner) sequence(s span, step int, left, right bool) {
	if step >= len(a.steps) || s.p0 >= s.p1 || s.g0 >= s.g1 {
		return
	}
	at := span{s.p0, s.p0, s.g0, s.g0}
	bounded := left
	for _, r := range best(a.runs(s, a.steps[step]), s, left, right) {
		for k := range r.n {
			a.set(r.p+k, r.g+k)
		}
		a.sequence(span{at.p1, r.p, at.g1, r.g}, step+1, bounded, true)
		at = span{p1: r.p + r.n, g1: r.g + r.n}
		bounded = true
	}
	a.sequence(span{at.p1, s.p1, at.g1, s.g1}, step+1, bounded, right)
}

// runs lists the maximal runs of at least k free tokens in a span, and the blocks that are exactly a gold line.
func (a *aligner) runs(s span, k int) []run {
	seeds := a.seeds(s, k)
	end := map[int]int{} // of the last run on each diagonal
	var out []run
	for p := s.p0; p+k <= s.p1; p++ {
		if !a.free(p, k) {
			continue
		}
		for _, g := range seeds[a.hash(a.page[p:p+k])] {
			if end[int(g)-p] > p || !slices.Equal(a.page[p:p+k], a.gold[g:int(g)+k]) {
				continue
			}
			r := a.extend(s, run{p: p, g: int(g), n: k}, end[int(g)-p])
			end[r.g-r.p] = r.p + r.n
			out = append(out, r)
		}
	}
	out = append(out, a.lineRuns(s)...)
	slices.SortFunc(out, func(x, y run) int {
		if x.p != y.p {
			return x.p - y.p
		}
		return x.g - y.g
	})
	return out
}

// seeds maps the hash of k tokens to their places in the span's gold, when they are few enough.
func (a *aligner) seeds(s span, k int) map[uint64][]int32 {
	onPage := map[uint64]int{}
	for p := s.p0; p+k <= s.p1; p++ {
		if a.free(p, k) {
			onPage[a.hash(a.page[p:p+k])]++
		}
	}
	places := map[uint64][]int32{}
	for g := s.g0; g+k <= s.g1; g++ {
		if h := a.hash(a.gold[g : g+k]); onPage[h] > 0 && a.open(g, k) {
			places[h] = append(places[h], int32(g))
		}
	}
	for h, list := range places {
		if len(list)*onPage[h] > maxPairs {
			delete(places, h)
		}
	}
	return places
}

// free reports whether page tokens p … p+k−1 are unmatched; open, whether gold tokens are.
func (a *aligner) free(p, k int) bool {
	for i := p; i < p+k; i++ {
		if a.match[i] >= 0 || a.barred[a.block[i]] {
			return false
		}
	}
	return true
}

func (a *aligner) open(g, k int) bool {
	for i := g; i < g+k; i++ {
		if a.used[i] {
			return false
		}
	}
	return true
}

func (a *aligner) hash(tokens []int32) uint64 {
	h := uint64(14695981039346656037)
	for _, t := range tokens {
		h = (h ^ uint64(uint32(t))) * 1099511628211
		h ^= h >> 29
	}
	return h
}

// extend makes a run as long as it goes, to the left no further than page token from.
func (a *aligner) extend(s span, r run, from int) run {
	same := func(p, g int) bool {
		return a.page[p] == a.gold[g] && a.match[p] < 0 && !a.used[g] && !a.barred[a.block[p]]
	}
	for r.p > max(s.p0, from) && r.g > s.g0 && same(r.p-1, r.g-1) {
		r.p, r.g, r.n = r.p-1, r.g-1, r.n+1
	}
	for r.p+r.n < s.p1 && r.g+r.n < s.g1 && same(r.p+r.n, r.g+r.n) {
		r.n++
	}
	r.score = sum(a.weight[r.p : r.p+r.n])
	return r
}

// lineRuns lists the blocks in the span that are exactly a gold line in it.
func (a *aligner) lineRuns(s span) []run {
	lines := map[uint64][]int{}
	first, _ := slices.BinarySearchFunc(a.lines, s.g0, func(l span1, g int) int { return l.from - g })
	for i := first; i < len(a.lines) && a.lines[i].to <= s.g1; i++ {
		l := a.lines[i]
		if a.open(l.from, l.to-l.from) {
			h := a.hash(a.gold[l.from:l.to])
			lines[h] = append(lines[h], i)
		}
	}
	if len(lines) == 0 {
		return nil
	}
	of := map[uint64][]int{}
	var order []uint64
	for i := a.block[s.p0]; i < len(a.blocks) && a.blocks[i].to <= s.p1; i++ {
		b := a.blocks[i]
		if b.from < s.p0 || b.to == b.from || !a.free(b.from, b.to-b.from) {
			continue
		}
		if h := a.hash(a.page[b.from:b.to]); lines[h] != nil {
			if of[h] == nil {
				order = append(order, h)
			}
			of[h] = append(of[h], i)
		}
	}
	var out []run
	for _, h := range order {
		if len(of[h])*len(lines[h]) > maxPairs {
			continue
		}
		for _, i := range of[h] {
			for _, j := range lines[h] {
				b, l := a.blocks[i], a.lines[j]
				if slices.Equal(a.page[b.from:b.to], a.gold[l.from:l.to]) {
					out = append(out, run{b.from, l.from, b.to - b.from, sum(a.weight[b.from:b.to]) + lineBonus})
				}
			}
		}
	}
	return out
}

// gap is the cost of passing over p tokens of the page and g of the gold between two runs.
func gap(p, g int) float64 {
	if p == 0 && g == 0 {
		return 0
	}
	return gapBase + gapGrowth*(math.Log2(float64(1+p))+math.Log2(float64(1+g)))
}

// best is the chain of runs with the highest score less the cost of its gaps. Runs that overlap the one before are
// cut. The runs are in the order of the page.
func best(runs []run, s span, left, right bool) []run {
	total := make([]float64, len(runs))
	prev := make([]int, len(runs))
	top, topScore := -1, 0.0
	if left && right {
		topScore = -gap(s.p1-s.p0, s.g1-s.g0)
	}
	for j, r := range runs {
		total[j], prev[j] = r.score, -1
		if left {
			total[j] -= gap(r.p-s.p0, r.g-s.g0)
		}
		for i := j - 1; i >= max(0, j-lookBack); i-- {
			q := runs[i]
			if q.g >= r.g || q.p >= r.p {
				continue
			}
			cut := max(0, q.p+q.n-r.p, q.g+q.n-r.g)
			if cut >= r.n {
				continue
			}
			gain := r.score * float64(r.n-cut) / float64(r.n)
			if x := total[i] + gain - gap(r.p+cut-q.p-q.n, r.g+cut-q.g-q.n); x > total[j] {
				total[j], prev[j] = x, i
			}
		}
		end := total[j]
		if right {
			end -= gap(s.p1-r.p-r.n, s.g1-r.g-r.n)
		}
		if end > topScore {
			top, topScore = j, end
		}
	}
	return unwind(runs, prev, top)
}

// unwind lists the chain that ends with run top, overlaps cut.
func unwind(runs []run, prev []int, top int) []run {
	var chain []run
	for j := top; j >= 0; j = prev[j] {
		chain = append(chain, runs[j])
	}
	slices.Reverse(chain)
	for i := 1; i < len(chain); i++ {
		q, r := chain[i-1], &chain[i]
		cut := max(0, q.p+q.n-r.p, q.g+q.n-r.g)
		r.p, r.g, r.n = r.p+cut, r.g+cut, r.n-cut
	}
	return slices.DeleteFunc(chain, func(r run) bool { return r.n <= 0 })
}

// rest looks for gold that is still open in blocks that are still free, in any order, by long runs, and reports
// whether it found any.
func (a *aligner) rest() bool {
	found := false
	s := span{0, len(a.page), 0, len(a.gold)}
	list := a.runs(s, a.steps[1])
	slices.SortStableFunc(list, func(x, y run) int { return y.n - x.n })
	for _, r := range list {
		if !a.free(r.p, r.n) || !a.open(r.g, r.n) || !a.weighty(r) {
			continue
		}
		for k := range r.n {
			a.set(r.p+k, r.g+k)
		}
		found = true
	}
	return found
}

// weighty reports whether a run out of sequence is no chance: long, also against the block that it begins in.
func (a *aligner) weighty(r run) bool {
	if sum(a.weight[r.p:r.p+r.n]) < restRun {
		return false
	}
	b := a.blocks[a.block[r.p]]
	return float64(r.n) >= restShare*float64(b.to-b.from)
}

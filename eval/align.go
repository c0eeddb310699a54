package eval

import (
	"iter"
	"slices"
	"strings"

	"github.com/mullionhq/mullion/page"
)

// ContentShare is the share of a block's tokens in the gold from which the block counts as main content.
// Half is the published setting of every block-labelled corpus that we know; the shares are nearly all 0 or 1.
const ContentShare = 0.5

// Align finds a page's gold text in its blocks, which stand in document order, and returns for each block the share
// of its tokens that are part of the gold, 0 … 1. The gold is taken as one sequence: where a text stands on the page
// twice, as a teaser and in the body, only the one that fits the sequence counts. Parts that the gold puts in another
// order than the page are found by long runs. Blocks of a few words must fit the sequence without a gap, or be a line
// of the gold: common words are not matched by chance. Blocks without letters or digits have the share of their
// neighbours, 1 between two blocks of the gold and 0 elsewhere. Where a text stands on the page shown and hidden, as copies
// for wide and narrow screens do, the shown one counts.
func Align(blocks []page.Block, gold string) []float64 {
	a := newAligner(blocks, gold)
	for p, i := range a.block {
		if blocks[i].Hidden {
			a.weight[p] *= hiddenWeight
		}
	}
	if len(a.page) == 0 || len(a.gold) == 0 {
		return make([]float64, len(blocks))
	}
	whole := span{0, len(a.page), 0, len(a.gold)}
	a.sequence(whole, 0, false, false)
	for range maxRounds {
		if !a.bar() {
			break
		}
		a.clear()
		a.sequence(whole, 0, false, false)
	}
	a.prune()
	for range maxRounds {
		if !a.rest() {
			break
		}
	}
	a.settle(blocks)
	return a.shares()
}

// Fit is the bag F1 that a page's gold allows when exactly the blocks with a share of at least ContentShare are
// kept, 0 … 1. A low fit tells that the gold does not fit the page (or the labels not the gold): such a page should
// not be trained on.
func Fit(blocks []page.Block, shares []float64, gold string) float64 {
	return Bag(CJK(page.Written(gold)), CJK(page.Written(keptOf(blocks, shares)))).F1
}

// keptOf is the text of the blocks with a share of at least ContentShare, by lines.
func keptOf(blocks []page.Block, shares []float64) string {
	var out []string
	for i := range blocks {
		if shares[i] >= ContentShare {
			out = append(out, blocks[i].Text)
		}
	}
	return strings.Join(out, "\n")
}

// An aligner holds page and gold as numbered tokens.
type aligner struct {
	page, gold []int32 // token numbers
	weight     []float64
	block      []int   // of each page token
	blocks     []span1 // page tokens of each block
	lines      []span1 // gold tokens of each line
	steps      []int   // lengths of seeds, from the whole text down into its gaps
	match      []int   // of each page token: its gold token, or -1
	used       []bool  // gold tokens that are matched
	barred     []bool  // blocks that may not be matched
}

type span1 struct{ from, to int }

// A span is a stretch of page and a stretch of gold.
type span struct{ p0, p1, g0, g1 int }

func newAligner(blocks []page.Block, gold string) *aligner {
	a := &aligner{}
	number := map[string]int32{}
	add := func(to *[]int32, text string, weigh bool) {
		for tok, cjk := range alignTokens(text) {
			n, ok := number[tok]
			if !ok {
				n = int32(len(number))
				number[tok] = n
			}
			*to = append(*to, n)
			if weigh {
				w := 1.0
				if cjk {
					w = charWeight
				}
				a.weight = append(a.weight, w)
			}
		}
	}
	for i := range blocks {
		from := len(a.page)
		add(&a.page, blocks[i].Text, true)
		a.blocks = append(a.blocks, span1{from, len(a.page)})
		for range len(a.page) - from {
			a.block = append(a.block, i)
		}
	}
	for line := range strings.SplitSeq(gold, "\n") {
		from := len(a.gold)
		add(&a.gold, line, false)
		if len(a.gold) > from {
			a.lines = append(a.lines, span1{from, len(a.gold)})
		}
	}
	a.match = make([]int, len(a.page))
	for i := range a.match {
		a.match[i] = -1
	}
	a.barred = make([]bool, len(blocks))
	a.used = make([]bool, len(a.gold))
	a.steps = wordSteps
	if sum(a.weight) < (1+charWeight)/2*float64(len(a.weight)) {
		a.steps = charSteps
	}
	return a
}

func sum(list []float64) float64 {
	s := 0.0
	for _, x := range list {
		s += x
	}
	return s
}

// alignTokens yields the lower-cased runs of letters and digits of a text as page.Written has it, and characters of scripts
// without spaces one by one, which the second value tells.
func alignTokens(text string) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		text = strings.ToLower(page.Written(text))
		start := -1
		for i, r := range text {
			char := unspaced(r)
			if !char && isAlnum(r) {
				if start < 0 {
					start = i
				}
				continue
			}
			if start >= 0 && !yield(text[start:i], false) {
				return
			}
			start = -1
			if char && !yield(text[i:i+len(string(r))], true) {
				return
			}
		}
		if start >= 0 {
			yield(text[start:], false)
		}
	}
}

// unspaced reports whether r is a letter of a script that is written without spaces between words.
func unspaced(r rune) bool {
	return page.Unspaced(r) && isAlnum(r)
}

// shares turns matched tokens into a share for each block.
func (a *aligner) shares() []float64 {
	out := make([]float64, len(a.blocks))
	for i, b := range a.blocks {
		n := 0
		for p := b.from; p < b.to; p++ {
			if a.match[p] >= 0 {
				n++
			}
		}
		if b.to > b.from {
			out[i] = float64(n) / float64(b.to-b.from)
		}
	}
	for i := 0; i < len(a.blocks); i++ { // runs of blocks without tokens
		if a.blocks[i].to > a.blocks[i].from {
			continue
		}
		j := i
		for j < len(a.blocks) && a.blocks[j].to == a.blocks[j].from {
			j++
		}
		if i > 0 && j < len(a.blocks) && out[i-1] >= ContentShare && out[j] >= ContentShare {
			for k := i; k < j; k++ {
				out[k] = 1
			}
		}
		i = j
	}
	return out
}

// prune takes back what was matched by chance: the few words of a short block that neither follow on a matched
// block's in the gold nor are a line of it, and scattered words of a block that is not in the gold.
func (a *aligner) prune() {
	matched := a.shares()
	for i, b := range a.blocks {
		n := b.to - b.from
		if n == 0 || matched[i] == 0 {
			continue
		}
		if matched[i] < strayShare || n <= shortBlock && !a.fits(i) {
			for p := b.from; p < b.to; p++ {
				a.unset(p)
			}
		}
	}
}

// settle gives what the gold has once to the first of several equal blocks side by side. Where nothing of the gold stands
// between them, as in slides that a carousel repeats, each fits the sequence, and the longest run may take any: now one,
// now another.
func (a *aligner) settle(blocks []page.Block) {
	free := map[uint64]int{} // blocks that are not in the gold, since the last one that is
	for i, b := range a.blocks {
		n := b.to - b.from
		if n <= shortBlock {
			continue
		}
		key, matched := a.hash(a.page[b.from:b.to]), 0
		for p := b.from; p < b.to; p++ {
			if a.match[p] >= 0 {
				matched++
			}
		}
		j, copied := free[key]
		switch {
		case matched == 0:
			if (!copied || i-j > slideReach) && !a.barred[i] {
				free[key] = i
			}
		case matched == n && copied && i-j <= slideReach && a.equal(i, j) && blocks[i].Hidden == blocks[j].Hidden:
			for k := range n {
				a.match[a.blocks[j].from+k], a.match[b.from+k] = a.match[b.from+k], -1
			}
			clear(free)
			free[key] = i
		default:
			clear(free)
		}
	}
}

// equal reports whether two blocks have the same tokens.
func (a *aligner) equal(i, j int) bool {
	x, y := a.blocks[i], a.blocks[j]
	return slices.Equal(a.page[x.from:x.to], a.page[y.from:y.to])
}

// bar takes blocks out that hold much of the gold, but far more that is not gold: scripts and whole-page copies that
// swallow what other blocks hold alone. It reports whether there was one.
func (a *aligner) bar() bool {
	found := false
	for i, x := range a.shares() {
		b := a.blocks[i]
		if n := float64(b.to - b.from); x < ContentShare && x*n >= swallowed && !a.barred[i] {
			a.barred[i], found = true, true
		}
	}
	return found
}

// clear takes all matches back.
func (a *aligner) clear() {
	for p := range a.match {
		a.match[p] = -1
	}
	clear(a.used)
}

func (a *aligner) set(p, g int) { a.match[p], a.used[g] = g, true }
func (a *aligner) unset(p int) {
	if g := a.match[p]; g >= 0 {
		a.match[p], a.used[g] = -1, false
	}
}

// fits reports whether a short block is wholly matched, and is a gold line or joins a longer matched block.
func (a *aligner) fits(i int) bool {
	b := a.blocks[i]
	for p := b.from; p < b.to; p++ {
		if a.match[p] < 0 || p > b.from && a.match[p] != a.match[p-1]+1 {
			return false
		}
	}
	first, last := a.match[b.from], a.match[b.to-1]
	if a.isLine(first, last+1) {
		return true
	}
	before := b.from > 0 && a.match[b.from-1] >= 0 && a.match[b.from-1] == first-1
	after := b.to < len(a.page) && a.match[b.to] >= 0 && a.match[b.to] == last+1
	return before || after
}

// isLine reports whether gold tokens from … to−1 are exactly one line.
func (a *aligner) isLine(from, to int) bool {
	k, ok := slices.BinarySearchFunc(a.lines, from, func(l span1, g int) int { return l.from - g })
	return ok && a.lines[k].to == to
}

package classify

import "math/bits"

var copiesSource = Source{
	Name: "copies",
	Doc: "Whether the block's text stands elsewhere on the page too, before it or after it, how near, and in what: pages " +
		"repeat a text for narrow screens, in quotations and in slides, but its readers read it once.",
	Columns: []string{
		"before", "before_visible", "before_alike", "before_gap", "after", "after_visible", "after_alike", "after_gap",
		"ancestor2", "ancestor4", "page",
	},
	Measure: func(v *View, b int, out []float32) {
		w, c := writer{out: out}, v.copies
		for _, side := range [][]copied{c.before, c.after} {
			s := side[b]
			w.put(share(s.shingles, c.shingles[b]))
			w.put(share(s.visible, c.shingles[b]))
			w.put(share(s.alike, c.shingles[b]))
			w.put(share(s.gap, s.shingles))
		}
		w.put(share(v.under(v.ancestor(b, 2)).copiedWords, v.under(v.ancestor(b, 2)).words))
		w.put(share(v.under(v.ancestor(b, 4)).copiedWords, v.under(v.ancestor(b, 4)).words))
		w.put(share(v.total.copiedWords, v.total.words))
		w.done()
	},
}

// copyLength is how many words in a row make a shingle of copies: three are common to texts about one thing.
const copyLength = 5

// copies says what of the blocks' texts a page has more than once. Texts are compared by shingles, all runs of copyLength
// words; a shorter text is one shingle.
type copies struct {
	shingles      []float64 // by block: how many it has
	shared        [][]int32 // by block: those that another block has too, by a number
	numbers       int       // of shared shingles
	before, after []copied  // by block
}

// copied is what of a block's shingles stands on one side of it.
type copied struct {
	shingles float64
	visible  float64 // in a block that can be seen
	alike    float64 // whose nearest block has the same tags and classes
	gap      float64 // sum of the logarithms of the distances to the nearest blocks
}

// findCopies fills copies, and what the blocks' stats say of them.
func (v *View) findCopies() {
	c := copies{shingles: make([]float64, len(v.Blocks)), shared: make([][]int32, len(v.Blocks))}
	words := 0
	for b := range v.Blocks {
		words += len(v.hashes[b])
	}
	all := make([]uint64, 0, words) // the shingles of all blocks
	from := make([]int, len(v.Blocks)+1)
	for b := range v.Blocks {
		all = runsOf(all, v.hashes[b], copyLength)
		from[b+1] = len(all)
	}
	again := repeated(all)
	type place struct{ block, number int32 }
	places := map[uint64]place{} // of those that come again
	for b := range v.Blocks {
		for _, h := range all[from[b]:from[b+1]] {
			if !again(h) {
				continue
			}
			p, known := places[h]
			switch {
			case !known:
				places[h] = place{int32(b), -1}
			case p.number < 0 && p.block != int32(b):
				places[h] = place{p.block, int32(c.numbers)}
				c.numbers++
			}
		}
	}
	for b := range v.Blocks {
		c.shingles[b] = float64(from[b+1] - from[b])
		for _, h := range all[from[b]:from[b+1]] {
			if !again(h) {
				continue
			}
			if n := places[h].number; n >= 0 {
				c.shared[b] = append(c.shared[b], n)
			}
		}
	}
	c.before, c.after = c.side(v, 1), c.side(v, -1)
	for b := range v.Blocks {
		v.stats[b].copiedWords = v.stats[b].words * share(c.before[b].shingles, c.shingles[b])
	}
	v.copies = c
}

// repeated tells of each hash in a list whether it may come there again: all that do, and one in sixteen that does not (a
// Bloom filter with one function; Bloom 1970). Most shingles of most pages stand there once.
func repeated(list []uint64) (again func(uint64) bool) {
	size := bits.Len(uint(16 * len(list)))
	once, twice := make([]uint64, 1<<size/64+1), make([]uint64, 1<<size/64+1)
	place := func(h uint64) (word, bit uint64) {
		h = h * goldenRatio >> (64 - size)
		return h / 64, 1 << (h % 64)
	}
	for _, h := range list {
		w, bit := place(h)
		twice[w] |= once[w] & bit
		once[w] |= bit
	}
	return func(h uint64) bool {
		w, bit := place(h)
		return twice[w]&bit != 0
	}
}

// goldenRatio makes the upper bits of a product depend on all bits of a factor (multiplicative hashing, Knuth).
const goldenRatio = 0x9e3779b97f4a7c15

// side measures what stands before the blocks (step 1) or after them (−1).
func (c *copies) side(v *View, step int) []copied {
	found := make([]copied, len(v.Blocks))
	nearest, seen := make([]int, c.numbers), make([]bool, c.numbers)
	for n := range nearest {
		nearest[n] = -1
	}
	c.walk(step, func(b int) {
		f := &found[b]
		for _, n := range c.shared[b] {
			other := nearest[n]
			if other < 0 {
				continue
			}
			f.shingles++
			if seen[n] {
				f.visible++
			}
			if v.nodes[v.Blocks[other].Node].kind == v.nodes[v.Blocks[b].Node].kind {
				f.alike++
			}
			f.gap += log(float64(step * (b - other)))
		}
		for _, n := range c.shared[b] { // of which a block may have one twice: it is no copy of itself
			nearest[n] = b
			seen[n] = seen[n] || !v.Blocks[b].Hidden
		}
	})
	return found
}

// walk visits the blocks in order (step 1) or from the last (−1).
func (c *copies) walk(step int, visit func(b int)) {
	b := 0
	if step < 0 {
		b = len(c.shared) - 1
	}
	for ; b >= 0 && b < len(c.shared); b += step {
		visit(b)
	}
}

// told is by block what the likeliest block on one side that has a shingle too says of it, in the mean over its shingles.
func (c *copies) told(scores []float64, step int) []float64 {
	means := make([]float64, len(scores))
	best := make([]float64, c.numbers)
	c.walk(step, func(b int) {
		sum := 0.0
		for _, n := range c.shared[b] {
			sum += best[n]
		}
		means[b] = share(sum, c.shingles[b])
		for _, n := range c.shared[b] {
			best[n] = max(best[n], scores[b])
		}
	})
	return means
}

// runsOf appends the hashes of every n words in a row of a text to list; of a shorter text, one of all its words. A hash is
// the value of a polynomial, which rolls on from word to word (Karp and Rabin 1987).
func runsOf(list, words []uint64, n int) []uint64 {
	power := uint64(1) // of prime: what the word that leaves counts
	for range n {
		power *= prime
	}
	h := uint64(0)
	for k, w := range words {
		h = h*prime + w
		if k >= n {
			h -= words[k-n] * power
		}
		if k >= n-1 || k == len(words)-1 {
			list = append(list, h)
		}
	}
	return list
}

package classify

import (
	"math"

	"github.com/mullionhq/mullion/parts"
)

// contextColumns are the features of the second stage; see measureContext.
var contextColumns = func() []string {
	names := []string{"score", "margin"}
	for _, side := range []string{"before", "after"} {
		for d := 1; d <= reach; d++ {
			names = append(names, side+string(rune('0'+d)))
		}
	}
	for k := range windows {
		names = append(names, "window"+string(rune('1'+k)))
	}
	for _, h := range heights {
		k := string(rune('0' + h))
		names = append(names, "mean"+k, "mass"+k, "peak"+k, "bare"+k)
	}
	names = append(names, "path_mean", "kind_mean", "kind_blocks", "items_mean", "items_count", "item_mean", "mass_share", "mass", "peak", "doubt",
		"mass_before", "mass_after", "nearest_before", "nearest_after", "outside",
		"words", "links", "runs", "heading", "hidden", "headline", "strong", "punctuation", "list", "table", "paragraph", "inside_main",
		"copied_before", "copied_after")
	names = append(names, prefixed("vocabulary_", vocabularySource.Columns, nil)...)
	return append(names, prefixed("page_", pageSource.Columns, nil)...)
}()

// measureContext returns the feature matrix of the second stage: each block's probability from the first stage
// among those of its neighbours, its ancestors, the blocks that look like it, and the whole page. It is what
// lets the label of a doubtful block follow its surroundings. scores holds one probability a block, rows the evidence
// of the first stage, of which the second sees the vocabulary and the page's too.
func measureContext(v *View, scores []float64, rows [][]float32) [][]float32 {
	c := newContext(v, scores)
	width := len(contextColumns)
	cells := make([]float32, width*len(v.Blocks))
	out := make([][]float32, len(v.Blocks))
	parts.Do(len(out), partRows, func(from, to int) {
		for b := from; b < to; b++ {
			out[b] = cells[b*width : (b+1)*width : (b+1)*width]
			c.measure(b, vocabularyOf(rows[b]), pageOf(rows[b]), out[b])
		}
	})
	return out
}

// mass is text weighed by its probability of being main content.
type mass struct{ words, content, peak float64 }

func (m *mass) add(o mass) {
	m.words += o.words
	m.content += o.content
	m.peak = math.Max(m.peak, o.peak)
}

func (m mass) mean() float64 { return share(m.content, m.words) }

// scoreContext holds the first stage's probabilities summed every way that the second asks for.
type scoreContext struct {
	v            *View
	scores       []float64
	blocks       []mass // by block
	nodes        []mass // by node, over its subtree
	paths, kinds map[uint64]mass
	items        map[uint64]mass // by the kind of the repeated element that a block stands in
	total        mass
	before       []float64 // content before each block
	last, next   []int     // nearest block at or before, at or after, that is content by the first stage; −1 none
	threshold    float64
	doubt        float64

	copiedBefore, copiedAfter []float64 // by block: how likely content that says the same is, see copies.told
}

func newContext(v *View, scores []float64) *scoreContext {
	c := &scoreContext{
		v: v, scores: scores, blocks: make([]mass, len(v.Blocks)), nodes: make([]mass, len(v.Page.Nodes)),
		paths: map[uint64]mass{}, kinds: map[uint64]mass{}, items: map[uint64]mass{}, before: make([]float64, len(v.Blocks)),
		last: make([]int, len(v.Blocks)), next: make([]int, len(v.Blocks)),
	}
	add := func(sums map[uint64]mass, key uint64, m mass) {
		s := sums[key]
		s.add(m)
		sums[key] = s
	}
	for b, p := range scores {
		node := v.Blocks[b].Node
		words := v.stats[b].words + 0.5
		m := mass{words, words * p, p}
		c.blocks[b] = m
		c.nodes[node].add(m)
		add(c.paths, v.nodes[node].path, m)
		add(c.kinds, v.nodes[node].kind, m)
		add(c.items, v.nodes[v.item(b)].kind, m)
		c.before[b] = c.total.content
		c.total.add(m)
		c.doubt += words * p * (1 - p)
	}
	for i := len(v.Page.Nodes) - 1; i > 0; i-- {
		c.nodes[v.Page.Nodes[i].Parent].add(c.nodes[i])
	}
	c.copiedBefore, c.copiedAfter = v.copies.told(scores, 1), v.copies.told(scores, -1)
	c.threshold = Threshold(scores, c.weights())
	at := -1
	for b := range scores {
		if scores[b] >= c.threshold {
			at = b
		}
		c.last[b] = at
	}
	at = -1
	for b := len(scores) - 1; b >= 0; b-- {
		if scores[b] >= c.threshold {
			at = b
		}
		c.next[b] = at
	}
	return c
}

func (c *scoreContext) weights() []float64 {
	w := make([]float64, len(c.blocks))
	for b := range c.blocks {
		w[b] = c.blocks[b].words
	}
	return w
}

func (c *scoreContext) measure(b int, told, wide, out []float32) {
	v, w, s := c.v, writer{out: out}, &c.v.stats[b]
	node := v.Blocks[b].Node
	info := &v.nodes[node]
	w.put(cutLogOdds(c.scores[b], 1e-4))
	w.put(c.scores[b] - c.threshold)
	at := func(n int) float64 {
		if n < 0 || n >= len(c.scores) {
			return 0
		}
		return c.scores[n]
	}
	for _, side := range []int{-1, 1} {
		for d := 1; d <= reach; d++ {
			w.put(at(b + side*d))
		}
	}
	for _, size := range windows {
		var m mass
		for n := max(0, b-size); n <= min(len(c.scores)-1, b+size); n++ {
			if n != b {
				m.add(c.blocks[n])
			}
		}
		w.put(m.mean())
	}
	for _, h := range heights {
		a := v.ancestor(b, h)
		m := c.nodes[a]
		w.put(m.mean())
		w.put(share(m.content, c.total.content))
		w.put(m.peak)
		w.put(log(m.words - m.content))
	}
	w.put(c.paths[info.path].mean())
	w.put(c.kinds[info.kind].mean())
	w.put(log(v.kinds[info.kind].blocks))
	item := v.item(b)
	w.put(c.items[v.nodes[item].kind].mean())
	w.put(log(float64(v.nodes[item].repeats)))
	w.put(c.nodes[item].mean())
	w.put(c.total.mean())
	w.put(log(c.total.content))
	w.put(c.total.peak)
	w.put(share(c.doubt, c.total.words))
	w.put(share(c.before[b], c.total.content))
	w.put(share(c.total.content-c.before[b]-c.blocks[b].content, c.total.content))
	w.put(c.distance(b, c.last[b]))
	w.put(c.distance(b, c.next[b]))
	w.flag(c.last[b] < 0 || c.next[b] < 0)
	w.put(log(s.words))
	w.put(share(s.linkWords, s.words))
	w.flag(s.runs())
	w.flag(info.tags&inHeading != 0)
	w.flag(v.Blocks[b].Hidden)
	w.flag(b == v.headline)
	w.put(s.strong)
	w.put(share(s.punctuation, s.words+1))
	w.flag(info.tags&inList != 0)
	w.flag(info.tags&inTable != 0)
	w.flag(v.Page.Nodes[node].Tag == "p")
	w.flag(v.main >= 0 && node >= v.main && node < v.Page.Nodes[v.main].End)
	w.put(c.copiedBefore[b])
	w.put(c.copiedAfter[b])
	for _, x := range told {
		w.put(float64(x))
	}
	for _, x := range wide {
		w.put(float64(x))
	}
	w.done()
}

// distance is how far block b is from block n, compressed; far when there is none.
func (c *scoreContext) distance(b, n int) float64 {
	if n < 0 {
		return log(100)
	}
	return log(math.Min(100, math.Abs(float64(b-n))))
}

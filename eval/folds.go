package eval

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"slices"
)

// Folds puts each item into one of k folds, 0 … k−1, so that a site is never in two folds, not even when it
// occurs in two corpora; pages that repeat one another stay together too. Folds are about equally large, overall
// and within each corpus. The same items, k and seed give the same folds, in whatever order the items come; pages
// without gold text change nothing for those that have it.
func Folds(items []Item, k int, seed uint64) []int {
	var texts, rest []group
	for _, g := range siteGroups(items) {
		weighed := slices.DeleteFunc(slices.Clone(g.items), func(i int) bool { return !items[i].Gold.HasText })
		if g.weighed = weighed; len(weighed) > 0 {
			texts = append(texts, g)
		} else {
			g.weighed = g.items
			rest = append(rest, g)
		}
	}
	d := newDealer(items, k, seed)
	d.deal(texts)
	d.deal(rest)
	return d.fold
}

// A dealer deals groups of items to folds.
type dealer struct {
	items     []Item
	seed      uint64
	perCorpus map[string]float64   // how many pages
	load      []map[string]float64 // by fold: the share of each corpus that it has
	total     []int                // by fold: how many pages it has
	fold      []int                // by item
}

func newDealer(items []Item, k int, seed uint64) *dealer {
	d := &dealer{items, seed, map[string]float64{}, make([]map[string]float64, k), make([]int, k), make([]int, len(items))}
	for i := range items {
		d.perCorpus[items[i].Corpus]++
	}
	for f := range d.load {
		d.load[f] = map[string]float64{}
	}
	return d
}

// deal puts the groups into the folds, the largest first, each where most room is.
func (d *dealer) deal(groups []group) {
	pages := 0
	for _, g := range groups {
		pages += len(g.weighed)
	}
	slices.SortFunc(groups, func(a, b group) int {
		return cmp.Or(cmp.Compare(len(b.weighed), len(a.weighed)), cmp.Compare(hash(a.name, d.seed), hash(b.name, d.seed)), cmp.Compare(a.name, b.name))
	})
	for _, g := range groups {
		best, bestCost := 0, 0.0
		for f := range d.load {
			cost := 0.0
			for _, i := range g.weighed {
				cost += d.load[f][d.items[i].Corpus]
			}
			cost = cost/float64(len(g.weighed)) + float64(d.total[f])/float64(pages)
			if f == 0 || cost < bestCost {
				best, bestCost = f, cost
			}
		}
		for _, i := range g.items {
			d.fold[i] = best
		}
		for _, i := range g.weighed {
			d.load[best][d.items[i].Corpus] += 1 / d.perCorpus[d.items[i].Corpus]
		}
		d.total[best] += len(g.weighed)
	}
}

// Sites is how many sites the items are of.
func Sites(items []Item) int {
	sites := map[string]bool{}
	for i := range items {
		sites[items[i].Site] = true
	}
	return len(sites)
}

// A group is the items that must not be parted; its name is the first of its sites' names.
type group struct {
	name    string
	items   []int
	weighed []int // of them: those that make it large
}

// siteGroups joins items by site, and by the page that they repeat.
func siteGroups(items []Item) []group {
	parent := make([]int, len(items))
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	first := map[string]int{}
	join := func(key string, i int) {
		if j, ok := first[key]; ok {
			parent[find(i)] = find(j)
		} else {
			first[key] = i
		}
	}
	for i := range items {
		it := &items[i]
		join("site "+it.Site, i)
		join("page "+it.Corpus+"/"+it.ID, i)
		if it.DupOf != "" { // "ID" in the same corpus, or "CORPUS/ID"
			join("page "+it.Corpus+"/"+it.DupOf, i)
			join("page "+it.DupOf, i)
		}
	}
	of := map[int]*group{}
	for i := range items {
		g := of[find(i)]
		if g == nil {
			g = &group{name: items[i].Site}
			of[find(i)] = g
		}
		g.name = min(g.name, items[i].Site)
		g.items = append(g.items, i)
	}
	var out []group
	for _, g := range of {
		slices.SortFunc(g.items, func(a, b int) int { // sums of shares must not depend on the items' order
			return cmp.Or(cmp.Compare(items[a].Corpus, items[b].Corpus), cmp.Compare(items[a].ID, items[b].ID))
		})
		out = append(out, *g)
	}
	return out
}

func hash(s string, seed uint64) uint64 {
	h := fnv.New64a()
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], seed)
	h.Write(b[:])
	h.Write([]byte(s))
	return h.Sum64()
}

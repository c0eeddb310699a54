package site

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/mullionhq/mullion/page"
)

// A Locator names a block of a page in three ways (001, definition 10).
type Locator struct {
	Class string `json:"class,omitempty"` // the class attribute, white space collapsed
	ID    string `json:"id,omitempty"`
	Path  string `json:"path"` // as "body1/div3/div2"
}

// A Vote is what the pages of a cluster say for a locator.
type Vote struct {
	Locator
	Density float64 `json:"density"`            // sum of H over the pages whose densest block it names
	Pages   int     `json:"pages"`              // how many these are
	LogText float64 `json:"log_text,omitempty"` // sum of ln(1+characters that are not links) of the block over these pages
}

// A Cluster is a class of pages that are built alike.
type Cluster struct {
	Feature []string `json:"feature"` // block paths of its first page, the deep ones first
	Pages   int      `json:"pages"`
	Votes   []Vote   `json:"votes,omitempty"` // in the order in which they came

	voted map[Locator]int // where its vote is, as ids may be others on every page
}

// Rule is the locator with the most votes, and whether there is one.
func (c *Cluster) Rule() (Vote, bool) {
	if len(c.Votes) == 0 {
		return Vote{}, false
	}
	return slices.MaxFunc(c.Votes, func(v, w Vote) int { return cmp.Compare(v.Density, w.Density) }), true
}

func (c *Cluster) vote(v Vote) {
	if c.voted == nil {
		c.voted = make(map[Locator]int, len(c.Votes))
		for i := range c.Votes {
			c.voted[c.Votes[i].Locator] = i
		}
	}
	if i, ok := c.voted[v.Locator]; ok {
		c.Votes[i].Density += v.Density
		c.Votes[i].Pages += v.Pages
		c.Votes[i].LogText += v.LogText
		return
	}
	c.voted[v.Locator] = len(c.Votes)
	c.Votes = append(c.Votes, v)
}

// Clusters are the classes of a site's pages in the order of their first pages. A page joins the first class whose
// first page it is like; so page by page they become what 001's algorithm makes of all pages at once.
type Clusters struct {
	List []*Cluster `json:"list,omitempty"`

	index *leaders
}

func (c *Clusters) prepare(o ClusterOptions) {
	if c.index != nil {
		return
	}
	c.index = newLeaders(o.Similarity)
	for _, cluster := range c.List {
		c.index.add(cluster.Feature)
	}
}

// add adds a page.
func (c *Clusters) add(p *page.Page, o ClusterOptions) {
	blocks := blockNodes(p, o.Blocks)
	f := feature(blocks)
	if len(f) == 0 {
		return // it is built of no blocks, and like no other page
	}
	cluster := c.of(f, o)
	cluster.Pages++
	if best, h := densest(p, nodesOf(blocks), o.Alpha); best >= 0 {
		node := blocks[best].node
		cluster.vote(Vote{locate(p, blocks[best]), h, 1, math.Log1p(float64(textIn(p, node)))})
	}
}

// of is the cluster of a feature, a new one where there is none.
func (c *Clusters) of(f []string, o ClusterOptions) *Cluster {
	c.prepare(o)
	id := c.index.first(f)
	if id < 0 {
		id = len(c.List)
		c.List = append(c.List, &Cluster{Feature: f})
		c.index.add(f)
	}
	return c.List[id]
}

// merge adds what other pages of the site have shown.
func (c *Clusters) merge(other *Clusters, o ClusterOptions) {
	for _, from := range other.List {
		to := c.of(from.Feature, o)
		to.Pages += from.Pages
		for _, v := range from.Votes {
			to.vote(v)
		}
	}
}

// prune drops clusters of fewer pages, and votes of fewer pages where others have more.
func (c *Clusters) prune(minPages int) {
	c.List = slices.DeleteFunc(c.List, func(l *Cluster) bool { return l.Pages < minPages })
	for _, l := range c.List {
		if rule, ok := l.Rule(); ok {
			l.Votes = slices.DeleteFunc(l.Votes, func(v Vote) bool { return v.Pages < minPages && v != rule })
			l.voted = nil
		}
	}
	c.index = nil
}

// ruling are the clusters with pages enough to count.
func (c *Clusters) ruling(o ClusterOptions) iter.Seq[*Cluster] {
	return func(yield func(*Cluster) bool) {
		for _, l := range c.List {
			if l.Pages >= o.MinPages && !yield(l) {
				return
			}
		}
	}
}

// largest are the clusters, those of most pages first.
func (c *Clusters) largest() []*Cluster {
	list := slices.Clone(c.List)
	slices.SortStableFunc(list, func(a, b *Cluster) int { return cmp.Compare(b.Pages, a.Pages) })
	return list
}

func locate(p *page.Page, b blockNode) Locator {
	n := &p.Nodes[b.node]
	return Locator{Class: collapse(n.Attr("class")), ID: collapse(n.Attr("id")), Path: b.path}
}

package site

import (
	"unicode/utf8"

	"github.com/mullionhq/mullion/page"
)

// A Site is what a profile knows, ready to be asked about pages. It is read only, and safe for concurrent use. It
// stays what it was when its profile learns more.
type Site struct {
	Name  string
	Pages int

	options   Options
	templates *nearIndex
	counts    []int // of the templates
	clusters  []*Cluster
	rules     []Vote
	leaders   *leaders
	style     *Node
	important importances
}

// Site is what the profile knows now. The options say how it is applied: what counts as a cluster, and what as noise.
// How pages are compared is as they were learned. The profile must not learn while the site is asked: its style tree
// is shared.
func (p *Profile) Site(o Options) *Site {
	o.Templates, o.Clusters.Similarity, o.Style.Attributes = p.Options.Templates, p.Options.Clusters.Similarity, p.Options.Style.Attributes
	s := &Site{Name: p.Name, Pages: p.Pages, options: o, style: p.Style, important: importances{}}
	s.templates = newNearIndex(p.Options.Templates.MaxLength)
	for i, t := range p.Library.All(p.Options.Templates) {
		s.templates.add(i, label{t.Tag, t.Text})
		s.counts = append(s.counts, t.Count)
	}
	s.leaders = newLeaders(p.Options.Clusters.Similarity)
	for _, c := range p.Clusters.List {
		if rule, ok := c.Rule(); ok && c.Pages >= o.Clusters.MinPages {
			s.clusters, s.rules = append(s.clusters, c), append(s.rules, rule)
			s.leaders.add(c.Feature)
		}
	}
	s.important.measure(p.Style, o.Style.Gamma)
	p.Style.warm()
	return s
}

// warm makes the indexes of all nodes, so that asking changes nothing.
func (n *Node) warm() {
	n.style("")
	for _, s := range n.Styles {
		for _, c := range s.Children {
			c.warm()
		}
	}
}

// Templates tells, for every node of the page, how many pages of the site have the text that it directly holds; 0
// for texts that are no template and for nodes without text.
func (s *Site) Templates(p *page.Page) []int {
	counts := make([]int, len(p.Nodes))
	labels, nodes := leafLabels(p)
	for i, l := range labels {
		if id := s.templates.find(l); id >= 0 {
			counts[nodes[i]] = s.counts[id]
		}
	}
	return counts
}

// An Extraction is the block in which a page's content stands.
type Extraction struct {
	Node    int     // in the page; -1 when the page has no text in blocks
	H       float64 // its density
	Cluster int     // from 0; -1 when the page is like no cluster
	Pages   int     // of the cluster
	Sim     float64 // to the cluster's first page
	ByRule  bool    // whether the cluster's rule found it; else it is the densest block of the page
}

// Extract finds the page's content as 001 does: by the rule of the cluster that it is most like. Where there is no
// such cluster, or the page lacks its rule's block, it takes the page's own densest block.
func (s *Site) Extract(p *page.Page) Extraction {
	blocks := blockNodes(p)
	x := Extraction{Node: -1, Cluster: -1}
	x.Cluster, x.Sim = s.leaders.best(feature(blocks), func(int) bool { return true })
	found := -1
	if x.Cluster >= 0 {
		x.Pages = s.clusters[x.Cluster].Pages
		found = s.rules[x.Cluster].find(p, blocks)
		x.ByRule = found >= 0
	} else {
		x.Sim = 0
	}
	if found < 0 {
		found, x.H = densest(p, blocks, s.options.Clusters.Alpha)
	}
	if found >= 0 {
		x.Node = blocks[found].node
	}
	return x
}

// Densest is the block of a page that 001 takes without a cluster, -1 when no block has text.
func Densest(p *page.Page, o ClusterOptions) (node int, h float64) {
	blocks := blockNodes(p)
	best, h := densest(p, blocks, o.Alpha)
	if best < 0 {
		return -1, 0
	}
	return blocks[best].node, h
}

// Unseen is the importance of nodes that the style tree does not have.
const Unseen = 1

// Importance tells, for every node of the page, the composite importance of its node in the style tree, 0 … 1, and
// Unseen where the tree does not have it: then it differs from all pages that were learned.
func (s *Site) Importance(p *page.Page) []float64 {
	out := make([]float64, len(p.Nodes))
	for i := range out {
		out[i] = Unseen
	}
	w := importanceWalk{Site: s, styler: styler{page: p, attributes: s.options.Style.Attributes}, out: out}
	w.walk(s.style, p.Body())
	return out
}

type importanceWalk struct {
	*Site
	styler
	out []float64
}

func (w *importanceWalk) walk(n *Node, i int) {
	w.out[i] = w.important[n]
	nodes, _, sequence := w.children(i)
	if style := n.index[sequence]; style != nil {
		for k, c := range nodes {
			w.walk(style.Children[k], c)
		}
	}
}

// Noise reports whether the importance is that of noise.
func (s *Site) Noise(importance float64) bool { return importance < s.options.Style.Threshold }

// InContent is the share of a block's characters, 0 … 1, that stand in texts for which content holds.
func InContent(p *page.Page, b *page.Block, content func(text int) bool) float64 {
	all, kept := 0, 0
	for _, i := range b.Texts {
		size := utf8.RuneCountInString(p.Nodes[i].Text)
		all += size
		if content(i) {
			kept += size
		}
	}
	return float64(kept) / float64(max(1, all))
}

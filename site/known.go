package site

import (
	"time"

	"github.com/mullionhq/mullion/page"
)

// A Site is what a profile knows, ready to be asked about pages. It is read only, and safe for concurrent use. It
// stays what it was when its profile learns more.
type Site struct {
	Name    string
	Pages   int
	Learned time.Time // when its last page was learned
	Domain  bool      // whether it was learned from all hosts of its domain

	options    Options
	templates  *nearIndex
	counts     []int               // of the templates
	known      map[uint64]struct{} // hashes of the templates' labels
	usualKnown float64             // share of a page's labels that are templates to the letter; 0 when not known
	clusters   []ruled
	paths      map[uint64][]int // the clusters that have a path, by its hash
	style      weighed          // the body's node
	taught     map[uint64]bool  // fingerprints of the pages that taught the profile
	places     *Places          // nil where nothing was said of the pages' blocks
	heard      map[uint64]bool  // fingerprints of the pages that it was said of
}

// Site is what the profile knows now. The options say how it is applied: what counts as a cluster, and what as noise.
// How pages are compared is as they were learned. The profile must not learn while the site is asked: its places are
// shared.
func (p *Profile) Site(o Options) *Site {
	o.Templates, o.Style.Attributes = p.Options.Templates, p.Options.Style.Attributes
	o.Clusters.Similarity, o.Clusters.Blocks = p.Options.Clusters.Similarity, p.Options.Clusters.Blocks
	s := &Site{Name: p.Name, Pages: p.Pages, Learned: p.Last, Domain: p.Options.Group == ByDomain, options: o, known: map[uint64]struct{}{}, usualKnown: p.Library.usualKnown(), paths: map[uint64][]int{}}
	s.templates = newNearIndex(p.Options.Templates.MaxLength)
	for i, t := range p.Library.All(p.Options.Templates) {
		s.templates.add(i, label{t.Tag, t.Text})
		s.counts = append(s.counts, t.Count)
		s.known[label{t.Tag, t.Text}.hash()] = struct{}{}
	}
	for c := range p.Clusters.ruling(o.Clusters) {
		if rule, ok := c.Rule(); ok {
			for _, path := range c.Feature {
				h := hashString(path)
				s.paths[h] = append(s.paths[h], len(s.clusters))
			}
			s.clusters = append(s.clusters, newRuled(c, rule))
		}
	}
	important := importances{}
	important.measure(p.Style, o.Style.Gamma)
	s.style = important.weigh(p.Style)
	s.taught = setOf(p.Seen)
	s.hears(p.Places)
	return s
}

// Templates tells, for every node of the page, how many pages of the site have the text that it directly holds; 0
// for texts that are no template and for nodes without text.
func (s *Site) Templates(p *page.Page) []int {
	counts := make([]int, len(p.Nodes))
	labels, nodes := leafLabels(p)
	effort := newEffort()
	for i, l := range labels {
		if id := s.templates.find(l, effort); id >= 0 {
			counts[nodes[i]] = s.counts[id]
		}
	}
	return counts
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
	w := importanceWalk{styler: styler{page: p, attributes: s.options.Style.Attributes}, out: out}
	w.walk(&s.style, p.Body())
	return out
}

type importanceWalk struct {
	styler
	out []float64
}

func (w *importanceWalk) walk(n *weighed, i int) {
	w.out[i] = n.importance
	nodes, _, sequence := w.children(i)
	children := n.style(hashString(sequence), len(nodes))
	for k := range children {
		w.walk(&children[k], nodes[k])
	}
}

// Noise reports whether the importance is that of noise.
func (s *Site) Noise(importance float64) bool { return importance < s.options.Style.Threshold }

package site

import (
	"math"

	"github.com/mullionhq/mullion/page"
)

// An Extraction is the block in which a page's content stands, and whether to trust it.
type Extraction struct {
	Node    int     // in the page; -1 when the page has no text in blocks
	Cluster int     // from 0; -1 when the page is like no cluster
	Sim     float64 // to the cluster's first page
	ByRule  bool    // whether the cluster's rule found it; else it is the densest block of the page
	Fit     Fit
}

// Extract finds the page's content as 001 does: by the rule of the cluster that it is most like. Where there is no
// such cluster, or the page lacks its rule's block, it takes the page's own densest block. The fit is our own.
func (s *Site) Extract(p *page.Page) Extraction {
	x, seen := s.locate(p)
	if x.Node < 0 {
		x.Node = s.densest(p, seen)
	}
	return x
}

// densest is the block that 001 takes where no cluster names one; -1 when no block has text.
func (s *Site) densest(p *page.Page, seen scan) int {
	best, _ := densest(p, seen.blocks, s.options.Clusters.Alpha)
	if best < 0 {
		return -1
	}
	return seen.blocks[best]
}

// Content is the page's main content by what the site's profile knows, without Chrome and at little more than the
// cost of parsing: the blocks below the block of its cluster's rule, without those that are templates. Where the site's pages
// are sure of a block's place (Places), that decides, and else it goes where it is all but links, or a caption; where they are
// sure of no content there, their places decide on all of the page.
// Where the rule finds nothing, they are those below the page's own densest block, or, on a page built without block nodes,
// below its body. What the page's fit is worth is for the caller to say: where there is Chrome, a page that does not fit is
// better rendered.
func (s *Site) Content(p *page.Page) ([]page.Block, Extraction) {
	x, seen := s.locate(p)
	if x.Fit != Fits && x.Fit != Drifted {
		x.Node = s.densest(p, seen)
		x.ByRule = false
	}
	if x.Node < 0 {
		x.Node = p.Body()
	}
	r := reader{Site: s, page: p, rule: x.Node, at: newKinds(p), effort: newEffort()}
	kept := p.BlocksIn(x.Node, r.content)
	if !r.sure && s.places != nil && x.Node != p.Body() {
		kept = p.BlocksIn(p.Body(), r.content)
	}
	return kept, x
}

// A reader reads the content of one page.
type reader struct {
	*Site
	page   *page.Page
	rule   int  // the block of the rule
	sure   bool // whether a place was surely one of main content
	at     *kinds
	effort *effort
}

// content reports whether a block holds main content: by its place, where the site's pages are sure of that, and else by the
// block of the rule, less what is furniture there.
func (r *reader) content(b *page.Block) bool {
	if b.Hidden {
		return false
	}
	content, known := r.placed(b)
	r.sure = r.sure || content && known
	if !known {
		content = r.rule <= b.Texts[0] && b.Texts[0] < r.page.Nodes[r.rule].End && !r.furniture(r.page, b, r.rule)
	}
	return content && !r.template(r.page, b, r.effort)
}

// placed reports whether the site's pages are sure of a block's place, and whether it holds main content then.
func (r *reader) placed(b *page.Block) (content, sure bool) {
	if r.places == nil {
		return false, false
	}
	return r.places.speaks(r.at.of(b.Node), &r.options.Content)
}

// Fit tells how the page and the profile agree.
func (s *Site) Fit(p *page.Page) Fit {
	x, _ := s.locate(p)
	return x.Fit
}

// locate finds the block of the page's rule, and judges the fit. The scan is what it saw of the page.
func (s *Site) locate(p *page.Page) (Extraction, scan) {
	seen := scanPage(p, s.options.Clusters.Blocks, s.known, s.templates.reach)
	x := Extraction{Node: -1}
	sg := signs{usualKnown: s.usualKnown}
	if seen.labels > 0 {
		sg.known = float64(seen.known) / float64(seen.labels)
	}
	x.Cluster, x.Sim = s.like(seen.paths)
	if x.Cluster >= 0 {
		x.Node, sg.cluster = s.clusters[x.Cluster].find(p, seen), true
	}
	if x.Node >= 0 {
		x.ByRule, sg.rule = true, true
		sg.text, sg.usualText = float64(textIn(p, x.Node)), s.clusters[x.Cluster].usualText
	}
	x.Fit = sg.fit(s.options.Fit)
	return x, seen
}

// A ruled is a cluster that counts, ready to be asked.
type ruled struct {
	size      int // number of paths of its feature
	rule      Vote
	path      uint64  // of the rule, hashed
	usualText float64 // characters in the rule's block: their geometric mean
}

func newRuled(c *Cluster, rule Vote) ruled {
	r := ruled{len(c.Feature), rule, hashString(rule.Path), 0}
	if rule.Pages > 0 && rule.LogText > 0 {
		r.usualText = math.Expm1(rule.LogText / float64(rule.Pages))
	}
	return r
}

// like is the cluster that the page is most like, the first of several, and the similarity; -1 when it is like none.
func (s *Site) like(paths []uint64) (id int, sim float64) {
	id = -1
	shared := make([]int, len(s.clusters))
	for _, path := range paths {
		for _, c := range s.paths[path] {
			shared[c]++
		}
	}
	best := s.options.Clusters.Similarity
	for c, n := range shared {
		if n == 0 {
			continue
		}
		if v := float64(n) / float64(min(len(paths), s.clusters[c].size)); v > best {
			id, best, sim = c, v, v
		}
	}
	return id, sim
}

// find is the node that the rule's locator names: by its id, else by its class, else by its path; -1 when it is not
// there.
func (c *ruled) find(p *page.Page, seen scan) int {
	class, path := -1, -1
	for i, b := range seen.blocks {
		n := &p.Nodes[b]
		if c.rule.ID != "" && collapsesTo(n.Attr("id"), c.rule.ID) {
			return b
		}
		if class < 0 && c.rule.Class != "" && collapsesTo(n.Attr("class"), c.rule.Class) {
			class = b
		}
		if path < 0 && seen.paths[i] == c.path {
			path = b
		}
	}
	if class >= 0 {
		return class
	}
	return path
}

// collapsesTo reports whether s is want but for white space.
func collapsesTo(s, want string) bool {
	return s == want || len(s) > len(want) && collapse(s) == want
}

// textIn is T of 001 in the subtree of a node: visible characters that are not link text.
func textIn(p *page.Page, node int) int {
	total := 0
	for i := node; i < p.Nodes[node].End; {
		switch n := &p.Nodes[i]; {
		case n.Hidden || n.Tag == "a":
			i = n.End
			continue
		case n.Kind == page.Text:
			total += page.TextLength(n.Text)
		}
		i++
	}
	return total
}

// furniture reports whether a block below a node is what pages put into their text that is not of it: a caption, or one that
// is all but links.
func (s *Site) furniture(p *page.Page, b *page.Block, top int) bool {
	o := &s.options.Content
	all, linked := 0, 0
	parent, isLink := -1, false
	for _, t := range b.Texts {
		n := &p.Nodes[t]
		if n.Parent != parent {
			parent, isLink = n.Parent, false
			for i := parent; i > top && !isLink; i = p.Nodes[i].Parent {
				if p.Nodes[i].Tag == "figcaption" && !o.Captions {
					return true
				}
				isLink = p.Nodes[i].Tag == "a"
			}
		}
		size := page.TextLength(n.Text)
		all += size
		if isLink {
			linked += size
		}
	}
	return float64(linked) > o.MaxLinks*float64(all)
}

// template reports whether at least half of a block's characters stand in texts that are templates.
func (s *Site) template(p *page.Page, b *page.Block, e *effort) bool {
	all, known := 0, 0
	parent, is := -1, false
	for _, t := range b.Texts {
		n := &p.Nodes[t]
		size := page.TextLength(n.Text)
		if size == 0 {
			continue
		}
		if n.Parent != parent {
			parent = n.Parent
			is = size <= s.templates.reach && s.templates.find(label{p.Nodes[parent].Tag, directText(p, parent)}, e) >= 0
		}
		all += size
		if is {
			known += size
		}
	}
	return known*2 >= all
}

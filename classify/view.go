package classify

import (
	"github.com/mullionhq/mullion/meta"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/site"
)

// A View is a page as the evidence sources see it: its blocks with their measures, and sums over every subtree.
// It is built once a page, and not safe for concurrent use.
type View struct {
	Page   *page.Page
	Blocks []page.Block
	Layout *regions.Layout // nil without layout
	Meta   meta.Meta

	stats []stat  // by block
	total stat    // of the page
	sums  []stat  // of subtrees: see under
	held  []int32 // by node: where the sum over its subtree is in sums; 0, that of nothing, for one without text
	nodes []nodeInfo

	lower      []string   // by block: its text in lower case
	hashes     [][]uint64 // by block: of the words of that
	chain      [][]int    // by block: ancestors from its own node up, each with more words than the one before
	titled     []likeness // by block
	declared   shingles   // of the texts in JSON-LD
	headline   int        // the block that repeats the title; -1 when none
	rivals     []float64  // by block: how many blocks look like the headline, after it and up to the block
	outranked  []float64  // by block: how many headings of its rank or a higher one are after it and up to the block
	main       int        // the node with the most running text directly below it; -1 when there is none
	column     column     // where most running text stands
	body       typeface
	paths      map[uint64]*stat // sums over the blocks with one tag path
	kinds      map[uint64]*stat // the same with class names
	same       map[string]int   // how many blocks have a text
	copies     copies
	order      order
	known      *knowledge // nil without a profile of the site
	discussion discussion
	wide       []float32 // the row of pageSource
	names      nameCache
	terms      *terms      // see words
	rows       [][]float32 // see evidence
	address    address
	typeRow    []float32 // see PageType
}

// nodeInfo is what is known of a node from its ancestors.
type nodeInfo struct {
	depth   int32
	link    bool // in <a href>
	strong  bool // in strong, b or a heading
	path    uint64
	kind    uint64 // path with class names
	own     groups // name groups of its own class, id and role
	all     groups // with its ancestors'
	tags    tagGroups
	repeats int32 // siblings of the same tag and class, itself included
}

// NewView measures a page. layout is nil for pages that were not rendered, known when nothing is known of the site.
func NewView(p *page.Page, layout *regions.Layout, known *site.Site) *View {
	v := &View{Page: p, Blocks: p.Blocks(), Layout: layout, Meta: meta.Of(p), headline: -1, main: -1}
	v.address = addressOf(v)
	v.walk()
	v.measureBlocks()
	v.findCopies()
	v.sum()
	v.declared = declaredText(p)
	v.findHeadline()
	v.countRivals()
	v.findMain()
	v.findColumn()
	v.measureOrder()
	v.measurePage()
	v.findDiscussion()
	v.ask(known)
	return v
}

// walk fills nodes, top down.
func (v *View) walk() {
	p := v.Page
	v.nodes = make([]nodeInfo, len(p.Nodes))
	v.names = nameCache{}
	for i := range p.Nodes {
		n, info := &p.Nodes[i], &v.nodes[i]
		var up nodeInfo
		if n.Parent >= 0 {
			up = v.nodes[n.Parent]
		}
		info.depth, info.link, info.strong = up.depth+1, up.link, up.strong
		info.path, info.kind, info.all, info.tags = up.path, up.kind, up.all, up.tags
		if n.Kind != page.Element {
			continue
		}
		class := n.Attr("class")
		for _, name := range namingAttributes {
			info.own |= v.names.of(n.Attr(name)).groups
		}
		if n.Tag != "html" && n.Tag != "body" {
			info.all |= info.own
		}
		info.tags |= tagGroup[n.Tag]
		info.path = mix(up.path, n.Tag)
		info.kind = mix(mix(up.kind, n.Tag), class)
		switch n.Tag {
		case "a":
			_, href := n.LookupAttr("href")
			info.link = info.link || href
		case "b", "strong", "h1", "h2", "h3", "h4", "h5", "h6":
			info.strong = true
		}
	}
	v.countRepeats()
}

// countRepeats fills nodeInfo.repeats: how many siblings look the same.
func (v *View) countRepeats() {
	counts := map[uint64]int32{}
	for i := range v.Page.Nodes {
		if v.Page.Nodes[i].End == i+1 {
			continue
		}
		clear(counts)
		for c := range v.Page.Children(i) {
			if v.Page.Nodes[c].Kind == page.Element {
				counts[v.nodes[c].kind]++
			}
		}
		for c := range v.Page.Children(i) {
			if v.Page.Nodes[c].Kind == page.Element {
				v.nodes[c].repeats = counts[v.nodes[c].kind]
			}
		}
	}
}

// mix is one step of FNV-1a over a path.
func mix(h uint64, s string) uint64 {
	if h == 0 {
		h = 14695981039346656037
	}
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * prime
	}
	return (h ^ '/') * prime
}

// prime is FNV's, of 64 bits.
const prime = 1099511628211

// measureBlocks fills stats, lower and hashes.
func (v *View) measureBlocks() {
	v.stats, v.lower, v.hashes = make([]stat, len(v.Blocks)), make([]string, len(v.Blocks)), make([][]uint64, len(v.Blocks))
	bytes := 0
	for b := range v.Blocks {
		bytes += len(v.Blocks[b].Text)
	}
	all := make([]uint64, 0, bytes/4) // words have more bytes, CJK characters three
	for b := range v.Blocks {
		block := &v.Blocks[b]
		v.lower[b] = toLower(block.Text)
		start := len(all)
		all = hashes(all, v.lower[b])
		v.hashes[b] = all[start:len(all):len(all)]
		s := measureText(block.Text)
		s.blocks = 1
		var link, strong, all float64
		for _, t := range block.Texts {
			n := float64(len(v.Page.Nodes[t].Text))
			all += n
			if v.nodes[t].link {
				link += n
			}
			if v.nodes[t].strong {
				strong += n
			}
		}
		s.linkWords = s.words * share(link, all)
		s.strong = share(strong, all)
		if v.Page.Nodes[block.Node].Tag == "p" {
			s.paragraphWords = s.words
		}
		if s.runs() {
			s.runningWords = s.words
		}
		if block.Hidden {
			s.hiddenWords = s.words
		}
		v.stats[b] = s
	}
}

// runs reports whether the text reads as running text: long enough, with sentence punctuation, few links.
func (s *stat) runs() bool {
	return s.words >= 12 && s.linkWords < 0.35*s.words && s.punctuation > 0
}

// sum fills the sums over subtrees and paths, and every block's chain of ancestors.
func (v *View) sum() {
	p := v.Page
	v.holders()
	v.paths, v.kinds = map[uint64]*stat{}, map[uint64]*stat{}
	v.same = map[string]int{}
	for b := range v.Blocks {
		v.same[v.Blocks[b].Text]++
		s, node := &v.stats[b], v.Blocks[b].Node
		v.under(node).add(s)
		v.total.add(s)
		addTo(v.paths, v.nodes[node].path, s)
		addTo(v.kinds, v.nodes[node].kind, s)
	}
	for i := len(p.Nodes) - 1; i > 0; i-- {
		if v.held[i] > 0 {
			v.under(p.Nodes[i].Parent).add(v.under(i))
		}
	}
	v.chain = make([][]int, len(v.Blocks))
	chains := make([]int, 0, maxChain*len(v.Blocks))
	for b := range v.Blocks {
		start := len(chains)
		i := v.Blocks[b].Node
		chains = append(chains, i)
		for up := p.Nodes[i].Parent; up > 0 && len(chains)-start < maxChain; up = p.Nodes[up].Parent {
			if v.under(up).blocks > v.under(chains[len(chains)-1]).blocks {
				chains = append(chains, up)
			}
		}
		v.chain[b] = chains[start:len(chains):len(chains)]
	}
}

// maxChain is how many ancestors a block's chain holds at most.
const maxChain = 12

// holders makes room for the sums of the nodes that hold blocks.
func (v *View) holders() {
	v.held = make([]int32, len(v.Page.Nodes))
	n := int32(0)
	for b := range v.Blocks {
		for i := v.Blocks[b].Node; i >= 0 && v.held[i] == 0; i = v.Page.Nodes[i].Parent {
			n++
			v.held[i] = n
		}
	}
	v.sums = make([]stat, n+1)
}

// under is the sum over the blocks of a node's subtree.
func (v *View) under(node int) *stat { return &v.sums[v.held[node]] }

func addTo(sums map[uint64]*stat, key uint64, s *stat) {
	if sums[key] == nil {
		sums[key] = &stat{}
	}
	sums[key].add(s)
}

// ancestor is the k-th node of block b's chain, or its last.
func (v *View) ancestor(b, k int) int { return v.chain[b][min(k, len(v.chain[b])-1)] }

// What findHeadline goes by: guesses. Models were trained with them, so that others need other models.
const (
	headlineWords = 60   // the most in a headline
	headlineMatch = 0.5  // the least likeness to the title, with what follows added
	headlineH1    = 0.35 // for standing in an h1
	headlineH2    = 0.1  // for being an h2 or h3
	headlineLink  = 0.2  // less for being a link, by more than half of its words
)

// findHeadline picks the block that repeats the page's title: an h1 when one does, else the first block
// whose words are nearly the title's.
func (v *View) findHeadline() {
	promised := newPromise(v.Meta.Title, v.Meta.Description)
	v.titled = make([]likeness, len(v.Blocks))
	best := 0.0
	for b := range v.Blocks {
		v.titled[b] = promised.likeness(v.hashes[b])
		if v.Blocks[b].Hidden || v.stats[b].words > headlineWords {
			continue
		}
		match := v.titled[b].similarity
		tag := v.Page.Nodes[v.Blocks[b].Node].Tag
		switch {
		case v.nodes[v.Blocks[b].Node].tags&inH1 != 0:
			match += headlineH1
		case tag == "h2" || tag == "h3":
			match += headlineH2
		}
		if v.stats[b].linkWords > 0.5*v.stats[b].words {
			match -= headlineLink
		}
		if match > best && match >= headlineMatch {
			best, v.headline = match, b
		}
	}
}

// countRivals fills rivals and outranked, which stay zero up to the headline: past another headline begins another text.
func (v *View) countRivals() {
	v.rivals, v.outranked = make([]float64, len(v.Blocks)), make([]float64, len(v.Blocks))
	if v.headline < 0 {
		return
	}
	node := v.Blocks[v.headline].Node
	kind, rank := v.nodes[node].kind, v.headingRank(v.headline)
	rivals, outranked := 0.0, 0.0
	for b := v.headline + 1; b < len(v.Blocks); b++ {
		if v.nodes[v.Blocks[b].Node].kind == kind {
			rivals++
		}
		if r := v.headingRank(b); r > 0 && r <= rank {
			outranked++
		}
		v.rivals[b], v.outranked[b] = rivals, outranked
	}
}

// headingRank is 1 … 6 for a block in h1 … h6, 0 elsewhere.
func (v *View) headingRank(b int) int {
	for n := v.Blocks[b].Node; n >= 0; n = v.Page.Nodes[n].Parent {
		if tag := v.Page.Nodes[n].Tag; len(tag) == 2 && tag[0] == 'h' && '1' <= tag[1] && tag[1] <= '6' {
			return int(tag[1] - '0')
		}
		if v.nodes[n].tags&inHeading == 0 {
			break
		}
	}
	return 0
}

// findMain picks the node that holds the most running text, a block's words counting fully for its nearest
// ancestor with more blocks and half for the next, as Readability counts them.
func (v *View) findMain() {
	score := map[int]float64{}
	best := 0.0
	for b := range v.Blocks {
		w := v.stats[b].runningWords
		if w == 0 || v.Blocks[b].Hidden {
			continue
		}
		for k, part := range []float64{1, 0.5} {
			if k+1 >= len(v.chain[b]) {
				break
			}
			a := v.chain[b][k+1]
			score[a] += w * part
			if score[a] > best {
				best, v.main = score[a], a
			}
		}
	}
}

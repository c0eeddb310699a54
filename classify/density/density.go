// Package density is the classifier of paper 003 (Zhou, Li and Song 2019): five densities of every text block go to one
// SVM, three of every paragraph in what it kept to a second one. It does not know what becomes of the labels.
//
// Where it departs from its source: words are cut without a dictionary (Lexicon.Count); noise words and punctuation
// are those of many languages, as the source knows Chinese alone; containers and elements of emphasis are all that HTML
// has for the purpose, of which the source names some; nodes and text that are not shown do not count; densities outside
// the range of the training rows are cut to it (machine.Scaler). The source's blocks nest and it does not say what becomes
// of a block inside another: here the outermost block that the SVM takes for content counts, and what is inside it is left
// to the second stage. The body is a block only where it holds text itself, as on old pages. A paragraph's region is its
// own ordinal, as paragraphs do not nest. Labels for training come from the alignment with gold texts, as ours has no
// hand-labelled blocks: a block is content from a share of it on (TrainOptions.Purity). The grid search maximises the F1 of
// content, with no site on both sides. The source's published parameters are tried beside the grid: on the bundled model's
// blocks they reach .37 where the grid's best reach .63, on its paragraphs .70 and .72.
package density

import (
	"github.com/mullionhq/mullion/page"
)

// BlockColumns name the five densities of a text block.
var BlockColumns = []string{"link density", "noise-word density", "punctuation density", "decoration density", "position density"}

// ParagraphColumns name the three densities of a paragraph.
var ParagraphColumns = []string{"paragraph text density", "paragraph punctuation density", "paragraph position density"}

// A Block is a container element with its text, that of the blocks inside it included.
type Block struct {
	Node   int
	Parent int // the block around it, by its place in the list; -1 for none
	Chars  int
	Cells  [5]float32 // BlockColumns, each 0 … 1
}

// A Paragraph is a run of text in a block that no line or block boundary divides.
type Paragraph struct {
	Texts []int      // its text nodes, in document order
	Chars int        // white space collapsed
	Cells [3]float32 // ParagraphColumns, each 0 … 1
}

// counts are sums over the nodes before a node.
type counts struct{ chars, linkChars, words, noise, marks, decorations, elements, nodes int }

func (c counts) less(d counts) counts {
	return counts{
		c.chars - d.chars, c.linkChars - d.linkChars, c.words - d.words, c.noise - d.noise,
		c.marks - d.marks, c.decorations - d.decorations, c.elements - d.elements, c.nodes - d.nodes,
	}
}

// A Survey is a page measured for its blocks and paragraphs.
type Survey struct {
	Blocks []Block // in document order, so that a block stands before those inside it

	page   *page.Page
	before []counts // by node: of all shown nodes before it; one entry more than there are nodes
}

// Measure finds the blocks of a page and their densities. words are those that mark noise.
func Measure(p *page.Page, words *Lexicon) *Survey {
	s := &Survey{page: p, before: make([]counts, len(p.Nodes)+1)}
	s.count(words)
	s.blocks()
	return s
}

// count fills before.
func (s *Survey) count(lexicon *Lexicon) {
	var sum counts
	body := s.page.Body()
	link := -1 // end of the open link's subtree
	drop := -1 // end of the open dropped subtree
	for i := range s.page.Nodes {
		s.before[i] = sum
		n := &s.page.Nodes[i]
		if i < body || i >= s.page.Nodes[body].End || i < drop {
			continue
		}
		if n.Hidden || dropped[n.Tag] {
			drop = n.End
			continue
		}
		sum.nodes++
		if n.Kind == page.Element {
			sum.elements++
			if decorations[n.Tag] {
				sum.decorations++
			}
			if n.Tag == "a" && i >= link {
				link = n.End
			}
			continue
		}
		chars := page.TextLength(n.Text)
		if chars == 0 {
			continue
		}
		words, noise := lexicon.Count(n.Text)
		sum.chars, sum.words, sum.noise, sum.marks = sum.chars+chars, sum.words+words, sum.noise+noise, sum.marks+punctuation(n.Text)
		if i < link {
			sum.linkChars += chars
		}
	}
	s.before[len(s.page.Nodes)] = sum
}

// blocks lists the containers with text.
func (s *Survey) blocks() {
	total := s.before[len(s.page.Nodes)]
	body := s.page.Body()
	var open []int // blocks around the node
	for i := body; i < s.page.Nodes[body].End; i++ {
		n := &s.page.Nodes[i]
		if n.Kind != page.Element || !(containers[n.Tag] || i == body && s.holdsText(i)) {
			continue
		}
		in := s.before[n.End].less(s.before[i])
		if in.chars == 0 {
			continue
		}
		for len(open) > 0 && s.page.Nodes[s.Blocks[open[len(open)-1]].Node].End <= i {
			open = open[:len(open)-1]
		}
		b := Block{Node: i, Parent: -1, Chars: in.chars}
		if len(open) > 0 {
			b.Parent = open[len(open)-1]
		}
		b.Cells = [5]float32{
			share(in.linkChars, in.chars), share(in.noise, in.words), share(in.marks, in.chars),
			share(in.decorations, in.elements), share(s.before[i].nodes+1, total.nodes),
		}
		open = append(open, len(s.Blocks))
		s.Blocks = append(s.Blocks, b)
	}
}

// holdsText reports whether node i has text that no container inside it has.
func (s *Survey) holdsText(i int) bool {
	for c := range s.page.Children(i) {
		switch n := &s.page.Nodes[c]; {
		case n.Hidden || dropped[n.Tag]:
		case n.Kind == page.Text:
			if page.TextLength(n.Text) > 0 {
				return true
			}
		case !containers[n.Tag] && s.holdsText(c):
			return true
		}
	}
	return false
}

// Paragraphs cuts a block into its paragraphs.
func (s *Survey) Paragraphs(b *Block) []Paragraph {
	w := paragraphs{page: s.page}
	w.walk(b.Node)
	w.end()
	for k := range w.list {
		p := &w.list[k]
		marks := 0
		for _, t := range p.Texts {
			marks += punctuation(s.page.Nodes[t].Text)
		}
		ordinal := k + 1 // first and last of the paragraph's region
		p.Cells = [3]float32{share(p.Chars, b.Chars), share(marks, p.Chars), share(ordinal+ordinal, 2*len(w.list))}
	}
	return w.list
}

type paragraphs struct {
	page *page.Page
	list []Paragraph
	open Paragraph
}

func (w *paragraphs) walk(i int) {
	for c := range w.page.Children(i) {
		n := &w.page.Nodes[c]
		switch {
		case n.Hidden || dropped[n.Tag]:
		case n.Kind == page.Text:
			if chars := page.TextLength(n.Text); chars > 0 {
				w.open.Texts = append(w.open.Texts, c)
				w.open.Chars += chars
			}
		case boundaries[n.Tag]:
			w.end()
			w.walk(c)
			w.end()
		default:
			w.walk(c)
		}
	}
}

func (w *paragraphs) end() {
	if len(w.open.Texts) > 0 {
		w.list = append(w.list, w.open)
	}
	w.open = Paragraph{}
}

func share(a, b int) float32 { return float32(a) / float32(max(1, b)) }

var (
	// containers hold text blocks. 003 names some; these are the elements of HTML that serve the same purpose.
	containers = page.TagSet("div td th li p section article main aside header footer nav dd dt blockquote pre table ul ol dl form center figure figcaption fieldset details address")
	// decorations make text stand out; 003 names strong, b, i, h1, h2, …, u.
	decorations = page.TagSet("strong b i em u h1 h2 h3 h4 h5 h6")
	// boundaries part paragraphs.
	boundaries = page.TagSet("p br div li td th tr h1 h2 h3 h4 h5 h6 section article main aside header footer nav dd dt blockquote pre table ul ol dl form center figure figcaption fieldset details summary address hr")
	// dropped are taken out before anything is measured (003, table 1).
	dropped = page.TagSet("script style noscript template iframe select textarea object embed svg head title")
)

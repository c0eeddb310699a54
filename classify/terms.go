package classify

import (
	"math/bits"

	"github.com/mullionhq/mullion/page"
)

// A term is a hash of what a block or an element is called or says (feature hashing, Weinberger et al. 2009).
type term = uint32

// termCount is how many terms there are: so many that a word that no training page had seldom shares one of the 110,000
// that weigh something. Evaluation run: with this and the trees a model of wcxb alone has .906 word F1 on the other
// corpora, with 1 << 16 and none .904.
const termCount = 1 << termBits

const termBits = 20

// always is the term that every block has.
const always term = 0

// Kinds of terms: one word is other terms as a name, in a block's short text, in its running text, in the heading that the
// block stands under, and in the texts beside it.
const (
	nameTerm = iota + 1
	tagTerm
	textTerm
	pairTerm // two words in a row
	headingTerm
	beforeTerm
	afterTerm
	proseTerm
	kinds
)

// A few words are one term more as a whole, and many words no term but one that says so.
const (
	wholeTerm = kinds * (iota + 1)
	longTerm
)

// How many words a text has at most to be read as an announcement, as a heading, as a neighbour, and as a whole. Of a longer
// text than an announcement the words count without their order.
const (
	announcing   = 15
	headingWords = 10
	neighbouring = 8
	whole        = 4
)

// hashOf is the term of a kind for a word's hash: the finalizer of MurmurHash3.
func hashOf(kind int, word uint64) term {
	h := (word ^ uint64(kind)*goldenRatio) * 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return max(always+1, term(h>>(64-termBits)))
}

// terms are all terms of a page. No list holds one twice.
type terms struct {
	names  []term // what elements are called, one after the other
	starts []int  // by node, where its names begin; a node has its ancestors' too
	blocks []blockTerms
}

type blockTerms struct {
	node                                int // whose names the block has: the parent of its first text
	text, prose, heading, before, after []term
}

// each visits all terms of the page, some more than once.
func (t *terms) each(visit func(term)) {
	lists := [][]term{t.names}
	for b := range t.blocks {
		block := &t.blocks[b]
		lists = append(lists, block.text, block.prose, block.heading, block.before, block.after)
	}
	for _, list := range lists {
		for _, w := range list {
			visit(w)
		}
	}
}

// own are the names of node i that no ancestor has.
func (t *terms) own(i int) []term { return t.names[t.starts[i]:t.starts[i+1]] }

// words are the view's terms, collected once.
func (v *View) words() *terms {
	if v.terms == nil {
		v.terms = &terms{starts: make([]int, len(v.Page.Nodes)+1), blocks: make([]blockTerms, len(v.Blocks))}
		v.terms.collectNames(v.Page, v.names)
		v.terms.collectTexts(v)
	}
	return v.terms
}

// collectNames fills names and starts: tags, and the words of classes, ids, roles and microdata.
func (t *terms) collectNames(p *page.Page, cache nameCache) {
	var have termSet // of the open nodes
	var open []int
	for i := range p.Nodes {
		for len(open) > 0 && p.Nodes[open[len(open)-1]].End <= i {
			have.remove(t.own(open[len(open)-1]))
			open = open[:len(open)-1]
		}
		t.starts[i] = len(t.names)
		if n := &p.Nodes[i]; n.Kind == page.Element && n.End > i+1 && n.Tag != "html" && n.Tag != "body" {
			t.names = have.add(t.names, hashOf(tagTerm, mix(0, n.Tag)))
			for _, name := range namingAttributes {
				if value := n.Attr(name); len(value) <= maxName {
					t.names = have.add(t.names, cache.of(value).terms...)
				}
			}
			open = append(open, i)
		}
		t.starts[i+1] = len(t.names)
	}
}

// maxName is how many bytes an attribute has at most whose words are terms: what is longer holds data.
const maxName = 300

// collectTexts fills blocks.
func (t *terms) collectTexts(v *View) {
	words := make([][]uint64, len(v.Blocks)) // hashes of each block's first ones, one more than are read
	var all []uint64
	for b := range v.Blocks {
		start := len(all)
		for w := range tokens(v.lower[b]) {
			if all = append(all, wordHash(w)); len(all)-start > announcing {
				break
			}
		}
		words[b] = all[start:len(all):len(all)]
	}
	var set termSet
	var heading []term
	for b := range v.Blocks {
		block := &t.blocks[b]
		block.node = v.Page.Nodes[v.Blocks[b].Texts[0]].Parent
		block.text = set.unique(pairs(said(textTerm, words[b], announcing), words[b], announcing))
		if len(words[b]) > announcing {
			block.prose = set.unique(prose(v.hashes[b]))
		}
		if v.nodes[v.Blocks[b].Node].tags&inHeading != 0 {
			heading = set.unique(said(headingTerm, words[b][:min(len(words[b]), headingWords)], headingWords))
		}
		block.heading = heading
		if b > 0 {
			block.before = set.unique(said(beforeTerm, words[b-1], neighbouring))
		}
		if b+1 < len(words) {
			block.after = set.unique(said(afterTerm, words[b+1], neighbouring))
		}
	}
}

// wordHash is a word's hash; all numbers are one word.
func wordHash(w string) uint64 {
	for k := range len(w) {
		if w[k] < '0' || '9' < w[k] {
			return mix(0, w)
		}
	}
	return mix(0, "0")
}

// said are the terms of a kind for a text of at most so many words.
func said(kind int, words []uint64, most int) (list []term) {
	if len(words) > most {
		return []term{hashOf(kind+longTerm, 0)}
	}
	all := uint64(0)
	for _, w := range words {
		list = append(list, hashOf(kind, w))
		all = bits.RotateLeft64(all, 7) ^ w
	}
	if 0 < len(words) && len(words) <= whole {
		list = append(list, hashOf(kind+wholeTerm, all))
	}
	return list
}

// prose are the terms of a longer text's words.
func prose(words []uint64) []term {
	list := make([]term, len(words))
	for k, w := range words {
		list[k] = hashOf(proseTerm, w)
	}
	return list
}

// pairs appends the terms of two words in a row of a text of at most so many words.
func pairs(list []term, words []uint64, most int) []term {
	for k := 1; k < len(words) && len(words) <= most; k++ {
		list = append(list, hashOf(pairTerm, bits.RotateLeft64(words[k-1], 7)^words[k]))
	}
	return list
}

// A termSet is a set of terms.
type termSet [termCount / 64]uint64

// add appends to list the terms that are new to the set.
func (s *termSet) add(list []term, terms ...term) []term {
	for _, t := range terms {
		if bit := uint64(1) << (t % 64); s[t/64]&bit == 0 {
			s[t/64] |= bit
			list = append(list, t)
		}
	}
	return list
}

func (s *termSet) remove(terms []term) {
	for _, t := range terms {
		s[t/64] &^= 1 << (t % 64)
	}
}

// unique is the list without terms that come again, in place. The set is empty before and after.
func (s *termSet) unique(list []term) []term {
	list = s.add(list[:0], list...)
	s.remove(list)
	return list
}

package site

import (
	"math"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/mullionhq/mullion/page"
)

// A scan is what one walk over a page tells: its block nodes, and how many of its texts the site has as templates.
// Paths and labels are hashed as they are met, and no string is made: applying a profile must cost far less than
// parsing.
type scan struct {
	blocks []int    // nodes
	paths  []uint64 // of the blocks, hashed
	labels int      // leaf labels
	known  int      // of these are templates, to the letter
}

// A level is an open element of the walk.
type level struct {
	end      int
	path     uint64    // of hashString
	tag      uint64    // of hashString
	ordinals []ordinal // of its children so far
	text     textHash  // directly in it
}

type ordinal struct {
	tag string
	n   int
}

// scanPage walks the visible nodes of the body. tags are those of block nodes, templates holds the hashes of the labels that
// are templates, and longest is how many characters these have at most.
func scanPage(p *page.Page, tags []string, templates map[uint64]struct{}, longest int) scan {
	w := scanner{page: p, tags: tags, templates: templates, longest: longest}
	body := p.Body()
	end := p.Nodes[body].End
	w.open(end, hashString("body1"), hashString(p.Nodes[body].Tag))
	for i := body + 1; i < end; {
		for i >= w.levels[len(w.levels)-1].end {
			w.close()
		}
		i = w.node(i)
	}
	for len(w.levels) > 0 {
		w.close()
	}
	return w.scan
}

type scanner struct {
	scan
	page      *page.Page
	tags      []string
	templates map[uint64]struct{}
	longest   int // of these
	levels    []level
}

// node takes node i into account, and returns the one after it or, where it is hidden, after all below it.
func (w *scanner) node(i int) int {
	n, above := &w.page.Nodes[i], &w.levels[len(w.levels)-1]
	if n.Kind == page.Text {
		if !n.Hidden {
			above.text.write(n.Text, w.longest)
		}
		return i + 1
	}
	k := above.count(n.Tag)
	if n.Hidden {
		return n.End
	}
	path := hashOn(hashOn(above.path, "/"), n.Tag)
	var digits [20]byte
	for _, d := range strconv.AppendInt(digits[:0], int64(k), 10) {
		path = (path ^ uint64(d)) * base
	}
	if slices.Contains(w.tags, n.Tag) {
		w.blocks, w.paths = append(w.blocks, i), append(w.paths, path)
	}
	w.open(n.End, path, hashString(n.Tag))
	return i + 1
}

// count is the ordinal of the next child of a tag.
func (l *level) count(tag string) int {
	for i := range l.ordinals {
		if o := &l.ordinals[i]; o.tag == tag {
			o.n++
			return o.n
		}
	}
	l.ordinals = append(l.ordinals, ordinal{tag, 1})
	return 1
}

// open starts an element. What an earlier one at its depth needed for its ordinals is used again.
func (w *scanner) open(end int, path, tag uint64) {
	n := len(w.levels)
	var ordinals []ordinal
	if n < cap(w.levels) {
		ordinals = w.levels[:n+1][n].ordinals[:0]
	}
	w.levels = append(w.levels, level{end, path, tag, ordinals, newTextHash()})
}

func (w *scanner) close() {
	last := &w.levels[len(w.levels)-1]
	if !last.text.empty() {
		w.labels++
		if _, ok := w.templates[mix(last.text.hash, last.tag)]; ok {
			w.known++
		}
	}
	w.levels = w.levels[:len(w.levels)-1]
}

// hash is the hash of a label, as a scan computes it.
func (l label) hash() uint64 {
	t := newTextHash()
	t.write(l.text, math.MaxInt)
	return mix(t.hash, hashString(l.tag))
}

// A textHash hashes the words of texts that follow each other, whatever the white space between them.
type textHash struct {
	hash   uint64
	length int  // in characters, of the words without the spaces between them
	space  bool // whether white space is owed before the next character
}

func newTextHash() textHash { return textHash{hash: emptyHash} }

func (t *textHash) empty() bool { return t.hash == emptyHash }

// write adds a text, set apart from the one before. What is longer than most characters is not hashed to its end, but one
// character further than any text that is not.
func (t *textHash) write(s string, most int) {
	t.space = true
	for i := 0; i < len(s) && t.length <= most; {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		i += size
		if r == ' ' || r <= '\r' && r >= '\t' || r > unicode.MaxASCII && unicode.IsSpace(r) {
			t.space = true
			continue
		}
		if t.space && !t.empty() {
			t.hash = (t.hash ^ ' ') * base
		}
		t.space = false
		t.length++
		t.hash = (t.hash ^ uint64(r)) * base
	}
}

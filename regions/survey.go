package regions

import (
	"math"
	"unicode"

	"github.com/mullionhq/mullion/page"
)

// A survey is what adaptive knows about every node of a page before it judges.
type survey struct {
	page *page.Page
	body int
	o    *Adaptive

	shown  []page.Box // the part of the box that shows
	ink    []page.Box // around the texts and pictures that show in the subtree
	block  []int      // the nearest block-level element at or around the node
	chars  []int      // visible characters in the subtree
	links  []int      // of them, those to be clicked
	prose  []int      // of them, those of running text
	clicks []int      // links and buttons that show in the subtree
	role   []role     // of elements, by landmark or word
	weak   []bool     // whether the role is by word only
	under  []role     // the nearest role at or around the node
	ahead  []int      // running text outside of bars and sides before the node in document order; one entry more at the end
	line   float64    // where the page's first line of text ends, in CSS pixels from the top
}

// measure surveys a page.
func measure(p *page.Page, shown []page.Box, o *Adaptive) *survey {
	n := len(p.Nodes)
	s := &survey{page: p, body: p.Body(), o: o, shown: shown, ink: inks(p, shown), block: make([]int, n), chars: make([]int, n),
		links: make([]int, n), prose: make([]int, n), clicks: make([]int, n),
		role: make([]role, n), weak: make([]bool, n), under: make([]role, n), ahead: make([]int, n+1)}
	s.readNodes()
	s.findProse()
	s.addUp()
	s.findRoles()
	s.findLine()
	return s
}

// readNodes reads each node's own text and nearest block.
func (s *survey) readNodes() {
	clicked := make([]bool, len(s.page.Nodes))
	for i := range s.page.Nodes {
		n := &s.page.Nodes[i]
		if n.Parent >= 0 {
			s.block[i], clicked[i] = s.block[n.Parent], clicked[n.Parent]
		}
		switch {
		case n.Kind == page.Element:
			clicked[i] = clicked[i] || controls[n.Tag]
			if page.IsBlock(n) {
				s.block[i] = i
			}
		case !s.shown[i].Empty():
			s.chars[i] = letters(n.Text)
			if clicked[i] {
				s.links[i] = s.chars[i]
			}
		}
	}
}

// controls are the elements whose text is to be clicked, not read.
var controls = page.TagSet("a button select option")

// letters counts the characters that leave ink.
func letters(text string) (n int) {
	for _, r := range text {
		if !unicode.IsSpace(r) {
			n++
		}
	}
	return n
}

// findProse marks the texts of blocks that read as running text: long enough, and not mostly links.
func (s *survey) findProse() {
	chars, links := make([]int, len(s.chars)), make([]int, len(s.chars))
	for i, c := range s.chars {
		chars[s.block[i]] += c
		links[s.block[i]] += s.links[i]
	}
	for i, c := range s.chars {
		b := s.block[i]
		if c > s.links[i] && chars[b] >= s.o.ProseChars && float64(links[b]) <= s.o.ProseLinks*float64(chars[b]) {
			s.prose[i] = c
		}
	}
}

// addUp sums texts, and what can be clicked, up the tree.
func (s *survey) addUp() {
	for i := len(s.chars) - 1; i > 0; i-- {
		if controls[s.page.Nodes[i].Tag] && !s.ink[i].Empty() {
			s.clicks[i]++
		}
		up := s.page.Nodes[i].Parent
		s.clicks[up] += s.clicks[i]
		s.chars[up] += s.chars[i]
		s.links[up] += s.links[i]
		s.prose[up] += s.prose[i]
	}
}

// findRoles reads the roles and sums the running text that they leave.
func (s *survey) findRoles() {
	for i := range s.page.Nodes {
		n := &s.page.Nodes[i]
		s.role[i], s.weak[i] = roleOf(n)
		if s.weak[i] && s.role[i] == navRole && !s.linked(i) {
			s.role[i] = noRole // many a "menu" is none
		}
		if s.weak[i] && s.role[i] == sideRole && s.spans(i) {
			s.role[i] = noRole // it says that the page has a side column
		}
		if s.weak[i] && s.role[i] == footerRole && s.holdsHeaded(i) {
			s.role[i] = noRole // it says whether its table has one
		}
		if s.role[i] == mainRole && s.framed(i) {
			s.role[i] = noRole // it is main in another page
		}
		if s.under[i] = s.role[i]; s.role[i] == noRole && n.Parent >= 0 {
			s.under[i] = s.under[n.Parent]
		}
		s.ahead[i+1] = s.ahead[i]
		if n.Kind == page.Text && !aside(s.under[i]) {
			s.ahead[i+1] += s.prose[i]
		}
	}
}

// findLine finds the page's first line of text. What is lower than a line, as links for screen readers are, is none.
func (s *survey) findLine() {
	s.line = math.Inf(1)
	for i := range s.page.Nodes {
		if b := s.ink[i]; s.page.Nodes[i].Kind == page.Text && s.chars[i] > 0 && b.H >= s.o.Tolerance {
			s.line = math.Min(s.line, b.Bottom())
		}
	}
}

// tops reports whether node i begins at the page's top: no line of text ends above it.
func (s *survey) tops(i int) bool {
	b := s.shown[i]
	if b.Empty() {
		b = s.ink[i]
	}
	return !b.Empty() && b.Y < s.line
}

// spans reports whether node i is as wide as the page and has most of its text.
func (s *survey) spans(i int) bool {
	return s.shown[i].W >= s.o.BarWidth*s.page.Width && 2*s.chars[i] > s.chars[0]
}

// framed reports whether node i belongs to a page inside of this one.
func (s *survey) framed(i int) bool { return s.page.Enclosing(i, "iframe") >= 0 }

// linked reports whether node i is mostly links.
func (s *survey) linked(i int) bool {
	return s.chars[i] > 0 && float64(s.links[i]) >= s.o.NavLinks*float64(s.chars[i])
}

// contains reports whether node i is up or in its subtree.
func (s *survey) contains(up, i int) bool { return up <= i && i < s.page.Nodes[up].End }

// within reports whether node i has the role or is in an element that has it.
func (s *survey) within(i int, r role) bool {
	for ; i >= 0; i = s.page.Nodes[i].Parent {
		if s.role[i] == r {
			return true
		}
	}
	return false
}

// pinned reports whether node i stays in place while the page scrolls.
func (s *survey) pinned(i int) bool {
	for ; i >= 0; i = s.page.Nodes[i].Parent {
		if positioned(&s.page.Nodes[i], "fixed", "sticky") {
			return true
		}
	}
	return false
}

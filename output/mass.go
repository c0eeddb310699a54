package output

import (
	"regexp"
	"slices"

	"github.com/mullionhq/mullion/page"
)

// mass tells how much of the text around a node is content.
type mass struct {
	page   *page.Page
	all    []int // by node: bytes of visible text before it
	chosen []int // by node: bytes of chosen text before it
	texts  []int // the visible texts in document order
	is     []bool
	titles []int // the headings that say the document's title
}

func (b *builder) mass() mass {
	p := b.Page
	m := mass{page: p, all: make([]int, len(p.Nodes)+1), chosen: make([]int, len(p.Nodes)+1), is: b.Chosen}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		m.all[i+1], m.chosen[i+1] = m.all[i], m.chosen[i]
		if n.Kind != page.Text || n.Hidden && !b.Chosen[i] || blank(n.Text) {
			continue
		}
		size := len(n.Text)
		m.texts = append(m.texts, i)
		m.all[i+1] += size
		if b.Chosen[i] {
			m.chosen[i+1] += size
		}
	}
	return m
}

var figureName = regexp.MustCompile(`(?i)(^|[\s_-])(figure|caption|image|img|photo|pic|picture|media|mediaobject|screenshot)($|[\s_-])`)

// around reports whether node i stands among content: the text before it or after it is content, and so is a
// share of all text in its nearest holder with text. The text of a figure around it, its caption or
// credit, counts only when it is content, and so does text in the node itself, as that of a frame.
func (m mass) around(i int, share float64) bool {
	at := m.page.Nodes[i].Parent
	own := m.sum(m.all, i) - m.sum(m.chosen, i)
	for at > 0 && (m.sum(m.all, at) == own || m.figure(at)) {
		if m.sum(m.chosen, at) > 0 {
			return true
		}
		own = m.sum(m.all, at) // none of it is content
		at = m.page.Nodes[at].Parent
	}
	if at < 0 {
		return false
	}
	first := i
	for k := m.page.Nodes[i].Parent; k > at; k = m.page.Nodes[k].Parent {
		first = k
	}
	end := m.page.Nodes[first].End
	k, _ := slices.BinarySearch(m.texts, first)
	beside := k > 0 && m.is[m.texts[k-1]]
	if k, _ = slices.BinarySearch(m.texts, end); k < len(m.texts) {
		beside = beside || m.is[m.texts[k]]
	}
	return beside && float64(m.sum(m.chosen, at)) >= share*float64(m.sum(m.all, at)-own)
}

// head is the head of an article that node i stands in, outside of its title; -1 for none.
func (m mass) head(i int) int {
	at := m.page.Nodes[i].Parent
	for at > 0 && (m.sum(m.all, at) == m.sum(m.all, i) || m.figure(at)) {
		at = m.page.Nodes[at].Parent
	}
	if at <= 0 || !m.isHead(at) {
		return -1
	}
	for m.isHead(m.page.Nodes[at].Parent) {
		at = m.page.Nodes[at].Parent
	}
	return at
}

// isHead reports whether element i holds the document's title and little else, and nothing of it is content: a byline, a date.
func (m mass) isHead(i int) bool {
	const most = 500 // bytes, a guess
	end := m.page.Nodes[i].End
	return m.page.Nodes[i].Tag != "body" && m.sum(m.chosen, i) == 0 && m.sum(m.all, i) <= most &&
		slices.ContainsFunc(m.titles, func(h int) bool { return i < h && h < end })
}

// named reports whether an element's class matches. Most elements have none.
func named(n *page.Node, class *regexp.Regexp) bool {
	name := n.Attr("class")
	return name != "" && class.MatchString(name)
}

func (m mass) figure(i int) bool {
	n := &m.page.Nodes[i]
	return n.Tag == "figure" || n.Tag != "body" && named(n, figureName)
}

func (m mass) sum(of []int, i int) int { return of[m.page.Nodes[i].End] - of[i] }

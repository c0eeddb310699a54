package output

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// notes are a page's footnotes.
type notes struct {
	ref    map[int]int  // by link: the number of the note that it leads to, from 1
	target map[int]int  // by element: the number of the note that it is
	back   map[int]bool // links from a note back to its reference
	lead   map[int]int  // by text: how many bytes at its start only repeat the mark of the note that it begins
}

// noteID is the id of note k in HTML.
func noteID(k int) string { return "fn-" + strconv.Itoa(k) }

// findNotes are the notes that are content and to which content refers, numbered in the order of their references.
func findNotes(c *choice) notes {
	found := c.Notes()
	m := notes{ref: map[int]int{}, target: map[int]int{}, back: found.Back, lead: map[int]int{}}
	for _, link := range slices.Sorted(maps.Keys(found.Refs)) {
		note := found.Refs[link]
		if m.target[note] == 0 {
			m.target[note] = len(m.target) + 1
			c.findLead(m, note)
		}
		m.ref[link] = m.target[note]
	}
	return m
}

// findLead finds what a note begins with before its text: links back, whose texts are marks, and the signs around them.
func (c *choice) findLead(m notes, note int) {
	const (
		end   = "^]).:,;↑ \u00a0"
		signs = "[(" + end // an opening one before text is the text's
	)
	lead := map[int]int{}
	found := false
	for j := note; j < c.Page.Nodes[note].End; j++ {
		if !c.Chosen[j] {
			continue
		}
		s := c.Page.Nodes[j].Text
		if a := c.Page.Enclosing(j, "a"); m.back[a] && c.IsMark(a) {
			found = true
		} else if strings.Trim(s, signs) != "" {
			lead[j] = len(s) - len(strings.TrimLeft(s, end))
			break
		}
		lead[j] = len(s)
	}
	if found {
		maps.Copy(m.lead, lead)
	}
}

// noteAround is the note that node i is in; -1 when it is in none.
func (c *choice) noteAround(m notes, i int) int {
	for ; i >= 0 && m.target[i] == 0; i = c.Page.Nodes[i].Parent {
	}
	return i
}

// noteLead shows the mark that a note begins with, which only HTML needs, where the note is in no list that numbers it.
func (b *builder) noteLead(i int, s string) {
	if b.Page.Nodes[b.noteAround(b.marks, i)].Tag == "li" {
		return
	}
	e := element("span")
	set(e, "class", "footnote-mark")
	inline := b.inline
	b.inline = []*html.Node{e}
	b.words(s)
	b.inline = inline
}

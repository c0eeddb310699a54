package output

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/mullionhq/mullion/page"
)

// notes are a page's footnotes.
type notes struct {
	ref    map[int]int  // by link, or mark of an aside: the number of the note that it leads to, from 1
	target map[int]int  // by element: the number of the note that it is
	back   map[int]bool // links from a note back to its reference
	aside  map[int]int  // by note that stands within the text which refers to it: its mark there
	label  map[int]bool // headings by which references are described, as GitHub's "Footnotes", which is not shown
	lead   map[int]int  // by text: how many bytes at its start only repeat the mark of the note that it begins
}

// noteID is the id of note k in HTML.
func noteID(k int) string { return "fn-" + strconv.Itoa(k) }

// findNotes are the notes that are content and to which content refers, numbered in the order of their references.
func findNotes(c *choice) notes {
	found := c.Notes()
	m := notes{ref: map[int]int{}, target: map[int]int{}, back: found.Back, label: labels(c, found), lead: map[int]int{}, aside: asides(c)}
	for note, mark := range m.aside {
		found.Refs[mark] = note
	}
	for _, link := range slices.Sorted(maps.Keys(found.Refs)) {
		note := found.Refs[link]
		if m.target[note] == 0 {
			m.target[note] = len(m.target) + 1
			c.findLead(m, note, c.Text(link))
		}
		m.ref[link] = m.target[note]
	}
	return m
}

// labels are the headings by which references to notes are described.
func labels(c *choice, found page.Notes) map[int]bool {
	labels := map[int]bool{}
	names := map[string]bool{}
	for link := range found.Refs {
		if name := c.Page.Nodes[link].Attr("aria-describedby"); name != "" {
			names[name] = true
		}
	}
	if len(names) == 0 {
		return labels
	}
	for i := range c.Page.Nodes {
		if n := &c.Page.Nodes[i]; phrasingHeading(n.Tag) && names[n.Attr("id")] {
			labels[i] = true
		}
	}
	return labels
}

// asides are the notes that stand within the text which refers to them, right behind their mark, as LaTeXML writes them: by note
// its mark.
func asides(c *choice) map[int]int {
	found := map[int]int{}
	for i := range c.Page.Nodes {
		n := &c.Page.Nodes[i]
		if n.Tag != "span" || !n.HasClass("ltx_role_footnote") || i+1 == n.End {
			continue
		}
		mark := i + 1
		for j := c.Page.Nodes[mark].End; j < n.End; j++ {
			if c.Page.Nodes[j].HasClass("ltx_note_content") && c.Page.Nodes[mark].Tag == "sup" && c.Has(mark) > 0 && c.Has(j) > 0 {
				found[j] = mark
				break
			}
		}
	}
	return found
}

// asideAround is the aside that node i is in; -1 when it is in none.
func (c *choice) asideAround(i int) int {
	if len(c.marks.aside) == 0 {
		return -1
	}
	for ; i >= 0 && c.marks.aside[i] == 0; i = c.Page.Nodes[i].Parent {
	}
	return i
}

// isAsideMark reports whether element i repeats the mark of an aside at its beginning.
func (c *choice) isAsideMark(i int) bool {
	return len(c.marks.aside) > 0 && c.marks.aside[c.Page.Nodes[i].Parent] > 0 && c.Page.Nodes[i].HasClass("ltx_note_mark", "ltx_tag_note")
}

// showAsides shows the asides that were left out of the text.
func (b *builder) showAsides() {
	for _, i := range b.aside {
		e := element("div")
		set(e, "id", noteID(b.marks.target[i]))
		b.within(b.at, e, func() { b.children(i) })
	}
}

// findLead finds what a note begins with before its text: links back, whose texts are marks, or the mark of its reference set
// high, and the signs around them.
func (c *choice) findLead(m notes, note int, mark string) {
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
		a, sup := c.Page.Enclosing(j, "a"), c.Page.Enclosing(j, "sup")
		if m.back[a] && c.IsMark(a) || sup > note && c.Text(sup) == mark {
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

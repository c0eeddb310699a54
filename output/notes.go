package output

import (
	"maps"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// notes are a page's footnotes.
type notes struct {
	ref    map[int]int  // by link: the number of the note that it leads to, from 1
	target map[int]int  // by element: the number of the note that it is
	back   map[int]bool // links from a note back to its reference
	lead   map[int]int  // by text: how many bytes at its start only repeat the mark of the note that it begins
}

var (
	noteName = regexp.MustCompile(`(?i)^(user-content-)?(_?ftn|_?edn|fn|_?foot-?note(s|def)?|cite_note|end-?notes?|note|sdfootnote)[-_:.]?(\w*[-_:.])*\d`)
	backName = regexp.MustCompile(`(?i)^(user-content-)?(_?ftnref|_?ednref|fnref|_?foot-?note-?(ref|anchor)|cite_ref|note-?ref|ref|r\d)`)
)

// noteID is the id of note k in HTML.
func noteID(k int) string { return "fn-" + strconv.Itoa(k) }

// findNotes pairs references with notes that are content and come later, in the order of the references. A reference is
// short and leads to what is named as a note, says that it is one, or is a mark that the note leads back to. Two references
// that lead to different places of one element are none: the notes are not told apart.
func findNotes(c *choice) notes {
	m := notes{ref: map[int]int{}, target: map[int]int{}, back: map[int]bool{}, lead: map[int]int{}}
	inside := c.linksInside()
	if len(inside) == 0 {
		return m
	}
	ids := c.ids()
	leading := map[string][]int{} // links by the place that they lead to
	for _, l := range inside {
		leading[l.place] = append(leading[l.place], l.node)
		if backName.MatchString(l.place) || c.page.Nodes[l.node].Attr("role") == "doc-backlink" {
			m.back[l.node] = true
		}
	}
	place := map[int]int{} // by note: the element that its references lead to
	shared := map[int]bool{}
	for _, l := range inside {
		to, known := ids[l.place]
		if !known || m.back[l.node] {
			continue
		}
		note := c.noteBlock(to)
		if note <= l.node || c.has(note) == 0 {
			continue
		}
		returns := c.returns(l.node, note, leading)
		if !c.refers(l, len(returns) > 0) {
			continue
		}
		for _, back := range returns {
			m.back[back] = true
		}
		if m.target[note] == 0 {
			m.target[note] = len(m.target) + 1
			place[note] = to
		}
		shared[note] = shared[note] || place[note] != to
		m.ref[l.node] = m.target[note]
	}
	gone := map[int]bool{} // numbers
	for note := range shared {
		if shared[note] {
			gone[m.target[note]] = true
			delete(m.target, note)
		}
	}
	maps.DeleteFunc(m.ref, func(_, k int) bool { return gone[k] })
	maps.DeleteFunc(m.back, func(i int, _ bool) bool { return !c.inNote(m, i) })
	for note := range m.target {
		c.findLead(m, note)
	}
	return m
}

// refers reports whether a link to what may be a note looks like a reference to one. returns tells that the note leads
// back to it.
func (c *choice) refers(l linkInside, returns bool) bool {
	mark := collapse(c.chosenText(l.node))
	switch {
	case utf8.RuneCountInString(mark) > longestRef:
		return false
	case noteName.MatchString(l.place) || c.page.Nodes[l.node].Attr("role") == "doc-noteref":
		return true
	}
	return returns && noteMark.MatchString(mark)
}

// longestRef is how many characters a reference to a note has at most, a guess: "[note 12]" has nine. What is longer is
// text that links to a note.
const longestRef = 12

// noteMark is a reference by itself: a number, a letter or two, or signs, perhaps in brackets.
var noteMark = regexp.MustCompile(`(?i)^[\[(]?\s*(\d{1,3}|[a-z]{1,2}|[ivxl]{1,7}|[*†‡§¶]{1,3}|\^)\s*[\])]?\.?$`)

// A linkInside is a link with chosen text to a place of the page.
type linkInside struct {
	node  int
	place string
}

func (c *choice) linksInside() []linkInside {
	var links []linkInside
	for i := range c.page.Nodes {
		n := &c.page.Nodes[i]
		if n.Tag != "a" {
			continue
		}
		if place, ok := c.page.Fragment(n.Attr("href")); ok && c.has(i) > 0 {
			links = append(links, linkInside{i, place})
		}
	}
	return links
}

// returns are the links of a note that lead back to reference i, or to the element that holds nothing else.
func (c *choice) returns(i, note int, leading map[string][]int) []int {
	var back []int
	for up := i; up > 0 && c.has(up) == c.has(i); up = c.page.Nodes[up].Parent {
		n := &c.page.Nodes[up]
		for _, name := range []string{n.Attr("id"), n.Attr("name")} {
			if name == "" {
				continue
			}
			for _, j := range leading[name] {
				if note <= j && j < c.page.Nodes[note].End {
					back = append(back, j)
				}
			}
		}
	}
	return back
}

// findLead finds what a note begins with before its text: links back, whose texts are marks, and the signs around them.
func (c *choice) findLead(m notes, note int) {
	const (
		end   = "^]).:,;↑ \u00a0"
		signs = "[(" + end // an opening one before text is the text's
	)
	lead := map[int]int{}
	found := false
	for j := note; j < c.page.Nodes[note].End; j++ {
		if !c.chosen[j] {
			continue
		}
		s := c.page.Nodes[j].Text
		if a := c.page.Enclosing(j, "a"); m.back[a] && noteMark.MatchString(collapse(c.chosenText(a))) {
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

// ids maps the ids and anchor names of the page to their first element.
func (c *choice) ids() map[string]int {
	ids := map[string]int{}
	for i := range c.page.Nodes {
		n := &c.page.Nodes[i]
		for _, name := range []string{n.Attr("id"), n.Attr("name")} {
			if name == "" {
				continue
			}
			if _, ok := ids[name]; !ok {
				ids[name] = i
			}
		}
	}
	return ids
}

// noteBlock is the block-level element that holds a note, given the element with its id.
func (c *choice) noteBlock(i int) int {
	for ; i > 0; i = c.page.Nodes[i].Parent {
		switch c.page.Nodes[i].Tag {
		case "li", "p", "div", "dd", "aside":
			return i
		case "td", "tr", "table", "body", "article", "section", "main", "ul", "ol", "dl", "dt":
			return -1
		}
	}
	return -1
}

func (c *choice) inNote(m notes, i int) bool { return c.noteAround(m, i) >= 0 }

// noteAround is the note that node i is in; -1 when it is in none.
func (c *choice) noteAround(m notes, i int) int {
	for ; i >= 0 && m.target[i] == 0; i = c.page.Nodes[i].Parent {
	}
	return i
}

func (c *choice) chosenText(i int) string {
	var s strings.Builder
	for j := i; j < c.page.Nodes[i].End; j++ {
		if c.chosen[j] {
			s.WriteString(c.page.Nodes[j].Text)
		}
	}
	return s.String()
}

// noteLead shows the mark that a note begins with, which only HTML needs, where the note is in no list that numbers it.
func (b *builder) noteLead(i int, s string) {
	if b.page.Nodes[b.noteAround(b.marks, i)].Tag == "li" {
		return
	}
	e := element("span")
	set(e, "class", "footnote-mark")
	inline := b.inline
	b.inline = []*html.Node{e}
	b.words(s)
	b.inline = inline
}

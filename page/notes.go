package page

import (
	"maps"
	"regexp"
	"slices"
	"unicode/utf8"
)

// Notes are the footnotes of a page.
type Notes struct {
	Refs map[int]int  // by link: the element that is the note which it leads to
	Back map[int]bool // links from a note back to its reference
}

var (
	noteName = regexp.MustCompile(`(?i)^(user-content-)?(_?ftn|_?edn|fn|_?foot(-?note(s|def)?)?|cite_note|end-?notes?|note|sdfootnote)[-_:.]?(\w*[-_:.])*\d`)
	backName = regexp.MustCompile(`(?i)^(user-content-)?(_?ftnref|_?ednref|fnref|_?foot-?note-?(ref|anchor)|docf|cite_ref|note-?ref|ref|r\d)`)
	// noteMark is a reference by itself: a number, a letter or two, or signs, perhaps in brackets.
	noteMark = regexp.MustCompile(`(?i)^[\[(]?\s*(\d{1,3}|[a-z]{1,2}|[ivxl]{1,7}|[*†‡§¶]{1,3}|\^)\s*[\])]?\.?$`)
)

// longestRef is how many characters a reference to a note has at most, a guess: "[note 12]" has nine. What is longer is
// text that links to a note.
const longestRef = 12

// Notes pairs references with notes that come later and have text, both of the chosen ones. A reference is short and leads to
// what is named as a note, says that it is one, or is a mark that the note leads back to. Two references that lead to different
// places of one element are none: the notes are not told apart.
func (c *Choice) Notes() Notes {
	n := Notes{map[int]int{}, map[int]bool{}}
	inside := c.linksInside()
	if len(inside) == 0 {
		return n
	}
	ids := c.Page.places()
	leading := map[string][]int{} // links by the place that they lead to
	for _, l := range inside {
		leading[l.place] = append(leading[l.place], l.node)
		if backName.MatchString(l.place) || c.Page.Nodes[l.node].Attr("role") == "doc-backlink" {
			n.Back[l.node] = true
		}
	}
	place := map[int]int{} // by note: the element that its references lead to
	shared := map[int]bool{}
	for _, l := range inside {
		to, known := ids[l.place]
		if !known || n.Back[l.node] {
			continue
		}
		head, note := c.Page.noteBlock(to)
		if note <= l.node || c.Has(note) == 0 {
			continue
		}
		returns := c.returns(l.node, head, note, leading, ids)
		if !c.refers(l, len(returns) > 0) {
			continue
		}
		for _, back := range returns {
			n.Back[back] = true
		}
		if _, known := place[note]; !known {
			place[note] = to
		}
		shared[note] = shared[note] || place[note] != to
		n.Refs[l.node] = note
	}
	maps.DeleteFunc(n.Refs, func(_, note int) bool { return shared[note] })
	notes := map[int]bool{}
	for _, note := range n.Refs {
		notes[note] = true
	}
	c.findUnreferred(n, inside, notes)
	maps.DeleteFunc(n.Back, func(i int, _ bool) bool {
		return c.Page.Above(i, notes) < 0 && !notes[c.Page.noteBelow(c.Page.Enclosing(i, noteHeads...))]
	})
	return n
}

// findUnreferred finds the items of lists of notes to which nothing refers, as where the text with the reference is not chosen: they
// are notes if they hold a link that shows what the links back of the others show, and that is one, too.
func (c *Choice) findUnreferred(n Notes, inside []linkInside, notes map[int]bool) {
	type sign struct {
		list int
		text string
	}
	signs := map[sign]bool{}
	for back := range n.Back {
		if note := c.Page.Above(back, notes); note >= 0 && c.Page.Nodes[note].Tag == "li" {
			signs[sign{c.Page.Nodes[note].Parent, Collapse(c.Text(back))}] = true
		}
	}
	if len(signs) == 0 {
		return
	}
	for _, l := range inside {
		item := c.Page.Enclosing(l.node, "li")
		if item >= 0 && !notes[item] && signs[sign{c.Page.Nodes[item].Parent, Collapse(c.Text(l.node))}] {
			n.Back[l.node] = true
			notes[item] = true
		}
	}
}

// IsMark reports whether link i shows a mark only, as references to notes do.
func (c *Choice) IsMark(i int) bool { return noteMark.MatchString(Collapse(c.Text(i))) }

// A linkInside is a link with chosen text to a place of the page.
type linkInside struct {
	node  int
	place string
}

func (c *Choice) linksInside() []linkInside {
	var links []linkInside
	for i := range c.Page.Nodes {
		n := &c.Page.Nodes[i]
		if n.Tag != "a" {
			continue
		}
		if place, ok := c.Page.Fragment(n.Attr("href")); ok && c.Has(i) > 0 {
			links = append(links, linkInside{i, place})
		}
	}
	return links
}

// refers reports whether a link to what may be a note looks like a reference to one. returns tells that the note leads
// back to it.
func (c *Choice) refers(l linkInside, returns bool) bool {
	mark := Collapse(c.Text(l.node))
	switch {
	case utf8.RuneCountInString(mark) > longestRef:
		return false
	case noteName.MatchString(l.place) || c.Page.Nodes[l.node].Attr("role") == "doc-noteref":
		return true
	}
	return returns && c.IsMark(l.node)
}

// returns are the links of a note, or of its head, that lead back to reference i, or to the element that holds nothing else. Of
// elements with one name links lead to the first.
func (c *Choice) returns(i, head, note int, leading map[string][]int, ids map[string]int) []int {
	var back []int
	for up := i; up > 0 && c.Has(up) == c.Has(i); up = c.Page.Nodes[up].Parent {
		n := &c.Page.Nodes[up]
		for _, name := range []string{n.Attr("id"), n.Attr("name")} {
			if ids[name] != up {
				continue
			}
			for _, j := range leading[name] {
				if head <= j && j < c.Page.Nodes[note].End {
					back = append(back, j)
				}
			}
		}
	}
	return back
}

// places maps the ids and anchor names of the page to their first element.
func (p *Page) places() map[string]int {
	ids := map[string]int{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
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

// noteBlock is the block-level element that holds a note, given the element with its id, and the head that numbers it, or the
// same element where it has none.
func (p *Page) noteBlock(i int) (head, note int) {
	for ; i > 0; i = p.Nodes[i].Parent {
		switch p.Nodes[i].Tag {
		case "li", "p", "div", "dd", "aside", "blockquote":
			return i, i
		case "h4", "h5", "h6":
			return i, p.noteBelow(i)
		case "td", "tr", "table", "body", "article", "section", "main", "ul", "ol", "dl", "dt":
			return -1, -1
		}
	}
	return -1, -1
}

// noteHeads are the headings that number a note, as Texinfo has them.
var noteHeads = []string{"h4", "h5", "h6"}

// NoteEnd is the node behind note i: behind the element, or behind all below the heading that numbers it.
func (p *Page) NoteEnd(i int) int {
	end := p.Nodes[i].End
	head := p.Before(i)
	for head >= 0 && p.Nodes[head].Kind == Text {
		head = p.Before(head)
	}
	if p.noteBelow(head) != i {
		return end
	}
	for end < p.Nodes[p.Nodes[i].Parent].End && !headings[p.Nodes[end].Tag] {
		end = p.Nodes[end].End
	}
	return end
}

// noteBelow is the paragraph of a note that heading i numbers; -1 where it numbers none.
func (p *Page) noteBelow(i int) int {
	if i < 0 || !slices.Contains(noteHeads, p.Nodes[i].Tag) || !noteMark.MatchString(Collapse(p.text(i))) {
		return -1
	}
	next := p.Nodes[i].End
	for next < len(p.Nodes) && p.Nodes[next].Kind == Text && !hasVisible(p.Nodes[next].Text) {
		next++
	}
	if next == len(p.Nodes) || p.Nodes[next].Tag != "p" || p.Nodes[next].Parent != p.Nodes[i].Parent {
		return -1
	}
	return next
}

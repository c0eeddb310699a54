package output

import (
	"regexp"
	"strconv"
	"strings"
)

// notes are a page's footnotes.
type notes struct {
	ref    map[int]int  // by link: the number of the note that it leads to, from 1
	target map[int]int  // by element: the number of the note that it is
	back   map[int]bool // links from a note back to its reference
}

var (
	noteName = regexp.MustCompile(`(?i)^(user-content-)?(_?ftn|_?edn|fn|foot-?notes?|cite_note|end-?notes?|note|sdfootnote)[-_:.]?(\w*[-_:.])*\d`)
	backName = regexp.MustCompile(`(?i)^(user-content-)?(_?ftnref|_?ednref|fnref|foot-?note-?(ref|anchor)|cite_ref|note-?ref|ref|r\d)`)
)

// noteID is the id of note k in HTML.
func noteID(k int) string { return "fn-" + strconv.Itoa(k) }

// findNotes pairs references with notes that are content and come later, in the order of the references.
func findNotes(b *builder) notes {
	m := notes{ref: map[int]int{}, target: map[int]int{}, back: map[int]bool{}}
	var ids map[string]int
	for i := range b.page.Nodes {
		n := &b.page.Nodes[i]
		if n.Tag != "a" {
			continue
		}
		name, ok := b.page.Fragment(n.Attr("href"))
		if !ok || b.has(i) == 0 {
			continue
		}
		if ids == nil {
			ids = b.ids()
		}
		if backName.MatchString(name) || n.Attr("role") == "doc-backlink" {
			m.back[i] = true
			continue
		}
		to, known := ids[name]
		if !known || to <= i || !noteName.MatchString(name) && n.Attr("role") != "doc-noteref" {
			continue
		}
		if to = b.noteBlock(to); to > i && b.has(to) > 0 {
			if m.target[to] == 0 {
				m.target[to] = len(m.target) + 1
			}
			m.ref[i] = m.target[to]
		}
	}
	for i := range m.back {
		if !b.inNote(m, i) {
			delete(m.back, i)
		}
	}
	return m
}

// ids maps the ids and anchor names of the page to their first element.
func (b *builder) ids() map[string]int {
	ids := map[string]int{}
	for i := range b.page.Nodes {
		n := &b.page.Nodes[i]
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
func (b *builder) noteBlock(i int) int {
	for ; i > 0; i = b.page.Nodes[i].Parent {
		switch b.page.Nodes[i].Tag {
		case "li", "p", "div", "dd", "aside":
			return i
		case "td", "tr", "table", "body", "article", "section":
			return -1
		}
	}
	return -1
}

func (b *builder) inNote(m notes, i int) bool {
	for ; i >= 0; i = b.page.Nodes[i].Parent {
		if m.target[i] > 0 {
			return true
		}
	}
	return false
}

var (
	gutterName   = regexp.MustCompile(`(?i)(^|[\s_-])(line[-_]?(no|nos|num|nums|number|numbers)|linenum(ber)?s?|lnt?($|\s)|ln-num(bers)?|gutter|blob-num|hljs-ln-n|pre-numbering|crayon-num)`)
	unselectable = regexp.MustCompile(`(?i)user-select:\s*none`) // what readers shall not copy
)

// dropMarks takes back the choice of marks that carry no text: line numbers beside code, and
// links from a note to its reference. It reports whether there were any.
func (b *builder) dropMarks() bool {
	dropped := false
	for i := range b.page.Nodes {
		n := &b.page.Nodes[i]
		if n.Tag == "" || b.has(i) == 0 || !b.isMark(i) {
			continue
		}
		for j := i; j < n.End; j++ {
			b.chosen[j] = false
		}
		dropped = true
	}
	return dropped
}

func (b *builder) isMark(i int) bool {
	n := &b.page.Nodes[i]
	if n.Tag == "a" {
		return b.marks.back[i] && strings.Trim(strings.TrimSpace(b.allText(i)), "↩︎↑^⏎⤴ \u00a0") == ""
	}
	return b.isCount(i) && (gutterName.MatchString(n.Attr("class")) || unselectable.MatchString(n.Attr("style"))) && b.besideCode(i)
}

// isCount reports whether element i has no text but digits and space.
func (b *builder) isCount(i int) bool {
	for j := i; j < b.page.Nodes[i].End; j++ {
		if strings.Trim(b.page.Nodes[j].Text, "0123456789 \u00a0\r\n\t") != "" {
			return false
		}
	}
	return true
}

// besideCode reports whether element i stands in preformatted text, in a table, or beside preformatted text.
func (b *builder) besideCode(i int) bool {
	return enclosing(b.page, i, "pre") >= 0 || enclosing(b.page, i, "table") >= 0 || b.page.Find(max(0, b.page.Nodes[i].Parent), "pre") >= 0
}

func (b *builder) allText(i int) string {
	var s strings.Builder
	for j := i; j < b.page.Nodes[i].End; j++ {
		s.WriteString(b.page.Nodes[j].Text)
	}
	return s.String()
}

package output

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/mullionhq/mullion/page"
)

var (
	gutterName   = regexp.MustCompile(`(?i)(^|[\s_-])(line[-_]?(no|nos|num|nums|number|numbers)|linenum(ber)?s?|lnt?($|\s)|ln-num(bers)?|gutter|blob-num|hljs-ln-n|pre-numbering|crayon-num)`)
	unselectable = regexp.MustCompile(`(?i)user-select:\s*none`) // what readers shall not copy
)

// isGutter reports whether element i holds the numbers of lines of code: by its name, or as it counts them.
func (c *choice) isGutter(i int) bool {
	n := &c.Page.Nodes[i]
	isNamed := func() bool {
		return gutterName.MatchString(n.Attr("class")) || unselectable.MatchString(n.Attr("style"))
	}
	return c.isCount(i) && isNamed() && c.besideCode(i) || c.countsLines(i) || c.countsLine(i)
}

// A succession is of numbers, each one more than the one before.
type succession struct{ first, length int }

// goesOn reports whether a text is the next number; the first may be any where none is set.
func (s *succession) goesOn(text string) bool {
	k, err := strconv.Atoi(text)
	if s.length == 0 && s.first == 0 {
		s.first = k
	}
	if err != nil || k != s.first+s.length {
		return false
	}
	s.length++
	return true
}

// isCount reports whether element i has no text but digits and space.
func (c *choice) isCount(i int) bool {
	for j := i; j < c.Page.Nodes[i].End; j++ {
		if strings.Trim(c.Page.Nodes[j].Text, "0123456789 \u00a0\r\n\t") != "" {
			return false
		}
	}
	return true
}

// countsLines reports whether cell i has nothing but successive numbers, each on a line, no more than the next cell has lines of
// code, whatever it is named.
func (c *choice) countsLines(i int) bool {
	n := &c.Page.Nodes[i]
	if n.Tag != "td" && n.Tag != "th" || n.Parent < 0 {
		return false
	}
	var lines succession
	for j := i; j < n.End; j++ {
		for line := range strings.Lines(c.Page.Nodes[j].Text) {
			if line = strings.TrimSpace(line); line != "" && !lines.goesOn(strings.TrimRight(line, ".:")) {
				return false
			}
		}
	}
	if lines.length < 2 { // one number is a cell like others
		return false
	}
	next := n.End
	for next < c.Page.Nodes[n.Parent].End && c.Page.Nodes[next].Kind == page.Text {
		next++
	}
	return next < c.Page.Nodes[n.Parent].End && (c.firstShown(next, "pre") >= 0 || c.firstShown(next, "code") >= 0) && c.linesIn(next) >= lines.length
}

// countsLine reports whether element i is the number of a line of preformatted text, before the block-level element that holds the
// line: all lines beside it have theirs.
func (c *choice) countsLine(i int) bool {
	line := c.Page.Nodes[i].Parent
	if line <= 0 || i != line+1 || !c.isCount(i) || c.Page.Enclosing(line, "pre") < 0 {
		return false
	}
	lines := c.Page.Nodes[line].Parent
	return once(c.counted, lines, c.numbersLines)
}

// numbersLines reports whether each element in element i is a line behind its number, and there are several.
func (c *choice) numbersLines(i int) bool {
	var lines succession
	for line := range c.Page.Children(i) {
		n := &c.Page.Nodes[line]
		switch {
		case n.Kind == page.Text && blank(n.Text) || n.Tag == "style":
			continue
		case n.End <= line+1 || c.Page.Nodes[line+1].Kind == page.Text:
			return false
		}
		behind := c.Page.Nodes[line+1].End
		if !lines.goesOn(collapse(c.Text(line+1))) || behind >= n.End || !page.IsBlock(&c.Page.Nodes[behind]) {
			return false
		}
	}
	return lines.length > 1
}

// linesIn is how many lines element i has at most.
func (c *choice) linesIn(i int) int {
	lines := 1
	for j := i + 1; j < c.Page.Nodes[i].End; j++ {
		n := &c.Page.Nodes[j]
		if n.Tag == "br" || page.IsBlock(n) {
			lines++
		}
		lines += strings.Count(n.Text, "\n")
	}
	return lines
}

// besideCode reports whether element i stands in preformatted text, in a table, or beside preformatted text.
func (c *choice) besideCode(i int) bool {
	return isTyped(&c.Page.Nodes[i]) || c.Page.Enclosing(i, "pre", "table") >= 0 || c.Page.Find(max(0, c.Page.Nodes[i].Parent), "pre") >= 0
}

package output

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
)

// A choice tells which texts of a page are shown: those of content blocks, but for marks that carry no text.
type choice struct {
	page.Choice
	marks    notes
	tabs     map[int]int  // by panel of a tab: the name that is shown before it
	listings []int        // <pre> elements with chosen texts
	bulleted map[int]bool // by definition list that was asked for, see isBulleted
	numbered map[int]bool // by table that was asked for, see isNumbered
	counted  map[int]bool // by element of lines that was asked for, see countsLine
	places   map[int]int  // by item of a list that was asked for, see placeOf
}

// newChoice chooses the texts of a document's content blocks, but for those of one block; -1 for none.
func newChoice(d *mullion.Document, without int) choice {
	c := choice{Choice: page.NewChoice(d.Page), bulleted: map[int]bool{}, numbered: map[int]bool{}, counted: map[int]bool{}, places: map[int]int{}}
	for i := range d.Blocks {
		if d.Blocks[i].Content && i != without {
			c.Choose(&d.Blocks[i].Block, true)
		}
	}
	c.count()
	c.marks = findNotes(&c)
	if c.dropMarks() {
		c.count()
	}
	if c.dropLabels(d.Blocks) {
		c.count()
	}
	if c.moveTabs() {
		c.count()
	}
	return c
}

// count counts the chosen texts, and finds the listings that hold some.
func (c *choice) count() {
	c.Count()
	c.listings = c.listings[:0]
	for i := range c.Page.Nodes {
		if c.Page.Nodes[i].Tag == "pre" && c.Has(i) > 0 {
			c.listings = append(c.listings, i)
		}
	}
}

// plain are the texts of those content blocks that are not written as they are, by the first text node of each: without marks,
// and with the number of the note for each reference to one.
func (c *choice) plain(blocks []classify.Block) map[int]string {
	changed := map[int]bool{}
	for i := range blocks {
		if b := &blocks[i]; b.Content && slices.ContainsFunc(b.Texts, func(t int) bool { return c.written(t) != c.Page.Nodes[t].Text }) {
			changed[b.Texts[0]] = true
		}
	}
	texts := make(map[int]string, len(changed))
	if len(changed) == 0 {
		return texts
	}
	for _, b := range c.Page.BlocksAs(c.written, func(b *page.Block) bool { return changed[b.Texts[0]] }) {
		texts[b.Texts[0]] = b.Text
	}
	return texts
}

// written is what is written for text i of a content block.
func (c *choice) written(i int) string {
	s := c.Page.Nodes[i].Text
	switch k, first := c.reference(i); {
	case !c.Chosen[i] && !blank(s), k > 0 && !first, c.asideAround(i) >= 0:
		return ""
	case k > 0:
		return "[" + strconv.Itoa(k) + "]"
	}
	return c.dollars(s[c.marks.lead[i]:])
}

// dollars is text with its dollars as they are shown where those that are escaped are no formula's.
func (c *choice) dollars(s string) string {
	if !c.Page.Dollars {
		return s
	}
	return strings.ReplaceAll(s, `\$`, "$")
}

// reference is the number of the note that the link around text i leads to, 0 for none, and whether the text is the first that
// is shown of the link.
func (c *choice) reference(i int) (number int, first bool) {
	if len(c.marks.ref) == 0 {
		return 0, false
	}
	link := c.Page.Enclosing(i, "a")
	if c.marks.ref[link] == 0 {
		link = c.Page.Enclosing(i, "sup")
	}
	return c.marks.ref[link], link >= 0 && c.Chosen[i] && !blank(c.Page.Nodes[i].Text) && c.Before[link] == c.Before[i]
}

// dropMarks takes back the choice of marks that carry no text: line numbers beside code and buttons that copy it, links
// from a note to its reference, and brackets around a reference. It reports whether there were any.
func (c *choice) dropMarks() bool {
	dropped := false
	for i := range c.Page.Nodes {
		n := &c.Page.Nodes[i]
		if n.Tag == "" || c.Has(i) == 0 || !c.isMark(i) {
			continue
		}
		for j := i; j < n.End; j++ {
			c.Chosen[j] = false
		}
		dropped = true
	}
	dropped = c.dropWordSigns() || dropped
	for link := range c.marks.ref {
		dropped = c.dropBrackets(link) || dropped
	}
	return dropped
}

// dropBrackets takes back the choice of brackets that stand around a reference to a note, and with it alone in an element: every
// format writes its own. It reports whether there were any.
func (c *choice) dropBrackets(link int) bool {
	const brackets = 2 // texts
	n := &c.Page.Nodes[link]
	if c.Has(n.Parent)-c.Has(link) != brackets || collapse(c.Text(n.Parent)) != "["+collapse(c.Text(link))+"]" {
		return false
	}
	for j := n.Parent; j < c.Page.Nodes[n.Parent].End; j++ {
		c.Chosen[j] = c.Chosen[j] && link < j && j < n.End
	}
	return true
}

func (c *choice) isMark(i int) bool {
	n := &c.Page.Nodes[i]
	if n.Tag == "a" {
		return c.marks.back[i] && (strings.Trim(strings.TrimSpace(c.Text(i)), "↩︎↑^⏎⤴ \u00a0") == "" || c.isWholeHeading(i))
	}
	if c.marks.label[i] || c.isCopyButton(i) || c.isItemSign(i) || c.isAsideMark(i) || c.isTooltip(i) {
		return true
	}
	return c.isGutter(i)
}

// isWholeHeading reports whether node i is all that a heading shows.
func (c *choice) isWholeHeading(i int) bool {
	all := c.Has(i)
	for ; i > 0 && c.Has(i) == all; i = c.Page.Nodes[i].Parent {
		if isHeading(&c.Page.Nodes[i]) {
			return true
		}
	}
	return false
}

// isTooltip reports whether element i is what Doxygen shows of a name in a listing when it is pointed at.
func (c *choice) isTooltip(i int) bool {
	n := &c.Page.Nodes[i]
	return n.HasClass("ttc") && isFragment(c.Page, max(0, n.Parent))
}

// isItemSign reports whether element i only repeats the sign that an item has as one of its list, a dot or its number: a span at
// the beginning of an item, as LaTeXML writes it, the term before it, or the cell.
func (c *choice) isItemSign(i int) bool {
	n := &c.Page.Nodes[i]
	item := n.Parent
	switch n.Tag {
	case "dt":
		return c.isBulleted(item)
	case "td":
		return c.isNumbered(c.Page.Enclosing(i, "table")) && cells(c.Page, item)[0] == i
	}
	if n.Tag != "span" || item < 0 || c.Page.Nodes[item].Tag != "li" || c.Before[i] != c.Before[item] || c.Has(i) == c.Has(item) {
		return false
	}
	sign := collapse(c.Text(i))
	list := c.Page.Nodes[item].Parent
	if c.Page.Nodes[list].Tag != "ol" {
		return isBullet(sign)
	}
	return strings.HasSuffix(sign, ".") && sign == strconv.Itoa(c.placeOf(item))+"."
}

// placeOf is which item of its list an item is, from 1. A list is counted once.
func (c *choice) placeOf(item int) int {
	if c.places[item] == 0 {
		place := 0
		for i := range c.Page.Children(c.Page.Nodes[item].Parent) {
			if c.Page.Nodes[i].Tag == "li" {
				place++
				c.places[i] = place
			}
		}
	}
	return c.places[item]
}

// isBullet reports whether a text is a sign that items of lists without numbers have.
func isBullet(s string) bool {
	return s != "" && strings.Trim(s, "•◦▪‣∙·●○■□–—*") == ""
}

// isBulleted reports whether element i is a definition list whose terms are the signs of items, all of them, as converters of
// manual pages write lists. A list is looked at once.
func (c *choice) isBulleted(i int) bool {
	if i < 0 || c.Page.Nodes[i].Tag != "dl" {
		return false
	}
	return once(c.bulleted, i, c.hasBulletsOnly)
}

func (c *choice) hasBulletsOnly(i int) bool {
	terms := false
	for j := range c.Page.Children(i) {
		switch n := &c.Page.Nodes[j]; {
		case n.Tag != "dt":
		case n.End == j+2 && isBullet(collapse(c.Page.Nodes[j+1].Text)):
			terms = true
		default:
			return false
		}
	}
	return terms
}

// isNumbered reports whether table i is a list: each row is the number of an item and the item, as AsciiDoctor writes the callouts
// of a listing, and old pages their lists. A table is looked at once.
func (c *choice) isNumbered(i int) bool {
	if i < 0 || c.Page.Nodes[i].Tag != "table" {
		return false
	}
	return once(c.numbered, i, c.countsRows)
}

// countsRows reports whether each row of table i has two cells, the number of the row alone and another one.
func (c *choice) countsRows(i int) bool {
	rows := succession{first: 1}
	for j := i + 1; j < c.Page.Nodes[i].End; j++ {
		switch c.Page.Nodes[j].Tag {
		case "table", "caption", "th":
			return false
		case "tr":
			cells := cells(c.Page, j)
			if len(cells) != 2 || c.Has(cells[1]) == 0 || c.marks.target[j] > 0 || c.marks.target[cells[1]] > 0 {
				return false
			}
			sign := collapse(c.Text(cells[0]))
			if !rows.goesOn(strings.TrimRight(strings.TrimPrefix(sign, "("), ".)")) {
				return false
			}
		}
	}
	return rows.length > 1
}

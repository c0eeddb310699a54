package output

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
)

// A choice tells which texts of a page are shown: those of content blocks, but for marks that carry no text.
type choice struct {
	page   *page.Page
	chosen []bool  // by node: whether it is a text to be shown
	below  []int32 // by node: how many chosen texts come before it in the document
	marks  notes

	listings []int // <pre> elements with chosen texts
}

// newChoice chooses the texts of a document's content blocks, but for those of one block; -1 for none.
func newChoice(d *mullion.Document, without int) choice {
	c := choice{page: d.Page, chosen: make([]bool, len(d.Page.Nodes))}
	for i := range d.Blocks {
		if d.Blocks[i].Content && i != without {
			c.choose(&d.Blocks[i].Block, true)
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
	return c
}

func (c *choice) choose(b *page.Block, chosen bool) {
	for _, t := range b.Texts {
		c.chosen[t] = chosen
	}
}

// count sums the chosen texts that are not blank, and finds the listings that hold some.
func (c *choice) count() {
	c.below = make([]int32, len(c.page.Nodes)+1)
	for i := range c.page.Nodes {
		c.below[i+1] = c.below[i]
		if c.chosen[i] && !blank(c.page.Nodes[i].Text) {
			c.below[i+1]++
		}
	}
	c.listings = c.listings[:0]
	for i := range c.page.Nodes {
		if c.page.Nodes[i].Tag == "pre" && c.has(i) > 0 {
			c.listings = append(c.listings, i)
		}
	}
}

// has is the number of chosen texts in the subtree of node i.
func (c *choice) has(i int) int { return int(c.below[c.page.Nodes[i].End] - c.below[i]) }

// plain are the texts of those content blocks that are not written as they are, by the first text node of each: without marks,
// and with the number of the note for each reference to one.
func (c *choice) plain(blocks []classify.Block) map[int]string {
	changed := map[int]bool{}
	for i := range blocks {
		if b := &blocks[i]; b.Content && slices.ContainsFunc(b.Texts, func(t int) bool { return c.written(t) != c.page.Nodes[t].Text }) {
			changed[b.Texts[0]] = true
		}
	}
	texts := make(map[int]string, len(changed))
	if len(changed) == 0 {
		return texts
	}
	for _, b := range c.page.BlocksAs(c.written, func(b *page.Block) bool { return changed[b.Texts[0]] }) {
		texts[b.Texts[0]] = b.Text
	}
	return texts
}

// written is what is written for text i of a content block.
func (c *choice) written(i int) string {
	s := c.page.Nodes[i].Text
	switch k, first := c.reference(i); {
	case !c.chosen[i] && !blank(s), k > 0 && !first:
		return ""
	case k > 0:
		return "[" + strconv.Itoa(k) + "]"
	}
	return s[c.marks.lead[i]:]
}

// reference is the number of the note that the link around text i leads to, 0 for none, and whether the text is the first that
// is shown of the link.
func (c *choice) reference(i int) (number int, first bool) {
	if len(c.marks.ref) == 0 {
		return 0, false
	}
	link := c.page.Enclosing(i, "a")
	return c.marks.ref[link], link >= 0 && c.chosen[i] && !blank(c.page.Nodes[i].Text) && c.below[link] == c.below[i]
}

var (
	gutterName   = regexp.MustCompile(`(?i)(^|[\s_-])(line[-_]?(no|nos|num|nums|number|numbers)|linenum(ber)?s?|lnt?($|\s)|ln-num(bers)?|gutter|blob-num|hljs-ln-n|pre-numbering|crayon-num)`)
	unselectable = regexp.MustCompile(`(?i)user-select:\s*none`) // what readers shall not copy
)

// dropMarks takes back the choice of marks that carry no text: line numbers beside code and buttons that copy it, links
// from a note to its reference, and brackets around a reference. It reports whether there were any.
func (c *choice) dropMarks() bool {
	dropped := false
	for i := range c.page.Nodes {
		n := &c.page.Nodes[i]
		if n.Tag == "" || c.has(i) == 0 || !c.isMark(i) {
			continue
		}
		for j := i; j < n.End; j++ {
			c.chosen[j] = false
		}
		dropped = true
	}
	for link := range c.marks.ref {
		dropped = c.dropBrackets(link) || dropped
	}
	return dropped
}

// dropBrackets takes back the choice of brackets that stand around a reference to a note, and with it alone in an element: every
// format writes its own. It reports whether there were any.
func (c *choice) dropBrackets(link int) bool {
	const brackets = 2 // texts
	n := &c.page.Nodes[link]
	if c.has(n.Parent)-c.has(link) != brackets || collapse(c.chosenText(n.Parent)) != "["+collapse(c.chosenText(link))+"]" {
		return false
	}
	for j := n.Parent; j < c.page.Nodes[n.Parent].End; j++ {
		c.chosen[j] = c.chosen[j] && link < j && j < n.End
	}
	return true
}

func (c *choice) isMark(i int) bool {
	n := &c.page.Nodes[i]
	if n.Tag == "a" {
		return c.marks.back[i] && strings.Trim(strings.TrimSpace(c.chosenText(i)), "↩︎↑^⏎⤴ \u00a0") == ""
	}
	if c.isCopyButton(i) {
		return true
	}
	return c.isCount(i) && (gutterName.MatchString(n.Attr("class")) || unselectable.MatchString(n.Attr("style"))) && c.besideCode(i)
}

// isCount reports whether element i has no text but digits and space.
func (c *choice) isCount(i int) bool {
	for j := i; j < c.page.Nodes[i].End; j++ {
		if strings.Trim(c.page.Nodes[j].Text, "0123456789 \u00a0\r\n\t") != "" {
			return false
		}
	}
	return true
}

// besideCode reports whether element i stands in preformatted text, in a table, or beside preformatted text.
func (c *choice) besideCode(i int) bool {
	return isTyped(&c.page.Nodes[i]) || c.page.Enclosing(i, "pre", "table") >= 0 || c.page.Find(max(0, c.page.Nodes[i].Parent), "pre") >= 0
}

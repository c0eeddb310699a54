package classify

import (
	"strings"

	"github.com/mullionhq/mullion/page"
)

// insertLinks is the share of links among the words of a table or a listing that is kept for what stands around it, at most:
// others are menus. Chosen on what a run without it changed: .3 leaves 20 of 34 pages changed, 8 of them better by .005 word F1 and
// 7 worse, where all were 14 and 20.
const insertLinks = 0.3

// keepInserts keeps the tables of data and the listings between main content, in the element that holds both: who reads what is
// before and behind reads what is between. tables are those of completeTables.
func (v *View) keepInserts(blocks []Block, tables []int) {
	inserts := tables // by block: the table or the listing that it is of; -1 for other text
	for b := range blocks {
		if tags := v.nodes[blocks[b].Node].tags; tags&inPre != 0 && tags&inTable == 0 {
			inserts[b] = v.Page.Enclosing(blocks[b].Node, "pre")
		}
	}
	isText := func(b int) bool { return inserts[b] < 0 && !blocks[b].Hidden }
	behind := make([]int, len(blocks)+1) // the next text from a block on
	behind[len(blocks)] = len(blocks)
	for b := len(blocks) - 1; b >= 0; b-- {
		if behind[b] = behind[b+1]; isText(b) {
			behind[b] = b
		}
	}
	before := -1 // the last text
	for first, end := 0, 0; first < len(blocks); first = end {
		end = first + 1
		if inserts[first] < 0 {
			if isText(first) {
				before = first
			}
			continue
		}
		for v.holds(inserts[first], end) {
			end++
		}
		around := v.Page.Nodes[inserts[first]].Parent // that holds more than the insert
		for around > 0 && !v.holds(around, first-1) && !v.holds(around, end) {
			around = v.Page.Nodes[around].Parent
		}
		isKept := func(b int) bool { return v.holds(around, b) && blocks[b].Content }
		if isKept(before) && isKept(behind[end]) && !v.isMenu(first, end) {
			for b := first; b < end; b++ {
				if !blocks[b].Hidden {
					blocks[b].rule(true, RuleInsert)
				}
			}
		}
	}
}

// holds reports whether an element holds block b; false where there is no such block.
func (v *View) holds(element, b int) bool {
	if b < 0 || b >= len(v.Blocks) {
		return false
	}
	text := v.Blocks[b].Texts[0]
	return element < text && text < v.Page.Nodes[element].End
}

// isMenu reports whether more of the words of some blocks are links than those of an insert.
func (v *View) isMenu(first, end int) bool {
	words, links := 0.0, 0.0
	for b := first; b < end; b++ {
		words += v.stats[b].words
		links += v.stats[b].linkWords
	}
	return links > insertLinks*words
}

// announced are the elements that a sentence announces by a colon at its end. Tables are not among them: of those that are not kept
// so on 4,166 static pages two make their page worse by it, and none better.
var announced = map[string]bool{"pre": true, "blockquote": true, "ul": true, "ol": true, "dl": true}

// keepAnnounced keeps what main content announces by a colon at its end: a listing, a quotation or a list that follows in the same
// element or beside it, but for menus.
func (v *View) keepAnnounced(blocks []Block, within within) {
	for b := range blocks {
		if !blocks[b].Content || !strings.HasSuffix(blocks[b].Text, ":") && !strings.HasSuffix(blocks[b].Text, "：") {
			continue
		}
		next := v.follows(&blocks[b])
		if next < 0 || !announced[v.Page.Nodes[next].Tag] {
			continue
		}
		end := b + 1
		for v.holds(next, end) {
			end++
		}
		if v.isMenu(b+1, end) {
			continue
		}
		for n := range within(next) {
			if !n.Hidden {
				n.rule(true, RuleInsert)
			}
		}
	}
}

// follows is the element that follows the last text of a block, in its element or beside it, or the announced one that is all of
// that; -1 for none.
func (v *View) follows(b *Block) int {
	nodes := v.Page.Nodes
	i := b.Texts[len(b.Texts)-1] + 1
	for i < len(nodes) && (nodes[i].Tag == "br" || nodes[i].Kind == page.Text && strings.TrimSpace(nodes[i].Text) == "") {
		i++
	}
	if i == len(nodes) || nodes[i].Kind == page.Text || nodes[i].Parent != b.Node && nodes[i].Parent != nodes[b.Node].Parent {
		return -1
	}
	for !announced[nodes[i].Tag] && i+1 < nodes[i].End && nodes[i+1].End == nodes[i].End && nodes[i+1].Kind == page.Element {
		i++ // as what colours a listing is around it
	}
	return i
}

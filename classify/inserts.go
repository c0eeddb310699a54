package classify

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

package classify

import (
	"iter"
	"slices"
	"strings"

	"github.com/mullionhq/mullion/page"
)

// settle mends what a reader sees at once where blocks were judged one by one: a table that lacks some of its cells, a
// reference to a note that is not there, a tab without its name, a list of stories without some of their titles, a heading with
// nothing under it, hidden text in the middle of a line, text that nobody sees, and what the page itself sets apart.
func (v *View) settle(blocks []Block, k kind, o Options) {
	v.dropAsides(blocks)
	v.dropHidden(blocks, o.Hidden)
	v.dropApart(blocks, k, o)
	tables := v.completeTables(blocks, o.TableShare)
	v.completeColumns(blocks, tables, o.ColumnShare)
	v.keepInserts(blocks, tables)
	within := v.blocksWithin(blocks)
	v.keepAnnounced(blocks, within)
	v.keepNotes(blocks, within)
	v.keepTabs(within)
	v.keepSeries(blocks, o.SeriesShare)
	v.dropHeadings(blocks, o.HeadingSure)
}

// seriesHeadings is how many headings a series has at least. A guess.
const seriesHeadings = 3

// keepSeries keeps the headings that stand under elements of the same tags and classes as others of which the share is kept: a list
// of stories would lack some of its titles.
func (v *View) keepSeries(blocks []Block, share float64) {
	type series struct{ all, kept float64 }
	found := map[uint64]*series{} // by the elements
	each := func(do func(b int, s *series)) {
		for b := range blocks {
			if blocks[b].Hidden || b == v.headline || v.headingRank(b) == 0 {
				continue
			}
			kind := v.nodes[blocks[b].Node].kind
			if found[kind] == nil {
				found[kind] = &series{}
			}
			do(b, found[kind])
		}
	}
	each(func(b int, s *series) {
		s.all++
		if blocks[b].Content {
			s.kept++
		}
	})
	each(func(b int, s *series) {
		if s.all >= seriesHeadings && s.kept >= share*s.all {
			blocks[b].rule(true, RuleSeries)
		}
	})
}

// asideWords is how many words an aside that is hidden has at most. More may be the rest of a text that is folded. A guess.
const asideWords = 5

// asideIn is how many words the longest of the texts has that block b holds and that shown text sets apart.
func (v *View) asideIn(b *page.Block) (longest float64) {
	words := 0.0
	for k, t := range b.Texts {
		if k > 0 && slices.ContainsFunc(v.Page.Nodes[b.Texts[k-1]:t], func(n page.Node) bool { return !n.Hidden && strings.TrimSpace(n.Text) != "" }) {
			words = 0
		}
		words += measureText(v.Page.Nodes[t].Text).words
		longest = max(longest, words)
	}
	return longest
}

// dropAsides drops a few words that are hidden in an element whose own text is shown: they are for other readers, such as
// programs that gather addresses, or for another machine's keys.
func (v *View) dropAsides(blocks []Block) {
	shown := map[int]bool{} // by the element
	for b := range blocks {
		shown[blocks[b].Node] = shown[blocks[b].Node] || !blocks[b].Hidden
	}
	for b := range blocks {
		if blocks[b].Hidden && shown[blocks[b].Node] && v.asideIn(&v.Blocks[b]) <= asideWords {
			blocks[b].rule(false, RuleAside)
		}
	}
}

// dropHidden drops the hidden blocks that the setting does not let be main content: most text that is laid out where nobody gets
// to see it was written for machines that read the page.
func (v *View) dropHidden(blocks []Block, keep string) {
	if keep == "all" {
		return
	}
	shows := func(text int) bool { return !v.Page.Nodes[text].Unseen }
	for b := range blocks {
		if blocks[b].Hidden && (keep == "none" || !slices.ContainsFunc(blocks[b].Texts, shows)) {
			blocks[b].rule(false, RuleHidden)
		}
	}
}

// What a table of data is, by its visible blocks, beside rows: a lone one lays out a line, or columns. Guesses.
const (
	tableBlocks  = 3   // at least
	tableRunning = 0.3 // share of running text, at most: other tables lay out the page
)

// tablesByRole are the elements that are tables by their role, such as grids of data that scripts make.
func (v *View) tablesByRole() map[int]bool {
	tables := map[int]bool{}
	for i := range v.Page.Nodes {
		switch v.Page.Nodes[i].Attr("role") {
		case "table", "grid", "treegrid":
			tables[i] = true
		}
	}
	return tables
}

// completeTables keeps all visible cells of a table of data of whose words the share is kept. It returns the table of data that
// each block is such a cell of, by its tag; -1 for none.
func (v *View) completeTables(blocks []Block, share float64) []int {
	type table struct {
		blocks, words, running, kept float64
		firstRow, lastRow            int
		code                         bool // beside which line numbers stand
	}
	tables := map[int]*table{}
	byRole := v.tablesByRole()
	of := func(b int) (t *table, row int) {
		if blocks[b].Hidden {
			return nil, 0
		}
		node, up := -1, v.Blocks[b].Node
		if v.nodes[up].tags&inTable == 0 {
			node = v.Page.Above(up, byRole)
			if node < 0 {
				return nil, 0
			}
		}
		for ; up != node && v.Page.Nodes[up].Tag != "table"; up = v.Page.Nodes[up].Parent {
			if n := &v.Page.Nodes[up]; n.Tag == "tr" || n.Attr("role") == "row" {
				row = up
			}
		}
		if tables[up] == nil {
			tables[up] = &table{firstRow: row}
		}
		return tables[up], row
	}
	for b := range blocks {
		t, row := of(b)
		if t == nil {
			continue
		}
		s := &v.stats[b]
		t.blocks++
		t.words += s.words
		t.running += s.runningWords
		t.lastRow = row
		t.code = t.code || v.nodes[v.Blocks[b].Node].tags&inPre != 0
		if blocks[b].Content {
			t.kept += s.words
		}
	}
	isData := func(t *table) bool {
		return t.blocks >= tableBlocks && t.firstRow != t.lastRow && !t.code && t.running <= tableRunning*t.words
	}
	data := make([]int, len(blocks))
	for b := range blocks {
		data[b] = -1
		if t, _ := of(b); t != nil && isData(t) {
			data[b] = v.Page.Enclosing(v.Blocks[b].Node, "table") // -1 for one by its role
			if t.kept > 0 && t.kept >= share*t.words {
				blocks[b].rule(true, RuleTable)
			}
		}
	}
	return data
}

// columnCells is how many cells a column has at least that is kept whole. A guess.
const columnCells = 4

// completeColumns keeps all cells of a column of which the share is kept: names and numbers of a list are judged one by one, but say
// the same of each. tables are the tables of data that blocks are visible cells of; -1 for none.
func (v *View) completeColumns(blocks []Block, tables []int, share float64) {
	type column struct{ table, place int }
	columns, places := map[column][]int{}, map[int]int{}
	for b, table := range tables {
		if table >= 0 {
			c := column{table, v.place(blocks[b].Node, table, places)}
			columns[c] = append(columns[c], b)
		}
	}
	for _, cells := range columns {
		kept := 0.0
		for _, b := range cells {
			if blocks[b].Content {
				kept++
			}
		}
		if len(cells) >= columnCells && kept >= share*float64(len(cells)) {
			for _, b := range cells {
				blocks[b].rule(true, RuleTable)
			}
		}
	}
}

// place is how many cells stand before that of node i in its row of a table; -1 for a node in no cell of it. places are those of the
// cells of rows that were asked about before.
func (v *View) place(i, table int, places map[int]int) int {
	cell := max(v.Page.Enclosing(i, "td"), v.Page.Enclosing(i, "th"))
	if cell < table {
		return -1
	}
	if _, known := places[cell]; !known {
		place := 0
		for c := range v.Page.Children(v.Page.Nodes[cell].Parent) {
			if v.Page.Nodes[c].Kind == page.Element {
				places[c] = place
				place++
			}
		}
	}
	return places[cell]
}

// keepNotes keeps the notes to which main content refers and which lead back to it, but for what is hidden.
func (v *View) keepNotes(blocks []Block, within within) {
	texts := page.NewChoice(v.Page)
	for b := range blocks {
		texts.Choose(&blocks[b].Block, true)
	}
	texts.Count()
	notes := texts.Notes()
	wanted := map[int]bool{}
	for link, note := range notes.Refs {
		for b := range within(link) {
			wanted[note] = wanted[note] || b.Content
		}
	}
	for back := range notes.Back {
		if note := v.Page.Above(back, wanted); note >= 0 {
			for b := range within(note) {
				if !b.Hidden {
					b.rule(true, RuleNote)
				}
			}
		}
	}
}

// keepTabs keeps the names of tabs of whose panels something is kept, but for what is hidden.
func (v *View) keepTabs(within within) {
	for _, tab := range slices.Concat(v.Page.Tabs()...) {
		kept := false
		for b := range within(tab.Panel) {
			if kept = b.Content; kept {
				break
			}
		}
		for b := range within(tab.Name) {
			if kept && !b.Hidden {
				b.rule(true, RuleTab)
			}
		}
	}
}

// within yields the blocks with texts in a node, once for each text.
type within func(node int) iter.Seq[*Block]

// blocksWithin finds blocks by where their texts stand.
func (v *View) blocksWithin(blocks []Block) within {
	of := make([]int, len(v.Page.Nodes)) // blocks by their texts, from 1
	for b := range blocks {
		for _, t := range blocks[b].Texts {
			of[t] = b + 1
		}
	}
	return func(node int) iter.Seq[*Block] {
		return func(yield func(*Block) bool) {
			for _, b := range of[node:v.Page.Nodes[node].End] {
				if b > 0 && !yield(&blocks[b-1]) {
					return
				}
			}
		}
	}
}

// sectionWords is how many words stand under a heading at least that is dropped with them: fewer may be marks and buttons. A
// guess: of 0, 8 and 20 the best by .0001 word F1.
const sectionWords = 20

// dropHeadings drops the headings less likely than sure of sections of which nothing is kept. A section goes on to the next
// heading of its rank or a higher one; where there is none below a heading, as in a list of headlines, that stays.
func (v *View) dropHeadings(blocks []Block, sure float64) {
	for b := len(blocks) - 1; b >= 0; b-- { // those below first
		rank := v.headingRank(b)
		if rank == 0 || !blocks[b].Content || blocks[b].Score >= sure || b == v.headline {
			continue
		}
		words, kept := 0.0, false
		for below := b + 1; below < len(blocks) && !kept; below++ {
			if r := v.headingRank(below); r > 0 && r <= rank {
				break
			}
			if kept = blocks[below].Content; !blocks[below].Hidden {
				words += v.stats[below].words
			}
		}
		blocks[b].rule(kept || words < sectionWords, RuleHeading)
	}
}

// settleHeadline decides whether the headline, which is the document's title, is main content too: where that is sure
// (Options.HeadlineSure) or, where other pages of its site say how likely theirs are, by these (PlaceOptions.Headline).
func (b *Block) settleHeadline(told *standing, o Options) {
	switch {
	case told.ofHeadline(o.Places):
		b.rule(told.keepsHeadline(b.Score, &o), RuleHeadline)
	case b.Score < o.HeadlineSure:
		b.rule(false, RuleHeadline)
	}
}

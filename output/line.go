package output

import "github.com/mullionhq/mullion/page"

// breaksLine reports whether element i begins and ends a line of what is written.
func breaksLine(p *page.Page, i int) bool { return p.BreaksLine(i) && !inLoneRow(p, i) }

// inRow reports whether element i stands beside others in one line, with space between them.
func inRow(p *page.Page, i int) bool { return inLoneRow(p, i) || p.InRow(i) }

// inLoneRow reports whether element i is a cell in the only row of a table that lays out a line: no cell of it holds a
// block, a break or an image. Signatures of functions are shown so.
func inLoneRow(p *page.Page, i int) bool { return p.Nodes[i].Tag == "td" && loneRow(p, i) >= 0 }

// loneRow is the row that lays out a line around node i, as inLoneRow has it; -1 when there is none.
func loneRow(p *page.Page, i int) int {
	const most = 100 // nodes of such a table, a guess
	row, table := p.Enclosing(i, "tr"), p.Enclosing(i, "table")
	if row < table || table < 0 || p.Nodes[table].End-table > most {
		return -1
	}
	for j := table + 1; j < p.Nodes[table].End; j++ {
		switch n := &p.Nodes[j]; {
		case j == row || n.Tag == "tbody" || n.Tag == "td" && n.Parent == row:
		case n.Tag == "br" || n.Tag == "img" || page.IsBlock(n):
			return -1
		}
	}
	return row
}

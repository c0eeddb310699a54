package trees

import "github.com/mullionhq/mullion/parts"

// A node holds the rows from … to−1 of the grower's order.
type node struct {
	from, to int
	pull     pull
	closed   bool   // no split of it helps, so that it is its only descendant with rows
	counts   []pull // by drawn column and code; nil when it is closed
	parent   []pull // its parent's, for the larger of two children, which then has no rows to count
	sibling  int    // of the larger child: the place of the smaller beside it, −1 or 1
}

// children are the node's two, the rows before middle and those from it on. Those of a node that is not split are
// itself and an empty one.
func (n *node) children(middle int, left pull) []node {
	if middle == n.to {
		return []node{{from: n.from, to: n.to, pull: n.pull, closed: true}, {from: n.to, to: n.to, closed: true}}
	}
	a, b := node{from: n.from, to: middle, pull: left}, node{from: middle, to: n.to, pull: n.pull.less(left)}
	if a.to-a.from > b.to-b.from {
		a.parent, a.sibling = n.counts, 1
	} else {
		b.parent, b.sibling = n.counts, -1
	}
	return []node{a, b}
}

// count fills the histograms of a level: those of the smaller children from their rows, those of the larger ones by
// what remains of their parents'. Every column is counted by one processor, so that sums do not depend on their number.
func (g *grower) count(level []node) {
	size := len(g.columns) * maxCodes
	for k := range level {
		if !level[k].closed {
			level[k].counts = make([]pull, size)
		}
	}
	parts.Do(len(g.columns), 1, func(from, to int) {
		for k := range level {
			if n := &level[k]; n.parent == nil && !n.closed {
				g.countRows(n, from, to)
			}
		}
		for k := range level {
			if n := &level[k]; n.parent != nil {
				smaller := level[k+n.sibling].counts
				for at := from * maxCodes; at < to*maxCodes; at++ {
					n.counts[at] = n.parent[at].less(smaller[at])
				}
			}
		}
	})
}

func (g *grower) countRows(n *node, from, to int) {
	columns := g.columns[from:to]
	for _, i := range g.order[n.from:n.to] {
		row, p := g.codes[int(i)*g.width:(int(i)+1)*g.width], g.pulls[i]
		at := from * maxCodes
		for _, c := range columns {
			n.counts[at+int(row[c])].add(p)
			at += maxCodes
		}
	}
}

// divide finds the node's best split, and puts the rows of its left child before those of the right one. The left child
// has the rows before middle, and the pull left.
func (g *grower) divide(n *node) (s split, middle int, left pull) {
	column, code := -1, 0
	best := n.pull.gain(g.p.Penalty)
	if !n.closed {
		for k, c := range g.columns {
			var sum pull
			for at, p := range n.counts[k*maxCodes:][:len(g.bounds[c])-1] {
				sum.add(p)
				rest := n.pull.less(sum)
				if sum.curve < g.p.Least || rest.curve < g.p.Least {
					continue
				}
				if gain := sum.gain(g.p.Penalty) + rest.gain(g.p.Penalty); gain > best {
					best, column, code, left = gain, c, at, sum
				}
			}
		}
	}
	if column < 0 {
		return whole, n.to, n.pull
	}
	return split{uint16(column), g.bounds[column][code]}, g.partition(n, column, uint8(code)), left
}

// partition moves the rows whose code is at most the given one before the others, each in their order.
func (g *grower) partition(n *node, column int, code uint8) (middle int) {
	rows := g.order[n.from:n.to]
	var right []int32
	left := rows[:0]
	for _, i := range rows {
		if g.codes[int(i)*g.width+column] <= code {
			left = append(left, i)
		} else {
			right = append(right, i)
		}
	}
	copy(rows[len(left):], right)
	return n.from + len(left)
}

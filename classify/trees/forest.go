// Package trees trains gradient-boosted decision trees on rows of integers, and asks them. They see what a smooth
// kernel does not: thresholds, and columns that only matter together. The package knows rows, labels and weights; what the
// columns measure, and how much a forest has to say beside a machine, package classify knows.
package trees

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// A Forest is a sum of trees. It is immutable and safe for concurrent use.
type Forest struct {
	depth     int
	width     int // one more than the greatest column that a question asks for
	bias      float64
	questions []question // 1<<depth a tree, level by level from its second on, so that the children of k are 2k and 2k+1
	leaves    []float32  // 1<<depth a tree, from left to right
}

// A split sends rows whose value of a column is above a bound to the right, others to the left.
type split struct {
	Column uint16
	Above  int8
}

// whole splits nothing off: no value is above it.
var whole = split{Above: math.MaxInt8}

// A question is a split in one word: where its column begins among columns of abreast bytes, above the bound.
type question uint32

func (s split) asked() question { return question(s.Column)*abreast<<8 | question(uint8(s.Above)) }

func (q question) split() split { return split{q.column(), int8(q)} }

func (q question) column() uint16 { return uint16(q >> 8 / abreast) }

// next is where a row goes on from question k. It does not branch on what it reads, as no processor could foresee it.
func (q question) next(k uint32, row []int8) uint32 {
	return 2*k + uint32(int32(int8(q))-int32(row[q.column()]))>>31
}

// plant adds a tree.
func (f *Forest) plant(splits []split, leaves []float32) {
	f.questions = append(f.questions, 0)
	for _, s := range splits {
		f.questions = append(f.questions, s.asked())
		f.width = max(f.width, int(s.Column)+1)
	}
	f.leaves = append(f.leaves, leaves...)
}

// splits are those of all trees.
func (f *Forest) splits() []split {
	all := make([]split, 0, len(f.questions))
	for k, q := range f.questions {
		if k&(1<<f.depth-1) != 0 {
			all = append(all, q.split())
		}
	}
	return all
}

// Trees is how many the forest has.
func (f *Forest) Trees() int { return len(f.leaves) >> f.depth }

// Add adds factor times the log-odds of label +1 to out, for len(out) rows of width integers, row after row. Products
// are rounded before they are added, so that all platforms give the same sums.
func (f *Forest) Add(factor float64, rows []int8, width int, out []float64) {
	for i := range out {
		out[i] += float64(factor * f.bias)
	}
	gathers := sideBySide && f.Trees() >= fewestTrees && f.depth <= maxTogether && f.width <= width // the assembly does not check
	var together company
	for from := 0; from < len(out); from += abreast {
		few := out[from:min(from+abreast, len(out))]
		rows := rows[from*width : (from+len(few))*width]
		if gathers && len(few) >= fewest {
			together.gather(rows, width)
			f.addTogether(factor, &together, few)
			continue
		}
		for t := range f.Trees() {
			questions, leaves := f.tree(t)
			addTree(factor, questions, leaves, f.depth, rows, width, few)
		}
	}
}

// fewest is how many rows are worth to go down side by side, which takes the same time for any number up to abreast, and fewestTrees
// how many trees are worth to gather them for. Guesses: abreast rows take a third of the time, and to gather them takes as long as
// a tenth of the forest.
const (
	fewest      = 12
	fewestTrees = 50
)

// addTogether is Add without the bias.
func (f *Forest) addTogether(factor float64, c *company, out []float64) {
	for t := range f.Trees() {
		questions, leaves := f.tree(t)
		c.descend(questions, f.depth)
		for i := range out {
			out[i] += float64(factor * float64(leaves[c.leaf[i]]))
		}
	}
}

// addTree is Add for one tree. Four rows go down at a time: none waits for the memory that another asks for.
func addTree(factor float64, questions []question, leaves []float32, depth int, rows []int8, width int, out []float64) {
	i := 0
	for ; i+4 <= len(out); i += 4 {
		four := rows[i*width : (i+4)*width]
		a, b, c, d := four[:width], four[width:2*width], four[2*width:3*width], four[3*width:]
		j, k, l, m := uint32(1), uint32(1), uint32(1), uint32(1)
		for range depth {
			j, k, l, m = questions[j].next(j, a), questions[k].next(k, b), questions[l].next(l, c), questions[m].next(m, d)
		}
		first := uint32(len(questions))
		out[i] += float64(factor * float64(leaves[j-first]))
		out[i+1] += float64(factor * float64(leaves[k-first]))
		out[i+2] += float64(factor * float64(leaves[l-first]))
		out[i+3] += float64(factor * float64(leaves[m-first]))
	}
	for ; i < len(out); i++ {
		k := uint32(1)
		for range depth {
			k = questions[k].next(k, rows[i*width:(i+1)*width])
		}
		out[i] += float64(factor * float64(leaves[int(k)-len(questions)]))
	}
}

func (f *Forest) tree(t int) ([]question, []float32) {
	n := 1 << f.depth
	return f.questions[t*n : (t+1)*n], f.leaves[t*n : (t+1)*n]
}

// Columns is one more than the greatest column that a split asks for.
func (f *Forest) Columns() int { return f.width }

// forestHeader begins a stored forest.
type forestHeader struct {
	Trees, Depth uint32
	Bias         float64
}

// maxTrees and maxDepth bound what is trained and read.
const (
	maxTrees = 10000
	maxDepth = 10
)

// Write writes the forest, little-endian.
func (f *Forest) Write(w io.Writer) error {
	h := forestHeader{uint32(f.Trees()), uint32(f.depth), f.bias}
	return errors.Join(binary.Write(w, binary.LittleEndian, h), binary.Write(w, binary.LittleEndian, f.splits()), binary.Write(w, binary.LittleEndian, f.leaves))
}

// Read reads what Write wrote, and refuses what is cut or no forest.
func Read(r io.Reader) (*Forest, error) {
	var h forestHeader
	if err := binary.Read(r, binary.LittleEndian, &h); err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	if h.Trees > maxTrees || h.Depth < 1 || h.Depth > maxDepth || !finite(h.Bias) {
		return nil, fmt.Errorf("forest: %d trees of depth %d that begin at %v", h.Trees, h.Depth, h.Bias)
	}
	n := 1 << h.Depth
	splits, leaves := make([]split, int(h.Trees)*(n-1)), make([]float32, int(h.Trees)*n)
	if err := errors.Join(binary.Read(r, binary.LittleEndian, splits), binary.Read(r, binary.LittleEndian, leaves)); err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	f := &Forest{depth: int(h.Depth), bias: h.Bias}
	for t := range int(h.Trees) {
		f.plant(splits[t*(n-1):(t+1)*(n-1)], leaves[t*n:(t+1)*n])
	}
	for _, x := range f.leaves {
		if !finite(float64(x)) {
			return nil, fmt.Errorf("forest: the leaf %v", x)
		}
	}
	return f, nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

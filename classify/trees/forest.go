// Package trees trains gradient-boosted decision trees on rows of integers, and asks them. They see what a smooth
// kernel does not: thresholds, and columns that only matter together.
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
	depth  int
	bias   float64
	splits []split   // 1<<depth − 1 a tree, level by level
	leaves []float32 // 1<<depth a tree, from left to right
}

// A split sends rows whose value of a column is above a bound to the right, others to the left.
type split struct {
	Column uint16
	Above  int8
}

// whole splits nothing off: no value is above it.
var whole = split{Above: math.MaxInt8}

// Trees is how many the forest has.
func (f *Forest) Trees() int { return len(f.leaves) >> f.depth }

// Add adds factor times the log-odds of label +1 to out, for len(out) rows of width integers, row after row. Products
// are rounded before they are added, so that all platforms give the same sums.
func (f *Forest) Add(factor float64, rows []int8, width int, out []float64) {
	for i := range out {
		out[i] += float64(factor * f.bias)
	}
	for from := 0; from < len(out); from += fewRows {
		few := out[from:min(from+fewRows, len(out))]
		rows := rows[from*width:]
		for t := range f.Trees() {
			splits, leaves := f.tree(t)
			for i := range few {
				few[i] += float64(factor * float64(leaves[leafOf(splits, f.depth, rows[i*width:(i+1)*width])]))
			}
		}
	}
}

// fewRows is how many rows all trees are asked about before the next: they stay in the cache.
const fewRows = 32

func (f *Forest) tree(t int) ([]split, []float32) {
	n := 1 << f.depth
	return f.splits[t*(n-1) : (t+1)*(n-1)], f.leaves[t*n : (t+1)*n]
}

// leafOf is the leaf that a row falls into. It does not branch on what it reads, as no processor could foresee it.
func leafOf(splits []split, depth int, row []int8) int {
	node := 0
	for range depth {
		s := splits[node]
		node = 2*node + 1 + int(uint64(int64(s.Above)-int64(row[s.Column]))>>63)
	}
	return node - len(splits)
}

// Columns is one more than the greatest column that a split asks for.
func (f *Forest) Columns() int {
	most := 0
	for _, s := range f.splits {
		most = max(most, int(s.Column)+1)
	}
	return most
}

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
	return errors.Join(binary.Write(w, binary.LittleEndian, h), binary.Write(w, binary.LittleEndian, f.splits), binary.Write(w, binary.LittleEndian, f.leaves))
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
	n := int(h.Trees) << h.Depth
	f := &Forest{depth: int(h.Depth), bias: h.Bias, splits: make([]split, n-int(h.Trees)), leaves: make([]float32, n)}
	if err := errors.Join(binary.Read(r, binary.LittleEndian, f.splits), binary.Read(r, binary.LittleEndian, f.leaves)); err != nil {
		return nil, fmt.Errorf("forest: %w", err)
	}
	for _, x := range f.leaves {
		if !finite(float64(x)) {
			return nil, fmt.Errorf("forest: the leaf %v", x)
		}
	}
	return f, nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

package trees

import (
	"math/rand/v2"
	"testing"
)

// randomTree is a tree of random questions about rows of width columns, and rows side by side, many of whose values are bounds.
func randomTree(random *rand.Rand, depth, width int) ([]question, []byte) {
	value := func() int8 {
		if extreme := []int8{-128, -127, -1, 0, 1, 126, 127}; random.IntN(2) == 0 {
			return extreme[random.IntN(len(extreme))]
		}
		return int8(random.IntN(256) - 128)
	}
	questions, columns := make([]question, 1<<depth), make([]byte, width*abreast)
	for k := 1; k < len(questions); k++ {
		questions[k] = split{uint16(random.IntN(width)), value()}.asked()
	}
	for i := range columns {
		columns[i] = byte(value())
	}
	return questions, columns
}

// The assembly and plain Go take rows to the same leaves, in trees of all depths.
func TestPathsAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for depth := 1; depth <= maxTogether; depth++ {
		for range 200 {
			questions, columns := randomTree(random, depth, 1+random.IntN(400))
			got, want := company{columns: columns}, company{columns: columns}
			got.descend(questions, depth)
			want.descendGeneric(questions, depth)
			if got.leaf != want.leaf {
				t.Fatalf("depth %d: leaves %v, want %v", depth, got.leaf, want.leaf)
			}
		}
	}
}

// However many rows are asked about at a time, each has the same sum to the last bit.
func TestSumsDoNotDependOnCompany(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const width, rows = 300, 2*abreast + fewest
	for _, depth := range []int{1, 2, 6, maxTogether, maxTogether + 1} {
		f := &Forest{depth: depth, bias: 0.3}
		for range fewestTrees {
			questions, _ := randomTree(random, depth, width)
			var splits []split
			for _, q := range questions[1:] {
				splits = append(splits, q.split())
			}
			leaves := make([]float32, 1<<depth)
			for k := range leaves {
				leaves[k] = random.Float32() - 0.5
			}
			f.plant(splits, leaves)
		}
		cells := make([]int8, rows*width)
		for i := range cells {
			cells[i] = int8(random.IntN(256) - 128)
		}
		all := logOdds(f, cells, width)
		for i := range rows {
			if alone := logOdds(f, cells[i*width:(i+1)*width], width)[0]; alone != all[i] {
				t.Errorf("depth %d: row %d has %v alone and %v among others", depth, i, alone, all[i])
			}
		}
	}
}

package trees

import (
	"math/rand/v2"
	"testing"
	"time"
)

// BenchmarkForest asks a forest like the bundled model's about the blocks of a large page, and prints how many times as long it
// takes when rows go down one by one, in turns in one run.
func BenchmarkForest(b *testing.B) {
	const trees, depth, width, rows = 300, 6, 366, 10 * abreast
	random := rand.New(rand.NewPCG(1, 2))
	f := &Forest{depth: depth}
	for range trees {
		questions, _ := randomTree(random, depth, width)
		f.plant((&Forest{depth: depth, questions: questions}).splits(), make([]float32, 1<<depth))
	}
	cells, out := make([]int8, rows*width), make([]float64, rows)
	for i := range cells {
		cells[i] = int8(random.IntN(256) - 128)
	}
	var together, alone time.Duration
	for b.Loop() {
		start := time.Now()
		f.Add(1, cells, width, out)
		between := time.Now()
		for from := 0; from < rows; from += abreast {
			for t := range trees {
				questions, leaves := f.tree(t)
				addTree(1, questions, leaves, depth, cells[from*width:(from+abreast)*width], width, out[from:from+abreast])
			}
		}
		together += between.Sub(start)
		alone += time.Since(between)
	}
	b.ReportMetric(float64(alone)/float64(together), "x-one-by-one")
}

package svm

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	libsvm "github.com/ewalker544/libsvm-go"
)

// Of a page and of our model, about.
const (
	pageBlocks    = 300
	modelVectors  = 5000
	modelFeatures = 224
)

// sparseMachine has random support vectors with 60 % zeros, as feature tables have.
func sparseMachine(b testing.TB) *Machine {
	m := randomMachine(modelVectors, modelFeatures, true, 1)
	sv := make([]float32, 0, len(m.sv))
	for _, x := range overlapping(modelVectors, modelFeatures, 2).X {
		sv = append(sv, x...)
	}
	return newMachine(Kernel{RBF, 0.004}, 0.1, m.coef, sv, modelFeatures, m.nsv, nil)
}

// BenchmarkPage is one page's blocks through a machine of our size.
func BenchmarkPage(b *testing.B) {
	m := sparseMachine(b)
	rows := overlapping(pageBlocks, modelFeatures, 3).X
	out := make([]float64, pageBlocks)
	var packed []int8
	for _, row := range rows {
		packed, _ = appendQuantised(packed, row, modelFeatures)
	}
	b.Run("int8", func(b *testing.B) {
		for b.Loop() {
			m.DecisionInt8(packed, modelFeatures, out)
		}
	})
	b.Run("quadratic", func(b *testing.B) {
		folded := newMachine(Kernel{Quadratic, 0.004}, 0.1, m.coef, m.sv, modelFeatures, m.nsv, nil)
		for b.Loop() {
			folded.DecisionInt8(packed, modelFeatures, out)
		}
	})
	b.Run("fold", func(b *testing.B) {
		for b.Loop() {
			newMachine(Kernel{Quadratic, 0.004}, 0.1, m.coef, m.sv, modelFeatures, m.nsv, nil)
		}
	})
	b.Run("dots", func(b *testing.B) {
		q := m.exact.(*quantised)
		x, norms := q.pack(packed, modelFeatures, pageBlocks)
		dots := make([]int32, modelVectors*inputs)
		for b.Loop() {
			for i := 0; i < len(norms); i += inputs {
				dot4(q.rows, q.width, x[i*q.width:(i+inputs)*q.width], q.width, q.width, dots)
			}
		}
	})
	b.Run("float32", func(b *testing.B) {
		general := *m
		general.exact = nil
		for b.Loop() {
			general.DecisionBatch(rows, out)
		}
	})
}

// BenchmarkAgainstLibsvmGo reports how many times longer libsvm-go's predictor takes for the same rows and
// model, the two taking turns so that a busy machine slows both.
func BenchmarkAgainstLibsvmGo(b *testing.B) {
	m := sparseMachine(b)
	var text bytes.Buffer
	if err := m.Write(&text); err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "model")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
	theirs := libsvm.NewModelFromFile(path)
	rows := overlapping(20, modelFeatures, 3).X
	general := *m
	general.exact = nil
	out := make([]float64, len(rows))
	var own, float, library time.Duration
	for b.Loop() {
		own += timed(func() { m.DecisionBatch(rows, out) })
		float += timed(func() { general.DecisionBatch(rows, out) })
		library += timed(func() {
			for _, row := range rows {
				x := map[int]float64{}
				for j, v := range row {
					if v != 0 {
						x[j+1] = float64(v)
					}
				}
				theirs.PredictValues(x)
			}
		})
	}
	b.ReportMetric(float64(library)/float64(own), "libsvm-go/int8")
	b.ReportMetric(float64(library)/float64(float), "libsvm-go/float32")
}

// BenchmarkTrainAgainstLIBSVM reports how many times longer svm-train takes for the same problem. It runs on
// one processor, libsvm-go on all.
func BenchmarkTrainAgainstLIBSVM(b *testing.B) {
	p, params := overlapping(1500, modelFeatures, 5), DefaultParams()
	dir := b.TempDir()
	rows := filepath.Join(dir, "rows")
	if err := writeRows(rows, p); err != nil {
		b.Fatal(err)
	}
	var own, library time.Duration
	for b.Loop() {
		own += timed(func() { mustTrain(b, p, params) })
		library += timed(func() {
			tool := exec.CommandContext(b.Context(), "svm-train", "-q", "-c", "3", "-g", "0.004", "-m", "512", rows, filepath.Join(dir, "model"))
			if out, err := tool.CombinedOutput(); err != nil {
				b.Fatalf("svm-train (apt-get install libsvm-tools): %v\n%s", err, out)
			}
		})
	}
	b.ReportMetric(float64(library)/float64(own), "svm-train/ours")
}

func timed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

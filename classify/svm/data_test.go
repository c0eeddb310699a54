package svm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// overlapping returns rows of two overlapping classes: multiples of Scale in [−4, 4), about 60 % zeros, a
// tenth of the labels turned. Every row of a class leans to one side in the first few features.
func overlapping(rows, features int, seed uint64) Problem {
	random := rand.New(rand.NewPCG(seed, 1))
	var p Problem
	for range rows {
		y := int8(1 - 2*random.IntN(2))
		row := make([]float32, features)
		for j := range row {
			if random.IntN(5) < 3 {
				continue
			}
			lean := 0.0
			if j < 16 {
				lean = 1.0 * float64(y)
			}
			q := max(-128, min(127, int(32*(random.NormFloat64()+lean))))
			row[j] = float32(q) * Scale
		}
		if random.IntN(10) == 0 {
			y = -y
		}
		p.X, p.Y = append(p.X, row), append(p.Y, y)
	}
	return p
}

// readRows reads a LIBSVM problem file into rows of the given width.
func readRows(t *testing.T, path string, width int) Problem {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var p Problem
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		row := make([]float32, width)
		for _, word := range words[1:] {
			var j int
			var v float32
			if _, err := fmt.Sscanf(word, "%d:%g", &j, &v); err != nil {
				t.Fatalf("%s: %q: %v", path, word, err)
			}
			row[j-1] = v
		}
		p.X, p.Y = append(p.X, row), append(p.Y, int8(parse(t, words[0])))
	}
	return p
}

// column reads one column of a file of numbers, from 0, after skipping lines.
func column(t *testing.T, path string, skip, n int) []float64 {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []float64
	for line := range strings.Lines(string(text)) {
		if skip--; skip < 0 {
			out = append(out, parse(t, strings.Fields(line)[n]))
		}
	}
	return out
}

func parse(t *testing.T, word string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func readModel(t *testing.T, path string) *Machine {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := ReadModel(f)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return m
}

func mustTrain(t testing.TB, p Problem, params Params) *Machine {
	t.Helper()
	m, err := Train(t.Context(), p, params)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// decisions returns m's decision values of all rows.
func decisions(m *Machine, rows [][]float32) []float64 {
	out := make([]float64, len(rows))
	m.DecisionBatch(rows, out)
	return out
}

// plainDecision is the definition of a decision value, in float64.
func plainDecision(m *Machine, x []float32) float64 {
	sum := -m.rho
	for i, c := range m.coef {
		var d, product float64
		for j := range max(len(x), m.features) {
			var a, b float64
			if j < len(x) {
				a = float64(x[j])
			}
			if j < m.features {
				b = float64(m.sv[i*m.features+j])
			}
			d += (a - b) * (a - b)
			product += a * b
		}
		switch m.kernel.Name {
		case Linear:
			sum += c * product
		case Quadratic:
			sum += c * math.Pow(m.kernel.Gamma*product+1, 2)
		default:
			sum += c * math.Exp(-m.kernel.Gamma*d)
		}
	}
	return sum
}

// near tells whether two numbers agree to the tolerance, relative above 1 and absolute below.
func near(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance*max(1, math.Abs(a), math.Abs(b))
}

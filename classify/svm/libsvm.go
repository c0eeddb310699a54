package svm

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	libsvm "github.com/ewalker544/libsvm-go"
)

// solution is what the solver found: the optimum's support vectors by row number.
type solution struct {
	rows []int     // ascending within a label; those labelled +1 first
	coef []float64 // label times Lagrange multiplier of each
	rho  float64
}

// solve trains libsvm-go on p and checks what comes back.
//
// The library takes its rows from a file and gives its model to a file only, so both go through a
// temporary folder. What is done about the library's habits:
//   - Its model file rounds features to 8 digits and rho to 6, so only coefficients are taken from it. Each
//     row carries its number as one more feature of value 0, which changes no kernel value and tells the
//     support vectors apart. rho comes from the library's own decision at the origin.
//   - It prints unless QuietMode is set, and even then while estimating probabilities: we never ask for them.
//   - It sets GOMAXPROCS to its NumCPU: it is told the value that is already set.
//   - It panics on what it cannot handle; p and params were checked before, the rest becomes an error.
func solve(p Problem, params Params) (s solution, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("libsvm-go panicked: %v", r)
		}
	}()
	dir, err := os.MkdirTemp("", "svm")
	if err != nil {
		return solution{}, err
	}
	defer os.RemoveAll(dir)
	rows, dump := filepath.Join(dir, "rows"), filepath.Join(dir, "model")
	if err := writeRows(rows, p); err != nil {
		return solution{}, err
	}
	set := libsvmParameter(p, params)
	problem, err := libsvm.NewProblem(rows, set)
	if err != nil {
		return solution{}, fmt.Errorf("libsvm-go reading rows: %w", err)
	}
	if n := problem.ProblemSize(); n != len(p.X) {
		return solution{}, fmt.Errorf("libsvm-go read %d rows of %d", n, len(p.X))
	}
	model := libsvm.NewModel(set)
	if err := model.Train(problem); err != nil {
		return solution{}, fmt.Errorf("libsvm-go: %w", err)
	}
	if err := model.Dump(dump); err != nil {
		return solution{}, fmt.Errorf("libsvm-go writing model: %w", err)
	}
	if s, err = readSolution(dump, p); err != nil {
		return solution{}, fmt.Errorf("libsvm-go's model: %w", err)
	}
	_, atOrigin := model.PredictValues(nil)
	s.rho = s.sumAtOrigin(p, params.kernel()) - atOrigin[0]
	return s, s.check(p, params)
}

func libsvmParameter(p Problem, params Params) *libsvm.Parameter {
	set := libsvm.NewParameter()
	set.C, set.Gamma, set.Eps = params.C, params.Gamma, params.Eps
	switch params.Kernel {
	case Linear:
		set.KernelType = libsvm.LINEAR
	case Quadratic:
		set.KernelType, set.Degree, set.Coef0 = libsvm.POLY, 2, coef0
	}
	set.NrWeight, set.WeightLabel, set.Weight = 2, []int{1, -1}, []float64{params.WeightPos, params.WeightNeg}
	set.CacheSize = min(params.CacheMB, kernelMB(len(p.X)))
	set.QuietMode = true
	set.NumCPU = runtime.GOMAXPROCS(0)
	return set
}

// kernelMB returns the MiB that hold all kernel values of n rows, four bytes each: a greater cache is
// allocated but never used.
func kernelMB(n int) int { return n*n*4>>20 + 1 }

// writeRows writes p as a LIBSVM problem file. Numbers read back as the same float64. Zeros are written too:
// the library multiplies rows by merging their indices, which takes half the time when they are all the same.
func writeRows(path string, p Problem) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	w := bufio.NewWriter(f)
	var line []byte
	for i, row := range p.X {
		line = strconv.AppendInt(line[:0], int64(p.Y[i]), 10)
		for j, v := range row {
			line = append(line, ' ')
			line = strconv.AppendInt(line, int64(j+1), 10)
			line = append(line, ':')
			line = strconv.AppendFloat(line, float64(v), 'g', -1, 64)
		}
		line = append(line, ' ')
		line = strconv.AppendInt(line, int64(rowTag(p, i)), 10)
		w.Write(append(line, ":0\n"...))
	}
	return w.Flush()
}

// rowTag is the index of the feature that numbers row i.
func rowTag(p Problem, i int) int { return p.Features() + 1 + i }

// readSolution reads row numbers and coefficients from libsvm-go's model file.
func readSolution(path string, p Problem) (solution, error) {
	f, err := os.Open(path)
	if err != nil {
		return solution{}, err
	}
	defer f.Close()
	file, err := readFile(f, limits{features: rowTag(p, len(p.X)), vectors: len(p.X)})
	if err != nil {
		return solution{}, err
	}
	s := solution{coef: file.coef}
	start := 0
	for _, end := range file.ends {
		if end == start {
			return solution{}, errors.New("a support vector without its row number")
		}
		s.rows = append(s.rows, file.indices[end-1]-rowTag(p, 0))
		start = end
	}
	return s, nil
}

// sumAtOrigin returns Σ coef · K(row, 0).
func (s solution) sumAtOrigin(p Problem, kernel Kernel) float64 {
	var sum float64
	for k, i := range s.rows {
		sum += s.coef[k] * kernel.compare(p.X[i], nil)
	}
	return sum
}

// balanceTolerance is how far the coefficients' sum may be from zero, in units of the greatest and per
// support vector: rounding only.
const balanceTolerance = 1e-9

// check holds the solution against what every optimum satisfies: rows of the problem, each once; signs of
// their labels; 0 < |coef| ≤ C of the label; a sum of zero.
func (s solution) check(p Problem, params Params) error {
	if len(s.rows) == 0 || len(s.rows) > len(p.X) {
		return fmt.Errorf("libsvm-go found %d support vectors in %d rows", len(s.rows), len(p.X))
	}
	if !finite(s.rho) {
		return fmt.Errorf("libsvm-go found rho %v", s.rho)
	}
	var sum float64
	seen := make([]bool, len(p.X))
	for k, i := range s.rows {
		if i < 0 || i >= len(p.X) || seen[i] {
			return fmt.Errorf("libsvm-go returned row %d of %d wrongly", i, len(p.X))
		}
		seen[i] = true
		alpha, limit := s.coef[k]*float64(p.Y[i]), params.C*params.WeightPos
		if p.Y[i] < 0 {
			limit = params.C * params.WeightNeg
		}
		if !(alpha > 0 && alpha <= limit*(1+balanceTolerance)) {
			return fmt.Errorf("libsvm-go gave row %d the multiplier %v, want 0 to %v", i, alpha, limit)
		}
		sum += s.coef[k]
	}
	if most := params.C * max(params.WeightPos, params.WeightNeg); math.Abs(sum) > balanceTolerance*most*float64(len(s.rows)) {
		return fmt.Errorf("libsvm-go's coefficients add up to %v, want 0", sum)
	}
	return nil
}

package svm

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// limits bound what a model file may make its reader allocate.
type limits struct {
	features int // greatest index
	vectors  int // most support vectors
	values   int // most support vectors times features; each takes 4 bytes
}

// ample are guesses with room for 200 times our own models.
var ample = limits{features: 1 << 16, vectors: 1 << 20, values: 1 << 26}

// ReadModel reads a LIBSVM model file of a two-class c_svc machine, labels 1 and -1, as LIBSVM's svm-train and
// [Machine.Write] make them. Its kernel is RBF, linear, or polynomial of degree 2 and coef0 1. Every deviation is an error
// that names the line.
func ReadModel(r io.Reader) (*Machine, error) { return readWithin(r, ample) }

func readWithin(r io.Reader, most limits) (*Machine, error) {
	f, err := readFile(r, most)
	if err != nil {
		return nil, fmt.Errorf("reading model: %w", err)
	}
	m, err := f.machine(most)
	if err != nil {
		return nil, fmt.Errorf("reading model: %w", err)
	}
	return m, nil
}

// modelFile is a LIBSVM model file as it stands, support vectors sparse.
type modelFile struct {
	kernel       Kernel
	rho          float64
	probA, probB *float64
	label, nsv   [2]int
	total        int
	coef         []float64
	ends         []int // where each support vector's values end
	indices      []int // from 1
	values       []float32
}

// pairBytes is room for one "index:value " in a line; longer lines than the limits need are refused.
const pairBytes = 64

type modelReader struct {
	modelFile
	most  limits
	lines *bufio.Scanner
	line  int // number of the current line, from 1
	seen  map[string]bool
}

func readFile(r io.Reader, most limits) (*modelFile, error) {
	m := modelReader{most: most, lines: bufio.NewScanner(r), seen: map[string]bool{}}
	m.lines.Buffer(nil, pairBytes*(most.features+2))
	err := m.header()
	if err == nil {
		err = m.vectors()
	}
	if errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("longer than %d features need", most.features)
	}
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", m.line, err)
	}
	return &m.modelFile, nil
}

// next returns the words of the next line, or io.EOF after the last.
func (m *modelReader) next() ([]string, error) {
	m.line++
	if !m.lines.Scan() {
		if err := m.lines.Err(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
	words := strings.Fields(m.lines.Text())
	if len(words) == 0 {
		return nil, errors.New("empty line")
	}
	return words, nil
}

func (m *modelReader) header() error {
	for {
		words, err := m.next()
		if errors.Is(err, io.EOF) {
			return errors.New("the file ends before the line SV")
		}
		if err != nil {
			return err
		}
		key, values := words[0], words[1:]
		if m.seen[key] {
			return fmt.Errorf("a second %s", key)
		}
		m.seen[key] = true
		if key == "SV" {
			return m.complete(values)
		}
		if err := m.setting(key, values); err != nil {
			return err
		}
	}
}

// setting reads one header line.
func (m *modelReader) setting(key string, values []string) error {
	switch key {
	case "svm_type":
		return wantWord(key, values, "c_svc")
	case "kernel_type":
		if len(values) == 1 && kernelWords[values[0]] != "" {
			m.kernel.Name = kernelWords[values[0]]
			return nil
		}
		return wantWord(key, values, "rbf")
	case "degree":
		return wantWord(key, values, "2")
	case "coef0":
		return wantWord(key, values, "1")
	case "nr_class":
		return wantWord(key, values, "2")
	case "gamma":
		return parseOne(key, values, &m.kernel.Gamma)
	case "rho":
		return parseOne(key, values, &m.rho)
	case "probA":
		m.probA = new(float64)
		return parseOne(key, values, m.probA)
	case "probB":
		m.probB = new(float64)
		return parseOne(key, values, m.probB)
	case "label":
		return parseInts(key, values, m.label[:])
	case "nr_sv":
		return parseInts(key, values, m.nsv[:])
	case "total_sv":
		total := make([]int, 1)
		err := parseInts(key, values, total)
		m.total = total[0]
		return err
	}
	return fmt.Errorf("unknown setting %.40q", key)
}

// complete checks the header at its last line, SV.
func (m *modelReader) complete(values []string) error {
	if len(values) > 0 {
		return errors.New("SV stands alone on its line")
	}
	needed := []string{"svm_type", "kernel_type", "nr_class", "total_sv", "rho", "label", "nr_sv"}
	switch m.kernel.Name {
	case RBF:
		needed = append(needed, "gamma")
	case Quadratic:
		needed = append(needed, "gamma", "degree", "coef0")
	}
	for _, key := range needed {
		if !m.seen[key] {
			return fmt.Errorf("SV before any %s", key)
		}
	}
	switch {
	case (m.probA == nil) != (m.probB == nil):
		return errors.New("probA and probB come together")
	case m.seen["gamma"] && !(m.kernel.Gamma > 0):
		return fmt.Errorf("gamma %v is not positive", m.kernel.Gamma)
	case m.label != [2]int{1, -1} && m.label != [2]int{-1, 1}:
		return fmt.Errorf("labels %d and %d, want 1 and -1", m.label[0], m.label[1])
	case m.total < 1 || m.total > m.most.vectors:
		return fmt.Errorf("total_sv %d is not between 1 and %d", m.total, m.most.vectors)
	case m.nsv[0] < 0 || m.nsv[0] > m.total || m.nsv[1] != m.total-m.nsv[0]:
		return fmt.Errorf("nr_sv %d and %d do not add up to total_sv %d", m.nsv[0], m.nsv[1], m.total)
	}
	return nil
}

// vectors reads the lines after SV: a coefficient, then index:value pairs.
func (m *modelReader) vectors() error {
	for {
		words, err := m.next()
		switch {
		case errors.Is(err, io.EOF) && len(m.coef) == m.total:
			return nil
		case errors.Is(err, io.EOF):
			return fmt.Errorf("the file ends after %d support vectors, total_sv says %d", len(m.coef), m.total)
		case err != nil:
			return err
		case len(m.coef) == m.total:
			return fmt.Errorf("more support vectors than total_sv %d", m.total)
		}
		var coef float64
		if err := parseOne("coefficient", words[:1], &coef); err != nil {
			return err
		}
		m.coef = append(m.coef, coef)
		if err := m.pairs(words[1:]); err != nil {
			return err
		}
		m.ends = append(m.ends, len(m.values))
	}
}

func (m *modelReader) pairs(words []string) error {
	last := 0
	for _, word := range words {
		index, value, ok := strings.Cut(word, ":")
		if !ok {
			return fmt.Errorf("%.40q is not index:value", word)
		}
		i, err := strconv.Atoi(index)
		switch {
		case err != nil:
			return fmt.Errorf("index %.40q is not a whole number", index)
		case i < 1 || i > m.most.features:
			return fmt.Errorf("index %d is not between 1 and %d", i, m.most.features)
		case i <= last:
			return fmt.Errorf("index %d after %d: indices must ascend", i, last)
		}
		v, err := strconv.ParseFloat(value, 32)
		if err != nil || !finite(v) {
			return fmt.Errorf("value %.40q of feature %d is not a finite float32", value, i)
		}
		last = i
		m.indices, m.values = append(m.indices, i), append(m.values, float32(v))
	}
	return nil
}

func wantWord(key string, values []string, want string) error {
	if len(values) != 1 || values[0] != want {
		return fmt.Errorf("%s %.40q, only %s is supported", key, strings.Join(values, " "), want)
	}
	return nil
}

func parseOne(key string, values []string, to *float64) error {
	if len(values) != 1 {
		return fmt.Errorf("%s has %d values, want 1", key, len(values))
	}
	x, err := strconv.ParseFloat(values[0], 64)
	if err != nil || !finite(x) {
		return fmt.Errorf("%s %.40q is not a finite number", key, values[0])
	}
	*to = x
	return nil
}

func parseInts(key string, values []string, to []int) error {
	if len(values) != len(to) {
		return fmt.Errorf("%s has %d values, want %d", key, len(values), len(to))
	}
	for i, word := range values {
		n, err := strconv.Atoi(word)
		if err != nil {
			return fmt.Errorf("%s %.40q is not a whole number", key, word)
		}
		to[i] = n
	}
	return nil
}

// machine makes the support vectors dense and turns a file whose first label is -1 round.
func (f *modelFile) machine(most limits) (*Machine, error) {
	features := 0
	for _, i := range f.indices {
		features = max(features, i)
	}
	if features > most.values/len(f.coef) {
		return nil, fmt.Errorf("%d support vectors of %d features are more than %d values", len(f.coef), features, most.values)
	}
	sv := make([]float32, len(f.coef)*features)
	from := 0
	for i, to := range f.ends {
		for k := from; k < to; k++ {
			sv[i*features+f.indices[k]-1] = f.values[k]
		}
		from = to
	}
	var platt *Platt
	if f.probA != nil {
		platt = &Platt{A: *f.probA, B: *f.probB}
	}
	if f.label[0] == -1 {
		f.turn(sv, features, platt)
	}
	return newMachine(f.kernel, f.rho, f.coef, sv, features, f.nsv, platt), nil
}

// turn makes label 1 the first: LIBSVM's decisions are positive for the first label, and its
// probabilities are the first label's.
func (f *modelFile) turn(sv []float32, features int, platt *Platt) {
	first := f.nsv[0]
	f.rho = -f.rho
	for i := range f.coef {
		f.coef[i] = -f.coef[i]
	}
	f.coef = append(f.coef[first:len(f.coef):len(f.coef)], f.coef[:first]...)
	copy(sv, append(sv[first*features:len(sv):len(sv)], sv[:first*features]...))
	f.nsv[0], f.nsv[1] = f.nsv[1], f.nsv[0]
	if platt != nil {
		platt.B = -platt.B // 1/(1+e^(Af+B)) of −1 is 1/(1+e^(A(−f)−B)) of +1
	}
}

package svm

import (
	"math"
	"math/bits"
)

// Scale is the unit of integer features: an int8 q stands for q·Scale, which covers [−4, +4) in steps
// small against the spread of a standardised feature. A power of two, so float32 holds all multiples.
const Scale = 1.0 / 32

// maxExactFeatures keeps squared distances of int8 rows (255² a feature) within an int32.
const maxExactFeatures = 1 << 15

// stride is the multiple of columns that rows are padded to: the assembly takes this many at once.
const stride = 32

// inputs is the number of rows that are compared with a support vector in one go.
const inputs = 4

// svBlock is the number of support vectors compared with all rows before the next ones, so that they
// stay in the processor's second-level cache.
const svBlock = 256

// quantise returns m's support vectors as integers, each padded with zeros to a multiple of stride, and their
// squared norms; or nil when one is not a multiple of Scale.
func quantise(m *Machine) (rows []int8, norms []int32) {
	if m.features > maxExactFeatures {
		return nil, nil
	}
	width := padded(m.features)
	rows, norms = make([]int8, 0, len(m.coef)*width), make([]int32, len(m.coef))
	for i := range m.coef {
		var ok bool
		if rows, ok = appendQuantised(rows, m.sv[i*m.features:(i+1)*m.features], width); !ok {
			return nil, nil
		}
		norms[i] = norm(rows[i*width:])
	}
	return rows, norms
}

// quantised is the integer back end of the RBF kernel.
type quantised struct {
	rows  []int8  // support vectors
	norms []int32 // |sv|² of each
	width int     // a multiple of stride
	coef  []float64
	rho   float64
	exp   expTable
}

func newQuantised(m *Machine, rows []int8, norms []int32) *quantised {
	width := padded(m.features)
	return &quantised{rows, norms, width, m.coef, m.rho, newExpTable(m.kernel.Gamma*Scale*Scale, 255*255*width)}
}

func padded(n int) int { return (n + stride - 1) / stride * stride }

// appendQuantised appends row as integers, padded with zeros to width. It reports false, with dst
// unchanged, when a feature is no multiple of Scale or out of range.
func appendQuantised(dst []int8, row []float32, width int) ([]int8, bool) {
	n := len(dst)
	for _, v := range row {
		q := int8(max(math.MinInt8, min(math.MaxInt8, v*(1/Scale)))) // NaN becomes anything and is refused below
		if float32(q)*Scale != v {
			return dst[:n], false
		}
		dst = append(dst, q)
	}
	for range width - len(row) {
		dst = append(dst, 0)
	}
	return dst, true
}

func norm(row []int8) int32 {
	var sum int32
	for _, v := range row {
		sum += int32(v) * int32(v)
	}
	return sum
}

// decide writes f of every row to out.
func (q *quantised) decide(rows []int8, width int, out []float64) {
	x, norms := q.pack(rows, width, len(out))
	sums := make([]float64, len(norms))
	dots := make([]int32, svBlock*inputs)
	for from := 0; from < len(q.coef); from += svBlock {
		to := min(from+svBlock, len(q.coef))
		block := q.rows[from*q.width : to*q.width]
		for i := 0; i < len(norms); i += inputs {
			dot4(block, q.width, x[i*q.width:(i+inputs)*q.width], q.width, q.width, dots[:(to-from)*inputs])
			q.add(sums[i:i+inputs], norms[i:i+inputs], q.norms[from:to], q.coef[from:to], dots)
		}
	}
	for i := range out {
		out[i] = sums[i] - q.rho
	}
}

// pack widens rows to int16, pads them with zeros to the support vectors' width and their number to a
// multiple of inputs, and returns their squared norms. Columns beyond the support vectors count in the
// norms only.
func (q *quantised) pack(rows []int8, width, n int) (x []int16, norms []int32) {
	count := (n + inputs - 1) / inputs * inputs
	x = make([]int16, count*q.width)
	norms = make([]int32, count)
	for i := range n {
		row := rows[i*width : (i+1)*width]
		norms[i] = norm(row)
		to := x[i*q.width : (i+1)*q.width]
		for j, v := range row[:min(width, q.width)] {
			to[j] = int16(v)
		}
	}
	return x, norms
}

// add adds coef · exp(−gamma |x − sv|²) of one block of support vectors to the sums of four inputs.
func (q *quantised) add(sums []float64, xs, svs []int32, coef []float64, dots []int32) {
	t := &q.exp
	s0, s1, s2, s3 := sums[0], sums[1], sums[2], sums[3]
	x0, x1, x2, x3 := xs[0], xs[1], xs[2], xs[3]
	dots = dots[:len(svs)*inputs]
	coef = coef[:len(svs)]
	for k, n := range svs {
		d := dots[k*inputs : k*inputs+inputs : k*inputs+inputs]
		c := coef[k]
		s0 += c * t.at(uint32(x0+n-2*d[0]))
		s1 += c * t.at(uint32(x1+n-2*d[1]))
		s2 += c * t.at(uint32(x2+n-2*d[2]))
		s3 += c * t.at(uint32(x3+n-2*d[3]))
	}
	sums[0], sums[1], sums[2], sums[3] = s0, s1, s2, s3
}

// An expTable holds exp(−g·d) for whole d as the product of two short tables, one for the high bits of d
// and one for the low. A value is within 4 units in the last place of math.Exp, down to 1e-300.
type expTable struct {
	high, low []float64
	shift     uint32
	mask      uint32
	g         float64
}

// newExpTable prepares exp(−g·d) for 0 ≤ d ≤ largest.
func newExpTable(g float64, largest int) expTable {
	t := expTable{g: g, shift: uint32(bits.Len(uint(largest))+1) / 2}
	t.mask = 1<<t.shift - 1
	t.low = make([]float64, 1<<t.shift)
	t.high = make([]float64, largest>>t.shift+1)
	for i := range t.low {
		t.low[i] = math.Exp(-g * float64(i))
	}
	for i := range t.high {
		t.high[i] = math.Exp(-g * float64(i<<t.shift))
	}
	return t
}

// at returns exp(−g·d).
func (t *expTable) at(d uint32) float64 {
	high, low := d>>t.shift, d&t.mask
	if int(high) < len(t.high) && int(low) < len(t.low) {
		return t.high[high] * t.low[low]
	}
	return math.Exp(-t.g * float64(d)) // a row wider than the support vectors
}

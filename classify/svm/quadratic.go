package svm

import "math"

// form is the integer back end of the quadratic kernel. The sum over support vectors folds into one quadratic
// form, whose cost does not depend on how many there are: for integer rows q, with g = gamma·Scale²,
//
//	Σ c_i (g q·s_i + 1)² − rho = qᵀ (g² Σ c_i s_i s_iᵀ) q + 2g (Σ c_i s_i)·q + Σ c_i − rho
//
// The matrix is symmetric, and only its lower triangle is kept, with twice what lies below the diagonal. Each row is rounded to
// int16 in a unit of its own, so that its products with q are exact. That moves decisions by about 1e-5.
type form struct {
	rows     []int16   // the matrix, row after row, zero above the diagonal
	unit     []float64 // of each row
	linear   []float64
	constant float64
	width    int // a multiple of stride
}

// newForm is the form of so many features that is 0 everywhere.
func newForm(features int) *form {
	width := padded(features)
	return &form{rows: make([]int16, width*width), unit: make([]float64, width), linear: make([]float64, width), width: width}
}

// row is the matrix's row j.
func (f *form) row(j int) []int16 { return f.rows[j*f.width : (j+1)*f.width] }

// setRow rounds row j of a symmetric matrix up to its diagonal, a cell an integer of a common unit, so that no cell and no sum
// overflows. cell is the matrix's cell in a column.
func (f *form) setRow(j int, cell func(column int) float64) {
	row := make([]float64, j+1)
	var most, all float64
	for k := range row {
		row[k] = cell(k)
		if k < j {
			row[k] *= 2
		}
		most, all = max(most, math.Abs(row[k])), all+math.Abs(row[k])
	}
	if most == 0 {
		return
	}
	scale := min(math.MaxInt16/most, (maxMagnitude-float64(f.width))/all)
	for k, v := range row {
		f.row(j)[k] = int16(math.RoundToEven(v * scale))
	}
	f.unit[j] = 1 / scale
}

// fold sums m's support vectors, whose integers are sv, into a form.
func fold(m *Machine, sv []int8) *form {
	width := padded(m.features)
	g := m.kernel.Gamma * Scale * Scale
	f := newForm(m.features)
	f.constant = -m.rho
	for i, c := range m.coef {
		f.constant += c
		for j, s := range sv[i*width : (i+1)*width] {
			f.linear[j] += float64(2 * g * c * float64(s)) // the conversion forbids a fused multiply-add
		}
	}
	sums, unit := moments(m.coef, sv, width)
	for j := range width {
		f.setRow(j, func(k int) float64 { return g * g * unit * float64(sums[j*width+k]) })
	}
	return f
}

// moments returns Σ c_i s_i s_iᵀ as whole multiples of unit. It takes support vectors by blocks, so that sums of
// products fit an int32.
func moments(coef []float64, sv []int8, width int) (sums []int64, unit float64) {
	var most float64
	for _, c := range coef {
		most = max(most, math.Abs(c))
	}
	unit = most * -math.MinInt8 / math.MaxInt16
	sums = make([]int64, width*width)
	if most == 0 {
		return sums, 0
	}
	columns := make([]int8, width*svBlock)   // by feature, then by vector
	weighted := make([]int16, width*svBlock) // the same times coefficients
	dots := make([]int32, width*inputs)
	for from := 0; from < len(coef); from += svBlock {
		clear(columns)
		clear(weighted)
		for i := range min(svBlock, len(coef)-from) {
			c := coef[from+i] / unit
			for j, s := range sv[(from+i)*width : (from+i+1)*width] {
				columns[j*svBlock+i] = s
				weighted[j*svBlock+i] = int16(math.RoundToEven(c * float64(s)))
			}
		}
		for j := 0; j < width; j += inputs {
			dot4(columns, svBlock, weighted[j*svBlock:(j+inputs)*svBlock], svBlock, svBlock, dots)
			for k := range width {
				for d := range inputs {
					sums[(j+d)*width+k] += int64(dots[k*inputs+d])
				}
			}
		}
	}
	return sums, unit
}

// decide takes rows by blocks that fit the cache, and only the columns up to the last that any row has: evidence
// that a page lacks costs nothing.
func (f *form) decide(rows []int8, width int, out []float64) {
	used := padded(min(f.width, usedColumns(rows, width)))
	most := min(svBlock, len(out))
	x, dots, sums := make([]int8, most*used), make([]int32, most*inputs), make([]float64, most*inputs)
	for from := 0; from < len(out); from += svBlock {
		n := min(svBlock, len(out)-from)
		for i := range n {
			row := x[i*used : (i+1)*used]
			clear(row[copy(row, rows[(from+i)*width:(from+i+1)*width]):])
		}
		dots, sums := dots[:n*inputs], sums[:n*inputs]
		clear(sums)
		for j := 0; j < used; j += inputs {
			filled := padded(j + 1) // columns before and at the diagonal: as many for all inputs rows
			dot4(x, used, f.rows[j*f.width:], f.width, filled, dots)
			add(sums, x[j:], used, dots, (*[inputs]float64)(f.unit[j:]), (*[inputs]float64)(f.linear[j:]))
		}
		for i := range n {
			s := (*[inputs]float64)(sums[i*inputs:])
			out[from+i] = f.constant + ((s[0] + s[1]) + (s[2] + s[3]))
		}
	}
}

// at is f of one row of any numbers, in float64; NaN when one is.
func (f *form) at(x []float32) float64 {
	x = x[:min(len(x), f.width)]
	sum := f.constant
	for j, v := range x {
		product := 0.0
		for k, a := range f.row(j)[:j+1] {
			product += float64(a) * float64(x[k]/Scale)
		}
		sum += float64(v/Scale) * (f.unit[j]*product + f.linear[j])
	}
	return sum
}

// usedColumns is one more than the last column in which a row is not zero.
func usedColumns(rows []int8, width int) int {
	used := 0
	for at := 0; at+width <= len(rows) && width > 0; at += width {
		row := rows[at : at+width]
		for j := width - 1; j >= used; j-- {
			if row[j] != 0 {
				used = j + 1
				break
			}
		}
	}
	return used
}

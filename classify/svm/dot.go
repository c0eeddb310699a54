package svm

// dot4Generic writes the dot products of every row of sv with four rows of x: dots[4r+j] = sv[r]·x[j]. Rows are width long, a
// multiple of 32; those of sv begin svStride after each other, and those of x xStride. x holds int8 values.
func dot4Generic(sv []int8, svStride int, x []int16, xStride, width int, dots []int32) {
	x0, x1, x2, x3 := x[:width], x[xStride:xStride+width], x[2*xStride:2*xStride+width], x[3*xStride:3*xStride+width]
	for r := range len(dots) / inputs {
		row := sv[r*svStride : r*svStride+width]
		var s0, s1, s2, s3 int32
		for i, v := range row {
			v := int32(v)
			s0 += v * int32(x0[i])
			s1 += v * int32(x1[i])
			s2 += v * int32(x2[i])
			s3 += v * int32(x3[i])
		}
		dots[inputs*r], dots[inputs*r+1], dots[inputs*r+2], dots[inputs*r+3] = s0, s1, s2, s3
	}
}

// addGeneric adds to four sums of every row q the products of its first four numbers with (unit·dots + linear). The rows of q begin
// stride after each other.
func addGeneric(sums []float64, q []int8, stride int, dots []int32, unit, linear *[inputs]float64) {
	for r := range len(sums) / inputs {
		sums, q, dots := (*[inputs]float64)(sums[inputs*r:]), (*[inputs]int8)(q[stride*r:]), (*[inputs]int32)(dots[inputs*r:])
		for k := range inputs {
			sums[k] += float64(float64(q[k]) * (float64(unit[k]*float64(dots[k])) + linear[k])) // the conversions forbid fused multiply-adds
		}
	}
}

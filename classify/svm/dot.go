package svm

// dot4Generic writes the dot products of every row of sv with four rows of x: dots[4r+j] = sv[r]·x[j]. Rows are width long, a
// multiple of 32, and those of sv begin stride after each other. x holds int8 values.
func dot4Generic(sv []int8, stride int, x []int16, width int, dots []int32) {
	x0, x1, x2, x3 := x[:width], x[width:2*width], x[2*width:3*width], x[3*width:4*width]
	for r := range len(dots) / inputs {
		row := sv[r*stride : r*stride+width]
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

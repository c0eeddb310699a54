package site

// errorLength is how many characters of the shorter text allow one edit more (000, section 4).
const errorLength = 8

// allowed is how many edits two texts may differ by and be near, as 000 has it, m being the length of the shorter in code
// points: none up to 8 of them, or where it is longer than longest, else an eighth.
func allowed(m, longest int) int {
	if m <= errorLength || longest < m {
		return 0
	}
	return m / errorLength
}

// within reports whether the edit distance of a and b is at most k. It looks at a band of 2k+1 diagonals only, and
// stops when all of it is above k (Ukkonen 1985).
func within(a, b []rune, k int) bool {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	switch {
	case len(b)-len(a) > k:
		return false
	case len(a) == 0:
		return true
	}
	// row[j] is the distance of a[:i] and b[:j]; outside the band it is more than k.
	far := k + 1
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = min(j, far)
	}
	for i := 1; i <= len(a); i++ {
		lo, hi := max(1, i-k), min(len(b), i+k)
		diagonal := row[lo-1]
		if lo == 1 {
			row[0] = min(i, far)
		} else {
			row[lo-1] = far
		}
		best := row[lo-1]
		for j := lo; j <= hi; j++ {
			above := far
			if j < i+k {
				above = row[j]
			}
			d := diagonal
			if a[i-1] != b[j-1] {
				d = 1 + min(d, above, row[j-1])
			}
			diagonal, row[j] = row[j], min(d, far)
			best = min(best, row[j])
		}
		if best > k {
			return false
		}
	}
	return row[len(b)] <= k
}

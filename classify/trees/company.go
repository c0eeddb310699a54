package trees

import "encoding/binary"

// abreast is how many rows all trees are asked about before the next: they stay in the cache, and a vector of bytes holds as many.
const abreast = 32

// maxTogether is the greatest depth of trees whose leaves have numbers of a byte.
const maxTogether = 8

// A company is up to abreast rows that go down a tree side by side, whatever way each takes: for every question of a level it is
// known which rows would answer yes, and each is left with the answer to its own.
type company struct {
	columns []byte                                             // abreast values of each column
	bits    [abreast * (maxTogether + 1<<(maxTogether-3))]byte // what rows answered on each level, and behind them what they would to a level's questions, of which the first two folds need no room
	leaf    [abreast]byte                                      // the numbers of the leaves that rows came to
}

// gather takes rows of width integers, at most abreast.
func (c *company) gather(rows []int8, width int) {
	if c.columns == nil {
		c.columns = make([]byte, width*abreast)
	}
	const eight = 8 // rows that are written at a time
	n, i := len(rows)/width, 0
	for ; i+eight <= n; i += eight {
		r := rows[i*width : (i+eight)*width]
		r0, r1, r2, r3 := r[:width], r[width:2*width], r[2*width:3*width], r[3*width:4*width]
		r4, r5, r6, r7 := r[4*width:5*width], r[5*width:6*width], r[6*width:7*width], r[7*width:]
		for column := range width {
			low := uint64(uint8(r0[column])) | uint64(uint8(r1[column]))<<8 | uint64(uint8(r2[column]))<<16 | uint64(uint8(r3[column]))<<24
			high := uint64(uint8(r4[column])) | uint64(uint8(r5[column]))<<8 | uint64(uint8(r6[column]))<<16 | uint64(uint8(r7[column]))<<24
			binary.LittleEndian.PutUint64(c.columns[column*abreast+i:], low|high<<32)
		}
	}
	for ; i < n; i++ {
		for column, v := range rows[i*width : (i+1)*width] {
			c.columns[column*abreast+i] = byte(v)
		}
	}
}

// descendGeneric takes the rows down a tree of a depth up to maxTogether.
func (c *company) descendGeneric(questions []question, depth int) {
	for i := range c.leaf {
		k := uint32(1)
		for range depth {
			q := questions[k]
			k *= 2
			if int8(c.columns[int(q>>8)+i]) > int8(q) {
				k++
			}
		}
		c.leaf[i] = byte(int(k) - len(questions))
	}
}

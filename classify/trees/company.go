package trees

// abreast is how many rows all trees are asked about before the next: they stay in the cache, and a vector of bytes holds as many.
const abreast = 32

// maxTogether is the greatest depth of trees whose leaves have numbers of a byte.
const maxTogether = 8

// A company is up to abreast rows that go down a tree side by side, whatever way each takes: for every question of a level it is
// known which rows would answer yes, and each is left with the answer to its own.
type company struct {
	columns []int8                                             // abreast values of each column
	bits    [abreast * (maxTogether + 1<<(maxTogether-3))]byte // what rows answered on each level, and behind them what they would to a level's questions, of which the first two folds need no room
	leaf    [abreast]byte                                      // the numbers of the leaves that rows came to
}

// gather takes rows of width integers, at most abreast.
func (c *company) gather(rows []int8, width int) {
	if c.columns == nil {
		c.columns = make([]int8, width*abreast)
	}
	for i := range len(rows) / width {
		for column, v := range rows[i*width : (i+1)*width] {
			c.columns[column*abreast+i] = v
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
			if c.columns[int(q>>8)+i] > int8(q) {
				k++
			}
		}
		c.leaf[i] = byte(int(k) - len(questions))
	}
}

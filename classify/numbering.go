package classify

import "math/bits"

// A numbering numbers hashes from 0 in the order in which they come. It is a table with open addressing (Knuth): hashes need no
// other hash, as Go's maps take, only their upper bits mixed.
type numbering struct {
	slots  []int32  // one more than the number of the hash that lies here; 0 for none
	hashes []uint64 // by number
	shift  int
}

// newNumbering has room for so many hashes before it grows.
func newNumbering(room int) *numbering {
	n := &numbering{hashes: make([]uint64, 0, room)}
	n.resize(bits.Len(uint(2*room - 1)))
	return n
}

// resize has 2^size slots. The table is at most half full, so that a search is short.
func (n *numbering) resize(size int) {
	n.slots, n.shift = make([]int32, 1<<size), 64-size
	for number, h := range n.hashes {
		n.slots[n.slot(h)] = int32(number + 1)
	}
}

// slot is where a hash lies, or the free slot where it may.
func (n *numbering) slot(h uint64) int {
	at := int(h * goldenRatio >> n.shift)
	for n.slots[at] != 0 && n.hashes[n.slots[at]-1] != h {
		at = (at + 1) & (len(n.slots) - 1)
	}
	return at
}

// of is the number of a hash, the next one where it is new.
func (n *numbering) of(h uint64) int {
	at := n.slot(h)
	if n.slots[at] == 0 {
		if 2*len(n.hashes) == len(n.slots) {
			n.resize(64 - n.shift + 1)
			at = n.slot(h)
		}
		n.hashes = append(n.hashes, h)
		n.slots[at] = int32(len(n.hashes))
	}
	return int(n.slots[at] - 1)
}

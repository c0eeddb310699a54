package site

import (
	"slices"
	"unicode/utf8"
)

// A nearIndex finds, among labels, the first that is near to a text: an equal one if there is one, else the earliest
// that was added. It answers as comparing with all of them would, without doing so.
//
// A label of l characters that may have k = ⌊l/8⌋ edits is cut into k+1 pieces of c = ⌊l/(k+1)⌋ characters, and the
// pieces are indexed. Edits touch at most k pieces, so that one stands in every near text, shifted by at most k. Hence
// a text is compared only with labels that share a piece with it, at about the same place. Texts whose length no
// near label has are not looked into at all.
//
// Texts of one vocabulary share pieces by chance. But of k edits in k+1 pieces in a ring, one piece has none such that
// the j pieces behind it have at most j together, for every j: were there no such piece, the edits around the ring
// would be more than k. So the pieces behind a shared one are looked at first.
type nearIndex struct {
	longest int // longer texts are near when they are equal
	reach   int // no longer text is near to a label
	equal   map[label]int
	pieces  map[uint64][]place // by tag and text of the piece
	lengths map[string][]int   // by tag: how long the labels that are cut are, ascending
	texts   map[int]cutText    // of the labels that are cut
}

// An effort is how many pairs of characters, and places of pieces, may still be compared to find the near texts of one page.
// nil has no end.
type effort struct{ left int }

// mostEffort is that of a page at first: about half a second. Ordinary pages need a thousandth of it, and a list of a
// thousand rows of one kind all of it; one of twenty thousand would take minutes. A guess.
const mostEffort = 100_000_000

func newEffort() *effort { return &effort{mostEffort} }

// takes reports whether there is so much left, and takes it.
func (e *effort) takes(n int) bool {
	if e == nil {
		return true
	}
	e.left = max(-1, e.left-n)
	return e.left >= 0
}

type cutText struct {
	tag   string
	runes []rune
}

// A label is a leaf label: an element's tag and the text that it directly holds.
type label struct{ tag, text string }

type place struct{ id, offset int }

func newNearIndex(longest int) *nearIndex {
	return &nearIndex{longest, 0, map[label]int{}, map[uint64][]place{}, map[string][]int{}, map[int]cutText{}}
}

// cut is how a text of n characters is cut: into how many pieces, and of what length; 0 when it is not.
func (x *nearIndex) cut(n int) (pieces, length int) {
	k := allowed(n, x.longest)
	if k == 0 {
		return 0, 0
	}
	return k + 1, n / (k + 1)
}

// add adds a label under its id. Ids ascend, and no two labels are equal.
func (x *nearIndex) add(id int, l label) {
	x.equal[l] = id
	text := []rune(l.text)
	x.reach = max(x.reach, len(text)+allowed(len(text), x.longest))
	n, c := x.cut(len(text))
	if n == 0 {
		return
	}
	x.texts[id] = cutText{l.tag, text}
	if at, ok := slices.BinarySearch(x.lengths[l.tag], len(text)); !ok {
		x.lengths[l.tag] = slices.Insert(x.lengths[l.tag], at, len(text))
	}
	windows := newWindows(l.tag, text)
	for i := range n {
		p := windows.hash(i*c, c)
		x.pieces[p] = append(x.pieces[p], place{id, i * c})
	}
}

// find returns the id of the label that is near, or -1. What it compares it takes from the effort; when that is at its end,
// labels are near only when they are equal.
func (x *nearIndex) find(l label, e *effort) int {
	if id, ok := x.equal[l]; ok {
		return id
	}
	if len(l.text) <= errorLength {
		return -1 // it has no more characters than bytes
	}
	length := utf8.RuneCountInString(l.text)
	if n, _ := x.cut(length); n == 0 {
		return -1
	}
	sizes := x.sizes(l.tag, length)
	if sizes == 0 {
		return -1
	}
	text := []rune(l.text)
	for _, id := range x.candidates(l.tag, text, sizes, e) {
		t := x.texts[id]
		k := allowed(min(len(text), len(t.runes)), x.longest)
		if !e.takes(len(text) * (2*k + 1)) {
			return -1
		}
		if t.tag == l.tag && within(text, t.runes, k) {
			return id
		}
	}
	return -1
}

// candidates are the labels that share a piece with a text and go on behind it as near ones do, ascending. sizes are the
// lengths of pieces, see there.
func (x *nearIndex) candidates(tag string, text []rune, sizes uint64, e *effort) (ids []int) {
	windows := newWindows(tag, text)
	for c := 1; sizes>>c != 0; c++ {
		if sizes>>c&1 == 0 {
			continue
		}
		for at := 0; at+c <= len(text); at++ {
			places := x.pieces[windows.hash(at, c)]
			if !e.takes(len(places)) {
				return nil
			}
			for _, p := range places {
				other := len(x.texts[p.id].runes)
				k := allowed(min(len(text), other), x.longest)
				if abs(len(text)-other) > k || abs(at-p.offset) > k {
					continue
				}
				if !e.takes(c * (2*ringPieces + 1)) {
					return nil
				}
				if goesOn(x.pieced(p.id), text, p.offset, at, c) {
					ids = append(ids, p.id)
				}
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// pieced is the part of a label's text that is cut into pieces: what is left at the end is in none.
func (x *nearIndex) pieced(id int) []rune {
	text := x.texts[id].runes
	n, c := x.cut(len(text))
	return text[:n*c]
}

// ringPieces is how many pieces behind a shared one are looked at: of a vocabulary of 50 words, each leaves one in 20.
const ringPieces = 4

// goesOn reports whether the pieces of length c that a text is cut into go on behind the one at offset, which stands at a
// place of the other text, with as few edits as nearIndex tells. Behind the last piece comes the first, where texts begin.
func goesOn(text, other []rune, offset, at, c int) bool {
	offset, at = offset+c, at+c
	if offset+c > len(text) {
		offset, at = 0, 0
	}
	const (
		diagonals = 2*ringPieces + 1
		far       = ringPieces + 1
	)
	// distance[d] is that of the text up to here from the other's first i+d−ringPieces characters, where i is how many there
	// are up to here.
	var distance [diagonals + 1]int
	for d := range distance {
		distance[d] = min(far, abs(d-ringPieces))
		if d < ringPieces || at+d-ringPieces > len(other) {
			distance[d] = far
		}
	}
	for piece := 1; piece <= ringPieces && offset+piece*c <= len(text); piece++ {
		for i := (piece - 1) * c; i < piece*c; i++ {
			before, best := far, far
			for d := range diagonals {
				end := at + i + 1 + d - ringPieces // of the other
				now := far
				if end == at {
					now = i + 1
				} else if end > at && end <= len(other) {
					now = distance[d]
					if text[offset+i] != other[end-1] {
						now = 1 + min(now, distance[d+1], before)
					}
				}
				before, distance[d] = now, min(now, far)
				best = min(best, distance[d])
			}
			if best > piece {
				return false
			}
		}
	}
	return true
}

// sizes are the piece lengths, as bits, of the tag's labels that are as long as what is near to n characters.
func (x *nearIndex) sizes(tag string, n int) (bits uint64) {
	lengths := x.lengths[tag]
	shortest := n - allowed(n, x.longest) // a shorter text allows no more edits
	at, _ := slices.BinarySearch(lengths, shortest)
	for _, length := range lengths[at:] {
		if length-n > allowed(n, x.longest) {
			break
		}
		_, c := x.cut(length)
		bits |= 1 << c
	}
	return bits
}

func abs(n int) int { return max(n, -n) }

// windows hashes every run of characters of a text in constant time: the values of a polynomial modulo 2⁶⁴, and the
// tag.
type windows struct {
	tag    uint64
	prefix []uint64 // of the text's first i characters
}

// base is odd, so that its powers do not vanish; that of FNV.
const base = 1099511628211

// powers of base, for every length of a piece: one of at least errorLength+1 characters in two has at most 8.
var powers = func() (p [2 * errorLength]uint64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1] * base
	}
	return p
}()

func newWindows(tag string, text []rune) windows {
	w := windows{hashString(tag), make([]uint64, len(text)+1)}
	for i, r := range text {
		w.prefix[i+1] = w.prefix[i]*base + uint64(r)
	}
	return w
}

func (w windows) hash(at, length int) uint64 {
	return mix(w.prefix[at+length]-w.prefix[at]*powers[length], w.tag+uint64(length))
}

// mix makes one hash of two.
func mix(a, b uint64) uint64 {
	a = (a ^ b) * 0x9e3779b97f4a7c15
	return a ^ a>>29
}

// emptyHash is the FNV-1a hash of nothing.
const emptyHash = 14695981039346656037

// hashString is FNV-1a.
func hashString(s string) uint64 { return hashOn(emptyHash, s) }

// hashOn goes on with the hash of what stands before s.
func hashOn(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * base
	}
	return h
}

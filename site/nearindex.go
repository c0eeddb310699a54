package site

import "slices"

// A nearIndex finds, among labels, the first that is near to a text: an equal one if there is one, else the earliest
// that was added. It answers as comparing with all of them would, without doing so.
//
// A label of l characters that may have k = ⌊l/8⌋ edits is cut into k+1 pieces of c = ⌊l/(k+1)⌋ characters, and the
// pieces are indexed. Edits touch at most k pieces, so that one stands in every near text, shifted by at most k. Hence
// a text is compared only with labels that share a piece with it, at about the same place.
type nearIndex struct {
	longest int // longer texts are near when they are equal
	equal   map[label]int
	pieces  map[piece][]place
	sizes   map[string]uint64 // by tag: which piece lengths are in use, as bits
	runes   map[int][]rune    // of the labels that are cut
}

// A label is a leaf label: an element's tag and the text that it directly holds.
type label struct{ tag, text string }

type piece struct {
	tag  string
	hash uint64
}

type place struct{ id, offset int }

func newNearIndex(longest int) *nearIndex {
	return &nearIndex{longest, map[label]int{}, map[piece][]place{}, map[string]uint64{}, map[int][]rune{}}
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
	n, c := x.cut(len(text))
	if n == 0 {
		return
	}
	x.runes[id] = text
	x.sizes[l.tag] |= 1 << c
	for i := range n {
		p := piece{l.tag, hashRunes(text[i*c : (i+1)*c])}
		x.pieces[p] = append(x.pieces[p], place{id, i * c})
	}
}

// find returns the id of the label that is near, or -1.
func (x *nearIndex) find(l label) int {
	if id, ok := x.equal[l]; ok {
		return id
	}
	sizes := x.sizes[l.tag]
	if sizes == 0 {
		return -1
	}
	text := []rune(l.text)
	if n, _ := x.cut(len(text)); n == 0 {
		return -1
	}
	var candidates []int
	for c := 1; sizes>>c != 0; c++ {
		if sizes>>c&1 == 0 {
			continue
		}
		for at := 0; at+c <= len(text); at++ {
			for _, p := range x.pieces[piece{l.tag, hashRunes(text[at : at+c])}] {
				other := len(x.runes[p.id])
				k := allowed(min(len(text), other), x.longest)
				if abs(len(text)-other) <= k && abs(at-p.offset) <= k {
					candidates = append(candidates, p.id)
				}
			}
		}
	}
	slices.Sort(candidates)
	for _, id := range slices.Compact(candidates) {
		if other := x.runes[id]; within(text, other, allowed(min(len(text), len(other)), x.longest)) {
			return id
		}
	}
	return -1
}

func abs(n int) int { return max(n, -n) }

// hashRunes is FNV-1a over whole characters, and their number.
func hashRunes(s []rune) uint64 {
	h := uint64(14695981039346656037) ^ uint64(len(s))
	for _, r := range s {
		h = (h ^ uint64(r)) * 1099511628211
	}
	return h
}

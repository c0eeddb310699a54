package classify

import (
	"slices"
	"strings"
)

// phrases finds which of many wordings stand in a text by one look at every byte: hardly any three bytes of a text
// begin a wording.
type phrases struct {
	begins [1 << phraseBits / 64]uint64 // a bit for the hash of every wording's beginning
	byKey  map[uint32][]*wording
}

// phraseBits is the length of the hashes in bits: few enough for the fastest cache, many enough to be sparse.
const phraseBits = 14

// add takes a wording of at least three bytes.
func (p *phrases) add(w wording) {
	if p.byKey == nil {
		p.byKey = map[uint32][]*wording{}
	}
	key := uint32(w.text[0])<<16 | uint32(w.text[1])<<8 | uint32(w.text[2])
	p.byKey[key] = append(p.byKey[key], &w)
	h := phraseHash(key)
	p.begins[h/64] |= 1 << (h % 64)
}

// in lists the wordings that a text has, each once.
func (p *phrases) in(text string) []*wording {
	var found []*wording
	var key uint32 // the last three bytes
	for i := range len(text) {
		key = (key<<8 | uint32(text[i])) & 0xffffff
		if h := phraseHash(key); p.begins[h/64]&(1<<(h%64)) == 0 || i < 2 {
			continue
		}
		for _, w := range p.byKey[key] {
			if strings.HasPrefix(text[i-2:], w.text) && !slices.Contains(found, w) {
				found = append(found, w)
			}
		}
	}
	return found
}

// phraseHash is multiplicative hashing by the golden ratio (Knuth).
func phraseHash(key uint32) uint32 { return key * 2654435769 >> (32 - phraseBits) }

package classify

import (
	"testing"

	"pgregory.net/rapid"
)

// Equal hashes have one number, others the next one, however many there are and wherever they lie.
func TestNumbering(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, want := newNumbering(rapid.IntRange(1, 8).Draw(t, "room")), map[uint64]int{}
		for _, h := range rapid.SliceOf(rapid.OneOf(rapid.Uint64Range(0, 9), rapid.Uint64())).Draw(t, "hashes") {
			if _, known := want[h]; !known {
				want[h] = len(want)
			}
			if got := n.of(h); got != want[h] {
				t.Fatalf("%d has number %d, want %d", h, got, want[h])
			}
		}
	})
}

package parts

import (
	"runtime"
	"sync/atomic"
	"testing"
)

func TestEveryIndexIsDoneOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	for _, c := range []struct{ n, least, parts int }{{0, 1, 1}, {1, 1, 1}, {7, 1, 3}, {7, 3, 2}, {7, 8, 1}, {1000, 10, 3}} {
		done := make([]atomic.Int32, c.n)
		var parts atomic.Int32
		Do(c.n, c.least, func(from, to int) {
			parts.Add(1)
			for i := from; i < to; i++ {
				done[i].Add(1)
			}
		})
		for i := range done {
			if n := done[i].Load(); n != 1 {
				t.Errorf("%d of %d was done %d times", i, c.n, n)
			}
		}
		if n := int(parts.Load()); n != c.parts {
			t.Errorf("%d in parts of at least %d: %d parts, want %d", c.n, c.least, n, c.parts)
		}
	}
}

package output

import (
	"runtime"
	"strings"
	"testing"
)

// allocated is how many bytes a function takes from memory.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A list whose terms are signs of items is looked at once: four times as many items take four times as much memory, not sixteen
// times.
func TestCostOfLongLists(t *testing.T) {
	cost := func(items int) uint64 {
		d := allContent(t, "<dl>"+strings.Repeat("<dt>•</dt><dd>Text</dd>", items)+"</dl>")
		return allocated(func() { Markdown(d, DefaultOptions()) })
	}
	if few, many := cost(300), cost(1200); many > 8*few {
		t.Errorf("300 items take %d bytes, 1,200 take %d", few, many)
	}
}

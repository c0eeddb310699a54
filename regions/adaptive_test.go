package regions

import (
	"testing"
)

func TestAdaptiveDrawings(t *testing.T) {
	drawings(t, "adaptive", func(t *testing.T, d drawing) { d.check(t, Split(d.page, DefaultOptions())) })
}

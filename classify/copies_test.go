package classify

import (
	"fmt"
	"testing"
)

func TestCopies(t *testing.T) {
	const text = "The river rose in the night and the old bridge was gone"
	v := view(t, `<main><p>`+text+`</p><p>Ten words that nobody on this page says again, ever.</p></main>
		<div hidden><p>`+text+`</p></div><blockquote><p>Someone wrote: `+text+`.</p></blockquote><p>Short text</p><p>Short text</p>`)
	for column, want := range map[string]string{
		"copies.before":         "[0 0 1 0.8 0 1]",
		"copies.before_visible": "[0 0 1 0.8 0 1]",
		"copies.before_alike":   "[0 0 0 0 0 1]",
		"copies.before_gap":     "[0 0 1.1 0.69 0 0.69]", // log(1 + blocks)
		"copies.after":          "[1 0 1 0 1 0]",
		"copies.after_visible":  "[1 0 1 0 1 0]",
	} {
		if got := fmt.Sprintf("%.2g", values(t, v, column)); got != want {
			t.Errorf("%s: %s, want %s", column, got, want)
		}
	}
	if got, want := fmt.Sprintf("%.2g", v.copies.told([]float64{0.9, 0.8, 0.5, 0.1, 0.2, 0.3}, 1)), "[0 0 0.9 0.72 0 0.2]"; got != want {
		t.Errorf("told: %s, want %s", got, want)
	}
}

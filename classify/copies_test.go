package classify

import (
	"fmt"
	"math/rand/v2"
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

// What comes again in a list is told, and little of what does not.
func TestRepeated(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	counts := map[uint64]int{}
	var list []uint64
	for range 20000 {
		h := r.Uint64N(60000) * prime
		counts[h]++
		list = append(list, h)
	}
	again := repeated(list)
	wrong := 0
	for h, n := range counts {
		switch {
		case n > 1 && !again(h):
			t.Fatalf("%x stands in the list %d times", h, n)
		case n == 1 && again(h):
			wrong++
		}
	}
	if wrong > len(counts)/8 {
		t.Errorf("%d of %d are told to come again", wrong, len(counts))
	}
	if again := repeated(nil); again(7) {
		t.Error("something comes again in an empty list")
	}
}

package study

import (
	"strings"
	"testing"
)

func TestPromises(t *testing.T) {
	samples := []Sample{{}, {}, {}, {Rendered: true}, {}}
	confidence := []float64{0.45, 0.5, 0.97, 0.45, 0}
	f1 := []float64{0.2, 0.6, 0.9, 0, 0}
	e := &Estimate{Promises: countPromises(samples, confidence, f1)}
	var b strings.Builder
	if err := e.WritePromises(&b); err != nil {
		t.Fatal(err)
	}
	// neither the rendered page nor the one without main content counts; a bound belongs to the row above it
	want := `
| confidence below | pages | confidence | word F1 |
|---|---:|---:|---:|
| 0.5 | 1 | 0.450 | 0.200 |
| 0.6 | 1 | 0.500 | 0.600 |
| 1 | 1 | 0.970 | 0.900 |
`
	if b.String() != want {
		t.Errorf("got %s want %s", b.String(), want)
	}
	b.Reset()
	if err := (&Estimate{}).WritePromises(&b); err != nil || b.Len() > 0 {
		t.Errorf("without pages: %q, %v", b.String(), err)
	}
}

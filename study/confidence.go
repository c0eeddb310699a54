package study

import (
	"fmt"
	"io"
)

// confidences part pages by what their labels promise; a page is below the first bound that is above its confidence.
var confidences = []float64{0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1}

// A Promise is what the labels of some pages promised, and what they held.
type Promise struct {
	Below         float64 // bound of their confidence
	Pages         int
	Promised, F1s float64 // sums of the confidence and of the word F1
}

// countPromises compares the static pages' word F1 with their confidence. Pages of which nothing was kept are left out: they
// promise nothing.
func countPromises(samples []Sample, confidence, f1 []float64) []Promise {
	counts := make([]Promise, len(confidences))
	for k, below := range confidences {
		counts[k].Below = below
	}
	for i := range samples {
		if samples[i].Rendered || confidence[i] == 0 {
			continue
		}
		k := 0
		for k < len(counts)-1 && confidence[i] >= counts[k].Below {
			k++
		}
		counts[k].Pages++
		counts[k].Promised += confidence[i]
		counts[k].F1s += f1[i]
	}
	return counts
}

// WritePromises writes a table of how well the confidence of static pages agrees with their word F1; nothing without pages.
func (e *Estimate) WritePromises(w io.Writer) error {
	text, pages := "\n| confidence below | pages | confidence | word F1 |\n|---|---:|---:|---:|\n", 0
	for _, p := range e.Promises {
		if p.Pages > 0 {
			n := float64(p.Pages)
			text += fmt.Sprintf("| %v | %d | %.3f | %.3f |\n", p.Below, p.Pages, p.Promised/n, p.F1s/n)
			pages += p.Pages
		}
	}
	if pages == 0 {
		return nil
	}
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("writing confidences: %w", err)
	}
	return nil
}

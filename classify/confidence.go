package classify

// Confidence is the word F1 that the blocks' probabilities promise of their labels: twice the words that are expected to be
// kept rightly, by the words that are kept and those that are expected to be main content (as Threshold has it). It is 0
// where nothing is kept. A headline that is left out as the title counts for neither. blocks are what Label or Explain made
// of the view.
func (v *View) Confidence(blocks []Block) float64 {
	hits, kept, total := 0.0, 0.0, 0.0
	for b := range blocks {
		if b == v.headline && !blocks[b].Content {
			continue
		}
		words := v.stats[b].words
		total += blocks[b].Score * words
		if blocks[b].Content {
			hits += blocks[b].Score * words
			kept += words
		}
	}
	return share(2*hits, kept+total)
}

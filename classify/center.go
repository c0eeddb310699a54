package classify

import (
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// Center labels by region alone, as VLPS does (paper 002): what the center holds is main content. Without a
// layout everything is boilerplate. The scores are 0 and 1.
func Center(p *page.Page, layout *regions.Layout) []Block {
	return labelled(p, layout, func(b *Block) {
		if b.Region == regions.Center {
			b.Content, b.Score = true, 1
		}
	})
}

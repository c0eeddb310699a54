package classify

import (
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// Center labels by region alone, as VLPS does (paper 002): what the center holds is main content. Without a
// layout everything is boilerplate. The scores are 0 and 1.
//
// The thresholds and the order of the rules are the source's. It judges elements and does not say what becomes of a text:
// here a block has the region of the element around its first text, and of that text where it stands in the body itself, which
// no rule judges. What is not shown is in no region.
func Center(p *page.Page, layout *regions.Layout) []Block {
	return labelled(p, layout, func(b *Block) {
		if b.Region == regions.Center {
			b.Content, b.Score = true, 1
		}
	})
}

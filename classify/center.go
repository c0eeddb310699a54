package classify

import (
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// Center labels by region alone, as VLPS does (paper 002): what the center holds is main content. Without a
// layout everything is boilerplate. The scores are 0 and 1.
func Center(p *page.Page, layout *regions.Layout) []Block {
	blocks := p.Blocks()
	out := make([]Block, len(blocks))
	for i, b := range blocks {
		out[i].Block = b
		if layout == nil || b.Hidden {
			continue
		}
		out[i].Region = layout.Region(p, &b)
		if out[i].Region == regions.Center {
			out[i].Content, out[i].Score = true, 1
		}
	}
	return out
}

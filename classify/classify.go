// Package classify labels every block of a page main content or boilerplate, and says why.
package classify

import (
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// A Block is a page's block with its label.
type Block struct {
	page.Block
	Region  regions.Name
	Content bool     // the label: main content, or boilerplate
	Score   float64  // probability of main content, 0 … 1
	Why     []Effect // the evidence that decided, strongest first; nil unless asked for
}

// An Effect is what one evidence source did to a block's score: the score with all evidence less the score
// with this source masked. Positive effects speak for main content.
type Effect struct {
	Evidence string  // name of the source
	Effect   float64 // −1 … 1
}

// labelled are the page's blocks with their regions; label labels those that are visible, the others are boilerplate.
func labelled(p *page.Page, layout *regions.Layout, label func(b *Block)) []Block {
	blocks := p.Blocks()
	out := make([]Block, len(blocks))
	for i, b := range blocks {
		out[i].Block = b
		if b.Hidden {
			continue
		}
		if layout != nil {
			out[i].Region = layout.Region(p, &b)
		}
		label(&out[i])
	}
	return out
}

package classify

import (
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/site"
)

// Cluster labels as 001 does: what stands in the block that the rule of the page's cluster names is main content.
// The scores are 0 and 1. It returns the extraction beside the blocks, to tell how the block was found.
//
// Where it departs from its source: beside div and table the elements that HTML has had in their places since are blocks,
// such as main and article (site.ClusterOptions.Blocks; div and table alone are the paper's). The numbers in a path are
// among siblings of one tag, as the paper does not say among which. A page that is like no cluster, or lacks its rule's
// block, gets its own densest block, as the paper's run without clusters does; the paper does not say. Of several clusters
// that it is like, the likest decides. Class attributes are compared whole. What is not shown has no path and no text. α is
// found by cross-validation (site.ClusterOptions), as the paper does not have its value.
func Cluster(p *page.Page, s *site.Site, layout *regions.Layout) ([]Block, site.Extraction) {
	x := s.Extract(p)
	return scored(p, layout, func(b *page.Block) float64 {
		if x.Node >= 0 && x.Node <= b.Texts[0] && b.Texts[0] < p.Nodes[x.Node].End {
			return 1
		}
		return 0
	}), x
}

// Learned labels by what the profile of the page's site knows: blocks below the one that the rule of its cluster names
// are main content, unless they are templates. See site.Site.Content for pages that do not fit.
func Learned(p *page.Page, s *site.Site, layout *regions.Layout) []Block {
	blocks, _ := s.Content(p)
	content := make(map[int]bool, len(blocks))
	for i := range blocks {
		content[blocks[i].Texts[0]] = true
	}
	return scored(p, layout, func(b *page.Block) float64 {
		if content[b.Texts[0]] {
			return 1
		}
		return 0
	})
}

// StyleTree labels as 004 does: texts whose nodes in the site's style tree are noise are boilerplate. A block's score
// is the share of its characters that are not noise.
//
// Where it departs from its source: what the tree has not seen is content; the attributes that tell nodes apart are
// those of the markup, class above all, as pages without layout have no computed style; words are clauses, what stands
// between two marks (see package site); what is not shown is not in the tree; a leaf with nothing in it has importance 0
// also when it is on one page alone, where the source has 1. As a node is noise only with all below it, what a leaf is
// decides for its text; importances of inner nodes are there to be looked at.
func StyleTree(p *page.Page, s *site.Site, layout *regions.Layout) []Block {
	var verdicts []verdict
	for i, importance := range s.Importance(p) {
		v := verdict{text: i, content: !s.Noise(importance)}
		if v.content {
			v.score = 1
		}
		verdicts = append(verdicts, v)
	}
	return byText(p, layout, verdicts)
}

// scored gives every block a score; visible blocks of at least half are main content.
func scored(p *page.Page, layout *regions.Layout, score func(b *page.Block) float64) []Block {
	return labelled(p, layout, func(b *Block) {
		b.Score = score(&b.Block)
		b.Content = b.Score >= half
	})
}

// half of a block's characters decide for it.
const half = 0.5

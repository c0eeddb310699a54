// Package classify labels every block of a page main content or boilerplate, and says why. It knows pages, their layouts
// and what is known of their sites; it does not load pages, and does not write what it keeps.
//
// The way of the method fused: a page becomes a [View], in which every block is measured by the [Sources] of evidence. A
// [Model] asks its stages about the rows: the first sees a block by itself, the second the first one's probabilities around
// it, the third what the profile of the page's site tells. From the probabilities follow the page's threshold and the
// labels ([Options]), and some labels are then mended by a rule ([Rules]), as where a table would lack a cell. [Train] makes
// a model, [Model.Teach] adapts one to a few pages, [Model.Explain] masks one source after the other.
//
// The published methods ([TemplateSVM], [Cluster], [DensitySVM], [StyleTree], [Center]) give labels to the same blocks.
package classify

import (
	"math"
	"slices"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// A Block is a page's block with its label, and with what made the label.
type Block struct {
	page.Block
	Region  regions.Name
	Content bool     // the label: main content, or boilerplate
	Score   float64  // probability of main content, 0 … 1
	Rule    string   // what made the label where the score did not, such as RuleHeadline; "" where it follows from the score
	Why     []Effect // the evidence that decided about the score, strongest first; nil unless asked for
}

// What makes labels that do not follow from the score.
const (
	RuleHeadline = "headline" // it is the document's title (Options.HeadlineSure)
	RuleTable    = "table"    // it goes with the rest of its table (Options.TableShare), or of its column (Options.ColumnShare)
	RuleInsert   = "insert"   // it is of a table or a listing between main content, or of what that announces by a colon
	RuleSeries   = "series"   // it is of headings of which most are kept (Options.SeriesShare)
	RuleNote     = "note"     // it is a note to which main content refers
	RuleTab      = "tab"      // it is the name of a tab, and goes with its panel
	RuleHeading  = "heading"  // nothing that stands under it is kept (Options.HeadingSure)
	RuleAside    = "aside"    // a few words that are hidden in a line
	RuleHidden   = "hidden"   // it is hidden so that no reader gets to see it (Options.Hidden)
	RuleApart    = "apart"    // the page itself sets it apart from what it is about (Options.ApartSure)
)

// Rules are the names of all rules, in the order in which documents tell them: values of Block.Rule.
var Rules = []string{RuleHeadline, RuleTable, RuleInsert, RuleSeries, RuleNote, RuleTab, RuleHeading, RuleAside, RuleHidden, RuleApart}

// rule gives the block a label, whatever its score says.
func (b *Block) rule(content bool, name string) {
	if b.Content == content {
		return
	}
	if b.Content = content; b.Rule != "" {
		name = "" // it is what the score says again
	}
	b.Rule = name
}

// An Effect is what one evidence source did to a block's score: the score with all evidence less the score
// with this source masked. Positive effects speak for main content.
type Effect struct {
	Evidence string  // name of the source
	Effect   float64 // −1 … 1
}

// leastEffect is the least effect that is told in short: what two digits show.
const leastEffect = 0.005

// Effects are the effects that two digits show, strongest first: without any of the other sources the score is the same.
func (b *Block) Effects() []Effect {
	end := slices.IndexFunc(b.Why, func(e Effect) bool { return math.Abs(e.Effect) < leastEffect })
	if end < 0 {
		end = len(b.Why)
	}
	return b.Why[:end]
}

// Decided is the evidence that speaks most for the block's label; false where none of it alone does, or a rule made it.
func (b *Block) Decided() (Effect, bool) {
	if b.Rule != "" {
		return Effect{}, false
	}
	for _, e := range b.Effects() {
		if e.Effect > 0 == b.Content {
			return e, true
		}
	}
	return Effect{}, false
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

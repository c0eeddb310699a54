// Package regions divides a rendered page into header, footer, left, right and center by the absolute boxes
// of its elements, and draws the result. It knows boxes and landmarks; it does not know main content.
package regions

import (
	"fmt"

	"github.com/mullionhq/mullion/page"
)

// A Name is one of the five regions, or None.
type Name uint8

// The regions. None is for what has no box: hidden nodes and pages without layout.
const (
	None Name = iota
	Header
	Footer
	Left
	Right
	Center
)

// Names lists the five regions in drawing order.
var Names = []Name{Header, Footer, Left, Right, Center}

var words = [...]string{"", "header", "footer", "left", "right", "center"}

// String is the region's lower-case name, "" for None.
func (n Name) String() string { return words[n] }

// MarshalText writes the region's name.
func (n Name) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText reads a region's name; other words are an error.
func (n *Name) UnmarshalText(b []byte) error {
	for i, w := range words {
		if w == string(b) {
			*n = Name(i)
			return nil
		}
	}
	return fmt.Errorf("%q is not a region (header, footer, left, right, center)", b)
}

// A Layout is a page divided into regions: where the thresholds are, and the region of every node.
type Layout struct {
	Mode string // ModeFixed or ModeAdaptive

	// The four thresholds as they were applied, in CSS pixels from the page's top-left corner:
	// the header ends at H1, the footer begins at H2, the left column ends at W1, the right begins at W2.
	H1, H2, W1, W2 float64

	Of    []Name            // the region of every node, by its index in Page.Nodes
	Boxes map[Name]page.Box // around the visible text and images of each region; absent when it is empty
}

// Region is the region of a block of the page that was divided. In fixed mode it is that of the element around the
// block's first text, as the published rules judge elements, but for the body; in adaptive mode, and for what stands in the
// body itself, that of the text.
func (l *Layout) Region(p *page.Page, b *page.Block) Name {
	first := b.Texts[0]
	if p.Nodes[first].Hidden && !b.Hidden { // a formula, of which only a picture is seen
		return l.Of[b.Node]
	}
	if parent := p.Nodes[first].Parent; l.Mode == ModeFixed && parent != p.Body() {
		return l.Of[parent]
	}
	return l.Of[first]
}

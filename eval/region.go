package eval

import (
	"unicode/utf8"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// A Block is a predicted block with its place: what region accuracy looks at.
type Block struct {
	Text   string
	Box    page.Box // the zero Box when it has no place
	Region regions.Name
}

// RegionChars are the characters of one page's blocks that stand in some gold region, and how many of them were
// put in the right one.
type RegionChars struct{ Right, All int }

// CompareRegions judges each text block, weighted by its characters: it belongs in the gold region whose box holds
// its centre. Blocks in no gold region, and blocks without a place, are left out.
//
// Where the definition is silent: the gold's content boxes are the region center; noise boxes are no region, so what
// stands in one counts only where a region's box holds it too; edges belong to a box; where several regions' boxes
// hold the centre the smallest box counts, because an outer one only lies behind it; characters are Unicode code
// points after white space is squeezed.
func CompareRegions(gold map[regions.Name][]page.Box, blocks []Block) RegionChars {
	var c RegionChars
	for _, b := range blocks {
		if b.Box.Empty() {
			continue
		}
		want := RegionAt(gold, b.Box)
		if want == regions.None {
			continue
		}
		n := utf8.RuneCountInString(squeeze(b.Text))
		c.All += n
		if b.Region == want {
			c.Right += n
		}
	}
	return c
}

// RegionAt is the gold region of what has the box, or None.
func RegionAt(gold map[regions.Name][]page.Box, b page.Box) regions.Name {
	x, y := b.Center()
	best, area := regions.None, 0.0
	for _, name := range regions.Names { // in a fixed order, so that ties do not depend on the map
		for _, g := range gold[name] {
			if !g.Empty() && g.Contains(x, y) && (best == regions.None || g.Area() < area) {
				best, area = name, g.Area()
			}
		}
	}
	return best
}

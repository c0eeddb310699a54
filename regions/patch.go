package regions

import (
	"slices"

	"github.com/mullionhq/mullion/page"
)

// Patches are the areas of each region as the overlay tints them: with fixed thresholds five rectangles, in an adaptive
// layout what the elements of the region cover. They are in CSS pixels; nil without a layout.
func Patches(p *page.Page, l *Layout) map[Name][]page.Box {
	if l == nil {
		return nil
	}
	d := &drawer{page: p, layout: l, frame: page.Box{W: p.Width, H: p.Height}}
	return d.patches()
}

// patches are the areas to be tinted. Fixed thresholds cut the page into five rectangles; the regions of an adaptive
// layout are where their elements are.
func (d *drawer) patches() map[Name][]page.Box {
	l, f := d.layout, d.frame
	if l.Mode == ModeFixed {
		return map[Name][]page.Box{
			Header: some(page.Box{W: f.W, H: l.H1}),
			Footer: some(page.Box{Y: l.H2, W: f.W, H: f.H - l.H2}),
			Left:   some(page.Box{Y: l.H1, W: l.W1, H: l.H2 - l.H1}),
			Right:  some(page.Box{X: l.W2, Y: l.H1, W: f.W - l.W2, H: l.H2 - l.H1}),
			Center: some(page.Box{X: l.W1, Y: l.H1, W: l.W2 - l.W1, H: l.H2 - l.H1}),
		}
	}
	patches := map[Name][]page.Box{}
	boxes := shown(d.page)
	ink, letters := inks(d.page, boxes), lettering(d.page, boxes)
	center := l.Boxes[Center]
	for i := range d.page.Nodes {
		up := d.page.Nodes[i].Parent
		name := l.Of[i]
		if name == None || name == Center || ink[i].Empty() || l.Of[up] == name {
			continue
		}
		b := extent(&d.page.Nodes[i], boxes[i], ink[i], letters[i])
		if (name == Left || name == Right) && !apart(b, center, patchSliver) {
			b = ink[i] // a wrapper may be wider than what it holds
		}
		if (name == Header || name == Footer) && meets(b, center) > 0 && meets(ink[i], center) <= 0 {
			b.Y, b.H = ink[i].Y, ink[i].H // or higher, as around what comes below floats
		}
		if b = b.Intersect(f); !b.Empty() {
			patches[name] = append(patches[name], b)
		}
	}
	patches[Center] = some(pad(center, patchMargin).Intersect(f))
	for _, name := range Names {
		patches[name] = merge(patches, name)
	}
	return patches
}

const (
	patchSliver = 0.02 // of the narrower box: how far a side column may reach into the center
	patchMargin = 8    // CSS pixels around the texts of the center
	patchWaste  = 1.6  // how much larger than its parts a merged patch may be
	patchMost   = 300  // with more patches than this none are merged
)

func some(b page.Box) []page.Box {
	if b.Empty() {
		return nil
	}
	return []page.Box{b}
}

func pad(b page.Box, margin float64) page.Box {
	if b.Empty() {
		return b
	}
	return page.Box{X: b.X - margin, Y: b.Y - margin, W: b.W + 2*margin, H: b.H + 2*margin}
}

// merge joins the patches of a region that lie close to each other, where nothing of other regions is between them.
func merge(patches map[Name][]page.Box, name Name) []page.Box {
	list := slices.Clone(patches[name])
	if len(list) > patchMost {
		return list
	}
	clear := func(b page.Box) bool {
		for other, boxes := range patches {
			for _, o := range boxes {
				if other != name && other != Center && !b.Intersect(o).Empty() {
					return false
				}
			}
		}
		return true
	}
	for again := true; again; {
		again = false
		for i := 0; i < len(list); i++ {
			for k := i + 1; k < len(list); k++ {
				u := list[i].Union(list[k])
				if u.Area() <= patchWaste*(list[i].Area()+list[k].Area()) && clear(u) {
					list[i] = u
					list = slices.Delete(list, k, k+1)
					again, k = true, i
				}
			}
		}
	}
	return list
}

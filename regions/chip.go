package regions

import (
	"fmt"
	"math"

	"github.com/mullionhq/mullion/page"
)

// chips writes label, score and what decided beside each block, where no other label stands and as little text as possible
// is covered. Content comes first, then the rest from the top down. A chip that finds no room within reach goes without what
// decided, or is left out.
func (d *drawer) chips() {
	size := d.o.FontSize
	for _, content := range []bool{true, false} {
		for _, m := range d.marks {
			if m.Content != content {
				continue
			}
			for _, text := range chipTexts(m) {
				w, h := textWidth(text, size)+8, size+5
				if m.Region != None {
					w += size
				}
				if at, ok := d.place(m, w, h); ok {
					d.taken.put(at)
					d.chip(m, at, text)
					break
				}
			}
		}
	}
}

// chipTexts are what a block's chip may say, the best first.
func chipTexts(m Mark) []string {
	score := fmt.Sprintf("%.2f", m.Score)
	if m.Label != "" {
		score = m.Label + " " + score
	}
	if m.Why == "" {
		return []string{score}
	}
	return []string{score + " " + m.Why, score}
}

// chip draws one label: a white card with the color of the block's label and a swatch of its region, and a leader to
// its block where it had to stand aside.
func (d *drawer) chip(m Mark, at page.Box, text string) {
	color, size := boilerplateColor, d.o.FontSize
	if m.Content {
		color = contentColor
	}
	if far := distance(at, m.Box); far > size {
		y := clamp(at.Y+at.H/2, m.Box.Y, m.Box.Bottom())
		x := clamp(at.X+at.W/2, m.Box.X, m.Box.Right())
		d.printf(`<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s"/>`+"\n", num(at.X+at.W/2), num(at.Y+at.H/2), num(x), num(y), color)
	}
	d.rect(at, `rx="2.5" fill="#fff" fill-opacity="0.93" stroke="`+color+`"`)
	x := at.X + 4
	if m.Region != None {
		d.rect(page.Box{X: x, Y: at.Y + (at.H-size+3)/2, W: size - 3, H: size - 3}, swatch(m.Region))
		x += size
	}
	d.printf(`<g fill="#111">`)
	d.label(x, at.Y+size+0.5, size, "normal", text)
	d.printf("</g>\n")
}

// place finds room for a chip of a block: around its corners, then along its row to the right and to the left.
func (d *drawer) place(m Mark, w, h float64) (page.Box, bool) {
	b, home := m.Box, pad(d.layout.Boxes[m.Region], h)
	at := func(x, y float64) page.Box { return page.Box{X: x, Y: y, W: w, H: h} }
	candidates := []page.Box{
		at(b.X, b.Y-h), at(b.Right()-w, b.Y-h), at(b.Right()+2, b.Y), at(b.X-w-2, b.Y), at(b.Right()-w, b.Y), at(b.X, b.Bottom()),
		at(b.Right()-w, b.Bottom()), at(b.Right()-w, b.Bottom()-h), at(b.X, b.Y),
	}
	for x := 0.0; x <= d.o.Reach; x += 24 {
		candidates = append(candidates, at(b.Right()+2+x, b.Y), at(b.X-w-2-x, b.Y))
	}
	best, cost := page.Box{}, math.Inf(1)
	for i, c := range candidates {
		c.Y = math.Max(0, c.Y)
		if c.X < 0 || c.Right() > d.frame.W || c.Bottom() > d.frame.H || !d.taken.isFree(c) {
			continue
		}
		price := d.taken.covered(c)/c.Area() + float64(i)*chipOrder
		if x, y := c.Center(); !home.Empty() && !home.Contains(x, y) {
			price += chipAbroad
		}
		if price < cost {
			best, cost = c, price
		}
	}
	return best, !best.Empty()
}

// What a place for a chip costs beside the text that it covers, in chips full of text. Both are guesses by eye.
const (
	chipOrder  = 0.02 // for each better candidate
	chipAbroad = 1    // outside of the block's region
)

// distance is how far two boxes are apart, 0 when they touch.
func distance(a, b page.Box) float64 {
	x := math.Max(a.X, b.X) - math.Min(a.Right(), b.Right())
	y := math.Max(a.Y, b.Y) - math.Min(a.Bottom(), b.Bottom())
	return math.Hypot(math.Max(0, x), math.Max(0, y))
}

// A shelf knows what stands where: labels, which others must not meet, and texts, which they should not cover.
type shelf struct {
	labels, texts map[[2]int][]page.Box // by cell
	wide          []page.Box            // texts that would touch more than mostCells
}

const (
	shelfCell = 64   // CSS pixels
	mostCells = 4096 // of a text: 13,000 pixels of a page's height. Hostile pages have texts of millions of pixels either way
)

func (s *shelf) put(b page.Box) { s.labels = add(s.labels, b) }

func (s *shelf) soft(b page.Box) {
	if b.Area() > mostCells*shelfCell*shelfCell {
		s.wide = append(s.wide, b)
		return
	}
	s.texts = add(s.texts, b)
}

func add(cells map[[2]int][]page.Box, b page.Box) map[[2]int][]page.Box {
	if cells == nil {
		cells = map[[2]int][]page.Box{}
	}
	each(b, func(c [2]int) { cells[c] = append(cells[c], b) })
	return cells
}

// each visits the cells that a box touches.
func each(b page.Box, visit func([2]int)) {
	for x := int(math.Floor(b.X / shelfCell)); x <= int(math.Floor(b.Right()/shelfCell)); x++ {
		for y := int(math.Floor(b.Y / shelfCell)); y <= int(math.Floor(b.Bottom()/shelfCell)); y++ {
			visit([2]int{x, y})
		}
	}
}

// isFree reports whether no label meets the box.
func (s *shelf) isFree(b page.Box) bool {
	free := true
	each(b, func(c [2]int) {
		for _, l := range s.labels[c] {
			free = free && l.Intersect(b).Empty()
		}
	})
	return free
}

// covered is the area of texts under the box; texts that lie over each other count each.
func (s *shelf) covered(b page.Box) (area float64) {
	for _, t := range s.wide {
		area += t.Intersect(b).Area()
	}
	each(b, func(c [2]int) {
		cell := page.Box{X: float64(c[0]) * shelfCell, Y: float64(c[1]) * shelfCell, W: shelfCell, H: shelfCell}
		for _, t := range s.texts[c] {
			area += t.Intersect(b).Intersect(cell).Area()
		}
	})
	return area
}

package regions

import (
	"fmt"
	"math"

	"github.com/mullionhq/mullion/page"
)

const (
	legendWidth = 236.0 // CSS pixels, as all of these
	legendRow   = 19.0
	legendFont  = 12.0
	legendPad   = 10.0
	legendStep  = 40.0 // between the places that are tried
)

// A row is one line of the legend: a sample of what is drawn, and what it means.
type row struct {
	sample func(d *drawer, b page.Box) // into a box at the line's beginning; nil for none
	text   string
	bold   bool
}

// rows are the legend's lines.
func (d *drawer) rows() []row {
	l := d.layout
	rows := []row{{nil, fmt.Sprintf("Regions, %s  (%s × %s px)", l.Mode, num(math.Round(d.page.Width)), num(math.Round(d.page.Height))), true}}
	for _, name := range Names {
		text := name.String()
		if l.Boxes[name].Empty() {
			text += "  (none)"
		}
		rows = append(rows, row{func(d *drawer, b page.Box) { d.rect(b, swatch(name)) }, text, false})
	}
	line := func(d *drawer, b page.Box) {
		d.printf(`<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s" stroke-width="1.5" stroke-dasharray="6 3"/>`+"\n",
			num(b.X), num(b.Y+b.H/2), num(b.Right()), num(b.Y+b.H/2), lineColor)
	}
	px := func(x float64) string { return num(math.Round(x)) }
	rows = append(rows,
		row{line, fmt.Sprintf("rows: H1 = %s, H2 = %s px", px(l.H1), px(l.H2)), false},
		row{line, fmt.Sprintf("columns: W1 = %s, W2 = %s px", px(l.W1), px(l.W2)), false})
	if len(d.marks) == 0 {
		return rows
	}
	content, says := 0, "score"
	for _, m := range d.marks {
		if m.Content {
			content++
		}
		if m.Why != "" {
			says = "score, evidence"
		}
	}
	block := func(content bool) func(d *drawer, b page.Box) {
		return func(d *drawer, b page.Box) { d.rect(inset(b, 0.75), outline(content)) }
	}
	return append(rows,
		row{block(true), fmt.Sprintf("main content, %s  (%d)", says, content), false},
		row{block(false), fmt.Sprintf("boilerplate, %s  (%d)", says, len(d.marks)-content), false})
}

// legend draws a white card where it covers least within the first screen.
func (d *drawer) legend() {
	if !d.o.Legend {
		return
	}
	rows := d.rows()
	card := d.emptiest(legendWidth, float64(len(rows))*legendRow+2*legendPad)
	d.taken.put(pad(card, 4))
	d.later = append(d.later, func() {
		d.rect(card, `rx="5" fill="#fff" fill-opacity="0.95" stroke="#333"`)
		d.printf(`<g fill="#111">` + "\n")
		for i, r := range rows {
			y := card.Y + legendPad + float64(i)*legendRow
			x, weight := card.X+legendPad, "normal"
			if r.sample != nil {
				r.sample(d, page.Box{X: x, Y: y + 3, W: 24, H: 12})
				x += 32
			}
			if r.bold {
				weight = "bold"
			}
			d.label(x, y+13, legendFont, weight, r.text)
		}
		d.printf("</g>\n")
	})
}

// emptiest is the place of a card of the size in the first screen where least text is covered; the first from the
// top right among equals.
func (d *drawer) emptiest(w, h float64) page.Box {
	screen := page.Box{W: d.frame.W, H: math.Min(d.frame.H, math.Max(d.page.Viewport[1], h))}
	first := page.Box{X: math.Max(0, d.frame.W-w-legendPad), Y: legendPad, W: w, H: h}
	best, least := first, math.Inf(1)
	for y := first.Y; y+h <= screen.H; y += legendStep {
		for x := first.X; x >= 0; x -= legendStep {
			c := page.Box{X: x, Y: y, W: w, H: h}
			if covered := d.taken.covered(c); covered < least {
				best, least = c, covered
			}
		}
	}
	return best
}

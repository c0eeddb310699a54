package regions

import (
	"fmt"
	"math"

	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/page"
)

// A Mark is a labelled block to be outlined.
type Mark struct {
	Box     page.Box
	Content bool    // whether it is main content
	Score   float64 // probability of main content, 0 … 1
	Region  Name
	Label   string // what its chip says before the score, such as "p" or "content"; may be empty
	Why     string // what it says after the score where there is room, such as "text +0.41"; may be empty
}

// OverlayOptions choose how the regions are drawn. The sizes are for a reviewer who looks at 100 %.
type OverlayOptions struct {
	Tint     float64 `key:"tint" default:"0.14" min:"0" max:"1" doc:"opacity of the tint of a region"`
	FontSize float64 `key:"font_size" default:"11" min:"6" max:"48" doc:"size of the labels of blocks, in pixels"`
	Reach    float64 `key:"reach" default:"240" min:"0" max:"2000" doc:"how far from its block a label may stand where there is no room beside it, in pixels"`
	Legend   bool    `key:"legend" default:"true" doc:"whether to draw the legend"`
}

// DefaultOverlayOptions draw everything.
func DefaultOverlayOptions() OverlayOptions { return option.Defaults[OverlayOptions]() }

// The palette of Okabe and Ito, which colour-blind people tell apart. Blocks are also told apart by their strokes.
var colors = map[Name]string{
	Header: "#e69f00", Footer: "#cc79a7", Left: "#56b4e9", Right: "#f0e442", Center: "#009e73",
}

const (
	contentColor     = "#0072b2"
	boilerplateColor = "#d55e00"
	lineColor        = "#111111"
)

// Overlay draws a layout and labelled blocks as an SVG of the page's size, to be laid over its picture: tints and
// boundaries of the regions, the thresholds with their values, an outline with label and score for each block, and a
// legend. It stands alone; the page's own style sheets must be kept from it, by a shadow tree or an img element.
// Marks without a box are left out. It is empty without a layout.
func Overlay(p *page.Page, l *Layout, marks []Mark, o OverlayOptions) string {
	if l == nil {
		return ""
	}
	d := &drawer{page: p, layout: l, o: o, frame: page.Box{W: min(p.Width, mostDrawn), H: min(p.Height, mostDrawn)}}
	for _, m := range marks {
		if m.Box = m.Box.Intersect(d.frame); !m.Box.Empty() {
			d.marks = append(d.marks, m)
		}
	}
	patches := d.patches()
	d.open()
	d.tints(patches)
	d.outlines()
	d.legend()
	d.names(patches)
	d.lines()
	d.chips()
	d.close()
	return d.String()
}

// mostDrawn is how many CSS pixels of a page are drawn at most, down and to the right: no picture shows more.
const mostDrawn = 65536

// A drawer draws one overlay.
type drawer struct {
	canvas
	page   *page.Page
	layout *Layout
	marks  []Mark
	o      OverlayOptions
	frame  page.Box
	taken  shelf    // what labels must not cover
	later  []func() // what is drawn on top
}

func (d *drawer) open() {
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" font-family="%s" role="img">`+"\n",
		num(d.frame.W), num(d.frame.H), num(d.frame.W), num(d.frame.H), fonts)
	d.printf("<title>")
	d.text(fmt.Sprintf("Regions of %s (%s)", d.page.URL, d.layout.Mode))
	d.printf("</title>\n")
}

func (d *drawer) close() {
	for _, draw := range d.later {
		draw()
	}
	d.printf("</svg>\n")
}

// tints fills the regions and draws their boundaries. Each region is one group, so that its patches do not darken
// each other; the center leaves out the others.
func (d *drawer) tints(patches map[Name][]page.Box) {
	d.printf(`<mask id="mullion-center"><rect width="100%%" height="100%%" fill="#fff"/>` + "\n")
	for _, name := range Names {
		if name == Center {
			continue
		}
		for _, b := range patches[name] {
			d.rect(b, `fill="#000"`)
		}
	}
	d.printf("</mask>\n")
	for _, name := range Names {
		if len(patches[name]) == 0 {
			continue
		}
		mask := ""
		if name == Center {
			mask = ` mask="url(#mullion-center)"`
		}
		d.printf(`<g fill="%s" opacity="%s"%s>`+"\n", colors[name], num(d.o.Tint), mask)
		for _, b := range patches[name] {
			d.rect(b, "")
		}
		d.printf(`</g>`+"\n"+`<g fill="none" stroke="%s" stroke-width="3" stroke-opacity="0.9">`+"\n", colors[name])
		for _, b := range patches[name] {
			d.rect(inset(b, 1.5), "")
		}
		d.printf("</g>\n")
	}
}

// outlines draws a frame around each block, content solid, boilerplate dashed, with a halo for dark pages.
func (d *drawer) outlines() {
	d.printf(`<g fill="none" stroke="#fff" stroke-width="4" stroke-opacity="0.55">` + "\n")
	for _, m := range d.marks {
		d.rect(m.Box, "")
		d.taken.soft(m.Box)
	}
	d.printf("</g>\n")
	for _, m := range d.marks {
		d.rect(m.Box, outline(m.Content))
	}
}

func outline(content bool) string {
	if content {
		return `fill="none" stroke="` + contentColor + `" stroke-width="1.5"`
	}
	return `fill="none" stroke="` + boilerplateColor + `" stroke-width="1.5" stroke-dasharray="5 3"`
}

// names writes each region's name at its largest patch: onto its upper edge, or in a corner.
func (d *drawer) names(patches map[Name][]page.Box) {
	const size = 13
	for _, name := range Names {
		var in page.Box
		for _, b := range patches[name] {
			if b.Area() > in.Area() {
				in = b
			}
		}
		if in.Empty() {
			continue
		}
		w, h := textWidth(name.String(), size)+20, size+9.0
		at := d.cheapest([]page.Box{
			{X: in.X, Y: in.Y - h, W: w, H: h}, {X: in.X + 3, Y: in.Y + 3, W: w, H: h}, {X: in.Right() - w - 3, Y: in.Y + 3, W: w, H: h},
			{X: in.Right() - w, Y: in.Y - h, W: w, H: h}, {X: in.X + (in.W-w)/2, Y: in.Y - h/2, W: w, H: h},
			{X: in.X + 3, Y: in.Bottom() - h - 3, W: w, H: h}, {X: in.Right() - w - 3, Y: in.Bottom() - h - 3, W: w, H: h},
		})
		d.taken.put(at)
		d.later = append(d.later, func() {
			d.rect(at, `rx="3" fill="#fff" stroke="`+colors[name]+`" stroke-width="2"`)
			d.rect(page.Box{X: at.X + 5, Y: at.Y + 6, W: 9, H: 10}, swatch(name))
			d.printf(`<g fill="#111">`)
			d.label(at.X+17, at.Bottom()-7, size, "bold", name.String())
			d.printf("</g>\n")
		})
	}
}

// cheapest is the first of the places, moved into the page, that covers no label and least text; the first place where
// all cover labels.
func (d *drawer) cheapest(places []page.Box) page.Box {
	best, least := page.Box{}, math.Inf(1)
	for i, b := range places {
		b.X, b.Y = clamp(b.X, 2, d.frame.W-b.W-2), clamp(b.Y, 2, d.frame.H-b.H-2)
		if i == 0 {
			best = b
		}
		if covers := d.taken.covered(b); covers < least && d.taken.isFree(b) {
			best, least = b, covers
		}
	}
	return best
}

// lines draws the four thresholds where they are on the page, with their values.
func (d *drawer) lines() {
	l := d.layout
	for _, t := range []struct {
		name   string
		at     float64
		across bool
	}{{"H1", l.H1, true}, {"H2", l.H2, true}, {"W1", l.W1, false}, {"W2", l.W2, false}} {
		from, to := page.Box{Y: t.at}, page.Box{X: d.frame.W, Y: t.at}
		limit := d.frame.H
		if !t.across {
			from, to, limit = page.Box{X: t.at}, page.Box{X: t.at, Y: d.frame.H}, d.frame.W
		}
		if t.at <= 0 || t.at >= limit {
			continue
		}
		for _, stroke := range []string{`stroke="#fff" stroke-width="4" stroke-opacity="0.8"`, `stroke="` + lineColor + `" stroke-width="1.5" stroke-dasharray="10 5"`} {
			d.printf(`<line x1="%s" y1="%s" x2="%s" y2="%s" %s/>`+"\n", num(from.X), num(from.Y), num(to.X), num(to.Y), stroke)
		}
		d.threshold(t.name, t.at, t.across)
	}
}

// threshold writes a value onto its line, where it covers least.
func (d *drawer) threshold(name string, at float64, across bool) {
	const size, places = 13, 40
	text := fmt.Sprintf("%s = %s px", name, num(math.Round(at)))
	b := page.Box{X: 6, Y: at - 10, W: textWidth(text, size) + 12, H: 20}
	step := page.Box{X: b.W / 2}
	if !across {
		b.X, b.Y, step = at-b.W/2, 6, page.Box{Y: b.H}
	}
	var along []page.Box
	for k := range places {
		along = append(along, page.Box{X: b.X + float64(k)*step.X, Y: b.Y + float64(k)*step.Y, W: b.W, H: b.H})
	}
	b = d.cheapest(along)
	d.taken.put(b)
	d.later = append(d.later, func() {
		d.rect(b, `rx="3" fill="`+lineColor+`" stroke="#fff"`)
		d.printf(`<g fill="#fff">`)
		d.label(b.X+6, b.Y+14.5, size, "bold", text)
		d.printf("</g>\n")
	})
}

func clamp(x, lo, hi float64) float64 { return math.Max(lo, math.Min(x, hi)) }

// inset is the box without a margin, so that a stroke along it stays inside.
func inset(b page.Box, margin float64) page.Box {
	return page.Box{X: b.X + margin, Y: b.Y + margin, W: math.Max(0, b.W-2*margin), H: math.Max(0, b.H-2*margin)}
}

func swatch(name Name) string {
	return `fill="` + colors[name] + `" stroke="#333" stroke-width="0.75"`
}

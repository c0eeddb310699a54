package classify

import (
	"math"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// A column is the strip of the page in which most running text stands, in CSS pixels; zero without layout.
type column struct{ left, right, top, bottom float64 }

// A typeface is the style of most running text.
type typeface struct {
	size, weight float64
	color        page.RGBA
	family       string
}

// findColumn finds the column and the typeface of the running text, weighted by words; when nothing runs, of all text.
func (v *View) findColumn() {
	if !v.Page.Rendered {
		return
	}
	type edges struct{ left, right int }
	columns, faces := map[edges]float64{}, map[typeface]float64{}
	weigh := func(b int) float64 {
		if v.total.runningWords > 0 {
			return v.stats[b].runningWords
		}
		return v.stats[b].words
	}
	var bestColumn, bestFace float64
	var at edges
	for b := range v.Blocks {
		w := weigh(b)
		if w == 0 || v.Blocks[b].Hidden || v.Blocks[b].Box.Empty() {
			continue
		}
		box := v.Page.Nodes[v.Blocks[b].Node].Box
		if box.Empty() {
			box = v.Blocks[b].Box
		}
		e := edges{int(math.Round(box.X / columnGrid)), int(math.Round(box.Right() / columnGrid))}
		if columns[e] += w; columns[e] > bestColumn {
			bestColumn, at = columns[e], e
		}
		if f, ok := v.face(b); ok {
			if faces[f] += w; faces[f] > bestFace {
				bestFace, v.body = faces[f], f
			}
		}
	}
	v.column = column{float64(at.left) * columnGrid, float64(at.right) * columnGrid, math.Inf(1), math.Inf(-1)}
	for b := range v.Blocks {
		if box := v.Blocks[b].Box; weigh(b) > 0 && !v.Blocks[b].Hidden && overlap(box.X, box.Right(), v.column.left, v.column.right) > 0.5 {
			v.column.top = math.Min(v.column.top, box.Y)
			v.column.bottom = math.Max(v.column.bottom, box.Bottom())
		}
	}
}

// columnGrid is how far, in CSS pixels, the edges of two boxes may differ to be of one column; a guess.
const columnGrid = 24

// face is the style of block b's first text.
func (v *View) face(b int) (typeface, bool) {
	s := v.Page.Nodes[v.Page.Nodes[v.Blocks[b].Texts[0]].Parent].Style
	if s == nil {
		return typeface{}, false
	}
	return typeface{s.FontSize, s.FontWeight, s.Color, s.FontFamily}, true
}

// overlap is the share of the interval a0…a1 that lies in b0…b1.
func overlap(a0, a1, b0, b1 float64) float64 {
	return share(math.Max(0, math.Min(a1, b1)-math.Max(a0, b0)), a1-a0)
}

var layoutSource = Source{
	Name: "layout",
	Doc: "The block's box: place and size on the page and against the column of running text, and its region " +
		"(after Jing & Zuo). Absent without layout.",
	Columns: []string{
		"x", "center", "y", "width", "height", "area", "header", "footer", "left", "right", "main", "in_column",
		"column_left", "column_right", "same_width", "above", "below", "between", "screens", "screens_to_end", "fixed", "char_area",
	},
	Measure: func(v *View, b int, out []float32) {
		p, box := v.Page, v.Blocks[b].Box
		if !p.Rendered || box.Empty() || p.Width <= 0 || p.Height <= 0 {
			return
		}
		w, node := writer{out: out}, v.Blocks[b].Node
		outer := p.Nodes[node].Box
		if outer.Empty() {
			outer = box
		}
		cx, cy := box.Center()
		w.put(box.X / p.Width)
		w.put(math.Abs(cx/p.Width - 0.5))
		w.put(cy / p.Height)
		w.put(outer.W / p.Width)
		w.put(log(box.H))
		w.put(log(box.Area()))
		region := regions.None
		if v.Layout != nil {
			region = v.Region(b)
		}
		for _, r := range regions.Names {
			w.flag(region == r)
		}
		c := v.column
		width := math.Max(1, c.right-c.left)
		w.put(overlap(box.X, box.Right(), c.left, c.right))
		w.put(clamp((outer.X-c.left)/width, 2))
		w.put(clamp((outer.Right()-c.right)/width, 2))
		w.put(overlap(c.left, c.right, outer.X, outer.Right()))
		w.put(clamp((c.top-cy)/math.Max(1, p.Viewport[1]), 3))
		w.put(clamp((cy-c.bottom)/math.Max(1, p.Viewport[1]), 3))
		w.flag(cy >= c.top && cy <= c.bottom)
		w.put(log(cy / math.Max(1, p.Viewport[1])))
		w.put(log((p.Height - cy) / math.Max(1, p.Viewport[1])))
		fixed := false
		for i := node; i > 0 && !fixed; i = p.Nodes[i].Parent {
			if s := p.Nodes[i].Style; s != nil {
				fixed = s.Position == "fixed" || s.Position == "sticky"
			}
		}
		w.flag(fixed)
		w.put(log(share(box.Area(), v.stats[b].chars)))
		w.done()
	},
}

func clamp(x, limit float64) float64 { return math.Max(-limit, math.Min(limit, x)) }

// Region is the region of block b; None without layout.
func (v *View) Region(b int) regions.Name {
	if v.Layout == nil {
		return regions.None
	}
	return v.Layout.Region(v.Page, &v.Blocks[b])
}

var styleSource = Source{
	Name: "style",
	Doc:  "The block's type against that of the running text: size, weight, colour, contrast, alignment. Absent without layout.",
	Columns: []string{
		"size", "larger", "smaller", "weight", "same_color", "same_family", "gray", "contrast", "centered", "background",
		"opacity", "line_height", "inline_block",
	},
	Measure: func(v *View, b int, out []float32) {
		p := v.Page
		s := p.Nodes[p.Nodes[v.Blocks[b].Texts[0]].Parent].Style
		if s == nil || v.body.size <= 0 {
			return
		}
		w := writer{out: out}
		ratio := s.FontSize / v.body.size
		w.put(clamp(ratio, 4))
		w.flag(ratio > 1.05)
		w.flag(ratio < 0.95)
		w.put((s.FontWeight - v.body.weight) / 300)
		w.flag(s.Color == v.body.color)
		w.flag(s.FontFamily == v.body.family)
		w.put((luminance(s.Color) - luminance(v.body.color)) / 255)
		background := page.RGBA{R: 255, G: 255, B: 255, A: 255}
		own := false
		for i := v.Blocks[b].Node; i > 0; i = p.Nodes[i].Parent {
			if t := p.Nodes[i].Style; t != nil && t.Background.A > 127 {
				background = t.Background
				own = p.Nodes[i].Box.Area() < 0.5*p.Width*p.Height
				break
			}
		}
		w.put(math.Abs(luminance(s.Color)-luminance(background)) / 255)
		w.flag(s.TextAlign == "center")
		w.flag(own)
		w.put(s.Opacity)
		w.put(clamp(share(s.LineHeight, s.FontSize), 3))
		w.flag(s.Display == "inline-block" || s.Display == "flex" || s.Display == "inline-flex")
		w.done()
	},
}

// luminance is the perceived lightness of a colour, 0 … 255 (ITU-R BT.601).
func luminance(c page.RGBA) float64 {
	return 0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B)
}

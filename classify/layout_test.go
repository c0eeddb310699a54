package classify

import (
	"math"
	"testing"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// drawn is a page of 1200 × 2000 pixels, seen 1000 at a time: two paragraphs in a column from 240 to 960, 100 to 800, and a note in
// other type beside it, dark and fixed.
func drawn(t *testing.T) *View {
	t.Helper()
	p, err := page.Parse([]byte(`<div><p id=a>The river rose in the night, and the old bridge was gone before the morning.</p>
		<p id=b>Nobody slept in the lower town, where the water stood as high as the sills.</p></div><aside><p id=c>Menu entry</p></aside>`), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p.Rendered, p.Width, p.Height, p.Viewport = true, 1200, 2000, [2]float64{1200, 1000}
	plain := &page.Style{Display: "block", FontFamily: "Serif", FontSize: 16, FontWeight: 400, LineHeight: 24, Opacity: 1, Color: page.RGBA{A: 255}}
	small := &page.Style{Display: "flex", FontFamily: "Sans", FontSize: 12, FontWeight: 700, LineHeight: 18, Opacity: 0.5, TextAlign: "center", Color: page.RGBA{R: 100, G: 100, B: 100, A: 255}}
	layout := &regions.Layout{Mode: regions.ModeAdaptive, Of: make([]regions.Name, len(p.Nodes))}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		put := func(s *page.Style, region regions.Name, box, text page.Box) {
			n.Style, n.Box, p.Nodes[i+1].Box, layout.Of[i+1] = s, box, text, region
		}
		switch n.Attr("id") {
		case "a":
			put(plain, regions.Center, page.Box{X: 240, Y: 100, W: 720, H: 400}, page.Box{X: 240, Y: 100, W: 700, H: 400})
		case "b":
			put(plain, regions.Center, page.Box{X: 240, Y: 600, W: 720, H: 200}, page.Box{X: 240, Y: 600, W: 480, H: 200})
		case "c":
			put(small, regions.Right, page.Box{X: 1000, Y: 50, W: 150, H: 40}, page.Box{X: 1000, Y: 60, W: 100, H: 20})
		}
		if n.Tag == "aside" {
			n.Style, n.Box = &page.Style{Display: "block", Position: "fixed", Background: page.RGBA{R: 50, G: 50, B: 50, A: 255}}, page.Box{X: 1000, Y: 50, W: 200, H: 100}
		}
	}
	return NewView(p, layout, nil)
}

// Places are told by the text's box (the note's is 100 × 20 with its middle at 1050, 70), widths by the element's.
func TestLayoutColumns(t *testing.T) {
	v := drawn(t)
	check(t, v, "layout.", map[string][]float64{
		"x": {0.2, 0.2, 1000. / 1200}, "center": {10. / 1200, 0.1, 0.375}, "y": {0.15, 0.35, 0.035}, "width": {0.6, 0.6, 0.125},
		"height": {math.Log1p(400), math.Log1p(200), math.Log1p(20)}, "area": {math.Log1p(280000), math.Log1p(96000), math.Log1p(2000)},
		"header": {0, 0, 0}, "left": {0, 0, 0}, "right": {0, 0, 1}, "main": {1, 1, 0},
		"in_column": {1, 1, 0}, "column_left": {0, 0, 760. / 720}, "column_right": {0, 0, 190. / 720}, "same_width": {1, 1, 0},
		"above": {-0.2, -0.6, 0.03}, "below": {-0.5, -0.1, -0.73}, "between": {1, 1, 0},
		"screens": {math.Log1p(0.3), math.Log1p(0.7), math.Log1p(0.07)}, "screens_to_end": {math.Log1p(1.7), math.Log1p(1.3), math.Log1p(1.93)},
		"fixed": {0, 0, 1},
	})
}

// Type is told against that of most running text: the note's is three quarters as large, gray on dark gray.
func TestStyleColumns(t *testing.T) {
	check(t, drawn(t), "style.", map[string][]float64{
		"size": {1, 1, 0.75}, "larger": {0, 0, 0}, "smaller": {0, 0, 1}, "weight": {0, 0, 1}, "same_color": {1, 1, 0}, "same_family": {1, 1, 0},
		"gray": {0, 0, 100. / 255}, "contrast": {1, 1, 50. / 255}, "centered": {0, 0, 1}, "background": {0, 0, 1}, "opacity": {1, 1, 0.5},
		"line_height": {1.5, 1.5, 1.5}, "inline_block": {0, 0, 1},
	})
}

// check compares columns of all blocks with what was worked out by hand.
func check(t *testing.T, v *View, source string, columns map[string][]float64) {
	t.Helper()
	for column, want := range columns {
		got := values(t, v, source+column)
		for b, x := range want {
			if len(got) != len(want) || math.Abs(float64(got[b])-x) > 1e-5 {
				t.Errorf("%s%s is %.4f, want %.4f", source, column, got, want)
				break
			}
		}
	}
}

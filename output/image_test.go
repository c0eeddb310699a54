package output

import (
	"slices"
	"testing"

	"github.com/mullionhq/mullion/page"
)

// Images are left out for a side that is known to be short. The box of one that was not loaded, or of a placeholder, is
// not the image's.
func TestImagesOfUnknownSize(t *testing.T) {
	line, dot := page.Box{W: 190, H: 18}, page.Box{W: 1, H: 1}
	for name, c := range map[string]struct {
		markup   string
		box      page.Box
		declared *[2]float64
		kept     bool
	}{
		"not loaded":             {"<img src=a.png>", line, &[2]float64{0, 0}, true},
		"among words":            {"<ul><li><img src=a.png> An item</ul>", line, &[2]float64{0, 0}, false},
		"told, among words":      {"<ul><li><img src=a.png alt='A crane'> An item</ul>", line, &[2]float64{0, 0}, true},
		"beside paragraphs":      {"<div><img src=a.png><p>A paragraph</p></div>", line, &[2]float64{0, 0}, true},
		"declared large":         {"<img src=a.png>", line, &[2]float64{300, 200}, true},
		"declared small":         {"<img src=a.png>", line, &[2]float64{24, 24}, false},
		"declared narrow":        {"<img src=a.png>", line, &[2]float64{24, 0}, false},
		"attributes":             {"<img src=a.png width=16>", line, &[2]float64{0, 0}, false},
		"loaded large":           {"<img src=a.png>", page.Box{W: 400, H: 300}, nil, true},
		"loaded small":           {"<img src=a.png>", page.Box{W: 400, H: 16}, nil, false},
		"tracking pixel":         {"<img src=a.png>", dot, nil, false},
		"placeholder":            {"<img src=blank.gif data-src=a.png>", dot, nil, true},
		"embedded placeholder":   {"<img src=data:image/gif;base64,AAAA data-src=a.png>", dot, nil, true},
		"placeholder of an icon": {"<img src=blank.gif data-src=a.png width=20>", dot, nil, false},
	} {
		p, err := page.Parse([]byte(c.markup), page.ParseOptions{URL: "https://example.com/"})
		if err != nil {
			t.Fatal(err)
		}
		i := p.Find(0, "img")
		p.Nodes[i].Box, p.Nodes[i].Declared = c.box, c.declared
		b := &builder{page: p, opts: DefaultOptions(), chosen: slices.Repeat([]bool{true}, len(p.Nodes))}
		if got := b.isFigure(i, &p.Nodes[i]); got != c.kept {
			t.Errorf("%s: kept %v, want %v", name, got, c.kept)
		}
	}
}

// Pages let an image fade in when it has loaded, which it did not: what only its own opacity hides is shown.
func TestImagesThatFadeIn(t *testing.T) {
	clear := &page.Style{Display: "block", Visibility: "visible"}
	for name, c := range map[string]struct {
		style    *page.Style
		declared *[2]float64
		within   bool // something hidden
		kept     bool
	}{
		"not loaded":         {clear, &[2]float64{0, 0}, false, true},
		"loaded":             {clear, nil, false, false},
		"invisible":          {&page.Style{Display: "block", Visibility: "hidden"}, &[2]float64{0, 0}, false, false},
		"hidden otherwise":   {&page.Style{Display: "block", Visibility: "visible", Opacity: 1}, &[2]float64{0, 0}, false, false},
		"in something clear": {clear, &[2]float64{0, 0}, true, false},
	} {
		p, err := page.Parse([]byte("<div><img src=a.png alt='A crane'><p>A paragraph</p></div>"), page.ParseOptions{URL: "https://example.com/"})
		if err != nil {
			t.Fatal(err)
		}
		i := p.Find(0, "img")
		n := &p.Nodes[i]
		n.Hidden, n.Style, n.Declared = true, c.style, c.declared
		p.Nodes[n.Parent].Hidden = c.within
		b := &builder{page: p, opts: DefaultOptions(), chosen: slices.Repeat([]bool{true}, len(p.Nodes))}
		if got := b.isFigure(i, n); got != c.kept {
			t.Errorf("%s: kept %v, want %v", name, got, c.kept)
		}
	}
}

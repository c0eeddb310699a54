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

package mullion_test

import (
	"testing"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// What is missing of a page may be its content, so a part of a page without any is not called empty.
func TestPartOfAPageWithoutContent(t *testing.T) {
	o := mullion.DefaultOptions()
	o.Method = mullion.VLPS
	for partial, want := range map[bool]mullion.Status{true: mullion.Partial, false: mullion.Empty} {
		p, err := page.Parse([]byte("<title>t</title>"), page.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p.Partial = partial
		if d := mullion.Judge(p, nil, o); d.Status != want || !d.NoContent() {
			t.Errorf("partial %v: status %s, no content %v", partial, d.Status, d.NoContent())
		}
	}
}

// The method vlps has the published thresholds, whatever regions the page is divided into else, and vlps-adaptive the page's own.
func TestMethodsOfRegionsChooseTheirMode(t *testing.T) {
	p := &page.Page{Rendered: true, Width: 1000, Height: 2000, Nodes: []page.Node{{Tag: "html", Parent: -1, Box: page.Box{W: 1000, H: 2000}}}}
	for text, box := range map[string]page.Box{"header": {Y: 100, W: 900, H: 100}, "center": {X: 100, Y: 101, W: 900, H: 100}} {
		p.Nodes = append(p.Nodes, page.Node{Tag: "p", Box: box}, page.Node{Kind: page.Text, Text: text, Parent: len(p.Nodes), Box: box})
	}
	if err := p.Link(); err != nil {
		t.Fatal(err)
	}
	for method, want := range map[string]string{mullion.VLPS: regions.ModeFixed, mullion.VLPSAdaptive: regions.ModeAdaptive} {
		for _, mode := range []string{regions.ModeFixed, regions.ModeAdaptive} {
			o := mullion.DefaultOptions()
			o.Method, o.Regions.Mode = method, mode
			d := mullion.Judge(p, nil, o)
			if d.Layout.Mode != want {
				t.Errorf("%s with regions.mode %s divides in mode %s", method, mode, d.Layout.Mode)
			}
			for _, b := range d.Blocks {
				if method == mullion.VLPS && (b.Content != (b.Text == "center") || b.Region.String() != b.Text) {
					t.Errorf("%s labels %q %v, region %v", method, b.Text, b.Content, b.Region)
				}
			}
		}
	}
}

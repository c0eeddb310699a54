package mullion_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
)

// Whatever is changed between two looks at a page, the labels are those of a first look.
func TestSittingJudgesAsJudge(t *testing.T) {
	model, err := classify.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	p := loadPage(t, "testdata/pages/magazine")
	rapid.Check(t, func(t *rapid.T) {
		s := mullion.NewSitting(p)
		for range 3 {
			o := mullion.DefaultOptions()
			o.Method = rapid.SampledFrom([]string{mullion.Fused, mullion.VLPS, mullion.VLPSAdaptive}).Draw(t, "method")
			o.Regions.Mode = rapid.SampledFrom([]string{"fixed", "adaptive"}).Draw(t, "mode")
			o.Regions.Fixed.Header = rapid.Float64Range(0, 3000).Draw(t, "header")
			o.Regions.Fixed.Left = rapid.Float64Range(0, 1).Draw(t, "left")
			o.Classify.Threshold = rapid.Float64Range(0, 1).Draw(t, "threshold")
			got, want := s.Judge(model, o), mullion.Judge(p, model, o)
			if !reflect.DeepEqual(got.Blocks, want.Blocks) {
				for i := range want.Blocks {
					if !reflect.DeepEqual(got.Blocks[i], want.Blocks[i]) {
						t.Fatalf("block %d is %+v, want %+v", i, got.Blocks[i], want.Blocks[i])
					}
				}
			}
		}
	})
}

// longPage is a rendered page of so many blocks in three columns.
func longPage(blocks int) *page.Page {
	var html strings.Builder
	html.WriteString("<html><body><div id=left></div><div id=main></div><div id=right></div></body></html>")
	columns := []string{"left", "main", "right"}
	text := map[string]*strings.Builder{}
	for i := range blocks {
		c := columns[i%3]
		if text[c] == nil {
			text[c] = &strings.Builder{}
		}
		if c == "main" {
			fmt.Fprintf(text[c], "<p>Paragraph %d says, at some length, what a paragraph of an article says, with commas and a full stop.", i)
		} else {
			fmt.Fprintf(text[c], "<ul><li><a href=/%d>Link %d</a></ul>", i, i)
		}
	}
	whole := html.String()
	for _, c := range columns {
		whole = strings.Replace(whole, "id="+c+">", "id="+c+">"+text[c].String(), 1)
	}
	p, err := page.Parse([]byte(whole), page.ParseOptions{})
	if err != nil {
		panic(err)
	}
	place(p)
	return p
}

// place gives every node a box: the columns side by side, what is in them one below the other.
func place(p *page.Page) {
	const rowHeight, width = 40.0, 1280.0
	x := map[string][2]float64{"left": {0, 240}, "main": {260, 700}, "right": {980, 300}}
	p.Rendered, p.Width, p.Viewport = true, width, [2]float64{width, 900}
	var column [2]float64
	y := 0.0
	style := &page.Style{Display: "block", FontSize: 16}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if at, ok := x[n.Attr("id")]; ok {
			column, y = at, 0
		}
		if n.Kind == page.Element {
			n.Style = style
			if n.Tag == "a" {
				n.Style = &page.Style{Display: "inline", FontSize: 16}
			}
		}
		if n.Kind == page.Text {
			n.Box = page.Box{X: column[0], Y: y, W: column[1], H: rowHeight}
			y += rowHeight
			p.Height = max(p.Height, y)
		}
	}
	for i := len(p.Nodes) - 1; i > 0; i-- {
		up := &p.Nodes[p.Nodes[i].Parent]
		up.Box = up.Box.Union(p.Nodes[i].Box)
	}
}

// The time from a changed threshold to new labels on a page of 5,000 blocks: what the UI waits for.
func BenchmarkRelabel(b *testing.B) {
	model, err := classify.Builtin()
	if err != nil {
		b.Fatal(err)
	}
	p := longPage(5000)
	for _, bench := range []struct {
		name   string
		change func(o *mullion.Options, i int)
	}{
		{"first", nil},
		{"classify.threshold", func(o *mullion.Options, i int) { o.Classify.Threshold = 0.3 + float64(i%40)/100 }},
		{"vlps/regions.fixed.left", func(o *mullion.Options, i int) { o.Method, o.Regions.Fixed.Left = mullion.VLPS, float64(i%400)/1000 }},
		{"vlps-adaptive/prose_chars", func(o *mullion.Options, i int) {
			o.Method, o.Regions.Adaptive.ProseChars = mullion.VLPSAdaptive, 10+i%20
		}},
		{"fused/regions.fixed.header", func(o *mullion.Options, i int) { o.Regions.Mode, o.Regions.Fixed.Header = "fixed", float64(200+i%100) }},
		{"fused/regions.fixed.left", func(o *mullion.Options, i int) {
			o.Regions.Mode, o.Regions.Fixed.Left = "fixed", 0.1+float64(i%2)/5
		}},
		{"fused/every block", func(o *mullion.Options, i int) { // all is header, then nothing
			o.Regions.Mode, o.Regions.Fixed.Header = "fixed", float64(i%2)*p.Height
		}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			s := mullion.NewSitting(p)
			s.Judge(model, mullion.DefaultOptions())
			for i := range b.N {
				o := mullion.DefaultOptions()
				if bench.change == nil {
					s = mullion.NewSitting(p)
				} else {
					bench.change(&o, i)
				}
				s.Judge(model, o)
			}
		})
	}
}

func loadPage(t *testing.T, dir string) *page.Page {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "page.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := page.Load(f)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

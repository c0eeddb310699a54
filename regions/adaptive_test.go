package regions

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
	"pgregory.net/rapid"
)

func TestAdaptiveDrawings(t *testing.T) {
	drawings(t, "adaptive", func(t *testing.T, d drawing) { d.check(t, Split(d.page, DefaultOptions())) })
}

// Right-to-left pages mirror: what is left on the one is right on the other.
func TestAdaptiveMirrors(t *testing.T) {
	drawings(t, "adaptive", func(t *testing.T, d drawing) {
		d.mirror()
		d.check(t, Split(d.page, DefaultOptions()))
	})
}

// Wrappers as large as what they hold change nothing.
func TestAdaptiveSeesThroughWrappers(t *testing.T) {
	drawings(t, "adaptive", func(t *testing.T, d drawing) {
		body := d.page.Nodes[1].Box
		wrapped := &page.Page{Rendered: true, Width: d.page.Width, Height: d.page.Height, Viewport: d.page.Viewport}
		wrapped.Nodes = append(wrapped.Nodes, d.page.Nodes[:2]...)
		for i := range 3 {
			wrapped.Nodes = append(wrapped.Nodes, page.Node{Tag: "div", Parent: i + 1, Box: body, Style: d.page.Nodes[1].Style})
		}
		for _, n := range d.page.Nodes[2:] {
			n.Parent += 3
			wrapped.Nodes = append(wrapped.Nodes, n)
		}
		if err := wrapped.Link(); err != nil {
			t.Fatal(err)
		}
		l := Split(wrapped, DefaultOptions())
		l.Of = append(l.Of[:2:2], l.Of[5:]...)
		d.check(t, l)
	})
}

func (d *drawing) mirror() {
	for i := range d.page.Nodes {
		n := &d.page.Nodes[i]
		if n.Box != (page.Box{}) {
			n.Box.X = d.page.Width - n.Box.Right()
		}
		switch d.want[i] {
		case "left":
			d.want[i] = "right"
		case "right":
			d.want[i] = "left"
		}
	}
}

// A page of any proportions, with or without bars and columns, is divided where it is drawn, and so are its lines.
func TestAdaptiveFindsAnyProportions(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		some := func(name string, lo, hi int) float64 {
			if !rapid.Bool().Draw(rt, "has "+name) {
				return 0
			}
			return float64(rapid.IntRange(lo, hi).Draw(rt, name))
		}
		header, footer := some("header", 40, 900), some("footer", 30, 900)
		left, right := some("left", 120, 420), some("right", 120, 420)
		text := float64(rapid.IntRange(1000, 6000).Draw(rt, "text"))
		top, bottom, width := header, header+text, 1280-left-right
		var b strings.Builder
		line := func(indent int, what string, x, y, w, h float64, want string) {
			fmt.Fprintf(&b, "%s%s %g %g %g %g > %s\n", strings.Repeat("  ", indent), what, x, y, w, h, want)
		}
		fmt.Fprintf(&b, "page 1280 %g\n", bottom+footer)
		line(0, "body", 0, 0, 1280, bottom+footer, "none")
		if header > 0 {
			line(1, "div.header", 0, 0, 1280, header, "header")
			line(2, `"5 links"`, 40, 10, 500, 20, "header")
		}
		line(1, "div", 0, top, 1280, text, "center")
		if left > 0 {
			line(2, "div", 0, top, left, text, "left")
			line(3, `"30 links"`, 10, top+10, left-20, 500, "left")
		}
		line(2, "div", left, top, width, text, "center")
		for k := range 4 {
			line(3, "p", left+20, top+20+float64(k)*text/4, width-40, text/4-20, "center")
			line(4, `"200 words"`, left+20, top+20+float64(k)*text/4, width-40, text/4-20, "center")
		}
		if right > 0 {
			line(2, "div", 1280-right, top, right, text, "right")
			line(3, `"30 links"`, 1290-right, top+10, right-20, 500, "right")
		}
		if footer > 0 {
			line(1, "div", 0, bottom, 1280, footer, "footer")
			line(2, `"5 links"`, 40, bottom+5, 500, 20, "footer")
		}
		d := draw(t, b.String())
		l := Split(d.page, DefaultOptions())
		for i, want := range d.want {
			if got := l.Of[i].String(); got != strings.TrimPrefix(want, "none") {
				rt.Fatalf("got %q: %s", got, d.line[i])
			}
		}
		if l.H1 != header || l.H2 != bottom || l.W1 != left || l.W2 != 1280-right {
			rt.Fatalf("lines H1 %v H2 %v W1 %v W2 %v, want %v %v %v %v", l.H1, l.H2, l.W1, l.W2, header, bottom, left, 1280-right)
		}
	})
}

// The page's thresholds are its own: fixed ones would cut the text of this page.
func TestAdaptiveLines(t *testing.T) {
	d := draw(t, `page 1280 3000
body 0 0 1280 3000
  header 0 0 1280 320
    "5 links" 40 280 300 20
  div 0 320 1280 2440
    div 0 320 180 900
      "20 links" 10 330 160 500
    div 180 320 1100 2440
      p 200 340 1060 1200
        "500 words" 200 340 1060 1200
      p 200 1540 1060 1200
        "500 words" 200 1540 1060 1200
  footer 0 2760 1280 240
    "5 words" 40 2800 200 20
`)
	l := Split(d.page, DefaultOptions())
	if l.H1 != 320 || l.H2 != 2760 || l.W1 != 180 || l.W2 != 1280 {
		t.Errorf("H1 %v H2 %v W1 %v W2 %v, want 320 2760 180 1280", l.H1, l.H2, l.W1, l.W2)
	}
	if l.Mode != "adaptive" {
		t.Errorf("mode %q", l.Mode)
	}
}

// Bars inside the core move the lines as others do.
func TestAdaptiveLinesOfBarsInTheCore(t *testing.T) {
	text, err := os.ReadFile("testdata/adaptive/forum.txt")
	if err != nil {
		t.Fatal(err)
	}
	if l := Split(draw(t, string(text)).page, DefaultOptions()); l.H1 != 160 || l.H2 != 2300 {
		t.Errorf("H1 %v H2 %v, want 160 2300", l.H1, l.H2)
	}
}

// What waits beside the page is no part of the header that holds it, nor is a picture that hangs out of it.
func TestAdaptiveLinesOfWhatHangsOut(t *testing.T) {
	for name, end := range map[string]float64{"drawer": 70, "hanging_picture": 400} {
		text, err := os.ReadFile("testdata/adaptive/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		d := draw(t, string(text))
		l := Split(d.page, DefaultOptions())
		if l.H1 != end {
			t.Errorf("%s: H1 %v, want %v", name, l.H1, end)
		}
		if bars := Patches(d.page, l)[Header]; len(bars) != 1 || bars[0].Bottom() != end {
			t.Errorf("%s: header drawn at %v, want one bar that ends at %v", name, bars, end)
		}
	}
}

// BenchmarkAdaptive divides a page of 5,000 nodes.
func BenchmarkAdaptive(b *testing.B) {
	var s strings.Builder
	s.WriteString("page 1280 50000\nbody 0 0 1280 50000\n  div 0 0 300 50000\n")
	for i := range 700 {
		fmt.Fprintf(&s, "    \"3 links\" 10 %d 200 20\n", 24*i)
	}
	s.WriteString("  div 300 0 980 50000\n")
	for i := range 1800 {
		fmt.Fprintf(&s, "    p 320 %d 900 20\n      \"15 words\" 320 %d 900 20\n", 26*i, 26*i)
	}
	p := draw(b, s.String()).page
	b.ReportMetric(float64(len(p.Nodes)), "nodes")
	o := DefaultOptions()
	b.ResetTimer()
	for b.Loop() {
		Split(p, o)
	}
}

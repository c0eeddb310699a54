package regions

import (
	"testing"

	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/page"
)

func fixedOptions() Options {
	o := DefaultOptions()
	o.Mode = "fixed"
	return o
}

func TestFixedDrawings(t *testing.T) {
	drawings(t, "fixed", func(t *testing.T, d drawing) { d.check(t, Split(d.page, fixedOptions())) })
}

func TestFixedThresholdsArePublished(t *testing.T) {
	p := draw(t, "page 1280 5000\nbody 0 0 1280 5000").page
	l := Split(p, fixedOptions())
	if l.H1 != 200 || l.H2 != 4840 || l.W1 != 384 || l.W2 != 896 {
		t.Errorf("H1 %v H2 %v W1 %v W2 %v, want 200 4840 384 896", l.H1, l.H2, l.W1, l.W2)
	}
}

func TestFixedThresholdsInPixelsOrShares(t *testing.T) {
	p := draw(t, "page 1000 2000\nbody 0 0 1000 2000").page
	for _, c := range []struct {
		name           string
		fixed          Fixed
		h1, h2, w1, w2 float64
	}{
		{"shares", Fixed{0.1, 0.2, 0.3, 0.4}, 200, 1600, 300, 600},
		{"pixels", Fixed{100, 50, 250, 350}, 100, 1950, 250, 650},
		{"none", Fixed{0, 0, 0, 0}, 0, 2000, 0, 1000},
		{"one is the whole", Fixed{1, 1, 1, 1}, 2000, 0, 1000, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := Split(p, Options{Mode: "fixed", Fixed: c.fixed})
			if l.H1 != c.h1 || l.H2 != c.h2 || l.W1 != c.w1 || l.W2 != c.w2 {
				t.Errorf("H1 %v H2 %v W1 %v W2 %v, want %v %v %v %v", l.H1, l.H2, l.W1, l.W2, c.h1, c.h2, c.w1, c.w2)
			}
		})
	}
}

// The published rules judge elements: a block has the region of the element around its first text, not of the text. The body
// is judged by none, so what stands in it without another element has a region of its own.
func TestFixedRegionOfABlock(t *testing.T) {
	d := draw(t, `page 1000 2000
body 0 0 1000 2000
  p 0 600 1000 20
    "3 words" 0 600 120 20
  div 700 700 300 20
    "3 words" 700 700 120 20
  "30 words" 20 800 900 20
  p 0 1850 1000 20
    "3 words" 0 1850 120 20
  "3 words" 20 1900 900 20
`)
	l := Split(d.page, fixedOptions())
	want := []Name{Center, Right, Center, Footer, Footer}
	for i, b := range d.page.Blocks() {
		if got, want := l.Region(d.page, &b), want[i]; got != want {
			t.Errorf("block %d is in %s, not %s", i, got, want)
		}
	}
}

func TestNoLayoutNoRegions(t *testing.T) {
	p, err := page.Parse([]byte("<p>text"), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if l := Split(p, DefaultOptions()); l != nil {
		t.Errorf("a page without layout has regions: %+v", l)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	o := DefaultOptions()
	if err := option.Check(o); err != nil {
		t.Errorf("defaults: %v", err)
	}
	o.Mode, o.Fixed.Header = "magic", -1
	err := option.Check(o)
	if err == nil || err.Error() != "mode: \"magic\" is not one of fixed, adaptive\nfixed.header: -1 is not between 0 and 100000" {
		t.Errorf("got %v", err)
	}
}

func TestBoxesOfRegions(t *testing.T) {
	d := draw(t, `page 1000 2000
body 0 0 1000 2000
  div 0 0 1000 100
    "3 words" 10 20 100 30
    img 800 10 50 50
  div 0 300 1000 1000
    "3 words" 400 400 100 30
    "3 words" 400 400 500 500 hidden
`)
	l := Split(d.page, fixedOptions())
	if got, want := l.Boxes[Header], (page.Box{X: 10, Y: 10, W: 840, H: 50}); got != want {
		t.Errorf("header %v, want %v", got, want)
	}
	if got, want := l.Boxes[Center], (page.Box{X: 400, Y: 400, W: 100, H: 30}); got != want {
		t.Errorf("center %v, want %v", got, want)
	}
	if b, ok := l.Boxes[Footer]; ok {
		t.Errorf("the footer is empty and has the box %v", b)
	}
}

func TestNamesOfRegions(t *testing.T) {
	for _, want := range Names {
		var got Name
		if text, err := want.MarshalText(); err != nil || got.UnmarshalText(text) != nil || got != want {
			t.Errorf("%s is written %q and read as %s", want, text, got)
		}
	}
	if err := new(Name).UnmarshalText([]byte("middle")); err == nil || err.Error() != `"middle" is not a region (header, footer, left, right, center)` {
		t.Errorf("another word: %v", err)
	}
}

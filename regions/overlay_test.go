package regions

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/mullionhq/mullion/page"
)

var update = flag.Bool("update", false, "write the golden files")

// sample is the holy grail with its blocks marked.
func sample(t *testing.T, o Options) (*page.Page, *Layout, []Mark) {
	t.Helper()
	text, err := os.ReadFile("testdata/adaptive/holy_grail.txt")
	if err != nil {
		t.Fatal(err)
	}
	p := draw(t, string(text)).page
	p.URL = "https://example.org/?a=1&b=2"
	l := Split(p, o)
	var marks []Mark
	for _, b := range p.Blocks() {
		r := l.Of[b.Texts[0]]
		m := Mark{Box: b.Box, Region: r, Label: p.Nodes[b.Node].Tag, Score: 0.07}
		if m.Content = r == Center; m.Content {
			m.Score = 0.93
		}
		marks = append(marks, m)
	}
	return p, l, marks
}

func TestOverlayGolden(t *testing.T) {
	for _, mode := range []string{"adaptive", "fixed"} {
		t.Run(mode, func(t *testing.T) {
			o := DefaultOptions()
			o.Mode = mode
			p, l, marks := sample(t, o)
			got := Overlay(p, l, marks, DefaultOverlayOptions())
			file := "testdata/overlay." + mode + ".svg"
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (go test -update writes it anew; then look at it):\n%s", file, diff)
			}
			if again := Overlay(p, l, marks, DefaultOverlayOptions()); again != got {
				t.Error("a second drawing differs from the first")
			}
		})
	}
}

// texts reads an SVG and returns what is written in it; it must be well-formed.
func texts(t *testing.T, svg string) (out []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, svg)
		}
		if c, ok := tok.(xml.CharData); ok && strings.TrimSpace(string(c)) != "" {
			out = append(out, string(c))
		}
	}
}

func TestOverlaySaysWhatItShows(t *testing.T) {
	p, l, marks := sample(t, fixedOptions())
	got := texts(t, Overlay(p, l, marks, DefaultOverlayOptions()))
	all := strings.Join(got, "\n")
	for _, want := range []string{
		"Regions, fixed  (1280 × 2000 px)", "H1 = 200 px", "H2 = 1840 px", "W1 = 384 px", "W2 = 896 px",
		"header", "footer", "left", "right", "center", "p 0.93", "h1 0.07", "div 0.07",
	} {
		if !strings.Contains("\n"+all+"\n", "\n"+want+"\n") {
			t.Errorf("%q is not written in the overlay:\n%s", want, all)
		}
	}
}

// What decided about a block stands behind its score.
func TestOverlaySaysWhatDecided(t *testing.T) {
	p, l, marks := sample(t, DefaultOptions())
	for i := range marks {
		if marks[i].Content {
			marks[i].Why = "text +0.41"
		}
	}
	all := strings.Join(texts(t, Overlay(p, l, marks, DefaultOverlayOptions())), "\n")
	for _, want := range []string{"p 0.93 text +0.41", "div 0.07", "main content, score, evidence"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not written in the overlay:\n%s", want, all)
		}
	}
}

func TestOverlayEscapes(t *testing.T) {
	p, l, marks := sample(t, DefaultOptions())
	hostile := "</text><script>alert('1')</script>&\x00\x1b\xff\"中文"
	p.URL = hostile
	marks[0].Label = hostile
	svg := Overlay(p, l, marks, DefaultOverlayOptions())
	if strings.Contains(svg, "<script") {
		t.Error("a label became an element")
	}
	want := "</text><script>alert('1')</script>&���\"中文"
	found := 0
	for _, s := range texts(t, svg) {
		if strings.Contains(s, want) {
			found++
		}
	}
	if found != 2 {
		t.Errorf("%q stands %d times in the overlay, want 2", want, found)
	}
}

// What comes below floats may have a box that begins above them; its patch is only as high as what shows in it.
func TestPatchBelowFloats(t *testing.T) {
	d := draw(t, `page 1000 2000
body 0 0 1000 2000
  div 0 100 1000 1800
    "400 words" 0 100 1000 1800
  div.footer 0 100 1000 1900
    "4 words" 400 1950 200 20
`)
	want := []page.Box{{Y: 1950, W: 1000, H: 20}}
	if got := Patches(d.page, Split(d.page, DefaultOptions()))[Footer]; !slices.Equal(got, want) {
		t.Errorf("the footer's patches are %v, want %v", got, want)
	}
}

// The patch of a side column is no wider than what shows in it where its box reaches into the text, and that of a bar over
// the text as high as its box.
func TestPatchOverText(t *testing.T) {
	d := draw(t, `page 1000 2000
body 0 0 1000 2000
  div 0 0 1000 60 fixed
    "6 links" 300 20 400 20
  div 0 0 600 400
    "30 links" 20 100 160 300
  div 250 0 500 2000
    "400 words" 250 0 500 2000
  div 500 0 500 400
    "30 links" 800 100 160 300
`)
	got := Patches(d.page, Split(d.page, DefaultOptions()))
	delete(got, Center)
	want := map[Name][]page.Box{Header: {{W: 1000, H: 60}}, Footer: nil, Left: {{X: 20, Y: 100, W: 160, H: 300}}, Right: {{X: 800, Y: 100, W: 160, H: 300}}}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

// Patches one below the other become one; what another region parts stays apart, and nothing is lost.
func TestPatchesMerge(t *testing.T) {
	bar := func(y float64) page.Box { return page.Box{Y: y, W: 100, H: 10} }
	patches := map[Name][]page.Box{Header: {bar(0), bar(10), bar(20), bar(40)}, Left: {bar(30)}}
	got := merge(patches, Header)
	want := []page.Box{{W: 100, H: 30}, bar(40)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestOverlayWithoutLayout(t *testing.T) {
	p, _, marks := sample(t, DefaultOptions())
	if svg := Overlay(p, nil, marks, DefaultOverlayOptions()); svg != "" {
		t.Errorf("drew %s", svg)
	}
}

// Blocks in the way of each other get labels that are not, and no label leaves the page.
func TestLabelsDoNotOverlap(t *testing.T) {
	p, l, _ := sample(t, DefaultOptions())
	d := &drawer{page: p, layout: l, o: DefaultOverlayOptions(), frame: page.Box{W: p.Width, H: p.Height}}
	for row := range 60 {
		for column := range 12 {
			d.marks = append(d.marks, Mark{Box: page.Box{X: float64(105 * column), Y: float64(14 * row), W: 60, H: 13}, Label: "li", Score: 0.5, Region: Center})
		}
	}
	d.outlines()
	d.legend()
	d.names(d.patches())
	d.lines()
	d.chips()
	var labels []page.Box
	seen := map[page.Box]bool{}
	for _, cell := range d.taken.labels {
		for _, b := range cell {
			if !seen[b] {
				seen[b] = true
				labels = append(labels, b)
			}
		}
	}
	if len(labels) < 400 {
		t.Errorf("only %d labels found room", len(labels))
	}
	for i, a := range labels {
		if a.X < -4 || a.Y < -4 || a.Right() > p.Width+4 || a.Bottom() > p.Height+4 {
			t.Errorf("label %v is not on the page", a)
		}
		for _, b := range labels[:i] {
			if !a.Intersect(b).Empty() {
				t.Errorf("labels %v and %v overlap", a, b)
			}
		}
	}
}

func TestLegendStandsWhereTheScreenIsEmpty(t *testing.T) {
	p, l, _ := sample(t, DefaultOptions())
	d := &drawer{page: p, layout: l, o: DefaultOverlayOptions(), frame: page.Box{W: p.Width, H: p.Height}}
	d.marks = []Mark{{Box: page.Box{X: 300, Y: 0, W: 980, H: 2000}}} // text everywhere but at the left
	d.outlines()
	if at := d.emptiest(200, 200); at.Right() > 300 {
		t.Errorf("the legend stands on text, at %v", at)
	}
}

// A page may have texts of any size. What is kept of them does not grow with it, and what they cover is the same.
func TestHugeTextsOnAShelf(t *testing.T) {
	var s shelf
	under := page.Box{X: 1000, Y: 1000, W: 10, H: 20}
	s.soft(page.Box{W: 200_000, H: 200_000})
	s.soft(page.Box{X: 990, Y: 990, W: 100, H: 100})
	if len(s.texts) > mostCells {
		t.Errorf("%d cells", len(s.texts))
	}
	if got := s.covered(under); got != 2*under.Area() {
		t.Errorf("covered %v, want twice %v", got, under.Area())
	}
}

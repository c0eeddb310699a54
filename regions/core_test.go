package regions

import (
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
)

// surveyed draws a page and surveys it as adaptive does.
func surveyed(t *testing.T, drawing string) *survey {
	t.Helper()
	p, o := draw(t, "page 1000 2000\nbody 0 0 1000 2000\n"+drawing).page, DefaultOptions()
	return measure(p, shown(p), &o.Adaptive)
}

// The core is the element that holds most of the column's text. The weights in characters are worked out by hand: a word has
// five, short text counts a fifth, links a fiftieth. The core has the id core; without one it is the body.
func TestCore(t *testing.T) {
	const below = `  p 0 1000 1000 300
    "60 words" 0 1000 1000 300
  p 0 1300 1000 300
    "60 words" 0 1300 1000 300
` // 600 that are no element's but the body's
	shorts := strings.Repeat("    p 0 900 300 20\n      \"2 words\" 0 900 300 20\n", 40) // 400 characters, 80
	for name, drawing := range map[string]string{
		"most of the text: 400 of 600": `
  div#core 0 0 1000 400
    "80 words" 0 0 1000 400
  p 0 400 1000 200
    "40 words" 0 400 1000 200`,
		"not enough: 400 of 700": `
  div 0 0 1000 400
    "80 words" 0 0 1000 400
  p 0 400 1000 300
    "60 words" 0 400 1000 300`,
		"what stands beside does not count: 400 of 400": `
  div#core 300 0 700 400
    "80 words" 300 0 700 400
  div 0 0 280 400
    "60 words" 0 0 280 400`,
		"nor do two of them, 600 together": `
  div#core 300 0 400 400
    "80 words" 300 0 400 400
  div 0 0 280 400
    "60 words" 0 0 280 400
  div 720 0 270 400
    "60 words" 720 0 270 400`,
		"in a row of columns it is most of the row: 400 of 500": below + `
  div#core 300 0 700 400
    "80 words" 300 0 700 400
  div 0 0 280 400
    "20 words" 0 0 280 400`,
		"not enough of the row: 400 of 700": below + `
  div 300 0 400 400
    "80 words" 300 0 400 400
  div 0 0 280 400
    "30 words" 0 0 280 400
  div 720 0 270 400
    "30 words" 720 0 270 400`,
		"what is narrow makes no row: 400 of 1000": below + `
  div 300 0 700 400
    "80 words" 300 0 700 400
  div 0 0 47 400
    "20 words" 0 0 47 400`,
		"nor what is low": below + `
  div 300 0 700 400
    "80 words" 300 0 700 400
  div 0 0 280 59
    "20 words" 0 0 280 59`,
		"nothing stands beside what is low: 100 of 200": `
  div 300 0 700 20
    "20 words" 300 0 700 20
  div 0 0 280 400
    "20 words" 0 0 280 400`,
		"nor what is low itself": below + `
  div 300 0 700 59
    "80 words" 300 0 700 59
  div 0 0 280 400
    "20 words" 0 0 280 400`,
		"one of two cards": `
  div 0 0 490 400
    "60 words" 0 0 490 400
  div 510 0 490 400
    "40 words" 510 0 490 400`,
		"no card: another width": `
  div#core 0 0 500 400
    "60 words" 0 0 500 400
  div 510 0 490 400
    "40 words" 510 0 490 400`,
		"no card: another kind": `
  div#core 0 0 490 400
    "60 words" 0 0 490 400
  section 510 0 490 400
    "40 words" 510 0 490 400`,
		"no card: 25 of 300 is next to nothing": `
  div#core 0 0 490 400
    "60 words" 0 0 490 400
  div 510 0 490 400
    "5 words" 510 0 490 400`,
		"a card: 30 of 300 is something": `
  div 0 0 490 400
    "60 words" 0 0 490 400
  div 510 0 490 400
    "6 words" 510 0 490 400`,
		"no card: not in one row; 350 of 550": `
  div#core 0 0 490 400
    "70 words" 0 0 490 400
  div 510 400 490 400
    "40 words" 510 400 490 400`,
		"short text counts: 100 of 180": `
  div 0 0 1000 400
    "20 words" 0 0 1000 400
  div 0 900 1000 800
` + shorts,
		"but a fifth: 150 of 230": `
  div#core 0 0 1000 400
    "30 words" 0 0 1000 400
  div 0 900 1000 800
` + shorts,
		"links count, but a fiftieth: 20 of 35": `
  div 0 0 1000 400
    "200 links" 0 0 1000 400
  div 0 400 1000 400
    "3 words" 0 400 1000 400`,
		"a text that is mostly links does not run: 100 of 160": `
  p 0 0 1000 400
    "40 words" 0 0 500 400
    "205 links" 500 0 500 400
  div#core 0 400 1000 400
    "20 words" 0 400 1000 400`,
		"the main element alone: 50 of 450 is enough to believe it": `
  div 0 0 1000 400
    "80 words" 0 0 1000 400
  main#core 0 400 1000 100
    "10 words" 0 400 1000 100`,
		"also beside a long bar": `
  nav 0 500 1000 400
    "100 words" 0 500 1000 400
  div 0 0 1000 400
    "80 words" 0 0 1000 400
  main#core 0 400 1000 100
    "10 words" 0 400 1000 100`,
		"not the main element: 40 of 440": `
  div#core 0 0 1000 400
    "80 words" 0 0 1000 400
  main 0 400 1000 100
    "8 words" 0 400 1000 100`,
		"not the bar: 25 of 1025 is text": `
  header 0 0 1000 400
    "200 words" 0 0 1000 400
  div#core 0 400 1000 100
    "5 words" 0 400 1000 100`,
		"all is in the bar but 15 of 1015": `
  header#core 0 0 1000 400
    "200 words" 0 0 1000 400
  div 0 400 1000 100
    "3 words" 0 400 1000 100`,
		"a table with a caption is no frame": `
  table 0 0 1000 400
    caption 0 0 1000 50
      "5 words" 0 0 1000 50
    tr 0 50 1000 350
      td 0 50 1000 350
        "80 words" 0 50 1000 350`,
	} {
		s := surveyed(t, strings.TrimPrefix(drawing, "\n"))
		want := s.body
		for i := range s.page.Nodes {
			if s.page.Nodes[i].Attr("id") == "core" {
				want = i
			}
		}
		if got := s.findCore(); got != want {
			t.Errorf("%s: the core is node %d, %s, want %d", name, got, s.page.Nodes[got].Tag, want)
		}
	}
}

// The column is where the running text stands, as wide as its blocks: loose text beside what floats is where it shows.
func TestColumn(t *testing.T) {
	for drawing, want := range map[string]page.Box{`  div 0 100 1000 400
    img 0 100 300 300
    "80 words" 320 100 660 400
`: {X: 320, Y: 100, W: 660, H: 400}, `  div 0 100 1000 400
    p 100 100 800 20
      "4 words" 100 100 200 20
    p 100 480 800 20
      "4 words" 100 480 200 20
`: {X: 100, Y: 100, W: 800, H: 400}} {
		if got := surveyed(t, drawing).findColumn(2); got != want {
			t.Errorf("the column is %+v, want %+v, in\n%s", got, want, drawing)
		}
	}
}

// A share of the characters, not of the texts, may begin left of the column.
func TestQuantile(t *testing.T) {
	edges := func() []edge { return []edge{{100, 4}, {0, 6}, {200, 10}} }
	for q, want := range map[float64]float64{0.1: 0, 0.25: 0, 0.4: 100, 0.49: 100, 0.6: 200, 1: 200} {
		if got := quantile(edges(), q); got != want {
			t.Errorf("%g of the characters begin at %g, want %g", q, got, want)
		}
	}
}

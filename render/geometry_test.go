package render

import (
	"fmt"
	"math"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
)

// near reports whether two boxes are the same but for a hundredth of a pixel.
func near(a, b page.Box) bool {
	return math.Abs(a.X-b.X) < .01 && math.Abs(a.Y-b.Y) < .01 && math.Abs(a.W-b.W) < .01 && math.Abs(a.H-b.H) < .01
}

func TestBoxesAreAbsolute(t *testing.T) {
	file, err := os.ReadFile("testdata/geometry.html")
	if err != nil {
		t.Fatal(err)
	}
	other := serve(t, map[string]http.HandlerFunc{"/": html(`<body style="margin:0"><p id=far style="margin:5px 0 0 9px;width:70px">far`)})
	other = strings.Replace(other, "127.0.0.1", "localhost", 1) // another site
	url := serve(t, map[string]http.HandlerFunc{"/": html(strings.Replace(string(file), "FRAME", other, 1))})
	want := map[string]page.Box{
		"plain":    {X: 100, Y: 200, W: 324, H: 64},
		"scaled":   {X: 520, Y: 210, W: 200, H: 100},
		"turned":   {X: 925, Y: 175, W: 50, H: 100},
		"fixed":    {X: 10, Y: 870, W: 200, H: 30},
		"sticky":   {X: 0, Y: 1000, W: 50, H: 20},
		"first":    {X: 100, Y: 400, W: 300, H: 90},
		"third":    {X: 100, Y: 580, W: 300, H: 90},
		"frame":    {X: 600, Y: 400, W: 414, H: 164},
		"inner":    {X: 615, Y: 415, W: 50, H: 1000},
		"nested":   {X: 707, Y: 427, W: 102, H: 52},
		"deep":     {X: 708, Y: 428, W: 100, H: 20},
		"far":      {X: 609, Y: 705, W: 70, H: 20},
		"shadow":   {X: 100, Y: 700, W: 200, H: 30},
		"contents": {X: 100, Y: 850, W: 120, H: 20},
		"low":      {X: 0, Y: 2500, W: 10, H: 10},
	}
	for _, scale := range []float64{1, 2} {
		t.Run(fmt.Sprint("scale ", scale), func(t *testing.T) {
			b := withOptions(t, func(o *Options) { o.DeviceScale, o.AllowPrivate = scale, true })
			p := mustRender(t, b, Request{URL: url}).Page
			for id, box := range want {
				if id == "deep" || id == "far" { // their heights are their fonts'
					box.H = byID(t, p, id).Box.H
				}
				if got := byID(t, p, id).Box; !near(got, box) {
					t.Errorf("#%s: got %v, want %v", id, got, box)
				}
			}
			if p.Width != 1280 || p.Height != 3000 || p.Viewport != [2]float64{1280, 900} {
				t.Errorf("the page is %v by %v in %v", p.Width, p.Height, p.Viewport)
			}
			text := visible(p)
			if !strings.Contains(text, "shadow light") || strings.Contains(text, "lost") {
				t.Errorf("the shadow tree is not in its place: %q", text)
			}
			for _, n := range p.Nodes {
				if n.Kind == page.Text && n.Text == "third" && (!byID(t, p, "third").Box.Contains(n.Box.Center()) || n.Hidden) {
					t.Errorf("the text below the inner scroller's edge: %+v", n)
				}
			}
			if up := p.Nodes[byID(t, p, "far").Parent]; up.Tag != "body" || p.Nodes[p.Nodes[up.Parent].Parent].Tag != "iframe" {
				t.Error("the frame's document is not in the frame")
			}
		})
	}
}

func TestRightToLeft(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": html(`<html dir=rtl><body style="margin:0">
		<div id=right style="width:100px">يمين</div>
		<div id=wide style="width:2000px"><span>واسع</span></div>
		<div id=gone style="position:absolute;left:3000px;top:0">هنا</div>`)})
	p := mustRender(t, shared, Request{URL: url}).Page
	if p.Width != 2000 {
		t.Errorf("the page is %v wide", p.Width)
	}
	if got := byID(t, p, "right").Box; got.X != 1900 {
		t.Errorf("the narrow box begins at %v", got.X)
	}
	wide := byID(t, p, "wide")
	if wide.Box.X != 0 || wide.Hidden {
		t.Errorf("what can be scrolled to on the left: %+v", wide)
	}
	if gone := byID(t, p, "gone"); !gone.Hidden {
		t.Errorf("what no scrolling leads to on the right: %+v", gone)
	}
}

// What an inner scroller shows only after scrolling is not hidden, to whichever side it scrolls.
func TestInnerScrollersToTheLeft(t *testing.T) {
	const row = `<div style="display:flex;width:600px;overflow-x:%s" %s><p style="min-width:500px">one</p><p style="min-width:500px">two</p><p style="min-width:500px" id=%s>far</p></div>`
	url := serve(t, map[string]http.HandlerFunc{"/": html(fmt.Sprintf(`<body>`+row+row+row, "auto", "", "ltr", "scroll", "dir=rtl", "rtl", "clip", "dir=rtl", "clipped"))})
	p := mustRender(t, shared, Request{URL: url}).Page
	for id, hidden := range map[string]bool{"ltr": false, "rtl": false, "clipped": true} {
		if n := byID(t, p, id); n.Hidden != hidden {
			t.Errorf("#%s at %v, hidden %v", id, n.Box, n.Hidden)
		}
	}
}

// The body's direction decides where a document scrolls to, or, where lines stand, their order.
func TestDirectionOfScrolling(t *testing.T) {
	const both = `<p id=left style="position:absolute;left:-1000px">left</p><p id=right style="position:absolute;left:3000px">right</p>`
	url := serve(t, map[string]http.HandlerFunc{
		"/root": html(`<html dir=rtl><body>` + both), "/body": html(`<html><body dir=rtl>` + both), "/against": html(`<html dir=rtl><body dir=ltr>` + both),
		"/vertical": html(`<html><body style="writing-mode:vertical-rl">` + both), "/mongolian": html(`<html dir=rtl><body style="writing-mode:vertical-lr">` + both),
	})
	for path, hidden := range map[string]string{"/root": "right", "/body": "right", "/against": "left", "/vertical": "right", "/mongolian": "left"} {
		p := mustRender(t, shared, Request{URL: url + path}).Page
		for _, id := range []string{"left", "right"} {
			if n := byID(t, p, id); n.Hidden != (id == hidden) {
				t.Errorf("%s: #%s at %v, hidden %v", path, id, n.Box, n.Hidden)
			}
		}
	}
}

func TestStyles(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": html(`<p id=a style="float:left;font:italic bold 20px/30px serif;color:rgb(1 2 3 / 50%);background:#fed;white-space:pre;text-align:center">a</p>
		<p id=b>b</p><p id=c>c</p>`)})
	p := mustRender(t, shared, Request{URL: url}).Page
	s := *byID(t, p, "a").Style
	if s.FontFamily != "serif" {
		t.Errorf("font %q", s.FontFamily)
	}
	want := page.Style{Display: "block", Position: "static", Float: "left", Visibility: "visible", OverflowX: "visible", OverflowY: "visible",
		WhiteSpace: "pre", TextAlign: "center", Direction: "ltr", FontFamily: "serif", FontSize: 20, FontWeight: 700, FontStyle: "italic", LineHeight: 30, Opacity: 1,
		Color: page.RGBA{R: 1, G: 2, B: 3, A: 128}, Background: page.RGBA{R: 255, G: 238, B: 221, A: 255}}
	if s != want {
		t.Errorf("got  %+v\nwant %+v", s, want)
	}
	if byID(t, p, "b").Style != byID(t, p, "c").Style {
		t.Error("equal styles are not shared")
	}
}

func TestHidden(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": fixture("hidden.html")})
	p := mustRender(t, shared, Request{URL: url, WaitFor: ""}).Page
	seen := 0
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Kind != page.Text || !hasInk(n.Text) {
			continue
		}
		word := strings.Fields(n.Text)[0]
		if !slices.Contains([]string{"seen", "hidden", "unseen"}, word) {
			t.Errorf("%q says nothing", n.Text)
		}
		switch {
		case word == "seen" && n.Hidden:
			t.Errorf("%q is hidden: %s %v", n.Text, p.Path(i), n.Box)
		case word != "seen" && !n.Hidden:
			t.Errorf("%q is not hidden: %s %v", n.Text, p.Path(i), n.Box)
		case n.Unseen != (word == "unseen"):
			t.Errorf("%q: unseen is %v: %s %v", n.Text, n.Unseen, p.Path(i), n.Box)
		}
		seen++
	}
	if seen < 30 {
		t.Errorf("only %d texts", seen)
	}
}

// What is not shown until it is found or asked for is hidden, also where Chrome has laid it out.
func TestSkippedContent(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": html(`<p>seen</p><section hidden=until-found>text<p>found</p></section>
		<section style="content-visibility:hidden">text<p>shown by a script</p></section>`)})
	if got := visible(mustRender(t, shared, Request{URL: url}).Page); got != "seen" {
		t.Errorf("got %q", got)
	}
}

func TestWhatPagesKeep(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": html(`<script type="application/ld+json">{"a":1}</script>
		<script>var x</script><style>p{}</style><template><p>no</p></template><!-- no --><p>yes</p><a HREF="/x">l</a>
		<video><source src="/v.mp4"><source src="/w.webm">no</video>`)})
	p := mustRender(t, shared, Request{URL: url}).Page
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Tag == "style" || n.Tag == "template" || n.Tag == "script" && n.Attr("type") == "" || strings.Contains(n.Text, "no") {
			t.Errorf("kept: %+v", n)
		}
	}
	i := p.Find(0, "script")
	if i < 0 || i+1 >= p.Nodes[i].End || p.Nodes[i+1].Text != `{"a":1}` {
		t.Error("JSON-LD was not kept")
	}
	if p.Nodes[p.Find(0, "a")].Attr("href") != "/x" {
		t.Error("attributes")
	}
	if got := p.Nodes[p.Find(0, "video")].Attr("src"); got != "/v.mp4" {
		t.Errorf("the video's source is %q", got)
	}
}

package output

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// The fields of JSON output and their order are a contract with others.
func TestJSON(t *testing.T) {
	d := parse(t, `<html lang=en><body><div><p>one & <b>two</b></p><p>three</p></div>`)
	d.Title, d.Author, d.Date, d.Method, d.FinalURL = "T", "A", "2024-05-06", "fused", "https://example.com/c"
	d.Page.Rendered, d.Page.Width, d.Page.Height, d.Page.Viewport = true, 1280, 900.5, [2]float64{1280, 900}
	d.Timings = map[string]time.Duration{"parse": 1500 * time.Microsecond}
	d.Layout = &regions.Layout{Boxes: map[regions.Name]page.Box{regions.Center: {X: 1, Y: 2, W: 3, H: 4}}}
	b := &d.Blocks[0]
	b.Content, b.Score, b.Region, b.Box = true, 0.123456, regions.Center, page.Box{X: 1, Y: 2.5, W: 3, H: 4}
	b.Why = []classify.Effect{{Evidence: "text", Effect: 0.5}}
	d.Blocks[1].Score = math.NaN()
	got, err := JSON(d, DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"url":"https://example.com/a/b.html","final_url":"https://example.com/c","title":"T","author":"A","date":"2024-05-06","lang":"en",` +
		`"text":"one & two","markdown":"one & **two**\n","method":"fused","rendered":true,"status":"ok",` +
		`"page":{"width":1280,"height":900.5,"viewport":[1280,900]},"regions":{"center":[1,2,3,4]},"blocks":[` +
		`{"id":0,"path":"html/body/div/p","text":"one & two","box":[1,2.5,3,4],"region":"center","label":"content","score":0.1235,"why":[{"evidence":"text","effect":0.5}]},` +
		`{"id":1,"path":"html/body/div/p[2]","text":"three","box":null,"region":null,"label":"boilerplate","score":0,"why":[]}],` +
		`"timings_ms":{"parse":1.5},"warnings":[]}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("JSON differs (-want +got):\n%s", diff)
	}
}

func TestJSONOfAPageThatCouldNotBeLoaded(t *testing.T) {
	got, err := JSON(&mullion.Document{URL: "http://x/", Status: mullion.Failed, Warnings: []string{"no such host"}}, DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(got, &v); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"regions", "blocks", "timings_ms", "warnings"} {
		if v[key] == nil {
			t.Errorf("%s is null", key)
		}
	}
}

// Blocks that are dropped leave the rest as it is; who asks for evidence has them all the same.
func TestJSONWithoutBlocks(t *testing.T) {
	d := parse(t, `<p>one</p><p>two</p>`)
	d.Blocks[0].Content = true
	o := DefaultOptions()
	whole, err := JSON(d, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Blocks = "drop"
	got, err := JSON(d, o)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(whole), `"blocks":[`)
	_, tail, _ := strings.Cut(rest, `],"timings_ms"`)
	if want := head + `"blocks":[],"timings_ms"` + tail; string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
	d.Blocks[0].Why = []classify.Effect{{Evidence: "text", Effect: 0.5}}
	if got, err := JSON(d, o); err != nil || !strings.Contains(string(got), `"evidence":"text"`) {
		t.Errorf("with evidence: %s, %v", got, err)
	}
}

func TestPathsAreThoseOfThePage(t *testing.T) {
	d := parse(t, `<div><p>a<p>b<span>c</span></div><div><ul><li>d<li>e<li><p>f</ul></div>`)
	nth := ordinals(d.Page)
	for i := range d.Page.Nodes {
		if d.Page.Nodes[i].Kind == page.Element {
			if got, want := path(d.Page, nth, i), d.Page.Path(i); got != want {
				t.Errorf("path of node %d is %q, page says %q", i, got, want)
			}
		}
	}
}

func TestWrite(t *testing.T) {
	d := allContent(t, `<html lang=en><p>See <a href="/x">this</a>.</p><p><img src="/p.jpg" alt="A picture"></p>`)
	d.Title, d.Date, d.Confidence = `The "title" & <more>`, "2024-05-06", 0.87654321
	for name, tt := range map[string]struct {
		format Format
		set    func(*Options)
		want   string
	}{
		"markdown":      {FormatMarkdown, func(*Options) {}, "See [this](https://example.com/x).\n\n![A picture](https://example.com/p.jpg)\n"},
		"text":          {FormatText, func(*Options) {}, "See this.\n"},
		"without links": {FormatMarkdown, func(o *Options) { o.Links, o.Images = "text", "drop" }, "See this.\n"},
		"title": {FormatHTML, func(o *Options) { o.TitleHeading, o.Images = true, "drop" },
			"<article lang=\"en\">\n<h1>The &#34;title&#34; &amp; &lt;more&gt;</h1>\n<p>See <a href=\"https://example.com/x\">this</a>.</p>\n</article>\n"},
		"front matter": {FormatMarkdown, func(o *Options) { o.FrontMatter, o.Images = true, "drop" },
			"---\ntitle: \"The \\\"title\\\" & <more>\"\ndate: \"2024-05-06\"\nlang: \"en\"\nurl: \"https://example.com/a/b.html\"\nconfidence: 0.8765\n---\n\nSee [this](https://example.com/x).\n"},
	} {
		t.Run(name, func(t *testing.T) {
			o := DefaultOptions()
			tt.set(&o)
			var out bytes.Buffer
			if err := Write(&out, d, tt.format, o); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, out.String()); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
		})
	}
	if err := Write(&bytes.Buffer{}, d, "docx", DefaultOptions()); err == nil || !strings.Contains(err.Error(), "md, text, html, json") {
		t.Errorf("an unknown format gives %v", err)
	}
}

func TestNothingChosen(t *testing.T) {
	d := parse(t, "<p>a</p><img src=/b.jpg>")
	if s := Text(d) + HTML(d, DefaultOptions()) + Markdown(d, DefaultOptions()); s != "" {
		t.Errorf("a document without content has %q", s)
	}
}

package mullion_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/source"
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

// A method that lacks what it needs keeps nothing that it cannot know, and says what is missing.
func TestMethodsThatLackWhatTheyNeed(t *testing.T) {
	p := parsed(t, story(1, told))
	for _, method := range mullion.Methods {
		o := mullion.DefaultOptions()
		o.Method = method
		needs := ""
		switch method {
		case mullion.Fused, mullion.DensitySVM: // nothing but a model
			continue
		case mullion.VLPS, mullion.VLPSAdaptive:
			needs = method + " needs layout: render the page"
		default:
			needs = method + " needs a site profile: learn one with `mullion learn`"
		}
		if d := mullion.Judge(p, nil, o); d.Status != mullion.Empty || !slices.Equal(d.Warnings, []string{needs}) {
			t.Errorf("%s: %s, %q", method, d.Status, d.Warnings)
		}
	}
	o := mullion.DefaultOptions()
	o.Method, o.TemplateSVM.Templates = mullion.TemplateSVM, false
	if d := mullion.Judge(p, nil, o); len(d.Warnings) > 0 || len(d.Blocks) == 0 {
		t.Errorf("with template-svm.templates off it still says %q", d.Warnings)
	}
}

// The method cluster takes the densest block of a page that none of its site's rules is for, and says so.
func TestClusterOfAPageThatFitsNone(t *testing.T) {
	profile, err := site.Open(t.Context(), site.Folder{Dir: learned(t)}, "news.example")
	if err != nil {
		t.Fatal(err)
	}
	o := mullion.DefaultOptions()
	o.Method, o.Known = mullion.Cluster, profile.Site(o.Site)
	other := source.Input{URL: "https://news.example/new", HTML: []byte("<title>New</title><body><table><tr><td><h2>New design</h2><td><section><article><p>" + strings.Repeat("Nothing is as it was before. ", 20) + "</article></section></table>")}
	for _, c := range []struct {
		in  source.Input
		fit site.Fit
	}{{story(20, told), site.Fits}, {other, site.NoCluster}} {
		d := mullion.Judge(parsed(t, c.in), nil, o)
		var want []string
		if c.fit != site.Fits {
			want = []string{c.fit.Advice(), "the page fits no cluster of its site's profile: its own densest block was taken"}
		}
		if d.Fit != c.fit || !slices.Equal(d.Warnings, want) || d.NoContent() {
			t.Errorf("%s: %q, warnings %q, no content %v", c.in.URL, d.Fit, d.Warnings, d.NoContent())
		}
	}
}

// parsed is the page of an input without Chrome.
func parsed(t *testing.T, in source.Input) *page.Page {
	t.Helper()
	p, err := page.Parse(in.HTML, page.ParseOptions{URL: in.URL})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Blocks are marked where they are shown, with what decided about them: the rule, or else the evidence for it.
func TestMarksOfADocument(t *testing.T) {
	block := func(b classify.Block, box page.Box, hidden bool) classify.Block {
		b.Box, b.Hidden = box, hidden
		return b
	}
	at := page.Box{X: 1, Y: 2, W: 30, H: 40}
	why := []classify.Effect{{Evidence: "text", Effect: 0.5}}
	d := &mullion.Document{Blocks: []classify.Block{
		block(classify.Block{Content: true, Score: 0.9, Region: regions.Center, Why: why}, at, false),
		block(classify.Block{Score: 0.9, Rule: classify.RuleApart, Why: why}, at, false),
		block(classify.Block{Score: 0.1}, at, false),
		block(classify.Block{Content: true}, at, true),
		block(classify.Block{Content: true}, page.Box{X: 1, Y: 2}, false),
	}}
	want := []regions.Mark{
		{Box: at, Content: true, Score: 0.9, Region: regions.Center, Why: "text +0.50"},
		{Box: at, Score: 0.9, Why: "rule: apart"},
		{Box: at, Score: 0.1},
	}
	if diff := cmp.Diff(want, d.Marks()); diff != "" {
		t.Errorf("marks differ (-want +got):\n%s", diff)
	}
}

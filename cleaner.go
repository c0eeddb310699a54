package mullion

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/meta"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/source"
)

// Options are the settings of a Cleaner: its own, and those of every step.
type Options struct {
	Method    string           `key:"method" default:"fused" oneof:"fused|vlps|vlps-adaptive|cluster|sst" doc:"how blocks are labelled: fused (all evidence, one SVM), vlps (what the center region of the published fixed thresholds holds), vlps-adaptive (the same by the page's own thresholds), cluster (by the rule of the page's cluster) or sst (by the site's style tree)"`
	Rendering string           `key:"rendering" default:"auto" oneof:"auto|always|never" doc:"whether Chrome renders pages: auto does when there is a Chrome, never reads the HTML as it is"`
	Model     string           `key:"model" default:"builtin" doc:"model file of the fused method, or builtin"`
	Profiles  string           `key:"profiles" default:"" doc:"folder of site profiles, for methods that need them"`
	Render    render.Options   `key:"render"`
	Regions   regions.Options  `key:"regions"`
	Classify  classify.Options `key:"classify"`
	Site      site.Options     `key:"site"`

	// Known is what is known about the site of the page that is judged; nil when nothing is. A Cleaner sets it from
	// the folder of profiles.
	Known *site.Site
}

// DefaultOptions returns the tagged defaults.
func DefaultOptions() Options { return option.Defaults[Options]() }

// The methods.
const (
	Fused        = "fused"
	VLPS         = "vlps"          // paper 002, exactly: regions.mode is fixed whatever the options say
	VLPSAdaptive = "vlps-adaptive" // its open problem solved: thresholds from the page's own layout
	Cluster      = "cluster"       // paper 001
	SST          = "sst"           // paper 004
)

// Methods lists every method, our own first.
var Methods = []string{Fused, VLPS, VLPSAdaptive, Cluster, SST}

// A Cleaner turns inputs into documents. It starts Chrome when the first page needs it, and is safe for
// concurrent use. Close it when done.
type Cleaner struct {
	o        Options
	model    *classify.Model // nil where the method needs none
	profiles profiles

	*chrome // shared with the Cleaners that With made
}

// chrome is a browser that starts with the first page that needs it.
type chrome struct {
	ctx     context.Context
	mu      sync.Mutex
	browser *render.Browser
	lost    error // why there is no browser
}

// New checks the options and reads the model. When ctx ends, Chrome is stopped.
func New(ctx context.Context, o Options) (*Cleaner, error) {
	if err := option.Check(o); err != nil {
		return nil, err
	}
	return newCleaner(o, &chrome{ctx: ctx})
}

// With is a Cleaner with other settings and the same Chrome, which closing either one stops. Options.Render must be
// the same, as Chrome runs with it.
func (c *Cleaner) With(o Options) (*Cleaner, error) {
	if err := option.Check(o); err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(o.Render, c.o.Render) {
		return nil, errors.New("settings of Chrome cannot change while it runs")
	}
	return newCleaner(o, c.chrome)
}

func newCleaner(o Options, b *chrome) (*Cleaner, error) {
	c := &Cleaner{o: o, chrome: b, profiles: profiles{dir: o.Profiles, options: o.Site}}
	if NeedsProfile(o.Method) && o.Profiles == "" {
		return nil, fmt.Errorf("%w: the method %s needs one of the page's site: name the folder with --profiles, and fill it with `mullion learn`", site.ErrNoProfile, o.Method)
	}
	if o.Method == Fused {
		model, err := OpenModel(o.Model)
		if err != nil {
			return nil, err
		}
		c.model = model
	}
	return c, nil
}

// OpenModel reads a model file; "builtin" or "" is the embedded one.
func OpenModel(path string) (*classify.Model, error) {
	if path == "" || path == "builtin" {
		return classify.Builtin()
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("model: %w: train one with mullion train, or use --model builtin", err)
	}
	defer f.Close()
	m, err := classify.ReadModel(f)
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", path, err)
	}
	return m, nil
}

// Close stops Chrome and waits until nothing of it is left.
func (c *Cleaner) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.browser == nil {
		return nil
	}
	b := c.browser
	c.browser = nil
	return b.Close()
}

// A Picture asks for an annotated screenshot.
type Picture struct {
	Format    string // "png" or "jpeg"
	MaxHeight int    // cuts the picture of a tall page, in CSS pixels; 0 is as tall as Chrome can
	Overlay   regions.OverlayOptions
}

// Clean loads the input and labels its blocks. An error says why there is no document; a document whose
// Status is Partial or Empty comes without one.
func (c *Cleaner) Clean(ctx context.Context, in source.Input) (*Document, error) {
	d, _, err := c.Annotate(ctx, in, nil)
	return d, err
}

// Annotate is Clean with a picture of the page, its regions and its labelled blocks drawn over it. Pictures
// need Chrome: with rendering "never", or for a saved page, asking for one is an error. picture may be nil.
func (c *Cleaner) Annotate(ctx context.Context, in source.Input, picture *Picture) (*Document, []byte, error) {
	start := time.Now()
	switch {
	case in.Saved != "":
		if picture != nil {
			return nil, nil, errors.New("a saved page has no picture: give its URL or HTML file to draw one")
		}
		p, err := load(in.Saved)
		if err != nil {
			return nil, nil, err
		}
		d, err := c.judge(p, start)
		return d, nil, err
	case c.o.Rendering == "never":
		if picture != nil {
			return nil, nil, errors.New("a picture needs Chrome: use rendering auto or always")
		}
		return c.static(ctx, in, start)
	}
	browser, err := c.start(c.o.Render)
	if err != nil {
		if c.o.Rendering == "always" || picture != nil || !errors.Is(err, render.ErrNoChrome) {
			return nil, nil, err
		}
		d, _, err := c.static(ctx, in, start)
		if d != nil {
			d.Warnings = append(d.Warnings, "there is no Chrome, so the page was read without rendering; `mullion doctor` tells how to install one")
		}
		return d, nil, err
	}
	return c.rendered(ctx, browser, in, picture, start)
}

// rendered loads the input in Chrome.
func (c *Cleaner) rendered(ctx context.Context, browser *render.Browser, in source.Input, picture *Picture, start time.Time) (*Document, []byte, error) {
	if page.IsBinary(in.HTML) {
		return nil, nil, fmt.Errorf("%s: %w", in, page.ErrBinary)
	}
	req := render.Request{URL: in.URL, HTML: in.HTML, Dir: in.Dir, Name: in.Name}
	var d *Document
	var unknown error // why the page cannot be judged
	if picture != nil {
		req.Screenshot = &render.Screenshot{Format: picture.Format, MaxHeight: picture.MaxHeight, Overlay: func(p *page.Page) string {
			if d, unknown = c.judge(p, start); d == nil || d.Layout == nil {
				return ""
			}
			return regions.Overlay(p, d.Layout, d.Marks(), picture.Overlay)
		}}
	}
	res, err := browser.Render(ctx, req)
	var status *render.StatusError
	if err != nil && !(errors.As(err, &status) && res != nil && res.Page != nil) {
		return nil, nil, fmt.Errorf("%s: %w", in, err)
	}
	if d == nil && unknown == nil {
		d, unknown = c.judge(res.Page, start)
	}
	if unknown != nil {
		return nil, nil, fmt.Errorf("%s: %w", in, unknown)
	}
	for stage, t := range res.Timings {
		d.Timings[stage] = t
	}
	if status != nil {
		return d, res.Screenshot, fmt.Errorf("%s: %w", in, err)
	}
	return d, res.Screenshot, nil
}

// static reads the input without Chrome.
func (c *Cleaner) static(ctx context.Context, in source.Input, start time.Time) (*Document, []byte, error) {
	asked := in.URL
	var failed error // the server's error status; its page is still read
	if in.HTML == nil {
		r := &c.o.Render
		got, err := source.Fetch(ctx, in.URL, source.FetchOptions{
			Timeout: r.Timeout, UserAgent: r.UserAgent, Language: r.Language, Headers: r.Headers, Cookies: r.Cookies,
			Proxy: r.Proxy, AllowPrivate: r.AllowPrivate, AllowHosts: r.AllowHosts, AllowNamed: r.AllowNamed,
		})
		if err != nil && !(errors.Is(err, source.ErrStatus) && got.HTML != nil) {
			return nil, nil, err
		}
		in, failed = got, err
	}
	p, err := page.Parse(in.HTML, page.ParseOptions{URL: in.URL, ContentType: in.ContentType, MaxNodes: page.DefaultMaxNodes})
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", in, err)
	}
	p.URL = asked
	d, err := c.judge(p, start)
	return d, nil, errors.Join(failed, err)
}

func load(path string) (*page.Page, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := page.Load(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// start returns the browser, starting it on first need.
func (c *chrome) start(o render.Options) (*render.Browser, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.browser == nil && c.lost == nil {
		c.browser, c.lost = render.New(c.ctx, o)
	}
	return c.browser, c.lost
}

// judge labels a page that was loaded. It is an error when the method needs a site profile that is not there.
func (c *Cleaner) judge(p *page.Page, start time.Time) (*Document, error) {
	loaded := time.Now()
	o := c.o
	if NeedsProfile(o.Method) {
		known, err := c.profiles.of(p)
		if err != nil {
			return nil, err
		}
		o.Known = known
	}
	d := Judge(p, c.model, o)
	d.Timings["total"] = time.Since(start)
	d.Timings["label"] = time.Since(loaded)
	return d, nil
}

// Judge labels the blocks of a page: a pure function of the page, the model and the options. model may be nil
// for methods that need none.
func Judge(p *page.Page, model *classify.Model, o Options) *Document {
	return judge(p, model, o, func(m *classify.Model, p *page.Page, l *regions.Layout, o classify.Options) []classify.Block {
		return m.Label(classify.NewView(p, l), o)
	})
}

// Explain is Judge with the evidence that decided for every block; it takes about ten times as long.
func Explain(p *page.Page, model *classify.Model, o Options) *Document {
	return judge(p, model, o, func(m *classify.Model, p *page.Page, l *regions.Layout, o classify.Options) []classify.Block {
		return m.Explain(classify.NewView(p, l), o)
	})
}

// A labeller labels by the fused method.
type labeller func(*classify.Model, *page.Page, *regions.Layout, classify.Options) []classify.Block

func judge(p *page.Page, model *classify.Model, o Options, label labeller) *Document {
	switch o.Method {
	case VLPS:
		o.Regions.Mode = "fixed"
	case VLPSAdaptive:
		o.Regions.Mode = "adaptive"
	}
	m := meta.Of(p)
	d := &Document{
		URL: p.URL, FinalURL: p.FinalURL, Title: m.Title, Author: m.Author, Date: m.Date, Lang: m.Lang,
		Method: o.Method, Status: OK, Page: p, Layout: regions.Split(p, o.Regions),
		Timings: map[string]time.Duration{}, Warnings: append([]string(nil), p.Warnings...),
	}
	switch {
	case o.Method == Fused:
		d.Blocks = label(model, p, d.Layout, o.Classify)
	case NeedsProfile(o.Method) && o.Known == nil:
		d.Blocks = classify.Center(p, nil)
		d.Warnings = append(d.Warnings, o.Method+" needs a site profile: learn one with `mullion learn`")
	case o.Method == Cluster:
		var x site.Extraction
		d.Blocks, x = classify.Cluster(p, o.Known, d.Layout)
		if !x.ByRule {
			d.Warnings = append(d.Warnings, "the page fits no cluster of its site's profile: its own densest block was taken")
		}
	case o.Method == SST:
		d.Blocks = classify.StyleTree(p, o.Known, d.Layout)
	default:
		d.Blocks = classify.Center(p, d.Layout)
		if d.Layout == nil {
			d.Warnings = append(d.Warnings, o.Method+" needs layout: render the page")
		}
	}
	switch {
	case d.empty():
		d.Status = Empty
	case p.Partial:
		d.Status = Partial
	}
	return d
}

// empty reports whether no block of the document is main content.
func (d *Document) empty() bool {
	for i := range d.Blocks {
		if d.Blocks[i].Content && strings.TrimSpace(d.Blocks[i].Text) != "" {
			return false
		}
	}
	return true
}

// Marks are the document's blocks as the overlay draws them.
func (d *Document) Marks() []regions.Mark {
	var marks []regions.Mark
	for i := range d.Blocks {
		if b := &d.Blocks[i]; !b.Hidden && !b.Box.Empty() {
			marks = append(marks, regions.Mark{Box: b.Box, Content: b.Content, Score: b.Score, Region: b.Region})
		}
	}
	return marks
}

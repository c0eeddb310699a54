package mullion

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"sync"
	"time"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/classify/density"
	"github.com/mullionhq/mullion/classify/shares"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/source"
)

// Options are the settings of a Cleaner: its own, and those of every step.
type Options struct {
	Method    string           `key:"method" default:"fused" oneof:"fused|vlps|vlps-adaptive|template-svm|cluster|density-svm|sst|learned" doc:"how blocks are labelled: fused (all evidence, SVMs and boosted trees in stages), vlps (what the center region of the published fixed thresholds holds), vlps-adaptive (the same by the page's own thresholds), template-svm (the site's templates, then an SVM on shares of the page), cluster (by the rule of the page's cluster), density-svm (two SVMs on text densities), sst (by the site's style tree) or learned (by the rule of the page's cluster, without templates: fast, for pages that fit)"`
	Rendering string           `key:"rendering" default:"auto" oneof:"auto|always|never" doc:"whether Chrome renders pages: auto does when there is a Chrome and no site profile that the page fits, never reads the HTML as it is"`
	Model     string           `key:"model" default:"builtin" doc:"model file of the method, or builtin; fused, template-svm and density-svm have one"`
	Profiles  string           `key:"profiles" default:"" doc:"site profiles: a folder, or a bucket such as s3://name/prefix or gs://name; some methods need them, and render auto reads pages that fit without Chrome"`
	Record    bool             `key:"record_fits" default:"false" doc:"count, beside the profiles, how pages fit them, for mullion profile check"`
	Render    render.Options   `key:"render"`
	Regions   regions.Options  `key:"regions"`
	Classify  classify.Options `key:"classify"`
	Site      site.Options     `key:"site"`

	TemplateSVM shares.Options  `key:"template_svm"`
	DensitySVM  density.Options `key:"density_svm"`

	// Why asks for the evidence for every label; it takes up to ten times as long.
	Why bool
	// Machines are those of template-svm and density-svm; what is nil is bundled. A Cleaner sets them by the options.
	Machines Machines

	// Store holds the profiles; nil opens the folder Profiles. The Cleaner closes it.
	Store site.Store

	// Known is what is known about the site of the page that is judged; nil when nothing is. A Cleaner sets it from
	// the profiles.
	Known *site.Site
}

// DefaultOptions returns the tagged defaults.
func DefaultOptions() Options { return option.Defaults[Options]() }

// The methods.
const (
	Fused        = "fused"
	VLPS         = "vlps"          // paper 002, exactly: regions.mode is fixed whatever the options say
	VLPSAdaptive = "vlps-adaptive" // its open problem solved: thresholds from the page's own layout
	TemplateSVM  = shares.Method   // paper 000
	Cluster      = "cluster"       // paper 001
	DensitySVM   = density.Method  // paper 003
	SST          = "sst"           // paper 004
	Learned      = "learned"       // rule and templates of a site's profile: what a page that fits it needs, at the cost of parsing
)

// Methods lists every method, our own first.
var Methods = []string{Fused, VLPS, VLPSAdaptive, TemplateSVM, Cluster, DensitySVM, SST, Learned}

// A Cleaner turns inputs into documents. It starts Chrome when the first page needs it, and is safe for
// concurrent use. Close it when done.
type Cleaner struct {
	o        Options
	model    *classify.Model // nil where the method needs none
	taught   *classify.Model // in place of the one that Options.Model names; nil for none
	profiles *profiles

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
	store, err := openProfiles(&o)
	if err != nil {
		return nil, err
	}
	c := &Cleaner{o: o, chrome: &chrome{ctx: ctx}, profiles: &profiles{store: store, options: o.Site, record: o.Record}}
	return c, c.prepare()
}

// With is a Cleaner with other settings, and with the same Chrome and profiles, which closing either one stops.
// Options.Render and Options.Profiles must be the same, as Chrome and the store were opened with them.
func (c *Cleaner) With(o Options) (*Cleaner, error) {
	if err := option.Check(o); err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(o.Render, c.o.Render) || o.Profiles != c.o.Profiles {
		return nil, errors.New("settings of Chrome and the place of profiles cannot change while they are in use")
	}
	other := &Cleaner{o: o, taught: c.taught, chrome: c.chrome, profiles: c.profiles}
	if !reflect.DeepEqual(o.Site, c.o.Site) {
		other.profiles = &profiles{store: c.profiles.store, options: o.Site}
	}
	if o.Model != c.o.Model {
		other.taught = nil
	}
	if o.Method == c.o.Method && o.Model == c.o.Model {
		other.model = c.model
	}
	return other, other.prepare()
}

// Taught is a Cleaner that takes this model for the fused method, in place of the one that Options.Model names, and has
// all else in common.
func (c *Cleaner) Taught(m *classify.Model) *Cleaner {
	other := *c
	other.taught, other.model = m, nil
	if c.o.Method == Fused {
		other.model = m
	}
	return &other
}

// Model is what the fused method labels by; nil for other methods.
func (c *Cleaner) Model() *classify.Model { return c.model }

// prepare opens what the method needs.
func (c *Cleaner) prepare() (err error) {
	if c.profiles.store == nil && c.o.NeedsProfile() {
		return fmt.Errorf("%w: the method %s needs one of the page's site: name the folder with --profiles, and fill it with `mullion learn`", site.ErrNoProfile, c.o.Method)
	}
	if c.o.Machines, err = OpenMachines(c.o); err != nil {
		return err
	}
	if c.o.Method == Fused && c.model == nil {
		if c.model = c.taught; c.model == nil {
			c.model, err = OpenModel(c.o.Model)
		}
	}
	return err
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

// Close stops Chrome and waits until nothing of it is left, and writes how pages fitted their profiles.
func (c *Cleaner) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	counted := c.profiles.close()
	if c.browser == nil {
		return counted
	}
	b := c.browser
	c.browser = nil
	return errors.Join(counted, b.Close())
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

// ErrPicture says that a picture was asked for where nothing renders.
var ErrPicture = errors.New("a picture needs Chrome: use rendering auto or always")

// Annotate is Clean with a picture of the page, its regions and its labelled blocks drawn over it. Pictures
// need Chrome: with rendering "never", or for a saved page, asking for one is an error. picture may be nil.
func (c *Cleaner) Annotate(ctx context.Context, in source.Input, picture *Picture) (*Document, []byte, error) {
	d, image, err := c.annotate(ctx, in, picture, time.Now())
	if d != nil && err == nil {
		if err := c.profiles.count(ctx, d.Page, d.Fit); err != nil {
			d.Warnings = append(d.Warnings, err.Error())
		}
	}
	return d, image, err
}

func (c *Cleaner) annotate(ctx context.Context, in source.Input, picture *Picture, start time.Time) (*Document, []byte, error) {
	switch {
	case in.IsSaved():
		if picture != nil {
			return nil, nil, errors.New("a saved page has no picture: give its URL or HTML file to draw one")
		}
		p, err := load(in)
		if err != nil {
			return nil, nil, err
		}
		d, err := c.judge(ctx, p, start)
		return d, nil, err
	case c.o.Rendering == "never":
		if picture != nil {
			return nil, nil, ErrPicture
		}
		return c.static(ctx, in, start)
	}
	reason := "" // why the page is rendered
	if c.o.Rendering == "auto" && picture == nil && c.profiles.store != nil {
		d, why, err := c.byProfile(ctx, &in, start)
		if d != nil || err != nil {
			return d, nil, err
		}
		reason = why
	}
	browser, err := c.start(c.o.Render)
	if err != nil {
		if c.o.Rendering == "always" || c.o.Render.Chrome != "" || picture != nil || !errors.Is(err, render.ErrNoChrome) {
			return nil, nil, err
		}
		d, _, err := c.static(ctx, in, start)
		if d != nil {
			d.Warnings = append(d.Warnings, "there is no Chrome, so the page was read without rendering; `mullion doctor` tells how to install one")
		}
		return d, nil, err
	}
	d, image, err := c.rendered(ctx, browser, in, picture, start)
	if err == nil && d.NoContent() && in.HTML != nil && picture == nil && c.o.Rendering == "auto" {
		// scripts of a page that is not at its address may well leave nothing of it
		if plain, _, err := c.static(ctx, in, start); err == nil && plain.Status == OK {
			plain.Warnings = append(plain.Warnings, "its scripts left no main content, so the page was read without rendering")
			return plain, nil, nil
		}
	}
	if d != nil && reason != "" {
		d.Warnings = append(d.Warnings, "rendered, because without its scripts "+reason)
	}
	return d, image, err
}

// byProfile reads the input without Chrome, and judges the page if it fits the profile of its site. Otherwise there
// is no document; why tells where the page departs from a profile that is there.
func (c *Cleaner) byProfile(ctx context.Context, in *source.Input, start time.Time) (d *Document, why string, err error) {
	p, failed := c.parse(ctx, in)
	if failed != nil {
		return nil, "", nil // Chrome may do better, and says what is wrong
	}
	known, err := c.profiles.of(ctx, p)
	switch {
	case isUnknown(err), err != nil && !c.o.NeedsProfile():
		return nil, "", nil // what is wrong with a profile that may be spared is told when the page is judged
	case err != nil:
		return nil, "", err
	}
	fit := known.Fit(p)
	if fit == site.Fits {
		d, err = c.judge(ctx, p, start)
		return d, "", err
	}
	return nil, fit.Advice(), nil // what it is worth is counted when it is rendered
}

// rendered loads the input in Chrome.
func (c *Cleaner) rendered(ctx context.Context, browser *render.Browser, in source.Input, picture *Picture, start time.Time) (*Document, []byte, error) {
	if err := page.CheckText(in.HTML, in.ContentType); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", in, err)
	}
	req := render.Request{URL: in.URL, HTML: in.HTML, ContentType: in.ContentType, Dir: in.Dir, Name: in.Name}
	var d *Document
	var unknown error // why the page cannot be judged
	if picture != nil {
		req.Screenshot = &render.Screenshot{Format: picture.Format, MaxHeight: picture.MaxHeight, Overlay: func(p *page.Page) string {
			if d, unknown = c.judge(ctx, p, start); d == nil || d.Layout == nil {
				return ""
			}
			return regions.Overlay(p, d.Layout, d.Marks(), picture.Overlay)
		}}
	}
	res, err := browser.Render(ctx, req)
	var status *render.StatusError
	if err != nil && !(errors.As(err, &status) && res != nil && res.Page != nil) {
		return nil, nil, err
	}
	if d == nil && unknown == nil {
		d, unknown = c.judge(ctx, res.Page, start)
	}
	if unknown != nil {
		return nil, nil, fmt.Errorf("%s: %w", in, unknown)
	}
	for stage, t := range res.Timings {
		d.Timings[stage] = t
	}
	if status != nil {
		return d, res.Screenshot, err
	}
	return d, res.Screenshot, nil
}

// static judges the input without Chrome.
func (c *Cleaner) static(ctx context.Context, in source.Input, start time.Time) (*Document, []byte, error) {
	p, failed := c.parse(ctx, &in)
	if p == nil {
		return nil, nil, failed
	}
	d, err := c.judge(ctx, p, start)
	return d, nil, errors.Join(failed, err)
}

// parse reads the input without Chrome. With a server's error status there is a page all the same.
func (c *Cleaner) parse(ctx context.Context, in *source.Input) (*page.Page, error) {
	got := *in
	var failed error
	if in.HTML == nil {
		r := &c.o.Render
		var err error
		got, err = source.Fetch(ctx, in.URL, source.FetchOptions{
			Timeout: r.Timeout, UserAgent: r.UserAgent, Language: r.Language, Headers: r.Headers, Cookies: r.Cookies,
			Proxy: r.Proxy, AllowPrivate: r.AllowPrivate, AllowHosts: r.AllowHosts, AllowNamed: r.AllowNamed,
		})
		if err != nil && !(errors.Is(err, source.ErrStatus) && got.HTML != nil) {
			return nil, err
		}
		failed = err
	}
	p, err := page.Parse(got.HTML, page.ParseOptions{URL: got.URL, ContentType: got.ContentType, MaxNodes: page.DefaultMaxNodes})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", *in, errors.Join(failed, err))
	}
	p.URL = page.WithoutUser(in.URL)
	return p, failed
}

// load reads a saved page.
func load(in source.Input) (*page.Page, error) {
	var r io.Reader = bytes.NewReader(in.SavedPage)
	if in.Saved != "" {
		f, err := os.Open(in.Saved)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r = f
	}
	p, err := page.Load(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in, err)
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
func (c *Cleaner) judge(ctx context.Context, p *page.Page, start time.Time) (*Document, error) {
	return c.judged(ctx, p, start, func(m *classify.Model, o Options) *Document { return Judge(p, m, o) })
}

// judged is judge, with another function for the pages that need not be explained.
func (c *Cleaner) judged(ctx context.Context, p *page.Page, start time.Time, label func(*classify.Model, Options) *Document) (*Document, error) {
	loaded := time.Now()
	o := c.o
	var unknown error
	if c.profiles.store != nil {
		if o.Known, unknown = c.profiles.of(ctx, p); unknown != nil && o.NeedsProfile() {
			return nil, unknown
		}
	}
	if o.Why {
		label = func(m *classify.Model, o Options) *Document { return Explain(p, m, o) }
	}
	d := label(c.model, o)
	if unknown != nil && !isUnknown(unknown) {
		d.Warnings = append(d.Warnings, unknown.Error())
	}
	d.Timings["total"] = time.Since(start)
	d.Timings["label"] = time.Since(loaded)
	return d, nil
}

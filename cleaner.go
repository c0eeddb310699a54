package mullion

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"time"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/reach"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/source"
)

// A Cleaner turns inputs into documents. It starts Chrome when the first page needs it, and is safe for
// concurrent use. Close it when done.
type Cleaner struct {
	o        Options
	model    *classify.Model // nil where the method needs none
	taught   *classify.Model // in place of the one that Options.Model names; nil for none
	profiles *profiles

	*chrome // shared with the Cleaners that With made
}

// chrome is a browser that starts with the first page that needs it, and what else pages are loaded with.
type chrome struct {
	ctx     context.Context
	mu      sync.Mutex
	browser *render.Browser
	lost    error // why there is no browser

	unreached *reach.Lost // by pages that are loaded without Chrome; a browser has its own
	turns     reach.Turns // the same
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
	c := &Cleaner{o: o, chrome: &chrome{ctx: ctx, unreached: reach.NewLost()}, profiles: &profiles{store: store, options: o.Site, record: o.Record}}
	if err := c.prepare(); err != nil {
		return nil, err
	}
	return c, nil
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
	if err := other.prepare(); err != nil {
		return nil, err
	}
	return other, nil
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

// errClosed is why there is no browser after Close.
var errClosed = errors.New("the Cleaner was closed")

// Close stops Chrome and waits until nothing of it is left, and writes how pages fitted their profiles. Pages that need
// Chrome are an error then.
func (c *Cleaner) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	counted := c.profiles.close()
	b := c.browser
	c.browser, c.lost = nil, errClosed // who is late starts no Chrome that nobody stops
	if b == nil {
		return counted
	}
	return errors.Join(counted, b.Close())
}

// A Picture asks for an annotated screenshot.
type Picture struct {
	Format    string // "png" or "jpeg"
	MaxHeight int    // cuts the picture of a tall page, in CSS pixels; 0 is as tall as Chrome can
	Overlay   regions.OverlayOptions
}

// Clean loads the input and labels its blocks. An error says why there is no document; a document whose
// Status is Partial or Empty comes without one. The page that a server sent with an error status comes with an error that
// is reach.ErrStatus. What is no page is page.ErrNotHTML or page.ErrEmpty. Packages render and source, where it was read without
// Chrome, have the other errors; when ctx ends, the error is its own. With Render.Pause a server that asks to come again soon
// (reach.StatusError.Soon) is asked once more.
func (c *Cleaner) Clean(ctx context.Context, in source.Input) (*Document, error) {
	d, _, err := c.Annotate(ctx, in, nil)
	return d, err
}

// ErrPicture says that a picture was asked for where nothing renders.
var ErrPicture = errors.New("a picture needs Chrome: use rendering auto or always")

// Annotate is Clean with a picture of the page, its regions and its labelled blocks drawn over it. Pictures
// need Chrome: with RenderNever, or for a saved page, asking for one is an error. picture may be nil.
func (c *Cleaner) Annotate(ctx context.Context, in source.Input, picture *Picture) (*Document, []byte, error) {
	d, image, err := c.annotate(ctx, in, picture, time.Now())
	if status := (*reach.StatusError)(nil); c.o.Render.Pause > 0 && errors.As(err, &status) && status.Soon() {
		d, image, err = c.annotate(ctx, in, picture, time.Now()) // which waits as long as the server asked
	}
	if d != nil && err == nil {
		if err := c.profiles.count(ctx, d.Page, d.Fit); err != nil {
			d.Warnings = append(d.Warnings, err.Error())
		}
	}
	return d, image, err
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

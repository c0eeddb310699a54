package mullion

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"time"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/reach"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/source"
)

// annotate is Annotate without the counting of fits. It chooses how the input is loaded: as it was saved, without Chrome
// by the settings or by the profile of its site, or rendered. start is when the work began.
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
	case c.o.Rendering == RenderNever:
		if picture != nil {
			return nil, nil, ErrPicture
		}
		return c.static(ctx, in, start)
	}
	reason := "" // why the page is rendered
	if c.o.Rendering == RenderAuto && picture == nil && c.profiles.store != nil {
		d, why, err := c.byProfile(ctx, &in, start)
		if d != nil || err != nil {
			return d, nil, err
		}
		reason = why
	}
	browser, err := c.start(c.o.Render)
	if err != nil {
		if c.o.Rendering == RenderAlways || c.o.Render.Chrome != "" || picture != nil || !errors.Is(err, render.ErrNoChrome) {
			return nil, nil, err
		}
		d, _, err := c.static(ctx, in, start)
		if d != nil {
			d.Warnings = append(d.Warnings, "there is no Chrome, so the page was read without rendering; `mullion doctor` tells how to install one")
		}
		return d, nil, err
	}
	d, res, err := c.rendered(ctx, browser, in, picture, start)
	if in.HTML != nil && picture == nil && c.o.Rendering == RenderAuto && ctx.Err() == nil {
		if why := misleads(d, res, err); why != "" {
			if plain := c.instead(ctx, in, d, why, start); plain != nil {
				return plain, nil, nil
			}
		}
	}
	if d == nil {
		return nil, nil, err
	}
	if reason != "" {
		d.Warnings = append(d.Warnings, "rendered, because without its scripts "+reason)
	}
	return d, res.Screenshot, err
}

// misleads tells why what Chrome made of HTML that was given is not what its readers see; "" where nothing speaks against
// it. Away from its address a page's scripts may well lead nowhere or leave nothing of it, and where no stylesheet comes,
// boxes and what is hidden are another page's.
func misleads(d *Document, res *render.Result, err error) string {
	switch {
	case errors.Is(err, page.ErrNotHTML), errors.Is(err, page.ErrEmpty), errors.Is(err, render.ErrNavigation), errors.Is(err, render.ErrTimeout), errors.Is(err, render.ErrCrashed):
		return err.Error()
	case err != nil:
		return ""
	case d.NoContent():
		return "its scripts left no main content"
	case res.Unstyled:
		return "none of its stylesheets came"
	}
	return ""
}

// mostScripted is the part of what a page shows that its scripts may have written where its HTML is read in its place. A
// guess.
const mostScripted = 0.5

// instead reads HTML that was given without Chrome. It is nil where what was rendered, if anything was, is to be kept all the
// same: where the HTML has no main content, or the page's scripts wrote more than mostScripted of what it shows.
func (c *Cleaner) instead(ctx context.Context, in source.Input, d *Document, why string, start time.Time) *Document {
	plain, _, err := c.static(ctx, in, start)
	if err != nil || plain.Status != OK {
		return nil
	}
	if d != nil && !d.NoContent() && float64(plain.shown()) < (1-mostScripted)*float64(d.shown()) {
		return nil
	}
	plain.Warnings = append(plain.Warnings, why+", so the page was read without rendering")
	return plain
}

// shown is how many bytes of text the page shows.
func (d *Document) shown() int {
	n := 0
	for i := range d.Blocks {
		if b := &d.Blocks[i]; !b.Hidden {
			n += len(b.Text)
		}
	}
	return n
}

// byProfile reads the input without Chrome, and judges the page if it fits the profile of its site. Otherwise, or where
// that finds nothing, there is no document; why tells where the page departs from a profile that is there.
func (c *Cleaner) byProfile(ctx context.Context, in *source.Input, start time.Time) (d *Document, why string, err error) {
	p, failed := c.parse(ctx, in)
	if failed != nil || p.Partial {
		return nil, "", nil // Chrome may do better, and says what is wrong
	}
	known, err := c.profiles.of(ctx, p)
	switch {
	case isUnknown(err), err != nil && !c.o.NeedsProfile():
		return nil, "", nil // what is wrong with a profile that may be spared is told when the page is judged
	case err != nil:
		return nil, "", err
	}
	if fit := known.Fit(p); fit != site.Fits {
		return nil, fit.Advice(), nil // what it is worth is counted when it is rendered
	}
	d, err = c.judge(ctx, p, start)
	if err == nil && d.NoContent() {
		return nil, "the page has no main content", nil // the profile may know its frame alone
	}
	return d, "", err
}

// rendered loads the input in Chrome. A document comes with the result that it was made of.
func (c *Cleaner) rendered(ctx context.Context, browser *render.Browser, in source.Input, picture *Picture, start time.Time) (*Document, *render.Result, error) {
	if err := page.CheckText(in.HTML, in.ContentType); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", in, err)
	}
	req := render.Request{URL: in.URL, HTML: in.HTML, ContentType: in.ContentType, Dir: in.Dir, Name: in.Name, Replay: in.Replay}
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
	var status *reach.StatusError
	if err != nil && !(errors.As(err, &status) && res != nil && res.Page != nil) {
		return nil, nil, err
	}
	if d == nil && unknown == nil {
		d, unknown = c.judge(ctx, res.Page, start)
	}
	if unknown != nil {
		return nil, nil, fmt.Errorf("%s: %w", in, unknown)
	}
	maps.Copy(d.Timings, res.Timings)
	return d, res, err // of the status alone
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

// parse reads the input without Chrome. With a server's error status there is a page all the same, and one that broke off is
// Partial, as it is with Chrome.
func (c *Cleaner) parse(ctx context.Context, in *source.Input) (*page.Page, error) {
	got := *in
	var failed error
	var cut *source.CutError
	if in.HTML == nil {
		r := &c.o.Render
		var err error
		got, err = source.Fetch(ctx, in.URL, source.FetchOptions{
			Timeout: r.Timeout, UserAgent: r.UserAgent, Language: r.Language, Headers: r.Headers, Cookies: r.Cookies,
			Proxy: r.Proxy, AllowPrivate: r.AllowPrivate, AllowHosts: r.AllowHosts, AllowNamed: r.AllowNamed, Pause: r.Pause, Lost: c.unreached, Turns: &c.turns,
		})
		if err != nil && got.HTML == nil {
			return nil, err
		}
		errors.As(err, &cut)
		if errors.Is(err, reach.ErrStatus) {
			failed = err
		}
	}
	p, err := page.Parse(got.HTML, page.ParseOptions{URL: got.URL, ContentType: got.ContentType, MaxNodes: c.o.Render.MaxNodes})
	if errors.Is(err, page.ErrTooBig) {
		err = render.TooManyNodes(c.o.Render.MaxNodes)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", *in, cmp.Or(failed, err))
	}
	p.URL = page.WithoutUser(in.URL)
	if cut != nil {
		p.Partial = true
		p.Warnings = append(p.Warnings, fmt.Sprintf("%v: only what had come by then was kept", cut))
	}
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

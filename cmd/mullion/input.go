package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/reach"
	"github.com/mullionhq/mullion/source"
)

// A pageRequest is the page that a verb works on.
type pageRequest struct {
	input        string
	base         string // --url
	picture      string // the file of an annotated picture; "" for none
	height       int    // --picture-height
	acceptStatus bool
}

// name is the page's name in messages.
func (r *pageRequest) name() string { return page.WithoutUser(r.input) }

// addPageFlags gives the command the flags that say which page and how to load it.
func addPageFlags(cmd *cobra.Command, a *app, r *pageRequest) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&r.base, "url", "", "`address` of the page where INPUT does not say it; relative links start from it")
	flags.IntVar(&r.height, "picture-height", 0, "cut the picture of a tall page after this many `pixels`; 0 draws as much as Chrome can")
	flags.BoolVar(&r.acceptStatus, "accept-status", false, "take pages of error status too, such as 404")
	addLoadFlags(cmd, a)
	cmd.Args = oneInput
}

// check reports what is wrong with the request before anything is loaded.
func (r *pageRequest) check(c *config.Config) error {
	if r.base != "" && !source.IsAddress(r.base) {
		return usagef("--url: %q is not an http or https URL", r.base)
	}
	if r.height < 0 {
		return usagef("--picture-height: %d is below 0", r.height)
	}
	if r.picture == "" {
		if r.height > 0 {
			return usagef("--picture-height is for a picture: name its file too")
		}
		return nil
	}
	if _, err := pictureFormat(r.picture); err != nil {
		return err
	}
	switch {
	case strings.HasSuffix(r.input, source.SavedSuffix):
		return usagef("a saved page has no picture: give its URL or HTML file to draw one")
	case c.Rendering == mullion.RenderNever:
		return usagef("a picture needs Chrome: use --render auto or always")
	}
	return checkFolder(r.picture)
}

// pictureFormat tells a picture's format by the name of its file.
func pictureFormat(file string) (string, error) {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".png":
		return "png", nil
	case ".jpg", ".jpeg":
		return "jpeg", nil
	}
	return "", usagef("%s: pictures are .png or .jpg", file)
}

// document loads the page, labels its blocks and draws the picture if one is wanted. Chrome is gone when it returns.
// With a pageError there is a document all the same when the server answered with an error page.
func (a *app) document(ctx context.Context, c *config.Config, r *pageRequest) (*mullion.Document, []byte, error) {
	if err := r.check(c); err != nil {
		return nil, nil, err
	}
	in, err := source.Open(r.input, r.base, a.in)
	if err != nil {
		return nil, nil, pageError{err}
	}
	cleaner, err := newCleaner(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	d, picture, err := a.annotate(ctx, cleaner, in, c, r)
	if closed := cleaner.Close(); closed != nil {
		a.log.Warn("closing", "error", closed)
	}
	if err == nil && picture != nil {
		d.Warnings = append(d.Warnings, cuts(picture, d.Page, r.height, c.Render.DeviceScale)...)
	}
	if d != nil {
		a.log.Debug("labelled", "page", r.name(), "blocks", len(d.Blocks), "status", string(d.Status), "time", d.Timings["total"])
		for _, w := range d.Warnings {
			a.log.Warn(w, "page", r.name())
		}
	}
	return d, picture, err
}

// cuts warns where a picture ends before the page on the right or below, or before the height in CSS pixels that was asked
// for (0 for none).
func cuts(picture []byte, p *page.Page, asked int, scale float64) (warnings []string) {
	size, _, err := image.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		return []string{fmt.Sprintf("the picture cannot be read: %v", err)}
	}
	wanted := p.Height
	if asked > 0 {
		wanted = min(wanted, float64(asked))
	}
	if high := float64(size.Height); wanted*scale-high >= 1 {
		warnings = append(warnings, fmt.Sprintf("the picture ends at %.0f of the page's %.0f pixels: Chrome draws no more", high/scale, p.Height))
	}
	if wide := float64(size.Width); p.Width*scale-wide >= 1 {
		warnings = append(warnings, fmt.Sprintf("the picture ends at %.0f of the page's %.0f pixels to the right: Chrome draws no more", wide/scale, p.Width))
	}
	return warnings
}

// newCleaner makes a cleaner; what is wrong with its settings is wrong usage.
func newCleaner(ctx context.Context, c *config.Config) (*mullion.Cleaner, error) {
	options := c.Options
	if options.Profiles != "" {
		store, err := openStore(ctx, options.Profiles)
		if err != nil {
			return nil, err
		}
		options.Store = store
	}
	cleaner, err := mullion.New(ctx, options)
	if err != nil && c.Model != mullion.BuiltinModel {
		return nil, usageError{err}
	}
	return cleaner, err
}

func (a *app) annotate(ctx context.Context, cleaner *mullion.Cleaner, in source.Input, c *config.Config, r *pageRequest) (*mullion.Document, []byte, error) {
	var picture *mullion.Picture
	if r.picture != "" {
		format, err := pictureFormat(r.picture)
		if err != nil {
			return nil, nil, err
		}
		picture = &mullion.Picture{Format: format, MaxHeight: r.height, Overlay: c.Overlay}
	}
	a.log.Debug("loading", "page", r.name())
	d, image, err := cleaner.Annotate(ctx, in, picture)
	isErrorPage := d != nil && errors.Is(err, reach.ErrStatus)
	switch {
	case err == nil:
		return d, image, nil
	case isErrorPage && r.acceptStatus:
		d.Warnings = append(d.Warnings, err.Error())
		d.Page.Warnings = append(d.Page.Warnings, err.Error()) // a saved page tells it again
		return d, image, nil
	case isErrorPage:
		return d, image, pageError{fmt.Errorf("%w: %s", err, wayAround(err, c.Render.Pause))}
	}
	return d, image, pageError{err}
}

// wayAround tells what can be done about an error status.
func wayAround(err error, pause time.Duration) string {
	if status := (*reach.StatusError)(nil); pause == 0 && errors.As(err, &status) && status.Soon() {
		return "--set render.pause=1s waits so long, and asks once more"
	}
	return "--accept-status takes the page that it sent"
}

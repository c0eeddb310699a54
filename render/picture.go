package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"

	"github.com/mullionhq/mullion/page"
)

// defaultQuality of JPEGs: text stays readable. A guess.
const defaultQuality = 85

// maxSurface is the tallest and the widest picture, in physical pixels: as much as Chrome's surfaces hold.
const maxSurface = 16384

// picture draws the overlay over the page and takes its picture. The window keeps its size, so that the page
// stays as it was read.
func (l *load) picture(ctx context.Context) error {
	shot, p := l.req.Screenshot, l.res.Page
	if shot.Overlay != nil {
		if svg := shot.Overlay(p); svg != "" {
			quoted, err := json.Marshal(svg)
			if err != nil {
				return fmt.Errorf("drawing the overlay: %w", err)
			}
			if err := l.evaluate(ctx, fmt.Sprintf("(%s)(%s, %g, %g)", overlayJS, quoted, p.Width, p.Height), nil); err != nil {
				return fmt.Errorf("drawing the overlay: %w", err)
			}
		}
	}
	if err := l.evaluate(ctx, stillJS, nil); err != nil {
		return fmt.Errorf("keeping the page still: %w", err)
	}
	l.catchUp(ctx)
	clip := shot.clip(p, maxSurface/l.s.opt.DeviceScale)
	beyond := clip.Width > p.Viewport[0] || clip.Height > p.Viewport[1] // what the window holds Chrome may miss then, where lines stand
	params := cdppage.CaptureScreenshotParams{
		Format: cdppage.CaptureScreenshotFormatPng, CaptureBeyondViewport: &beyond, OptimizeForSpeed: new(true), Clip: clip,
	}
	if shot.Format == "jpeg" || shot.Format == "jpg" {
		quality := int64(shot.Quality)
		if quality == 0 {
			quality = defaultQuality
		}
		params.Format, params.Quality = cdppage.CaptureScreenshotFormatJpeg, &quality
	}
	if shot.Tile > 0 {
		return l.tiles(ctx, params, float64(shot.Tile), l.capture)
	}
	data, err := l.capture(ctx, params)
	if err != nil {
		return fmt.Errorf("taking the picture: %w", err)
	}
	l.res.Screenshot = data
	return nil
}

// clip is what of the page is drawn: as much as a surface holds, which is limit CSS pixels wide and high, and no more of
// its height than is asked for.
func (s *Screenshot) clip(p *page.Page, limit float64) *cdppage.Viewport {
	height := min(max(p.Height, p.Viewport[1]), limit)
	if s.MaxHeight > 0 {
		height = min(height, float64(s.MaxHeight))
	}
	return &cdppage.Viewport{Width: min(max(p.Width, 1), limit), Height: height, Scale: 1}
}

// tiles takes the picture in pieces of the height. Those that are there at the deadline are kept.
func (l *load) tiles(ctx context.Context, params cdppage.CaptureScreenshotParams, height float64, capture func(context.Context, cdppage.CaptureScreenshotParams) ([]byte, error)) error {
	whole := max(l.res.Page.Height, l.res.Page.Viewport[1])
	for y := 0.0; y < whole && len(l.res.Tiles) < MaxTiles; y += height {
		clip := *params.Clip
		clip.Y, clip.Height = y, min(height, whole-y)
		params.Clip = &clip
		data, err := capture(ctx, params)
		switch {
		case err != nil && y > 0 && errors.Is(ctx.Err(), context.DeadlineExceeded):
			l.res.Page.Warnings = append(l.res.Page.Warnings, fmt.Sprintf("the picture ends after %.0f of %.0f pixels, at the deadline of %s (render.timeout)", y, whole, l.s.opt.Timeout))
			return nil
		case err != nil:
			return fmt.Errorf("taking the picture from %g pixels on: %w", y, err)
		}
		l.res.Tiles = append(l.res.Tiles, data)
	}
	return nil
}

// clockJS is the time of the page, in milliseconds since 1970; 0 where the page has put something else in its place.
const clockJS = "Number(globalThis.performance?.timeOrigin + globalThis.performance?.now?.()) || 0"

// maxCatches bounds how often a page gets time: what is left of an earlier grant may end the next one.
const maxCatches = 3

// catchUp lets as much time pass as a page is behind the real one, such as one that was loading to its deadline: Chrome
// draws no frame of it before, see draw.
func (l *load) catchUp(ctx context.Context) {
	for range maxCatches {
		var clock float64
		if err := l.evaluate(ctx, clockJS, &clock); err != nil || clock == 0 {
			return
		}
		behind := l.s.now().Sub(time.UnixMilli(int64(clock)))
		if behind <= 0 || l.grantTime(ctx, hurried, behind+frameTime) != nil {
			return
		}
		select {
		case <-l.expired:
		case <-time.After(pictureWait):
			return
		case <-ctx.Done():
			return
		}
	}
}

// pictureWait is how long a picture may take before time passes for it. It takes a tenth of a second or two.
const pictureWait = 2 * time.Second

// pictureTime is the virtual time that it then gets.
const pictureTime = 5 * time.Second

// unfreeze lets time pass when a picture is not taken soon: Chrome draws no frame of a page whose time is behind the real one,
// see draw, and that stands still while pictures are taken. done ends it.
func (l *load) unfreeze(ctx context.Context) (done func()) {
	ended := make(chan struct{})
	late := time.AfterFunc(pictureWait, func() {
		defer close(ended)
		cdp.Call(ctx, l.t, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{
			Policy: emulation.VirtualTimePolicyAdvance, Budget: new(float64(pictureTime) / float64(time.Millisecond)),
		})
	})
	return func() {
		if !late.Stop() {
			<-ended
		}
	}
}

func (l *load) capture(ctx context.Context, params cdppage.CaptureScreenshotParams) ([]byte, error) {
	defer l.unfreeze(ctx)()
	if l.t.pipe == nil {
		r, err := cdp.Call(ctx, l.t, cdppage.CaptureScreenshot, params)
		return r.Data, err
	}
	b, err := l.parcel(ctx, cdppage.CommandCaptureScreenshot, params)
	if err != nil {
		return nil, err
	}
	c := &cursor{b: b}
	var data []byte
	for c.open(cborMap); c.more(); {
		if key, _ := c.raw(); string(key) == "data" {
			data = c.binary()
		} else {
			c.skip()
		}
	}
	if c.bad {
		return nil, errCBOR
	}
	return data, nil
}

// Package render turns URLs and HTML into pages with boxes, styles and pictures, by a supervised Chrome.
// It knows Chrome, the network it may reach, and when a page is ready; it knows nothing of regions or content.
//
// The way of a page: a slot (one Chrome process with one tab, started on demand and recycled) is taken; the
// request's cookies, headers and answers are set; the tab goes to the URL under virtual time, so that timers
// fire at once and nothing waits for the wall clock; when the time budget is used up the whole document is
// read by one DOMSnapshot.captureSnapshot and decoded into a page.Page; then a picture is taken if asked for.
// One hard deadline covers all of it, and what is there at the deadline is kept.
package render

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/reach"
)

// A Browser renders pages, several at a time. It is safe for concurrent use. Each of its slots is one Chrome
// process with one tab, so that a poisoned page harms no other; a Chrome that died is replaced by the next page.
type Browser struct {
	opt   Options
	slots chan *slot // those that are free
	turns reach.Turns

	life context.Context
	stop context.CancelFunc

	closing sync.Once
	failed  error // of closing
}

// New checks the options, finds Chrome and clears up after programs of ours that were killed; Chrome itself starts with
// the first page. When ctx ends, every Chrome is killed and its folder removed; Close waits for that.
func New(ctx context.Context, opt Options) (*Browser, error) {
	if err := opt.Check(); err != nil {
		return nil, fmt.Errorf("render options: %w", err)
	}
	b := &Browser{opt: opt, slots: make(chan *slot, opt.Tabs)}
	var chrome Chrome // stays the zero one where a remote one runs
	if opt.Remote == "" {
		var err error
		if chrome, err = FindChrome(opt.Chrome); err != nil {
			return nil, err
		}
		sweep()
	}
	b.life, b.stop = context.WithCancel(ctx)
	lost := reach.NewLost()
	for range opt.Tabs {
		s := &slot{opt: &b.opt, chrome: chrome, lost: lost, now: time.Now, life: b.life}
		s.unwatch = context.AfterFunc(b.life, s.kill)
		b.slots <- s
	}
	return b, nil
}

// Render loads one page. It waits for the turn of its host and for a free slot; Options.Timeout begins after that.
//
// A page that answered with an error status is returned together with a *reach.StatusError, so that the caller may
// use or refuse it; where what was sent is no page, the error comes alone. A page that was cut off at the deadline with
// something on it has Partial set and no error. Every other error comes without a page, and wraps a sentinel of those beside
// ErrTimeout.
func (b *Browser) Render(ctx context.Context, req Request) (*Result, error) {
	if req.HTML == nil && req.Replay == nil {
		if err := b.turns.Wait(ctx, req.URL, b.opt.Pause); err != nil {
			return nil, fmt.Errorf("waiting to render %s: %w", req.name(), err)
		}
	}
	var s *slot
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting for a free tab: %w", ctx.Err())
	case <-b.life.Done():
		return nil, fmt.Errorf("the browser was closed: %w", b.life.Err())
	case s = <-b.slots:
	}
	defer func() { b.slots <- s }()
	res, err := s.render(ctx, &req)
	if status := (*reach.StatusError)(nil); errors.As(err, &status) {
		b.turns.Hold(req.URL, status.RetryAfter)
	}
	if err != nil {
		err = fmt.Errorf("rendering %s: %w", req.name(), err)
	}
	return res, err
}

// Close kills every Chrome, waits until the processes are gone and their folders removed, and reports what
// could not be removed. Pages that are being rendered fail.
func (b *Browser) Close() error {
	b.closing.Do(func() {
		b.stop() // kills every Chrome, which ends what is under way
		var errs []error
		for range b.opt.Tabs {
			errs = append(errs, (<-b.slots).close())
		}
		b.failed = errors.Join(errs...)
	})
	return b.failed
}

// DefaultOptions are the tagged defaults.
func DefaultOptions() Options { return option.Defaults[Options]() }

package render

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
)

// maxStarvation is how many tasks may run before virtual time moves on although there are more.
const maxStarvation = 10000

// waitForStep is the virtual time between two looks for the selector that is waited for.
const waitForStep = 500 * time.Millisecond

// scrollTime is the virtual time that what was scrolled to gets to load.
const scrollTime = time.Second

// grantTime gives the page's timers a budget of virtual time. It passes at once, but stands still while
// requests are pending; its end is an event.
func (l *load) grantTime(ctx context.Context, budget time.Duration) error {
	select {
	case <-l.expired: // of an earlier grant
	default:
	}
	_, err := cdp.Call(ctx, l.t, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{
		Policy: emulation.VirtualTimePolicyPauseIfNetworkFetchesPending,
		Budget: new(float64(budget) / float64(time.Millisecond)), MaxVirtualTimeTaskStarvationCount: maxStarvation,
	})
	return err
}

// stopTime lets no time pass.
func (l *load) stopTime(ctx context.Context) error {
	_, err := cdp.Call(ctx, l.t, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{Policy: emulation.VirtualTimePolicyPause})
	return err
}

// settle waits until the page is ready: its time is used up, the selector matches, and what loads when
// scrolled to is loaded. It stops waiting at the soft deadline.
func (l *load) settle() error {
	soon, cancel := context.WithTimeout(l.soft, l.s.opt.Quiet) // a page that computes from its first byte does not answer
	defer cancel()
	if err := l.grantTime(soon, l.s.opt.Settle); err != nil {
		return err
	}
	if err := l.await(); err != nil {
		return err
	}
	if selector := l.selector(); selector != "" {
		if err := l.waitFor(selector); err != nil {
			return err
		}
	}
	return l.scroll()
}

// await waits until the virtual time is used up, something failed, the network fell silent or the soft
// deadline came.
func (l *load) await() error {
	tick := time.NewTicker(max(l.s.opt.Quiet/10, time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-l.expired:
			return nil
		case <-l.failed:
			return l.failedWith()
		case <-l.t.ctx.Done():
			return ErrCrashed
		case <-tick.C:
			l.mu.Lock()
			silent, open := time.Since(l.lastHeard), len(l.open)
			l.mu.Unlock()
			switch {
			case silent <= l.s.opt.Quiet:
			case open > 0:
				l.warn("%d requests were not answered for %s", open, l.s.opt.Quiet)
				return nil
			default:
				l.warn("the page was still computing after %s", l.s.opt.Quiet)
				return nil
			}
		case <-l.soft.Done():
			if l.s.life.Err() != nil {
				return l.s.life.Err()
			}
			l.mu.Lock()
			l.partial = true
			l.mu.Unlock()
			return nil
		}
	}
}

func (l *load) selector() string {
	if l.req.WaitFor != "" {
		return l.req.WaitFor
	}
	return l.s.opt.WaitFor
}

// waitFor lets time pass until the selector matches.
func (l *load) waitFor(selector string) error {
	for {
		var found bool
		if err := l.evaluate(l.soft, "!!document.querySelector("+strconv.Quote(selector)+")", &found); err != nil {
			if l.soft.Err() != nil {
				return fmt.Errorf("%w: %s", ErrWaitFor, selector)
			}
			return fmt.Errorf("waiting for %s: %w", selector, err)
		}
		if found {
			return nil
		}
		if l.soft.Err() != nil {
			return fmt.Errorf("%w: %s", ErrWaitFor, selector)
		}
		if err := l.grantTime(l.soft, waitForStep); err != nil {
			return err
		}
		if err := l.await(); err != nil {
			return err
		}
	}
}

// scroll shows the whole page at once for a moment, which starts what loads when it comes into view, without
// the side effects of moving. The window is put back before anything is read.
func (l *load) scroll() error {
	o := l.s.opt
	if o.Scroll == "never" || l.soft.Err() != nil {
		return nil
	}
	var seen struct {
		Height float64 `json:"height"`
		Watch  bool    `json:"watch"`
	}
	if err := l.evaluate(l.soft, watchJS, &seen); err != nil {
		return nil // a page that does not answer is stopped later
	}
	height := min(int(seen.Height), o.ScrollHeight)
	if o.Scroll == "auto" && !seen.Watch || height <= o.ViewportHeight {
		return nil
	}
	if err := l.t.resize(l.soft, o, height); err != nil {
		return err
	}
	if err := l.grantTime(l.soft, scrollTime); err != nil {
		return err
	}
	if err := l.await(); err != nil {
		return err
	}
	if err := l.t.resize(l.soft, o, o.ViewportHeight); err != nil {
		return err
	}
	if err := l.grantTime(l.soft, scrollTime); err != nil {
		return err
	}
	return l.await()
}

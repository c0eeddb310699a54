package render

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
)

// maxStarvation is how many tasks may run before virtual time moves on although there are more.
const maxStarvation = 10000

// waitForStep is the virtual time between two looks for the selector that is waited for.
const waitForStep = 500 * time.Millisecond

// frameTime is the virtual time that what waited for a frame gets.
const frameTime = time.Second

// frameWait is how long two frames may take. They take 33 ms where Chrome draws at all; on a machine that was out of
// breath they took more than half a second, once more than two, and what loads when it comes into view was missing.
const frameWait = 5 * time.Second

// maxDraws bounds the rounds of frames for pages that ask for frames without end, such as games.
const maxDraws = 5

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

// settle waits until the page is ready: its time is used up, frames were drawn, the selector matches, and what
// loads when scrolled to is loaded. It stops waiting at the soft deadline.
func (l *load) settle() error {
	if err := l.pass(l.s.opt.Settle); err != nil {
		return err
	}
	if err := l.draw(frameTime); err != nil {
		return err
	}
	if selector := l.selector(); selector != "" {
		if err := l.waitFor(selector); err != nil {
			return err
		}
	}
	return l.scroll()
}

// pass lets virtual time pass.
func (l *load) pass(budget time.Duration) error {
	soon, cancel := context.WithTimeout(l.soft, l.s.opt.Quiet) // a page that computes from its first byte does not answer
	defer cancel()
	if err := l.grantTime(soon, budget); err != nil {
		return err
	}
	return l.await()
}

// draw has frames drawn, which virtual time does not do, and lets time pass for what waited for them. A page
// that asks for more frames gets some: what moves by script is then at its end.
func (l *load) draw(budget time.Duration) error {
	for range maxDraws {
		if l.soft.Err() != nil {
			return nil
		}
		soon, cancel := context.WithTimeout(l.soft, frameWait)
		var asked int
		err := l.evaluate(soon, framesJS, &asked)
		late := soon.Err() != nil
		cancel()
		if err != nil && !late {
			budget = l.s.opt.Settle // the page went elsewhere meanwhile: another one is loading
		}
		if err := l.pass(budget); err != nil {
			return err
		}
		if asked == 0 {
			return nil
		}
	}
	return nil
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
			silent, open, parsed := time.Since(l.lastHeard), slices.Collect(maps.Values(l.open)), l.parsed
			l.mu.Unlock()
			switch {
			case !parsed && silent > l.patience() && len(open) > 0 && l.s.guard.giveUp(open):
				l.unanswered(len(open), l.patience())
				l.touch() // the page goes on without them
			case silent <= l.s.opt.Quiet:
			case len(open) > 0:
				l.unanswered(len(open), l.s.opt.Quiet)
				_, err := cdp.Call(l.soft, l.t, cdppage.StopLoading, cdp.Empty{})
				return err
			default:
				l.warn("the page was still computing after %s", l.s.opt.Quiet)
				return nil
			}
		case <-l.soft.Done():
			if l.s.life.Err() != nil {
				return l.s.life.Err()
			}
			l.late()
			return nil
		}
	}
}

// parserShare is the part of a page's time for which its parser may wait in silence: after it there is time to go on. A
// guess.
const parserShare = 1.0 / 3

// patience is how long requests may be silent that the parser may wait for. Stopping the page would end the parser too, so
// such requests are made to fail.
func (l *load) patience() time.Duration {
	return min(l.s.opt.Quiet, time.Duration(parserShare*float64(l.s.opt.Timeout)))
}

func (l *load) unanswered(requests int, after time.Duration) {
	l.warn("%s not answered for %s", count(requests, "request was", "requests were"), after)
}

// count writes a number with what it counts.
func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
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
			if errors.Is(err, errScript) && strings.Contains(err.Error(), "is not a valid selector") {
				return fmt.Errorf("%w: %s", ErrSelector, selector)
			}
			return fmt.Errorf("waiting for %s: %w", selector, err)
		}
		if found {
			return nil
		}
		if l.soft.Err() != nil {
			return fmt.Errorf("%w: %s", ErrWaitFor, selector)
		}
		if err := l.pass(waitForStep); err != nil && l.soft.Err() == nil {
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
		Lazy   int     `json:"lazy"`
		Watch  bool    `json:"watch"`
	}
	if err := l.evaluate(l.soft, watchJS, &seen); err != nil {
		return nil // a page that does not answer is stopped later
	}
	if seen.Lazy > 0 {
		if err := l.pass(scrollTime); err != nil {
			return err
		}
	}
	height := min(int(seen.Height), o.ScrollHeight)
	if o.Scroll == "auto" && !seen.Watch || height <= o.ViewportHeight {
		return nil
	}
	if err := l.t.resize(l.soft, o, height); err != nil {
		return err
	}
	if err := l.draw(scrollTime); err != nil {
		return err
	}
	if err := l.t.resize(l.soft, o, o.ViewportHeight); err != nil {
		return err
	}
	return l.draw(scrollTime)
}

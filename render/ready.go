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
// breath once more than two seconds.
const frameWait = 5 * time.Second

// maxDraws bounds the rounds of frames for pages that ask for frames without end, such as games.
const maxDraws = 5

// scrollTime is the virtual time that what was scrolled to gets to load.
const scrollTime = time.Second

// The ways in which virtual time passes: it stands still while requests are pending, or it does not.
const (
	waiting = emulation.VirtualTimePolicyPauseIfNetworkFetchesPending
	hurried = emulation.VirtualTimePolicyAdvance
)

// grantTime gives the page's timers a budget of virtual time. It passes at once, but for what it waits for; its end is an
// event.
func (l *load) grantTime(ctx context.Context, how emulation.VirtualTimePolicy, budget time.Duration) error {
	select {
	case <-l.expired: // of an earlier grant
	default:
	}
	_, err := cdp.Call(ctx, l.t, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{
		Policy: how,
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
	if err := l.grantTime(soon, waiting, budget); err != nil {
		return err
	}
	return l.await(budget)
}

// draw has frames drawn, which virtual time does not do, and lets time pass for what waited for them. A page whose requests
// took longer than the time it was given is behind the real time, and gets as much first: Chrome draws none before. One that
// asks for more frames gets some: what moves by script is then at its end.
func (l *load) draw(budget time.Duration) error {
	for range maxDraws {
		if l.soft.Err() != nil {
			return nil
		}
		soon, cancel := context.WithTimeout(l.soft, frameWait)
		l.workers.Go(func() { // nothing is drawn of a page that failed
			select {
			case <-l.failed:
				cancel()
			case <-soon.Done():
			}
		})
		var drawn struct {
			Asked   int
			Waiting int
			Behind  float64 // in milliseconds
		}
		err := l.evaluate(soon, fmt.Sprintf("%s(%d)", strings.TrimSpace(framesJS), l.s.now().Add(frameTime).UnixMilli()), &drawn)
		late := soon.Err() != nil
		cancel()
		if failure := l.failedWith(); failure != nil {
			return failure
		}
		if err != nil && !late {
			budget = l.s.opt.Settle // the page went elsewhere meanwhile: another one is loading
		}
		waited := drawn.Waiting > 0 && l.heed()
		behind := time.Duration(drawn.Behind * float64(time.Millisecond))
		if err := l.pass(max(budget, behind)); err != nil {
			return err
		}
		if drawn.Asked == 0 && !waited && behind == 0 {
			return nil
		}
	}
	return nil
}

// databaseStep is how long the page's database is left to answer between two looks, in real time and in the page's. A guess.
const databaseStep = 5 * time.Millisecond

// heed lets time pass as real time does while the page waits for its database, which answers in real time: at most endlessWait
// of a page in all. It reports whether any of that was left.
func (l *load) heed() bool {
	step := time.NewTicker(databaseStep)
	defer step.Stop()
	begun := time.Now()
	left := endlessWait - l.heeded
	for waiting := 1; waiting > 0 && time.Since(begun) < left; {
		select {
		case <-step.C:
		case <-l.soft.Done():
			return false
		}
		if l.pass(databaseStep) != nil || l.evaluate(l.soft, databaseJS, &waiting) != nil {
			return false // a page that does not answer is stopped later
		}
	}
	l.heeded += time.Since(begun)
	return left > 0
}

// databaseJS is how many answers the page waits for from its database, see prepare.js.
const databaseJS = `globalThis["mullion.database"]?.waiting ?? 0`

// endlessWait is the real time in silence after which requests without an end hold up the page's time no longer: what an
// event stream or a socket tells at first has come by then. A guess.
const endlessWait = 500 * time.Millisecond

// maxHurries bounds how often a page's time is hurried on at one wait, since it may ask for more each time.
const maxHurries = 3

// await waits until the budget of virtual time is used up, something failed or the soft deadline came. What holds it up is
// not waited for in vain: requests that are not answered are stopped, and those that never end are passed over.
func (l *load) await(budget time.Duration) error {
	interval := max(min(l.s.opt.Quiet, endlessWait)/10, time.Millisecond)
	tick := time.NewTicker(interval)
	defer tick.Stop()
	hurries := 0
	wait := min(endlessWait, l.s.opt.Quiet)
	var listening time.Time // since when; zero where sockets and bodies are not listened to
	hurry := func() error {
		hurries++
		l.touch()
		return l.grantTime(l.soft, hurried, budget)
	}
	for {
		select {
		case <-l.expired:
			if !listening.IsZero() {
				continue
			}
			if l.listen() {
				listening = time.Now()
				continue
			}
			if hurries == 0 || hurries == maxHurries || len(l.pending()) == 0 {
				return nil
			}
			if err := l.grantTime(l.soft, waiting, budget); err != nil { // for what was asked for in the hurry
				return err
			}
		case <-l.failed:
			return l.failedWith()
		case <-l.t.ctx.Done():
			return ErrCrashed
		case <-tick.C:
			open := l.pending()
			l.mu.Lock()
			silent, endless, parsed, coming := time.Since(l.lastHeard), len(l.endless) > 0, l.parsed, len(l.bodies) > 0
			l.mu.Unlock()
			switch {
			case !listening.IsZero():
				step := interval // connections are made while time passes, as long as it does for others
				listened := time.Since(listening)
				if !l.talking() || listened > wait && (silent > wait || !coming) || listened > l.s.opt.Quiet {
					listening, step = time.Time{}, max(budget, l.s.opt.Settle) // for what was told
				}
				if err := l.grantTime(l.soft, waiting, step); err != nil {
					return err
				}
			case len(open) == 0 && endless && parsed && silent > wait:
				if err := hurry(); err != nil {
					return err
				}
			case !parsed && silent > l.patience() && len(open) > 0 && l.s.guard.giveUp(open):
				l.unanswered(open, l.patience())
				l.touch() // the page goes on without them
			case silent <= l.s.opt.Quiet:
			case len(open) > 0:
				l.unanswered(open, l.s.opt.Quiet)
				l.passOver()
				if _, err := cdp.Call(l.soft, l.t, cdppage.StopLoading, cdp.Empty{}); err != nil {
					return err
				}
				if err := hurry(); err != nil {
					return err
				}
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

// listen reports whether the page hears of something whose first messages are still to be waited for, and has them waited for
// once: they hold up no time.
func (l *load) listen() bool {
	if l.listened || !l.talking() {
		return false
	}
	l.listened = true
	return true
}

// talking reports whether sockets are open, or bodies of responses are still coming.
func (l *load) talking() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.sockets) > 0 || len(l.bodies) > 0
}

// pending are the addresses of the requests under way that are waited for.
func (l *load) pending() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Collect(maps.Values(l.open))
}

// parserShare is the part of a page's time for which its parser may wait in silence: after it there is time to go on. A
// guess.
const parserShare = 1.0 / 3

// patience is how long requests may be silent that the parser may wait for. Stopping the page would end the parser too, so
// such requests are made to fail.
func (l *load) patience() time.Duration {
	return min(l.s.opt.Quiet, time.Duration(parserShare*float64(l.s.opt.Timeout)))
}

// unanswered tells of requests that were waited for in vain, and has none to the same addresses waited for again.
func (l *load) unanswered(open []string, after time.Duration) {
	l.warn("%s not answered for %s", count(len(open), "request was", "requests were"), after)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, address := range open {
		l.unheeded[withoutQuery(address)] = true
	}
}

// passOver has no request waited for that is under way.
func (l *load) passOver() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id := range l.open {
		l.endless[id] = true
	}
	clear(l.open)
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
			l.matched = true
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

// scroll shows the whole page for a moment, which starts what loads or fades in when it comes into view: at once where it can,
// without the side effects of moving. The window is put back before anything is read.
func (l *load) scroll() error {
	o := l.s.opt
	if o.Scroll == "never" || l.soft.Err() != nil {
		return nil
	}
	var seen struct {
		Height float64 `json:"height"`
		Lazy   int     `json:"lazy"`
		Lists  int     `json:"lists"`
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
	height := int(seen.Height)
	if o.Scroll == "auto" && !seen.Watch || height <= o.ViewportHeight && seen.Lists == 0 {
		return nil
	}
	window := min(windowShare*height, o.ScrollHeight)
	shown, err := l.showIn(window)
	if err != nil {
		return err
	}
	left, err := l.putBack()
	if err != nil || float64(left) >= (1-lostShare)*float64(shown) {
		return err
	}
	if _, err := l.showIn(window); err != nil {
		return err
	}
	l.evaluate(l.soft, muteJS, nil)
	_, err = l.putBack()
	return err
}

// lostShare is the share of a page's text that may be gone when its window is put back. Where more is, as in lists of which only
// what is in view is there, the page does not hear of it. A guess.
const lostShare = 0.02

// muteJS has the page hear no more of its window and of what is in it, see prepare.js.
const muteJS = `Object.defineProperty(globalThis, "mullion.still", { value: true, configurable: true })`

// showIn shows all of the page in a window of the height, and tells how much text is there.
func (l *load) showIn(window int) (written int, err error) {
	if err := l.t.resize(l.soft, l.s.opt, window); err != nil {
		return 0, err
	}
	l.lists(l.s.opt.ScrollHeight)
	if err := l.show(window); err != nil {
		return 0, err
	}
	return l.lists(l.s.opt.ScrollHeight), nil
}

// putBack gives the window its height again, and tells how much text is there then.
func (l *load) putBack() (written int, err error) {
	l.lists(0)
	if err := l.t.resize(l.soft, l.s.opt, l.s.opt.ViewportHeight); err != nil {
		return 0, err
	}
	if err := l.draw(scrollTime); err != nil {
		return 0, err
	}
	return l.lists(0), nil
}

// lists has lists that scroll by themselves show as much as the pixels hold, see lists.js, and tells how much text is there.
func (l *load) lists(most int) (written int) {
	l.evaluate(l.soft, fmt.Sprintf("%s(%d)", strings.TrimSpace(listsJS), most), &written) // 0 where the page does not answer
	return written
}

// windowShare is how high the window is that shows a page, in heights of the page: much waits until it is in the upper half of
// the window.
const windowShare = 2

// maxWindows bounds how many windows of a page are shown: one that measures itself in windows grows with them.
const maxWindows = 8

// show brings all of the page into view, one window after the other.
func (l *load) show(window int) error {
	for top, end := 0, window; top < min(end, maxWindows*window); top += window {
		var height float64
		if l.evaluate(l.soft, scrollTo(top), &height) == nil && top == 0 { // a page that does not answer is stopped later
			end = int(height) // before anything is loaded, of which there may be no end
		}
		if err := l.draw(scrollTime); err != nil {
			return err
		}
		l.evaluate(l.soft, seenJS, nil)
	}
	l.evaluate(l.soft, scrollTo(0), nil)
	return nil
}

func scrollTo(top int) string { return fmt.Sprintf("%s(%d)", strings.TrimSpace(scrolledJS), top) }

package render

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/reach"
)

// reserveShare is the part of Options.Timeout that is kept for reading what is there when loading is given up.
const reserveShare = 0.25

// maxReserve bounds that part.
const maxReserve = 4 * time.Second

// A load is one page on its way.
type load struct {
	s    *slot
	t    *tab
	req  *Request
	soft context.Context // until when the page may load
	res  *Result

	source  *source // what intercepted requests are answered with
	workers sync.WaitGroup

	frame   cdp.FrameID   // the main one
	heeded  time.Duration // how long its database was waited for
	matched bool          // whether the selector that was waited for did
	unasked bool          // whether the page was asked for again without the question for a login

	mu          sync.Mutex
	document    network.RequestID
	posted      bool   // whether a document was asked for by a form that was posted
	asked       string // address of the document that was asked for last, after redirects
	status      int
	retryAfter  time.Duration // as the server asked with it
	begun       bool          // whether something of the document has arrived
	reason      string        // why the document failed to load, in Chrome's words
	unreachable string        // address that Chrome shows its error page for
	shown       string        // address of the main frame's document
	ways        int           // how often the page would have left the HTML that was given
	parsed      bool          // whether the main frame's document was parsed to its end
	bytes       int
	open        map[network.RequestID]string // URLs of requests under way
	endless     map[network.RequestID]bool   // requests under way that are not waited for
	sockets     map[network.RequestID]bool   // connections that are open for messages, WebSockets
	bodies      map[network.RequestID]bool   // responses that scripts read while they come
	listened    bool                         // whether what sockets and bodies tell at first was waited for
	sheets      map[network.RequestID]bool   // stylesheets that were asked for, and whether they came
	unheeded    map[string]bool              // addresses without their queries that were waited for in vain
	lastHeard   time.Time
	warnings    []string
	partial     bool
	decoding    bool                  // the page was asked for again to be decoded by us
	dialogs     int                   // of its scripts since it answered
	allDialogs  int                   // since it was asked for
	stopping    bool                  // a script is being stopped for its dialogs
	stopped     bool                  // a script of the page had to be stopped
	downloads   []string              // addresses of those that were begun
	documents   []string              // addresses of all documents that were asked for, those of frames and of redirects, too
	loaders     map[cdp.LoaderID]bool // of the documents that the tab shows
	former      map[cdp.LoaderID]bool // of those of the page before, which go on until this one is shown
	failure     error                 // the first thing that made the load end
	failed      chan struct{}         // closed with failure
	expired     chan struct{}         // gets a value when the virtual time is used up
}

// render loads one page into the slot's tab.
func (s *slot) render(ctx context.Context, req *Request) (*Result, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, s.opt.Timeout, ErrTimeout)
	defer cancel()
	reserve := min(maxReserve, time.Duration(reserveShare*float64(s.opt.Timeout)))
	soft, cancelSoft := context.WithTimeout(ctx, s.opt.Timeout-reserve)
	defer cancelSoft()
	l := &load{
		s: s, req: req, soft: soft, res: &Result{Timings: map[string]time.Duration{}},
		open: map[network.RequestID]string{}, endless: map[network.RequestID]bool{}, unheeded: map[string]bool{},
		sheets: map[network.RequestID]bool{}, bodies: map[network.RequestID]bool{}, sockets: map[network.RequestID]bool{},
		expired: make(chan struct{}, 1), failed: make(chan struct{}),
	}
	var err error
	if l.source, err = newSource(req, s.opt); err != nil {
		return nil, err
	}
	at := time.Now()
	if l.t, err = s.ready(soft, !l.lean()); err != nil {
		return nil, l.explain(ctx, err)
	}
	l.res.Timings["start"] = since(&at)
	err = l.run(ctx)
	l.t.listen(nil)
	l.t.loaders = l.loaders
	cancelSoft()
	l.workers.Wait()
	if err != nil {
		err = l.explain(ctx, err)
		if errors.Is(err, ErrTimeout) || errors.Is(err, ErrCrashed) || errors.Is(err, ErrTooLarge) || l.crowds() || ctx.Err() != nil || s.tab.ctx.Err() != nil {
			s.discard() // the tab is in no known state
		}
		return nil, err
	}
	l.leave(ctx)
	return l.res, l.statusOr(nil)
}

// statusOr is the server's error status as an error, or what else is wrong where it answered with none.
func (l *load) statusOr(otherwise error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.status >= http.StatusBadRequest {
		return &reach.StatusError{Code: l.status, RetryAfter: l.retryAfter}
	}
	return otherwise
}

// run takes the page from its address to its result.
func (l *load) run(ctx context.Context) error {
	at := time.Now()
	l.frame = cdp.FrameID(l.t.TargetID)
	l.former, l.loaders = l.t.loaders, maps.Clone(l.t.loaders)
	l.t.listen(l.hear)
	if err := l.wake(); err != nil {
		return err
	}
	if err := l.setUp(); err != nil {
		return err
	}
	if err := l.navigate(); err != nil {
		return err
	}
	if err := l.settle(); err != nil {
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return err
		}
		if selector := l.selector(); selector != "" && !l.matched {
			return fmt.Errorf("%w: %s", ErrWaitFor, selector)
		}
		l.late() // the page does not answer; read will stop what keeps it from answering
	}
	if err := l.returnToGiven(ctx); err != nil {
		return err
	}
	l.res.Timings["load"] = since(&at)
	if err := l.read(ctx); err != nil {
		return err
	}
	if l.res.Page.Garbled() {
		if err := l.decoded(ctx); err != nil {
			return err
		}
	}
	l.res.Timings["read"] = since(&at)
	if l.req.Screenshot != nil {
		if err := l.picture(ctx); err != nil {
			return err
		}
		l.res.Timings["picture"] = since(&at)
	}
	return nil
}

// lean reports whether pictures, fonts and media are left out.
func (l *load) lean() bool { return l.s.opt.BlockMedia && l.req.Screenshot == nil }

// restTime is how long a tab may rest between two pages until its clock, which stands still meanwhile, is set. A guess.
const restTime = 5 * time.Second

// maxAhead is how far the clock of a tab may run ahead: every page adds the time that it was given, about six seconds, and what
// a server says to be good for five minutes would be out of date. The way back costs as much as a small page. A guess.
const maxAhead = 4 * time.Minute

// wake sets the clock of a tab that ran too far ahead, by another process of Chrome's, which begins with the real time; and of
// one that rested, on an empty page: on the next one all timers of that time would fire.
func (l *load) wake() error {
	rested := l.s.now().Sub(l.t.left)
	if l.t.ahead-rested > maxAhead {
		_, err := cdp.Call(l.soft, l.t, cdppage.Navigate, cdppage.NavigateParams{URL: "data:text/html,"})
		return err
	}
	if rested < restTime {
		return nil
	}
	if _, err := cdp.Call(l.soft, l.t, cdppage.Navigate, cdppage.NavigateParams{URL: "about:blank"}); err != nil {
		return err
	}
	return l.draw(frameTime)
}

// setUp sets what holds for this page alone.
func (l *load) setUp() error {
	t := l.t
	if block := l.lean(); block != t.blocking {
		if err := t.Call(l.soft, network.CommandSetBlockedURLs, blocked(block), nil); err != nil {
			return err
		}
		t.blocking = block
	}
	if t.height != l.s.opt.ViewportHeight { // the last page failed while all of it was shown, see scroll
		if err := t.resize(l.soft, l.s.opt, l.s.opt.ViewportHeight); err != nil {
			return err
		}
	}
	if cookies := l.cookies(); len(cookies) > 0 {
		if _, err := cdp.Call(l.soft, t, network.SetCookies, network.SetCookiesParams{Cookies: cookies}); err != nil {
			return err
		}
	}
	if err := l.source.install(l); err != nil {
		return err
	}
	if err := l.keep(); err != nil {
		return err
	}
	l.s.guard.begin(l.source.address, l.source.html != nil, l.req.Replay != nil, l.tooMuch)
	return l.stopTime(l.soft) // or the old document uses up the time of the new one
}

// navigate goes to the address. It returns when the document has begun to arrive.
func (l *load) navigate() error {
	l.touch()
	nav, err := cdp.Call(l.soft, l.t, cdppage.Navigate, cdppage.NavigateParams{URL: l.source.address})
	if failure := l.failedWith(); failure != nil {
		return failure
	}
	switch {
	case err != nil:
		return err
	case nav.ErrorText == badLogin && !l.unasked:
		return l.withoutLogin()
	case nav.IsDownload:
		return fmt.Errorf("%w: it is a download", page.ErrNotHTML)
	case nav.ErrorText != "":
		return l.netError(nav.ErrorText, l.at())
	}
	return nil
}

// goAgain goes to the address once more, from a page that is there, and waits until the new one is ready.
func (l *load) goAgain() error {
	err := l.stopTime(l.soft)
	if err == nil {
		err = l.navigate()
	}
	if err == nil {
		err = l.settle()
	}
	return err
}

func (l *load) tooMuch() {
	l.fail(fmt.Errorf("%w: it and what it loads have more than %d bytes: render.max_body allows more", ErrTooLarge, l.s.opt.MaxBody))
}

// at is the address of the document that was asked for last, after redirects.
func (l *load) at() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.asked
}

// fail ends the load with the first failure.
func (l *load) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failure == nil {
		l.failure = err
		close(l.failed)
	}
}

func (l *load) failedWith() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.failure
}

// warn notes what is doubtful about the page. Each warning is told once.
func (l *load) warn(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if text := fmt.Sprintf(format, args...); !slices.Contains(l.warnings, text) {
		l.warnings = append(l.warnings, text)
	}
}

// cut notes why the page is not whole.
func (l *load) cut(format string, args ...any) {
	l.warn(format, args...)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.partial = true
}

// late notes that the page was still loading at the soft deadline.
func (l *load) late() {
	l.cut("the page was still loading near its deadline of %s (render.timeout): only what had come by then was kept", l.s.opt.Timeout)
}

// blockedFiles are the endings of fonts and media. Pictures are turned off by a flag of Chrome.
var blockedFiles = strings.Fields("woff woff2 ttf otf eot mp4 m4v webm ogv mov mp3 m4a aac ogg oga wav flac m3u8 mpd ts")

func blocked(block bool) network.SetBlockedURLsParams {
	p := network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{}}
	if block {
		for _, ending := range blockedFiles {
			p.URLPatterns = append(p.URLPatterns, &network.BlockPattern{URLPattern: "*://*:*/*." + ending, Block: true})
		}
	}
	return p
}

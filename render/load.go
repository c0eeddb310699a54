package render

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
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

	unasked bool // whether the page was asked for again without the question for a login

	mu          sync.Mutex
	frame       cdp.FrameID // the main one
	document    network.RequestID
	posted      bool   // whether a document was asked for by a form that was posted
	asked       string // address of the document that was asked for last, after redirects
	status      int
	reason      string // why the document failed to load, in Chrome's words
	unreachable string // address that Chrome shows its error page for
	shown       string // address of the main frame's document
	ways        int    // how often the page would have left the HTML that was given
	parsed      bool   // whether the main frame's document was parsed to its end
	bytes       int
	open        map[network.RequestID]string // URLs of requests under way
	lastHeard   time.Time
	warnings    []string
	partial     bool
	decoding    bool          // the page was asked for again to be decoded by us
	stopped     bool          // a script of the page had to be stopped
	download    bool          // one was begun
	failure     error         // the first thing that made the load end
	failed      chan struct{} // closed with failure
	expired     chan struct{} // gets a value when the virtual time is used up
}

// render loads one page into the slot's tab.
func (s *slot) render(ctx context.Context, req *Request) (*Result, error) {
	ctx, cancel := context.WithTimeout(ctx, s.opt.Timeout)
	defer cancel()
	reserve := min(maxReserve, time.Duration(reserveShare*float64(s.opt.Timeout)))
	soft, cancelSoft := context.WithTimeout(ctx, s.opt.Timeout-reserve)
	defer cancelSoft()
	l := &load{
		s: s, req: req, soft: soft, res: &Result{Timings: map[string]time.Duration{}},
		open: map[network.RequestID]string{}, expired: make(chan struct{}, 1), failed: make(chan struct{}),
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
	cancelSoft()
	l.workers.Wait()
	if err != nil {
		err = l.explain(ctx, err)
		if errors.Is(err, ErrTimeout) || errors.Is(err, ErrCrashed) || errors.Is(err, ErrTooLarge) || ctx.Err() != nil || s.tab.ctx.Err() != nil {
			s.discard() // the tab is in no known state
		}
		return nil, err
	}
	l.leave(ctx)
	if l.status >= 400 {
		return l.res, &StatusError{Code: l.status}
	}
	return l.res, nil
}

// run takes the page from its address to its result.
func (l *load) run(ctx context.Context) error {
	at := time.Now()
	l.t.listen(l.hear)
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

// setUp sets what holds for this page alone.
func (l *load) setUp() error {
	t := l.t
	if block := l.lean(); block != t.blocking {
		if err := t.Call(l.soft, network.CommandSetBlockedURLs, blocked(block), nil); err != nil {
			return err
		}
		t.blocking = block
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
	l.s.guard.begin(l.source.address, l.req.Replay != nil, l.tooMuch)
	return l.stopTime(l.soft) // or the old document uses up the time of the new one
}

// navigate goes to the address. It returns when the document has begun to arrive.
func (l *load) navigate() error {
	l.mu.Lock()
	l.lastHeard = time.Now()
	l.frame = cdp.FrameID(l.t.TargetID)
	l.mu.Unlock()
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
		return fmt.Errorf("%w: it is a download", ErrNotHTML)
	case nav.ErrorText != "":
		return l.netError(nav.ErrorText, l.at())
	}
	return nil
}

// badLogin is what a full Chrome says that nobody sits at when a server wants a login. It shows no page then.
const badLogin = "net::ERR_INVALID_AUTH_CREDENTIALS"

// withoutLogin goes to the address again, and hands Chrome the server's own page without the question for a login.
func (l *load) withoutLogin() error {
	l.unasked = true
	if err := l.intercept(); err != nil {
		return err
	}
	return l.navigate()
}

// intercept has documents pass through our hands from now on, until the next page.
func (l *load) intercept() error {
	l.t.fetching = true
	patterns := append(l.source.patterns(), &fetch.RequestPattern{URLPattern: "*", ResourceType: network.ResourceTypeDocument, RequestStage: fetch.RequestStageResponse})
	_, err := cdp.Call(l.soft, l.t, fetch.Enable, fetch.EnableParams{Patterns: patterns})
	return err
}

// answered takes a document that was intercepted.
func (l *load) answered(ev *fetch.EventRequestPaused) {
	l.mu.Lock()
	decoding := l.decoding
	l.mu.Unlock()
	switch {
	case decoding:
		l.decode(ev)
	case ev.ResponseStatusCode == http.StatusUnauthorized:
		l.unauthorized(ev)
	default:
		l.asItCame(ev)
	}
}

// asItCame lets Chrome have what was intercepted.
func (l *load) asItCame(ev *fetch.EventRequestPaused) {
	cdp.Call(l.soft, l.t, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: ev.RequestID})
}

// unauthorized hands Chrome the document of a server that wants a login, but for headers such as the question for it.
func (l *load) unauthorized(ev *fetch.EventRequestPaused) {
	body, err := cdp.Call(l.soft, l.t, fetch.GetResponseBody, fetch.GetResponseBodyParams{RequestID: ev.RequestID})
	if err != nil {
		l.asItCame(ev)
		return
	}
	l.fulfill(ev.RequestID, http.StatusUnauthorized, contentType(ev.ResponseHeaders), body.Body)
}

// contentType is that of a response; "" when it names none.
func contentType(headers []*fetch.HeaderEntry) string {
	for _, h := range headers {
		if strings.EqualFold(h.Name, "Content-Type") {
			return h.Value
		}
	}
	return ""
}

// netError types Chrome's reason for not getting the document at the address.
func (l *load) netError(text, address string) error {
	l.mu.Lock()
	status := l.status
	l.mu.Unlock()
	if text == "net::ERR_ABORTED" {
		if status == 204 || status == 205 {
			return fmt.Errorf("%w: status %d has no content", ErrNotHTML, status)
		}
		return fmt.Errorf("%w: it is a download or has no content", ErrNotHTML)
	}
	if why := l.s.guard.why(address); why != nil {
		if errors.Is(why, ErrRefused) || errors.Is(why, ErrAuth) {
			return why
		}
		return fmt.Errorf("%w: %v (%s)", ErrNavigation, why, text)
	}
	for kind, texts := range netErrors {
		if oneOf(text, texts...) {
			return fmt.Errorf("%w (%s)", kind, text)
		}
	}
	return fmt.Errorf("%w: %s", ErrNavigation, text)
}

// netErrors are the reasons of Chrome that are more than ErrNavigation.
var netErrors = map[error][]string{
	ErrRedirectLoop: {"net::ERR_TOO_MANY_REDIRECTS"},
	ErrTimeout:      {"net::ERR_TIMED_OUT", "net::ERR_CONNECTION_TIMED_OUT"},
	ErrAuth:         {"net::ERR_PROXY_AUTH_REQUESTED", badLogin, "net::ERR_TOO_MANY_RETRIES"},
	ErrRefused: {"net::ERR_BLOCKED_BY_CLIENT", "net::ERR_UNSAFE_PORT", "net::ERR_UNSAFE_REDIRECT", "net::ERR_DISALLOWED_URL_SCHEME",
		"net::ERR_UNKNOWN_URL_SCHEME", "net::ERR_BLOCKED_BY_PRIVATE_NETWORK_ACCESS_CHECKS"},
}

// explain types errors that come from chromedp or a context.
func (l *load) explain(ctx context.Context, err error) error {
	if l.s.life.Err() != nil {
		return fmt.Errorf("the browser was closed: %w", l.s.life.Err())
	}
	for _, known := range []error{ErrTimeout, ErrNavigation, ErrStatus, ErrAuth, ErrNotHTML, ErrTooLarge, ErrCrashed, ErrRefused, ErrRedirectLoop, ErrNoChrome, ErrWaitFor, ErrSelector} {
		if errors.Is(err, known) {
			return err
		}
	}
	if failure := l.failedWith(); failure != nil {
		return failure
	}
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	case errors.Is(ctx.Err(), context.DeadlineExceeded), errors.Is(l.soft.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%w (%s)", ErrTimeout, l.s.opt.Timeout)
	case l.t != nil && l.t.ctx.Err() != nil, errors.Is(err, context.Canceled), strings.Contains(err.Error(), "lost the connection"):
		return fmt.Errorf("%w: %v", ErrCrashed, err)
	}
	return err
}

func (l *load) tooMuch() {
	l.fail(fmt.Errorf("%w: more than max_body, %d bytes", ErrTooLarge, l.s.opt.MaxBody))
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

func (l *load) warn(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.warnings = append(l.warnings, fmt.Sprintf(format, args...))
}

// cut notes why the page is not whole. Each reason is told once.
func (l *load) cut(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.partial = true
	if why := fmt.Sprintf(format, args...); !slices.Contains(l.warnings, why) {
		l.warnings = append(l.warnings, why)
	}
}

// late notes that the page was still loading at the soft deadline.
func (l *load) late() {
	l.cut("the page was still loading near its deadline of %s (render.timeout): only what had come by then was kept", l.s.opt.Timeout)
}

// leave makes the tab fit for the next page: nothing of this one goes on, and nothing of it is remembered.
func (l *load) leave(ctx context.Context) {
	if l.stopped {
		l.s.discard()
		return
	}
	if l.s.opt.Isolate {
		l.s.closeTab()
		return
	}
	err := l.evaluate(ctx, leaveJS, nil)
	if err == nil {
		_, err = cdp.Call(ctx, l.t, network.ClearBrowserCookies, cdp.Empty{})
	}
	if err == nil {
		_, err = cdp.Call(ctx, l.t, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: strings.TrimSuffix(l.source.own, "/"), StorageTypes: leftStorage})
	}
	if err != nil {
		l.s.discard()
	}
}

// leftStorage is what a page may leave behind beside cookies and what leaveJS clears. The cache stays: it is
// what makes the next page of a site fast.
const leftStorage = "indexeddb,cache_storage,service_workers,file_systems,shared_storage"

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

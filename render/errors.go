package render

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/reach"
)

// The ways in which a page can fail to load, beside reach.ErrStatus, reach.ErrAuth, page.ErrNotHTML and
// page.ErrEmpty. Test for them with errors.Is.
var (
	// ErrTimeout: nothing usable was there at the deadline.
	ErrTimeout = errors.New("the page was not ready at its deadline")
	// ErrNavigation: the address could not be reached; the error names Chrome's reason.
	ErrNavigation = errors.New("the page could not be reached")
	// ErrTooLarge: the page exceeds max_nodes or max_body.
	ErrTooLarge = errors.New("the page is too large")
	// ErrCrashed: Chrome or the page's process died.
	ErrCrashed = errors.New("the browser crashed")
	// ErrRefused: the address may not be loaded: its scheme or its private host is not allowed.
	ErrRefused = errors.New("refused")
	// ErrRedirectLoop: the redirects do not end.
	ErrRedirectLoop = errors.New("too many redirects")
	// ErrNoChrome: there is no usable Chrome.
	ErrNoChrome = errors.New("no Chrome found")
	// ErrStart: there is a Chrome, but it does not start, or does not answer at render.remote.
	ErrStart = errors.New("Chrome does not start")
	// ErrFolder: Chrome's folder cannot be made among the temporary ones. It is ErrStart, too.
	ErrFolder = errors.New("its folder cannot be made")
	// ErrWaitFor: the selector that was waited for never matched.
	ErrWaitFor = errors.New("the selector that was waited for did not appear")
	// ErrSelector: what was to be waited for is no CSS selector.
	ErrSelector = errors.New("wait_for is not a CSS selector")
)

// TooManyNodes is the ErrTooLarge of a page with more nodes than a limit.
func TooManyNodes(limit int) error {
	return fmt.Errorf("%w: it has more than %d nodes: render.max_nodes allows more", ErrTooLarge, limit)
}

// netError types Chrome's reason for not getting the document at the address.
func (l *load) netError(text, address string) error {
	l.mu.Lock()
	status := l.status
	l.mu.Unlock()
	if text == "net::ERR_ABORTED" && status != 0 { // without a status no answer came: Chrome's network process may have died
		if status == 204 || status == 205 {
			return fmt.Errorf("%w: status %d has no content", page.ErrNotHTML, status)
		}
		return fmt.Errorf("%w: it is a download or has no content", page.ErrNotHTML)
	}
	if why := l.s.guard.why(address); why != nil {
		if errors.Is(why, ErrRefused) || errors.Is(why, reach.ErrAuth) {
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
	reach.ErrAuth:   {"net::ERR_PROXY_AUTH_REQUESTED", badLogin, "net::ERR_TOO_MANY_RETRIES"},
	ErrRefused: {"net::ERR_BLOCKED_BY_CLIENT", "net::ERR_UNSAFE_PORT", "net::ERR_UNSAFE_REDIRECT", "net::ERR_DISALLOWED_URL_SCHEME",
		"net::ERR_UNKNOWN_URL_SCHEME", "net::ERR_BLOCKED_BY_PRIVATE_NETWORK_ACCESS_CHECKS"},
}

// explain types errors that come from chromedp or a context.
func (l *load) explain(ctx context.Context, err error) error {
	if l.s.life.Err() != nil {
		return fmt.Errorf("the browser was closed: %w", l.s.life.Err())
	}
	if ctx.Err() != nil && context.Cause(ctx) != ErrTimeout { // the caller's deadline, or who called it off
		return ctx.Err()
	}
	for _, known := range []error{ErrTimeout, ErrNavigation, reach.ErrStatus, reach.ErrAuth, page.ErrNotHTML, page.ErrEmpty, ErrTooLarge, ErrCrashed, ErrRefused, ErrRedirectLoop, ErrNoChrome, ErrStart, ErrWaitFor, ErrSelector} {
		if errors.Is(err, known) {
			return err
		}
	}
	if failure := l.failedWith(); failure != nil {
		return failure
	}
	switch {
	case ctx.Err() != nil, errors.Is(l.soft.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%w (%s)", ErrTimeout, l.s.opt.Timeout)
	case l.t != nil && l.t.ctx.Err() != nil, errors.Is(err, context.Canceled), strings.Contains(err.Error(), "lost the connection"):
		return fmt.Errorf("%w: %v", ErrCrashed, err)
	}
	return err
}

package render

import (
	"errors"
	"fmt"
)

// The ways in which a page can fail to load. Test for them with errors.Is.
var (
	// ErrTimeout: nothing usable was there at the deadline.
	ErrTimeout = errors.New("the page was not ready at its deadline")
	// ErrNavigation: the address could not be reached; the error names Chrome's reason.
	ErrNavigation = errors.New("the page could not be reached")
	// ErrStatus: the server answered with a status of 400 or more; see StatusError.
	ErrStatus = errors.New("the server answered with an error")
	// ErrAuth: the server or proxy wants a login (401, 407).
	ErrAuth = errors.New("the server wants a login")
	// ErrNotHTML: the address answers, but with no page: a download, PDF, picture or no content at all.
	ErrNotHTML = errors.New("not an HTML page")
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
	// ErrWaitFor: the selector that was waited for never matched.
	ErrWaitFor = errors.New("the selector that was waited for did not appear")
	// ErrSelector: what was to be waited for is no CSS selector.
	ErrSelector = errors.New("wait_for is not a CSS selector")
)

// A StatusError is an answer with a status of 400 or more. It is ErrStatus, and for 401 and 407 also ErrAuth.
// The page that came with it is returned beside it.
type StatusError struct{ Code int }

// Error names the status.
func (e *StatusError) Error() string {
	return fmt.Sprintf("the server answered with status %d", e.Code)
}

// Is makes the error match its sentinels.
func (e *StatusError) Is(target error) bool {
	return target == ErrStatus || target == ErrAuth && (e.Code == 401 || e.Code == 407)
}

package reach

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// What a StatusError is. Test for them with errors.Is.
var (
	// ErrStatus: the server answered with a status of 400 or more; see StatusError.
	ErrStatus = errors.New("the server answered with an error")
	// ErrAuth: the server or proxy wants a login (401, 407).
	ErrAuth = errors.New("the server wants a login")
	// ErrFinal: the server will not answer otherwise soon, as where there is no such page (404).
	ErrFinal = errors.New("the server's answer will stay the same")
)

// A StatusError is an answer with a status of 400 or more. It is ErrStatus, and for 401 and 407 also ErrAuth. For 4xx it is
// ErrFinal, but for those that ask to come again later (408, 425, 429; RFC 9110, 8470 and 6585) and that of a proxy (407).
type StatusError struct {
	Code       int
	RetryAfter time.Duration // how long the server asks to wait; 0 where it does not
}

// Error names the status, by its words too where it has some, and how long to wait.
func (e *StatusError) Error() string {
	said := strings.TrimSpace(fmt.Sprintf("the server answered with status %d %s", e.Code, http.StatusText(e.Code)))
	if e.RetryAfter > 0 {
		said += fmt.Sprintf(" and asks to wait %s", e.RetryAfter.Round(time.Second))
	}
	return said
}

// Is makes the error match its sentinels.
func (e *StatusError) Is(target error) bool {
	switch target {
	case ErrStatus:
		return true
	case ErrAuth:
		return e.Code == http.StatusUnauthorized || e.Code == http.StatusProxyAuthRequired
	case ErrFinal:
		return e.final()
	}
	return false
}

// Soon reports whether the server asks to come again, and that in so short a time that Turns wait for it.
func (e *StatusError) Soon() bool { return !e.final() && e.RetryAfter > 0 && e.RetryAfter <= maxHold }

func (e *StatusError) final() bool {
	switch e.Code {
	case http.StatusProxyAuthRequired, http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return false
	}
	return e.Code < http.StatusInternalServerError
}

// RetryAfter is how long a server asks to wait by its header Retry-After, in seconds or until a date (RFC 9110, 10.2.3); 0 where
// it does not.
func RetryAfter(header string) time.Duration {
	if seconds, err := strconv.ParseUint(strings.TrimSpace(header), 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if when, err := http.ParseTime(header); err == nil {
		return max(0, time.Until(when))
	}
	return 0
}

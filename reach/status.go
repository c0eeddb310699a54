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
)

// A StatusError is an answer with a status of 400 or more. It is ErrStatus, and for 401 and 407 also ErrAuth.
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
	return target == ErrStatus || target == ErrAuth && (e.Code == 401 || e.Code == 407)
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

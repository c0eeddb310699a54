package reach_test

import (
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mullionhq/mullion/reach"
)

// An answer of an error status is told by its code and words, where it has some, and by how long the server asks to wait. One
// that wants a login is known as such, and so is one that will stay the same.
func TestStatusError(t *testing.T) {
	for _, test := range []struct {
		err   reach.StatusError
		said  string
		login bool
		final bool
	}{
		{reach.StatusError{Code: 404}, "the server answered with status 404 Not Found", false, true},
		{reach.StatusError{Code: 401}, "the server answered with status 401 Unauthorized", true, true},
		{reach.StatusError{Code: 407}, "the server answered with status 407 Proxy Authentication Required", true, false},
		{reach.StatusError{Code: 599}, "the server answered with status 599", false, false},
		{reach.StatusError{Code: 503, RetryAfter: 90 * time.Second}, "the server answered with status 503 Service Unavailable and asks to wait 1m30s", false, false},
		{reach.StatusError{Code: 429}, "the server answered with status 429 Too Many Requests", false, false},
		{reach.StatusError{Code: 451}, "the server answered with status 451 Unavailable For Legal Reasons", false, true},
	} {
		var err error = &test.err
		if err.Error() != test.said || !errors.Is(err, reach.ErrStatus) || errors.Is(err, reach.ErrAuth) != test.login || errors.Is(err, reach.ErrFinal) != test.final {
			t.Errorf("%d: %q, a login: %v, final: %v", test.err.Code, err, errors.Is(err, reach.ErrAuth), errors.Is(err, reach.ErrFinal))
		}
	}
}

// A server asks to wait in seconds or until a date; what else it says counts for nothing.
// Who asks to come again in hours is not waited for, nor who does not say when.
func TestServersAskToComeAgainSoon(t *testing.T) {
	for _, c := range []struct {
		err  reach.StatusError
		soon bool
	}{
		{reach.StatusError{Code: 429, RetryAfter: time.Second}, true},
		{reach.StatusError{Code: 503, RetryAfter: time.Minute}, true},
		{reach.StatusError{Code: 429, RetryAfter: time.Hour}, false},
		{reach.StatusError{Code: 429}, false},
		{reach.StatusError{Code: 404, RetryAfter: time.Second}, false},
	} {
		if got := c.err.Soon(); got != c.soon {
			t.Errorf("%v: %t", &c.err, got)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for header, want := range map[string]time.Duration{
			"7": 7 * time.Second, " 120 ": 2 * time.Minute, "0": 0, "-3": 0, "soon": 0, "": 0, "1.5": 0,
			time.Now().Add(time.Minute).UTC().Format(http.TimeFormat): time.Minute,
			time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat):  0,
		} {
			if got := reach.RetryAfter(header); got != want {
				t.Errorf("%q: %s, want %s", header, got, want)
			}
		}
	})
}

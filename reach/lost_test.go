package reach_test

import (
	"context"
	"errors"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mullionhq/mullion/reach"
)

// dials is what comes of dialling: an error or none, and how often it was tried.
type dials struct {
	err   error
	tried int
}

func (d *dials) dial(context.Context) (net.Conn, error) {
	d.tried++
	return nil, d.err
}

// A host that was not found or did not answer is not tried again, but for a page that is asked for there; and not for it
// either where the host was silent to the last one. What was refused or called off tells nothing of a host, nor does one port
// of others.
func TestLostHostsAreRemembered(t *testing.T) {
	dial := func(err error) error { return &net.OpError{Op: "dial", Err: err} }
	silent := dial(os.ErrDeadlineExceeded)
	unknown := dial(&net.DNSError{Name: "news.example", Err: "no such host", IsNotFound: true})
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		name   string
		ctx    context.Context
		err    error
		own    bool
		at     string // where the next connection is made to
		asked  bool   // whether it is for a page that was asked for
		passed bool   // whether it is not tried
	}{
		{"silent to a file", t.Context(), silent, false, "NEWS.example:80", false, true},
		{"silent to a file, then a page", t.Context(), silent, false, "news.example:80", true, false},
		{"silent to a page", t.Context(), silent, true, "news.example:80", true, true},
		{"another port", t.Context(), silent, true, "news.example:443", true, false},
		{"unknown", t.Context(), unknown, false, "news.example:80", false, true},
		{"unknown, of a page", t.Context(), unknown, true, "news.example:80", true, false},
		{"refused", t.Context(), dial(syscall.ECONNREFUSED), true, "news.example:80", false, false},
		{"called off", gone, dial(&net.DNSError{Name: "news.example", UnwrapErr: context.Canceled}), true, "news.example:80", false, false},
	} {
		lost := reach.NewLost()
		first, next := dials{err: tt.err}, dials{}
		if _, err := lost.Dial(tt.ctx, "News.example:80", tt.own, time.Second, first.dial); err != tt.err {
			t.Errorf("%s: error %v", tt.name, err)
		}
		if tt.asked {
			lost.Forget("http://NEWS.example/page")
		}
		_, err := lost.Dial(t.Context(), tt.at, false, time.Second, next.dial)
		if passed := next.tried == 0; passed != tt.passed || passed != errors.Is(err, tt.err) {
			t.Errorf("%s: tried %d times, error %v", tt.name, next.tried, err)
		}
		if tt.passed && !strings.Contains(err.Error(), "try again in ") {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// A connection takes a part of the page's time, so that there is some left to tell what was wrong.
func TestDialEndsBeforeThePage(t *testing.T) {
	for timeout, most := range map[time.Duration]time.Duration{time.Second: time.Second / 2, time.Minute: reach.DialTimeout} {
		_, _ = reach.NewLost().Dial(t.Context(), "news.example:80", true, timeout, func(ctx context.Context) (net.Conn, error) {
			if end, ok := ctx.Deadline(); !ok || time.Until(end) > most {
				t.Errorf("of %s a connection may take %s", timeout, time.Until(end))
			}
			return nil, nil
		})
	}
}

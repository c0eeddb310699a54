package gate_test

import (
	"cmp"
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mullionhq/mullion/gate"
)

const secret = "0123456789abcdef"

func TestOnlyLoopbackNeedsNoToken(t *testing.T) {
	for _, test := range []struct {
		listen, token string
		hosts         []string
		fails         string
	}{
		{listen: "127.0.0.1:8765"},
		{listen: "[::1]:0"},
		{listen: "localhost:80"},
		{listen: "LOCALHOST.:80"},
		{listen: "127.0.0.1:1", hosts: []string{"example.com"}, fails: "needs a token"},
		{listen: ":8765", fails: "needs a token"},
		{listen: "0.0.0.0:8765", fails: "needs a token"},
		{listen: "192.0.2.1:8765", fails: "needs a token"},
		{listen: "localhost.example.com:80", fails: "needs a token"},
		{listen: "0.0.0.0:8765", token: "short", fails: "fewer than 16"},
		{listen: "0.0.0.0:8765", token: secret},
		{listen: "0.0.0.0:8765", token: secret, hosts: []string{"example.com"}},
		{listen: "0.0.0.0:8765", token: "Aa0!#$%&'()*+, -./:<=>?@[]^_`{|}~"},
		{listen: "0.0.0.0:8765", token: "0123456789abcde;f", fails: "cannot send"},
		{listen: "0.0.0.0:8765", token: " 0123456789abcdef", fails: "cannot send"},
		{listen: "0.0.0.0:8765", token: "0123456789abcdéf", fails: "cannot send"},
		{listen: "0.0.0.0:8765", token: "0123456789abcdef\n", fails: "cannot send"},
		{listen: "8765", fails: "not host:port"},
	} {
		o := gate.DefaultOptions()
		o.Listen, o.Token, o.Hosts = test.listen, test.token, test.hosts
		err := o.Check()
		if test.fails == "" && err != nil || test.fails != "" && (err == nil || !strings.Contains(err.Error(), test.fails)) {
			t.Errorf("%q with token %q: %v, want %q", test.listen, test.token, err, test.fails)
		}
	}
}

func TestAdmit(t *testing.T) {
	const own = "http://127.0.0.1:8765/v1/clean"
	for _, test := range []struct {
		name, url, token string
		method           string // "" for GET
		hosts            []string
		headers          []string // name, value, …
		want             error
	}{
		{name: "a program of this machine", url: own},
		{name: "by name", url: "http://localhost:8765/"},
		{name: "by IPv6", url: "http://[::1]:8765/"},
		{name: "by IPv6 without a port", url: "http://[::1]/"},
		{name: "the UI itself", url: own, headers: []string{"Sec-Fetch-Site", "same-origin", "Origin", "http://127.0.0.1:8765"}},
		{name: "the UI behind a proxy that speaks TLS", url: own, headers: []string{"Origin", "https://127.0.0.1:8765"}},
		{name: "DNS rebinding", url: "http://evil.example/v1/clean", want: gate.ErrHost},
		{name: "DNS rebinding to a name that looks like ours", url: "http://localhost.evil.example/", want: gate.ErrHost},
		{name: "a form of another site", url: own, headers: []string{"Origin", "https://evil.example"}, want: gate.ErrOrigin},
		{name: "a sandboxed page", url: own, headers: []string{"Origin", "null"}, want: gate.ErrOrigin},
		{name: "an image of another site", url: own, headers: []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, want: gate.ErrOrigin},
		{name: "another port of this machine", url: own, headers: []string{"Sec-Fetch-Site", "same-site"}, want: gate.ErrOrigin},
		{name: "a link to an answer", url: own, headers: []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, want: gate.ErrOrigin},
		{name: "a link to the start page", url: "http://127.0.0.1:8765/", headers: []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}},
		{name: "an image of the start page", url: "http://127.0.0.1:8765/", headers: []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, want: gate.ErrOrigin},
		{name: "a form sent to the start page", url: "http://127.0.0.1:8765/", method: "POST", headers: []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, want: gate.ErrOrigin},
		{name: "without the token", url: "http://example.com/", token: secret, want: gate.ErrToken},
		{name: "with another token", url: "http://example.com/", token: secret, headers: []string{"Authorization", "Bearer 0123456789abcdeg"}, want: gate.ErrToken},
		{name: "with the token", url: "http://example.com/", token: secret, headers: []string{"Authorization", "Bearer " + secret}},
		{name: "with the token, the scheme in lower case", url: "http://example.com/", token: secret, headers: []string{"Authorization", "bearer " + secret}},
		{name: "with the token in another scheme", url: "http://example.com/", token: secret, headers: []string{"Authorization", "Basic " + secret}, want: gate.ErrToken},
		{name: "a browser with the token", url: "http://example.com/", token: secret, headers: []string{"Cookie", gate.Cookie + "=" + secret}},
		{name: "another host with the token", url: "http://evil.example/", token: secret, hosts: []string{"example.com"}, headers: []string{"Authorization", "Bearer " + secret}, want: gate.ErrHost},
		{name: "a host that was listed", url: "http://example.com:81/", token: secret, hosts: []string{"example.com"}, headers: []string{"Authorization", "Bearer " + secret}},
		{name: "this machine beside a host that was listed", url: own, token: secret, hosts: []string{"example.com"}, headers: []string{"Authorization", "Bearer " + secret}},
		{name: "a host that was listed with its port", url: "http://example.com:81/", token: secret, hosts: []string{"Example.com:81"}, headers: []string{"Authorization", "Bearer " + secret}},
		{name: "another port of it", url: "http://example.com:82/", token: secret, hosts: []string{"example.com:81"}, headers: []string{"Authorization", "Bearer " + secret}, want: gate.ErrHost},
	} {
		o := gate.DefaultOptions()
		o.Token, o.Hosts = test.token, test.hosts
		r := httptest.NewRequest(cmp.Or(test.method, "GET"), test.url, nil)
		for i := 0; i < len(test.headers); i += 2 {
			r.Header.Set(test.headers[i], test.headers[i+1])
		}
		if err := o.Admit(r); !errors.Is(err, test.want) || (err == nil) != (test.want == nil) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
}

func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := gate.DefaultOptions()
		o.Running, o.Waiting, o.Patience = 1, 1, 10*time.Second
		q := gate.NewQueue(o)
		leave, err := q.Enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		waited := make(chan error)
		go func() {
			leave, err := q.Enter(t.Context())
			if err == nil {
				leave()
			}
			waited <- err
		}()
		synctest.Wait()
		if q.Running() != 1 || q.Waiting() != 1 {
			t.Errorf("%d run and %d wait, want one each", q.Running(), q.Waiting())
		}
		if _, err := q.Enter(t.Context()); !errors.Is(err, gate.ErrBusy) {
			t.Errorf("a caller beyond the queue got %v", err)
		}
		time.Sleep(4 * time.Second) // of the bubble's clock
		leave()
		leave() // again, which must free nothing
		if err := <-waited; err != nil {
			t.Errorf("who waited got %v", err)
		}
		if got := q.RetryAfter(); got != 4 {
			t.Errorf("callers should come again after %d s, want 4: the first ran so long, the second no time", got)
		}
	})
}

// A server without a token has none that an empty one would be.
func TestNoTokenIsNoEmptyOne(t *testing.T) {
	for _, token := range []string{"", secret} {
		o := gate.Options{Token: token}
		if o.IsToken("") {
			t.Errorf("an empty token is that of a server whose token is %q", token)
		}
	}
}

// What callers are told follows how long they run of late.
func TestRetryAfterFollowsTheNewest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := gate.DefaultOptions()
		o.Running = 1
		q := gate.NewQueue(o)
		for _, took := range []time.Duration{time.Minute, 2 * time.Second} {
			for range 50 {
				leave, err := q.Enter(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(took) // of the bubble's clock
				leave()
			}
			if got := time.Duration(q.RetryAfter()) * time.Second; got < took || got > took+time.Second {
				t.Errorf("after many that ran %s callers should come again after %s", took, got)
			}
		}
	})
}

// Two run and two wait: whoever comes next is the third in line for two slots, so half of a turn longer than one turn.
func TestRetryAfterCountsWhoWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := gate.DefaultOptions()
		o.Running, o.Waiting, o.Patience = 2, 2, time.Minute
		q := gate.NewQueue(o)
		enter := func() func() {
			leave, err := q.Enter(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return leave
		}
		if got := q.RetryAfter(); got != 1 {
			t.Errorf("before anyone ran callers should come again after %d s, want 1", got)
		}
		first, second := enter(), enter()
		time.Sleep(4 * time.Second) // of the bubble's clock
		first()
		second()
		first, second = enter(), enter()
		for range 2 {
			go func() { enter()() }()
		}
		synctest.Wait()
		if got := q.RetryAfter(); got != 6 {
			t.Errorf("callers should come again after %d s, want 6: one turn and a half of 4 s", got)
		}
		first()
		second()
		synctest.Wait()
		if q.Running() != 0 || q.Waiting() != 0 {
			t.Errorf("%d run and %d wait after all have left", q.Running(), q.Waiting())
		}
	})
}

func TestQueueEndsWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := gate.DefaultOptions()
		o.Running, o.Patience = 1, 10*time.Second
		q := gate.NewQueue(o)
		if _, err := q.Enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := q.Enter(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a caller who left got %v", err)
		}
		if _, err := q.Enter(t.Context()); !errors.Is(err, gate.ErrBusy) {
			t.Errorf("a caller who waited too long got %v", err)
		}
		if q.Waiting() != 0 {
			t.Errorf("%d still wait", q.Waiting())
		}
	})
}

package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"code.dny.dev/ssrf"
	"golang.org/x/net/publicsuffix"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/reach"
)

// FetchOptions say how a page is loaded without a browser.
type FetchOptions struct {
	Timeout      time.Duration
	UserAgent    string
	Language     string   // for Accept-Language
	Headers      []string // each "Name: value"; for the host that is asked for, and no other that it redirects to
	Cookies      []string // each "name=value"; the same
	Proxy        string
	AllowPrivate bool          // reach private addresses
	AllowHosts   []string      // hosts that may have private addresses
	AllowNamed   bool          // let the host that was asked for have a private address
	Pause        time.Duration // least time between pages of one host, by Turns
	Lost         *reach.Lost   // remembers hosts from one page to the next; nil for none
	Turns        *reach.Turns  // the same; nil for none
}

// A CutError says that a page broke off while it was loaded, and why.
type CutError struct{ Why error }

// Unwrap returns why.
func (e *CutError) Unwrap() error { return e.Why }

// Error says why.
func (e *CutError) Error() string {
	return fmt.Sprintf("the page broke off while it was loaded (%v)", e.Why)
}

// Errors of Fetch.
var (
	ErrRefused = errors.New("refused: a private address; allow its host if you trust it")
	ErrTimeout = errors.New("the page had not come at its deadline")
)

// maxRedirects is as many as browsers follow.
const maxRedirects = 20

// Fetch loads the HTML of an address over HTTP. It returns the input with the final address, the bytes and
// their declared type; a server's error page comes with a reach.StatusError, the beginning of a page with a CutError. Cookies are
// kept from one redirect to the next, as servers that ask whether there are any redirect without end. Redirects into private
// networks are refused. The errors are ErrInput for what is no address, reach.ErrStatus, page.ErrNotHTML,
// page.ErrEmpty, ErrRefused, ErrTimeout after
// o.Timeout, those of ctx, and others.
func Fetch(ctx context.Context, address string, o FetchOptions) (Input, error) {
	if o.Turns != nil {
		if err := o.Turns.Wait(ctx, address, o.Pause); err != nil {
			return Input{}, fmt.Errorf("waiting to load %s: %w", page.WithoutUser(address), err)
		}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, o.Timeout, ErrTimeout)
	defer cancel()
	in, err := o.fetch(ctx, address)
	if in.HTML == nil && err != nil && context.Cause(ctx) == ErrTimeout { // not the caller's
		err = o.late()
	}
	if err != nil {
		err = fmt.Errorf("loading %s: %w", page.WithoutUser(address), err)
	}
	return in, err
}

func (o *FetchOptions) late() error { return fmt.Errorf("%w (%s)", ErrTimeout, o.Timeout) }

// fetch is Fetch without the deadline.
func (o *FetchOptions) fetch(ctx context.Context, address string) (Input, error) {
	if !IsAddress(address) {
		return Input{}, fmt.Errorf("%w: %q is not an http or https address", ErrInput, page.WithoutUser(address))
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return Input{}, err
	}
	req.Header = o.header(true)
	client, err := o.client(req.URL)
	if err != nil {
		return Input{}, err
	}
	defer client.CloseIdleConnections()
	resp, err := client.Do(req)
	if err != nil {
		return Input{}, errors.Unwrap(err) // without the address
	}
	defer resp.Body.Close()
	var status error
	if resp.StatusCode >= 400 {
		wait := reach.RetryAfter(resp.Header.Get("Retry-After"))
		status = &reach.StatusError{Code: resp.StatusCode, RetryAfter: wait}
		if o.Turns != nil {
			o.Turns.Hold(address, wait)
		}
	}
	kind := resp.Header.Get("Content-Type")
	if err := page.CheckKind(kind); err != nil {
		return Input{}, cmp.Or(status, err)
	}
	raw, err := unpacked(resp)
	late := context.Cause(ctx) == ErrTimeout
	switch {
	case err != nil && (len(raw) == 0 || ctx.Err() != nil && !late):
		return Input{}, cmp.Or(status, err)
	case err != nil && late:
		err = &CutError{o.late()}
	case err != nil:
		err = &CutError{err}
	}
	if kind == "" {
		kind, _, _ = strings.Cut(http.DetectContentType(raw), ";") // as browsers do; what it says of the charset is a guess
		if err := page.CheckKind(kind); err != nil {
			return Input{}, cmp.Or(status, err)
		}
	}
	return Input{URL: resp.Request.URL.String(), HTML: raw, ContentType: kind}, errors.Join(status, err)
}

// unpacked reads the body of a response. The transport undoes gzip, for which it asks; some servers send another encoding all
// the same.
func unpacked(resp *http.Response) ([]byte, error) {
	body, err := answered(resp.Body, resp.Header.Get("Content-Encoding"))
	if err != nil {
		return nil, err
	}
	return readAll(body)
}

// header is what is sent with a request: to the host that was asked for also the user's own headers and cookies, which may
// be secrets.
func (o *FetchOptions) header(own bool) http.Header {
	h := http.Header{"Accept": {"text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"}}
	for name, value := range map[string]string{"User-Agent": o.UserAgent, "Accept-Language": o.Language} {
		if value != "" {
			h.Set(name, value)
		}
	}
	if !own {
		return h
	}
	for _, header := range o.Headers {
		name, value, _ := strings.Cut(header, ":")
		h.Set(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	for _, c := range o.Cookies {
		h.Add("Cookie", c)
	}
	return h
}

// client returns a client that connects to private addresses only where the options allow it.
func (o *FetchOptions) client(named *url.URL) (*http.Client, error) {
	transport := &http.Transport{Proxy: nil, TLSHandshakeTimeout: o.Timeout}
	way := &way{rule: reach.Rule{All: o.AllowPrivate, Hosts: o.AllowHosts}}
	if o.AllowNamed {
		way.rule.Named = named.Hostname()
	}
	if o.Proxy != "" {
		proxy, err := url.Parse(o.Proxy)
		if err != nil {
			return nil, fmt.Errorf("proxy: %w", err)
		}
		transport.Proxy = func(r *http.Request) (*url.URL, error) {
			if reach.IsPrivate(r.URL.Host) && !way.allows(r.URL.Host) {
				return nil, fmt.Errorf("%w: %s", ErrRefused, r.URL.Host)
			}
			return proxy, nil
		}
	} else {
		guarded := &net.Dialer{Control: ssrf.New(ssrf.WithAnyPort()).Safe}
		lost := cmp.Or(o.Lost, reach.NewLost())
		transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			dialer := guarded
			if way.allows(address) {
				dialer = &net.Dialer{}
			}
			conn, err := lost.Dial(ctx, address, true, o.Timeout, func(ctx context.Context) (net.Conn, error) {
				return dialer.DialContext(ctx, network, address)
			})
			if errors.Is(err, ssrf.ErrProhibitedIP) {
				return nil, fmt.Errorf("%w: %s", ErrRefused, address)
			}
			if err == nil {
				way.seen(address, conn.RemoteAddr())
			}
			return conn, err
		}
	}
	jar, err := cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List})
	if err != nil {
		return nil, err
	}
	return &http.Client{Transport: transport, Jar: jar, CheckRedirect: func(next *http.Request, via []*http.Request) error {
		if len(via) >= maxRedirects {
			return errors.New("too many redirects")
		}
		if reach.Name(next.URL.Hostname()) != reach.Name(named.Hostname()) {
			referer := next.Header["Referer"]
			next.Header = o.header(false)
			next.Header["Referer"] = referer
		}
		return nil
	}}, nil
}

// A way is that from the host that was asked for to the page, by redirects.
type way struct {
	rule   reach.Rule
	public atomic.Bool // whether the host that was asked for was seen at a public address: then it stays so
}

// allows reports whether a host may have a private address.
func (w *way) allows(hostport string) bool {
	rule := w.rule
	if w.public.Load() {
		rule.Named = ""
	}
	return rule.Allows(hostport)
}

// seen notes at what address a host is.
func (w *way) seen(hostport string, at net.Addr) {
	if (reach.Rule{Named: w.rule.Named}).Allows(hostport) && !reach.IsPrivate(at.String()) {
		w.public.Store(true)
	}
}

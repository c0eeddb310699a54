package render

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"

	"github.com/mullionhq/mullion/page"
)

// A source says what is loaded: an address, and what answers requests instead of the network.
type source struct {
	address string // where the tab goes, as Chrome writes it: it is compared with those of requests
	html    []byte // the document at address as UTF-8; nil to load it
	charset string // that html had
	dir     string // folder that answers what is below base
	base    string // the address's own folder
	replay  Replay
	headers []*fetch.HeaderEntry // for the address's own origin
	own     string               // that origin, with a slash
}

// newSource checks the request.
func newSource(req *Request, o *Options) (*source, error) {
	s := &source{address: req.URL, dir: req.Dir, replay: req.Replay}
	if req.URL == "" {
		if req.HTML == nil {
			return nil, fmt.Errorf("%w: there is neither a URL nor HTML", ErrRefused)
		}
		name := req.Name
		if name == "" {
			name = "index.html"
		}
		s.address = page.LocalOrigin + (&url.URL{Path: filepath.Base(name)}).EscapedPath()
	}
	switch at, err := page.InBrowser(s.address); {
	case errors.Is(err, page.ErrUser):
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	case err == nil:
		s.address = at
	}
	u, err := url.Parse(s.address)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrRefused, errors.Unwrap(err)) // without the address, which may hold a password
	}
	if !oneOf(strings.ToLower(u.Scheme), "http", "https") || u.Host == "" {
		return nil, fmt.Errorf("%w: %q is not an http or https address", ErrRefused, page.WithoutUser(s.address))
	}
	u.Fragment, u.RawFragment = "", ""
	s.own = u.Scheme + "://" + u.Host + "/"
	s.base = s.own + strings.TrimPrefix(u.EscapedPath()[:strings.LastIndexByte(u.EscapedPath(), '/')+1], "/")
	if req.HTML != nil {
		text, charset := page.Decode(req.HTML, req.ContentType)
		s.html, s.charset = page.AsHTML(text, req.ContentType), charset
		if s.html == nil {
			s.html = []byte{}
		}
	}
	for _, h := range o.Headers {
		name, value, err := splitHeader(h)
		if err != nil {
			return nil, err
		}
		s.headers = append(s.headers, &fetch.HeaderEntry{Name: name, Value: value})
	}
	return s, nil
}

// patterns are the requests that are intercepted; as few as possible, for each costs a detour.
func (s *source) patterns() []*fetch.RequestPattern {
	if s.replay != nil {
		return []*fetch.RequestPattern{{URLPattern: "*"}}
	}
	var out []*fetch.RequestPattern
	add := func(pattern string, kind network.ResourceType) {
		out = append(out, &fetch.RequestPattern{URLPattern: pattern, ResourceType: kind})
	}
	switch {
	case len(s.headers) > 0:
		add(wild(s.own)+"*", "")
	case s.dir != "":
		add(wild(s.base)+"*", "")
	}
	if s.html != nil {
		add("*", network.ResourceTypeDocument) // to answer with the HTML, and to refuse what leads away from it
	}
	return out
}

// wild quotes what is special in Chrome's patterns.
func wild(s string) string { return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`).Replace(s) }

// install turns interception on or off.
func (s *source) install(l *load) error {
	patterns := s.patterns()
	if len(patterns) == 0 {
		if !l.t.fetching {
			return nil
		}
		l.t.fetching = false
		_, err := cdp.Call(l.soft, l.t, fetch.Disable, cdp.Empty{})
		return err
	}
	return l.fetch(patterns)
}

// fetch has the requests of the patterns pass through our hands.
func (l *load) fetch(patterns []*fetch.RequestPattern) error {
	l.t.fetching = true
	_, err := cdp.Call(l.soft, l.t, fetch.Enable, fetch.EnableParams{Patterns: patterns})
	return err
}

// answer answers one intercepted request.
func (s *source) answer(l *load, ev *fetch.EventRequestPaused) {
	status, kind, body, ok := s.lookup(l, ev)
	switch {
	case ok:
		l.fulfill(ev.RequestID, status, kind, body)
	case s.replay != nil || strings.HasPrefix(ev.Request.URL, page.LocalOrigin):
		cdp.Call(l.soft, l.t, fetch.FailRequest, fetch.FailRequestParams{RequestID: ev.RequestID, ErrorReason: network.ErrorReasonNameNotResolved})
	default:
		_, err := cdp.Call(l.soft, l.t, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: ev.RequestID, Headers: s.withHeaders(ev.Request)})
		l.unless(err, ev.RequestID)
	}
}

// lookup finds the answer to a request; ok is false when the network should answer.
func (s *source) lookup(l *load, ev *fetch.EventRequestPaused) (status int, kind string, body []byte, ok bool) {
	at := ev.Request.URL
	if s.html != nil && ev.ResourceType == network.ResourceTypeDocument && sameAddress(at, s.address) {
		return http.StatusOK, "text/html; charset=utf-8", s.html, true
	}
	if s.replay != nil {
		return s.replay.Answer(at)
	}
	if s.dir != "" && (ev.Request.Method == "GET" || ev.Request.Method == "HEAD") {
		if rest, below := strings.CutPrefix(at, s.base); below {
			if kind, body, ok := readBelow(s.dir, rest, int64(l.s.opt.MaxBody)); ok {
				return http.StatusOK, kind, body, true
			}
		}
	}
	if strings.HasPrefix(at, page.LocalOrigin) {
		return http.StatusNotFound, "text/plain", nil, true
	}
	return 0, "", nil, false
}

// sameAddress compares URLs without their fragments.
func sameAddress(a, b string) bool {
	a, _, _ = strings.Cut(a, "#")
	b, _, _ = strings.Cut(b, "#")
	if a == b {
		return true
	}
	ua, errA := url.Parse(a)
	ub, errB := url.Parse(b)
	return errA == nil && errB == nil && strings.EqualFold(ua.Host, ub.Host) && strings.EqualFold(ua.Scheme, ub.Scheme) &&
		strings.TrimPrefix(ua.Path, "/") == strings.TrimPrefix(ub.Path, "/") && ua.RawQuery == ub.RawQuery
}

// readBelow reads a file of at most so many bytes below dir, which links cannot leave. Hidden files are nobody's page: the
// page's scripts could send what is in them anywhere.
func readBelow(dir, rest string, most int64) (kind string, body []byte, ok bool) {
	rest, _, _ = strings.Cut(rest, "?")
	name, err := url.PathUnescape(rest)
	if err != nil || !fs.ValidPath(path.Clean(name)) || strings.Contains("/"+path.Clean(name), "/.") {
		return "", nil, false
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", nil, false
	}
	defer root.Close()
	name = filepath.FromSlash(path.Clean(name))
	if info, err := root.Stat(name); err != nil || !info.Mode().IsRegular() || info.Size() > most {
		return "", nil, false
	}
	if body, err = root.ReadFile(name); err != nil {
		return "", nil, false
	}
	if kind = mime.TypeByExtension(filepath.Ext(name)); kind == "" {
		kind = http.DetectContentType(body)
	}
	return kind, body, true
}

// withHeaders are the request's headers and the user's, the latter for the page's own origin only.
func (s *source) withHeaders(r *network.Request) []*fetch.HeaderEntry {
	if len(s.headers) == 0 || !strings.HasPrefix(r.URL, s.own) {
		return nil
	}
	var out []*fetch.HeaderEntry
	for name, value := range r.Headers {
		if !s.sets(name) {
			out = append(out, &fetch.HeaderEntry{Name: name, Value: fmt.Sprint(value)})
		}
	}
	return append(out, s.headers...)
}

func (s *source) sets(name string) bool {
	for _, h := range s.headers {
		if strings.EqualFold(h.Name, name) {
			return true
		}
	}
	return false
}

// outside is the address as it is told: "" for the origin of saved pages.
func (s *source) outside(address string) string {
	if strings.HasPrefix(address, page.LocalOrigin) {
		return ""
	}
	return page.WithoutUser(address)
}

// fulfill answers a request. What is in a record may be read by all who ask for it, as it does not tell who might; a folder is
// for its own page alone, not for the frames of others in it.
func (l *load) fulfill(id fetch.RequestID, status int, kind string, body []byte) {
	var headers []*fetch.HeaderEntry
	if l.source.replay != nil {
		headers = append(headers, &fetch.HeaderEntry{Name: "Access-Control-Allow-Origin", Value: "*"})
	}
	if kind != "" {
		headers = append(headers, &fetch.HeaderEntry{Name: "Content-Type", Value: kind})
	}
	_, err := cdp.Call(l.soft, l.t, fetch.FulfillRequest, fetch.FulfillRequestParams{
		RequestID: id, ResponseCode: int64(status), ResponseHeaders: headers, Body: body,
	})
	l.unless(err, id)
}

// unless lets a request fail that Chrome would not answer as told: it refuses odd headers, and a request must not stay open.
func (l *load) unless(refused error, id fetch.RequestID) {
	if refused != nil && l.soft.Err() == nil {
		cdp.Call(context.WithoutCancel(l.soft), l.t, fetch.FailRequest, fetch.FailRequestParams{RequestID: id, ErrorReason: network.ErrorReasonFailed})
	}
}

// cookies are the user's, for the page's own host.
func (l *load) cookies() []*network.CookieParam {
	var out []*network.CookieParam
	for _, c := range l.s.opt.Cookies {
		list, err := http.ParseCookie(c)
		if err != nil {
			continue // the options were checked
		}
		for _, c := range list {
			out = append(out, &network.CookieParam{Name: c.Name, Value: c.Value, URL: l.source.address})
		}
	}
	return out
}

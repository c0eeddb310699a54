package gate

import (
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
)

// The reasons to turn a caller away.
var (
	// ErrHost: the server was reached under a name that is not its own, as by DNS rebinding.
	ErrHost = errors.New("this server does not answer to that name: list it in serve.hosts")
	// ErrOrigin: another web site's page made the request.
	ErrOrigin = errors.New("requests that pages of other sites make are refused")
	// ErrToken: the token is missing or wrong.
	ErrToken = errors.New("send the server's token as Authorization: Bearer TOKEN, or open /?token=TOKEN in a browser")
)

// Cookie is the cookie that holds the token of a browser.
const Cookie = "mullion_token"

// Admit says why a request must be refused; nil when it may pass. On loopback without a token every program of
// this machine may call, but no web page may: the Host must be a loopback name, and a browser must not say that
// the request comes from another site.
func (o *Options) Admit(r *http.Request) error {
	switch {
	case o.Token == "" && !o.knows(r.Host):
		return ErrHost
	case o.Token != "" && len(o.Hosts) > 0 && !o.knows(r.Host):
		return ErrHost
	case foreign(r):
		return ErrOrigin
	case o.Token != "" && !o.hasToken(r):
		return ErrToken
	}
	return nil
}

// knows reports whether hostport is a name of this server.
func (o *Options) knows(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	same := func(name string) bool { return strings.EqualFold(name, host) || strings.EqualFold(name, hostport) }
	return isLoopback(host) || slices.ContainsFunc(o.Hosts, same)
}

// foreign reports whether a browser says that a page of another site made the request. Following a link to the
// start page is no harm.
func foreign(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return !(r.Method == http.MethodGet && r.URL.Path == "/" && r.Header.Get("Sec-Fetch-Mode") == "navigate")
	}
	origin := r.Header.Get("Origin")
	return origin != "" && origin != "http://"+r.Host && origin != "https://"+r.Host
}

func (o *Options) hasToken(r *http.Request) bool {
	if scheme, bearer, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		return o.IsToken(strings.TrimSpace(bearer))
	}
	c, err := r.Cookie(Cookie)
	return err == nil && o.IsToken(c.Value)
}

// IsToken compares in constant time.
func (o *Options) IsToken(text string) bool {
	return o.Token != "" && subtle.ConstantTimeCompare([]byte(text), []byte(o.Token)) == 1
}

package render

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"time"

	"code.dny.dev/ssrf"

	"github.com/mullionhq/mullion/reach"
)

// A guard is a proxy in this process that all of one Chrome's requests pass. It looks at the address that is
// really dialled, after the name was resolved, so a name that changes its address between two look-ups
// cannot lead anywhere else. That costs less than asking for each request by interception, and covers what
// interception does not see, such as workers, sockets and icons.
type guard struct {
	o         *Options
	lost      *reach.Lost
	listener  net.Listener
	server    *http.Server
	transport *http.Transport
	upstream  *url.URL // the user's own proxy, or nil
	safe      *ssrf.Guardian
	serving   sync.WaitGroup

	mu      sync.Mutex
	closed  bool
	offline bool             // nothing may be reached
	named   string           // host that was asked for
	given   bool             // whether the page's HTML is given, so that it does not come from there
	public  bool             // whether the named host was first seen at a public address: then it stays so
	trouble map[string]error // why hosts could not be reached, by host
	refused int              // connections to private addresses
	bytes   int              // received for this page, as they came over the wire
	toomuch func()           // called when they are more than max_body
	private map[net.Conn]bool
	open    map[net.Conn]string                       // both ends of all tunnels, and the hosts with ports that they lead to
	asked   map[*http.Request]context.CancelCauseFunc // requests under way that go through no tunnel
	spent   map[string]int                            // how many tunnels to a host with port are still to be refused, as what they are for was given up
}

// newGuard starts a guard.
func newGuard(o *Options, lost *reach.Lost) (*guard, error) {
	g := &guard{o: o, lost: lost, safe: ssrf.New(ssrf.WithAnyPort()), trouble: map[string]error{}, private: map[net.Conn]bool{},
		open: map[net.Conn]string{}, asked: map[*http.Request]context.CancelCauseFunc{}, spent: map[string]int{}}
	var err error
	if o.Proxy != "" {
		if g.upstream, err = url.Parse(o.Proxy); err != nil {
			return nil, fmt.Errorf("proxy: %w", err)
		}
	}
	if g.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, fmt.Errorf("starting the egress guard: %w", err)
	}
	g.transport = g.newTransport()
	forwarder := g.newForwarder()
	g.server = &http.Server{
		ErrorLog: log.New(io.Discard, "", 0),
		Handler:  http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { g.answer(forwarder, w, r) }),
	}
	g.serving.Go(func() { g.server.Serve(g.listener) })
	return g, nil
}

// newTransport is how plain HTTP is spoken with hosts, or with the user's own proxy.
func (g *guard) newTransport() *http.Transport {
	t := &http.Transport{DialContext: g.dial, TLSClientConfig: &tls.Config{}, DisableCompression: true, MaxIdleConnsPerHost: 6, IdleConnTimeout: time.Minute}
	if g.upstream != nil && strings.HasPrefix(g.upstream.Scheme, "http") {
		t.Proxy = http.ProxyURL(g.upstream)
		t.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			c, err := (&net.Dialer{Timeout: reach.DialTimeout}).DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return counted{c, g}, nil
		}
	}
	return t
}

// newForwarder is what hands plain HTTP on.
func (g *guard) newForwarder() *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.Host = r.In.Host
			r.Out.Header["X-Forwarded-For"] = nil
		},
		Transport:     g.transport,
		FlushInterval: -1,
		ModifyResponse: func(r *http.Response) error {
			if g.upstream != nil && r.StatusCode == http.StatusProxyAuthRequired {
				return wantsLogin(r.Status)
			}
			breakOff(r, g.o.MaxBody)
			return nil
		},
		ErrorLog: log.New(io.Discard, "", 0),
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if context.Cause(r.Context()) == errGivenUp {
				w.WriteHeader(http.StatusGatewayTimeout) // of a connection that fails, Chrome would ask again
				return
			}
			g.note(r.URL.Hostname(), err)
			panic(http.ErrAbortHandler) // Chrome shall see a failed connection, not a page of ours
		},
	}
}

// answer answers a request of Chrome: by a tunnel, or by forwarding it.
func (g *guard) answer(forwarder http.Handler, w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodConnect:
		g.tunnel(w, r)
	case r.URL.Scheme != "http" || r.URL.Host == "":
		http.Error(w, "this is a proxy", http.StatusBadRequest)
	default:
		if err := g.allowed(r.URL.Host); err != nil {
			g.note(r.URL.Hostname(), err)
			panic(http.ErrAbortHandler)
		}
		g.forward(forwarder, w, r)
	}
}

// address is what Chrome is told to use as its proxy; "" for none.
func (g *guard) address() string {
	if g == nil {
		return ""
	}
	return "http://" + g.listener.Addr().String()
}

// begin forgets the last page and sets the host that the next one was asked for by, and whether its HTML is given. Connections to private
// addresses that the last page was allowed are closed, so that the next one does not inherit them.
func (g *guard) begin(address string, given, offline bool, toomuch func()) {
	if g == nil {
		return
	}
	host := ""
	if u, err := url.Parse(address); err == nil {
		host = reach.Name(u.Hostname())
	}
	g.mu.Lock()
	other := host != g.named
	g.given, g.offline, g.public, g.refused, g.bytes, g.toomuch = given, offline, g.public && !other, 0, 0, toomuch
	clear(g.trouble)
	clear(g.spent)
	if other {
		for c := range g.private {
			c.Close()
		}
	}
	g.named = host
	g.mu.Unlock()
	if other {
		g.transport.CloseIdleConnections()
	}
	if !given {
		g.lost.Forget(address)
	}
}

// received counts bytes of the page's answers. What they become by decompression is counted in Chrome.
func (g *guard) received(n int) {
	g.mu.Lock()
	before := g.bytes
	g.bytes += n
	toomuch := g.toomuch
	over := before <= g.o.MaxBody && g.bytes > g.o.MaxBody
	g.mu.Unlock()
	if over && toomuch != nil {
		toomuch()
	}
}

// refusals is how many requests of the page were refused.
func (g *guard) refusals() int {
	if g == nil {
		return 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.refused
}

// why tells why the host of an address could not be reached, or nil when the guard knows no reason. Where nothing may be
// reached it knows none: a full Chrome tries hosts before it asks what answers for them.
func (g *guard) why(address string) error {
	u, err := url.Parse(address)
	if g == nil || err != nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.offline {
		return nil
	}
	return g.trouble[reach.Name(u.Hostname())]
}

func (g *guard) note(host string, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.trouble[reach.Name(host)] = err; errors.Is(err, ErrRefused) {
		g.refused++
	}
}

// errGivenUp is why a request is not answered anymore.
var errGivenUp = errors.New("given up")

// forward answers a request that needs no tunnel, until it is given up.
func (g *guard) forward(by http.Handler, w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancelCause(r.Context())
	r = r.WithContext(ctx)
	g.mu.Lock()
	g.asked[r] = cancel
	g.mu.Unlock()
	defer func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.asked, r)
		cancel(nil)
	}()
	by.ServeHTTP(w, r)
}

// underWay is how many requests that go through no tunnel are not answered yet.
func (g *guard) underWay() int {
	if g == nil {
		return 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.asked)
}

// giveUp ends what is under way to the hosts of the addresses, so that their requests fail, and reports whether there was
// anything. Chrome asks again when a tunnel that it had used before is closed: that is refused.
func (g *guard) giveUp(addresses []string) (ended bool) {
	if g == nil {
		return false
	}
	hosts := map[string]int{}
	for _, address := range addresses {
		if u, err := url.Parse(address); err == nil {
			hosts[authority(u)]++
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for r, cancel := range g.asked {
		if hosts[authority(r.URL)] > 0 {
			ended = true
			cancel(errGivenUp)
		}
	}
	for c, host := range g.open {
		if n := hosts[host]; n > 0 {
			ended, g.spent[host] = true, n
			c.Close()
		}
	}
	return ended
}

// authority is the host of an address with its port.
func authority(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return net.JoinHostPort(reach.Name(u.Hostname()), port)
}

// close ends all connections and waits for them.
func (g *guard) close() {
	if g == nil {
		return
	}
	g.mu.Lock()
	g.closed = true
	for c := range g.open {
		c.Close()
	}
	for c := range g.private {
		c.Close()
	}
	g.mu.Unlock()
	g.server.Close()
	g.transport.CloseIdleConnections()
	g.serving.Wait()
}

package render

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
	"golang.org/x/net/proxy"
)

// dialTimeout is how long the guard tries to reach an address.
const dialTimeout = 10 * time.Second

// A guard is a proxy in this process that all of one Chrome's requests pass. It looks at the address that is
// really dialled, after the name was resolved, so a name that changes its address between two look-ups
// cannot lead anywhere else. That costs less than asking for each request by interception, and covers what
// interception does not see, such as workers, sockets and icons.
type guard struct {
	o         *Options
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
func newGuard(o *Options) (*guard, error) {
	g := &guard{o: o, safe: ssrf.New(ssrf.WithAnyPort()), trouble: map[string]error{}, private: map[net.Conn]bool{},
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
	g.transport = &http.Transport{DialContext: g.dial, DisableCompression: true, MaxIdleConnsPerHost: 6, IdleConnTimeout: time.Minute}
	if g.upstream != nil && strings.HasPrefix(g.upstream.Scheme, "http") {
		g.transport.Proxy = http.ProxyURL(g.upstream)
		g.transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			c, err := (&net.Dialer{Timeout: dialTimeout}).DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return counted{c, g}, nil
		}
	}
	forward := &httputil.ReverseProxy{
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
			breakOff(r, o.MaxBody)
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
	g.server = &http.Server{
		ErrorLog: log.New(io.Discard, "", 0),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
				g.forward(forward, w, r)
			}
		}),
	}
	g.serving.Go(func() { g.server.Serve(g.listener) })
	return g, nil
}

// address is what Chrome is told to use as its proxy; "" for none.
func (g *guard) address() string {
	if g == nil {
		return ""
	}
	return "http://" + g.listener.Addr().String()
}

// begin forgets the last page and sets the host that the next one was asked for by. Connections to private
// addresses that the last page was allowed are closed, so that the next one does not inherit them.
func (g *guard) begin(address string, offline bool, toomuch func()) {
	if g == nil {
		return
	}
	host := ""
	if u, err := url.Parse(address); err == nil {
		host = strings.ToLower(u.Hostname())
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.offline, g.public, g.refused, g.bytes, g.toomuch = offline, g.public && host == g.named, 0, 0, toomuch
	clear(g.trouble)
	clear(g.spent)
	if host != g.named {
		for c := range g.private {
			c.Close()
		}
		g.transport.CloseIdleConnections()
	}
	g.named = host
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

// A counted connection tells the guard what is read from it.
type counted struct {
	net.Conn
	g *guard
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.g.received(n)
	return n, err
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
	return g.trouble[strings.ToLower(u.Hostname())]
}

func (g *guard) note(host string, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.trouble[strings.ToLower(host)] = err; errors.Is(err, ErrRefused) {
		g.refused++
	}
}

// allowed checks what can be known before the address is dialled.
func (g *guard) allowed(hostport string) error {
	g.mu.Lock()
	offline := g.offline
	g.mu.Unlock()
	host, port := splitHost(hostport)
	if offline {
		return fmt.Errorf("%w: the network is not to be used", ErrRefused)
	}
	if g.upstream == nil {
		return nil // dial looks at the address itself
	}
	ip, err := netip.ParseAddr(host)
	switch {
	case g.mayBePrivate(host, port):
	case err == nil && g.safe.SafeAddr(ip.Unmap()) != nil, host == "localhost", strings.HasSuffix(host, ".localhost"):
		return refusedAddress(host, host)
	}
	return nil
}

func splitHost(hostport string) (host, port string) {
	host, port, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	return strings.ToLower(strings.Trim(host, "[]")), port
}

func refusedAddress(host, ip string) error {
	return fmt.Errorf("%w: %s has the private address %s; name it in render.allow_hosts to allow it", ErrRefused, host, ip)
}

// mayBePrivate reports whether the host was allowed to have a private address.
func (g *guard) mayBePrivate(host, port string) bool {
	if g.o.AllowPrivate {
		return true
	}
	for _, allowed := range g.o.AllowHosts {
		if h, p := splitHost(allowed); h == host && (p == "" || p == port) {
			return true
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.o.AllowNamed && host == g.named && !g.public
}

// dial is connect for plain HTTP.
func (g *guard) dial(ctx context.Context, network, hostport string) (net.Conn, error) {
	c, err := g.connect(ctx, network, hostport)
	if err != nil {
		return nil, err
	}
	return counted{c, g}, nil
}

// connect connects to a host, if its address is allowed.
func (g *guard) connect(ctx context.Context, network, hostport string) (net.Conn, error) {
	if err := g.allowed(hostport); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	if g.upstream != nil {
		return g.dialUpstream(ctx, hostport)
	}
	host, port := splitHost(hostport)
	mayBePrivate := g.mayBePrivate(host, port)
	private := false
	d := net.Dialer{ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		private = g.safe.SafeAddr(at.Addr().Unmap()) != nil
		if private && !mayBePrivate {
			return refusedAddress(host, at.Addr().String())
		}
		return nil
	}}
	c, err := d.DialContext(ctx, network, hostport)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if private {
		g.private[c] = true
	} else if host == g.named {
		g.public = true
	}
	return c, nil
}

// dialUpstream connects through the user's proxy.
func (g *guard) dialUpstream(ctx context.Context, hostport string) (net.Conn, error) {
	if strings.HasPrefix(g.upstream.Scheme, "socks5") {
		d, err := proxy.FromURL(g.upstream, &net.Dialer{})
		if err != nil {
			return nil, err
		}
		return d.(proxy.ContextDialer).DialContext(ctx, "tcp", hostport)
	}
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", g.upstream.Host)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { c.SetDeadline(time.Now()) })
	r := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: hostport}, Host: hostport, Header: http.Header{}}
	if u := g.upstream.User; u != nil {
		password, _ := u.Password()
		auth := &http.Request{Header: http.Header{}}
		auth.SetBasicAuth(u.Username(), password)
		r.Header.Set("Proxy-Authorization", auth.Header.Get("Authorization"))
	}
	err = r.Write(c)
	in := bufio.NewReader(c)
	if err == nil {
		var answer *http.Response
		if answer, err = http.ReadResponse(in, r); err == nil && answer.StatusCode != http.StatusOK {
			err = fmt.Errorf("the proxy answered %s", answer.Status)
			if answer.StatusCode == http.StatusProxyAuthRequired {
				err = wantsLogin(answer.Status)
			}
		}
	}
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil // a client speaks first in TLS, so nothing is left in the reader
}

// wantsLogin is the error of the user's proxy that answers 407.
func wantsLogin(status string) error { return fmt.Errorf("%w: the proxy answered %s", ErrAuth, status) }

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
	return strings.ToLower(net.JoinHostPort(u.Hostname(), port))
}

// spend reports whether a tunnel to the host is to be refused, and counts it.
func (g *guard) spend(host string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.spent[host] == 0 {
		return false
	}
	g.spent[host]--
	return true
}

// tunnelChunk is after how many bytes a tunnel is counted.
const tunnelChunk = 256 << 10

// tunnel answers CONNECT.
func (g *guard) tunnel(w http.ResponseWriter, r *http.Request) {
	to := strings.ToLower(r.Host)
	if g.spend(to) {
		http.Error(w, errGivenUp.Error(), http.StatusBadGateway)
		return
	}
	there, err := g.connect(r.Context(), "tcp", r.Host)
	if err != nil {
		host, _ := splitHost(r.Host)
		g.note(host, err)
		http.Error(w, "refused or out of reach", http.StatusBadGateway)
		return
	}
	here, buffered, err := w.(http.Hijacker).Hijack()
	if err != nil {
		there.Close()
		return
	}
	if !g.track(to, here, there) {
		return
	}
	here.Write([]byte("HTTP/1.1 200 Connection established\r\n\r\n"))
	g.serving.Go(func() {
		defer g.untrack(here, there)
		var up sync.WaitGroup
		up.Go(func() {
			if n := buffered.Reader.Buffered(); n > 0 {
				io.CopyN(there, buffered, int64(n))
			}
			io.Copy(there, here)
			closeWrite(there)
		})
		for {
			n, err := io.CopyN(here, there, tunnelChunk) // the kernel moves the bytes
			g.received(int(n))
			if err != nil {
				break
			}
		}
		closeWrite(here)
		here.SetReadDeadline(time.Now().Add(time.Second)) // Chrome has what there is
		up.Wait()
	})
}

func closeWrite(c net.Conn) {
	if t, ok := c.(*net.TCPConn); ok {
		t.CloseWrite()
	}
}

func (g *guard) track(to string, here, there net.Conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		here.Close()
		there.Close()
		return false
	}
	g.open[here], g.open[there] = to, to
	return true
}

func (g *guard) untrack(here, there net.Conn) {
	here.Close()
	there.Close()
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.open, here)
	delete(g.open, there)
	delete(g.private, there)
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

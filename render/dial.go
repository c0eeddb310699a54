package render

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"golang.org/x/net/proxy"

	"github.com/mullionhq/mullion/reach"
)

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

// Close has the guard forget the connection.
func (c counted) Close() error {
	c.g.mu.Lock()
	delete(c.g.private, c.Conn)
	c.g.mu.Unlock()
	return c.Conn.Close()
}

// allowed checks what can be known before the address is dialled.
func (g *guard) allowed(hostport string) error {
	g.mu.Lock()
	offline := g.offline
	g.mu.Unlock()
	if offline {
		return fmt.Errorf("%w: the network is not to be used", ErrRefused)
	}
	if g.upstream == nil {
		return nil // dial looks at the address itself
	}
	if host, _ := reach.SplitHost(hostport); reach.IsPrivate(hostport) && !g.mayBePrivate(hostport) {
		return refusedAddress(host, host)
	}
	return nil
}

func refusedAddress(host, ip string) error {
	return fmt.Errorf("%w: %s has the private address %s; name it in render.allow_hosts to allow it", ErrRefused, host, ip)
}

// mayBePrivate reports whether the host was allowed to have a private address. The host that was asked for is not, once
// it was seen at a public one.
func (g *guard) mayBePrivate(hostport string) bool {
	rule := reach.Rule{All: g.o.AllowPrivate, Hosts: g.o.AllowHosts}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.o.AllowNamed && !g.public {
		rule.Named = g.named
	}
	return rule.Allows(hostport)
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
	if g.upstream != nil {
		ctx, cancel := context.WithTimeout(ctx, reach.DialTimeout)
		defer cancel()
		return g.dialUpstream(ctx, hostport)
	}
	host, _ := reach.SplitHost(hostport)
	mayBePrivate := g.mayBePrivate(hostport)
	d := net.Dialer{ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err == nil && !mayBePrivate && g.isPrivate(at) {
			err = refusedAddress(host, at.Addr().String())
		}
		return err
	}}
	c, err := g.lost.Dial(ctx, hostport, g.loads(host), g.o.Timeout, func(ctx context.Context) (net.Conn, error) {
		return d.DialContext(ctx, network, hostport)
	})
	if err != nil {
		return nil, err
	}
	g.seen(c, host)
	return c, nil
}

// loads reports whether the page that is loaded comes from the host.
func (g *guard) loads(host string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return !g.given && host == g.named
}

// isPrivate reports whether an address is none of the public internet.
func (g *guard) isPrivate(at netip.AddrPort) bool { return g.safe.SafeAddr(at.Addr().Unmap()) != nil }

// seen notes to what kind of address a connection to a host was made. Of a host with several addresses two may be dialled at
// a time: that of the connection counts.
func (g *guard) seen(c net.Conn, host string) {
	at, err := netip.ParseAddrPort(c.RemoteAddr().String())
	g.mu.Lock()
	defer g.mu.Unlock()
	if err != nil || g.isPrivate(at) {
		g.private[c] = true
	} else if host == g.named {
		g.public = true
	}
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
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", authority(g.upstream))
	if err != nil {
		return nil, err
	}
	if g.upstream.Scheme == "https" {
		config := g.transport.TLSClientConfig.Clone()
		config.ServerName = g.upstream.Hostname()
		c = tls.Client(c, config)
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
func wantsLogin(status string) error {
	return fmt.Errorf("%w: the proxy answered %s", reach.ErrAuth, status)
}

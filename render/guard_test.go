package render

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mullionhq/mullion/reach"
)

// A tunnel that is given up is closed, and as many requests as it was closed for may not open it again.
func TestTunnelsAreGivenUp(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	o := testOptions()
	o.AllowPrivate = true
	g, err := newGuard(&o, reach.NewLost())
	if err != nil {
		t.Fatal(err)
	}
	defer g.close()
	host := silent.Addr().String()
	open := func() (net.Conn, int) {
		t.Helper()
		c, err := net.Dial("tcp", g.listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "CONNECT %s HTTP/1.1\r\nHost: %[1]s\r\n\r\n", host)
		answer, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		return c, answer.StatusCode
	}
	tunnel, status := open()
	defer tunnel.Close()
	if status != http.StatusOK {
		t.Fatalf("the tunnel was answered with %d", status)
	}
	if g.giveUp([]string{"https://elsewhere.example/a"}) {
		t.Error("a tunnel was closed for another host")
	}
	if !g.giveUp([]string{"https://" + host + "/a", "https://" + host + "/b"}) {
		t.Error("nothing was closed")
	}
	if _, err := tunnel.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the tunnel is open: %v", err)
	}
	for i, want := range []int{http.StatusBadGateway, http.StatusBadGateway, http.StatusOK} {
		c, status := open()
		c.Close()
		if status != want {
			t.Errorf("attempt %d was answered with %d, want %d", i+1, status, want)
		}
	}
}

// What a connection is to is told by its own address, whatever was dialled beside it; one that is closed is forgotten.
func TestConnectionsAreKnownByTheirAddress(t *testing.T) {
	o := testOptions()
	g, err := newGuard(&o, reach.NewLost())
	if err != nil {
		t.Fatal(err)
	}
	defer g.close()
	g.begin("http://named.example/", false, false, nil)
	public, private := &remoteConn{at: "93.184.215.14:80"}, &remoteConn{at: "10.0.0.1:80"}
	g.seen(private, "named.example")
	if g.public || !g.private[private] {
		t.Errorf("public %t, private %v after a connection to a private address", g.public, g.private)
	}
	g.seen(public, "named.example")
	if !g.public || g.private[public] {
		t.Errorf("public %t, private %v after a connection to a public address", g.public, g.private)
	}
	counted{private, g}.Close()
	if len(g.private) > 0 {
		t.Error("a closed connection is kept")
	}
}

// A remoteConn is a connection to an address, and nothing more.
type remoteConn struct {
	net.Conn
	at string
}

func (c *remoteConn) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(c.at))
}
func (c *remoteConn) Close() error { return nil }

// The user's proxy may be spoken with by TLS, also where Chrome wants a tunnel.
func TestTunnelThroughTLS(t *testing.T) {
	far, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer far.Close()
	go func() {
		if c, err := far.Accept(); err == nil {
			io.WriteString(c, "far")
			c.Close()
		}
	}()
	proxy := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		there, err := net.Dial("tcp", r.Host)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer there.Close()
		w.WriteHeader(http.StatusOK)
		here, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer here.Close()
		io.Copy(here, there)
	}))
	defer proxy.Close()
	o := testOptions()
	o.AllowPrivate, o.Proxy = true, proxy.URL
	g, err := newGuard(&o, reach.NewLost())
	if err != nil {
		t.Fatal(err)
	}
	defer g.close()
	g.transport.TLSClientConfig = proxy.Client().Transport.(*http.Transport).TLSClientConfig
	c, err := g.connect(t.Context(), "tcp", far.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if said, err := io.ReadAll(c); err != nil || string(said) != "far" {
		t.Errorf("the tunnel brought %q, %v", said, err)
	}
}

// Chrome asks the network for what pages need and for nothing of its own: no components, no accounts, no time. The small
// headless Chrome never did; the whole one, where it is installed, does unless it is told.
func TestChromeAsksForNothingOfItsOwn(t *testing.T) {
	chromes := []string{""}
	if whole, err := exec.LookPath("chromium"); err == nil {
		chromes = append(chromes, whole)
	}
	for _, chrome := range chromes {
		var mu sync.Mutex
		asked := map[string]bool{}
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			asked[r.Host] = true
			mu.Unlock()
			if r.Host == "page.example" {
				html("<p>text")(w, nil)
			}
		}))
		b := withOptions(t, func(o *Options) { o.Chrome, o.Proxy = chrome, proxy.URL })
		for range 5 {
			mustRender(t, b, Request{URL: "http://page.example/"})
		}
		mu.Lock()
		if want := map[string]bool{"page.example": true}; !maps.Equal(asked, want) {
			t.Errorf("Chrome %q asked %v", chrome, slices.Collect(maps.Keys(asked)))
		}
		mu.Unlock()
		proxy.Close()
	}
}

// A page whose HTML is given asks its own host for nothing that was lost there before; one that is asked for is loaded.
func TestLostHostOfGivenHTML(t *testing.T) {
	var asked atomic.Int32
	url := serve(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		html("<p>text")(w, nil)
	}})
	b := withOptions(t, func(*Options) {})
	s := <-b.slots
	s.lost.Dial(t.Context(), strings.TrimPrefix(url, "http://"), false, time.Second, func(context.Context) (net.Conn, error) {
		return nil, &net.DNSError{Err: "no such host", IsNotFound: true}
	})
	b.slots <- s
	for _, c := range []struct {
		given []byte
		want  int32
	}{{[]byte("<link rel=stylesheet href=/s.css><p>text"), 0}, {nil, 1}} {
		if _, err := b.Render(t.Context(), Request{URL: url + "/", HTML: c.given}); err != nil || asked.Load() != c.want {
			t.Errorf("HTML %q: the host was asked %d times, want %d; error %v", c.given, asked.Load(), c.want, err)
		}
	}
}

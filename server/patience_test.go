package server_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mullionhq/mullion/config"
)

// pipes listens for connections that hold nothing: what one end writes, the other must read.
type pipes struct {
	net.Listener
	conns chan net.Conn
}

func (p pipes) Accept() (net.Conn, error) {
	c, ok := <-p.conns
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (p pipes) Close() error {
	close(p.conns)
	return nil
}

// A watched connection tells when it is closed.
type watched struct {
	net.Conn
	once   sync.Once
	closed chan struct{}
}

func (w *watched) Close() error {
	w.once.Do(func() { close(w.closed) })
	return w.Conn.Close()
}

// A client that falls silent in the middle of a request, or takes no answer, does not keep its connection.
func TestSilentClients(t *testing.T) {
	s := start(t, func(c *config.Config) { c.Serve.Patience = 500 * time.Millisecond })
	ctx, stop := context.WithCancel(t.Context())
	real, err := s.Listen(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer real.Close()
	l := pipes{real, make(chan net.Conn)}
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, l) }()
	defer func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	}()
	connect := func(request string) (client net.Conn, closed chan struct{}) {
		ours, theirs := net.Pipe()
		t.Cleanup(func() { ours.Close() })
		closed = make(chan struct{})
		l.conns <- &watched{Conn: theirs, closed: closed}
		if err := ours.SetDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(ours, request); err != nil {
			t.Fatal(err)
		}
		return ours, closed
	}
	post := func(host, rest string) string {
		return "POST /v1/clean HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: text/html\r\n" + rest
	}
	for request, want := range map[string]string{
		post("localhost", "Content-Length: 500\r\n\r\n<p>the begin"):             "408 Request Timeout",
		post("localhost", "Transfer-Encoding: chunked\r\n\r\n5\r\n<p>th"):        "408 Request Timeout",
		post("other.example", "Content-Length: 500\r\n\r\n<p>the beginning is "): "421 Misdirected Request",
	} {
		conn, _ := connect(request)
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%q: %v", request, err)
		}
		if raw, _ := io.ReadAll(resp.Body); resp.Status != want {
			t.Errorf("%q is answered %s %s, want %s", request, resp.Status, raw, want)
		}
		if _, err := conn.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("%q: the connection stays: %v", request, err)
		}
	}
	body := strings.Repeat(article, 100)
	deaf, closed := connect(post("localhost", "Content-Length: "+strconv.Itoa(len(body))+"\r\n\r\n"+body))
	select { // nothing is read before
	case <-closed:
	case <-time.After(time.Minute):
		t.Fatal("a client that takes no answer keeps its connection")
	}
	raw, err := io.ReadAll(deaf)
	if err != nil || len(raw) > len(body)/2 {
		t.Errorf("a client that takes no answer got %d bytes of it: %v", len(raw), err)
	}
}

// Whoever waits for an answer in silence gets it, however long it takes.
func TestPatienceEndsWithTheBody(t *testing.T) {
	asked, proceed := make(chan struct{}), make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(asked)
		<-proceed
		_, _ = io.WriteString(w, article)
	}))
	defer web.Close()
	s := httptest.NewServer(start(t, func(c *config.Config) {
		c.Render.AllowHosts, c.Serve.Patience = []string{"127.0.0.1"}, 50*time.Millisecond
	}))
	defer s.Close()
	go func() {
		<-asked
		time.Sleep(500 * time.Millisecond)
		close(proceed)
	}()
	resp, err := http.Post(s.URL+"/v1/clean", "application/json", strings.NewReader(posted(t, map[string]any{"url": web.URL})))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if raw, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != 200 {
		t.Errorf("%s %s: %v", resp.Status, raw, err)
	}
}

// Without an end of patience a client may be silent before its body comes.
func TestPatienceForEver(t *testing.T) {
	s := httptest.NewServer(start(t, func(c *config.Config) { c.Serve.Patience = 0 }))
	defer s.Close()
	body, late := io.Pipe()
	go func() {
		time.Sleep(50 * time.Millisecond)
		_, _ = io.WriteString(late, article)
		late.Close()
	}()
	resp, err := http.Post(s.URL+"/v1/clean", "text/html", body)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if raw, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != 200 {
		t.Errorf("%s %s: %v", resp.Status, raw, err)
	}
}

// No more connections are open than serve.connected. The next one is taken when one of them ends, as that of a caller does
// who may not call, also where the answer is the same for all: else such callers could keep all connections.
func TestConnected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, func(c *config.Config) { c.Serve.Connected = 1 })
		l := pipes{nil, make(chan net.Conn)}
		ctx, stop := context.WithCancel(t.Context())
		served := make(chan error, 1)
		go func() { served <- s.Serve(ctx, l) }()
		defer func() {
			stop()
			if err := <-served; err != nil {
				t.Error(err)
			}
		}()
		taken := 0
		var clients []net.Conn
		for range 4 {
			ours, theirs := net.Pipe()
			clients = append(clients, ours)
			go func() {
				l.conns <- theirs
				taken++
			}()
			synctest.Wait()
		}
		for _, step := range []struct {
			client    int
			ask, host string
			taken     int // connections, after that
		}{
			{0, "GET /healthz", "127.0.0.1", 1},
			{0, "GET /healthz", "evil.example", 2},
			{1, "GET /v1/profiles", "evil.example", 3},
			{2, "OPTIONS *", "evil.example", 4},
		} {
			if _, err := io.WriteString(clients[step.client], step.ask+" HTTP/1.1\r\nHost: "+step.host+"\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
			r, err := http.ReadResponse(bufio.NewReader(clients[step.client]), nil)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, r.Body)
			if synctest.Wait(); taken != step.taken {
				t.Errorf("after %s of %s %d connections were taken, want %d", step.ask, step.host, taken, step.taken)
			}
		}
		for _, client := range clients {
			client.Close()
		}
	})
}

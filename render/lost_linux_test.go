package render

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"
)

// silence is the port of a host that answers no attempt to connect: its queue of one is full.
func silence(t *testing.T) int {
	t.Helper()
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(fd) })
	if err := errors.Join(syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}), syscall.Listen(fd, 0)); err != nil {
		t.Fatal(err)
	}
	at, err := syscall.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	port := at.(*syscall.SockaddrInet4).Port
	for range 4 {
		c, err := net.DialTimeout("tcp", fmt.Sprintf("127.0.0.1:%d", port), 50*time.Millisecond)
		if err != nil {
			return port
		}
		t.Cleanup(func() { c.Close() })
	}
	t.Fatal("the host answers")
	return 0
}

// A page of a host that was just silent to another page fails at once, and says why; pages of other hosts are loaded.
func TestPagesOfSilentHostFailSoon(t *testing.T) {
	there := serve(t, map[string]http.HandlerFunc{"/": html("<p>text")})
	b := withOptions(t, func(o *Options) { o.Timeout = 4 * time.Second })
	if _, err := b.Render(t.Context(), Request{URL: there}); err != nil {
		t.Fatal(err)
	}
	address := fmt.Sprintf("http://127.0.0.1:%d/", silence(t))
	for i, least := range []time.Duration{time.Second, 0, 0} {
		begun := time.Now()
		_, err := b.Render(t.Context(), Request{URL: fmt.Sprint(address, i)})
		took := time.Since(begun)
		if !errors.Is(err, ErrNavigation) || strings.Contains(err.Error(), "try again in") != (i > 0) || took < least || least == 0 && took > time.Second {
			t.Errorf("page %d took %s: %v", i, took, err)
		}
	}
	if _, err := b.Render(t.Context(), Request{URL: there}); err != nil {
		t.Error(err)
	}
}

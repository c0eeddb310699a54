package render

import (
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/mullionhq/mullion/reach"
)

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
		host, _ := reach.SplitHost(r.Host)
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
	if half, ok := c.(interface{ CloseWrite() error }); ok {
		half.CloseWrite()
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

package render

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mullionhq/mullion/page"
)

// A Chrome that runs elsewhere gives the page that our own gives, box for box, and goes on running.
func TestRemoteChrome(t *testing.T) {
	address := startRemote(t)
	url := serve(t, map[string]http.HandlerFunc{"/": fixture("geometry.html")})
	own := mustRender(t, withOptions(t, func(o *Options) { o.AllowPrivate = true }), Request{URL: url}).Page
	for range 2 { // the second connects again
		b := withOptions(t, func(o *Options) { o.Remote, o.AllowPrivate = address, true })
		r := mustRender(t, b, Request{URL: url, Screenshot: &Screenshot{Format: "png"}})
		if len(r.Screenshot) == 0 {
			t.Error("no picture")
		}
		compareNodes(t, r.Page, own)
		if err := b.Close(); err != nil {
			t.Errorf("closing: %v", err)
		}
	}
}

// compareNodes holds tags, texts and boxes of two renderings against each other.
func compareNodes(t *testing.T, got, want *page.Page) {
	t.Helper()
	if len(got.Nodes) != len(want.Nodes) {
		t.Fatalf("%d nodes, want %d", len(got.Nodes), len(want.Nodes))
	}
	for i := range got.Nodes {
		g, w := &got.Nodes[i], &want.Nodes[i]
		if g.Tag != w.Tag || g.Text != w.Text || !near(g.Box, w.Box) {
			t.Errorf("node %d: got %s %q %v, want %s %q %v", i, g.Tag, g.Text, g.Box, w.Tag, w.Text, w.Box)
		}
	}
}

// startRemote starts a Chrome with a DevTools port, as somebody else would, and returns its address.
func startRemote(t *testing.T) string {
	t.Helper()
	chrome, err := FindChrome("")
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"--headless", "--remote-debugging-port=0", "--user-data-dir=" + t.TempDir(), "--disable-gpu", "about:blank"}
	if sandboxed, _ := Sandbox(); !sandboxed {
		args = append(args, "--no-sandbox")
	}
	cmd := exec.Command(chrome.Path, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if cmd.Process.Signal(syscall.Signal(0)) != nil {
			t.Error("the remote Chrome did not go on running")
		}
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		cmd.Wait()
	})
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "DevTools listening on "); ok {
			return address
		}
	}
	t.Fatal("Chrome did not say where it listens")
	return ""
}

// An address at which something listens and never answers costs a page its time, and no more.
func TestRemoteThatIsSilent(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	for _, address := range []string{"http://%s", "ws://%s/devtools/browser/1"} {
		b := withOptions(t, func(o *Options) { o.Remote, o.Timeout = fmt.Sprintf(address, silent.Addr()), time.Second })
		ended := make(chan error, 1)
		go func() {
			_, err := b.Render(context.Background(), Request{HTML: []byte("<p>text")})
			ended <- err
		}()
		select {
		case err := <-ended:
			if !errors.Is(err, ErrTimeout) {
				t.Errorf("%s: %v, want a timeout", address, err)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s: the page waits for ever", address)
		}
	}
}

package render

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/mullionhq/mullion/page"
)

// shared is the one browser of the tests that need no options of their own.
var shared *Browser

func TestMain(m *testing.M) {
	if url := os.Getenv(victimEnv); url != "" {
		victim(url)
	}
	os.Exit(run(m))
}

// run checks after all tests that nothing is left of any Chrome: no process, no folder, no goroutine.
func run(m *testing.M) int {
	temp, err := os.MkdirTemp("", "render-test-")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer os.RemoveAll(temp)
	os.Setenv("TMPDIR", temp) // Chromes of other programs are not ours to look at
	o := testOptions()
	if shared, err = New(context.Background(), o); err != nil {
		fmt.Println(err)
		return 1
	}
	code := m.Run()
	if err := shared.Close(); err != nil {
		fmt.Println("closing:", err)
		code = 1
	}
	if left := leftovers(temp); left != "" {
		fmt.Println("left behind:", left)
		code = 1
	}
	if err := goleak.Find(); err != nil {
		fmt.Println(err)
		code = 1
	}
	return code
}

// testOptions are the defaults with short waits.
func testOptions() Options {
	o := DefaultOptions()
	o.Timeout, o.Quiet, o.Tabs = 20*time.Second, 2*time.Second, 2
	return o
}

// ownTemp makes a folder the temporary one for this test. Its path is short enough for Chrome's sockets.
func ownTemp(t *testing.T) string {
	t.Helper()
	temp, err := os.MkdirTemp("/tmp", "render-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(temp) })
	t.Setenv("TMPDIR", temp)
	return temp
}

// leftovers tells which of Chrome's folders below temp and which processes that use them are there.
func leftovers(temp string) string {
	var left []string
	dirs, _ := filepath.Glob(filepath.Join(temp, dirPrefix+"*"))
	left = append(left, dirs...)
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range lines {
		line, _ := os.ReadFile(name)
		if strings.Contains(string(line), "--user-data-dir="+filepath.Join(temp, dirPrefix)) {
			left = append(left, name+": "+strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return strings.Join(left, "\n")
}

// serve answers paths with handlers, and everything else with 404.
func serve(t *testing.T, paths map[string]http.HandlerFunc) string {
	t.Helper()
	mux := http.NewServeMux()
	for path, h := range paths {
		mux.Handle(path, h)
	}
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	t.Cleanup(s.CloseClientConnections)
	return s.URL
}

// html answers with a page.
func html(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!DOCTYPE html>", body)
	}
}

// fixture answers with a file of testdata.
func fixture(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join("testdata", name))
	}
}

// browser starts a browser with options of its own.
func withOptions(t *testing.T, set func(*Options)) *Browser {
	t.Helper()
	o := testOptions()
	o.Tabs = 1
	set(&o)
	b, err := New(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error("closing:", err)
		}
	})
	return b
}

// load renders a URL that must work.
func mustRender(t *testing.T, b *Browser, req Request) *Result {
	t.Helper()
	res, err := b.Render(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Page.Validate(); err != nil {
		t.Fatal(err)
	}
	return res
}

// byID finds an element.
func byID(t *testing.T, p *page.Page, id string) *page.Node {
	t.Helper()
	for i := range p.Nodes {
		if p.Nodes[i].Attr("id") == id {
			return &p.Nodes[i]
		}
	}
	t.Fatalf("the page has no element #%s", id)
	return nil
}

// visible is the page's text that is not hidden, with white space collapsed.
func visible(p *page.Page) string {
	var words []string
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Kind == page.Text && !n.Hidden {
			words = append(words, strings.Fields(n.Text)...)
		}
	}
	return strings.Join(words, " ")
}

// What a component holds beside what it shows, such as the panels of tabs that are not chosen, is there and hidden, in its order;
// what stands for a component that shows none of what it holds is not.
func TestWhatHasNoSlot(t *testing.T) {
	const panels = `<x-tabs><x-panel slot=a>one</x-panel><x-panel slot=b>two</x-panel><x-panel slot=c>three</x-panel><x-panel slot=d>four</x-panel><p>other</x-tabs>`
	const define = `<script>customElements.define("x-tabs", class extends HTMLElement { constructor() { super(); const tree = this.attachShadow({ mode: "%s", slotAssignment: "%s" }); tree.innerHTML = '%s'; %s } })</script>`
	url := serve(t, map[string]http.HandlerFunc{
		"/named":  html(panels + fmt.Sprintf(define, "open", "named", "<div><slot name=b></slot></div>", "")),
		"/closed": html(panels + fmt.Sprintf(define, "closed", "named", "<div><slot name=b></slot></div>", "")),
		"/manual": html(panels + fmt.Sprintf(define, "open", "manual", "<div><slot></slot></div>", `tree.querySelector("slot").assign(this.children[1])`)),
		"/none":   html(panels + fmt.Sprintf(define, "open", "named", "<b>two</b>", "")),
	})
	for path, want := range map[string]string{"/named": "one two three four", "/closed": "one two three four", "/manual": "one two three four", "/none": "two"} {
		p := mustRender(t, shared, Request{URL: url + path}).Page
		var all []string
		for i := range p.Nodes {
			if n := &p.Nodes[i]; n.Kind == page.Text && strings.TrimSpace(n.Text) != "" {
				all = append(all, n.Text)
			}
		}
		if got := strings.Join(all, " "); got != want || visible(p) != "two" {
			t.Errorf("%s: got %q, want %q; seen is %q", path, got, want, visible(p))
		}
	}
}

func TestMissingChromeSaysWhatToDo(t *testing.T) {
	_, err := New(t.Context(), Options{Chrome: "/nowhere/chrome", Tabs: 1, PagesPerBrowser: 1, Timeout: time.Second, Quiet: time.Second,
		ViewportWidth: 1280, ViewportHeight: 900, DeviceScale: 1, Scroll: "auto", MaxNodes: 1000, MaxBody: 1 << 20, ScrollHeight: 2000})
	if !errors.Is(err, ErrNoChrome) || !strings.Contains(err.Error(), "render.chrome") {
		t.Errorf("got %v", err)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	o := DefaultOptions()
	o.Tabs, o.Headers, o.Proxy = 0, []string{"no colon"}, "nonsense"
	_, err := New(t.Context(), o)
	for _, want := range []string{"tabs", "no colon", "proxy"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not name %q", err, want)
		}
	}
}

func TestNothingStaysBehind(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": html("<p>text"), "/hang": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }})
	temp := ownTemp(t)

	t.Run("after closing", func(t *testing.T) {
		b := withOptions(t, func(*Options) {})
		mustRender(t, b, Request{URL: url})
		if leftovers(temp) == "" {
			t.Fatal("the check sees no running Chrome")
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		if left := leftovers(temp); left != "" {
			t.Error(left)
		}
	})
	t.Run("after the context ends in the middle of a page", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		o := testOptions()
		b, err := New(ctx, o)
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		mustRender(t, b, Request{URL: url})
		go func() {
			_, err := b.Render(context.Background(), Request{URL: url + "/hang"})
			done <- err
		}()
		time.AfterFunc(300*time.Millisecond, cancel)
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		if left := leftovers(temp); left != "" {
			t.Error(left)
		}
	})
	t.Run("after Chrome is killed", func(t *testing.T) {
		b := withOptions(t, func(*Options) {})
		mustRender(t, b, Request{URL: url})
		killChrome(t, temp)
		res, err := b.Render(t.Context(), Request{URL: url}) // a new Chrome, or the error and then a new one
		if errors.Is(err, ErrCrashed) {
			res, err = b.Render(t.Context(), Request{URL: url})
		}
		if err != nil || visible(res.Page) != "text" {
			t.Errorf("the next page after a kill: %v", err)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		if left := leftovers(temp); left != "" {
			t.Error(left)
		}
	})
}

// killChrome kills the main process of the one Chrome that has its folder below temp.
func killChrome(t *testing.T, temp string) {
	t.Helper()
	out, err := exec.Command("pgrep", "-o", "-f", "user-data-dir="+filepath.Join(temp, dirPrefix)).Output()
	if err != nil {
		t.Fatal("no Chrome to kill:", err)
	}
	if err := exec.Command("kill", "-9", strings.TrimSpace(string(out))).Run(); err != nil {
		t.Fatal(err)
	}
}

// A full Chrome ends at once when the path of its folder is too long for a socket.
func TestLongTemporaryFolder(t *testing.T) {
	temp := filepath.Join(t.TempDir(), strings.Repeat("long", 20))
	if err := os.Mkdir(temp, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", temp)
	url := serve(t, map[string]http.HandlerFunc{"/": html("<p>text")})
	b := withOptions(t, func(*Options) {})
	if got := visible(mustRender(t, b, Request{URL: url}).Page); got != "text" {
		t.Errorf("got %q", got)
	}
	if got := leftovers(temp); got != "" {
		t.Errorf("in the long folder: %s", got)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestKilledInTheMiddleOfAPage(t *testing.T) {
	temp := ownTemp(t)
	arrived := make(chan struct{}, 1)
	url := serve(t, map[string]http.HandlerFunc{
		"/": html(`<p>text`),
		"/hang": func(_ http.ResponseWriter, r *http.Request) {
			arrived <- struct{}{}
			<-r.Context().Done()
		},
	})
	b := withOptions(t, func(*Options) {})
	done := make(chan error, 1)
	go func() {
		_, err := b.Render(context.Background(), Request{URL: url + "/hang"})
		done <- err
	}()
	<-arrived
	killChrome(t, temp)
	if err := <-done; !errors.Is(err, ErrCrashed) {
		t.Errorf("got %v, not ErrCrashed", err)
	}
	if res, err := b.Render(t.Context(), Request{URL: url}); err != nil || visible(res.Page) != "text" {
		t.Errorf("the next page: %v", err)
	}
}

// victimEnv makes the test program a victim of TestKilledProgram: its value is the URL to render.
const victimEnv = "RENDER_TEST_VICTIM"

// victim renders a page and waits to be killed.
func victim(url string) {
	b, err := New(context.Background(), testOptions())
	if err == nil {
		_, err = b.Render(context.Background(), Request{URL: url})
	}
	fmt.Println("rendered:", err)
	select {}
}

func TestKilledProgram(t *testing.T) {
	temp := ownTemp(t)
	url := serve(t, map[string]http.HandlerFunc{"/": html("<p>text")})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), victimEnv+"="+url)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if line != "rendered: <nil>\n" {
		t.Fatalf("the program said %q, %v", line, err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	b := withOptions(t, func(*Options) {}) // clears up
	for end := time.Now().Add(10 * time.Second); leftovers(temp) != "" && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
	}
	if left := leftovers(temp); left != "" {
		t.Error(left)
	}
	b.Close()
}

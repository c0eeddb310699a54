package render

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/reach"
)

// A page of which nothing can be read fails at once, and does not wait for frames.
func TestBrokenBodyFailsSoon(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		fmt.Fprint(w, "<p>text")
	}})
	begun := time.Now()
	_, err := withOptions(t, func(*Options) {}).Render(t.Context(), Request{URL: url})
	if took := time.Since(begun); !errors.Is(err, ErrNavigation) || took > frameWait {
		t.Errorf("after %s: %v", took, err)
	}
}

func TestFailuresAreTyped(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	pdf := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		w.Write([]byte("%PDF-1.4\n"))
	}
	url := serve(t, map[string]http.HandlerFunc{
		"/hang": hang,
		"/loop": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) },
		"/204":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) },
		"/pdf":  pdf,
		"/json": text("application/json", "{}"), "/empty": text("text/html", ""),
		"/image": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			w.Write([]byte("\x89PNG\r\n\x1a\n"))
		},
		"/binary": func(w http.ResponseWriter, _ *http.Request) { // a PDF that is called a page
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj <</Type/Catalog>> endobj\nstream\n\x01\x9f\x12<p>\x80"))
		},
		"/download": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Disposition", "attachment; filename=a.html")
			fmt.Fprint(w, "<p>text")
		},
		"/script-download": html(`<script>location = "/download"</script>`),
		"/cut":             func(w http.ResponseWriter, _ *http.Request) { panic(http.ErrAbortHandler) },
		"/to-file": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		},
		"/huge-dom": html(`<body><script>for (let i = 0; i < 50000; i++) document.body.append(document.createElement("p"))</script>`),
		"/endless": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			for line := strings.Repeat(" ", 1<<14); r.Context().Err() == nil; {
				if _, err := fmt.Fprint(w, line); err != nil {
					return
				}
			}
		},
		"/garbage": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", "br")
			w.Write(make([]byte, 50))
		},
		"/304": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) }, // to Chrome as if none answered
		"/bomb": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", "gzip")
			http.ServeFile(w, r, "testdata/bomb.html.gz") // 64 MiB of spaces: packing them here takes a busy machine too long
		},
	})
	b := withOptions(t, func(o *Options) {
		o.Timeout, o.MaxNodes, o.MaxBody, o.Tabs = time.Minute, 20000, 8<<20, 2 // a busy machine takes its time
	})
	impatient := withOptions(t, func(o *Options) { o.Timeout = 4 * time.Second })
	for _, c := range []struct {
		url  string
		want error
	}{
		{url + "/hang", ErrTimeout},
		{url + "/loop", ErrRedirectLoop},
		{url + "/204", page.ErrNotHTML},
		{url + "/pdf", page.ErrNotHTML},
		{url + "/json", page.ErrNotHTML},
		{url + "/empty", page.ErrEmpty},
		{url + "/image", page.ErrNotHTML},
		{url + "/binary", page.ErrNotHTML},
		{url + "/download", page.ErrNotHTML},
		{url + "/script-download", page.ErrNotHTML},
		{url + "/cut", ErrNavigation},
		{url + "/garbage", ErrNavigation},
		{url + "/304", ErrNavigation},
		{url + "/to-file", ErrRefused},
		{url + "/huge-dom", ErrTooLarge},
		{url + "/endless", ErrTooLarge},
		{url + "/bomb", ErrTooLarge},
		{"http://no-such-host.invalid/", ErrNavigation},
		{"file:///etc/passwd", ErrRefused},
		{"chrome://version", ErrRefused},
		{"javascript:alert(1)", ErrRefused},
		{"about:blank", ErrRefused},
		{"", ErrRefused},
	} {
		t.Run(strings.TrimPrefix(c.url, url), func(t *testing.T) {
			b := b
			if c.want == ErrTimeout {
				b = impatient
			}
			res, err := b.Render(t.Context(), Request{URL: c.url})
			if !errors.Is(err, c.want) || res != nil {
				t.Errorf("got %v and %v, want %v", res, err, c.want)
			}
			if n := kinds(err); n != 1 {
				t.Errorf("%v is of %d kinds", err, n)
			}
		})
	}
	t.Run("the browser works on", func(t *testing.T) {
		ok := serve(t, map[string]http.HandlerFunc{"/": html("<p>text")})
		if res := mustRender(t, b, Request{URL: ok}); visible(res.Page) != "text" {
			t.Errorf("got %q", visible(res.Page))
		}
	})
}

// A download leaves nothing behind for the pages of its tab, be Chrome late to tell of it.
func TestPagesAfterDownloads(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/picture": html(`<img width=900 height=600 src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`),
		"/download": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Disposition", "attachment")
			fmt.Fprint(w, "<p>text")
		},
	})
	b := withOptions(t, func(*Options) {})
	for range 10 {
		if _, err := b.Render(t.Context(), Request{URL: url + "/download"}); !errors.Is(err, page.ErrNotHTML) {
			t.Errorf("the download: %v", err)
		}
		mustRender(t, b, Request{URL: url + "/picture"})
	}
}

// kinds counts the sentinels that an error is.
func kinds(err error) (n int) {
	for _, kind := range []error{ErrTimeout, ErrNavigation, reach.ErrStatus, page.ErrNotHTML, page.ErrEmpty, ErrTooLarge, ErrCrashed, ErrRefused, ErrRedirectLoop, ErrNoChrome, ErrStart, ErrWaitFor, ErrSelector} {
		if errors.Is(err, kind) {
			n++
		}
	}
	return n
}

func TestErrorStatusComesWithItsPage(t *testing.T) {
	answer := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
			w.Header().Set("Retry-After", "7")
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(code)
			fmt.Fprint(w, "<p>sorry</p>")
		}
	}
	url := serve(t, map[string]http.HandlerFunc{"/401": answer(401), "/404": answer(404), "/500": answer(500)})
	for _, code := range []int{401, 404, 500} {
		res, err := shared.Render(t.Context(), Request{URL: fmt.Sprint(url, "/", code)})
		var status *reach.StatusError
		if !errors.As(err, &status) || status.Code != code || status.RetryAfter != 7*time.Second || !errors.Is(err, reach.ErrStatus) || errors.Is(err, reach.ErrAuth) != (code == 401) {
			t.Errorf("%d: got %v", code, err)
		}
		if res == nil || visible(res.Page) != "sorry" || res.Status != code {
			t.Errorf("%d: the page is missing", code)
		}
	}
}

func TestPartialContentIsKept(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/script": html(`<p>before</p><script>setTimeout(() => { while (true); }, 10)</script>`),
		"/inline": html(`<p>before</p><script>while (true);</script><p>after`),
		"/slow-body": func(w http.ResponseWriter, r *http.Request) {
			html("<p>before</p>")(w, r)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
	})
	b := withOptions(t, func(o *Options) { o.Timeout, o.Quiet = 4*time.Second, 20*time.Second })
	for _, path := range []string{"/script", "/inline", "/slow-body"} {
		res := mustRender(t, b, Request{URL: url + path})
		if !res.Page.Partial || len(res.Page.Warnings) == 0 || !strings.Contains(visible(res.Page), "before") {
			t.Errorf("%s: partial %v, warnings %q, text %q", path, res.Page.Partial, res.Page.Warnings, visible(res.Page))
		}
	}
}

// A page whose bytes end too soon is not taken for a whole one.
func TestPagesThatBreakOff(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	for i := range 1000 {
		fmt.Fprintf(z, "<p>text %d", i)
	}
	z.Close()
	sent := func(header string, body []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			c, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n%s\r\n%s", header, body)
		}
	}
	half := zipped.Bytes()[:zipped.Len()/2]
	url := serve(t, map[string]http.HandlerFunc{
		"/length":     sent("Content-Length: 100\r\n", []byte("<p>text 0")),
		"/chunk":      sent("Transfer-Encoding: chunked\r\n", []byte("100\r\n<p>text 0")),
		"/gzip":       sent(fmt.Sprintf("Content-Encoding: gzip\r\nContent-Length: %d\r\n", len(half)), half),
		"/whole":      sent("Content-Length: 9\r\n", []byte("<p>text 0")),
		"/gzip-whole": sent(fmt.Sprintf("Content-Encoding: gzip\r\nContent-Length: %d\r\n", zipped.Len()), zipped.Bytes()),
	})
	for _, path := range []string{"/length", "/chunk", "/gzip", "/whole", "/gzip-whole"} {
		p := mustRender(t, shared, Request{URL: url + path}).Page
		whole := strings.HasSuffix(path, "whole")
		told := strings.Contains(strings.Join(p.Warnings, "\n"), "broke off")
		if p.Partial == whole || told == whole || !strings.HasPrefix(visible(p), "text 0") {
			t.Errorf("%s: partial %v, warnings %q, text %.20q", path, p.Partial, p.Warnings, visible(p))
		}
	}
}

func TestHungResourcesAreGivenUp(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/":     html(`<p>text</p><img src=/hang><script async src=/hang></script>`),
		"/hang": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	})
	b := withOptions(t, func(o *Options) { o.Quiet = 500 * time.Millisecond })
	res := mustRender(t, b, Request{URL: url, Screenshot: &Screenshot{}})
	if visible(res.Page) != "text" || len(res.Page.Warnings) == 0 {
		t.Errorf("text %q, warnings %q", visible(res.Page), res.Page.Warnings)
	}
}

// A page that holds all connections to its host, by what it asks for again or what outlives it, keeps no later page waiting.
func TestHungRequestsDoNotHoldUpTheNextPage(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/hang": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"/polling": html(`<p>asks</p><script>const poll = () => fetch("/hang?" + Math.random()).then(poll, poll);
			for (let i = 0; i < 10; i++) poll()</script>`),
		"/again":  html(`<p>asks</p><script>setInterval(() => fetch("/hang?" + Math.random()), 100)</script>`),
		"/frame":  html(`<p>asks</p><iframe src=/polling></iframe>`),
		"/beacon": html(`<p>asks</p><script>for (let i = 0; i < 10; i++) navigator.sendBeacon("/hang?" + i)</script>`),
		"/next":   html(`<p>next</p>`),
	})
	b := withOptions(t, func(o *Options) { o.Tabs, o.Quiet, o.Timeout = 1, time.Second, 20*time.Second })
	for _, path := range []string{"/polling", "/again", "/frame", "/beacon"} {
		mustRender(t, b, Request{URL: url + path})
		if res, err := b.Render(t.Context(), Request{URL: url + "/next"}); err != nil || visible(res.Page) != "next" {
			t.Errorf("after %s: %v", path, err)
		}
	}
}

// A page may replace what scripts need, ours too.
func TestPagesThatBreakScripts(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/names":   html(`<form><input name=shadowRoot><input name=contentDocument></form><p>text`),
		"/filter":  html(`<script>Array.prototype.filter = null</script><p>text`),
		"/symbol":  html(`<script>window.Symbol = undefined</script><p>text`),
		"/promise": html(`<script>window.Promise = undefined</script><p>text`),
		"/loops":   html(`<script>delete Array.prototype[Symbol.iterator]; delete HTMLCollection.prototype[Symbol.iterator]</script><p>text`),
	})
	for path, told := range map[string]bool{"/names": false, "/filter": false, "/symbol": false, "/promise": false, "/loops": true} {
		p := mustRender(t, shared, Request{URL: url + path}).Page
		if visible(p) != "text" || told != strings.Contains(strings.Join(p.Warnings, "\n"), "it was read as it stood") {
			t.Errorf("%s: text %q, warnings %q", path, visible(p), p.Warnings)
		}
	}
}

// What the parser waits for is given up without ending the parser.
func TestHungScriptsDoNotEmptyThePage(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/script": html(`<head><script src=/hang></script><body><p>text</p><script src=/add></script>`),
		"/two":    html(`<head><script src=/hang></script><script src=/hang?2></script><body><p>text</p><script src=/add></script>`),
		"/body": func(w http.ResponseWriter, r *http.Request) {
			html("<p>text</p>")(w, r)
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
		"/add":  text("text/javascript", `document.body.append("added")`),
		"/hang": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	})
	b := withOptions(t, func(o *Options) { o.Quiet = 500 * time.Millisecond })
	for path, warning := range map[string]string{
		"/script": "1 request was not answered", "/two": "2 requests were not answered", "/body": "the page broke off",
	} {
		p := mustRender(t, b, Request{URL: url + path}).Page
		want := "text added"
		if path == "/body" {
			want = "text"
		}
		if visible(p) != want || !strings.Contains(strings.Join(p.Warnings, "\n"), warning) || p.Partial != (path == "/body") {
			t.Errorf("%s: text %q, warnings %q, partial %v", path, visible(p), p.Warnings, p.Partial)
		}
	}
	given := Request{URL: url + "/given", HTML: []byte(`<head><script src=hang></script><body><p>text</p><script src=add></script>`)}
	if p := mustRender(t, b, given).Page; visible(p) != "text added" {
		t.Errorf("given: text %q, warnings %q", visible(p), p.Warnings)
	}
}

func TestDialogsPopupsAndCrashes(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/dialogs": html(`<p id=p></p><script>
			alert(1); document.getElementById("p").textContent = confirm("2") + " " + prompt("3");
			onbeforeunload = e => e.preventDefault();</script>`),
		"/popup": html(`<p id=p></p><script>const w = open("/dialogs"); document.getElementById("p").textContent = w ? "opened" : "refused"</script>`),
		"/":      html("<p>text"),
	})
	b := withOptions(t, func(*Options) {})
	if got := visible(mustRender(t, b, Request{URL: url + "/dialogs"}).Page); got != "false null" {
		t.Errorf("dialogs: got %q", got)
	}
	if got := visible(mustRender(t, b, Request{URL: url + "/popup"}).Page); got != "refused" {
		t.Errorf("popup: got %q", got)
	}
	if got := visible(mustRender(t, b, Request{URL: url}).Page); got != "text" {
		t.Errorf("afterwards: got %q", got)
	}
}

// A script that shows dialogs without end is stopped, and the page is read without waiting for its deadline. Dialogs that end
// stop nothing.
func TestDialogsWithoutEnd(t *testing.T) {
	const warning = "showed more than 50 dialogs in a row and was stopped"
	url := serve(t, map[string]http.HandlerFunc{
		"/loop":    html(`<p>text<script>for (;;) try { alert(1) } catch {}</script><script>while (!confirm("again?"));</script><p>more`),
		"/frame":   html(`<p>text<iframe srcdoc="<script>for(;;)alert(1)</script>"></iframe><p>more`),
		"/later":   html(`<p>text<script>onload = () => { for (;;) prompt("name") }</script><p>more`),
		"/few":     html(`<p>text<script>for (let i = 0; i < 50; i++) alert(i)</script><p>more`),
		"/nothing": html(`<script>for(;;)alert(1)</script>`),
	})
	b := withOptions(t, func(*Options) {})
	for path, stopped := range map[string]bool{"/loop": true, "/frame": true, "/later": true, "/few": false, "/nothing": true} {
		begun := time.Now()
		p := mustRender(t, b, Request{URL: url + path}).Page
		want := "text more"
		if path == "/nothing" {
			want = ""
		}
		if visible(p) != want || p.Partial != stopped || stopped != strings.Contains(strings.Join(p.Warnings, "\n"), warning) {
			t.Errorf("%s: text %q, warnings %q", path, visible(p), p.Warnings)
		}
		if took := time.Since(begun); took > DefaultOptions().Timeout/2 {
			t.Errorf("%s took %s", path, took)
		}
	}
}

func TestCancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := shared.Render(ctx, Request{URL: "http://localhost/"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A deadline of the caller's own is told as such, not as the one that the options have.
func TestDeadlineOfTheCaller(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }})
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := shared.Render(ctx, Request{URL: url}); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrTimeout) {
		t.Errorf("got %v", err)
	}
}

// What stands before the @ of an address takes quadratic time to read: nobody has a name as long.
func TestLongUser(t *testing.T) {
	long := Request{URL: "http://" + strings.Repeat("u", 10_000) + "@example.org/"}
	if _, err := newSource(&long, &Options{}); !errors.Is(err, ErrRefused) || !errors.Is(err, page.ErrUser) {
		t.Errorf("a user of 10,000 letters: %v", err)
	}
}

// Timers that show dialogs answer between them, and may be more and more: they end when the page has shown too many.
func TestDialogsOfTimers(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/timers": html(`<p>text<script>function show() { alert(1); setTimeout(show); setTimeout(show) } show()</script><p>more`),
		"/next":   html(`<p id=p>before<script>p.textContent = "after"</script>`),
	})
	b := withOptions(t, func(o *Options) { o.Quiet = 20 * time.Second }) // or a busy machine reads the page before so many dialogs
	p := mustRender(t, b, Request{URL: url + "/timers"}).Page
	if visible(p) != "text more" || !p.Partial || !strings.Contains(strings.Join(p.Warnings, "\n"), "more than 5000 dialogs: its scripts were turned off") {
		t.Errorf("text %q, warnings %q", visible(p), p.Warnings)
	}
	if got := visible(mustRender(t, b, Request{URL: url + "/next"}).Page); got != "after" {
		t.Errorf("the next page is %q: its scripts did not run", got)
	}
}

// That a page computes through every wait is told once.
func TestWarningsAreToldOnce(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": html(`<p>text<script>function more() { setTimeout(more); setTimeout(more) } more()</script>`)})
	b := withOptions(t, func(o *Options) { o.Quiet = 300 * time.Millisecond })
	p := mustRender(t, b, Request{URL: url}).Page
	if text := strings.Join(p.Warnings, "\n"); strings.Count(text, "still computing") != 1 {
		t.Errorf("warnings: %s", text)
	}
}

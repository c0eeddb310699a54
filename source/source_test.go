package source

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/reach"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.html")
	for name, text := range map[string]string{"a.html": "<p>a", "index.html": "<p>i", "p.json.gz": "x", "empty.html": "", "c.warc.gz": "x", "c.gz": zipped("WARC/1.0\r\n<p>a")} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const base = "https://example.com/x"
	tests := []struct {
		name, arg, base, stdin string
		want                   Input
		fails                  string
	}{
		{name: "address", arg: "https://example.com/", want: Input{URL: "https://example.com/"}},
		{name: "address in capitals", arg: "HTTP://example.com/", want: Input{URL: "HTTP://example.com/"}},
		{name: "file", arg: file, base: base, want: Input{URL: base, HTML: []byte("<p>a"), Dir: dir, Name: "a.html"}},
		{name: "folder", arg: dir, want: Input{HTML: []byte("<p>i"), Dir: dir, Name: "index.html"}},
		{name: "standard input", arg: "-", base: base, stdin: "<p>s", want: Input{URL: base, HTML: []byte("<p>s")}},
		{name: "saved page", arg: filepath.Join(dir, "p.json.gz"), want: Input{Saved: filepath.Join(dir, "p.json.gz")}},
		{name: "another scheme", arg: "ftp://user:secret@example.com/x", fails: `"ftp://example.com/x" is neither an http or https URL nor a file`},
		{name: "the address of a file", arg: "file:///a%20b/c.html", fails: "by its path, /a b/c.html"},
		{name: "the address of a file that is wrong", arg: "FILE:///a%zz/c.html", fails: "by its path, /a%zz/c.html"},
		{name: "a folder without a page", arg: t.TempDir(), fails: "has no index.html"},
		{name: "a path without scheme", arg: "example.com/news/1", fails: "write https://example.com/news/1"},
		{name: "a port without scheme", arg: "localhost:8080", fails: "write https://localhost:8080, or http://"},
		{name: "a file that is missing in a folder", arg: "../source/none.html", fails: "../source/none.html: no such file"},
		{name: "a word", arg: "readme", fails: "no such file"},
		{name: "a host without scheme", arg: "example.com", fails: "write https://example.com"},
		{name: "a feed", arg: "-", stdin: "<?xml version='1.0'?><rss>", fails: "reading standard input: not an HTML page: its type is application/xml"},
		{name: "no file", arg: filepath.Join(dir, "none.html"), fails: "no such file"},
		{name: "nothing", arg: "-", fails: "the document is empty"},
		{name: "an empty file", arg: filepath.Join(dir, "empty.html"), fails: "the document is empty"},
		{name: "a web archive", arg: filepath.Join(dir, "c.warc.gz"), fails: "c.warc.gz is a web archive of many pages"},
		{name: "a web archive by another name", arg: filepath.Join(dir, "c.gz"), fails: "c.gz: not an HTML page: it is a web archive of many pages: name its file .warc"},
		{name: "a web archive on standard input", arg: "-", stdin: "WARC/1.1\r\nWARC-Type: response\r\n\r\n<p>a", fails: "standard input: not an HTML page: it is a web archive"},
		{name: "a base without a host", arg: "-", base: "http:///x", stdin: "x", fails: "is not an http or https URL"},
		{name: "a base of another scheme", arg: "-", base: "ftp://example.com/x", stdin: "x", fails: "is not an http or https URL"},
		{name: "a base that is no address", arg: "-", base: "example", stdin: "x", fails: "is not an http or https URL"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Open(tt.arg, tt.base, strings.NewReader(tt.stdin))
			if tt.fails != "" {
				if err == nil || !strings.Contains(err.Error(), tt.fails) {
					t.Fatalf("error is %v, want %q", err, tt.fails)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got.URL != tt.want.URL || string(got.HTML) != string(tt.want.HTML) || got.Dir != tt.want.Dir || got.Name != tt.want.Name || got.Saved != tt.want.Saved {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// Messages name an input as its user did, but for what is secret.
func TestInputsAreNamed(t *testing.T) {
	for want, in := range map[string]Input{
		"site/p.json.gz":                {Saved: "site/p.json.gz", URL: "https://example.com/"},
		filepath.Join("site", "a.html"): {Dir: "site", Name: "a.html", URL: "https://example.com/"},
		"https://example.com/":          {URL: "https://user:pw@example.com/"},
		"the page that was given":       {HTML: []byte("<p>x")},
	} {
		if got := in.String(); got != want {
			t.Errorf("%+v is named %q, want %q", in, got, want)
		}
	}
}

func TestOpenUnpacks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.html.gz")
	if err := os.WriteFile(file, []byte(zipped("<p>a")), 0o644); err != nil {
		t.Fatal(err)
	}
	if in, err := Open(file, "", nil); err != nil || string(in.HTML) != "<p>a" {
		t.Errorf("a file: %q, %v", in.HTML, err)
	}
	if in, err := Open("-", "", strings.NewReader(zipped("<p>s"))); err != nil || string(in.HTML) != "<p>s" {
		t.Errorf("standard input: %q, %v", in.HTML, err)
	}
	saved := zipped(`{"format":"mullion page"}`)
	if in, err := Open("-", "", strings.NewReader(saved)); err != nil || !in.IsSaved() || string(in.SavedPage) != saved || in.HTML != nil {
		t.Errorf("a saved page: %+v, %v", in, err)
	}
	if _, err := Open("-", "", strings.NewReader(zipped(strings.Repeat(" ", MaxHTML+1)))); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("a bomb: %v", err)
	}
	if _, err := Open("-", "", strings.NewReader("\x1f\x8bx")); err == nil || !strings.Contains(err.Error(), "unpacking") {
		t.Errorf("a damaged one: %v", err)
	}
}

func fetchOptions() FetchOptions {
	return FetchOptions{Timeout: 20 * time.Second, UserAgent: "test", Language: "de", Headers: []string{"X-A: 1"}, Cookies: []string{"k=v"}, AllowNamed: true}
}

func TestFetchSendsWhatItIsTold(t *testing.T) {
	var got http.Header
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1"})
			http.Redirect(w, r, "/page", http.StatusFound)
			return
		}
		got = r.Header
		w.Header().Set("Content-Type", "text/html; charset=gbk")
		_, _ = w.Write([]byte("<p>x"))
	}))
	defer server.Close()
	in, err := Fetch(context.Background(), server.URL+"/", fetchOptions())
	if err != nil {
		t.Fatal(err)
	}
	if in.URL != server.URL+"/page" || string(in.HTML) != "<p>x" || in.ContentType != "text/html; charset=gbk" {
		t.Errorf("%+v", in)
	}
	for name, want := range map[string]string{"User-Agent": "test", "Accept-Language": "de", "X-A": "1", "Cookie": "k=v; seen=1"} {
		if got.Get(name) != want {
			t.Errorf("%s is %q, want %q", name, got.Get(name), want)
		}
	}
}

// The user's headers and cookies are for the host that was asked for, wherever it redirects to.
func TestFetchKeepsSecrets(t *testing.T) {
	var got http.Header
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			_, port, _ := net.SplitHostPort(r.Host)
			http.Redirect(w, r, "http://localhost:"+port+"/page", http.StatusFound)
			return
		}
		got = r.Header
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<p>x"))
	}))
	defer server.Close()
	o := fetchOptions()
	o.AllowHosts = []string{"localhost"}
	if _, err := Fetch(context.Background(), server.URL+"/", o); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"User-Agent": "test", "Accept-Language": "de", "X-A": "", "Cookie": "", "Referer": server.URL + "/"} {
		if got.Get(name) != want {
			t.Errorf("another host got %s %q, want %q", name, got.Get(name), want)
		}
	}
	o.Headers = []string{"Accept: text/plain"}
	if _, err := Fetch(context.Background(), server.URL+"/page", o); err != nil || got.Get("Accept") != "text/plain" {
		t.Errorf("Accept is %q, %v", got.Get("Accept"), err)
	}
}

// A proxy is asked for the page, and reaches hosts that this machine would not.
func TestFetchThroughAProxy(t *testing.T) {
	asked := ""
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.String()
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<p>x"))
	}))
	defer proxy.Close()
	o := fetchOptions()
	o.Proxy = proxy.URL
	in, err := Fetch(t.Context(), "http://news.invalid/page", o)
	if err != nil || string(in.HTML) != "<p>x" || asked != "http://news.invalid/page" {
		t.Errorf("%q of %q: %v", in.HTML, asked, err)
	}
}

// A proxy is not asked for hosts that are private by their names, however they are written, unless they are allowed.
func TestFetchThroughAProxyStaysPublic(t *testing.T) {
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Host == "news.invalid" {
			http.Redirect(w, r, "http://"+r.URL.Query().Get("to")+"/", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<p>secret"))
	}))
	defer proxy.Close()
	o := fetchOptions()
	o.Proxy = proxy.URL
	for _, host := range []string{"127.0.0.1", "169.254.169.254", "2130706433", "0x7f.1", "[::ffff:10.0.0.1]", "localhost", "a.localhost.:8080"} {
		if _, err := Fetch(t.Context(), "http://news.invalid/?to="+url.QueryEscape(host), o); !errors.Is(err, ErrRefused) {
			t.Errorf("a redirect to %s: %v", host, err)
		}
		if _, err := Fetch(t.Context(), "http://"+host+"/", o); err != nil {
			t.Errorf("%s that was asked for: %v", host, err)
		}
	}
	o.AllowHosts = []string{"localhost"}
	if _, err := Fetch(t.Context(), "http://news.invalid/?to=localhost", o); err != nil {
		t.Errorf("a redirect to an allowed host: %v", err)
	}
}

// A host that was asked for may be private, but not once it was seen at a public address: its name may be told to mean
// another one by the time of a redirect.
func TestNamedHostStaysPublic(t *testing.T) {
	const host = "named.example:80"
	at := func(address string) net.Addr { return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address)) }
	w := &way{rule: reach.Rule{Named: "named.example", Hosts: []string{"other.example"}}}
	w.seen(host, at("10.0.0.1:80"))
	w.seen("other.example:80", at("93.184.215.14:80"))
	if !w.allows(host) {
		t.Error("a host that was asked for may not be private")
	}
	w.seen(host, at("93.184.215.14:80"))
	if w.allows(host) || !w.allows("other.example:80") {
		t.Errorf("a host that was seen at a public address may become private: %v", w.allows(host))
	}
}

// A server that does not say what it sends is believed by how it begins.
func TestFetchWithoutAType(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header()["Content-Type"] = nil
		_, _ = w.Write([]byte(r.URL.Query().Get("body")))
	}))
	defer server.Close()
	for body, want := range map[string]string{"<!doctype html><p>x": "text/html", "some words": "text/plain"} {
		in, err := Fetch(t.Context(), server.URL+"/?body="+url.QueryEscape(body), fetchOptions())
		if err != nil || in.ContentType != want || string(in.HTML) != body {
			t.Errorf("%q is %q: %v", in.HTML, in.ContentType, err)
		}
	}
	if _, err := Fetch(t.Context(), server.URL+"/?body=%25PDF-1.7", fetchOptions()); !errors.Is(err, page.ErrNotHTML) {
		t.Errorf("a PDF: %v", err)
	}
}

// A host that asks to be left alone is not asked for its next page before.
func TestFetchTakesTurns(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = w.Write([]byte("<p>slower"))
	}))
	defer server.Close()
	o := fetchOptions()
	o.Turns, o.Pause = &reach.Turns{}, time.Nanosecond
	if _, err := Fetch(t.Context(), server.URL+"/", o); !errors.Is(err, reach.ErrStatus) {
		t.Errorf("the first page: %v", err)
	}
	soon, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Fetch(soon, server.URL+"/", o); !errors.Is(err, context.DeadlineExceeded) || !strings.HasPrefix(err.Error(), "waiting to load http://127") || asked != 1 {
		t.Errorf("the next page, after %d were asked for: %v", asked, err)
	}
}

func TestFetchFails(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/404":
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(404)
			_, _ = w.Write([]byte("<p>gone"))
		case "/pdf":
			w.Header().Set("Content-Type", "application/pdf")
			_, _ = w.Write([]byte("%PDF-1.7"))
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		case "/private": // the same server by another private name
			u, _ := url.Parse("http://" + r.Host)
			_, port, _ := net.SplitHostPort(u.Host)
			http.Redirect(w, r, "http://localhost:"+port+"/", http.StatusFound)
		}
	}))
	defer server.Close()
	var status *reach.StatusError
	in, err := Fetch(context.Background(), server.URL+"/404", fetchOptions())
	if !errors.As(err, &status) || status.Code != 404 || status.RetryAfter != 7*time.Second || !errors.Is(err, reach.ErrStatus) {
		t.Errorf("a missing page: %v", err)
	}
	if err == nil || !strings.Contains(err.Error(), ": the server answered with status 404 Not Found") {
		t.Errorf("a missing page is told as %v", err)
	}
	if string(in.HTML) != "<p>gone" {
		t.Errorf("the error page is lost: %q", in.HTML)
	}
	if _, err := Fetch(context.Background(), server.URL+"/pdf", fetchOptions()); !errors.Is(err, page.ErrNotHTML) {
		t.Errorf("a PDF: %v", err)
	}
	if _, err := Fetch(context.Background(), server.URL+"/loop", fetchOptions()); err == nil || !strings.Contains(err.Error(), "too many redirects") {
		t.Errorf("a loop: %v", err)
	}
	if _, err := Fetch(context.Background(), server.URL+"/private", fetchOptions()); !errors.Is(err, ErrRefused) {
		t.Errorf("a redirect to a private host: %v", err)
	}
	o := fetchOptions()
	o.AllowNamed = false
	if _, err := Fetch(context.Background(), server.URL+"/404", o); !errors.Is(err, ErrRefused) {
		t.Errorf("a private host that was named by a stranger: %v", err)
	}
	o = fetchOptions()
	o.AllowHosts = []string{"localhost"}
	if _, err := Fetch(context.Background(), server.URL+"/private", o); errors.Is(err, ErrRefused) {
		t.Errorf("an allowed private host: %v", err)
	}
}

// A host that was just silent to one page is not asked for the next one.
func TestFetchRemembersSilentHosts(t *testing.T) {
	o := fetchOptions()
	o.Lost = reach.NewLost()
	_, _ = o.Lost.Dial(t.Context(), "127.0.0.1:1", true, o.Timeout, func(context.Context) (net.Conn, error) { return nil, os.ErrDeadlineExceeded })
	if _, err := Fetch(t.Context(), "http://127.0.0.1:1/page", o); err == nil || !strings.HasPrefix(err.Error(), "loading http://127.0.0.1:1/page: 127.0.0.1:1 was out of reach ") {
		t.Error(err)
	}
}

// Servers send encodings for which they were not asked, and name as one what is none.
func TestFetchUnpacks(t *testing.T) {
	var br bytes.Buffer
	w := brotli.NewWriter(&br)
	_, _ = w.Write([]byte("<p>x"))
	w.Close()
	for _, c := range []struct{ encoding, body, fails string }{
		{encoding: "gzip", body: zipped("<p>x")}, {encoding: "br", body: br.String()}, {encoding: "utf-8", body: "<p>x"},
		{encoding: "zstd", body: "\x28\xb5\x2f\xfd", fails: `content encoding "zstd" is not known`},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Encoding", c.encoding)
			_, _ = w.Write([]byte(c.body))
		}))
		in, err := Fetch(t.Context(), server.URL, fetchOptions())
		server.Close()
		if c.fails == "" && (err != nil || string(in.HTML) != "<p>x") || c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)) {
			t.Errorf("%s: %q, %v", c.encoding, in.HTML, err)
		}
	}
}

// What came of a page that breaks off comes with why it did.
func TestFetchBreaksOff(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	for range 1000 {
		_, _ = z.Write([]byte(rand.Text()))
	}
	z.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/length":
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("<p>x"))
		case "/chunk":
			_, _ = w.Write([]byte("<p>x"))
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		case "/gzip":
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(zipped.Bytes()[:zipped.Len()/2])
		case "/late":
			_, _ = w.Write([]byte("<p>x"))
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		case "/nothing":
			w.Header().Set("Content-Length", "100")
		}
	}))
	defer server.Close()
	for _, path := range []string{"/length", "/chunk", "/gzip", "/late"} {
		o := fetchOptions()
		if path == "/late" {
			o.Timeout = 300 * time.Millisecond
		}
		var cut *CutError
		in, err := Fetch(t.Context(), server.URL+path, o)
		if !errors.As(err, &cut) || len(in.HTML) == 0 || in.URL == "" || errors.Is(err, ErrTimeout) != (path == "/late") {
			t.Errorf("%s: %v, %.20q", path, err, in.HTML)
		}
	}
	if in, err := Fetch(t.Context(), server.URL+"/nothing", fetchOptions()); err == nil || in.HTML != nil {
		t.Errorf("a page of which nothing came: %v", err)
	}
}

// What ended the waiting is told: the options' deadline, or the caller's.
func TestFetchEnds(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/body" {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<p>x"))
			_ = http.NewResponseController(w).Flush()
		}
		<-r.Context().Done()
	}))
	defer server.Close()
	soon, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	short := fetchOptions()
	short.Timeout = 50 * time.Millisecond
	for _, c := range []struct {
		ctx     context.Context
		address string
		o       FetchOptions
		want    error
	}{
		{t.Context(), server.URL, short, ErrTimeout}, {t.Context(), server.URL + "/body", short, ErrTimeout},
		{soon, server.URL, fetchOptions(), context.DeadlineExceeded}, {t.Context(), "", fetchOptions(), ErrInput}, {t.Context(), "news.example", fetchOptions(), ErrInput},
		{t.Context(), "http://user:secret@[::1/", fetchOptions(), ErrInput}, {t.Context(), "ftp://user:secret@news.example/", fetchOptions(), ErrInput},
	} {
		_, err := Fetch(c.ctx, c.address, c.o)
		if !errors.Is(err, c.want) || c.want != ErrTimeout && errors.Is(err, ErrTimeout) {
			t.Errorf("%q: %v, want %v", c.address, err, c.want)
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: the error shows a password: %v", c.address, err)
		}
	}
}

// An address has a host that browsers go to, whether it is there or not.
func TestIsAddress(t *testing.T) {
	for text, want := range map[string]bool{
		"https://example.com/": true, "HTTP://EXAMPLE.com": true, "http://a_b.example/": true, "http://ä.example:8080/x?y#z": true,
		"http://xn--i-7iq.ws/": true, "http://☃.net/": true, "http://[::1]/": true, "http://a..b/": true, "http://-a-/": true, "http://user@host:/": true,
		"http://" + strings.Repeat("a", 1<<18) + "@host/": true, // at once
		"https://": false, "https:///x": false, "http://:80/": false, "http://a:99999/": false, "http://a:b/": false, "http://999.1.1.1/": false,
		"http://1.2.3.4.5/": false, "http://a b/": false, "http://a<b/": false, "http://a|b/": false, "http://a%20b/": false, "http://*.a/": false,
		"http://\u200b/": false, "http://℀/": false, "http://[zz]/": false, "http://[fe80::1%25eth0]/": false, "ftp://example.com/": false, "example.com": false,
	} {
		if got := IsAddress(text); got != want {
			t.Errorf("%.100q: %t, want %t", text, got, want)
		}
	}
}

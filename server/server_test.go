package server_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/server"
	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/source"
)

const article = `<!doctype html><title>Tides</title><nav><a href=/>Home</a> <a href=/news>News</a></nav><main><h1>Tides</h1>
<p>The bell in the harbour rang at seven minutes past two, which meant that it was noon, and nobody on the quay looked up from work.</p>
<p>A woman closed the shutters, and along the wall some forty people unwrapped their sandwiches, calm as a congregation on Sunday.</p></main>`

// start runs a server without Chrome on a free port.
func start(t testing.TB, change func(*config.Config)) *server.Server {
	t.Helper()
	c := config.Default()
	c.Rendering, c.Render.AllowNamed, c.Serve.Listen = "never", false, "127.0.0.1:0"
	if change != nil {
		change(&c)
	}
	s, err := server.New(t.Context(), c, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// ask sends a request whose headers are written as "Name: value".
func ask(s http.Handler, method, address, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, address, strings.NewReader(body))
	r.Host = "localhost"
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
		if name == "Host" {
			r.Host = value
		}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// What is asked for is logged, but for who asks for it.
func TestCredentialsStayOutOfTheLog(t *testing.T) {
	c := config.Default()
	c.Rendering, c.Render.AllowNamed = "never", false
	for _, path := range []string{"/http://reader:secret@127.0.0.1:1/bell?key=secret", "/http:/reader:secret@127.0.0.1:1/bell", "/http%3A%2F%2Freader%3Asecret%40127.0.0.1%3A1%2Fbell"} {
		var log bytes.Buffer
		s, err := server.New(t.Context(), c, "test", slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
		if err != nil {
			t.Fatal(err)
		}
		ask(s, "GET", path, "")
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if strings.Contains(log.String(), "secret") || !strings.Contains(log.String(), "path=/http://127.0.0.1:1/bell ") {
			t.Errorf("%s: logged is %s", path, &log)
		}
	}
}

func object(t *testing.T, raw []byte) map[string]any {
	t.Helper()
	v := map[string]any{}
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return v
}

func posted(t testing.TB, fields map[string]any) string {
	t.Helper()
	raw, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestCleanAnswersAsAsked(t *testing.T) {
	s := start(t, nil)
	for _, test := range []struct{ accept, kind, holds string }{
		{"", "application/json", `"label":"content"`},
		{"*/*", "application/json", `"status":"ok"`},
		{"text/markdown", "text/markdown; charset=utf-8", "The bell"},
		{"text/plain;q=0.5, text/html", "text/html; charset=utf-8", "<p>The bell"},
		{"text/html;q=0.5, text/*", "text/markdown; charset=utf-8", "The bell"},
		{"application/pdf, text/plain;q=0.1", "text/plain; charset=utf-8", "The bell"},
	} {
		w := ask(s, "POST", "/v1/clean", posted(t, map[string]any{"html": article}), "Content-Type: application/json", "Accept: "+test.accept)
		if w.Code != 200 || w.Header().Get("Content-Type") != test.kind || !strings.Contains(w.Body.String(), test.holds) {
			t.Errorf("Accept %q: %d %s %s", test.accept, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
		if strings.Contains(w.Body.String(), "News") && test.kind != "application/json" {
			t.Errorf("Accept %q: navigation is in the content: %s", test.accept, w.Body)
		}
		if sandboxed := strings.HasPrefix(w.Header().Get("Content-Security-Policy"), "sandbox"); sandboxed != strings.HasPrefix(test.kind, "text/html") {
			t.Errorf("Accept %q: the policy is %q", test.accept, w.Header().Get("Content-Security-Policy"))
		}
	}
}

// JSON is UTF-8, whatever the page says of itself; a document sent as it is speaks for itself.
func TestEncodings(t *testing.T) {
	s := start(t, nil)
	lies := `<meta charset=gbk>` + strings.ReplaceAll(article, "harbour", "Häfen")
	if w := ask(s, "POST", "/v1/clean", posted(t, map[string]any{"html": lies}), "Accept: text/plain"); !strings.Contains(w.Body.String(), "Häfen") {
		t.Errorf("JSON: %s", w.Body)
	}
	latin := strings.ReplaceAll(article, "harbour", "H\xe4fen")
	if w := ask(s, "POST", "/v1/clean?output.front_matter=true", latin, "Content-Type: text/html; charset=iso-8859-1", "Accept: text/markdown"); !strings.Contains(w.Body.String(), "Häfen") || !strings.HasPrefix(w.Body.String(), "---") {
		t.Errorf("HTML with settings in the query: %s", w.Body)
	}
}

// A compressed body is unpacked, and no larger for it than any other.
func TestCompressedBodies(t *testing.T) {
	s := start(t, func(c *config.Config) { c.Serve.MaxBody = 20_000 })
	zipped := func(html string) string {
		var b strings.Builder
		z := gzip.NewWriter(&b)
		_, _ = io.WriteString(z, html)
		_ = z.Close()
		return b.String()
	}
	for _, test := range []struct {
		name, body, encoding string
		code                 int
		holds                string
	}{
		{"gzip", zipped(article), "gzip", 200, "The bell"},
		{"a bomb", zipped(strings.Repeat(" ", 1<<20)), "gzip", 413, "too large"},
		{"a damaged one", zipped(article)[:100], "gzip", 422, "unexpected EOF"},
		{"a coding of others", article, "zstd", 415, `\"zstd\" is not known`},
		{"a coding that is not told", zipped(article), "", 422, "application/x-gzip"},
	} {
		w := ask(s, "POST", "/v1/clean", test.body, "Content-Type: text/html", "Accept: text/plain", "Content-Encoding: "+test.encoding)
		if w.Code != test.code || !strings.Contains(w.Body.String(), test.holds) {
			t.Errorf("%s: %d %s", test.name, w.Code, w.Body)
		}
	}
}

func TestSettings(t *testing.T) {
	s := start(t, nil)
	for _, test := range []struct {
		name  string
		given map[string]any
		code  int
		holds string
	}{
		{"a dotted key", map[string]any{"classify.threshold": 1, "html": article}, 200, `"status":"empty"`},
		{"a nested one", map[string]any{"classify": map[string]any{"threshold": 1}, "html": article}, 200, `"status":"empty"`},
		{"a method", map[string]any{"method": "vlps", "html": article}, 200, `needs layout`},
		{"out of range", map[string]any{"classify.threshold": 7, "html": article}, 422, `classify.threshold: 7 is not between 0 and 1`},
		{"misspelt", map[string]any{"clasify.threshold": 1, "html": article}, 422, `clasify`},
		{"another program", map[string]any{"render.chrome": "/bin/sh", "html": article}, 422, "render.chrome: only who runs the server can set it"},
		{"another program, nested", map[string]any{"render": map[string]any{"chrome": "/bin/sh"}, "html": article}, 422, "only who runs the server can set it"},
		{"another program, in capitals", map[string]any{"Render.Chrome": "/bin/sh", "html": article}, 422, "only who runs the server can set it"},
		{"a file as model, in capitals", map[string]any{"MODEL": "/etc/passwd", "html": article}, 422, "only who runs the server can set it"},
		{"a flag's name", map[string]any{"render": "never", "html": article}, 422, "render: it is a section, did you mean rendering?"},
		{"a word for another program", map[string]any{"render": "/bin/sh", "html": article}, 422, "render: only who runs the server can set it"},
		{"private addresses", map[string]any{"render.allow_private": true, "url": "http://127.0.0.1/"}, 422, "only who runs the server can set it"},
		{"a file as model", map[string]any{"model": "/etc/passwd", "html": article}, 422, "only who runs the server can set it"},
		{"a folder of profiles", map[string]any{"profiles": "/etc", "html": article}, 422, "only who runs the server can set it"},
		{"the server's own", map[string]any{"serve.token": "", "html": article}, 422, "only who runs the server can set it"},
		{"no page", map[string]any{"method": "vlps"}, 422, "name a page"},
		{"a file", map[string]any{"url": "file:///etc/passwd"}, 422, "not an http or https URL"},
		{"a path", map[string]any{"url": "/etc/passwd"}, 422, "not an http or https URL"},
		{"HTML with a host that is none", map[string]any{"url": "http://a<b/", "html": article}, 422, "not an http or https URL"},
		{"HTML with a port that is none", map[string]any{"url": "http://a:99999/", "html": article}, 422, "not an http or https URL"},
		{"a number", map[string]any{"url": 3}, 422, "url is not a string"},
		{"numbers", map[string]any{"html": 3, "url": 3}, 422, "url is not a string"},
		{"a method without its profile", map[string]any{"method": "cluster", "html": article}, 422, "no site profile"},
	} {
		w := ask(s, "POST", "/v1/clean", posted(t, test.given))
		if w.Code != test.code || !strings.Contains(w.Body.String(), test.holds) {
			t.Errorf("%s: %d %s", test.name, w.Code, w.Body)
		}
		if kind := w.Header().Get("Content-Type"); w.Code != 200 && kind != "application/problem+json" {
			t.Errorf("%s: a problem is %s", test.name, kind)
		}
	}
}

func TestRefusals(t *testing.T) {
	s := start(t, func(c *config.Config) { c.Serve.MaxBody, c.Render.MaxNodes = 2000, 150 })
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, article) }))
	defer web.Close()
	clean := object(t, ask(s, "GET", "/openapi.json", "").Body.Bytes())["paths"].(map[string]any)["/v1/clean"].(map[string]any)
	for _, test := range []struct {
		name, method, address, body, header string
		code                                int
	}{
		{"a private address", "GET", "/v1/clean?url=" + web.URL, "", "", 403},
		{"a private address before which the server stands", "GET", "/" + web.URL, "", "", 403},
		{"a host that is not there", "GET", "/v1/clean?url=http://nothing.invalid/", "", "", 502},
		{"no JSON", "POST", "/v1/clean", "{", "", 422},
		{"another type", "POST", "/v1/clean", "x", "Content-Type: text/csv", 415},
		{"a large body", "POST", "/v1/clean", posted(t, map[string]any{"html": strings.Repeat("x", 3000)}), "", 413},
		{"a page of many elements", "POST", "/v1/clean", posted(t, map[string]any{"html": strings.Repeat("<p>x", 100)}), "", 422},
		{"an unknown path", "GET", "/v2", "", "", 404},
		{"a method that a path does not take", "DELETE", "/v1/clean", "", "", 405},
		{"a method that an address does not take", "POST", "/https://example.com/x", "", "", 405},
		{"a method that an unknown path does not take", "DELETE", "/v2", "", "", 404},
		{"a type that is not offered", "POST", "/v1/clean", posted(t, map[string]any{"html": article}), "Accept: application/pdf", 406},
		{"a type that is not offered, by prepended address", "GET", "/" + web.URL, "", "Accept: application/pdf", 406},
		{"a picture without Chrome", "POST", "/v1/clean", posted(t, map[string]any{"html": article}), "Accept: image/png", 422},
		{"another name", "GET", "/v1/profiles", "", "Host: evil.example", 421},
		{"another site", "GET", "/v1/profiles", "", "Origin: https://evil.example", 403},
		{"a profile of nothing", "GET", "/v1/profiles/example.com", "", "", 404},
		{"empty Markdown", "POST", "/v1/clean", posted(t, map[string]any{"html": "<p>"}), "Accept: text/markdown", 422},
		{"regions without layout", "POST", "/v1/regions", posted(t, map[string]any{"html": article}), "", 422},
	} {
		path, _, _ := strings.Cut(test.address, "?")
		if o, ok := clean[strings.ToLower(test.method)].(map[string]any); ok && path == "/v1/clean" && o["responses"].(map[string]any)[strconv.Itoa(test.code)] == nil {
			t.Errorf("%s: %d is not described", test.name, test.code)
		}
		w := ask(s, test.method, test.address, test.body, test.header)
		if w.Code != test.code || w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s %s", test.name, w.Code, w.Header().Get("Content-Type"), w.Body)
			continue
		}
		if p := object(t, w.Body.Bytes()); p["status"] != float64(test.code) || p["detail"] == "" {
			t.Errorf("%s: the problem is %v", test.name, p)
		}
	}
}

// A page that its server refuses for good is told apart from one that may be there the next time.
func TestStatusesOfPages(t *testing.T) {
	s := start(t, func(c *config.Config) { c.Render.AllowPrivate = true })
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		code, _ := strconv.Atoi(r.URL.Path[1:])
		w.WriteHeader(code)
		_, _ = io.WriteString(w, article)
	}))
	defer web.Close()
	for code, want := range map[int]int{401: 422, 403: 422, 404: 422, 410: 422, 451: 422, 408: 502, 429: 502, 500: 502, 503: 502} {
		w := ask(s, "GET", fmt.Sprintf("/v1/clean?url=%s/%d", web.URL, code), "", "")
		if w.Code != want || !strings.Contains(w.Body.String(), fmt.Sprintf("status %d", code)) {
			t.Errorf("%d: %d %s, want %d", code, w.Code, w.Body, want)
		}
	}
}

// A page of too many bytes will not have fewer at the next try, with Chrome or without.
func TestPagesOfTooManyBytes(t *testing.T) {
	s := start(t, func(c *config.Config) { c.Render.AllowPrivate = true })
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		piece := []byte(strings.Repeat("<p>x", 1<<18))
		for range source.MaxHTML/len(piece) + 1 {
			_, _ = w.Write(piece)
		}
	}))
	defer web.Close()
	if w := ask(s, "GET", "/v1/clean?url="+web.URL, ""); w.Code != 422 || !strings.Contains(w.Body.String(), "more than 64 MiB") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// curl -d sends the type of a form, which pages of other sites can send, too.
func TestJSONInTheTypeOfAFormSaysTheWayOut(t *testing.T) {
	w := ask(start(t, nil), "POST", "/v1/clean", posted(t, map[string]any{"html": article}), "Content-Type: application/x-www-form-urlencoded")
	if w.Code != 415 || !strings.Contains(w.Body.String(), "--json in place of -d") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestRefusalsNameTheWayOut(t *testing.T) {
	s := start(t, func(c *config.Config) { c.Serve.MaxBody = 2000 })
	if allow := ask(s, "PUT", "/v1/clean", "").Header().Get("Allow"); allow != "GET, HEAD, POST" {
		t.Errorf("Allow is %q", allow)
	}
	if w := ask(s, "POST", "/v1/clean", strings.Repeat("x", 3000)); !strings.Contains(w.Body.String(), "serve.max_body is 2000 bytes") {
		t.Errorf("a large body: %s", w.Body)
	}
	if w := ask(s, "POST", "/v1/clean", "%PDF-1.7\n", "Content-Type: text/html"); !strings.Contains(w.Body.String(), "the page that was given: ") {
		t.Errorf("a page that is none: %s", w.Body)
	}
	for _, body := range []string{"[]", "null", "3", `"https://example.com/"`} {
		if w := ask(s, "POST", "/v1/clean", body); w.Code != 422 || !strings.Contains(w.Body.String(), "not a JSON object: keys and values in braces") || strings.Contains(w.Body.String(), "Go ") {
			t.Errorf("%s: %d %s", body, w.Code, w.Body)
		}
	}
	if w := ask(s, "POST", "/v1/regions", posted(t, map[string]any{"html": article}), "Accept: text/csv"); !strings.Contains(w.Body.String(), "ask for one of application/json, image/png") {
		t.Errorf("another type: %s", w.Body)
	}
}

func TestReadingByPrependedAddress(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, strings.ReplaceAll(article, "harbour", r.RequestURI))
	}))
	defer web.Close()
	s := start(t, func(c *config.Config) { c.Render.AllowHosts = []string{"127.0.0.1"} })
	w := ask(s, "GET", "/"+web.URL+"/a%20b?c=d&e", "")
	if w.Code != 200 || w.Header().Get("Content-Type") != "text/markdown; charset=utf-8" || !strings.Contains(w.Body.String(), "/a%20b?c=d&e") {
		t.Errorf("%d %s %s", w.Code, w.Header(), w.Body)
	}
	w = ask(s, "GET", "/"+strings.Replace(web.URL, "//", "/", 1)+"/x", "", "Accept: text/html,*/*;q=0.8")
	if w.Code != 200 || w.Header().Get("Content-Type") != "text/plain; charset=utf-8" || !strings.Contains(w.Body.String(), "rang at seven") {
		t.Errorf("a browser behind a proxy that drops slashes: %d %s %s", w.Code, w.Header(), w.Body)
	}
	if w := ask(s, "GET", "/"+url.QueryEscape(web.URL+"/a%20b?c=d&e"), ""); w.Code != 200 || !strings.Contains(w.Body.String(), "/a%20b?c=d&e") {
		t.Errorf("an address that is escaped: %d %s", w.Code, w.Body)
	}
}

// A server lives while it answers, and is ready when it has what rendering needs, which may be a Chrome that is elsewhere.
func TestProbes(t *testing.T) {
	for _, test := range []struct {
		rendering, chrome, remote string
		ready                     int
		says                      string
	}{
		{"never", "/nowhere/chrome", "", 200, `"status":"ok"`},
		{"always", "/nowhere/chrome", "", 503, "/nowhere/chrome"},
		{"auto", "/nowhere/chrome", "", 503, "/nowhere/chrome"}, // which was named, so that no other one is looked for
		{"always", "/nowhere/chrome", "http://127.0.0.1:9", 200, `"status":"ok"`},
	} {
		s := start(t, func(c *config.Config) {
			c.Rendering, c.Render.Chrome, c.Render.Remote = test.rendering, test.chrome, test.remote
		})
		if w := ask(s, "GET", "/healthz", ""); w.Code != 200 || !strings.Contains(w.Body.String(), `"status":"ok"`) {
			t.Errorf("%+v: the server does not live: %d %s", test, w.Code, w.Body)
		}
		if w := ask(s, "GET", "/readyz", ""); w.Code != test.ready || !strings.Contains(w.Body.String(), test.says) {
			t.Errorf("%+v: %d %s", test, w.Code, w.Body)
		}
	}
}

func TestToken(t *testing.T) {
	const token = "0123456789abcdef"
	s := start(t, func(c *config.Config) { c.Serve.Listen, c.Serve.Token = "0.0.0.0:0", token })
	if w := ask(s, "GET", "/v1/profiles", "", "Host: example.com"); w.Code != 401 || w.Header().Get("WWW-Authenticate") == "" {
		t.Errorf("without: %d", w.Code)
	}
	if w := ask(s, "GET", "/healthz", "", "Host: 10.0.0.1"); w.Code != 200 {
		t.Errorf("a probe: %d", w.Code)
	}
	w := ask(s, "GET", "/?token="+token, "", "Host: example.com")
	cookies := w.Result().Cookies()
	if w.Code != 303 || len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode {
		t.Fatalf("%d %v", w.Code, cookies)
	}
	if w := ask(s, "GET", "/v1/profiles", "", "Host: example.com", "Cookie: "+cookies[0].String()); w.Code != 200 {
		t.Errorf("with the cookie: %d", w.Code)
	}
	c := config.Default()
	c.Serve.Listen = "0.0.0.0:0"
	if _, err := server.New(t.Context(), c, "", slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "serve.token") {
		t.Errorf("listening to everybody without a token: %v", err)
	}
}

func TestDescriptionKnowsEverySettingThatIsFree(t *testing.T) {
	s := start(t, nil)
	w := ask(s, "GET", "/openapi.json", "")
	for _, part := range []string{`"regions.fixed.header"`, `"classify.threshold"`, `"/v1/regions"`, `"/v1/profiles/{site}"`, `"image/png"`, `"text/html"`} {
		if !strings.Contains(w.Body.String(), part) {
			t.Errorf("%s is missing", part)
		}
	}
	if strings.Contains(w.Body.String(), "render.chrome") {
		t.Error("it offers settings that are refused")
	}
	for path, methods := range object(t, w.Body.Bytes())["paths"].(map[string]any) {
		for method := range methods.(map[string]any) {
			if w := ask(s, strings.ToUpper(method), path, ""); w.Code == 405 || w.Code == 404 && !strings.Contains(path, "{") {
				t.Errorf("%s %s is described but not there: %d", method, path, w.Code)
			}
		}
	}
}

// Where callers need a token, the description says how they send it, with every call but those of probes.
func TestDescriptionTellsOfTheToken(t *testing.T) {
	const token = "0123456789abcdef"
	for _, needed := range []string{"", token} {
		s := start(t, func(c *config.Config) { c.Serve.Token = needed })
		d := object(t, ask(s, "GET", "/openapi.json", "", "Authorization: Bearer "+token).Body.Bytes())
		schemes, _ := d["components"].(map[string]any)["securitySchemes"].(map[string]any)
		if (schemes != nil) != (needed != "") {
			t.Errorf("with token %q it has the schemes %v", needed, schemes)
		}
		for path, methods := range d["paths"].(map[string]any) {
			for method, o := range methods.(map[string]any) {
				operation := o.(map[string]any)
				_, refuses := operation["responses"].(map[string]any)["401"]
				open := ask(s, strings.ToUpper(method), path, "").Code != 401
				if (operation["security"] != nil) == open || refuses == open {
					t.Errorf("%s %s with token %q: security %v, 401 %t", method, path, needed, operation["security"], refuses)
				}
			}
		}
	}
}

func TestMetrics(t *testing.T) {
	s := start(t, nil)
	ask(s, "POST", "/v1/clean", posted(t, map[string]any{"html": article}))
	ask(s, "POST", "/v1/clean", posted(t, map[string]any{"html": "<p>"}))
	ask(s, "GET", "/v1/clean?url=http://127.0.0.1:1/", "")
	text := ask(s, "GET", "/metrics", "").Body.String()
	for _, line := range []string{
		`mullion_pages_total{status="ok"} 1`, `mullion_pages_total{status="empty"} 1`, `mullion_pages_total{status="error"} 1`,
		`mullion_request_seconds_count{code="200",route="POST /v1/clean"} 2`, `mullion_request_seconds_count{code="403",route="GET /v1/clean"} 1`,
		"mullion_running 0", "mullion_waiting 0",
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("%q is missing", line)
		}
	}
}

// A page that hangs keeps one slot busy: the next caller waits, a third is told to come again. Stopping lets those
// who run finish.
func TestBackPressureAndStopping(t *testing.T) {
	asked, proceed := make(chan struct{}, 3), make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked <- struct{}{}
		<-proceed
		_, _ = io.WriteString(w, article)
	}))
	defer web.Close()
	s := start(t, func(c *config.Config) {
		c.Render.AllowHosts, c.Serve.Running, c.Serve.Waiting = []string{"127.0.0.1"}, 1, 0
	})
	ctx, stop := context.WithCancel(t.Context())
	l, err := s.Listen(ctx)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, l) }()
	get := func() (*http.Response, []byte) {
		resp, err := http.Get(server.Address(l) + "v1/clean?url=" + web.URL)
		if err != nil {
			t.Error(err)
			return &http.Response{}, nil
		}
		defer resp.Body.Close()
		raw, _ := io.ReadAll(resp.Body)
		return resp, raw
	}
	first := make(chan int)
	go func() {
		resp, _ := get()
		first <- resp.StatusCode
	}()
	<-asked
	if resp, raw := get(); resp.StatusCode != 429 || resp.Header.Get("Retry-After") == "" || !bytes.Contains(raw, []byte("busy")) {
		t.Errorf("beyond the queue: %d %v %s", resp.StatusCode, resp.Header, raw)
	}
	stop()
	for { // new connections are refused from now on
		conn, err := net.DialTimeout("tcp", l.Addr().String(), time.Second)
		if err != nil {
			break
		}
		conn.Close()
	}
	if w := ask(s, "GET", "/readyz", ""); w.Code != 503 || !strings.Contains(w.Body.String(), "being stopped") {
		t.Errorf("ready while it stops: %d %s", w.Code, w.Body)
	}
	close(proceed)
	if code := <-first; code != 200 {
		t.Errorf("the request that ran when the server was stopped: %d", code)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// With Chrome, a picture is as easy as text.
func TestPicture(t *testing.T) {
	html, err := os.ReadFile("../testdata/site/magazine/index.html")
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, func(c *config.Config) { c.Rendering = "always" })
	w := ask(s, "POST", "/v1/regions?regions.mode=fixed&regions.fixed.header=321", string(html), "Content-Type: text/html", "Accept: image/png")
	if w.Code != 200 || !bytes.HasPrefix(w.Body.Bytes(), []byte("\x89PNG")) {
		t.Errorf("%d %.200s", w.Code, w.Body)
	}
	w = ask(s, "POST", "/v1/regions?regions.mode=fixed&regions.fixed.header=321", string(html), "Content-Type: text/html")
	if got := object(t, w.Body.Bytes()); got["mode"] != "fixed" || got["thresholds"].(map[string]any)["header"] != 321.0 {
		t.Errorf("regions are %v", got)
	}
}

// A method that needs a profile says whose fault it is that there is none: the caller's, who names no address or another
// site, or the server's, whose file is broken.
func TestProfilesThatAreMissing(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, site.FileName("broken.example")), []byte("no profile"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, func(c *config.Config) { c.Method, c.Profiles = mullion.Learned, dir })
	for body, want := range map[string]int{
		`{"html": "<p>Words"}`: 422,
		`{"html": "<p>Words", "url": "https://unknown.example/"}`: 422,
		`{"html": "<p>Words", "url": "https://broken.example/"}`:  500,
	} {
		if w := ask(s, "POST", "/v1/clean", body, "Content-Type: application/json"); w.Code != want {
			t.Errorf("%s: %d %s, want %d", body, w.Code, w.Body, want)
		}
	}
}

// A profile that is damaged is not one that is missing.
func TestProfilesThatAreBroken(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, site.FileName("example.com")), []byte("no profile"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, func(c *config.Config) { c.Profiles = dir })
	w := ask(s, "GET", "/v1/profiles/example.com", "")
	if detail := fmt.Sprint(object(t, w.Body.Bytes())["detail"]); w.Code != http.StatusInternalServerError || !strings.Contains(detail, "broken") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	s = start(t, func(c *config.Config) { c.Profiles = filepath.Join(dir, "none") })
	if w := ask(s, "GET", "/v1/profiles", ""); w.Code != 200 || !strings.Contains(w.Body.String(), `"sites":[]`) {
		t.Errorf("a folder that nobody made yet: %d %s", w.Code, w.Body)
	}
	if w := ask(s, "GET", "/v1/profiles/example.com", ""); w.Code != http.StatusNotFound {
		t.Errorf("a site of a folder that nobody made yet: %d %s", w.Code, w.Body)
	}
	if err := os.WriteFile(filepath.Join(dir, "none"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if w := ask(s, "GET", "/v1/profiles", ""); w.Code != http.StatusInternalServerError {
		t.Errorf("a file in place of a folder: %d %s", w.Code, w.Body)
	}
}

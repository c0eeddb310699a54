package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mullionhq/mullion/config"
)

// atOnce tells the race detector not to wait for a second at the end of each command.
const atOnce = "atexit_sleep_ms=0"

// The test binary is the command mullion when it is called so: scripts and examples run it from PATH.
func TestMain(m *testing.M) {
	os.Setenv("GORACE", atOnce)
	testscript.Main(m, map[string]func(){"mullion": main})
}

// sampleSite is the sample site of the repository.
const sampleSite = "../../testdata/site"

// The scripts tell what a user sees. They need Chrome, and fail without one.
func TestScripts(t *testing.T) {
	web := serve(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("WEB", web.URL)
			env.Setenv("GORACE", atOnce)
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "home"))
			return furnish(env.WorkDir)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
	})
}

// exits runs a command and wants its exit code, or one of several: exits 3 mullion clean nothing.html
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND…")
	}
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if !slices.Contains(strings.Split(args[0], ","), strconv.Itoa(got)) {
		ts.Fatalf("exit code %d, want %s", got, args[0])
	}
}

// furnish puts what scripts and examples work on into a folder: the sample site, an article with a name that one would
// give it and its styles, and web archives.
func furnish(dir string) error {
	if err := os.CopyFS(filepath.Join(dir, "site"), os.DirFS(sampleSite)); err != nil {
		return err
	}
	for name, file := range map[string]string{"article.html": "index.html", "style.css": "style.css"} {
		raw, err := fs.ReadFile(os.DirFS(sampleSite), "magazine/"+file)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), raw, 0o600); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "coded.warc.gz"), crawl("Content-Encoding: deflate\r\n"), 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "pageless.warc"), []byte("WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n"), 0o600); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "crawl.warc.gz"), crawl(""), 0o600)
}

// crawl is a web archive of two pages and a picture, with a header of each.
func crawl(header string) []byte {
	var b bytes.Buffer
	for _, name := range []string{"a", "b.png", "c"} {
		kind := "text/html"
		if strings.HasSuffix(name, "png") {
			kind = "image/png"
		}
		block := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: %s\r\n%s\r\n<!DOCTYPE html><title>%s</title><div><p>Archived page %[3]s. %[4]s</p></div>", kind, header, name, archived)
		z := gzip.NewWriter(&b)
		fmt.Fprintf(z, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://news.example/%s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", name, len(block), block)
		z.Close()
	}
	return b.Bytes()
}

const archived = `The harbour was dredged in the spring of that year, and what came up was kept: anchors, a bell without a
clapper, and some forty clay pipes that nobody has claimed.`

// serve is a web server with the sample site, and with addresses that fail in the ways that addresses do.
func serve(t *testing.T) *httptest.Server {
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(sampleSite)))
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join(sampleSite, "magazine", "index.html"))
	})
	mux.HandleFunc("/status/{code}", func(w http.ResponseWriter, r *http.Request) {
		code, _ := strconv.Atoi(r.PathValue("code"))
		w.Header().Set("Content-Type", "text/html")
		if code == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "30")
		}
		w.WriteHeader(code)
		fmt.Fprint(w, errorPage)
	})
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) })
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/magazine/", http.StatusMovedPermanently)
	})
	mux.HandleFunc("/file.pdf", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		fmt.Fprint(w, "%PDF-1.7")
	})
	mux.HandleFunc("/empty", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "<!doctype html><title>Nothing</title><body></body>")
	})
	mux.HandleFunc("/gone", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusGone) })
	mux.HandleFunc("/half", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(2*len(errorPage)))
		fmt.Fprint(w, errorPage)
	})
	mux.HandleFunc("/never", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, echoPage, r.Header.Get("X-Test"), r.Header.Get("Cookie"), r.UserAgent(), r.Header.Get("Accept-Language"))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

const errorPage = `<!doctype html><title>Gone</title><main><h1>Gone fishing</h1><p>The page that you are looking for was
moved to the harbour a long time ago, and nobody has written down where it stands. The harbour master may know, but he
only speaks to visitors who have come by boat, and seldom before noon.</p></main>`

const echoPage = `<!doctype html><title>Echo</title><main><p>The server of this page tells its visitors what they have sent, so
that they can see it. The header was (%s), and the cookies were (%s). The browser called itself (%s), and the languages
that it asked for were (%s).</p></main>`

// alone shields a test from the settings of whoever runs it.
func alone(t *testing.T) {
	t.Helper()
	for _, f := range config.Fields() {
		t.Setenv(config.Env(f.Key), "")
	}
	t.Setenv(config.EnvFile, "")
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
}

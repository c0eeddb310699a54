package mullion_test

import (
	"cmp"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/reach"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/source"
)

// Without Chrome, too, a page that breaks off is what had come of it, and is told not to be whole; with an error status it
// comes with the error.
func TestPagesThatBreakOff(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Length", "1000")
		if r.URL.Path == "/gone" {
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = w.Write([]byte("<h1>Bridge reopens</h1><p>The bridge"))
	}))
	defer web.Close()
	o := mullion.DefaultOptions()
	o.Rendering, o.Method = mullion.RenderNever, mullion.VLPS
	c, err := mullion.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for path, failed := range map[string]bool{"/": false, "/gone": true} {
		d, err := c.Clean(t.Context(), source.Input{URL: web.URL + path})
		if d == nil || (err != nil) != failed {
			t.Fatalf("%s: %v", path, err)
		}
		told := strings.Contains(strings.Join(d.Warnings, "\n"), "broke off while it was loaded")
		if d.Status != mullion.Partial || !told || d.Title != "Bridge reopens" {
			t.Errorf("%s: %s, %q, %q", path, d.Status, d.Warnings, d.Title)
		}
	}
}

// With a pause a server that asks to wait is asked once more; without one its answer is the page's.
func TestServersThatAskToWait(t *testing.T) {
	asked := map[string]int{}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked[r.URL.Path]++; asked[r.URL.Path] == 1 || r.URL.Path == "/never" {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		}
		_, _ = w.Write([]byte("<h1>Bridge reopens</h1><p>The bridge"))
	}))
	defer web.Close()
	for _, test := range []struct {
		path  string
		pause time.Duration
		asked int
		fails bool
	}{{"/none", 0, 1, true}, {"/once", time.Millisecond, 2, false}, {"/never", time.Millisecond, 2, true}} {
		o := mullion.DefaultOptions()
		o.Rendering, o.Method, o.Render.Pause = mullion.RenderNever, mullion.VLPS, test.pause
		c, err := mullion.New(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Clean(t.Context(), source.Input{URL: web.URL + test.path})
		if errors.Is(err, reach.ErrStatus) != test.fails || asked[test.path] != test.asked {
			t.Errorf("%s: asked %d times: %v", test.path, asked[test.path], err)
		}
		c.Close()
	}
}

// A page of too many nodes is told with its way out, by Chrome and without, be they elements or texts.
func TestPagesOfTooManyNodes(t *testing.T) {
	for _, how := range []string{mullion.RenderAlways, mullion.RenderNever} {
		o := mullion.DefaultOptions()
		o.Rendering, o.Render.MaxNodes = how, 100
		c, err := mullion.New(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		for _, elements := range []int{60, 120, 500} { // each with a text
			_, err := c.Clean(t.Context(), source.Input{HTML: []byte(strings.Repeat("<p>text", elements))})
			if !errors.Is(err, render.ErrTooLarge) || !strings.Contains(err.Error(), "more than 100 nodes: render.max_nodes allows more") {
				t.Errorf("%s, %d elements: %v", how, elements, err)
			}
		}
	}
}

// What is a page, and what is none, is the same with Chrome and without: HTML and plain text are; what Chrome has a viewer for,
// and an answer without anything in it, is told.
func TestKindsOfAnswers(t *testing.T) {
	const text = "The bridge <b> reopens & stays so."
	answers := map[string]struct {
		kind   string // "" for none
		status int    // 0 for 200
		body   string
		want   error
		text   string
	}{
		"/html":      {"text/html", 0, "<p>The bridge reopens.", nil, "The bridge reopens."},
		"/xhtml":     {"application/xhtml+xml", 0, `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>The bridge reopens.</p></body></html>`, nil, "The bridge reopens."},
		"/unnamed":   {"", 0, "<p>The bridge reopens.", nil, "The bridge reopens."},
		"/plain":     {"text/plain", 0, text, nil, text},
		"/markdown":  {"text/markdown", 0, text, nil, text},
		"/untyped":   {"", 0, text, nil, text},
		"/json":      {"application/json", 0, `{"text": "The bridge reopens."}`, page.ErrNotHTML, ""},
		"/rss":       {"application/rss+xml; charset=utf-8", 0, "<rss><channel><title>News</title></channel></rss>", page.ErrNotHTML, ""},
		"/xml":       {"text/xml", 0, "<news>The bridge reopens.</news>", page.ErrNotHTML, ""},
		"/pdf":       {"", 0, "%PDF-1.7\n\x01\x02", page.ErrNotHTML, ""},
		"/empty":     {"text/html", 0, "", page.ErrEmpty, ""},
		"/nothing":   {"text/plain", 0, "", page.ErrEmpty, ""},
		"/blank":     {"text/html", 0, " \n", nil, ""},
		"/gone.json": {"application/json", http.StatusNotFound, `{"error": "gone"}`, reach.ErrStatus, ""},
		"/gone":      {"text/html", http.StatusNotFound, "", reach.ErrStatus, ""},
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := answers[r.URL.Path]
		w.Header()["Content-Type"] = nil // or one is guessed
		if answer.kind != "" {
			w.Header().Set("Content-Type", answer.kind)
		}
		w.WriteHeader(cmp.Or(answer.status, http.StatusOK))
		_, _ = w.Write([]byte(answer.body))
	}))
	defer web.Close()
	for _, rendering := range []string{mullion.RenderNever, mullion.RenderAlways} {
		o := mullion.DefaultOptions()
		o.Rendering, o.Method = rendering, mullion.VLPS
		c, err := mullion.New(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		for path, answer := range answers {
			d, err := c.Clean(t.Context(), source.Input{URL: web.URL + path})
			if !errors.Is(err, answer.want) || (d == nil) != (answer.want != nil) {
				t.Errorf("%s, rendered %s: %v, want %v", path, rendering, err, answer.want)
				continue
			}
			text := ""
			for i := 0; d != nil && i < len(d.Blocks); i++ {
				text += d.Blocks[i].Text
			}
			if text != answer.text {
				t.Errorf("%s, rendered %s: %q, want %q", path, rendering, text, answer.text)
			}
		}
	}
}

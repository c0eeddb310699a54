package mullion_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mullionhq/mullion"
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

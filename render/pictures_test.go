package render

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// The size of a picture that was not loaded is what the page declares, whatever its alternative text takes up.
func TestDeclaredSizes(t *testing.T) {
	const placeholder = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
	pictures := map[string]struct {
		markup           string
		unloaded, loaded string  // what is declared, with pictures left out and with pictures
		width            float64 // when loaded
	}{
		"bare":        {`src=/p.svg alt="some words"`, "[0 0]", "none", 400},
		"lazy":        {`src=/p.svg loading=lazy alt="some words"`, "[0 0]", "none", 400},
		"style":       {`src=/p.svg style="width:24px;height:20px" alt="some words"`, "[24 20]", "none", 24},
		"one side":    {`src=/p.svg class=narrow alt="some words"`, "[24 0]", "none", 24},
		"attributes":  {`src=/p.svg width=300 height=200 alt="some words"`, "[300 200]", "none", 300},
		"relative":    {`src=/p.svg style="width:50%" alt="some words"`, "[0 0]", "none", 640},
		"placeholder": {`src="` + placeholder + `" data-src=/p.svg alt="some words"`, "[0 0]", "[0 0]", 1},
		"broken":      {`src=/none.svg alt="some words"`, "[0 0]", "[0 0]", 0},
	}
	body := `<style>body { margin: 0 } .narrow { width: 24px }</style>`
	for id, p := range pictures {
		body += fmt.Sprintf(`<p><img id=%q %s></p>`, id, p.markup)
	}
	url := serve(t, map[string]http.HandlerFunc{
		"/{$}":   html(body),
		"/p.svg": text("image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"/>`),
	})
	for _, block := range []bool{true, false} {
		b := withOptions(t, func(o *Options) { o.BlockMedia = block })
		page := mustRender(t, b, Request{URL: url}).Page
		for id, p := range pictures {
			n, want, width := byID(t, page, id), p.loaded, p.width
			if block {
				want, width = p.unloaded, 0
			}
			got := "none"
			if n.Declared != nil {
				got = fmt.Sprint(*n.Declared)
			}
			if got != want {
				t.Errorf("left out %v: %s declares %s, want %s", block, id, got, want)
			}
			if width > 0 && n.Box.W != width {
				t.Errorf("left out %v: %s is %v wide, want %v", block, id, n.Box.W, width)
			}
			if _, marked := n.LookupAttr(pictureNumber); marked || n.Style.Display != "inline" {
				t.Errorf("left out %v: %s was changed: %v, shown as %s", block, id, n.Attrs, n.Style.Display)
			}
		}
	}
}

// A page that was loading to its deadline is behind the real time. Its picture is taken at once all the same, and not after
// the time that is left for it.
func TestPictureOfPageThatIsBehind(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for r.Context().Err() == nil {
			fmt.Fprint(w, "<p>more</p>")
			w.(http.Flusher).Flush()
			time.Sleep(100 * time.Millisecond)
		}
	}})
	b := withOptions(t, func(o *Options) { o.Timeout = 6 * time.Second })
	res := mustRender(t, b, Request{URL: url, Screenshot: &Screenshot{}})
	if took := res.Timings["picture"]; !res.Page.Partial || len(res.Screenshot) == 0 || took > pictureWait/2 {
		t.Errorf("partial %t, a picture of %d bytes after %s", res.Page.Partial, len(res.Screenshot), took)
	}
}

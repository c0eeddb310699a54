package mullion_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/source"
)

// The user and password of an address open the page, and are written nowhere.
func TestCredentialsStayOutOfTheOutput(t *testing.T) {
	const prose = `<p>The bell of the dredger was found without a clapper, and is struck with a <a href="%s.html">wooden spoon</a> by
		whoever opens the season, which is an office that is drawn by lot among the members of the rowing club.</p>`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "reader" || password != "secret" {
			w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<!doctype html><title>The bell</title><main><h1>The bell</h1>%s%s</main>", fmt.Sprintf(prose, "spoon"), fmt.Sprintf(prose, "/club"))
	}))
	defer server.Close()
	address := strings.Replace(server.URL, "//", "//reader:secret@", 1) + "/a/bell.html"
	for _, rendering := range []string{"always", "never"} {
		o := mullion.DefaultOptions()
		o.Rendering = rendering
		c, err := mullion.New(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		d, err := c.Clean(t.Context(), source.Input{URL: address})
		if err != nil {
			t.Fatal(err)
		}
		written := output.DefaultOptions()
		written.FrontMatter = true
		var all strings.Builder
		for _, format := range []output.Format{output.FormatMarkdown, output.FormatJSON, output.FormatHTML} {
			if err := output.Write(&all, d, format, written); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.Page.Save(&all); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(all.String(), "secret") || strings.Contains(fmt.Sprintf("%+v", d.Page), "secret") {
			t.Errorf("%s: the password is in the output", rendering)
		}
		for _, broken := range []string{"http://reader:secret@[::1/", "http://reader:secret%zz@news.example/", "ftp://reader:secret@news.example/"} {
			if _, err := c.Clean(t.Context(), source.Input{URL: broken}); err == nil || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s: of a broken address it says %v", rendering, err)
			}
		}
		if want := "(" + server.URL + "/a/spoon.html)"; !strings.Contains(all.String(), want) {
			t.Errorf("%s: there is no link %s in\n%s", rendering, want, output.Markdown(d, written))
		}
	}
}

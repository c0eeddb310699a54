package render

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// What Chrome reads in the wrong encoding is loaded once more and decoded by us; nothing else is.
func TestEncodingsOfTheNetwork(t *testing.T) {
	const chinese = "据介绍，这座港口在春天疏浚，捞出了锚、一口没有钟舌的钟，还有四十只陶烟斗。"
	encoded := func(s string, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	gbk := encoded(simplifiedchinese.GBK.NewEncoder().String(chinese))
	wide := encoded(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder().String("<p>" + chinese))
	for name, c := range map[string]struct {
		kind, body, want, charset string
		loads                     int32
	}{
		"UTF-8 without a word":          {"text/html", "<p>" + chinese, chinese, "utf-8", 2},
		"UTF-8 that claims to be Latin": {"text/html; charset=iso-8859-1", "<p>" + chinese, chinese, "utf-8", 2},
		"GBK that claims to be UTF-8":   {"text/html", "<meta charset=utf-8><p>" + gbk, chinese, "gb18030", 2},
		"a header that claims as much":  {"text/html; charset=utf-8", "<p>" + gbk, chinese, "gb18030", 2},
		"GBK":                           {"text/html; charset=gbk", "<p>" + gbk, chinese, "gbk", 1},
		"UTF-8":                         {"text/html; charset=utf-8", "<p>" + chinese, chinese, "utf-8", 1},
		"UTF-16":                        {"text/html; charset=utf-16le", wide, chinese, "utf-16le", 1},
		"Western":                       {"text/html", "<p>caf\xe9 na\xefve \x93quoted\x94", "café naïve “quoted”", "windows-1252", 1},
		"ASCII":                         {"text/html", "<p>plain", "plain", "windows-1252", 1},
		"a scripted page, wrongly read": {"text/html", "<p id=p>" + chinese + `<script>p.append("!")</script>`, chinese + " !", "utf-8", 2},
	} {
		t.Run(name, func(t *testing.T) {
			var loads atomic.Int32
			url := serve(t, map[string]http.HandlerFunc{"/{$}": func(w http.ResponseWriter, r *http.Request) {
				loads.Add(1)
				text(c.kind, c.body)(w, r)
			}})
			p := mustRender(t, shared, Request{URL: url}).Page
			if got := visible(p); got != c.want || p.Charset != c.charset || len(p.Warnings) > 0 || p.FinalURL != url+"/" {
				t.Errorf("got %q in %s at %s, warnings %q", got, p.Charset, p.FinalURL, p.Warnings)
			}
			if loads.Load() != c.loads {
				t.Errorf("loaded %d times, want %d", loads.Load(), c.loads)
			}
		})
	}
}

// What a second visit brings does not take the place of the page that was there, and a form is not posted twice.
func TestSecondVisitsThatBringSomethingElse(t *testing.T) {
	const chinese = "据介绍，这座港口在春天疏浚，捞出了锚、一口没有钟舌的钟，还有四十只陶烟斗。"
	page := "<h1>Port</h1><p>" + chinese + "<p>" + chinese + "<p>The end<ul><li>one<li>two<li>three</ul>"
	for name, second := range map[string]http.HandlerFunc{
		"too many requests": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusTooManyRequests)
			w.Write([]byte("<p>slow down"))
		},
		"a login": text("text/html", "<p>Please log in"),
	} {
		t.Run(name, func(t *testing.T) {
			var loads atomic.Int32
			url := serve(t, map[string]http.HandlerFunc{"/{$}": func(w http.ResponseWriter, r *http.Request) {
				if loads.Add(1) > 1 {
					second(w, r)
					return
				}
				text("text/html", page)(w, r)
			}})
			res := mustRender(t, shared, Request{URL: url})
			if got := visible(res.Page); !strings.HasPrefix(got, "Port") || !strings.Contains(got, "The end") || res.Status != http.StatusOK || len(res.Page.Warnings) != 1 {
				t.Errorf("got %q with status %d and warnings %q", got, res.Status, res.Page.Warnings)
			}
		})
	}
	var posts atomic.Int32
	url := serve(t, map[string]http.HandlerFunc{
		"/{$}": text("text/html", `<form method=post action=/end></form><script>document.forms[0].submit()</script>`),
		"/end": func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				posts.Add(1)
			}
			text("text/html", page)(w, r)
		},
	})
	if p := mustRender(t, shared, Request{URL: url}).Page; posts.Load() != 1 || !strings.HasPrefix(visible(p), "Port") || len(p.Warnings) != 1 {
		t.Errorf("posted %d times: %q, warnings %q", posts.Load(), visible(p), p.Warnings)
	}
}

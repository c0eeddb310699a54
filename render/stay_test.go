package render

import (
	"net/http"
	"strings"
	"testing"
)

// Saved pages whose scripts or refresh lead elsewhere are rendered as they were given, whatever the way.
func TestGivenHTMLStays(t *testing.T) {
	elsewhere := serve(t, map[string]http.HandlerFunc{"/": func(http.ResponseWriter, *http.Request) { t.Error("the page went elsewhere") }})
	for name, leave := range map[string]string{
		"refresh":            `<meta http-equiv=refresh content="0; url=ELSE">`,
		"refresh later":      `<meta http-equiv=refresh content="3;url=ELSE">`,
		"unknown host":       `<script>if (true) location.href = "//mobile.invalid" + location.pathname</script>`,
		"href":               `<script>location.href = "ELSE"</script>`,
		"replace in a timer": `<script>setTimeout(() => location.replace("ELSE"), 2000)</script>`,
		"again and again":    `<script>setInterval(() => { location = "ELSE?" + Math.random() }, 100)</script>`,
		"form":               `<form id=f method=post action="ELSE"></form><script>f.submit()</script>`,
		"button":             `<form id=f action="ELSE"><input name=action type=hidden><input name=target type=hidden><button id=b></button></form><script>b.click()</script>`,
		"frame":              `<iframe srcdoc="<script>top.location = 'ELSE'</script>"></iframe>`,
		"local":              `<script>location.href = "/mobile.html"</script>`,
		"blank":              `<script>location.href = "about:blank"</script>`,
		"blank later":        `<script>onload = () => setTimeout(() => location.replace("about:blank"), 500)</script>`,
		"blob":               `<script>onload = () => location = URL.createObjectURL(new Blob(["<p>other"], {type: "text/html"}))</script>`,
	} {
		for _, url := range []string{"", "https://www.example.invalid/news/1.html"} {
			t.Run(name+" "+url, func(t *testing.T) {
				t.Parallel()
				given := "<title>t</title>" + strings.ReplaceAll(leave, "ELSE", elsewhere+"/") + "<h1>Headline</h1><p>The text."
				res := mustRender(t, shared, Request{URL: url, HTML: []byte(given)})
				if got := visible(res.Page); got != "Headline The text." {
					t.Errorf("got %q", got)
				}
				if res.Page.FinalURL != url {
					t.Errorf("the page says it is %q", res.Page.FinalURL)
				}
				if w := strings.Join(res.Page.Warnings, "\n"); strings.Count(w, "the page would go to ") != 1 || strings.Contains(w, "//saved-page") {
					t.Errorf("warnings: %q", w)
				}
			})
		}
	}
}

// What stays in the document, or loads it again, is no leaving.
func TestGivenHTMLMayMoveWithinItself(t *testing.T) {
	for name, move := range map[string]string{
		"fragment": `<script>location.hash = "part"; p.append(" moved")</script>`,
		"history":  `<script>history.pushState({}, "", "?page=2"); p.append(" moved")</script>`,
		"reload":   `<script>if (name == "again") p.append(" moved"); else { name = "again"; location.reload() }</script>`,
	} {
		for _, url := range []string{"", "https://www.example.invalid/news/1.html"} {
			p := mustRender(t, shared, Request{URL: url, HTML: []byte("<p id=p>The text" + "</p>" + move)}).Page
			if got := visible(p); got != "The text moved" || len(p.Warnings) > 0 {
				t.Errorf("%s: got %q, warnings %q", name, got, p.Warnings)
			}
		}
	}
}

// A page that is loaded by its address goes where it leads, also in a tab that has shown given HTML.
func TestAddressesAreFollowedAfterGivenHTML(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/":        html(`<script>location.replace("/refresh")</script>`),
		"/refresh": html(`<meta http-equiv=refresh content="0; url=/end">`),
		"/end":     html(`<p>The end`),
	})
	b := withOptions(t, func(*Options) {})
	for range 2 {
		if got := visible(mustRender(t, b, Request{HTML: []byte(`<p>Given<script>location = "/x"</script>`)}).Page); got != "Given" {
			t.Errorf("given: %q", got)
		}
		p := mustRender(t, b, Request{URL: url}).Page
		if got := visible(p); got != "The end" || !strings.HasSuffix(p.FinalURL, "/end") || len(p.Warnings) > 0 {
			t.Errorf("by its address: %q at %s, warnings %q", got, p.FinalURL, p.Warnings)
		}
	}
}

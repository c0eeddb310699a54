package render

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/reach"
)

func TestSavedPageWithItsFolder(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		at := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(content), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	write("secret.css", "#b { width: 999px !important }")
	write("pages/files/style.css", "#a { width: 123px }")
	write("pages/my page.html", "unused")
	if err := os.Symlink(filepath.Join(dir, "secret.css"), filepath.Join(dir, "pages/link.css")); err != nil {
		t.Fatal(err)
	}
	html := `<link rel=stylesheet href="files/style.css"><link rel=stylesheet href="../secret.css"><link rel=stylesheet href="link.css">
		<link rel=stylesheet href="file://` + dir + `/secret.css"><div id=a>a</div><div id=b style="width:10px">b</div>`
	for _, url := range []string{"", "https://example.invalid/x/page.html"} {
		res := mustRender(t, shared, Request{URL: url, HTML: []byte(html), Dir: filepath.Join(dir, "pages"), Name: "my page.html"})
		if w := byID(t, res.Page, "a").Box.W; w != 123 {
			t.Errorf("%q: the folder's style was not used: width %v", url, w)
		}
		if w := byID(t, res.Page, "b").Box.W; w != 10 {
			t.Errorf("%q: a style from outside of the folder was used: width %v", url, w)
		}
		if res.Page.FinalURL != url || strings.Contains(res.Page.BaseURL, "saved-page") {
			t.Errorf("%q: the page says it is %q with base %q", url, res.Page.FinalURL, res.Page.BaseURL)
		}
	}
}

// Of its folder a saved page gets what pages are made of: no hidden files, none larger than a page may be, and frames of
// others in it cannot read any.
func TestFolderIsForItsPage(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".env", ".ssh/key", "notes.txt", "..hidden", "large.txt"} {
		at := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte("secret"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	const most = 1 << 20
	if err := os.Truncate(filepath.Join(dir, "large.txt"), most+1); err != nil {
		t.Fatal(err)
	}
	asks := func(names string) string {
		return `<p id=p>asking</p><script>(async () => {
			const said = [];
			for (const name of [` + names + `]) said.push(await fetch(name).then(async (r) => r.ok ? (await r.text()).length : r.status, () => "unread"));
			p.textContent = said;
		})()</script>`
	}
	frame := serve(t, map[string]http.HandlerFunc{"/": html(asks(`"http://saved-page.invalid/notes.txt"`))})
	b := withOptions(t, func(o *Options) { o.AllowPrivate, o.MaxBody = true, most })
	own := asks(`"notes.txt", ".env", ".ssh/key", "x/../.ssh/key", "..hidden", "%2e%65nv", "large.txt"`)
	p := mustRender(t, b, Request{HTML: []byte(own + `<iframe src="` + frame + `"></iframe>`), Dir: dir, Name: "page.html"}).Page
	if got, want := visible(p), "6,404,404,404,404,404,404 unread"; got != want {
		t.Errorf("the page and the frame of another site read %q, want %q", got, want)
	}
}

// However an address is written, what is given for it is found when Chrome asks for it in its own writing.
func TestAddressesAsChromeWritesThem(t *testing.T) {
	for address, want := range map[string]string{
		"http://Example.invalid:80":                  "http://example.invalid/",
		"https://example.invalid:443/a/../b":         "https://example.invalid/b",
		"http://b\u00fccher.invalid/\u00fc?x=\u00fc": "http://xn--bcher-kva.invalid/%C3%BC?x=%C3%BC",
	} {
		res := mustRender(t, shared, Request{URL: address, HTML: []byte("<p>given")})
		if got := visible(res.Page); got != "given" || res.Page.FinalURL != want {
			t.Errorf("%s: got %q at %s, want it at %s", address, got, res.Page.FinalURL, want)
		}
	}
	var sent atomic.Bool
	url := serve(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) {
		sent.CompareAndSwap(false, r.Header.Get("X-Mine") == "yes")
		html("<p>text")(w, r)
	}})
	b := withOptions(t, func(o *Options) { o.AllowPrivate, o.Headers = true, []string{"X-Mine: yes"} })
	mustRender(t, b, Request{URL: strings.Replace(url, "127.0.0.1", "LOCALHOST", 1)})
	if !sent.Load() {
		t.Error("a host in capitals did not get the headers for it")
	}
}

func TestCharsetOfSavedPages(t *testing.T) {
	const want = "编码测试 utf-8"
	for name, raw := range map[string][]byte{
		"lying meta": []byte(`<meta charset=gb2312><p>` + want),
		"gbk":        append([]byte(`<meta charset=gbk><p>`), "\xb1\xe0\xc2\xeb\xb2\xe2\xca\xd4 utf-8"...),
	} {
		if got := visible(mustRender(t, shared, Request{HTML: raw}).Page); got != want {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

func TestRequestSettings(t *testing.T) {
	var mu sync.Mutex
	var got, foreign []string
	note := func(to *[]string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/favicon.ico" {
				return // a full Chrome asks for it
			}
			mu.Lock()
			defer mu.Unlock()
			*to = append(*to, fmt.Sprint(r.URL.Path, " ", r.Header.Get("X-Key"), " ", r.Header.Get("Cookie"), " ", r.Header.Get("User-Agent"), " ", r.Header.Get("Accept-Language")))
			w.Header().Set("Access-Control-Allow-Origin", "*")
			w.Header().Set("Content-Type", "text/css")
		}
	}
	other := strings.Replace(serve(t, map[string]http.HandlerFunc{"/": note(&foreign)}), "127.0.0.1", "localhost", 1)
	url := serve(t, map[string]http.HandlerFunc{
		"/": func(w http.ResponseWriter, r *http.Request) {
			note(&got)(w, r)
			html(`<link rel=stylesheet href=/own.css><link rel=stylesheet href=`+other+`/other.css><p id=p></p>
				<script>p.textContent = [innerWidth, innerHeight, devicePixelRatio, navigator.language, navigator.userAgent].join(" ")</script>`)(w, r)
		},
		"/own.css": note(&got),
	})
	b := withOptions(t, func(o *Options) {
		o.Headers, o.Cookies, o.UserAgent, o.Language = []string{"X-Key: secret"}, []string{"a=b"}, "tester/1", "de-AT,de"
		o.ViewportWidth, o.ViewportHeight, o.DeviceScale, o.AllowHosts = 800, 600, 2, []string{"localhost"}
	})
	p := mustRender(t, b, Request{URL: url}).Page
	if text := visible(p); text != "800 600 2 de-AT tester/1" {
		t.Errorf("the page saw %q", text)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(got) != 2 || len(foreign) != 1 {
		t.Fatalf("requests: %q, %q", got, foreign)
	}
	for _, r := range got {
		if !strings.Contains(r, " secret a=b tester/1 de-AT,de") {
			t.Errorf("own host: %q", r)
		}
	}
	if strings.Contains(foreign[0], "secret") || strings.Contains(foreign[0], "a=b") {
		t.Errorf("another host got %q", foreign[0])
	}
}

func TestDefaultUserAgentIsNotHeadless(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) { html("<p>"+r.UserAgent())(w, r) }})
	if ua := visible(mustRender(t, shared, Request{URL: url}).Page); !strings.Contains(ua, "Chrome/") || strings.Contains(ua, "Headless") {
		t.Errorf("got %q", ua)
	}
}

// A record answers from a map.
type record map[string]string

func (r record) Answer(url string) (int, string, []byte, bool) {
	body, ok := r[url]
	return 200, "text/html; charset=utf-8", []byte(body), ok
}

func TestReplay(t *testing.T) {
	live := serve(t, map[string]http.HandlerFunc{"/": func(http.ResponseWriter, *http.Request) { t.Error("the network was used") }})
	rec := record{
		"https://example.org/":          `<link rel=stylesheet href=https://cdn.example.net/s.css><iframe src=/frame></iframe><p id=p>p</p><img src=` + live + `><script>fetch("` + live + `").catch(e => p.textContent = "refused")</script>`,
		"https://example.org/frame":     `<p>frame`,
		"https://cdn.example.net/s.css": `not css`,
	}
	p := mustRender(t, shared, Request{URL: "https://example.org/", Replay: rec}).Page
	if got := visible(p); got != "frame refused" {
		t.Errorf("got %q", got)
	}
	if _, err := shared.Render(t.Context(), Request{URL: "https://example.com/", Replay: rec}); !errors.Is(err, ErrNavigation) || !strings.Contains(err.Error(), "NAME_NOT_RESOLVED") {
		t.Errorf("an unknown address: %v", err)
	}
}

func TestEgress(t *testing.T) {
	secret := serve(t, map[string]http.HandlerFunc{"/": text("text/html", "<p>secret")})
	_, port, _ := strings.Cut(strings.TrimPrefix(secret, "http://"), ":")
	page := serve(t, map[string]http.HandlerFunc{
		"/": html(`<body><p id=p>?</p><iframe src="http://localhost:` + port + `/"></iframe><script>
			fetch("http://localhost:` + port + `/", {mode: "no-cors"}).then(() => p.textContent = "reached", () => p.textContent = "refused")</script>`),
		"/redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://localhost:"+port+"/", http.StatusFound)
		},
		"/script": html(`<body><script>location = "http://localhost:` + port + `/"</script>`),
		"/rtc":    html(`<body><script>document.body.append(typeof RTCPeerConnection)</script>`),
	})
	t.Run("private hosts that nobody named", func(t *testing.T) {
		p := mustRender(t, shared, Request{URL: page}).Page
		if got := visible(p); got != "refused" || len(p.Warnings) == 0 {
			t.Errorf("got %q, warnings %q", got, p.Warnings)
		}
		for _, path := range []string{"/redirect", "/script"} {
			if _, err := shared.Render(t.Context(), Request{URL: page + path}); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "allow_hosts") {
				t.Errorf("%s: got %v", path, err)
			}
		}
	})
	t.Run("allowed hosts", func(t *testing.T) {
		b := withOptions(t, func(o *Options) { o.AllowHosts = []string{"localhost:" + port} })
		if got := visible(mustRender(t, b, Request{URL: page}).Page); got != "reached secret" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("where strangers choose the URLs", func(t *testing.T) {
		b := withOptions(t, func(o *Options) { o.AllowNamed = false })
		for _, url := range []string{page, "http://localhost:" + port, "http://[::1]:" + port, "http://0.0.0.0:" + port, "http://169.254.169.254/"} {
			if _, err := b.Render(t.Context(), Request{URL: url}); !errors.Is(err, ErrRefused) {
				t.Errorf("%s: got %v", url, err)
			}
		}
	})
	t.Run("connections of the page before are not inherited", func(t *testing.T) {
		b := withOptions(t, func(*Options) {})
		mustRender(t, b, Request{URL: "http://localhost:" + port})
		if got := visible(mustRender(t, b, Request{URL: page}).Page); got != "refused" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("direct connections", func(t *testing.T) {
		if got := visible(mustRender(t, shared, Request{URL: page + "/rtc"}).Page); got != "undefined" {
			t.Errorf("got %q", got)
		}
	})
}

func TestUserProxy(t *testing.T) {
	proxy := serve(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := (&http.Request{Header: http.Header{"Authorization": r.Header["Proxy-Authorization"]}}).BasicAuth(); user != "u" || password != "p" {
			w.WriteHeader(http.StatusProxyAuthRequired)
			return
		}
		html("<p>by proxy: "+r.URL.String())(w, r)
	}})
	b := withOptions(t, func(o *Options) { o.Proxy = strings.Replace(proxy, "//", "//u:p@", 1) })
	if got := visible(mustRender(t, b, Request{URL: "http://example.org/x"}).Page); got != "by proxy: http://example.org/x" {
		t.Errorf("got %q", got)
	}
	b = withOptions(t, func(o *Options) { o.Proxy = proxy })
	if _, err := b.Render(t.Context(), Request{URL: "http://example.org/x"}); !errors.Is(err, reach.ErrAuth) {
		t.Errorf("without a login: %v", err)
	}
}

// The user's proxy is not asked for hosts that are private by their names, however these are written.
func TestUserProxyStaysPublic(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	proxy := serve(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.Host)
		mu.Unlock()
		html(`<p>text</p><img src="http://localhost./"><img src="http://a.localhost.:8080/"><img src="http://0x7f.1/"><script>
			for (const host of ["localhost.", "10.0.0.1.", "[::ffff:a00:1]"]) fetch("http://" + host + "/", {mode: "no-cors"}).catch(() => {})</script>`)(w, r)
	}})
	b := withOptions(t, func(o *Options) { o.Proxy = proxy })
	mustRender(t, b, Request{URL: "http://example.org/x", Screenshot: &Screenshot{}})
	mu.Lock()
	defer mu.Unlock()
	for _, host := range asked {
		if host != "example.org" {
			t.Errorf("the proxy was asked for %s", host)
		}
	}
}

func TestScreenshot(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": html(`<style>svg { display: none } body { margin: 0 }</style>
		<div id=hero style="height:100vh; background:#00f"></div><div style="height:2000px; background:#0f0"></div>
		<div style="position:fixed; right:0; bottom:0; width:100px; height:100px; background:#f00"></div>`)})
	overlay := func(p *page.Page) string {
		if p.Height != 2900 {
			t.Errorf("the overlay was asked for a page %v high", p.Height)
		}
		return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g"><rect x="100" y="1000" width="50" height="50" fill="#fff"/></svg>`, p.Width, p.Height)
	}
	for _, scale := range []float64{1, 2} {
		b := withOptions(t, func(o *Options) { o.DeviceScale = scale })
		for _, format := range []string{"png", "jpeg"} {
			res := mustRender(t, b, Request{URL: url, Screenshot: &Screenshot{Format: format, Overlay: overlay}})
			var img image.Image
			var err error
			if format == "png" {
				img, err = png.Decode(bytes.NewReader(res.Screenshot))
			} else {
				img, err = jpeg.Decode(bytes.NewReader(res.Screenshot))
			}
			if err != nil {
				t.Fatal(err)
			}
			if size := img.Bounds().Size(); size != (image.Point{int(1280 * scale), int(2900 * scale)}) {
				t.Errorf("%s at %v: size %v", format, scale, size)
			}
			for at, want := range map[image.Point]color.RGBA{
				{10, 890}: {0, 0, 255, 255}, {10, 910}: {0, 255, 0, 255}, // the hero keeps the height of the window
				{1230, 850}:  {255, 0, 0, 255},     // what is fixed stays where its box is
				{1230, 2850}: {0, 255, 0, 255},     // and nowhere else
				{125, 1025}:  {255, 255, 255, 255}, // the overlay, out of reach of the page's style
			} {
				r, g, b, _ := img.At(int(float64(at.X)*scale), int(float64(at.Y)*scale)).RGBA()
				got := color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255}
				if far(got.R, want.R) || far(got.G, want.G) || far(got.B, want.B) {
					t.Errorf("%s at %v: %v is %v, want %v", format, scale, at, got, want)
				}
			}
		}
	}
}

// Where lines stand, the page has its overlay and its picture too, be it wider than the window or as large.
func TestPictureOfStandingLines(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/fits": html(`<body style="writing-mode:vertical-rl;margin:0"><div id=last style="width:100px;height:800px;background:#00f">`),
		"/wide": html(`<body style="writing-mode:vertical-rl;margin:0"><div style="width:2000px"></div><div id=last style="width:100px;height:800px;background:#00f">`),
	})
	b := withOptions(t, func(*Options) {})
	for path, left := range map[string]float64{"/fits": 1180, "/wide": 0} {
		overlay := func(p *page.Page) string {
			if box := byID(t, p, "last").Box; box.X != left {
				t.Errorf("%s: the last block begins at %v", path, box.X)
			}
			return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="900"><rect x="%g" width="20" height="20" fill="#f00"/></svg>`, left)
		}
		img, err := png.Decode(bytes.NewReader(mustRender(t, b, Request{URL: url + path, Screenshot: &Screenshot{Overlay: overlay}}).Screenshot))
		if err != nil {
			t.Fatal(err)
		}
		if r, _, b, _ := img.At(int(left)+10, 10).RGBA(); r>>8 != 255 || b>>8 != 0 {
			t.Errorf("%s: the overlay is not over the last block: %v", path, img.At(int(left)+10, 10))
		}
		if r, _, b, _ := img.At(int(left)+50, 400).RGBA(); r>>8 != 0 || b>>8 != 255 {
			t.Errorf("%s: the last block is not where its box is: %v", path, img.At(int(left)+50, 400))
		}
	}
}

// Pages that scroll to the left have the overlay where their boxes are, and its texts run to the right.
func TestOverlayFromRightToLeft(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": html(`<html dir=rtl><body style="margin:0"><div style="width:2000px; height:100px"></div>`)})
	overlay := func(p *page.Page) string {
		return `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="900"><rect width="20" height="20" fill="#f00"/><text x="100" y="100" font-size="40">MMMM</text></svg>`
	}
	b := withOptions(t, func(*Options) {})
	img, err := png.Decode(bytes.NewReader(mustRender(t, b, Request{URL: url, Screenshot: &Screenshot{Overlay: overlay}}).Screenshot))
	if err != nil {
		t.Fatal(err)
	}
	if r, g, _, _ := img.At(10, 10).RGBA(); r>>8 != 255 || g>>8 != 0 {
		t.Errorf("the overlay does not begin at the left edge: %v", img.At(10, 10))
	}
	inked := func(left, right int) (n int) {
		for x := left; x < right; x++ {
			for y := 50; y < 110; y++ {
				if r, _, _, _ := img.At(x, y).RGBA(); r>>8 < 128 {
					n++
				}
			}
		}
		return n
	}
	if before, behind := inked(0, 95), inked(100, 300); before > 0 || behind == 0 {
		t.Errorf("the text has %d pixels before its beginning and %d behind it", before, behind)
	}
}

// What Chrome does to the window for a picture of a long page changes nothing in it: neither by a style for narrow windows
// that would pass away slowly, nor by a script that hears of it.
func TestScreenshotKeepsThePageStill(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": html(`<style>body { margin: 0 } body { overflow-x: hidden } main { display: block; position: relative; width: 100vw; height: 3000px } div { position: absolute; height: 100px }
		#slow { left: 300px; width: 900px; background: #00f; transition: left .25s ease } @media screen and (max-width: 768px) { #slow { left: 0; position: static } }
		#told { top: 200px; left: 300px; width: 900px; background: #0f0 }</style>
		<main><div id=slow></div><div id=told></div></main>
		<script>addEventListener("resize", () => { told.style.left = 0 })</script>`)})
	b := withOptions(t, func(*Options) {})
	img, err := png.Decode(bytes.NewReader(mustRender(t, b, Request{URL: url, Screenshot: &Screenshot{}}).Screenshot))
	if err != nil {
		t.Fatal(err)
	}
	for name, y := range map[string]int{"slow": 50, "told": 250} {
		if r, g, b, _ := img.At(100, y).RGBA(); r>>8 != 255 || g>>8 != 255 || b>>8 != 255 {
			t.Errorf("%s has moved: left of it is %v", name, img.At(100, y))
		}
	}
}

// far reports whether two channels differ by more than JPEG makes them.
func far(a, b uint8) bool { return int(a)-int(b) > 8 || int(b)-int(a) > 8 }

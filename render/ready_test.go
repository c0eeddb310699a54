package render

import (
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mullionhq/mullion/page"
)

// slowly answers after a while of real time.
func slowly(d time.Duration, then http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(d):
			then(w, r)
		case <-r.Context().Done():
		}
	}
}

func text(kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		fmt.Fprint(w, body)
	}
}

// pieces answers piece by piece, in more time than what tells nothing is listened to.
func pieces(w http.ResponseWriter, _ *http.Request) {
	for _, piece := range strings.Fields("one two three four five six seven") {
		fmt.Fprint(w, piece)
		w.(http.Flusher).Flush()
		time.Sleep(100 * time.Millisecond)
	}
}

func TestReadiness(t *testing.T) {
	const add = `<body><main></main><script>const add = s => { document.querySelector("main").append(s + " ") };`
	js := slowly(200*time.Millisecond, text("text/javascript", `document.querySelector("main").append("script ")`))
	url := serve(t, map[string]http.HandlerFunc{
		"/slow.js":   js,
		"/slow.json": slowly(200*time.Millisecond, text("application/json", `{"text":"fetched"}`)),
		"/timer":     html(add + `setTimeout(() => add("timer"), 3000)</script>`),
		"/chain":     html(add + `let n = 0; const f = () => { if (++n == 20) add("chain"); else setTimeout(f, 100) }; f()</script>`),
		"/interval":  html(add + `let n = 0; setInterval(() => { if (++n == 5) add("interval") }, 200)</script>`),
		"/fetch":     html(add + `fetch("/slow.json").then(r => r.json()).then(j => add(j.text))</script>`),
		"/two":       html(add + `fetch("/slow.json").then(r => r.json()).then(j => setTimeout(() => fetch("/slow.json").then(() => add("two")), 1000))</script>`),
		"/xhr":       html(add + `const x = new XMLHttpRequest(); x.onload = () => add("xhr"); x.open("GET", "/slow.json"); x.send()</script>`),
		"/script":    html(add + `const s = document.createElement("script"); s.src = "/slow.js"; document.head.append(s)</script>`),
		"/module":    html(add + `import("/slow.js")</script>`),
		"/mutation":  html(add + `new MutationObserver(() => document.title = "x").observe(document.body, {childList: true, subtree: true}); setTimeout(() => add("mutation"), 500)</script>`),
		"/frames":    html(add + `requestAnimationFrame(() => requestAnimationFrame(() => add("frames")))</script>`),
		"/idle":      html(add + `requestIdleCallback(() => add("idle"))</script>`),
		"/load":      html(add + `addEventListener("load", () => setTimeout(() => add("load"), 0))</script>`),
		"/moved":     html(add + `addEventListener("mousemove", () => fetch("/slow.json").then(r => r.json()).then(j => add(j.text)), {once: true})</script>`),
		"/passage":   html(add + `document.startViewTransition(() => add("next")).finished.then(() => add("passage"))</script>`),
		"/pieces":    pieces,
		"/stream": html(add + `fetch("/pieces").then(async (r) => {
			const reader = r.body.pipeThrough(new TextDecoderStream()).getReader();
			for (let read = await reader.read(); !read.done; read = await reader.read()) add(read.value) })</script>`),
		"/database": html(add + `(async () => {
			const done = (request, then) => new Promise((resolve) => request[then] = resolve);
			const open = indexedDB.open("d", 1);
			open.onupgradeneeded = () => open.result.createObjectStore("s", { autoIncrement: true });
			await done(open, "onsuccess");
			for (let n = 0; n < 3; n++) {
				const write = open.result.transaction("s", "readwrite");
				write.objectStore("s").add(n);
				await done(write, "oncomplete");
			}
			add("database") })()</script>`),
		"/redirect": html(`<body><script>location.replace("/timer")</script>`),
		"/later":    html(`<body><script>setTimeout(() => location.href = "/fetch", 1000)</script>`),
		"/meta":     html(`<meta http-equiv=refresh content="1;url=/timer">`),
		"/lazy":     html(add + `new IntersectionObserver(e => { if (e[0].isIntersecting) add("lazy") }).observe(document.body.appendChild(Object.assign(document.createElement("div"), {style: "margin-top:4000px;height:10px"})))</script>`),
		"/shell": html(`<body style="margin:0;height:100vh;overflow:hidden"><div id=shell style="height:100%;overflow:auto"><div style="height:4000px"></div><main></main></div><script>
			new IntersectionObserver((e, o) => { if (e[0].isIntersecting) { document.querySelector("main").append("shell "); o.disconnect() } }, {root: document.getElementById("shell")}).observe(document.querySelector("main"))</script>`),
		"/frame":  html(`<iframe src=/timer></iframe>`),
		"/worker": html(add + `const w = new Worker(URL.createObjectURL(new Blob(["postMessage('worker')"]))); w.onmessage = e => add(e.data)</script>`),
	})
	b := withOptions(t, func(o *Options) { o.Timeout, o.Quiet = 5*time.Minute, time.Minute }) // a busy machine takes its time
	for path, want := range map[string]string{
		"/timer": "timer", "/chain": "chain", "/interval": "interval", "/fetch": "fetched", "/two": "two", "/xhr": "xhr", "/script": "script",
		"/module": "script", "/mutation": "mutation", "/frames": "frames", "/idle": "idle", "/load": "load", "/redirect": "timer",
		"/later": "fetched", "/meta": "timer", "/lazy": "lazy", "/shell": "shell", "/frame": "timer", "/worker": "worker",
		"/passage": "next passage", "/stream": "one two three four five six seven", "/database": "database", "/moved": "fetched",
	} {
		t.Run(path, func(t *testing.T) {
			res := mustRender(t, b, Request{URL: url + path})
			if got := visible(res.Page); got != want {
				t.Errorf("got %q, want %q; %s %q", got, want, res.Timings, res.Page.Warnings)
			}
			if res.Page.Partial || len(res.Page.Warnings) > 0 {
				t.Errorf("partial %v, warnings %q", res.Page.Partial, res.Page.Warnings)
			}
		})
	}
}

// What appears when a reader scrolls to it is seen: whoever finds that it came into view, how far in, where a page is as high
// as its window makes it, and also when it goes again out of sight.
func TestWhatAppears(t *testing.T) {
	const style = `<style>body { margin: 0 } p { height: 20px; opacity: 0; transition: opacity 1s } p.in { opacity: 1 } div { height: 1000px }</style>`
	const page = style + `<div>top</div><p>one</p><div></div><p>two</p>`
	const watch = `<script>
		const show = (p, is) => p.classList.toggle("in", is);
		const all = document.querySelectorAll("p");
		const observe = (margin, then) => {
			const o = new IntersectionObserver((seen) => seen.forEach((e) => then(e, o)), { rootMargin: margin });
			all.forEach((p) => o.observe(p));
		};
		const once = (e, o) => { if (e.isIntersecting) { show(e.target, true); o.unobserve(e.target) } };
		const toggle = (e) => show(e.target, e.isIntersecting);
		const measure = () => all.forEach((p) => show(p, p.getBoundingClientRect().top < innerHeight));</script>`
	url := serve(t, map[string]http.HandlerFunc{
		"/once":    html(page + watch + `<script>observe("0px", once)</script>`),
		"/toggle":  html(page + watch + `<script>observe("0px", toggle)</script>`),
		"/margin":  html(page + watch + `<script>observe("0px 0px -45%", once)</script>`),
		"/hero":    html(`<h1 style="margin:0;height:100vh"></h1>` + page + watch + `<script>observe("0px", once)</script>`),
		"/screens": html(`<style>div { height: 100vh !important }</style>` + page + watch + `<script>observe("0px", toggle)</script>`),
		"/scroll":  html(page + watch + `<script>addEventListener("scroll", measure)</script>`),
		"/resize":  html(page + watch + `<script>addEventListener("resize", measure)</script>`),
		"/frames":  html(page + watch + `<script>(function each() { measure(); requestAnimationFrame(each) })()</script>`),
		"/hidden":  html(`<style>p { visibility: hidden } p.in { visibility: visible }</style>` + page + watch + `<script>addEventListener("scroll", measure)</script>`),
	})
	for _, path := range []string{"/once", "/toggle", "/margin", "/hero", "/screens", "/scroll", "/resize", "/frames", "/hidden"} {
		p := mustRender(t, shared, Request{URL: url + path}).Page
		if got := visible(p); got != "top one two" {
			t.Errorf("%s: got %q", path, got)
		}
	}
}

// A list of which only what is in view is there is read whole, whoever finds what that is: in the page, or in an element that
// scrolls by itself, which keeps its size.
func TestLists(t *testing.T) {
	const script = `<style>body { margin: 0 } .row { position: absolute; height: 100px }</style><script>
		const list = document.querySelector("#list"), all = 30;
		const fill = (top, height) => {
			list.replaceChildren();
			for (let n = 0; n < all; n++) {
				if (n * 100 > top + height || n * 100 + 100 < top) continue;
				list.append(Object.assign(document.createElement("div"), { className: "row", textContent: "row" + n, style: "top:" + n * 100 + "px" }));
			}
		};`
	const inPage = `<body><div id=list style="height:3000px;position:relative"></div>` + script
	const inBox = `<body><div id=box style="height:300px;overflow:auto"><div id=list style="height:3000px;position:relative"></div></div>` + script + `
		const box = document.querySelector("#box"), measure = () => fill(box.scrollTop, box.clientHeight); measure();`
	url := serve(t, map[string]http.HandlerFunc{
		"/window":   html(inPage + `const measure = () => fill(scrollY, innerHeight); measure(); addEventListener("scroll", measure); addEventListener("resize", measure)</script>`),
		"/watched":  html(inPage + `fill(0, 3000); const o = new IntersectionObserver((seen) => seen.forEach((e) => e.target.textContent = e.isIntersecting ? e.target.title : "")); for (const row of list.children) { row.title = row.textContent; o.observe(row) }</script>`),
		"/sized":    html(inBox + `new ResizeObserver(measure).observe(box)</script>`),
		"/scrolled": html(inBox + `box.addEventListener("scroll", measure)</script>`),
		"/tree": html(`<body><x-list></x-list><script>customElements.define("x-list", class extends HTMLElement { constructor() { super();
			this.attachShadow({ mode: "open" }).innerHTML = '<div id=list style="height:3000px;position:relative"></div>';
			const fill = () => this.shadowRoot.firstChild.innerHTML = [...Array(30).keys()].filter((n) => n * 100 <= innerHeight).map((n) => "<div style=height:100px>row" + n + "</div>").join("");
			fill(); addEventListener("resize", fill) } })</script>`),
	})
	for _, path := range []string{"/window", "/watched", "/sized", "/scrolled", "/tree"} {
		p := mustRender(t, shared, Request{URL: url + path}).Page
		if got := len(strings.Fields(visible(p))); got != 30 {
			t.Errorf("%s: %d rows of 30: %q", path, got, visible(p))
		}
		if path == "/sized" && byID(t, p, "box").Box.H != 300 {
			t.Errorf("the list's window is %v high", byID(t, p, "box").Box.H)
		}
	}
}

func TestLazyPagesKeepTheirWindow(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": html(`<body style="margin:0"><div id=hero style="height:100vh">hero</div>
		<div style="height:3000px"></div><img loading=lazy width=10 height=10 src=/no.gif>`)})
	p := mustRender(t, shared, Request{URL: url}).Page
	if h := byID(t, p, "hero").Box.H; h != 900 {
		t.Errorf("the hero is %v high", h)
	}
}

func TestWaitFor(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/":     html(`<body><script>setTimeout(() => document.body.innerHTML = "<p class=late>late</p>", 8000)</script>`),
		"/hung": html(`<body><p>text</p><script>for (;;);</script>`),
	})
	b := withOptions(t, func(o *Options) { o.Timeout = 4 * time.Second })
	if got := visible(mustRender(t, b, Request{URL: url}).Page); got != "" {
		t.Errorf("without waiting: %q", got)
	}
	if got := visible(mustRender(t, b, Request{URL: url, WaitFor: "p.late"}).Page); got != "late" {
		t.Errorf("with waiting: %q", got)
	}
	if _, err := b.Render(t.Context(), Request{URL: url, WaitFor: "###"}); !errors.Is(err, ErrSelector) || kinds(err) != 1 {
		t.Errorf("a selector that is none: %v", err)
	}
	if _, err := b.Render(t.Context(), Request{URL: url, WaitFor: "p.never"}); err == nil || !strings.Contains(err.Error(), "p.never") {
		t.Errorf("got %v", err)
	}
	if _, err := b.Render(t.Context(), Request{URL: url + "/hung", WaitFor: "p.never"}); !errors.Is(err, ErrWaitFor) {
		t.Errorf("a page that does not answer: %v", err)
	}
}

func TestPagesDoNotMeet(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/set": html(`<body><script>document.cookie = "a=1"; localStorage.a = 1; sessionStorage.a = 1; document.body.append("set")</script>`),
		"/get": html(`<body><script>document.body.append(["", document.cookie, localStorage.a, sessionStorage.a].join("|"))</script>`),
	})
	for _, isolate := range []bool{false, true} {
		b := withOptions(t, func(o *Options) { o.Isolate = isolate })
		mustRender(t, b, Request{URL: url + "/set"})
		if got := visible(mustRender(t, b, Request{URL: url + "/get"}).Page); got != "|||" {
			t.Errorf("isolate %v: the second page saw %q", isolate, got)
		}
	}
}

func TestManyPagesAtOnceAndRecycling(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, r *http.Request) { html("<p>"+r.URL.RawQuery)(w, r) }})
	b := withOptions(t, func(o *Options) { o.Tabs, o.PagesPerBrowser = 2, 3 })
	errs := make(chan error)
	const pages = 12
	for i := range pages {
		go func() {
			res, err := b.Render(t.Context(), Request{URL: fmt.Sprint(url, "/?page", i)})
			if err == nil && visible(res.Page) != fmt.Sprint("page", i) {
				err = fmt.Errorf("page %d has the text %q", i, visible(res.Page))
			}
			errs <- err
		}()
	}
	for range pages {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

// Frames are drawn for a page whose requests took longer than its time, and for one in a tab that rested; the time of rest is
// not the page's.
func TestFramesOfPagesBehind(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/late": slowly(300*time.Millisecond, text("text/plain", "")),
		"/": html(`<body><p>text</p><script>
			setTimeout(() => document.body.append("rest"), 60000)
			fetch("/late").then(() => new IntersectionObserver(() => document.body.append("seen")).observe(document.body))</script>`),
	})
	b := withOptions(t, func(o *Options) { o.Settle = 100 * time.Millisecond })
	for _, rest := range []time.Duration{0, time.Hour} {
		s := <-b.slots
		s.now = func() time.Time { return time.Now().Add(rest) }
		b.slots <- s
		res := mustRender(t, b, Request{URL: url})
		if got := visible(res.Page); got != "text seen" || res.Timings["load"] > frameWait {
			t.Errorf("after a rest of %s: got %q in %s", rest, got, res.Timings["load"])
		}
	}
}

// A page that fails while all of it is shown leaves no tall window to the next one.
func TestWindowIsPutBack(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/leads": html(`<div style="height:5000px">text</div><p id=end>end</p><script>
			new IntersectionObserver((seen) => seen[0].isIntersecting && (location = "/pdf")).observe(document.querySelector("#end"))</script>`),
		"/pdf":  text("application/pdf", "%PDF-1.7"),
		"/next": html(`<body style="margin:0"><div id=screen style="height:100vh">text</div>`),
	})
	b := withOptions(t, func(*Options) {})
	if _, err := b.Render(t.Context(), Request{URL: url + "/leads"}); !errors.Is(err, page.ErrNotHTML) {
		t.Fatal(err)
	}
	p := mustRender(t, b, Request{URL: url + "/next"}).Page
	if got := byID(t, p, "screen").Box.H; got != p.Viewport[1] {
		t.Errorf("the screen is %v high, want %v", got, p.Viewport[1])
	}
}

// The clock of a tab never runs far ahead, however many pages of a site are loaded, and whether their HTML is given.
func TestClockStaysNear(t *testing.T) {
	const clock = `<body><script>document.body.append(Date.now())</script>`
	url := serve(t, map[string]http.HandlerFunc{"/": html(clock)})
	b := withOptions(t, func(o *Options) { o.Settle = 100 * time.Second })
	for _, given := range [][]byte{nil, []byte(clock)} {
		for i := range 6 {
			p := mustRender(t, b, Request{URL: url, HTML: given}).Page
			ms, err := strconv.ParseInt(visible(p), 10, 64)
			if ahead := time.Until(time.UnixMilli(ms)); err != nil || ahead > maxAhead || ahead < -time.Second {
				t.Errorf("page %d, given %t: the clock is ahead by %s, %v", i, given != nil, ahead, err)
			}
		}
	}
}

// Event streams and long polls hold up a page's time; its timers and what they ask for come nevertheless, and soon.
func TestRequestsWithoutEnd(t *testing.T) {
	const late = `setTimeout(() => fetch("/slow.json").then(() => setTimeout(() => fetch("/slow.json").then(() => document.body.append("late")), 500)), 500)`
	url := serve(t, map[string]http.HandlerFunc{
		"/slow.json": slowly(200*time.Millisecond, text("application/json", "{}")),
		"/events": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for r.Context().Err() == nil {
				fmt.Fprint(w, "data: x\n\n")
				w.(http.Flusher).Flush()
				time.Sleep(100 * time.Millisecond)
			}
		},
		"/hang":      func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"/worker.js": text("text/javascript", `postMessage(1)`),
		"/stream":    html(`<body><script>new EventSource("/events"); ` + late + `</script>`),
		"/worker":    html(`<body><script>new Worker("/worker.js"); new EventSource("/events"); ` + late + `</script>`),
		"/polling":   html(`<body><script>const poll = () => fetch("/hang?" + Math.random()).catch(() => setTimeout(poll, 10)); poll(); ` + late + `</script>`),
	})
	b := withOptions(t, func(o *Options) { o.Quiet = time.Second })
	for path, warnings := range map[string]int{"/stream": 0, "/worker": 0, "/polling": 1} {
		p := mustRender(t, b, Request{URL: url + path}).Page
		if visible(p) != "late" || p.Partial || len(p.Warnings) != warnings {
			t.Errorf("%s: text %q, warnings %q, partial %v", path, visible(p), p.Warnings, p.Partial)
		}
	}
}

// What a socket tells at first is waited for, and what that asks for; that it tells more without end is not.
func TestSockets(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{
		"/slow.json": slowly(200*time.Millisecond, text("application/json", "{}")),
		"/socket":    talk,
		"/": html(`<body><script>
			new WebSocket("ws://" + location.host + "/socket").addEventListener("message", () => {
				setTimeout(() => fetch("/slow.json").then(() => document.body.append("told")), 1000);
			}, { once: true })</script>`),
	})
	p := mustRender(t, shared, Request{URL: url + "/"}).Page
	if visible(p) != "told" || p.Partial || len(p.Warnings) > 0 {
		t.Errorf("text %q, warnings %q, partial %v", visible(p), p.Warnings, p.Partial)
	}
}

// talk answers a WebSocket with a message every 100 ms (RFC 6455).
func talk(w http.ResponseWriter, r *http.Request) {
	key := sha1.Sum([]byte(r.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	conn, buf, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer conn.Close()
	fmt.Fprintf(buf, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
		base64.StdEncoding.EncodeToString(key[:]))
	for err = buf.Flush(); err == nil; err = buf.Flush() {
		time.Sleep(100 * time.Millisecond)
		buf.WriteString("\x81\x01x") // a text of one character
	}
}

func TestWhatListensForScrolling(t *testing.T) {
	url := serve(t, map[string]http.HandlerFunc{"/": html(`<body><p>top</p><div style="height:3000px"></div><p id=end style="height:20px"></p><script>
		const end = document.getElementById("end");
		addEventListener("scroll", () => { if (end.getBoundingClientRect().top < innerHeight) end.textContent = "scrolled" })</script>`)})
	for scroll, want := range map[string]string{"auto": "top", "always": "top scrolled"} {
		b := withOptions(t, func(o *Options) { o.Scroll = scroll })
		if got := visible(mustRender(t, b, Request{URL: url}).Page); got != want {
			t.Errorf("%s: got %q, want %q", scroll, got, want)
		}
	}
}

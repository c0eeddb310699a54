package server_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/render"
)

// BenchmarkRequests answers POST /v1/clean over TCP for the sample pages, from as many clients as the server cleans
// pages at a time: HTML without Chrome, and rendered pages; and in turns a plain handler that only loads the page in a
// Chrome with as many tabs, until its load event, and reads nothing. It reports requests a second of each, and the ratios
// to the plain handler.
func BenchmarkRequests(b *testing.B) {
	site := httptest.NewServer(http.FileServer(http.Dir("../testdata/site")))
	defer site.Close()
	files, err := filepath.Glob("../testdata/site/*/index.html")
	if err != nil || len(files) == 0 {
		b.Fatal("no sample pages")
	}
	var urls, documents []string // bodies of requests
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		url := site.URL + "/" + filepath.Base(filepath.Dir(file)) + "/"
		urls = append(urls, posted(b, map[string]any{"url": url}))
		documents = append(documents, posted(b, map[string]any{"url": url, "html": string(raw)}))
	}
	clients := config.Default().Serve.Running
	serve := func(rendering string) http.Handler {
		return start(b, func(c *config.Config) { c.Rendering, c.Render.AllowPrivate, c.Render.Tabs = rendering, true, clients })
	}
	contenders := []*contender{
		{name: "static", handler: serve("never"), bodies: documents},
		{name: "rendered", handler: serve("always"), bodies: urls},
		{name: "bare", handler: bareHandler(b, clients), bodies: urls},
	}
	for _, c := range contenders {
		server := httptest.NewServer(c.handler)
		defer server.Close()
		c.address = server.URL + "/v1/clean"
		c.round(b, clients) // starts every Chrome
		c.took = 0
	}
	for b.Loop() {
		for _, c := range contenders {
			c.round(b, clients)
		}
	}
	bare := contenders[2].took
	for _, c := range contenders {
		b.ReportMetric(float64(b.N*len(files))/c.took.Seconds(), c.name+"-requests/s")
		if c.name != "bare" {
			b.ReportMetric(float64(bare)/float64(c.took), c.name+"-times-bare")
		}
	}
}

// A contender is one way to answer requests.
type contender struct {
	name    string
	handler http.Handler
	address string
	bodies  []string
	took    time.Duration
}

// round sends each body once, from so many clients.
func (c *contender) round(b *testing.B, clients int) {
	queue := make(chan string, len(c.bodies))
	for _, body := range c.bodies {
		queue <- body
	}
	close(queue)
	begun := time.Now()
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			for body := range queue {
				r, err := http.Post(c.address, "application/json", strings.NewReader(body))
				if err != nil {
					b.Error(err)
					continue
				}
				_, err = io.Copy(io.Discard, r.Body)
				if r.Body.Close(); err != nil || r.StatusCode != http.StatusOK {
					b.Errorf("%s: status %s: %v", c.name, r.Status, err)
				}
			}
		})
	}
	all.Wait()
	c.took += time.Since(begun)
}

// bareHandler loads the pages that it is asked for in a Chrome of the same kind, by chromedp's own means.
func bareHandler(b *testing.B, tabs int) http.Handler {
	chrome, err := render.FindChrome("")
	if err != nil {
		b.Fatal(err)
	}
	browser, stop := chromedp.NewExecAllocator(b.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chrome.Path), chromedp.NoSandbox)...)
	b.Cleanup(stop)
	browser, stop = chromedp.NewContext(browser)
	b.Cleanup(stop)
	if err := chromedp.Do(browser, chromedp.Navigate("about:blank")); err != nil {
		b.Fatal(err)
	}
	free := make(chan func(url string) error, tabs)
	for range tabs {
		tab, stop := chromedp.NewContext(browser)
		b.Cleanup(stop)
		if err := chromedp.Do(tab, chromedp.Navigate("about:blank")); err != nil {
			b.Fatal(err)
		}
		loaded := make(chan struct{}, 1)
		err := chromedp.Listen(tab, func(ev any) {
			if _, ok := ev.(*cdppage.EventLoadEventFired); ok {
				loaded <- struct{}{}
			}
		})
		if err != nil {
			b.Fatal(err)
		}
		free <- func(url string) error {
			_, err := chromedp.Call(tab, cdppage.Navigate, cdppage.NavigateParams{URL: url})
			if err == nil {
				<-loaded
			}
			return err
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ URL string }
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		load := <-free
		defer func() { free <- load }()
		if err := load(asked.URL); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
		}
	})
}

package mullion_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/source"
)

// BenchmarkPipelineAgainstBareLoad cleans the sample pages from end to end (fetch, render, regions, evidence, labels,
// Markdown), and in turns loads the same pages in a plain Chrome until their load event, nothing read. It reports
// pages a second and the ratios of time and of CPU, that of Chrome and of our own process.
func BenchmarkPipelineAgainstBareLoad(b *testing.B) {
	server := httptest.NewServer(http.FileServer(http.Dir("testdata/site")))
	defer server.Close()
	files, err := filepath.Glob("testdata/site/*/index.html")
	if err != nil || len(files) == 0 {
		b.Fatal("no sample pages")
	}
	var urls []string
	for _, f := range files {
		urls = append(urls, server.URL+"/"+filepath.Base(filepath.Dir(f))+"/")
	}
	load := bareChrome(b)
	c, err := mullion.New(b.Context(), mullion.DefaultOptions())
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	clean := func(url string) {
		d, err := c.Clean(b.Context(), source.Input{URL: url})
		if err != nil {
			b.Fatal(err)
		}
		output.Markdown(d, output.DefaultOptions())
	}
	clean(urls[0])
	load(urls[0])
	var ours, bare usage
	for b.Loop() {
		for _, url := range urls {
			ours.of(func() { clean(url) })
			bare.of(func() { load(url) })
		}
	}
	pages := float64(b.N * len(urls))
	b.ReportMetric(pages/ours.wall.Seconds(), "pages/s")
	b.ReportMetric(pages/bare.wall.Seconds(), "bare-pages/s")
	b.ReportMetric(float64(ours.wall)/float64(bare.wall), "times-bare-wall")
	b.ReportMetric(ours.cpu/bare.cpu, "times-bare-cpu")
}

// bareChrome starts the same Chrome as render does, by chromedp's own means, and returns what loads a page in its
// only tab.
func bareChrome(b *testing.B) (load func(url string)) {
	chrome, err := render.FindChrome("")
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := chromedp.NewExecAllocator(b.Context(), append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chrome.Path), chromedp.NoSandbox)...)
	b.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	b.Cleanup(stop)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		b.Fatal(err)
	}
	loaded := make(chan struct{}, 1)
	err = chromedp.Listen(ctx, func(ev any) {
		if _, ok := ev.(*cdppage.EventLoadEventFired); ok {
			loaded <- struct{}{}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	return func(url string) {
		if _, err := chromedp.Call(ctx, cdppage.Navigate, cdppage.NavigateParams{URL: url}); err != nil {
			b.Fatal(err)
		}
		<-loaded
	}
}

// A usage is what pages took.
type usage struct {
	wall time.Duration
	cpu  float64 // seconds of this process and all that it started
}

func (u *usage) of(work func()) {
	cpu, start := treeCPU(), time.Now()
	work()
	u.wall += time.Since(start)
	u.cpu += treeCPU() - cpu
}

// treeCPU is the processor time of this process and its descendants, in seconds, with children that ended.
func treeCPU() (seconds float64) {
	const ticks = 100 // a second, as Linux counts in /proc
	parent, used := map[int]int{}, map[int]float64{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		line, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		var pid int
		fmt.Sscan(string(line), &pid)
		f := strings.Fields(string(line[strings.LastIndexByte(string(line), ')')+1:]))
		if len(f) < 15 {
			continue
		}
		var up int
		fmt.Sscan(f[1], &up)
		parent[pid] = up
		for _, field := range f[11:15] {
			var n float64
			fmt.Sscan(field, &n)
			used[pid] += n / ticks
		}
	}
	for pid := range used {
		for p := pid; p > 1; p = parent[p] {
			if p == os.Getpid() {
				seconds += used[pid]
				break
			}
		}
	}
	return seconds
}

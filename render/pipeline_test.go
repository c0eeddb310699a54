package render

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"

	"github.com/mullionhq/mullion/page"
)

// A cost is what loading pages took.
type cost struct {
	wall time.Duration
	cpu  float64 // seconds of Chrome's whole process tree
}

// of runs one load in the Chrome of slot s.
func (c *cost) of(s *slot, load func()) {
	cpu, at := groupCPU(s.proc.cmd.Process.Pid), time.Now()
	load()
	c.wall += since(&at)
	c.cpu += groupCPU(s.proc.cmd.Process.Pid) - cpu
}

// groupCPU is the processor time of a process group, in seconds, with children that ended.
func groupCPU(group int) (seconds float64) {
	const ticks = 100 // a second, as Linux counts in /proc
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		line, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		f := strings.Fields(string(line[strings.LastIndexByte(string(line), ')')+1:]))
		if len(f) < 15 || f[2] != fmt.Sprint(group) {
			continue
		}
		for _, field := range f[11:15] {
			var n float64
			fmt.Sscan(field, &n)
			seconds += n / ticks
		}
	}
	return seconds
}

// BenchmarkPipeline compares rendering a page (guard, readiness, snapshot, decoding) with a bare load of the
// same page (navigation and load event, nothing read) in another Chrome with the same flags, in turns. It
// reports the ratios of time and of the CPU of Chrome's process tree.
func BenchmarkPipeline(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(html(article(300))))
	defer server.Close()
	o := testOptions()
	o.Tabs, o.PagesPerBrowser = 1, 1e6
	var slots [2]*slot
	for i := range slots {
		browser, err := New(b.Context(), o)
		if err != nil {
			b.Fatal(err)
		}
		defer browser.Close()
		slots[i] = <-browser.slots
		defer func() { browser.slots <- slots[i] }()
	}
	ours := func() {
		if _, err := slots[0].render(b.Context(), &Request{URL: server.URL}); err != nil {
			b.Fatal(err)
		}
	}
	ours()
	tab, err := slots[1].ready(b.Context(), false)
	if err != nil {
		b.Fatal(err)
	}
	slots[1].guard.begin(server.URL, false, false, nil)
	loaded := make(chan struct{}, 1)
	tab.listen(func(ev any) {
		if _, ok := ev.(*cdppage.EventLoadEventFired); ok {
			loaded <- struct{}{}
		}
	})
	defer tab.listen(nil)
	bare := func() {
		if _, err := cdp.Call(b.Context(), tab, cdppage.Navigate, cdppage.NavigateParams{URL: server.URL}); err != nil {
			b.Fatal(err)
		}
		<-loaded
	}
	if _, err := cdp.Call(b.Context(), tab, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{Policy: emulation.VirtualTimePolicyAdvance}); err != nil {
		b.Fatal(err)
	}
	bare()
	var rendered, loads cost
	for b.Loop() {
		rendered.of(slots[0], ours)
		loads.of(slots[1], bare)
	}
	b.ReportMetric(float64(rendered.wall)/float64(loads.wall), "times-bare-wall")
	b.ReportMetric(rendered.cpu/loads.cpu, "times-bare-cpu")
	b.ReportMetric(float64(b.N)/rendered.wall.Seconds(), "pages/s")
}

// A picture that is not finished at the deadline ends there; one of which nothing is there is an error.
func TestTilesEndAtTheDeadline(t *testing.T) {
	for _, c := range []struct{ before, want int }{{3, 3}, {0, 0}} {
		ctx, end := context.WithDeadline(t.Context(), time.Now())
		defer end()
		l := &load{s: &slot{opt: &Options{Timeout: time.Second}}, res: &Result{Page: &page.Page{Height: 1000}}}
		params := cdppage.CaptureScreenshotParams{Clip: &cdppage.Viewport{Width: 100}}
		var tops []float64
		err := l.tiles(ctx, params, 100, func(ctx context.Context, p cdppage.CaptureScreenshotParams) ([]byte, error) {
			if len(tops) == c.before {
				return nil, ctx.Err()
			}
			tops = append(tops, p.Clip.Y)
			return []byte{1}, nil
		})
		if (err != nil) != (c.want == 0) || len(l.res.Tiles) != c.want || (len(l.res.Page.Warnings) == 1) != (c.want > 0) {
			t.Errorf("%d tiles before the deadline: %d are kept, warnings %q, error %v", c.before, len(l.res.Tiles), l.res.Page.Warnings, err)
		}
		for k, y := range tops {
			if y != float64(100*k) {
				t.Errorf("tile %d begins at %v", k, y)
			}
		}
	}
}

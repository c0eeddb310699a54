package render

import (
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
	slots[1].guard.begin(server.URL, false, nil)
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

package mullion_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/source"
)

// BenchmarkStatic labels the sample pages without Chrome and prints, from interleaved runs, how many times the
// time of a bare html.Parse that takes, in all and by part.
func BenchmarkStatic(b *testing.B) {
	files, err := filepath.Glob("testdata/site/*/index.html")
	if err != nil || len(files) == 0 {
		b.Fatal("no sample pages")
	}
	model, err := classify.Builtin()
	if err != nil {
		b.Fatal(err)
	}
	var raws [][]byte
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		raws = append(raws, raw)
	}
	var bare, parse, judge time.Duration
	for b.Loop() {
		for _, raw := range raws {
			start := time.Now()
			if _, err := html.Parse(bytes.NewReader(raw)); err != nil {
				b.Fatal(err)
			}
			bare += time.Since(start)
			start = time.Now()
			p, err := page.Parse(raw, page.ParseOptions{})
			if err != nil {
				b.Fatal(err)
			}
			parse += time.Since(start)
			start = time.Now()
			mullion.Judge(p, model, mullion.DefaultOptions())
			judge += time.Since(start)
		}
	}
	b.ReportMetric(float64(parse+judge)/float64(bare), "x-html.Parse")
	b.ReportMetric(float64(parse)/float64(bare), "x-html.Parse/page.Parse")
	b.ReportMetric(float64(judge)/float64(bare), "x-html.Parse/Judge")
}

// BenchmarkClean runs the whole pipeline on the sample pages, rendering included, and prints pages a second and
// what share of the time is spent after rendering: regions, evidence, labels and text. BenchmarkPipeline of
// package render holds the rendering against a bare load.
func BenchmarkClean(b *testing.B) {
	c, err := mullion.New(b.Context(), mullion.DefaultOptions())
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	dirs, err := filepath.Glob("testdata/site/*/index.html")
	if err != nil || len(dirs) == 0 {
		b.Fatal("no sample pages")
	}
	var inputs []source.Input
	for _, file := range dirs {
		in, err := source.Open(file, "", nil)
		if err != nil {
			b.Fatal(err)
		}
		inputs = append(inputs, in)
	}
	if _, err := c.Clean(b.Context(), inputs[0]); err != nil { // starts Chrome
		b.Fatal(err)
	}
	var total, after time.Duration
	for b.Loop() {
		for _, in := range inputs {
			start := time.Now()
			d, err := c.Clean(b.Context(), in)
			if err != nil {
				b.Fatal(err)
			}
			written := time.Now()
			output.Markdown(d, output.DefaultOptions())
			total += time.Since(start)
			after += time.Since(written) + d.Timings["label"]
		}
	}
	b.ReportMetric(float64(b.N*len(inputs))/total.Seconds(), "pages/s")
	b.ReportMetric(float64(after)/float64(total), "share-after-rendering")
}

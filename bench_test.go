package mullion_test

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/source"
)

// BenchmarkStatic turns pages into Markdown without Chrome by the method fused and prints, from interleaved runs, how
// many times the CPU of a bare html.Parse of the same bytes that takes, in all and by stage. The pages are the samples
// or, when MULLION_CORPUS names the folder of a corpus, the pages in its folder html.
func BenchmarkStatic(b *testing.B) {
	pages := filepath.Join("testdata", "site", "*", "index.html")
	if corpus := os.Getenv("MULLION_CORPUS"); corpus != "" {
		pages = filepath.Join(corpus, "html", "*")
	}
	model, err := mullion.OpenModel(os.Getenv("MULLION_MODEL"))
	if err != nil {
		b.Fatal(err)
	}
	files, err := filepath.Glob(pages)
	if err != nil || len(files) == 0 {
		b.Fatalf("no pages: %s", pages)
	}
	o := mullion.DefaultOptions()
	lap := lapTimer(b)
	var bare, parse, view, evidence, judge, markdown time.Duration
	for b.Loop() {
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			lap()
			if _, err := html.Parse(bytes.NewReader(raw)); err != nil {
				continue // too deep for a bare parse: there is nothing to compare with
			}
			bare += lap()
			p, err := page.Parse(raw, page.ParseOptions{})
			if err != nil {
				b.Fatalf("%s: %v", file, err)
			}
			parse += lap()
			d := mullion.Judge(p, model, o)
			judge += lap()
			output.Markdown(d, output.DefaultOptions())
			markdown += lap()
			v := classify.NewView(p, d.Layout, nil) // once more, for the parts of Judge
			view += lap()
			classify.Measure(v, classify.Sources)
			evidence += lap()
		}
	}
	report := func(stage string, took time.Duration) {
		b.ReportMetric(float64(took)/float64(bare), "x-html.Parse"+stage)
	}
	report("", parse+judge+markdown)
	report("/page.Parse", parse)
	report("/Judge", judge)
	report("/Judge/NewView", view)
	report("/Judge/Measure", evidence)
	report("/Markdown", markdown)
}

// lapTimer returns a clock that tells the CPU that this process took since it was last asked.
func lapTimer(b *testing.B) func() time.Duration {
	var last time.Duration
	return func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		now := time.Duration(u.Utime.Nano() + u.Stime.Nano())
		took := now - last
		last = now
		return took
	}
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

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
	"github.com/mullionhq/mullion/page"
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

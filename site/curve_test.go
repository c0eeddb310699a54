package site

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/mullionhq/mullion/page"
)

// A press makes the pages of a large site: twenty sections with navigation and furniture of their own, stories of random
// words, and headlines of earlier stories at the side, in part cut or marked, as sites have them.
type press struct {
	rng       *rand.Rand
	headlines []string
}

func newPress() *press { return &press{rng: rand.New(rand.NewPCG(4, 2))} }

// words are so many words of a vocabulary of 20,000.
func (p *press) words(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%c%x", 'a'+p.rng.IntN(26), p.rng.IntN(20_000))
	}
	return b.String()
}

const sections = 20

// page is the next page of the site.
func (p *press) page(t testing.TB) *page.Page {
	section := p.rng.IntN(sections)
	var b strings.Builder
	b.WriteString("<div class=top><ul>")
	for i := range 12 {
		fmt.Fprintf(&b, "<li><a href=/%d>Section number %d</a>", i, i)
	}
	fmt.Fprintf(&b, "</ul></div><div class=s%d><div class=crumbs><a href=/>Home</a> <a>Part %d of this site and what is in it</a></div>", section, section)
	for i := range section % 5 {
		fmt.Fprintf(&b, "<div class=box%d><p>Notice %d in section %d: terms apply to what is said here</p></div>", i, i, section)
	}
	headline := p.words(5 + p.rng.IntN(6))
	fmt.Fprintf(&b, "<div id=story class=text><h1>%s</h1><span>%d March, 12:%d</span>", headline, 1+p.rng.IntN(30), p.rng.IntN(60))
	for range 5 + p.rng.IntN(25) {
		fmt.Fprintf(&b, "<p>%s.</p>", p.words(10+p.rng.IntN(80)))
	}
	b.WriteString("</div><div class=side><ul>")
	for range min(15, len(p.headlines)) {
		h := p.headlines[len(p.headlines)-1-p.rng.IntN(min(200, len(p.headlines)))]
		if p.rng.IntN(4) == 0 {
			h = "* " + h
		}
		fmt.Fprintf(&b, "<li><a href=/x>%s</a>", h)
	}
	fmt.Fprintf(&b, "</ul></div></div><div class=foot><p>Imprint, terms and addresses of the whole site</p><p>Page made at %d</p></div>", p.rng.IntN(1e9))
	p.headlines = append(p.headlines, headline)
	return parse(t, b.String())
}

// BenchmarkLearnCurve learns one site of 10,000 pages and reports the milliseconds a page, parsing left out, around its
// 100th, 1,000th, 3,000th and 10,000th page. Run it with -benchtime 1x.
func BenchmarkLearnCurve(b *testing.B) {
	for b.Loop() {
		maker, p := newPress(), New("news.example", DefaultOptions())
		done := 0
		var spent time.Duration
		for _, to := range []int{100, 1000, 3000, 10_000} {
			window := to / 10
			for ; done < to; done++ {
				pg := maker.page(b)
				pg.URL = fmt.Sprintf("https://news.example/%d", done)
				if done == to-window {
					spent = 0
				}
				start := time.Now()
				p.Add(pg, noon)
				spent += time.Since(start)
			}
			b.ReportMetric(float64(spent.Microseconds())/1000/float64(window), fmt.Sprintf("ms/page@%d", to))
		}
		start := time.Now()
		s := p.Site(DefaultOptions())
		b.ReportMetric(float64(time.Since(start).Milliseconds()), "ms-to-open")
		b.ReportMetric(float64(len(s.counts)), "templates")
		b.ReportMetric(float64(len(s.clusters)), "clusters")
	}
}

// BenchmarkLookupCurve looks a million texts up among 1,000, 10,000 and 100,000 templates, and reports microseconds a
// lookup. Half of the texts are templates, a quarter with an edit. The plain loop over all templates is measured beside on
// a thousandth of them. Run it with -benchtime 1x.
func BenchmarkLookupCurve(b *testing.B) {
	const lookups, plainShare = 1_000_000, 1000
	for b.Loop() {
		for _, size := range []int{1000, 10_000, 100_000} {
			maker := newPress()
			x := newNearIndex(DefaultOptions().Templates.MaxLength)
			var all []label
			for i := range size {
				l := label{"p", maker.words(2 + maker.rng.IntN(15))}
				x.add(i, l)
				all = append(all, l)
			}
			queries := make([]label, lookups)
			for i := range queries {
				l := all[maker.rng.IntN(size)]
				switch i % 4 {
				case 0, 1:
					l.text = maker.words(2 + maker.rng.IntN(15))
				case 2:
					l.text = "×" + l.text[1:]
				}
				queries[i] = l
			}
			found := 0
			start := time.Now()
			for _, q := range queries {
				if x.find(q, nil) >= 0 {
					found++
				}
			}
			fast := time.Since(start) / lookups
			b.ReportMetric(float64(fast.Nanoseconds())/1000, fmt.Sprintf("µs/lookup@%d", size))
			if found < lookups/4 { // those that are templates
				b.Fatalf("%d of %d are found", found, lookups)
			}
			start = time.Now()
			for _, q := range queries[:lookups/plainShare*1000/size] {
				plainFind(all, q)
			}
			slow := time.Since(start) / time.Duration(lookups/plainShare*1000/size)
			b.ReportMetric(float64(slow)/float64(fast), fmt.Sprintf("x-plain@%d", size))
		}
	}
}

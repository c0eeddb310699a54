package output

import (
	"strings"
	"unicode/utf8"

	"github.com/mullionhq/mullion/page"
)

// Heading says when text that is only styled as a heading is written as one. It needs a rendered page.
type Heading struct {
	MinRatio  float64 `key:"min_ratio" default:"1.2" min:"1" max:"10" doc:"smallest font size of a heading, as a multiple of the text's"`               // a guess: browsers set h3 at 1.17, and it must be bold too
	TopRatio  float64 `key:"top_ratio" default:"1.5" min:"1" max:"10" doc:"font size from which a heading is of the second level instead of the third"` // browsers set h2 at 1.5
	MaxLength int     `key:"max_length" default:"100" min:"1" max:"1000" doc:"longest heading, in characters"`                                          // a guess
}

// bodySize is the font size that most of the chosen text has, in CSS pixels; 0 when the page was not rendered.
func bodySize(p *page.Page, chosen []bool) float64 {
	sizes := map[float64]int{}
	best := 0.0
	for i := range p.Nodes {
		if !chosen[i] || p.Nodes[i].Parent < 0 {
			continue
		}
		if s := p.Nodes[p.Nodes[i].Parent].Style; s != nil && s.FontSize > 0 {
			sizes[s.FontSize] += len(p.Nodes[i].Text)
			if n := sizes[s.FontSize]; n > sizes[best] || n == sizes[best] && s.FontSize < best {
				best = s.FontSize
			}
		}
	}
	return best
}

// styledHeading is the heading that block-level element i is set as: all its text bold and clearly larger than the rest,
// short, no sentence, no link, and not in a list or table; "" for all others.
func (b *builder) styledHeading(i int) string {
	o := b.opts.Heading
	if b.body == 0 || b.Has(i) == 0 || b.at.Data != "article" || b.holdsBlock(i) {
		return ""
	}
	smallest := 0.0
	for j := i; j < b.Page.Nodes[i].End; j++ {
		n := &b.Page.Nodes[j]
		if n.Tag == "a" && n.Attr("href") != "" {
			return ""
		}
		if !b.Chosen[j] || blank(n.Text) {
			continue
		}
		s := b.Page.Nodes[n.Parent].Style
		if s == nil || s.FontWeight < boldWeight || s.FontSize < o.MinRatio*b.body {
			return ""
		}
		if smallest == 0 || s.FontSize < smallest {
			smallest = s.FontSize
		}
	}
	if !b.readsAsHeading(i) {
		return ""
	}
	if smallest >= o.TopRatio*b.body {
		return "h2"
	}
	return "h3"
}

// readsAsHeading reports whether the text of element i is short, and no sentence.
func (b *builder) readsAsHeading(i int) bool {
	text := collapse(b.Text(i))
	last, _ := utf8.DecodeLastRuneInString(text)
	return utf8.RuneCountInString(text) <= b.opts.Heading.MaxLength && !strings.ContainsRune(".,;:。，", last)
}

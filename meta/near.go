package meta

import (
	"github.com/mullionhq/mullion/page"
)

// A line is a text near the headline.
type line struct {
	node int
	text string
}

// near are the visible texts around the headline, nearest first: those behind it, then those before it. Without a headline
// they are the first of the page. Comments, other stories and code are left out.
func (f *facts) near(headline int) []line {
	const behind, before = 40, 12 // texts; guesses
	from := f.page.Body()
	var out []line
	if headline >= 0 {
		from = f.page.Nodes[headline].End
	}
	for i := from; i < len(f.page.Nodes) && len(out) < behind; i++ {
		if f.saysAside(i) || f.page.Nodes[i].Tag == "code" {
			i = f.page.Nodes[i].End - 1
			continue
		}
		out = f.short(out, i)
	}
	last := len(out)
	for i := headline - 1; i > f.end && len(out)-last < before; i-- {
		out = f.short(out, i)
	}
	return out
}

func (f *facts) short(out []line, i int) []line {
	n := &f.page.Nodes[i]
	const longest = 300 // bytes; longer texts are running text, whose dates are those of events
	if n.Kind != page.Text || n.Hidden || len(n.Text) > longest {
		return out
	}
	if s := collapse(n.Text); s != "" {
		out = append(out, line{i, s})
	}
	return out
}

// textBefore is the text right before node i, "" when there is none.
func (f *facts) textBefore(i int) string {
	const far = 6 // nodes; a guess
	for j := i - 1; j > max(0, i-far); j-- {
		if n := &f.page.Nodes[j]; n.Kind == page.Text && !n.Hidden {
			if s := collapse(n.Text); s != "" {
				return s
			}
		}
	}
	return ""
}

// line is what stands in the line of text i before it and behind it, as far as it is looked at.
func (f *facts) line(i int) (before, behind string) {
	const far = 30 // nodes; a guess
	block := f.page.BlockAround(i)
	walk := func(step int, add func(s string)) {
		for j := i + step; j > block && j < f.page.Nodes[block].End && (j-i)*step <= far; j += step {
			n := &f.page.Nodes[j]
			if n.Tag == "br" || n.Kind == page.Element && page.IsBlock(n) || n.Kind == page.Text && f.page.BlockAround(j) != block {
				return
			}
			if n.Kind == page.Text && !n.Hidden {
				add(collapse(n.Text))
			}
		}
	}
	walk(-1, func(s string) { before = s + " " + before })
	walk(1, func(s string) { behind += " " + s })
	return before, behind
}

package study

import (
	"fmt"
	"io"
	"slices"

	"github.com/mullionhq/mullion/classify"
)

// TypeCount is how often a page type was told rightly: of the pages of the type, and of those taken for it.
type TypeCount struct {
	Type                string
	Pages, Taken, Right int
}

// countTypes counts what the static pages whose type is known were told to be.
func countTypes(samples []Sample, told []string) []TypeCount {
	var counts []TypeCount
	for _, name := range classify.PageTypes {
		c := TypeCount{Type: name}
		for i := range samples {
			p := &samples[i]
			if p.Rendered || told[i] == "" || !slices.Contains(classify.PageTypes, p.Item.PageType) {
				continue
			}
			if p.Item.PageType == name {
				c.Pages++
			}
			if told[i] == name {
				c.Taken++
			}
			if p.Item.PageType == name && told[i] == name {
				c.Right++
			}
		}
		if c.Pages+c.Taken > 0 {
			counts = append(counts, c)
		}
	}
	return counts
}

// WriteTypes writes a table of how well page types were told; nothing when no page's type is known.
func (e *Estimate) WriteTypes(w io.Writer) error {
	if len(e.Types) == 0 {
		return nil
	}
	text := "\n| page type | pages | told so | rightly |\n|---|---:|---:|---:|\n"
	var all TypeCount
	for _, c := range e.Types {
		text += fmt.Sprintf("| %s | %d | %d | %d |\n", c.Type, c.Pages, c.Taken, c.Right)
		all.Pages, all.Taken, all.Right = all.Pages+c.Pages, all.Taken+c.Taken, all.Right+c.Right
	}
	text += fmt.Sprintf("| all | %d | %d | %d |\n", all.Pages, all.Taken, all.Right)
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("writing page types: %w", err)
	}
	return nil
}

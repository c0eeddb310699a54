package output

import (
	"strings"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
)

// Text is the text of the content blocks in document order: list items and table rows on lines of their own, cells
// set apart by a tab, paragraphs by an empty line. White space is collapsed outside preformatted text. It
// is "" when there is no content.
func Text(d *mullion.Document) string {
	var out strings.Builder
	last := -1
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if !b.Content || b.Text == "" {
			continue
		}
		if last >= 0 {
			out.WriteString(between(d.Page, &d.Blocks[last], b))
		}
		out.WriteString(b.Text)
		last = i
	}
	return out.String()
}

// between is the white space that sets two successive blocks apart, by the nearest element that holds both.
func between(p *page.Page, a, b *classify.Block) string {
	if p == nil {
		return "\n\n"
	}
	holder := common(p, a.Node, b.Node)
	switch p.Nodes[holder].Tag {
	case "tr":
		return "\t"
	case "table", "thead", "tbody", "tfoot", "ul", "ol", "menu", "dir", "dl", "li":
		return "\n"
	}
	if pre := enclosing(p, holder, "pre"); pre >= 0 {
		return "\n"
	}
	return "\n\n"
}

// common is the nearest node that holds both i and j or is one of them; i is before j.
func common(p *page.Page, i, j int) int {
	for i > 0 && p.Nodes[i].End <= j {
		i = p.Nodes[i].Parent
	}
	for j < i { // j holds i
		i = p.Nodes[i].Parent
	}
	return max(i, 0)
}

// enclosing is the nearest element with the tag around node i, itself included; -1 when there is none.
func enclosing(p *page.Page, i int, tag string) int {
	for ; i >= 0; i = p.Nodes[i].Parent {
		if p.Nodes[i].Tag == tag {
			return i
		}
	}
	return -1
}

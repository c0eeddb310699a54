// Package shares is the block classifier of paper 000 (Yan and Wang 2020): what the templates of a site hold is removed
// from a page, the rest is cut at body, section and div, and an SVM labels these blocks by their shares of the page's
// text, links and pictures. It knows neither how templates are found nor what becomes of the labels.
package shares

import "github.com/mullionhq/mullion/page"

// Counts are what 000 counts in a block or a page. Text is in code points, white space collapsed label by label: so
// the numbers of the paper's table 3 come out.
type Counts struct{ Text, LinkText, Links, Pictures int }

// Columns name the features R1 … R5.
var Columns = []string{"text share", "link text share", "link share", "picture share", "link density"}

// A Block is a body, section or div without the blocks inside it.
type Block struct {
	Node   int   // in the page
	Texts  []int // its visible text nodes that are no templates, in document order
	Counts Counts
	R      [5]float64 // R1 … R5 of 000, section 5: each 0 … 1
}

// A Cut is a page cut into blocks.
type Cut struct {
	Blocks []Block // in document order; Blocks[0] is the body
	Gone   []int   // visible text nodes that are templates, in document order
}

// Measure cuts the page and measures its blocks. Labels that are templates are left out, as if the page did not have
// them: templates tells for every node how many pages have its text (see site.Site.Templates); nil leaves out none.
func Measure(p *page.Page, templates []int) Cut {
	w := walk{page: p, templates: templates}
	w.node(p.Body(), -1, false)
	for i := range w.cut.Blocks {
		w.cut.Blocks[i].R = w.cut.Blocks[i].Counts.features(w.total)
	}
	return w.cut
}

type walk struct {
	page      *page.Page
	templates []int
	cut       Cut
	total     Counts
}

// node counts node i into the block around it, or makes it one.
func (w *walk) node(i, block int, link bool) {
	n := &w.page.Nodes[i]
	if n.Hidden || n.Tag == "script" || n.Tag == "style" {
		return
	}
	c := Counts{}
	switch {
	case n.Kind == page.Text:
		c.Text = page.TextLength(n.Text)
		if c.Text == 0 {
			return
		}
		if w.template(n.Parent) {
			w.cut.Gone = append(w.cut.Gone, i)
			return
		}
		if link {
			c.LinkText = c.Text
		}
		w.cut.Blocks[block].Texts = append(w.cut.Blocks[block].Texts, i)
	case i == w.page.Body() || n.Tag == "section" || n.Tag == "div":
		block = len(w.cut.Blocks)
		w.cut.Blocks = append(w.cut.Blocks, Block{Node: i})
	case n.Tag == "a":
		link = true
		if !w.template(i) {
			c.Links = 1
		}
	case n.Tag == "img":
		c.Pictures = 1
	}
	w.cut.Blocks[block].Counts.add(c)
	w.total.add(c)
	for j := range w.page.Children(i) {
		w.node(j, block, link)
	}
}

func (w *walk) template(node int) bool { return w.templates != nil && w.templates[node] > 0 }

func (c *Counts) add(d Counts) {
	c.Text += d.Text
	c.LinkText += d.LinkText
	c.Links += d.Links
	c.Pictures += d.Pictures
}

// features are R1 … R5, with 1 added below the line.
func (c Counts) features(outer Counts) [5]float64 {
	share := func(inner, outer int) float64 { return float64(inner) / float64(outer+1) }
	return [5]float64{
		share(c.Text, outer.Text), share(c.LinkText, outer.LinkText), share(c.Links, outer.Links),
		share(c.Pictures, outer.Pictures), share(c.LinkText, c.Text),
	}
}

// cells are the features as a machine takes them.
func (b *Block) cells() []float32 {
	out := make([]float32, len(b.R))
	for i, x := range b.R {
		out[i] = float32(x)
	}
	return out
}

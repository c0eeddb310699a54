package study

import (
	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify/shares"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
)

// Labels counts what became of the leaf labels of a document's page: the visible elements that directly hold text. A
// leaf is main content when most of its text is in blocks that the gold has. With template-svm a leaf has the label of
// its template or of the body, section or div around it, as in 000; with other methods that of its block.
func Labels(d *mullion.Document, o mullion.Options, it *eval.Item) *eval.Labels {
	p := d.Page
	gold, _ := goldOf(p, it)
	kept := make([]bool, len(p.Nodes))
	if o.Method == mullion.TemplateSVM {
		for _, l := range sharesLabels(p, o) {
			kept[l.Text] = l.Content
		}
	} else {
		for i := range d.Blocks {
			for _, t := range d.Blocks[i].Texts {
				kept[t] = d.Blocks[i].Content
			}
		}
	}
	count := &eval.Labels{}
	for i := p.Body(); i < p.Nodes[p.Body()].End; i++ {
		leaf := measureLeaf(p, i, gold, kept)
		switch content, predicted := leaf.gold >= leaf.all/2, leaf.kept >= leaf.all/2; {
		case leaf.all == 0:
		case content && predicted:
			count.TP++
		case predicted:
			count.FP++
		case content:
			count.FN++
		}
	}
	return count
}

func sharesLabels(p *page.Page, o mullion.Options) []shares.Label {
	var templates []int
	if o.TemplateSVM.Templates {
		if o.Known == nil {
			return nil
		}
		templates = o.Known.Templates(p)
	}
	return o.Machines.Bundled().Shares.Label(p, templates, false)
}

// A leaf is the characters that an element directly holds: all, those in the gold, and those that are kept.
type leaf struct{ all, gold, kept float64 }

func measureLeaf(p *page.Page, i int, gold []float64, kept []bool) leaf {
	var l leaf
	if n := &p.Nodes[i]; n.Kind != page.Element || n.Hidden || n.Tag == "script" || n.Tag == "style" {
		return l
	}
	for c := range p.Children(i) {
		n := &p.Nodes[c]
		size := float64(page.TextLength(n.Text))
		if n.Kind != page.Text || n.Hidden || size == 0 {
			continue
		}
		l.all += size
		l.gold += size * gold[c]
		if kept[c] {
			l.kept += size
		}
	}
	return l
}

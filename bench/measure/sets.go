// Package measure runs peers over corpora, page by page in turn, and keeps what they made of each page in files, so
// that a table can be made again without running them. It knows corpora and costs; it does not know scores.
package measure

import (
	"context"
	"fmt"
	"os"
	"strings"

	"golang.org/x/net/html"

	"github.com/mullionhq/mullion/bench/peer"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/study"
)

// A Set is pages that are scored together: a corpus, or one of the two ways to read a rendered corpus.
type Set struct {
	Name     string // also the name of its files, such as "aeb" or "rendered+dom"
	Rendered bool   // whether the corpus is of rendered sites
	DOM      bool   // pages as Chrome had them after their scripts ran, not as they were served
	Items    []eval.Item
}

// DOMSuffix marks the set of a corpus's rendered pages.
const DOMSuffix = "+dom"

// Sets are the sets of a corpus: one of a text corpus, two of rendered sites. At most limit pages are taken, evenly
// from the whole; 0 takes all.
func Sets(c *eval.Corpus, filter eval.Filter, limit int) []Set {
	items := spread(c.Select(filter), limit)
	sets := []Set{{Name: c.Name, Rendered: c.Rendered, Items: items}}
	if c.Rendered {
		sets = append(sets, Set{Name: c.Name + DOMSuffix, DOM: true, Rendered: c.Rendered, Items: items})
	}
	return sets
}

// spread takes n items evenly from a list.
func spread(items []eval.Item, n int) []eval.Item {
	if n <= 0 || n >= len(items) {
		return items
	}
	out := make([]eval.Item, n)
	for i := range out {
		out[i] = items[i*len(items)/n]
	}
	return out
}

// A Loader makes requests of items.
type Loader struct {
	Study study.Loader // renders, or finds the snapshots of rendered pages
}

// Load is the request for a page: its HTML decoded as mullion decodes it, or the rendered document written as HTML
// together with a file that holds it with its layout. done removes that file.
func (l *Loader) Load(ctx context.Context, s *Set, it *eval.Item) (q peer.Request, done func(), err error) {
	q = peer.Request{URL: it.URL, Lang: it.Lang, Site: siteOf(it)}
	if !s.DOM {
		raw, err := it.HTML()
		if err != nil {
			return q, nil, err
		}
		text, _ := page.Decode(raw, "")
		q.HTML = string(text)
		return q, func() {}, nil
	}
	p, err := l.Study.Rendered(ctx, it)
	if err != nil {
		return q, nil, err
	}
	if q.HTML, err = writeHTML(p); err != nil {
		return q, nil, fmt.Errorf("page %s: %w", it.ID, err)
	}
	f, err := os.CreateTemp("", "mullion-bench-*.json.gz")
	if err != nil {
		return q, nil, err
	}
	done = func() { os.Remove(f.Name()) }
	if err = p.Save(f); err == nil {
		err = f.Close()
	}
	if err != nil {
		done()
		return q, nil, err
	}
	q.Snapshot = f.Name()
	return q, done, nil
}

// writeHTML is the document of a rendered page, frames and shadow trees in place as the page has them.
func writeHTML(p *page.Page) (string, error) {
	nodes := make([]*html.Node, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		nodes[i] = &html.Node{Type: html.ElementNode, Data: n.Tag}
		if n.Kind == page.Text {
			nodes[i] = &html.Node{Type: html.TextNode, Data: n.Text}
		}
		for _, a := range n.Attrs {
			nodes[i].Attr = append(nodes[i].Attr, html.Attribute{Key: a.Name, Val: a.Value})
		}
		if n.Parent >= 0 {
			nodes[n.Parent].AppendChild(nodes[i])
		}
	}
	return render(nodes[0])
}

func render(root *html.Node) (string, error) {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>")
	if err := html.Render(&b, root); err != nil {
		return "", fmt.Errorf("writing the rendered document: %w", err)
	}
	return b.String(), nil
}

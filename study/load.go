// Package study runs the whole pipeline over corpora with gold: it loads their pages, with or without Chrome,
// turns gold into labels, trains models with sites kept apart, and scores documents. It knows every step;
// it does not know the command line.
package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/source"
	"github.com/mullionhq/mullion/whole"
)

// A Loader makes pages of gold items.
type Loader struct {
	Browser   *render.Browser // nil reads HTML only
	Snapshots string          // folder in which rendered pages are kept and looked for; "" keeps none
}

// errStatic says that a page has no text without its scripts.
var errStatic = errors.New("the page has no text without its scripts")

// Static parses the item's HTML without Chrome. Of an item that was saved there is none.
func (l *Loader) Static(it *eval.Item) (*page.Page, error) {
	if it.Saved != "" || it.Layout != nil && it.Layout.JSOnly {
		return nil, errStatic
	}
	raw, err := it.HTML()
	if err != nil {
		return nil, err
	}
	return page.Parse(raw, page.ParseOptions{URL: it.URL})
}

// Rendered renders the item in Chrome, its requests answered from the site's files; pages of text corpora have
// no files beside their HTML, so all their requests fail. It takes a snapshot that is there instead, or the saved page.
func (l *Loader) Rendered(ctx context.Context, it *eval.Item) (*page.Page, error) {
	if it.Saved != "" {
		p, err := l.load(it.Saved)
		if p == nil && err == nil {
			err = fmt.Errorf("%s: %w", it.Saved, os.ErrNotExist)
		}
		return p, err
	}
	name := l.snapshot(it)
	if p, err := l.load(name); p != nil || err != nil {
		return p, err
	}
	if l.Browser == nil {
		return nil, fmt.Errorf("%s: there is neither a browser nor a snapshot", it.ID)
	}
	raw, err := it.HTML()
	if err != nil {
		return nil, err
	}
	req := render.Request{URL: it.URL, Replay: &eval.Mounts{}}
	if it.Layout != nil {
		req.Replay = it.Layout.Mounts
	} else {
		req.HTML = raw
	}
	res, err := l.Browser.Render(ctx, req)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", it.ID, err)
	}
	return res.Page, l.save(name, res.Page)
}

func (l *Loader) snapshot(it *eval.Item) string {
	if l.Snapshots == "" {
		return ""
	}
	return filepath.Join(l.Snapshots, it.Corpus, strings.ReplaceAll(it.ID, string(filepath.Separator), "_")+"-v"+strconv.Itoa(page.Version)+source.SavedSuffix)
}

func (l *Loader) load(name string) (*page.Page, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := page.Load(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: delete it to render the page again", name, err)
	}
	return p, nil
}

func (l *Loader) save(name string, p *page.Page) error {
	if name == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return whole.Write(name, func(w io.Writer) error { return p.Save(w) })
}

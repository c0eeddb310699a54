package workspace

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/meta"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/source"
)

// tileHeight is that of the pictures' pieces in CSS pixels: about two screens, so that few are decoded at a time.
const tileHeight = 2048

// ErrThere says that a page is in the workspace already.
var ErrThere = errors.New("the page is in the workspace already")

// ErrNotKept says that a page was rendered and could not be written, as where the disk is full: no other page will do better.
var ErrNotKept = errors.New("the page could not be kept")

// Add renders the input and keeps it. A page that is there already is ErrThere; its entry is returned.
func (w *Workspace) Add(ctx context.Context, b *render.Browser, in source.Input) (Entry, error) {
	if in.IsSaved() {
		return w.addSaved(ctx, in)
	}
	if err := page.CheckText(in.HTML, in.ContentType); err != nil { // Chrome would show what it is of it
		return Entry{}, fmt.Errorf("%s: %w", in, err)
	}
	req := render.Request{URL: in.URL, HTML: in.HTML, ContentType: in.ContentType, Dir: in.Dir, Name: in.Name, Replay: in.Replay}
	return w.add(ctx, b, req, entryOf(in), nil)
}

// Import renders a page of a corpus from the corpus's own files and keeps it with its gold.
func (w *Workspace) Import(ctx context.Context, b *render.Browser, it *eval.Item) (Entry, error) {
	req := render.Request{URL: it.URL, Replay: &eval.Mounts{}}
	e := Entry{ID: clean(it.ID), From: it.Corpus + "/" + it.ID, URL: it.URL, Site: it.Site, Title: it.Title}
	if it.Layout != nil {
		req.Replay, e.Boxes = it.Layout.Mounts, it.Layout.Boxes
	} else {
		raw, err := it.HTML()
		if err != nil {
			return e, err
		}
		req.HTML = raw
	}
	return w.add(ctx, b, req, e, &it.Gold)
}

func (w *Workspace) add(ctx context.Context, b *render.Browser, req render.Request, e Entry, gold *eval.Gold) (Entry, error) {
	named := e // for now: its name may be taken while it is rendered
	if there, err := w.place(&named); err != nil {
		return there, err
	}
	req.Screenshot = &render.Screenshot{Format: "jpeg", Tile: tileHeight}
	res, err := b.Render(ctx, req)
	if err != nil {
		return e, err
	}
	e.TileHeight = tileHeight
	return w.keep(ctx, e, res.Page, res.Tiles, gold)
}

// addSaved keeps a page that was rendered before; it has no picture.
func (w *Workspace) addSaved(ctx context.Context, in source.Input) (Entry, error) {
	raw := in.SavedPage
	if in.Saved != "" {
		var err error
		if raw, err = os.ReadFile(in.Saved); err != nil {
			return Entry{}, err
		}
	}
	p, err := page.Load(bytes.NewReader(raw))
	if err != nil {
		return Entry{}, fmt.Errorf("%s: %w", in, err)
	}
	name := shortAddress(p.URL)
	if in.Saved != "" {
		name = strings.TrimSuffix(filepath.Base(in.Saved), source.SavedSuffix)
	}
	from := p.URL
	if from == "" {
		from = fmt.Sprintf("saved %x", hashOf(raw))
	}
	e := Entry{ID: clean(name), From: from, URL: p.URL, Site: host(p.URL)}
	return w.keep(ctx, e, p, nil, nil)
}

// place gives the page a name that no other page has: corpora number their pages alike, and saved pages have the same names
// in many folders. The page itself, when it is there, is ErrThere; its entry is returned.
func (w *Workspace) place(e *Entry) (Entry, error) {
	there, err := w.Entry(e.ID)
	if errors.Is(err, ErrNoPage) {
		return Entry{}, w.free(e.ID)
	}
	if err != nil {
		return Entry{}, err
	}
	if there.From != e.From && there.From != "" && e.From != "" {
		e.ID += shortHash([]byte(e.From))
		if there, err = w.Entry(e.ID); errors.Is(err, ErrNoPage) {
			return Entry{}, w.free(e.ID)
		}
		if err != nil {
			return Entry{}, err
		}
	}
	return there, fmt.Errorf("%w: %s", ErrThere, e.ID)
}

// free is an error where a folder that is no page has the name.
func (w *Workspace) free(id string) error {
	path, err := w.path(id)
	if err == nil && exists(path) {
		err = w.stray(id)
	}
	return err
}

// keep gives the page its name and writes its folder.
func (w *Workspace) keep(ctx context.Context, e Entry, p *page.Page, tiles [][]byte, gold *eval.Gold) (Entry, error) {
	unlock, err := w.Lock(ctx)
	if err != nil {
		return e, fmt.Errorf("%w: %w", ErrNotKept, err)
	}
	defer unlock()
	if there, err := w.place(&e); err != nil {
		return there, err
	}
	e.Width, e.Height, e.Blocks, e.Tiles, e.Added = p.Width, p.Height, len(p.Blocks()), len(tiles), time.Now().UTC().Truncate(time.Second)
	e.Warnings = p.Warnings
	if title := meta.Of(p).Title; title != "" {
		e.Title = title
	}
	files := map[string][]byte{}
	for n, tile := range tiles {
		files[tileName(n)] = tile
	}
	if gold != nil && gold.HasText {
		e.Gold = true
		files[goldFile] = []byte(gold.Text)
	}
	var saved bytes.Buffer
	if err := p.Save(&saved); err != nil {
		return e, err
	}
	files[pageFile] = saved.Bytes()
	info, err := e.info()
	if err != nil {
		return e, err
	}
	files[infoFile] = info
	if err := w.writePage(e.ID, files); err != nil {
		return e, fmt.Errorf("%w: %w", ErrNotKept, err)
	}
	return e, nil
}

// writePage makes the folder of a page: it is there with all files, or not at all.
func (w *Workspace) writePage(id string, files map[string][]byte) error {
	dir, err := os.MkdirTemp(filepath.Join(w.dir, "pages"), ".adding-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil {
		return err
	}
	for name, raw := range files {
		if err := os.WriteFile(filepath.Join(dir, name), raw, 0o644); err != nil {
			return err
		}
	}
	to, err := w.path(id)
	if err != nil {
		return err
	}
	return os.Rename(dir, to)
}

// Remove deletes a page, or a folder that is none. Interrupted, it leaves the page, or nothing that is taken for one.
func (w *Workspace) Remove(ctx context.Context, id string) error {
	path, err := w.path(id)
	if err != nil {
		return err
	}
	unlock, err := w.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return fmt.Errorf("%w: %s", ErrNoPage, id)
	}
	gone, err := os.MkdirTemp(filepath.Join(w.dir, "pages"), ".removing-*")
	if err != nil {
		return err
	}
	return errors.Join(os.Rename(path, filepath.Join(gone, id)), os.RemoveAll(gone))
}

// entryOf is the entry of an input that is yet to be rendered. Its name is made of its address or its file's name, with a hash
// where that is not all; such hashes are short, and of ten thousand addresses that differ in their queries some have the same.
func entryOf(in source.Input) Entry {
	name := in.String()
	if in.Name != "" {
		name = strings.TrimSuffix(in.Name, filepath.Ext(in.Name))
		if name == "index" {
			name = filepath.Base(in.Dir)
		}
	}
	all := []byte(in.String())
	if in.Name == "" {
		name = cmp.Or(shortAddress(in.URL), name)
		all = append(all, in.HTML...)
	}
	return Entry{ID: clean(name) + shortHash(all), From: fmt.Sprintf("added %x", hashOf(all)), URL: page.WithoutUser(in.URL), Site: host(in.URL)}
}

// shortAddress is an address without its scheme and query; "" of what is none.
func shortAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Host + strings.TrimSuffix(u.Path, "/")
}

// shortHash is the end of a name that tells it from others.
func shortHash(text []byte) string {
	h := fnv.New32a()
	_, _ = h.Write(text)
	return fmt.Sprintf("-%06x", h.Sum32()&0xffffff)
}

func hashOf(text []byte) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(text)
	return h.Sum64()
}

// The longest name of a page in characters and in bytes, of which file systems take 255; both leave room for two hashes.
const (
	maxName  = 100
	maxBytes = 240
)

var unclean = regexp.MustCompile(`[^\pL\pN_.]+`)

// clean makes a name fit for a page.
func clean(name string) string {
	name = strings.Trim(unclean.ReplaceAllString(name, "-"), "-.")
	letters := []rune(name)
	name = string(letters[:min(len(letters), maxName)])
	name = strings.ToValidUTF8(name[:min(len(name), maxBytes)], "")
	return cmp.Or(name, "page")
}

func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

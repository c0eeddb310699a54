// Package workspace keeps pages in a folder: each as it was rendered, with its picture and its gold if there is any,
// so that settings can be tried on them without rendering again. It knows files; it does not judge pages.
//
//	DIR/pages/ID/page.json.gz   the page (see page.Save)
//	DIR/pages/ID/info.json      an Entry
//	DIR/pages/ID/tile-000.jpg   its picture, from the top down; none where the page has no layout
//	DIR/pages/ID/gold.txt       the main content, one block a line; only where it is known
//	DIR/pages/ID/boxes.json     gold boxes by region, where regions were labelled by hand
//	DIR/pages/ID/history.jsonl  what was labelled by hand, an Action a line
//	DIR/models/NAME.model       a model that was taught by the gold of these pages, and NAME.json of how well it does
//	DIR/models/history.jsonl    which of them were accepted, a Choice a line
//	DIR/models/estimates.jsonl  how well models did, run after run
//	DIR/.lock                   an empty file, locked by who changes something
//
// A page's folder is there whole or not at all.
package workspace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/whole"
)

// An Entry describes a page of the workspace.
type Entry struct {
	ID         string    `json:"id"`
	From       string    `json:"from,omitempty"` // what tells it from other pages that would have its name; "" in old workspaces
	URL        string    `json:"url"`
	Title      string    `json:"title"`
	Site       string    `json:"site"` // the group that the page belongs to, such as its host
	Width      float64   `json:"width"`
	Height     float64   `json:"height"` // of the page, in CSS pixels
	Blocks     int       `json:"blocks"`
	Tiles      int       `json:"tiles"`
	TileHeight int       `json:"tile_height"` // in CSS pixels; the last tile may be lower
	Gold       bool      `json:"gold"`
	Added      time.Time `json:"added"`
	Warnings   []string  `json:"warnings,omitempty"` // of its rendering, such as a picture that ends early

	Boxes map[regions.Name][]page.Box `json:"boxes,omitempty"` // gold boxes by region
}

// A Workspace is a folder of pages. It is safe for concurrent use, also of several programs that have
// one folder: who changes it locks it (Lock).
type Workspace struct{ dir string }

// The files of a page beside its gold, see the head of the package; models have a history, too.
const (
	pageFile    = "page.json.gz"
	infoFile    = "info.json"
	historyFile = "history.jsonl"
)

// ErrNoPage says that the workspace has no page of that name.
var ErrNoPage = errors.New("there is no such page in the workspace")

// ErrNone says that a folder is no workspace.
var ErrNone = errors.New("there is no workspace")

// ErrBroken says that files of a page, or what was kept beside it, cannot be read as what they should be.
var ErrBroken = errors.New("broken workspace")

// Create opens the folder as Open does, and makes a workspace of it where it is none.
func Create(dir string) (*Workspace, error) {
	if err := os.MkdirAll(filepath.Join(dir, "pages"), 0o755); err != nil {
		return nil, fmt.Errorf("making a workspace: %w", err)
	}
	return Open(dir)
}

// Open takes a folder that Create made a workspace of; another one is ErrNone.
func Open(dir string) (*Workspace, error) {
	if info, err := os.Stat(filepath.Join(dir, "pages")); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%w %s: `mullion workspace add PAGES... --workspace %[2]s` makes one", ErrNone, dir)
	}
	return &Workspace{dir}, nil
}

// Lock keeps other programs from changing the workspace until unlock is called (whole.Lock). What changes it locks it by
// itself, but for SetLabels, whose caller has read the history first.
func (w *Workspace) Lock(ctx context.Context) (unlock func(), err error) {
	return whole.Lock(ctx, w.dir)
}

// Dir is the workspace's folder.
func (w *Workspace) Dir() string { return w.dir }

// maxID is the longest name of a page, in characters.
const maxID = 121

// isID reports whether a text is a page's name: letters, digits and _.- alone, so that it is safe as the name of a file and in an
// address.
func isID(text string) bool {
	if text == "" || strings.ContainsAny(text[:1], ".-") || utf8.RuneCountInString(text) > maxID {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("_.-", r)
	})
}

func (w *Workspace) path(id string, name ...string) (string, error) {
	if !isID(id) {
		return "", fmt.Errorf("%w: %q", ErrNoPage, id)
	}
	return filepath.Join(append([]string{w.dir, "pages", id}, name...)...), nil
}

// read reads a file of a page.
func (w *Workspace) read(id, name string) ([]byte, error) {
	path, err := w.path(id, name)
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s has no %s", ErrNoPage, id, name)
	}
	return raw, w.inPlace(id, name, err)
}

// inPlace is what came of a file of a page: where a folder stands in its place the page is broken.
func (w *Workspace) inPlace(id, name string, err error) error {
	if path, bad := w.path(id, name); err != nil && bad == nil && isFolder(path) {
		return w.broken(id, fmt.Errorf("%s is a folder", name))
	}
	return err
}

// inPlace is what came of a file that can be done without, with the way out where a folder stands in its place.
func inPlace(path string, err error) error {
	if err != nil && isFolder(path) {
		return fmt.Errorf("%w: %s is a folder, where a file should be: move it away", ErrBroken, path)
	}
	return err
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// List describes all pages in the order of their names. Folders that are no pages, or broken ones, are passed over, see
// Strays.
func (w *Workspace) List() ([]Entry, error) {
	list, _, err := w.scan()
	return list, err
}

// Strays tells of each folder among the pages that is none, as it has no info.json or one that cannot be read: what it is
// called, and how to remove it.
func (w *Workspace) Strays() ([]error, error) {
	_, strays, err := w.scan()
	return strays, err
}

// scan lists the pages, and what is wrong with the folders that are none.
func (w *Workspace) scan() (list []Entry, strays []error, err error) {
	dirs, err := os.ReadDir(filepath.Join(w.dir, "pages"))
	if err != nil {
		return nil, nil, fmt.Errorf("listing workspace: %w", err)
	}
	list = []Entry{}
	for _, d := range dirs {
		if !d.IsDir() || !isID(d.Name()) {
			continue // ours begin with a dot while they are written or removed
		}
		switch e, err := w.Entry(d.Name()); {
		case errors.Is(err, ErrNoPage):
			strays = append(strays, w.stray(d.Name()))
		case errors.Is(err, ErrBroken):
			strays = append(strays, err)
		case err != nil:
			return nil, nil, err
		default:
			list = append(list, e)
		}
	}
	return list, strays, nil
}

// stray tells what is wrong with a folder that has no info.json.
func (w *Workspace) stray(id string) error { return w.broken(id, errors.New("it has no "+infoFile)) }

// Entry describes one page.
func (w *Workspace) Entry(id string) (Entry, error) {
	raw, err := w.read(id, infoFile)
	if err != nil {
		return Entry{}, err
	}
	var e Entry
	if err := json.Unmarshal(raw, &e); err != nil {
		return Entry{}, w.broken(id, fmt.Errorf("%s: %w", infoFile, err))
	}
	e.ID = id
	return e, nil
}

// info is the entry as it stands in its file.
func (e Entry) info() ([]byte, error) {
	raw, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("describing %s: %w", e.ID, err)
	}
	return append(raw, '\n'), nil
}

// Page reads a page.
func (w *Workspace) Page(id string) (*page.Page, error) {
	path, err := w.path(id, pageFile)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		if _, gone := w.Entry(id); errors.Is(gone, ErrNoPage) {
			return nil, fmt.Errorf("%w: %s: %w", ErrNoPage, id, err)
		}
		return nil, w.broken(id, err)
	}
	defer f.Close()
	p, err := page.Load(f)
	if err != nil {
		return nil, w.broken(id, err)
	}
	return p, nil
}

// broken tells what is wrong with a page's files, and the way out.
func (w *Workspace) broken(id string, err error) error {
	return fmt.Errorf("%w: page %s: %w: `mullion workspace remove %[2]s --workspace %[4]s` removes it, with its labels; then add it again", ErrBroken, id, err, w.dir)
}

// Tile is a piece of the page's picture, a JPEG.
func (w *Workspace) Tile(id string, n int) ([]byte, error) { return w.read(id, tileName(n)) }

func tileName(n int) string { return fmt.Sprintf("tile-%03d.jpg", n) }

// Item is the page with its gold as scorers take it; nil where the page has none.
func (w *Workspace) Item(e Entry) (*eval.Item, error) {
	boxes, err := w.boxes(e)
	if err != nil || !e.Gold && len(boxes) == 0 {
		return nil, err
	}
	saved, err := w.path(e.ID, pageFile)
	if err != nil {
		return nil, err
	}
	it := &eval.Item{
		ID: e.ID, Corpus: filepath.Base(w.dir), URL: e.URL, Site: e.Site, Title: e.Title, Saved: saved,
		Layout: &eval.Layout{Boxes: boxes},
	}
	if e.Gold {
		text, err := w.read(e.ID, goldFile)
		if err != nil {
			return nil, err
		}
		it.Gold = eval.Gold{HasText: true, Text: string(text)}
	}
	return it, nil
}

// boxes are those by hand, or else those that the page came with.
func (w *Workspace) boxes(e Entry) (map[regions.Name][]page.Box, error) {
	raw, err := w.read(e.ID, boxesFile)
	if errors.Is(err, ErrNoPage) {
		return e.Boxes, nil
	}
	if err != nil {
		return nil, err
	}
	boxes, err := eval.ReadBoxes(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %s/%s: %w: remove the file and label the regions again", ErrBroken, e.ID, boxesFile, err)
	}
	return boxes, nil
}

// Items are all pages with gold, as a corpus.
func (w *Workspace) Items() ([]eval.Item, error) {
	list, err := w.List()
	if err != nil {
		return nil, err
	}
	var items []eval.Item
	for _, e := range list {
		it, err := w.Item(e)
		if err != nil {
			return nil, err
		}
		if it != nil {
			items = append(items, *it)
		}
	}
	return items, nil
}

// Is reports whether the folder is a workspace: it has pages as Add keeps them.
func Is(dir string) bool {
	pages, _ := os.ReadDir(filepath.Join(dir, "pages"))
	return slices.ContainsFunc(pages, func(d os.DirEntry) bool { return exists(filepath.Join(dir, "pages", d.Name(), pageFile)) })
}

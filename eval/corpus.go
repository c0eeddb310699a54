package eval

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// A Corpus is a set of pages with gold.
type Corpus struct {
	Name     string // of the folder
	Rendered bool   // sites with their styles and scripts (gold.json, pages.jsonl, site/ and gold/), not raw HTML (pages.jsonl and html/)
	Items    []Item // in the order of the files
}

// An Item is one page of a corpus with its gold.
type Item struct {
	ID       string
	Corpus   string // name of its corpus
	URL      string // "" when unknown
	Site     string // registrable domain or name of the site; "CORPUS/ID" when unknown, so that it is its own group
	Lang     string // of the text, such as "en"
	HTMLPath string // of the file with the raw bytes, in the page's own encoding
	Saved    string // file of the page as it was rendered (page.Save), where that is what there is in place of HTML; or ""
	Gold     Gold
	Title    string
	PageType string   // as "article" or "forum"; "" when unknown
	Flags    []string // what is wrong with page or gold, such as FlagEmptyGold
	Weight   float64  // how many ordinary pages it counts for in training; 0 is 1
	DupOf    string   // ID of the page that this one repeats, or ""
	Split    string   // "dev" or "heldout"
	Layout   *Layout  // of a page of a rendered site; nil in text corpora
}

// Gold is what people, or a reviewed model, took for a page's main content.
type Gold struct {
	HasText bool     // whether there is a gold text at all
	Text    string   // blocks or paragraphs by lines; may be empty although HasText
	With    []string // segments that an extraction must hold
	Without []string // segments that it must not hold
}

// Says reports whether there is anything to score a text by, or to learn from.
func (g *Gold) Says() bool { return g.HasText || len(g.With)+len(g.Without) > 0 }

// A Layout is what is known about how a page of a rendered site looks, and how to render it again.
type Layout struct {
	Mounts *Mounts
	JSOnly bool                        // whether the raw HTML has no text
	Boxes  map[regions.Name][]page.Box // gold boxes by region; the content's boxes are those of Center
}

// The flags that a corpus may give to its pages, for gold that a score or a training cannot do much with.
const (
	FlagEmptyGold     = "empty_gold"       // it has no text: only who keeps nothing is right
	FlagGoldNotInPage = "gold_not_in_page" // the HTML lacks it, as where scripts write it
	FlagEmptyPage     = "empty_page"       // the HTML has no text
)

// notForTraining are the flags whose pages teach nothing: the gold is empty or is not in the page.
var notForTraining = []string{FlagEmptyGold, FlagGoldNotInPage, FlagEmptyPage}

// Teaches reports whether nothing is wrong with the item that keeps models from learning from it.
func (it *Item) Teaches() bool { return !slices.ContainsFunc(notForTraining, it.has) }

// ErrNotCorpus is reported for a folder without the files of any kind of corpus.
var ErrNotCorpus = errors.New("not a corpus: it has neither pages.jsonl and html/, nor gold.json and site/, nor folders of such sites")

// Open reads the corpus in dir: a text corpus, one rendered site, or a folder of rendered sites.
// Errors in its files name the file and the line.
func Open(dir string) (*Corpus, error) {
	c := &Corpus{Name: filepath.Base(filepath.Clean(dir))}
	if abs, err := filepath.Abs(dir); err == nil {
		c.Name = filepath.Base(abs)
	}
	var err error
	switch {
	case exists(dir, "gold.json"):
		c.Rendered = true
		c.Items, err = readSite(dir)
	case exists(dir, "pages.jsonl"):
		c.Items, err = readText(dir, c.Name)
	default:
		c.Rendered = true
		c.Items, err = readSites(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("opening corpus: %w", err)
	}
	if c.Rendered { // a folder of sites is one corpus, whose rows by site are the sites
		for i := range c.Items {
			c.Items[i].Corpus = c.Name
		}
	}
	return c, nil
}

func readSites(dir string) ([]Item, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var items []Item
	for _, e := range entries { // sorted by name
		if sub := filepath.Join(dir, e.Name()); exists(sub, "gold.json") {
			site, err := readSite(sub)
			if err != nil {
				return nil, err
			}
			items = append(items, site...)
		}
	}
	if items == nil {
		return nil, fmt.Errorf("%s: %w", dir, ErrNotCorpus)
	}
	return items, nil
}

func exists(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) // the latter where dir is a file
}

// HTML reads the page's raw bytes. They are in the page's own encoding.
func (it *Item) HTML() ([]byte, error) {
	raw, err := os.ReadFile(it.HTMLPath)
	if err != nil {
		return nil, fmt.Errorf("reading page %s: %w", it.ID, err)
	}
	return raw, nil
}

// has reports whether the page has the flag.
func (it *Item) has(flag string) bool { return slices.Contains(it.Flags, flag) }

// A Filter chooses pages of a corpus. The zero Filter takes all.
type Filter struct {
	Split     string   // "dev" or "heldout"; "" and "all" take both
	SkipFlags []string // leave out pages that have any of these
}

// Select is the pages that pass the filter, in order.
func (c *Corpus) Select(f Filter) []Item {
	var out []Item
	for _, it := range c.Items {
		if f.passes(&it) {
			out = append(out, it)
		}
	}
	return out
}

func (f Filter) passes(it *Item) bool {
	if f.Split != "" && f.Split != "all" && f.Split != it.Split {
		return false
	}
	return !slices.ContainsFunc(f.SkipFlags, it.has)
}

package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// textRow is a line of a text corpus's pages.jsonl.
type textRow struct {
	ID       string `json:"id"`
	Corpus   string `json:"corpus"`
	URL      string `json:"url"`
	Site     string `json:"site"`
	Lang     string `json:"lang"`
	HTMLPath string `json:"html_path"`
	Gold     *struct {
		Text    *string  `json:"text"`
		With    []string `json:"with"`
		Without []string `json:"without"`
	} `json:"gold"`
	Title    string   `json:"title"`
	PageType string   `json:"page_type"`
	Flags    []string `json:"flags"`
	Weight   float64  `json:"weight"`
	DupOf    string   `json:"dup_of"`
	Split    string   `json:"split"`
}

// readText reads the text corpus in dir; rows without a corpus get the given name.
func readText(dir, name string) ([]Item, error) {
	path := filepath.Join(dir, "pages.jsonl")
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readTextRows(f, path, dir, name)
}

func readTextRows(r io.Reader, path, dir, name string) ([]Item, error) {
	var items []Item
	seen := map[string]bool{}
	err := readJSONL(r, path, func(_ int, row textRow) error {
		it, err := row.item(dir, name)
		if err != nil {
			return err
		}
		if seen[it.ID] {
			return fmt.Errorf("id %q stands twice", it.ID)
		}
		seen[it.ID] = true
		items = append(items, it)
		return nil
	})
	return items, err
}

func (r *textRow) item(dir, corpus string) (Item, error) {
	if r.Corpus == "" {
		r.Corpus = corpus
	}
	switch {
	case r.ID == "":
		return Item{}, errors.New("id is missing")
	case r.Gold == nil:
		return Item{}, fmt.Errorf("page %q: gold is missing", r.ID)
	case r.Weight < 0 || r.Weight > 1000:
		return Item{}, fmt.Errorf("page %q: weight %v is not between 0 and 1000", r.ID, r.Weight)
	case !filepath.IsLocal(filepath.FromSlash(r.HTMLPath)):
		return Item{}, fmt.Errorf("page %q: html_path %q is not a path inside the corpus", r.ID, r.HTMLPath)
	}
	it := Item{
		ID: r.ID, Corpus: r.Corpus, URL: r.URL, Site: siteOf(r.Site, r.Corpus, r.ID), Lang: r.Lang,
		HTMLPath: filepath.Join(dir, filepath.FromSlash(r.HTMLPath)),
		Gold:     Gold{With: r.Gold.With, Without: r.Gold.Without},
		Title:    r.Title, PageType: r.PageType, Flags: r.Flags, Weight: r.Weight, DupOf: r.DupOf, Split: r.Split,
	}
	if r.Gold.Text != nil {
		it.Gold.HasText, it.Gold.Text = true, *r.Gold.Text
	}
	return it, nil
}

// siteOf is the group of a page: its site, or the page alone when the site is unknown.
func siteOf(site, corpus, id string) string {
	if site = strings.ToLower(strings.TrimSpace(site)); site != "" {
		return site
	}
	return corpus + "/" + id
}

// siteFile is a rendered site's gold.json.
type siteFile struct {
	Site     string      `json:"site"`
	Language string      `json:"language"`
	Mounts   [][2]string `json:"mounts"`
}

// siteRow is a line of a rendered site's pages.jsonl.
type siteRow struct {
	ID     string              `json:"id"`
	Path   string              `json:"path"`
	URL    string              `json:"url"`
	Split  string              `json:"split"`
	JSOnly bool                `json:"js_only"`
	Title  string              `json:"title"`
	Boxes  map[string][]boxRow `json:"boxes"`
}

// readSite reads one rendered site.
func readSite(dir string) ([]Item, error) {
	path := filepath.Join(dir, "gold.json")
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var site siteFile
	if err := json.Unmarshal(raw, &site); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", path, errorLine(raw, err), err)
	}
	if site.Site == "" {
		site.Site = filepath.Base(dir)
	}
	if !exists(dir, "site") {
		return nil, fmt.Errorf("%s: it has gold.json, but no folder site/ with the pages: %w", dir, ErrNotCorpus)
	}
	mounts, err := newMounts(filepath.Join(dir, "site"), site.Mounts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var items []Item
	seen := map[string]bool{}
	err = readJSONLFile(filepath.Join(dir, "pages.jsonl"), func(_ int, row siteRow) error {
		it, err := row.item(dir, &site, mounts)
		if err == nil && seen[it.ID] {
			err = fmt.Errorf("id %q stands twice", it.ID)
		}
		seen[it.ID] = true
		items = append(items, it)
		return err
	})
	return items, err
}

func (r *siteRow) item(dir string, site *siteFile, mounts *Mounts) (Item, error) {
	switch {
	case r.ID == "" || !filepath.IsLocal(r.ID):
		return Item{}, fmt.Errorf("id %q is not a file name", r.ID)
	case !filepath.IsLocal(filepath.FromSlash(r.Path)):
		return Item{}, fmt.Errorf("page %q: path %q is not inside the site", r.ID, r.Path)
	}
	gold, err := os.ReadFile(filepath.Join(dir, "gold", r.ID+".txt"))
	if err != nil {
		return Item{}, fmt.Errorf("page %q: reading gold: %w", r.ID, err)
	}
	boxes, err := byRegion(r.Boxes)
	if err != nil {
		return Item{}, fmt.Errorf("page %q: %w", r.ID, err)
	}
	return Item{
		ID: r.ID, Corpus: site.Site, URL: r.URL, Site: site.Site, Lang: site.Language,
		HTMLPath: filepath.Join(dir, "site", filepath.FromSlash(r.Path)),
		Gold:     Gold{HasText: true, Text: string(gold)},
		Title:    r.Title, Split: r.Split, Layout: &Layout{Mounts: mounts, JSOnly: r.JSOnly, Boxes: boxes},
	}, nil
}

// errorLine is the line of a JSON error in raw, counted from 1.
func errorLine(raw []byte, err error) int {
	offset := int64(0)
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &typ):
		offset = typ.Offset
	}
	return 1 + strings.Count(string(raw[:min(int64(len(raw)), offset)]), "\n")
}

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
)

// plantCorpora makes small corpora in the layouts that train and eval read, of the sample site and its gold:
// text corpora in mine and wcxb, and rendered sites in rendered.
func plantCorpora(dir string) error {
	golds, err := filepath.Glob(sampleSite + "/*/gold.txt")
	if err != nil {
		return err
	}
	for _, name := range []string{"mine", "wcxb"} {
		if err := plantText(filepath.Join(dir, name), golds); err != nil {
			return err
		}
	}
	for _, gold := range golds {
		if err := plantSite(filepath.Join(dir, "rendered"), gold); err != nil {
			return err
		}
	}
	return nil
}

// plantText makes a text corpus: a line in pages.jsonl and a file in html for each page.
func plantText(dir string, golds []string) error {
	if err := os.MkdirAll(filepath.Join(dir, "html"), 0o700); err != nil {
		return err
	}
	var lines bytes.Buffer
	for _, gold := range golds {
		id := filepath.Base(filepath.Dir(gold))
		text, err := os.ReadFile(gold)
		if err != nil {
			return err
		}
		raw, err := os.ReadFile(filepath.Join(filepath.Dir(gold), "index.html"))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "html", id+".html"), raw, 0o600); err != nil {
			return err
		}
		if err := json.NewEncoder(&lines).Encode(map[string]any{
			"id": id, "corpus": filepath.Base(dir), "url": "https://" + id + ".example/", "site": id + ".example",
			"html_path": "html/" + id + ".html", "gold": map[string]any{"text": string(text)}, "split": "dev",
		}); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "pages.jsonl"), lines.Bytes(), 0o600)
}

// plantSite makes a rendered site of one page: its files as they are served, and its gold.
func plantSite(dir, gold string) error {
	id := filepath.Base(filepath.Dir(gold))
	address := "https://" + id + ".example/"
	dir = filepath.Join(dir, id)
	if err := os.CopyFS(filepath.Join(dir, "site"), os.DirFS(filepath.Dir(gold))); err != nil {
		return err
	}
	text, err := os.ReadFile(gold)
	if err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(dir, "gold"), 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "gold", id+".txt"), text, 0o600); err != nil {
		return err
	}
	for file, v := range map[string]any{
		"gold.json":   map[string]any{"site": id, "mounts": [][2]string{{address, ""}}, "viewport": [2]int{1280, 900}},
		"pages.jsonl": map[string]any{"id": id, "path": "index.html", "url": address, "split": "dev", "doc": [2]int{1280, 900}, "boxes": map[string]any{}},
	} {
		raw, err := json.Marshal(v)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, file), append(raw, '\n'), 0o600); err != nil {
			return err
		}
	}
	return nil
}

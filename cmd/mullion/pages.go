package main

import (
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/source"
)

// listUsage says what --list takes.
const listUsage = "`file` with a page a line; - is standard input; may be given again"

// readLists reads the lines of files, but for empty ones and those that begin with #. They are UTF-8, or what their byte-order
// mark says: Windows PowerShell writes UTF-16.
func readLists(a *app, files []string) (lines []string, err error) {
	for _, file := range files {
		raw, err := readInput(a, file)
		if err != nil {
			return nil, usageError{fmt.Errorf("--list: %w", err)}
		}
		if raw, _, err = transform.Bytes(unicode.BOMOverride(transform.Nop), raw); err != nil {
			return nil, usageError{fmt.Errorf("--list: %s: %w", file, err)}
		}
		for line := range strings.Lines(string(raw)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				lines = append(lines, line)
			}
		}
	}
	return lines, nil
}

// pagesOf are the PAGES of a command line and of its lists, folders replaced by the pages in them.
func pagesOf(a *app, args, lists []string) ([]string, error) {
	listed, err := readLists(a, lists)
	if err != nil {
		return nil, err
	}
	var inputs []string
	for _, arg := range slices.Concat(args, listed) {
		if info, err := os.Stat(arg); err != nil || !info.IsDir() {
			inputs = append(inputs, arg)
			continue
		}
		pages, err := pagesIn(arg, isPageFile)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, pages...)
	}
	switch {
	case len(inputs) > 0:
		return inputs, nil
	case len(args)+len(listed) > 0:
		return nil, usagef("there are no PAGES in %s: HTML files, web archives or saved pages", strings.Join(slices.Concat(args, listed), ", "))
	case len(lists) > 0:
		return nil, usagef("--list %s names no PAGES: a URL, file or folder a line", strings.Join(lists, ", "))
	}
	return nil, usagef("no PAGES given: name URLs, HTML files, web archives, saved pages, folders of them, or a --list")
}

// pagesIn are the files below a folder that is says are pages.
func pagesIn(folder string, is func(path string) bool) (pages []string, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && is(path) {
			pages = append(pages, path)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking for pages: %w", err)
	}
	return pages, nil
}

// pageless says that web archives have no page.
func pageless(archives []string) error {
	return usagef("there are no PAGES in %s: web archives have HTML as responses of status 200, or as resources", strings.Join(archives, ", "))
}

func isPageFile(path string) bool {
	unpacked := strings.TrimSuffix(path, ".gz")
	switch strings.ToLower(filepath.Ext(unpacked)) {
	case ".html", ".htm", ".shtml", ".xhtml":
		return true
	}
	return source.IsWARC(path) || source.IsMHTML(unpacked) || strings.HasSuffix(path, source.SavedSuffix) && !strings.HasSuffix(path, site.FileSuffix)
}

// open yields the pages that an argument names: one, or those of an archive.
func (a *app) open(input string) iter.Seq2[source.Input, error] {
	if source.IsWARC(input) {
		return source.WARC(input)
	}
	return func(yield func(source.Input, error) bool) { yield(source.Open(input, "", a.in)) }
}

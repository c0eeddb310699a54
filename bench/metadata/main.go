// Command metadata compares what mullion and its Go peers read of a page's title, author and date with gold, and writes a table.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mullionhq/mullion/page"
)

const usage = `Writes a table of titles, authors and dates beside the gold of text corpora, on standard output.

  build/metadata CORPUS...

A CORPUS is a folder with pages.jsonl, whose lines have title, author or date, and html/.`

func main() {
	flag.Usage = func() { fmt.Fprintln(os.Stderr, usage) }
	flag.Parse()
	if flag.NArg() < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Stdout, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "metadata:", err)
		os.Exit(1)
	}
}

// A said is what the gold or an extractor tells of a page, "" where it tells nothing.
type said struct {
	title  string
	author string // names, in any of the ways to join them
	date   string // which begins like 2006-01-02
}

// A line of pages.jsonl.
type line struct {
	ID       string `json:"id"`
	URL      string `json:"url"`
	HTMLPath string `json:"html_path"`
	PageType string `json:"page_type"`
	Title    string `json:"title"`
	Author   any    `json:"author"` // a string or a list of them
	Date     string `json:"date"`
}

// gold is what the line tells of the page.
func (l *line) gold() said {
	s := said{title: l.Title, date: l.Date}
	switch author := l.Author.(type) {
	case string:
		s.author = author
	case []any:
		names := make([]string, len(author))
		for i := range author {
			names[i] = fmt.Sprint(author[i])
		}
		s.author = strings.Join(names, "; ")
	}
	return s
}

// run reads the corpora and writes the table.
func run(w io.Writer, corpora []string) error {
	var t table
	for _, dir := range corpora {
		lines, err := readLines(filepath.Join(dir, "pages.jsonl"))
		if err != nil {
			return err
		}
		name := filepath.Base(filepath.Clean(dir))
		t.corpora = append(t.corpora, name)
		for i := range lines {
			l := &lines[i]
			raw, err := os.ReadFile(filepath.Join(dir, l.HTMLPath))
			if err != nil {
				return fmt.Errorf("page %s of %s: %w", l.ID, name, err)
			}
			text, _ := page.Decode(raw, "")
			for _, e := range extractors {
				t.add(name, l.PageType, e.name, l.gold(), e.try(string(text), l.URL))
			}
		}
	}
	return t.write(w)
}

func readLines(name string) ([]line, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	var lines []line
	for n := 1; ; n++ {
		raw, err := in.ReadBytes('\n')
		if len(strings.TrimSpace(string(raw))) > 0 {
			var l line
			if err := json.Unmarshal(raw, &l); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, n, err)
			}
			lines = append(lines, l)
		}
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// A row of the table.
type row struct{ field, pages, extractor string }

// A tally is how many pages have which verdict.
type tally map[verdict]int

// share is how many of the values that the gold has are right.
func (t tally) share() float64 { return float64(t[right]) / float64(max(t.all(), 1)) }

// all is how many values the gold has.
func (t tally) all() int { return t[right] + t[partly] + t[wrong] + t[missing] }

type table struct {
	corpora []string
	types   []string // CORPUS TYPE
	rows    map[row]tally
}

// add judges what an extractor told of a page.
func (t *table) add(corpus, pageType, extractor string, gold, told said) {
	groups := []string{corpus}
	if pageType != "" {
		groups = append(groups, corpus+" "+pageType)
		if !slices.Contains(t.types, groups[1]) {
			t.types = append(t.types, groups[1])
		}
	}
	if t.rows == nil {
		t.rows = map[row]tally{}
	}
	for _, f := range fields {
		v := f.judge(f.of(gold), f.of(told))
		for _, g := range groups {
			r := row{f.name, g, extractor}
			if t.rows[r] == nil {
				t.rows[r] = tally{}
			}
			t.rows[r][v]++
		}
	}
}

const legend = `Every extractor got the same decoded text of the same pages. A cell is the share of the gold's values that are right and, in
parentheses, how many are wrong, how many partly right (authors of whom some are missing or too many), and how many missing;
behind a semicolon for how many of the pages without such gold a value is given, which may be right: the gold leaves some
out. Case, punctuation, white space and "by" do not count, dates are compared by day, and an author is found where all words
of the shorter name are in the longer one. Where the gold is of a later change than the day of publication, that day counts
as wrong. A title with the site's name counts as wrong: the others keep it more often. The best is bold. The types of
pages are those that have at least 20 such values. Errors of mullion on these pages were read while its rules were written:
the others had no such help.

`

func (t *table) write(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# Titles, authors and dates\n\n    go build -C bench -o ../build/metadata ./metadata && build/metadata")
	for _, c := range t.corpora {
		b.WriteString(" CORPORA/" + c)
	}
	b.WriteString(" >scores/metadata.md\n\n" + legend)
	slices.Sort(t.types)
	for _, f := range fields {
		fmt.Fprintf(&b, "## %s\n\n| pages | with gold |", f.name)
		for _, e := range extractors {
			b.WriteString(" " + e.name + " |")
		}
		b.WriteString("\n|---|--:|" + strings.Repeat("---|", len(extractors)) + "\n")
		for _, group := range slices.Concat(t.corpora, t.types) {
			t.line(&b, f.name, group)
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, strings.TrimSuffix(b.String(), "\n"))
	return err
}

// line is a row of the table, left out where few pages have such gold.
func (t *table) line(b *strings.Builder, field, group string) {
	const least = 20 // pages
	best := slices.MaxFunc(extractors, func(x, y extractor) int {
		return cmp.Compare(t.rows[row{field, group, x.name}].share(), t.rows[row{field, group, y.name}].share())
	})
	all := t.rows[row{field, group, best.name}].all()
	if all < least {
		return
	}
	fmt.Fprintf(b, "| %s | %d |", group, all)
	for _, e := range extractors {
		n := t.rows[row{field, group, e.name}]
		share := strings.TrimPrefix(fmt.Sprintf("%.3f", n.share()), "0")
		if n[right] == t.rows[row{field, group, best.name}][right] {
			share = "**" + share + "**"
		}
		fmt.Fprintf(b, " %s (%d, %d, %d", share, n[wrong], n[partly], n[missing])
		if without := n[unasked] + n[neither]; without > 0 {
			fmt.Fprintf(b, "; %d/%d", n[unasked], without)
		}
		b.WriteString(") |")
	}
	b.WriteString("\n")
}

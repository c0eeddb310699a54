package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/parts"
	"github.com/mullionhq/mullion/sheet"
	"github.com/mullionhq/mullion/source"
)

// inputs are the pages of a sheet: the arguments, then the lines of --list, folders without an index.html replaced by the pages
// in them. One that is named twice is taken once.
func (o *regionsOptions) inputs(a *app) ([]string, error) {
	listed, err := readLists(a, o.lists)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, input := range slices.Concat(o.args, listed) {
		pages, err := drawn(input)
		if err != nil {
			return nil, err
		}
		list = append(list, pages...)
	}
	seen := map[string]bool{}
	list = slices.DeleteFunc(list, func(input string) bool {
		again := seen[input]
		seen[input] = true
		return again
	})
	for _, input := range list {
		if input == "-" || strings.HasSuffix(input, source.SavedSuffix) {
			return nil, usagef("%s: a sheet takes URLs, HTML files and folders: it draws their pictures", input)
		}
	}
	if len(list) == 0 {
		return nil, usagef("no INPUT given: name pages, or a file of them with --list")
	}
	return list, nil
}

// drawn are the pages that an input of a sheet stands for: those of a folder that is no page itself, else the input.
func drawn(input string) ([]string, error) {
	if info, err := os.Stat(input); err != nil || !info.IsDir() {
		return []string{input}, nil
	}
	if _, err := os.Stat(filepath.Join(input, "index.html")); err == nil {
		return []string{input}, nil
	}
	pages, err := pagesIn(input, func(path string) bool {
		return isPageFile(path) && !source.IsWARC(path) && !strings.HasSuffix(path, source.SavedSuffix)
	})
	if len(pages) == 0 && err == nil {
		pages = []string{input} // the sheet says that it is none
	}
	return pages, err
}

// runSheet draws every page and writes the sheet. When it is interrupted, or pages fail, there is a sheet of the others.
func runSheet(ctx context.Context, a *app, c *config.Config, o *regionsOptions) error {
	inputs, err := o.inputs(a)
	if err != nil {
		return err
	}
	request := o.page
	request.picture = "sheet.jpg"
	if err := request.check(c); err != nil {
		return err
	}
	if err := makeFolder("--sheet", o.sheet); err != nil {
		return err
	}
	if err := makeFolder("--sheet", filepath.Join(o.sheet, "pages")); err != nil {
		return err
	}
	cleaner, err := newCleaner(ctx, c)
	if err != nil {
		return err
	}
	p := newProgress(a)
	pages := make([]sheet.Page, len(inputs))
	work, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	parts.Each(work, len(inputs), max(1, c.Render.Tabs), func(i int) {
		var err error
		if pages[i], err = drawPage(work, a, cleaner, c, &request, inputs[i], o.sheet, i); err != nil {
			stop(err) // no other picture will do better
		}
	}, func(done int) { p.step("drawing pages", done, len(inputs)) })
	p.done()
	if err := cleaner.Close(); err != nil {
		a.log.Warn("closing", "error", err)
	}
	if ctx.Err() == nil && work.Err() != nil {
		return context.Cause(work)
	}
	pages = slices.DeleteFunc(pages, func(p sheet.Page) bool { return p.Input == "" || ctx.Err() != nil && p.Picture == "" })
	failed := 0
	for i := range pages {
		if pages[i].Picture == "" {
			failed++
			a.log.Warn("no picture", "page", pages[i].Input, "why", pages[i].Problem)
		}
	}
	if err := writeSheet(a, o.sheet, pages); err != nil {
		return err
	}
	if n, err := strangers(o.sheet, pages); err != nil {
		return err
	} else if n > 0 {
		a.log.Warn("there are pictures that the sheet does not name, such as of an earlier one", "pictures", n, "folder", filepath.Join(o.sheet, "pages"))
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return outcome(failed, len(pages), "be drawn")
}

// drawPage draws one page into the folder. What goes wrong is a problem of the page, but for a picture that cannot be written.
func drawPage(ctx context.Context, a *app, cleaner *mullion.Cleaner, c *config.Config, r *pageRequest, input, dir string, i int) (sheet.Page, error) {
	p := sheet.Page{Input: page.WithoutUser(input)}
	request := *r
	request.input = input
	in, err := source.Open(input, "", nil)
	if err != nil {
		p.Problem = err.Error()
		return p, nil
	}
	d, picture, err := a.annotate(ctx, cleaner, in, c, &request)
	if err != nil {
		p.Problem = err.Error()
		return p, nil
	}
	if d.Layout == nil || picture == nil {
		p.Problem = "the page has no layout"
		return p, nil
	}
	p.Title, p.Problem = d.Title, strings.Join(d.Warnings, "; ")
	p.Size = fmt.Sprintf("%s, %.0f × %.0f px", d.Layout.Mode, d.Page.Width, d.Page.Height)
	var names []string
	for _, name := range slices.Sorted(maps.Keys(d.Layout.Boxes)) {
		names = append(names, name.String())
	}
	p.Regions = cmp.Or(strings.Join(names, ", "), "no regions")
	name := "pages/" + pictureName(i, p.Input)
	if err := p.Shrink(picture); err != nil {
		return sheet.Page{Input: p.Input, Problem: err.Error()}, nil
	}
	p.Picture = name
	return p, a.write(filepath.Join(dir, name), picture)
}

// strangers counts the files beside the pictures of the pages. They stay: who knows whose they are.
func strangers(dir string, pages []sheet.Page) (n int, err error) {
	files, err := os.ReadDir(filepath.Join(dir, "pages"))
	if err != nil {
		return 0, err
	}
	for _, f := range files {
		if !slices.ContainsFunc(pages, func(p sheet.Page) bool { return p.Picture == "pages/"+f.Name() }) {
			n++
		}
	}
	return n, nil
}

// pictureName is a file's name that a person can find: the page's number and the end of its input.
func pictureName(i int, input string) string { return fmt.Sprintf("%03d-%s.jpg", i+1, legible(input)) }

// writeSheet writes index.html and contact.jpg. The browser keeps grades by the name of the sheet, which is its pages'.
func writeSheet(a *app, dir string, pages []sheet.Page) error {
	if len(pages) == 0 {
		return nil
	}
	h := sha256.New()
	for i := range pages {
		fmt.Fprintln(h, pages[i].Input)
	}
	text, err := sheet.HTML(fmt.Sprintf("%x", h.Sum(nil)[:8]), pages)
	if err != nil {
		return err
	}
	contact, err := sheet.Contact(pages)
	if err != nil {
		return err
	}
	a.log.Info("sheet", "open", filepath.Join(dir, "index.html"), "pages", len(pages))
	return errors.Join(a.write(filepath.Join(dir, "index.html"), text), a.write(filepath.Join(dir, "contact.jpg"), contact))
}

// runGrades prints the shares of the grades of a file beside the published ones.
func runGrades(a *app, file string) error {
	raw, err := readInput(a, file)
	if err != nil {
		return usageError{fmt.Errorf("--grades: %w", err)}
	}
	grades, err := sheet.ReadGrades(raw)
	if err != nil {
		return usageError{fmt.Errorf("--grades: %s: %w", file, err)}
	}
	counts, without := sheet.Shares(grades)
	graded := len(grades) - without
	if graded == 0 {
		return usagef("--grades: %s: no page is graded", file)
	}
	var b strings.Builder
	b.WriteString("| grade | pages | share | published |\n|---|---|---|---|\n")
	for i, name := range sheet.Grades {
		fmt.Fprintf(&b, "| %s | %d | %.0f %% | %.0f %% |\n", name, counts[i], 100*float64(counts[i])/float64(graded), sheet.Published[i])
	}
	fmt.Fprintf(&b, "\ngraded: %d pages; not graded: %d.\n", graded, without)
	for _, g := range grades {
		if g.Note != "" {
			fmt.Fprintf(&b, "- %s, %s: %s\n", g.Input, cmp.Or(g.Grade, "not graded"), g.Note)
		}
	}
	return a.write("", []byte(b.String()))
}

// readInput reads a file, or standard input.
func readInput(a *app, file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(a.in)
	}
	return os.ReadFile(file)
}

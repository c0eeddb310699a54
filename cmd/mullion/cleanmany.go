package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/parts"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/source"
)

// many reports whether the command line asks for more than one page.
func (o *cleanOptions) many() bool {
	return len(o.args) > 1 || len(o.lists) > 0 || o.into != "" || strings.HasSuffix(o.out, linesSuffix) ||
		len(o.args) == 1 && source.IsWARC(o.args[0])
}

// checkMany reports what is for one page alone, or has no place to go.
func (o *cleanOptions) checkMany(format output.Format) error {
	for _, flag := range [][2]string{{"--url", o.page.base}, {"--save", o.save}, {"--annotate", o.page.picture}} {
		if flag[1] != "" {
			return usagef("%s is for one page: `mullion workspace add` keeps many with their pictures, `mullion regions --sheet` draws them", flag[0])
		}
	}
	switch {
	case o.page.height > 0:
		return usagef("--picture-height is for a picture, and many pages have none")
	case o.into != "":
		return nil
	case o.out != "" && o.out != "-" && !strings.HasSuffix(o.out, linesSuffix):
		return usagef("--out %s is for one page: name a folder with --into, or a file of JSON lines such as pages%s", o.out, linesSuffix)
	case format != output.FormatJSON:
		return usagef("many pages cannot follow each other as %s: name a folder with --into, or take JSON, a line a page, by --format json", format)
	}
	return nil
}

// runMany cleans every page, several at a time, and hands them on in the order in which they were given. What was
// handed on stays, whatever happens then.
func runMany(ctx context.Context, a *app, c *config.Loaded, o *cleanOptions, format output.Format) error {
	if err := o.checkMany(format); err != nil {
		return err
	}
	inputs, err := pagesOf(a, o.args, o.lists)
	if err != nil {
		return err
	}
	to, err := openSink(a, o, format, &c.Config)
	if err != nil {
		return err
	}
	defer to.close()
	cleaner, err := newCleaner(ctx, &c.Config)
	if err != nil {
		return err
	}
	b := &batch{a: a, c: &c.Config, request: o.page, cleaner: cleaner, to: to, progress: newProgress(a), arguments: len(inputs)}
	broken := b.all(ctx, b.jobs(inputs), max(c.Render.Tabs, runtime.GOMAXPROCS(0)))
	b.progress.done()
	if err := cleaner.Close(); err != nil {
		a.log.Warn("closing", "error", err)
	}
	if b.again > 0 {
		a.log.Info("made again, as they were there by other settings, or without their file", "pages", b.again)
	}
	if n := b.repeated.Load(); n > 0 {
		a.log.Info("passed over, as they came before", "pages", n)
	}
	if c.Profiles != "" && b.cleaned > 0 && b.known == 0 {
		a.log.Warn("no page is of a site with a profile: a page that names no address has no site", "profiles", c.Profiles)
	}
	if len(b.reasons) > 0 {
		a.log.Warn("pages have no main content", "pages", b.empty, "why", strings.Join(b.reasons, "; "))
	}
	a.log.Info("cleaned", "pages", b.cleaned, "without main content", b.empty, "failed", b.failed, "there already", b.there)
	all := b.cleaned + b.there + b.failed
	switch {
	case broken != nil:
		return broken
	case ctx.Err() != nil:
		return ctx.Err()
	case all == 0:
		return pageless(inputs)
	case b.empty == all:
		return fmt.Errorf("%d pages: %w", b.empty, errEmpty)
	}
	return outcome(b.failed, all, "be cleaned")
}

// A batch is pages that one Cleaner cleans.
type batch struct {
	a         *app
	c         *config.Config
	request   pageRequest // what all pages have in common
	cleaner   *mullion.Cleaner
	to        *sink
	progress  *progress
	arguments int

	cleaned, empty, failed, there int          // pages; the empty ones are among those cleaned
	again                         int          // those cleaned that an earlier run had cleaned
	known                         int          // those cleaned whose site has a profile
	repeated                      atomic.Int64 // those that came again
	reasons                       []string     // the warnings that all the empty ones have, such as of a method that needs layout
}

// A job is a page that is to be cleaned.
type job struct {
	input    string // its name: the argument, and of an archive's page also the address
	argument int    // which one it came from
	in       source.Input
	file     string // what the page's file is to be called, where there is a folder
	err      error  // why it cannot be read
	there    bool   // whether an earlier run cleaned it by the same settings
}

// jobs yields the pages of the arguments, each once, and what cannot be read. Those that are there already are not read, but
// for archives.
func (b *batch) jobs(inputs []string) iter.Seq[job] {
	return func(yield func(job) bool) {
		seen := map[string]bool{}
		fresh := func(name string) bool {
			if seen[name] {
				b.repeated.Add(1)
				return false
			}
			seen[name] = true
			return true
		}
		for i, input := range inputs {
			name := page.WithoutUser(input)
			if !source.IsWARC(input) && b.to.has(name) {
				if fresh(name) && !yield(job{input: name, argument: i, there: true}) {
					return
				}
				continue
			}
			for in, err := range b.a.open(input) {
				j := job{input: name, argument: i, in: in, err: err}
				if source.IsWARC(input) && in.URL != "" {
					j.input += "#" + in.URL
					j.there = b.to.has(j.input)
				}
				if err == nil && !j.there {
					j.file = b.to.name(j.input)
				}
				if (err != nil && !seen[j.input] || err == nil && fresh(j.input)) && !yield(j) {
					return
				}
			}
		}
	}
}

// A cleanedPage is a job that is done: what is kept of its document, and what is told of it.
type cleanedPage struct {
	job
	made     made
	broken   error // why nothing can be kept of it
	status   mullion.Status
	warnings []string
	empty    bool // whether it has no main content
	known    bool // whether its site has a profile
}

// all cleans the jobs, workers at a time, until the context ends or a result cannot be kept, which is its error.
func (b *batch) all(ctx context.Context, jobs iter.Seq[job], workers int) error {
	for page := range parts.InOrder(ctx, jobs, workers, parts.Small, b.clean) {
		b.progress.count(b.there + b.cleaned + b.failed + 1)
		b.progress.step("cleaning", page.argument, b.arguments)
		if err := b.keep(ctx, page); err != nil {
			return err
		}
	}
	if ctx.Err() == nil {
		b.progress.step("cleaning", b.arguments, b.arguments)
	}
	return nil
}

// clean cleans one page, unless it is there. What goes wrong is in its document.
func (b *batch) clean(ctx context.Context, j job) cleanedPage {
	page := cleanedPage{job: j}
	if j.there {
		return page
	}
	var d *mullion.Document
	if j.err == nil {
		request := b.request
		request.input = j.input
		d, _, page.err = b.a.annotate(ctx, b.cleaner, j.in, b.c, &request)
	}
	if page.err != nil {
		d = failure(d, cmp.Or(j.in.URL, j.input), page.err)
	}
	d.Input = j.input
	page.status, page.warnings, page.empty, page.known = d.Status, d.Warnings, d.NoContent(), d.Fit != ""
	page.made, page.broken = b.to.make(d, j.file)
	page.in = source.Input{} // its HTML is not held any longer
	return page
}

// keep hands a page on, and counts it. A page that was stopped is neither. An error ends the work.
func (b *batch) keep(ctx context.Context, p cleanedPage) error {
	switch {
	case p.there:
		b.there++
		if p.in.URL == "" { // of an archive, the next page may not be there
			b.progress.pass()
		}
		return nil
	case p.err != nil && ctx.Err() != nil:
		return nil
	case errors.Is(p.err, render.ErrNoChrome), errors.Is(p.err, render.ErrStart) && b.cleaned == 0:
		return p.err // no page will do better
	case p.err != nil:
		b.failed++
		b.a.log.Warn("passed over", "page", p.input, "why", p.err)
	default:
		b.cleaned++
		if b.to.had(p.input) {
			b.again++
		}
		if p.empty {
			b.empty++
			if b.empty == 1 {
				b.reasons = slices.Clone(p.warnings)
			}
			b.reasons = slices.DeleteFunc(b.reasons, func(w string) bool { return !slices.Contains(p.warnings, w) })
		}
		if p.known {
			b.known++
		}
		level := slog.LevelDebug // of many pages not every word
		if p.status == mullion.Partial {
			level = slog.LevelWarn
		}
		for _, w := range p.warnings {
			b.a.log.Log(ctx, level, w, "page", p.input)
		}
	}
	if p.broken != nil {
		return p.broken
	}
	return b.to.put(p.made)
}

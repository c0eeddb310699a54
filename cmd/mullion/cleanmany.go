package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/journal"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/source"
)

// linesSuffix ends the names of files with a document a line.
const linesSuffix = ".jsonl"

// many reports whether the command line asks for more than one page.
func (o *cleanOptions) many() bool {
	return len(o.args) > 1 || len(o.lists) > 0 || o.into != "" || strings.HasSuffix(o.out, linesSuffix) ||
		len(o.args) == 1 && source.IsWARC(o.args[0])
}

// checkMany reports what is for one page alone, or has no place to go.
func (o *cleanOptions) checkMany(format output.Format) error {
	for flag, value := range map[string]string{"--url": o.page.base, "--save": o.save, "--annotate": o.page.picture} {
		if value != "" {
			return usagef("%s is for one page: `mullion workspace add` keeps many with their pictures, `mullion regions --sheet` draws them", flag)
		}
	}
	switch {
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
	a.log.Info("cleaned", "pages", b.cleaned, "without main content", b.empty, "failed", b.failed, "there already", b.there)
	switch {
	case broken != nil:
		return broken
	case ctx.Err() != nil:
		return ctx.Err()
	case b.failed > 0 && b.cleaned+b.there == 0:
		return pageError{fmt.Errorf("none of the %d pages could be cleaned", b.failed)}
	case b.failed > 0:
		return fmt.Errorf("%d of %d %w", b.failed, b.cleaned+b.there+b.failed, errSome)
	case b.empty > 0 && b.empty == b.cleaned+b.there:
		return fmt.Errorf("%d pages: %w", b.empty, errEmpty)
	}
	return nil
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

	cleaned, empty, failed, there int // pages; the empty ones are among those cleaned
	again                         int // those cleaned that an earlier run had cleaned
}

// A job is a page that is to be cleaned.
type job struct {
	input    string // its name: the argument, and of an archive's page also the address
	argument int    // which one it came from
	in       source.Input
	err      error // why it cannot be read
	there    bool  // whether an earlier run cleaned it by the same settings
}

// jobs yields the pages of the arguments, each once. Those that are there already are not read, but for archives.
func (b *batch) jobs(inputs []string) iter.Seq[job] {
	return func(yield func(job) bool) {
		seen := map[string]bool{}
		fresh := func(name string) bool {
			again := seen[name]
			seen[name] = true
			return !again
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
				if source.IsWARC(input) && err == nil {
					j.input += "#" + in.URL
					j.there = b.to.has(j.input)
				}
				if (err != nil || fresh(j.input)) && !yield(j) {
					return
				}
			}
		}
	}
}

// A cleanedPage is a job that is done.
type cleanedPage struct {
	job
	document *mullion.Document
}

// waiting is how many pages a worker may be ahead of the page that is handed on next.
const waiting = 4

// all cleans the jobs, workers at a time, until the context ends or a result cannot be kept, which is its error.
func (b *batch) all(ctx context.Context, jobs iter.Seq[job], workers int) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	queue := make(chan chan cleanedPage, waiting*workers) // in the order of the jobs
	free := make(chan struct{}, workers)
	go func() {
		defer close(queue)
		for j := range jobs {
			place := make(chan cleanedPage, 1)
			select {
			case queue <- place:
			case <-ctx.Done():
				return
			}
			if j.there {
				place <- cleanedPage{job: j}
				continue
			}
			free <- struct{}{}
			go func() {
				defer func() { <-free }()
				place <- b.clean(ctx, j)
			}()
		}
	}()
	var broken error
	for place := range queue {
		page := <-place
		b.progress.step("cleaning", page.argument, b.arguments)
		if broken == nil {
			if broken = b.keep(ctx, page); broken != nil {
				stop()
			}
		}
	}
	if broken == nil && ctx.Err() == nil {
		b.progress.step("cleaning", b.arguments, b.arguments)
	}
	return broken
}

// clean cleans one page. What goes wrong is in its document.
func (b *batch) clean(ctx context.Context, j job) cleanedPage {
	page := cleanedPage{job: j}
	if j.err == nil {
		request := b.request
		request.input = j.input
		page.document, _, page.err = b.a.annotate(ctx, b.cleaner, j.in, b.c, &request)
	}
	if page.err != nil {
		page.document = failure(page.document, j.input, page.err)
	}
	page.document.Input = j.input
	return page
}

// keep hands a page on, and counts it. A page that was stopped is neither. An error ends the work.
func (b *batch) keep(ctx context.Context, p cleanedPage) error {
	switch {
	case p.there:
		b.there++
		return nil
	case p.err != nil && ctx.Err() != nil:
		return nil
	case errors.Is(p.err, render.ErrNoChrome):
		return p.err // no page will do better
	case p.err != nil:
		b.failed++
		b.a.log.Warn("passed over", "page", p.input, "why", p.err)
	default:
		b.cleaned++
		if b.to.had(p.input) {
			b.again++
		}
		if p.document.NoContent() {
			b.empty++
		}
		level := slog.LevelDebug // of many pages not every word
		if p.document.Status == mullion.Partial {
			level = slog.LevelWarn
		}
		for _, w := range p.document.Warnings {
			b.a.log.Log(ctx, level, w, "page", p.input)
		}
	}
	return b.to.put(p.document)
}

// A sink is where documents go: standard output, a file of JSON lines, or a folder with a file a page and an index.
type sink struct {
	a        *app
	format   output.Format
	options  output.Options
	settings string // the fingerprint of all that documents depend on

	journal *journal.Journal  // nil for standard output
	folder  string            // "" without one
	names   map[string]string // the files in the folder, in lower case, and their inputs

	earlier map[string]entry // what earlier runs wrote, by input, the last of each
}

// An entry is what a line of the journal says of how a page ended. All lines start with its input.
type entry struct {
	Input    string         `json:"input"`
	File     string         `json:"file"` // "" where the line itself holds the document
	Status   mullion.Status `json:"status"`
	Settings string         `json:"settings"` // the fingerprint of those that it was made with
}

const entryStart = `{"input":"`

// indexName is the file in a folder of cleaned pages that says what is in the others.
const indexName = "pages" + linesSuffix

// openSink opens or makes what the flags name.
func openSink(a *app, o *cleanOptions, format output.Format, c *config.Config) (*sink, error) {
	s := &sink{
		a: a, format: format, options: c.Output, settings: fingerprint(c, o, format),
		folder: o.into, names: map[string]string{}, earlier: map[string]entry{},
	}
	file := o.out
	if s.folder == "" {
		s.options.Indent = false // a page is a line
	} else {
		file = filepath.Join(s.folder, indexName)
		if info, err := os.Stat(s.folder); err == nil && !info.IsDir() {
			return nil, usagef("--into: %s is a file: name a folder, or use --out", s.folder)
		}
		if err := os.MkdirAll(s.folder, 0o777); err != nil {
			return nil, err
		}
		if entries, err := os.ReadDir(s.folder); err != nil {
			return nil, err
		} else if len(entries) > 0 && !exists(file) {
			return nil, usagef("--into: %s is not empty, and has no %s: name a new folder, or one that mullion filled", s.folder, indexName)
		}
	}
	if file == "" || file == "-" {
		return s, nil
	}
	var err error
	if s.journal, err = journal.Open(file, entryStart, s.take); err != nil {
		if errors.Is(err, journal.ErrForeign) {
			err = usageError{err}
		}
		return nil, err
	}
	return s, nil
}

// take remembers a line of an earlier run.
func (s *sink) take(line []byte) error {
	var e entry
	if err := json.Unmarshal(line, &e); err != nil || e.Input == "" {
		return cmp.Or(err, errors.New("it names no input"))
	}
	s.earlier[e.Input] = e
	s.names[strings.ToLower(e.File)] = e.Input
	return nil
}

func (s *sink) close() {
	if s.journal == nil {
		return
	}
	if err := s.journal.Close(); err != nil {
		s.a.log.Warn("closing", "error", err)
	}
}

// had reports whether an earlier run cleaned the input.
func (s *sink) had(input string) bool {
	e, ok := s.earlier[input]
	return ok && e.Status != mullion.Failed
}

// has reports whether an earlier run cleaned the input by the same settings, and its file is still there.
func (s *sink) has(input string) bool {
	e := s.earlier[input]
	return s.had(input) && e.Settings == s.settings && (s.folder == "" || e.File != "" && exists(filepath.Join(s.folder, e.File)))
}

func (s *sink) extension() string { return "." + string(s.format) }

// put keeps a document. One that failed has no file.
func (s *sink) put(d *mullion.Document) error {
	d.Settings = s.settings
	if s.folder == "" {
		line, err := output.JSON(d, s.options)
		if err != nil {
			return err
		}
		if s.journal == nil {
			return s.a.write("", append(line, '\n'))
		}
		return s.journal.Append(line)
	}
	name := ""
	if d.Status != mullion.Failed {
		var content bytes.Buffer
		if err := output.Write(&content, d, s.format, s.options); err != nil {
			return err
		}
		name = s.name(d.Input)
		if err := s.a.write(filepath.Join(s.folder, name), content.Bytes()); err != nil {
			return err
		}
	}
	line, err := output.Entry(d, name)
	if err != nil {
		return err
	}
	return s.journal.Append(line)
}

// name is a file's name for an input that a person can find, and that no other input has.
func (s *sink) name(input string) string {
	base := cmp.Or(legible(bare(input)), "page")
	for n := 1; ; n++ {
		name := base + s.extension()
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", base, n, s.extension())
		}
		if other, taken := s.names[strings.ToLower(name)]; !taken || other == input {
			s.names[strings.ToLower(name)] = input
			return name
		}
	}
}

var affixes = regexp.MustCompile(`(?i)^.*://|(\.json\.gz|\.[sx]?html?)$`)

// bare is an input without its scheme, the archive that it is from and the suffix of a page.
func bare(input string) string { return affixes.ReplaceAllString(input, "") }

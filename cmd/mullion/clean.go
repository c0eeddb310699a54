package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/source"
)

// cleanOptions are the flags of clean.
type cleanOptions struct {
	page   pageRequest
	args   []string
	lists  []string
	format string
	out    string
	into   string
	save   string
	why    bool
}

var cleanHandles = []handle{
	{"record-fits", "record_fits", ""},
	{"threshold", "classify.threshold", "score"},
	{"headline", "classify.headline", ""},
	{"front-matter", "output.front_matter", ""},
	{"title", "output.title_heading", ""},
	{"links", "output.links", "how"},
	{"images", "output.images", "how"},
	{"blocks", "output.blocks", "how"},
	{"indent", "output.indent", ""},
}

func newCleanCommand(a *app) *cobra.Command {
	var o cleanOptions
	cmd := &cobra.Command{
		Use:   "clean INPUT | PAGES...",
		Short: "Write the main content of pages as Markdown, text, HTML or JSON",
		Long: `Clean loads a page, labels its blocks and writes those that are main content.

Many PAGES (URLs, HTML and MHTML files, saved pages, web archives, folders of such files, lists) are cleaned several at a time, and
come out in the order in which they went in: with --into a file each, in a folder with an index of them, pages.jsonl; with
--out pages.jsonl, or as JSON on standard output, a line each. A page that fails is told, and stops no other. Interrupted, the
same command goes on where it ended: pages that are in the folder or in the file are passed over, those that failed are tried again.
By other settings, or where their file is gone, they are made again: in the same file, or as another line, of which the last counts.
With --set render.pause=1s a host is asked for one page a second at most.

A server's error page (status 400 and up) is not cleaned unless --accept-status is given. With
--format json an object is written for every page, also for those that could not be loaded: its
status is then "error", its warnings say why, and it has no content.

With --profiles and --render auto, a page that fits the profile of its site ("mullion learn") is read without
Chrome. One that fits no cluster, lacks its text, shows no main content or has changed is rendered; with --render
never it is read as it is, and its warnings say so. --record-fits counts this for "mullion profile check".`,
		Example: `  mullion clean https://example.com/
  mullion clean article.html --format text
  curl -s https://example.com/ | mullion clean - --url https://example.com/ --out article.md
  mullion clean article.html --format json --why
  mullion clean article.html --annotate article.png --save article.json.gz
  mullion clean article.json.gz --method vlps --set regions.mode=fixed
  mullion clean site/ https://example.com/ --into pages
  mullion clean crawl.warc.gz --render never --format text --into texts
  find site -name '*.html' | mullion clean --list - --render never --out pages.jsonl --blocks drop
  mullion clean https://example.com/ --header 'Accept-Language: de' --timeout 20s --viewport 390x844`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.args = args
			return runClean(cmd.Context(), a, o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&o.format, "format", "f", "", "md, text, html or json (default: by the extension of --out; md without one)")
	flags.StringVarP(&o.out, "out", "o", "", "`file` to write to instead of standard output")
	flags.StringVar(&o.into, "into", "", "`folder` for many pages: a file each, and an index")
	flags.StringArrayVar(&o.lists, "list", nil, listUsage)
	flags.StringVar(&o.page.picture, "annotate", "", "also draw the page with its regions and labels into a `file` (.png .jpg)")
	flags.StringVar(&o.save, "save", "", "also save the rendered page in a `file` (.json.gz), to judge it again without Chrome")
	flags.BoolVar(&o.why, "why", false, "with JSON: the evidence for each label")
	addHandles(cmd, a, cleanHandles)
	addPageFlags(cmd, a, &o.page)
	cmd.Args = inputsOr(&o.lists)
	cmd.MarkFlagsMutuallyExclusive("into", "out")
	must(cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]cobra.Completion{"md", "text", "html", "json"}, cobra.ShellCompDirectiveNoFileComp)))
	return cmd
}

// extensions are those that output files of a format may have. The first is that of files which are named here.
var extensions = map[output.Format][]string{
	output.FormatMarkdown: {".md", ".markdown"},
	output.FormatText:     {".txt", ".text"},
	output.FormatHTML:     {".html", ".htm"},
	output.FormatJSON:     {".json", linesSuffix},
}

// formatNamed is the format of an output file by its name; "" where that tells none.
func formatNamed(file string) output.Format {
	for format, known := range extensions {
		if slices.Contains(known, strings.ToLower(filepath.Ext(file))) {
			return format
		}
	}
	return ""
}

func (o *cleanOptions) check() (output.Format, error) {
	if o.save != "" && !strings.HasSuffix(o.save, source.SavedSuffix) {
		return "", usagef("--save: the name of a saved page ends in %s, %q does not", source.SavedSuffix, o.save)
	}
	for _, file := range []string{o.out, o.save} {
		if err := checkFolder(file); err != nil {
			return "", err
		}
	}
	format, err := o.formatOf()
	if err != nil {
		return "", err
	}
	if o.why && format != output.FormatJSON {
		return "", usagef("--why needs --format json; `mullion explain` shows the evidence as a table")
	}
	return format, nil
}

// formatOf is the format that --format names, or else the name of --out; Markdown where that has no extension.
func (o *cleanOptions) formatOf() (output.Format, error) {
	byName := formatNamed(o.out)
	switch {
	case o.format != "":
		named, err := output.ParseFormat(o.format)
		if err != nil {
			return "", usagef("--format: %w", err)
		}
		return named, nil
	case byName != "":
		return byName, nil
	case filepath.Ext(o.out) != "":
		return "", usagef("--out: %s names no format: use .md, .txt, .html or .json, or say it with --format", o.out)
	}
	return output.FormatMarkdown, nil
}

func runClean(ctx context.Context, a *app, o cleanOptions) error {
	format, err := o.check()
	if err != nil {
		return err
	}
	c, err := a.loading()
	if err != nil {
		return err
	}
	c.Why = o.why
	if o.many() {
		return runMany(ctx, a, c, &o, format)
	}
	o.page.input = o.args[0]
	d, picture, err := a.document(ctx, &c.Config, &o.page)
	if errors.Is(err, source.ErrFolder) {
		err = pageError{fmt.Errorf("%w: clean its pages with --into FOLDER", err)}
	}
	if failed := new(pageError); errors.As(err, failed) && ctx.Err() == nil && format == output.FormatJSON {
		return errors.Join(err, a.writeDocument(failure(d, o.page.input, err), format, o.out, c))
	}
	if err != nil {
		return err
	}
	if c.Profiles != "" && d.Fit == "" {
		a.log.Warn("the page is of no site with a profile: a page that names no address has no site, unless --url tells it", "profiles", c.Profiles)
	}
	if picture != nil {
		if err := a.write(o.page.picture, picture); err != nil {
			return err
		}
	}
	if o.save != "" {
		if err := a.savePage(o.save, d); err != nil {
			return err
		}
	}
	if err := a.writeDocument(d, format, o.out, c); err != nil {
		return err
	}
	if d.NoContent() {
		return fmt.Errorf("%s: %w: `mullion explain` shows how its blocks were labelled", o.page.name(), errEmpty)
	}
	return nil
}

// failure is the document of a page that could not be loaded. Of what a server sent as its error page it keeps what that
// says of itself, and none of its content.
func failure(d *mullion.Document, input string, err error) *mullion.Document {
	if d == nil {
		d = &mullion.Document{URL: page.WithoutUser(input)}
	}
	d.Status, d.Blocks, d.Layout, d.PageType, d.PageTypeScore, d.Confidence, d.Threshold = mullion.Failed, nil, nil, "", 0, 0, 0
	d.Warnings = append(d.Warnings, err.Error())
	return d
}

func (a *app) savePage(file string, d *mullion.Document) error {
	var b bytes.Buffer
	if err := d.Page.Save(&b); err != nil {
		return fmt.Errorf("saving the page: %w", err)
	}
	return a.write(file, b.Bytes())
}

func (a *app) writeDocument(d *mullion.Document, format output.Format, file string, c *config.Loaded) error {
	var b bytes.Buffer
	if err := output.Write(&b, d, format, c.Output); err != nil {
		return err
	}
	return a.write(file, b.Bytes())
}

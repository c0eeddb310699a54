package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/output"
)

// regionsOptions are the flags of regions.
type regionsOptions struct {
	page   pageRequest
	json   bool
	args   []string
	sheet  string
	lists  []string
	grades string
}

func newRegionsCommand(a *app) *cobra.Command {
	var o regionsOptions
	cmd := &cobra.Command{
		Use:   "regions INPUT... --out FILE | --sheet FOLDER",
		Short: "Draw the header, footer, left, right and center of a page over its picture",
		Long: `Regions divides a page into header, footer, left, right and center, and draws them with their
thresholds and blocks over a picture of the page. Blocks are labelled by their region alone, so no
model is needed; "mullion clean --annotate" draws the labels of every method.

With --sheet many pages are drawn into a folder: index.html with a thumbnail of each, to be graded good,
fair, poor or bad by click or key, and contact.jpg with all thumbnails. A folder without an index.html stands
for the pages in it. Send the sheet's folder to whoever grades; what it exports, --grades prints as shares beside
those of the published method.`,
		Example: `  mullion regions https://example.com/ --out regions.png
  mullion regions article.html --out regions.jpg --mode fixed
  mullion regions article.html --json
  mullion regions article.html https://example.com/ --sheet build/sheet
  echo '{"grades": [{"input": "article.html", "grade": "good"}]}' | mullion regions --grades -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.args = args
			if len(args) > 0 {
				o.page.input = args[0]
			}
			return runRegions(cmd.Context(), a, o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&o.page.picture, "out", "o", "", "`file` for the picture (.png .jpg)")
	flags.BoolVar(&o.json, "json", false, "print regions and thresholds as JSON")
	flags.StringVar(&o.sheet, "sheet", "", "draw all pages into a `folder`, with a sheet to grade them and a contact sheet")
	flags.StringArrayVar(&o.lists, "list", nil, "with --sheet: "+listUsage)
	flags.StringVar(&o.grades, "grades", "", "print the shares of the grades in a `file` that a sheet exported (JSON or CSV)")
	addHandles(cmd, a, []handle{{"mode", "regions.mode", "name"}, {"indent", "output.indent", ""}})
	addPageFlags(cmd, a, &o.page)
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case o.grades != "" && len(args) > 0:
			return usagef("--grades reads grades and takes no INPUT")
		case o.grades != "" || o.sheet != "":
			return nil
		case len(o.lists) > 0:
			return usagef("--list is for --sheet")
		}
		return oneInput(cmd, args)
	}
	for _, other := range []string{"out", "json", "url", "grades"} {
		cmd.MarkFlagsMutuallyExclusive("sheet", other)
	}
	return cmd
}

func runRegions(ctx context.Context, a *app, o regionsOptions) error {
	if o.grades != "" {
		return runGrades(a, o.grades)
	}
	if o.sheet == "" && o.page.picture == "" && !o.json {
		return usagef("nothing to do: give --out FILE for a picture, --json for numbers, or both, or --sheet FOLDER")
	}
	c, err := a.loading()
	if err != nil {
		return err
	}
	c.ByRegion()
	if o.sheet != "" {
		return runSheet(ctx, a, &c.Config, &o)
	}
	d, picture, err := a.document(ctx, &c.Config, &o.page)
	if err != nil {
		return err
	}
	if d.Layout == nil {
		return pageError{fmt.Errorf("%s: %w", o.page.name(), output.ErrNoLayout)}
	}
	if picture != nil {
		if err := a.write(o.page.picture, picture); err != nil {
			return err
		}
	}
	if !o.json {
		return nil
	}
	text, err := output.Layout(d, c.Output)
	if err != nil {
		return err
	}
	return a.write("", text)
}

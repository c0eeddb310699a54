package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/output"
)

// regionsOptions are the flags of regions.
type regionsOptions struct {
	page pageRequest
	json bool
}

func newRegionsCommand(a *app) *cobra.Command {
	var o regionsOptions
	cmd := &cobra.Command{
		Use:   "regions INPUT --out FILE",
		Short: "Draw the header, footer, left, right and center of a page over its picture",
		Long: `Regions divides a page into header, footer, left, right and center, and draws them with their
thresholds and blocks over a picture of the page. Blocks are labelled by their region alone, so no
model is needed; "mullion clean --annotate" draws the labels of every method.`,
		Example: `  mullion regions https://example.com/ --out regions.png
  mullion regions article.html --out regions.jpg --mode fixed
  mullion regions article.html --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.page.input = args[0]
			return runRegions(cmd.Context(), a, o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&o.page.picture, "out", "o", "", "`file` for the picture (.png .jpg)")
	flags.BoolVar(&o.json, "json", false, "print regions and thresholds as JSON")
	addHandles(cmd, a, []handle{{"mode", "regions.mode", "name"}, {"indent", "output.indent", ""}})
	addPageFlags(cmd, a, &o.page)
	return cmd
}

func runRegions(ctx context.Context, a *app, o regionsOptions) error {
	if o.page.picture == "" && !o.json {
		return usagef("nothing to do: give --out FILE for a picture, --json for numbers, or both")
	}
	c, err := a.config()
	if err != nil {
		return err
	}
	c.Method = mullion.VLPSAdaptive
	if c.Regions.Mode == "fixed" {
		c.Method = mullion.VLPS
	}
	d, picture, err := a.document(ctx, &c.Config, &o.page)
	if err != nil {
		return err
	}
	if d.Layout == nil {
		return pageError{fmt.Errorf("%s: %w", o.page.input, output.ErrNoLayout)}
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

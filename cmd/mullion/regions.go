package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/page"
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
	addHandles(cmd, a, []handle{{"mode", "regions.mode", "name"}})
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
	c.Method = mullion.VLPS
	d, picture, err := a.document(ctx, &c.Config, &o.page)
	if err != nil {
		return err
	}
	if d.Layout == nil {
		return pageError{fmt.Errorf("%s: the page has no layout: it must be rendered to have regions", o.page.input)}
	}
	if picture != nil {
		if err := a.write(o.page.picture, picture); err != nil {
			return err
		}
	}
	if !o.json {
		return nil
	}
	text, err := layoutJSON(d)
	if err != nil {
		return err
	}
	return a.write("", text)
}

// layoutJSON is the page's layout: boxes are x, y, width and height, thresholds distances from the page's top-left
// corner, all in CSS pixels.
func layoutJSON(d *mullion.Document) ([]byte, error) {
	boxes := map[string][4]float64{}
	for name, b := range d.Layout.Boxes {
		boxes[name.String()] = sides(b)
	}
	l := d.Layout
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(map[string]any{
		"url": d.URL, "final_url": d.FinalURL, "mode": l.Mode,
		"page":       map[string]any{"width": d.Page.Width, "height": d.Page.Height, "viewport": d.Page.Viewport},
		"thresholds": map[string]float64{"header": l.H1, "footer": l.H2, "left": l.W1, "right": l.W2},
		"regions":    boxes,
	})
	return b.Bytes(), err
}

func sides(b page.Box) [4]float64 { return [4]float64{b.X, b.Y, b.W, b.H} }

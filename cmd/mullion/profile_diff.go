package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/site"
)

func newProfileDiff(a *app) *cobra.Command {
	var o profileOptions
	cmd := &cobra.Command{
		Use:   "diff FILE|SITE FILE|SITE",
		Short: "Show which templates, rules and places came and went",
		Long: `Diff shows what the second profile knows and the first does not (+), what it does not know any more (-), and
what changed: rules of clusters, and places that hold main content by the one and none by the other. Columns are
as "mullion profile show" has them; what stands under then is of the second profile.`,
		Example: `  mullion learn site/magazine --render never --site example.com --profiles old
  mullion learn site/ --render never --site example.com --profiles new
  mullion profile diff old/example.com.site.json.gz new/example.com.site.json.gz`,
		RunE: func(cmd *cobra.Command, args []string) error {
			before, err := a.profile(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			after, err := a.profile(cmd.Context(), args[1])
			if err != nil {
				return err
			}
			d := site.Diff(before, after)
			return a.present(o, d, func(w *tabwriter.Writer) { writeDifference(w, &d, o.top) })
		},
	}
	cmd.Flags().SortFlags = false
	o.addFormat(cmd)
	addProfileFlags(cmd, a, 2, 2)
	return cmd
}

func writeDifference(w *tabwriter.Writer, d *site.Difference, top int) {
	fmt.Fprintf(w, "pages: %d and %d; templates: %d gone, %d new, %d kept\n", d.Pages[0], d.Pages[1], len(d.Gone), len(d.New), d.Kept)
	for _, side := range []struct {
		sign string
		list []site.Template
	}{{"-", d.Gone}, {"+", d.New}} {
		for _, t := range head(side.list, top) {
			fmt.Fprintf(w, "%s\t%d\t%s\t%s\n", side.sign, t.Count, t.Tag, start(t.Text))
		}
		writeRest(w, len(side.list), top)
	}
	fmt.Fprintf(w, "\nclusters\npages\tthen\tchanged\trule\n")
	for _, c := range head(d.Clusters, top) {
		rule := locatorText(c.Rules[0])
		if c.Changed {
			rule += " → " + locatorText(c.Rules[1])
		}
		fmt.Fprintf(w, "%d\t%d\t%s\t%s\n", c.Pages[0], c.Pages[1], yes(c.Changed), rule)
	}
	writeRest(w, len(d.Clusters), top)
	fmt.Fprintf(w, "\n%s came, went or changed sides\npages\tthen\tmargin\tthen\tplace\n", count(len(d.Places), "place"))
	for _, p := range head(d.Places, top) {
		fmt.Fprintf(w, "%d\t%d\t%s\t%s\t%s\n", p.Pages[0], p.Pages[1], margin(p, 0), margin(p, 1), end(p.Path))
	}
	writeRest(w, len(d.Places), top)
}

// margin is what a profile knows of a place's margin, the first (0) or the second one.
func margin(p site.PlaceChange, of int) string {
	if p.Pages[of] == 0 {
		return ""
	}
	return fmt.Sprintf("%+.2f", p.Margins[of])
}

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
		Short: "Show which templates and rules came and went",
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
}

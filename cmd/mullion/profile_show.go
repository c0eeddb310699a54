package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/site"
)

func newProfileShow(a *app) *cobra.Command {
	var o profileOptions
	cmd := &cobra.Command{
		Use:   "show FILE|SITE",
		Short: "Show templates, clusters with their rules, and the style tree with importances",
		Example: `  mullion learn site/ --render never --site example.com --profiles profiles
  mullion profile show example.com --profiles profiles
  mullion profile show profiles/example.com.site.json.gz --format json --top 0`,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := a.profile(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			c, err := a.config()
			if err != nil {
				return err
			}
			if o.minPages == 0 {
				o.minPages = (p.Pages + 1) / 2
			}
			s := p.Summary(c.Site, o.minPages)
			return a.show(o, s, func(w *tabwriter.Writer) { writeSummary(w, &s, o.top) })
		},
	}
	cmd.Flags().SortFlags = false
	o.addFormat(cmd)
	cmd.Flags().IntVar(&o.minPages, "min-pages", 0, "leave out nodes of the style tree that fewer pages have (default: half of the pages)")
	addProfileFlags(cmd, a, 1, 1)
	return cmd
}

// show writes a value as JSON or as tables.
func (a *app) show(o profileOptions, value any, tables func(*tabwriter.Writer)) error {
	var b bytes.Buffer
	switch o.format {
	case "json":
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(value); err != nil {
			return err
		}
	case "text":
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		tables(w)
		if err := w.Flush(); err != nil {
			return err
		}
	default:
		return usagef("--format: %q is not text or json", o.format)
	}
	return a.write("", b.Bytes())
}

func writeSummary(w *tabwriter.Writer, s *site.Summary, top int) {
	fmt.Fprintf(w, "%s: %d pages, learned %s to %s\n", s.Site, s.Pages, s.First.Format(time.DateTime), s.Last.Format(time.DateTime))
	fmt.Fprintf(w, "\n%d templates\npages\ttag\ttext\n", len(s.Templates))
	for _, t := range head(s.Templates, top) {
		fmt.Fprintf(w, "%d\t%s\t%s\n", t.Count, t.Tag, start(t.Text))
	}
	fmt.Fprintf(w, "\n%d clusters\npages\tblocks\tcounts\trule\tits pages\tother locators\n", len(s.Clusters))
	for _, c := range head(s.Clusters, top) {
		rule, pages := "none", 0
		if c.Rule != nil {
			rule, pages = locatorText(c.Rule.Locator), c.Rule.Pages
		}
		fmt.Fprintf(w, "%d\t%d\t%t\t%s\t%d\t%d\n", c.Pages, c.Blocks, c.Counts, rule, pages, max(0, c.Votes-1))
	}
	fmt.Fprintf(w, "\nstyle tree of %d nodes\npages\tstyles\timportance\tnoise\tnode\n", s.Nodes)
	for _, n := range head(s.Style, top) {
		fmt.Fprintf(w, "%d\t%d\t%.3f\t%t\t%s\n", n.Pages, n.Styles, n.Importance, n.Noise, n.Path)
	}
}

// locatorText names a block by what finds it first.
func locatorText(l site.Locator) string {
	switch {
	case l.ID != "":
		return "#" + l.ID
	case l.Class != "":
		return "." + strings.ReplaceAll(l.Class, " ", ".")
	case l.Path != "":
		return l.Path
	}
	return "none"
}

func head[T any](list []T, n int) []T {
	if n > 0 && len(list) > n {
		return list[:n]
	}
	return list
}

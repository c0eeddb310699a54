package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
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
		Short: "Show templates, clusters with their rules, the style tree with importances, and places",
		Long: `Show prints what a profile knows. A template is a text that repeats, with how many pages have it. A cluster
counts when it has pages enough; its rule names the block with the text, by id, else class, else path, and
votes says on how many of its pages just that block was the densest. A node of the style tree is noise when
it and all below it matter less than site.style.threshold; in quotes stands what repeats on its pages. A
place is where elements of the same names and classes hold text: its margin is how much likelier than their
threshold its pages found it to be main content, in log-odds (below 0 they leave it out), and spread how far
they disagree.`,
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
			return a.present(o, s, func(w *tabwriter.Writer) { writeSummary(w, &s, o.top) })
		},
	}
	cmd.Flags().SortFlags = false
	o.addFormat(cmd)
	cmd.Flags().IntVar(&o.minPages, "min-pages", 0, "leave out nodes of the style tree that fewer pages have (default: half of the pages)")
	addProfileFlags(cmd, a, 1, 1)
	return cmd
}

// present writes a value as JSON or as tables.
func (a *app) present(o profileOptions, value any, tables func(*tabwriter.Writer)) error {
	var b bytes.Buffer
	switch o.format {
	case "json":
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(value); err != nil {
			return err
		}
		return a.write("", b.Bytes())
	case "text":
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		tables(w)
		if err := w.Flush(); err != nil {
			return err
		}
		return a.show(b.Bytes())
	}
	return usagef("--format: %q is not text or json", o.format)
}

func writeSummary(w *tabwriter.Writer, s *site.Summary, top int) {
	fmt.Fprintf(w, "%s: %s, learned %s to %s UTC\n", s.Site, count(s.Pages, "page"), s.First.Format(time.DateTime), s.Last.Format(time.DateTime))
	if changed := changedSettings(s.Settings); changed != "" {
		fmt.Fprintf(w, "learned with %s\n", changed)
	}
	fmt.Fprintf(w, "\n%s\npages\ttag\ttext\n", count(len(s.Templates), "template"))
	for _, t := range head(s.Templates, top) {
		fmt.Fprintf(w, "%d\t%s\t%s\n", t.Count, t.Tag, start(t.Text))
	}
	writeRest(w, len(s.Templates), top)
	fmt.Fprintf(w, "\n%s\npages\tblocks\tcounts\tvotes\trule\n", count(len(s.Clusters), "cluster"))
	for _, c := range head(s.Clusters, top) {
		rule, votes := "none", "0"
		if c.Rule != nil {
			rule, votes = ruleText(c.Rule.Locator), fmt.Sprintf("%d of %d", c.Rule.Pages, c.Pages)
		}
		fmt.Fprintf(w, "%d\t%d\t%s\t%s\t%s\n", c.Pages, c.Blocks, yes(c.Counts), votes, rule)
	}
	writeRest(w, len(s.Clusters), top)
	rows := branches(s.Style)
	fmt.Fprintf(w, "\nstyle tree of %s\npages\tstyles\timportance\tnoise\tnode\n", count(s.Nodes, "node"))
	for _, r := range head(rows, top) {
		fmt.Fprintf(w, "%d\t%d\t%.3f\t%s\t%s%s\n", r.Pages, r.Styles, r.Importance, yes(r.Noise), r.name, r.rest())
	}
	writeRest(w, len(rows), top)
	fmt.Fprintf(w, "\n%s, of which %s said how surely they hold main content\npages\tmargin\tspread\tplace\n", count(len(s.Places), "place"), count(s.Heard, "page"))
	for _, p := range head(s.Places, top) {
		fmt.Fprintf(w, "%d\t%+.2f\t%.2f\t%s\n", p.Pages, p.Margin, p.Spread, end(p.Path))
	}
	writeRest(w, len(s.Places), top)
}

// writeRest says how many rows of a table are left out.
func writeRest(w io.Writer, all, top int) {
	if top > 0 && all > top {
		fmt.Fprintf(w, "… %d more: --top 0 shows all\n", all-top)
	}
}

// changedSettings are the settings of learning that are not the defaults, as --set has them.
func changedSettings(settings map[string]any) string {
	var list []string
	for key, is := range settings {
		if plain, ok := defaultSettings[key]; !ok || fmt.Sprint(plain) != fmt.Sprint(is) {
			list = append(list, fmt.Sprintf("site.%s=%v", key, is))
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

var defaultSettings = site.New("", site.DefaultOptions()).Summary(site.DefaultOptions(), 0).Settings

// A branch is a row of the tree as text: nodes with one child each are one row with it, as what is below decides for them.
type branch struct {
	site.StyleSummary
	name  string // indented
	times int    // how often it stands in a row
}

// like reports whether rows look the same.
func (b branch) like(c branch) bool {
	same := func(x float64) string { return fmt.Sprintf("%.3f", x) }
	return b.name == c.name && b.Pages == c.Pages && b.Styles == c.Styles && same(b.Importance) == same(c.Importance) &&
		b.Noise == c.Noise && slices.Equal(b.Repeats, c.Repeats)
}

// branches are the rows of a tree.
func branches(nodes []site.StyleSummary) (rows []branch) {
	var above []int // depths of the rows around
	for i := 0; i < len(nodes); i++ {
		n := nodes[i]
		for len(above) > 0 && above[len(above)-1] >= n.Depth {
			above = above[:len(above)-1]
		}
		name := n.Name
		for n.Styles == 1 && lone(nodes[i:]) {
			i++
			n = nodes[i]
			name += "/" + n.Name
		}
		name = end(name)
		if n.Styles > 1 && !n.Noise && (i+1 == len(nodes) || nodes[i+1].Depth <= n.Depth) {
			name += "  (its styles are of fewer pages each)"
		}
		row := branch{n, strings.Repeat("  ", len(above)) + name, 1}
		if last := len(rows) - 1; last >= 0 && rows[last].like(row) {
			rows[last].times++
		} else {
			rows = append(rows, row)
		}
		above = append(above, n.Depth)
	}
	return rows
}

// lone reports whether the first node has one child.
func lone(nodes []site.StyleSummary) bool {
	children := 0
	for _, n := range nodes[1:] {
		if n.Depth <= nodes[0].Depth {
			break
		}
		if n.Depth == nodes[0].Depth+1 {
			children++
		}
	}
	return children == 1
}

// rest is how often the row stands there and what repeats in its node, after its name.
func (b *branch) rest() (text string) {
	if b.times > 1 {
		text = fmt.Sprintf(" × %d", b.times)
	}
	if len(b.Repeats) > 0 {
		text += "  " + strconv.Quote(start(strings.Join(b.Repeats, ", ")))
	}
	return text
}

// count is a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// ruleText names all by which a rule finds its block, the first first.
func ruleText(l site.Locator) string {
	var ways []string
	for _, way := range []site.Locator{{ID: l.ID}, {Class: l.Class}, {Path: l.Path}} {
		if way != (site.Locator{}) {
			ways = append(ways, locatorText(way))
		}
	}
	return strings.Join(ways, ", else ")
}

// locatorText names a block by what finds it first.
func locatorText(l site.Locator) string {
	switch {
	case l.ID != "":
		return "#" + l.ID
	case l.Class != "":
		return "." + strings.ReplaceAll(l.Class, " ", ".")
	case l.Path != "":
		return end(l.Path)
	}
	return "none"
}

// end is the end of a path, as tables have it.
func end(path string) string {
	letters := []rune(path)
	if len(letters) <= tableText {
		return path
	}
	return "…" + string(letters[len(letters)-tableText+1:])
}

func head[T any](list []T, n int) []T {
	if n > 0 && len(list) > n {
		return list[:n]
	}
	return list
}

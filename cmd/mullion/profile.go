package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/site/bucket"
)

// profileOptions are the flags of the verbs of profile.
type profileOptions struct {
	format   string
	top      int
	minPages int
	out      string
}

func newProfileCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "profile",
		Short: "Look into site profiles, check, compare, merge and prune them",
		Long: `Profile shows what "mullion learn" has learned. FILE|SITE is a profile file, or the name of a site whose
profile is in --profiles, a folder or a bucket.`,
		Example: `  mullion learn site/ --render never --site example.com --profiles profiles
  mullion profile show example.com --profiles profiles`,
		Args: func(_ *cobra.Command, args []string) error {
			return usagef("say what to do: show, check, diff, merge or prune")
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(newProfileShow(a), newProfileCheck(a), newProfileDiff(a), newProfileMerge(a), newProfilePrune(a))
	return cmd
}

// addProfileFlags gives the command the folder of profiles and how many arguments it wants.
func addProfileFlags(cmd *cobra.Command, a *app, least, most int) {
	addHandles(cmd, a, []handle{{"profiles", "profiles", "place"}})
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return usagef("wrong number of arguments: %s", cmd.UseLine())
		}
		return nil
	}
}

func (o *profileOptions) addFormat(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&o.format, "format", "f", "text", "text or json")
	cmd.Flags().IntVar(&o.top, "top", 20, "rows of each table of the text; 0 for all")
}

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
			return a.show(o, d, func(w *tabwriter.Writer) { writeDifference(w, &d, o.top) })
		},
	}
	cmd.Flags().SortFlags = false
	o.addFormat(cmd)
	addProfileFlags(cmd, a, 2, 2)
	return cmd
}

// manyProfiles is more than a command line holds.
const manyProfiles = 1 << 20

func newProfileMerge(a *app) *cobra.Command {
	var o profileOptions
	cmd := &cobra.Command{
		Use:   "merge FILE|SITE FILE|SITE...",
		Short: "Make one profile of several that learned different pages of one site",
		Example: `  mullion learn site/magazine --render never --site example.com --profiles a
  mullion learn site/forum --render never --site example.com --profiles b
  mullion profile merge a/example.com.site.json.gz b/example.com.site.json.gz --out example.com.site.json.gz`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.out == "" {
				return usagef("no file for the merged profile: name it with --out")
			}
			all, err := a.profile(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			for _, arg := range args[1:] {
				p, err := a.profile(cmd.Context(), arg)
				if err != nil {
					return err
				}
				if err := all.Merge(p); err != nil {
					return usagef("%s: %w", arg, err)
				}
			}
			return all.Save(o.out)
		},
	}
	cmd.Flags().StringVarP(&o.out, "out", "o", "", "`file` for the merged profile")
	addProfileFlags(cmd, a, 2, manyProfiles)
	return cmd
}

func newProfilePrune(a *app) *cobra.Command {
	var o profileOptions
	cmd := &cobra.Command{
		Use:   "prune FILE|SITE",
		Short: "Make a profile smaller: drop what few pages have",
		Example: `  mullion learn site/ --render never --site example.com --profiles profiles
  mullion profile prune example.com --profiles profiles --min-pages 6`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.minPages < 1 {
				return usagef("--min-pages: %d is below 1", o.minPages)
			}
			c, err := a.config()
			if err != nil {
				return err
			}
			prune := func(p *site.Profile) {
				before := p.Summary(c.Site, 0)
				p.Prune(o.minPages)
				after := p.Summary(c.Site, 0)
				a.log.Info("pruned", "templates", len(before.Templates)-len(after.Templates),
					"clusters", len(before.Clusters)-len(after.Clusters), "style_nodes", before.Nodes-after.Nodes)
			}
			if o.out == "" && !isProfileFile(args[0]) {
				return a.prune(cmd.Context(), args[0], prune)
			}
			p, err := a.profile(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			prune(p)
			return p.Save(cmp.Or(o.out, args[0]))
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().IntVar(&o.minPages, "min-pages", 3, "drop templates, clusters and votes of fewer pages")
	cmd.Flags().StringVarP(&o.out, "out", "o", "", "`file` for the smaller profile (default: in place)")
	addProfileFlags(cmd, a, 1, 1)
	return cmd
}

// prune changes the profile of a site in place.
func (a *app) prune(ctx context.Context, name string, prune func(*site.Profile)) error {
	store, err := a.store(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	return site.Change(ctx, store, name, func(p *site.Profile) (*site.Profile, error) {
		if p == nil {
			return nil, noProfile(name)
		}
		prune(p)
		return p, nil
	})
}

// store opens the folder or bucket of --profiles.
func (a *app) store(ctx context.Context) (site.Store, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	return openStore(ctx, c.Profiles)
}

func openStore(ctx context.Context, where string) (site.Store, error) {
	if where == "" {
		return nil, usagef("no place for the profiles: name a folder or a bucket with --profiles")
	}
	open := func() (site.Store, error) { return site.OpenFolder(where) }
	if bucket.IsURL(where) {
		open = func() (site.Store, error) { return bucket.Open(ctx, where) }
	}
	s, err := open()
	if err != nil {
		return nil, usageError{err}
	}
	return s, nil
}

// isProfileFile reports whether an argument names a file, and not a site.
func isProfileFile(arg string) bool {
	_, err := os.Stat(arg)
	return err == nil || strings.HasSuffix(arg, site.FileSuffix)
}

// profile reads a profile: a file, or that of a site in the store.
func (a *app) profile(ctx context.Context, arg string) (*site.Profile, error) {
	if isProfileFile(arg) {
		p, err := site.Load(arg)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, usageError{err}
		}
		return p, err
	}
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	if c.Profiles == "" {
		return nil, usagef("there is no file %s; for the profile of a site name the folder with --profiles", arg)
	}
	store, err := a.store(ctx)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	p, err := site.Open(ctx, store, arg)
	if errors.Is(err, site.ErrNoProfile) {
		return nil, noProfile(arg)
	}
	return p, err
}

func noProfile(name string) error {
	return usagef("%w of %s: run `mullion learn` on pages of the site", site.ErrNoProfile, name)
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
		fmt.Fprintf(w, "%d\t%s\t%s\n", t.Count, t.Tag, cutText(t.Text))
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

func writeDifference(w *tabwriter.Writer, d *site.Difference, top int) {
	fmt.Fprintf(w, "pages: %d and %d; templates: %d gone, %d new, %d kept\n", d.Pages[0], d.Pages[1], len(d.Gone), len(d.New), d.Kept)
	for _, t := range head(d.Gone, top) {
		fmt.Fprintf(w, "-\t%d\t%s\t%s\n", t.Count, t.Tag, cutText(t.Text))
	}
	for _, t := range head(d.New, top) {
		fmt.Fprintf(w, "+\t%d\t%s\t%s\n", t.Count, t.Tag, cutText(t.Text))
	}
	fmt.Fprintf(w, "\nclusters\npages\t\tchanged\trules\n")
	for _, c := range head(d.Clusters, top) {
		rules := locatorText(c.Rules[0])
		if c.Changed {
			rules += " → " + locatorText(c.Rules[1])
		}
		fmt.Fprintf(w, "%d\t%d\t%t\t%s\n", c.Pages[0], c.Pages[1], c.Changed, rules)
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

// textWidth is how many characters of a text are shown.
const textWidth = 60

func cutText(s string) string {
	if r := []rune(s); len(r) > textWidth {
		return string(r[:textWidth-1]) + "…"
	}
	return s
}

func head[T any](list []T, n int) []T {
	if n > 0 && len(list) > n {
		return list[:n]
	}
	return list
}

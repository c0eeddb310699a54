package main

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/site"
)

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
			prune := func(p *site.Profile) error {
				if o.minPages > p.Pages {
					return usagef("--min-pages: %d, and the profile is of %d pages: no template, cluster or place would be left", o.minPages, p.Pages)
				}
				before := p.Summary(c.Site, 0)
				p.Prune(o.minPages)
				after := p.Summary(c.Site, 0)
				a.log.Info("pruned", "templates", len(before.Templates)-len(after.Templates),
					"clusters", len(before.Clusters)-len(after.Clusters), "style_nodes", before.Nodes-after.Nodes)
				return nil
			}
			if o.out == "" && !isProfileFile(args[0]) {
				return a.prune(cmd.Context(), site.Name(args[0]), prune)
			}
			p, err := a.profile(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if err := prune(p); err != nil {
				return err
			}
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
func (a *app) prune(ctx context.Context, name string, prune func(*site.Profile) error) error {
	store, err := a.store(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	return site.Change(ctx, store, name, func(p *site.Profile) (*site.Profile, error) {
		if p == nil {
			return nil, noProfile(name)
		}
		return p, prune(p)
	})
}

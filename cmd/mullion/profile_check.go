package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/site"
)

func newProfileCheck(a *app) *cobra.Command {
	var o profileOptions
	cmd := &cobra.Command{
		Use:   "check [SITE...]",
		Short: "Tell which sites need to be learned again",
		Long: `Check compares how the pages that were cleaned since a site was learned fit its profile with how the pages
fitted that taught it. "mullion clean --record-fits" and the setting record_fits count them. Without SITE,
all sites of --profiles are checked. A site that is to be learned again because its pages have changed at
their addresses is learned with "mullion learn --anew".`,
		Example: `  mullion learn site/ --render never --site example.com --profiles profiles
  mullion profile check --profiles profiles`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.config()
			if err != nil {
				return err
			}
			store, err := a.store(cmd.Context())
			if err != nil {
				return err
			}
			defer store.Close()
			if len(args) == 0 {
				if args, err = site.List(cmd.Context(), store); err != nil {
					return err
				}
				if len(args) == 0 {
					return usagef("there are no profiles in %s: fill it with `mullion learn`", store)
				}
			}
			drifts, broken := []site.Drift{}, 0
			for _, name := range args {
				d, err := driftOf(cmd.Context(), store, site.Name(name), c.Site)
				switch {
				case errors.Is(err, site.ErrNoProfile):
					return noProfile(name)
				case err != nil:
					broken++
					a.log.Error("not checked", "site", name, "why", err)
				default:
					drifts = append(drifts, d)
				}
			}
			if err := a.present(o, drifts, func(w *tabwriter.Writer) { writeDrifts(w, head(drifts, o.top)) }); err != nil {
				return err
			}
			if broken > 0 {
				return fmt.Errorf("%d of %d profiles could not be checked", broken, len(args))
			}
			return nil
		},
	}
	cmd.Flags().SortFlags = false
	o.addFormat(cmd)
	addProfileFlags(cmd, a, 0, manyProfiles)
	return cmd
}

// driftOf is what was counted of a site since it was learned.
func driftOf(ctx context.Context, store site.Store, name string, o site.Options) (site.Drift, error) {
	p, err := site.Open(ctx, store, name)
	if err != nil {
		return site.Drift{}, err
	}
	w, err := site.OpenWatch(ctx, store, name)
	if err != nil {
		return site.Drift{}, err
	}
	return p.Drift(w, o), nil
}

func writeDrifts(w *tabwriter.Writer, drifts []site.Drift) {
	fmt.Fprintf(w, "site\tlearned\tpages\tjudged\tmisfits\texpected\tlearn again\n")
	for _, d := range drifts {
		again := "no"
		if d.Again {
			again = "yes: " + d.Why
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%.0f%%\t%.0f%%\t%s\n", d.Site, d.Learned.Format(time.DateOnly), d.Pages, d.Judged, 100*d.Misfits, 100*d.Expected, again)
	}
}

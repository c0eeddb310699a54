package main

import (
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
all sites of --profiles are checked.`,
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
			}
			drifts := []site.Drift{}
			for _, name := range args {
				p, err := site.Open(cmd.Context(), store, name)
				if errors.Is(err, site.ErrNoProfile) {
					return noProfile(name)
				}
				if err != nil {
					return err
				}
				w, err := site.OpenWatch(cmd.Context(), store, name)
				if err != nil {
					return err
				}
				drifts = append(drifts, p.Drift(w, c.Site))
			}
			return a.show(o, drifts, func(w *tabwriter.Writer) { writeDrifts(w, head(drifts, o.top)) })
		},
	}
	cmd.Flags().SortFlags = false
	o.addFormat(cmd)
	addProfileFlags(cmd, a, 0, manyProfiles)
	return cmd
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

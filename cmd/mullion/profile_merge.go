package main

import "github.com/spf13/cobra"

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
			if err := all.Save(o.out); err != nil {
				return err
			}
			c, err := a.config()
			if err != nil {
				return err
			}
			a.log.Info("merged", known(all, c.Site)...)
			return nil
		},
	}
	cmd.Flags().StringVarP(&o.out, "out", "o", "", "`file` for the merged profile")
	addProfileFlags(cmd, a, 2, manyProfiles)
	return cmd
}

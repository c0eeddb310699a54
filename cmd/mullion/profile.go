package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

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

// addFormat gives the command the flags of what it shows.
func (o *profileOptions) addFormat(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&o.format, "format", "f", "text", "text or json")
	cmd.Flags().IntVar(&o.top, "top", 20, "rows of each table of the text; 0 for all")
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

// isProfileFile reports whether an argument names a file, and not a site. Copies of a site often are in a folder that has its
// name.
func isProfileFile(arg string) bool {
	info, err := os.Stat(arg)
	return err == nil && !info.IsDir() || strings.HasSuffix(arg, site.FileSuffix)
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
	p, err := site.Open(ctx, store, site.Name(arg))
	if errors.Is(err, site.ErrNoProfile) {
		return nil, noProfile(arg)
	}
	return p, err
}

func noProfile(name string) error {
	if err := site.CheckName(site.Name(name)); err != nil {
		return err
	}
	return usagef("%w of %s: run `mullion learn` on pages of the site", site.ErrNoProfile, name)
}

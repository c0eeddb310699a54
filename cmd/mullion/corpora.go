package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/site"
	"github.com/mullionhq/mullion/study"
	"github.com/mullionhq/mullion/workspace"
)

// corpusOptions are the flags of verbs that work on corpora.
type corpusOptions struct {
	dirs      []string
	split     string
	snapshots string
}

func (o *corpusOptions) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&o.split, "split", "all", "pages of this split only: dev, heldout or all")
	flags.StringVar(&o.snapshots, "snapshots", "", "`folder` that keeps rendered pages, so that they are rendered only once")
	must(cmd.RegisterFlagCompletionFunc("split", cobra.FixedCompletions([]cobra.Completion{"dev", "heldout", "all"}, cobra.ShellCompDirectiveNoFileComp)))
}

// command is the command line as another machine would have it: without the folders that corpora and files are in.
func (o *corpusOptions) command() string {
	words := []string{"mullion"}
	for _, arg := range os.Args[1:] {
		switch {
		case slices.Contains(o.dirs, arg):
			arg = "CORPORA/" + filepath.Base(arg)
		case filepath.IsAbs(arg):
			arg = filepath.Base(arg)
		}
		words = append(words, arg)
	}
	return strings.Join(words, " ")
}

// someCorpora wants at least one CORPUS.
func someCorpora(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("no CORPUS given: name a folder with pages.jsonl and html/, a folder of rendered sites, or a workspace whose pages have gold")
	}
	return nil
}

// items reads the gold of every corpus, and tells whether some of it is of rendered sites.
func (o *corpusOptions) items(a *app) (items []eval.Item, rendered bool, err error) {
	if !slices.Contains([]string{"dev", "heldout", "all"}, o.split) {
		return nil, false, usagef("--split: %q is not dev, heldout or all", o.split)
	}
	if err := noFile("--snapshots", o.snapshots); err != nil {
		return nil, false, err
	}
	for i, dir := range o.dirs {
		if slices.ContainsFunc(o.dirs[:i], func(before string) bool { return filepath.Clean(before) == filepath.Clean(dir) }) {
			return nil, false, usagef("%s is named twice", dir)
		}
		if workspace.Is(dir) { // its pages are saved: no browser is needed
			w, err := workspace.Open(dir)
			if err != nil {
				return nil, false, err
			}
			if err := a.tellStrays(w); err != nil {
				return nil, false, err
			}
			labelled, err := w.Items()
			if err != nil {
				return nil, false, err
			}
			items = append(items, labelled...)
			continue
		}
		c, err := eval.Open(dir)
		if err != nil {
			if errors.Is(err, eval.ErrNotCorpus) {
				err = fmt.Errorf("%w; a workspace is one when it has pages with gold", err)
			}
			return nil, false, usageError{err}
		}
		rendered = rendered || c.Rendered
		items = append(items, c.Select(eval.Filter{Split: o.split})...)
	}
	if len(items) == 0 && o.split == "all" {
		return nil, false, usagef("there are no pages with gold in %s: label blocks of a workspace with `mullion serve`, or list pages in a pages.jsonl", strings.Join(o.dirs, ", "))
	}
	if len(items) == 0 {
		return nil, false, usagef("there are no pages of the split %s in %s: --split all takes all", o.split, strings.Join(o.dirs, ", "))
	}
	mute := 0
	for i := range items {
		if it := &items[i]; it.Layout == nil && !it.Gold.Says() {
			mute++
		}
	}
	if mute > 0 {
		a.log.Warn("neither scored nor learned from, as their gold has no text", "pages", mute, "of", len(items))
	}
	return items, rendered, nil
}

// corpora are corpora that were opened, with what works on them. Close it when done.
type corpora struct {
	config   *config.Loaded
	items    []eval.Item
	study    *study.Study
	progress *progress
	stop     func() // the browser
}

// open reads the gold of the corpora, and starts a browser when the settings render some of their pages. anyway starts it
// for rendered sites whatever the settings say.
func (o *corpusOptions) open(ctx context.Context, a *app, c *config.Loaded, anyway bool) (*corpora, error) {
	items, rendered, err := o.items(a)
	if err != nil {
		return nil, err
	}
	k := &corpora{config: c, items: items, progress: newProgress(a), stop: func() {}}
	k.study = &study.Study{Loader: study.Loader{Snapshots: o.snapshots}, Clean: c.Options, Options: c.Study, Progress: k.progress.step}
	if c.Rendering == mullion.RenderAlways || rendered && (c.Rendering == mullion.RenderAuto || anyway) {
		b, err := render.New(ctx, c.Render)
		if err != nil {
			return nil, err
		}
		k.study.Loader.Browser, k.stop = b, sync.OnceFunc(func() { b.Close() })
	}
	return k, nil
}

// close stops the browser and ends the line of progress.
func (k *corpora) close() {
	k.stop()
	k.progress.done()
}

// load loads an item's page as the settings say.
func (k *corpora) load(ctx context.Context) study.Load {
	return func(it *eval.Item) (*page.Page, error) { return loadItem(ctx, k.study, &k.config.Config, it) }
}

// learn learns the profiles of all sites of the items from their pages, without gold, or takes those of --profiles. Where
// these are of other sites altogether that is an error if one of the methods needs a profile, and else a warning.
func (k *corpora) learn(ctx context.Context, a *app, methods []string) (*study.Known, error) {
	known, err := k.profiles(ctx, k.study, k.load(ctx))
	if err != nil {
		return nil, err
	}
	if k.config.Profiles == "" {
		a.log.Info("learned", "profiles", known.Profiles, "pages", known.Pages, "ms_a_page", fmt.Sprintf("%.2f", known.PerPage().Seconds()*1000))
		return known, nil
	}
	lacking := 0 // pages
	for i := range k.items {
		if known.Of(&k.items[i]) == nil {
			lacking++
		}
	}
	switch {
	case lacking == len(k.items) && !slices.ContainsFunc(methods, mullion.NeedsProfile):
		a.log.Warn("there is no profile of any of the pages' sites: they are judged without", "profiles", k.config.Profiles)
	case lacking == len(k.items):
		return nil, usagef("%w of any of the pages' sites in %s: fill it with `mullion learn`, or leave --profiles out to learn them from these pages", site.ErrNoProfile, k.config.Profiles)
	case lacking > 0:
		a.log.Warn("pages of sites without a profile: methods that need one keep nothing of them", "pages", lacking, "of", len(k.items), "profiles", k.config.Profiles)
	}
	return known, nil
}

// profiles are those of the sites of the items: what their pages teach, or those of --profiles.
func (k *corpora) profiles(ctx context.Context, s *study.Study, load study.Load) (*study.Known, error) {
	if k.config.Profiles == "" {
		return s.Learn(ctx, k.items, load)
	}
	store, err := openStore(ctx, k.config.Profiles)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	return s.Stored(ctx, store, k.items)
}

// profilesUnder are the profiles under other settings of sites.
func (k *corpora) profilesUnder(ctx context.Context, o site.Options, load study.Load) (*study.Known, error) {
	s := &study.Study{Clean: k.study.Clean, Options: k.study.Options, Judge: k.study.Judge}
	s.Clean.Site = o
	return k.profiles(ctx, s, load)
}

// loadItem loads an item's page as the settings say.
func loadItem(ctx context.Context, s *study.Study, c *config.Config, it *eval.Item) (*page.Page, error) {
	if it.Saved != "" || c.Rendering == mullion.RenderAlways || c.Rendering == mullion.RenderAuto && it.Layout != nil {
		return s.Loader.Rendered(ctx, it)
	}
	return s.Loader.Static(it)
}

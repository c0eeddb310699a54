package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/render"
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

// someCorpora wants at least one CORPUS.
func someCorpora(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("no CORPUS given: name a folder with pages.jsonl and html/, a folder of rendered sites, or a workspace whose pages have gold")
	}
	return nil
}

// items reads the gold of every corpus, and tells whether some of it is of rendered sites.
func (o *corpusOptions) items() (items []eval.Item, rendered bool, err error) {
	if !slices.Contains([]string{"dev", "heldout", "all"}, o.split) {
		return nil, false, usagef("--split: %q is not dev, heldout or all", o.split)
	}
	for _, dir := range o.dirs {
		if workspace.Is(dir) { // its pages are saved: no browser is needed
			w, err := workspace.Open(dir)
			if err != nil {
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
			return nil, false, err
		}
		rendered = rendered || c.Kind == eval.Rendered
		items = append(items, c.Select(eval.Filter{Split: o.split})...)
	}
	if len(items) == 0 {
		return nil, false, usagef("there are no pages with gold of the split %s in these corpora", o.split)
	}
	return items, rendered, nil
}

// study returns a study with a browser when one is needed; stop ends it.
func (o *corpusOptions) study(ctx context.Context, c *config.Config, needBrowser bool, p *progress) (s *study.Study, stop func(), err error) {
	s = &study.Study{Loader: study.Loader{Snapshots: o.snapshots}, Clean: c.Options, Options: c.Study, Progress: p.step}
	if !needBrowser {
		return s, func() {}, nil
	}
	b, err := render.New(ctx, c.Render)
	if err != nil {
		return nil, nil, err
	}
	s.Loader.Browser = b
	return s, func() { b.Close() }, nil
}

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/bench/measure"
	"github.com/mullionhq/mullion/bench/peer"
	"github.com/mullionhq/mullion/bench/report"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/render"
	"github.com/mullionhq/mullion/study"
	"github.com/mullionhq/mullion/whole"
)

// runOptions are the flags of a run.
type runOptions struct {
	corpora     []string
	peers       []string
	skip        []string
	fresh       []string
	predictions string
	ours        string
	oursDOM     string
	heldOut     string
	keepOurs    bool
	cached      bool
	home        string
	model       string
	snapshots   string
	profiles    string
	split       string
	skipFlags   []string
	limit       int
	timeout     time.Duration
	table       string
	report      string
	worst       int
	command     string // as the table tells it
}

func newRunCommand() *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run CORPUS...",
		Short: "Run mullion and its peers over corpora, side by side",
		Long: `Run gives every page to mullion and to every peer that is installed, one at a time and page by page in turn, and
compares what they kept with the gold.

A CORPUS is a folder with pages.jsonl and html/, or a folder of rendered sites. Rendered sites are read twice: the HTML
as it was served, and the document after its scripts ran (a set named CORPUS+dom, where mullion has the layout too).

What the peers made of each page is kept in the folder of --predictions, and they are not run on it again; only mullion
is, unless --keep-ours, --ours or --held-out says otherwise. So a table can be made again in the time that mullion takes. An
interrupted run goes on where it was.`,
		Example: `  bench/run corpora/aeb corpora/gne
  bench/run corpora/* --report build/peers.html --table build/peers.md
  bench/run corpora/* --ours build/predictions.jsonl       # held-apart predictions of mullion train
  bench/run corpora/rendered --held-out build/heldout.jsonl --snapshots build/snapshots
  bench/run corpora/aeb --peers readability.js-jsdom --limit 20
  bench/run corpora/news --peers mullion-learned,readeck,go-trafilatura
  bench/run corpora/* --cached                             # run nothing, only write the table`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("no CORPUS given: name a folder with pages.jsonl and html/, or a folder of rendered sites")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.corpora = args
			o.command = told(cmd, args)
			return run(cmd.Context(), o, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringSliceVar(&o.peers, "peers", nil, "run these only (default all but the slow ones; \"bench/run peers\" lists them)")
	f.StringSliceVar(&o.skip, "skip", nil, "do not run these")
	f.StringVar(&o.predictions, "predictions", "build/peers", "`folder` that keeps what the peers made of each page")
	f.StringSliceVar(&o.fresh, "fresh", nil, "run these again although there are predictions")
	f.StringVar(&o.ours, "ours", "", "take mullion's texts from a `file` of JSON lines {id, text}, such as held-apart predictions; its costs are measured all the same")
	f.StringVar(&o.oursDOM, "ours-rendered", "", "the same `file` for the rendered documents")
	f.StringVar(&o.heldOut, "held-out", "", "take mullion's texts, as served and as rendered, from a `file` that mullion train --held-out wrote; its costs are measured all the same")
	f.BoolVar(&o.keepOurs, "keep-ours", false, "do not run mullion where there are predictions of it")
	f.BoolVar(&o.cached, "cached", false, "run nothing: write the table from the predictions that are there")
	f.StringVar(&o.table, "table", "", "write the table to a `file` (default standard output)")
	f.StringVar(&o.report, "report", "", "also write a browsable report of the worst pages to an HTML `file`")
	f.IntVar(&o.worst, "worst", 40, "pages of each corpus in the report")
	f.StringVar(&o.split, "split", "all", "pages of this split only: dev, heldout or all")
	f.StringSliceVar(&o.skipFlags, "skip-flag", nil, "leave out pages with any of these flags, such as empty_gold")
	f.IntVar(&o.limit, "limit", 0, "take at most so many pages of each corpus, evenly; 0 takes all")
	f.DurationVar(&o.timeout, "timeout", 60*time.Second, "the longest a peer may take for a page")
	f.StringVar(&o.model, "model", "", "mullion's model `file` (default the bundled one)")
	f.StringVar(&o.profiles, "profiles", "build/profiles", "`folder` that keeps the site profiles of mullion-learned")
	f.StringVar(&o.snapshots, "snapshots", "", "`folder` that keeps rendered pages, so that they are rendered only once")
	addHome(cmd, &o.home)
	return cmd
}

func (o *runOptions) check() error {
	switch {
	case !slices.Contains([]string{"dev", "heldout", "all"}, o.split):
		return usagef("--split: %q is not dev, heldout or all", o.split)
	case o.limit < 0:
		return usagef("--limit: %d is below 0", o.limit)
	case o.worst < 0:
		return usagef("--worst: %d is below 0", o.worst)
	case o.timeout <= 0:
		return usagef("--timeout: %v is not above 0", o.timeout)
	case o.heldOut != "" && (o.ours != "" || o.oursDOM != ""):
		return usagef("--held-out has the texts of --ours and --ours-rendered: give it or them")
	}
	for _, list := range [][]string{o.peers, o.skip, o.fresh} {
		if _, err := peer.Choose(list); err != nil {
			return usagef("%w", err)
		}
	}
	return nil
}

// chosen is the peers to run.
func (o *runOptions) chosen() []peer.Peer {
	list, _ := peer.Choose(o.peers) // was checked
	return slices.DeleteFunc(list, func(p peer.Peer) bool { return slices.Contains(o.skip, p.Name) })
}

func run(ctx context.Context, o runOptions, out, log io.Writer) error {
	if err := o.check(); err != nil {
		return err
	}
	sets, err := o.sets()
	if err != nil {
		return err
	}
	store := measure.Store{Dir: o.predictions}
	missing := map[string]string{}
	if !o.cached {
		if missing, err = o.runPeers(ctx, store, sets, log); err != nil {
			return err
		}
	}
	for _, p := range peer.All {
		if why := missing[p.Name]; why != "" {
			fmt.Fprintf(log, "mullion-bench: %s %s (bench/install installs what there is)\n", p.Name, why)
		}
	}
	t, err := o.compare(store, sets)
	if err != nil {
		return err
	}
	t.Missing = missing
	if o.report != "" {
		err := writeFile(o.report, func(w io.Writer) error { return report.Write(w, t.Results, o.worst) })
		if err != nil {
			return err
		}
	}
	if o.table == "" {
		return t.Write(out)
	}
	return writeFile(o.table, t.Write)
}

// sets opens the corpora.
func (o *runOptions) sets() ([]measure.Set, error) {
	var sets []measure.Set
	filter := eval.Filter{Split: o.split, SkipFlags: o.skipFlags}
	for _, dir := range o.corpora {
		c, err := eval.Open(dir)
		if err != nil {
			return nil, err
		}
		for _, s := range measure.Sets(c, filter, o.limit) {
			if slices.ContainsFunc(sets, func(t measure.Set) bool { return t.Name == s.Name }) {
				return nil, usagef("two corpora are named %s", s.Name)
			}
			if len(s.Items) > 0 {
				sets = append(sets, s)
			}
		}
	}
	if len(sets) == 0 {
		return nil, usagef("these corpora have no such pages")
	}
	return sets, nil
}

// freshPeers are those that are run again whatever is kept of them.
func (o *runOptions) freshPeers() []string {
	fresh := slices.Clone(o.fresh)
	if o.ours == "" && o.heldOut == "" && !o.keepOurs {
		fresh = append(fresh, peer.Ours, peer.Learned)
	}
	return fresh
}

// runPeers runs what has to be run.
func (o *runOptions) runPeers(ctx context.Context, store measure.Store, sets []measure.Set, log io.Writer) (missing map[string]string, err error) {
	at, err := place(o.home, o.model)
	if err != nil {
		return nil, err
	}
	peers := o.chosen()
	if err := checkScripts(peers, at); err != nil {
		return nil, err
	}
	fresh := o.freshPeers()
	for _, p := range peers {
		for _, s := range sets {
			if slices.Contains(fresh, p.Name) {
				if err := store.Forget(p.Name, s.Name, s.Items); err != nil {
					return nil, err
				}
			}
		}
	}
	if slices.ContainsFunc(peers, func(p peer.Peer) bool { return p.Name == peer.Learned }) {
		at.Profiles = o.profiles
		pages, err := measure.Learn(ctx, sets, o.profiles)
		if err != nil {
			return nil, fmt.Errorf("learning sites: %w", err)
		}
		fmt.Fprintf(log, "mullion-bench: %s has profiles of %d pages\n", o.profiles, pages)
	}
	loader := measure.Loader{Study: study.Loader{Snapshots: o.snapshots}}
	if slices.ContainsFunc(sets, func(s measure.Set) bool { return s.DOM }) {
		b, err := render.New(ctx, render.DefaultOptions())
		if err != nil {
			return nil, fmt.Errorf("rendered sites need Chrome: %w", err)
		}
		defer b.Close()
		loader.Study.Browser = b
	}
	p := progress{to: log}
	r := measure.Run{
		Store: store, Loader: loader, Place: at, Timeout: o.timeout, Progress: p.step,
		Warn: func(text string) { fmt.Fprintln(log, "mullion-bench:", text) },
	}
	return r.Do(ctx, sets, peers)
}

// checkScripts tells a wrong --home before anything runs.
func checkScripts(peers []peer.Peer, at peer.Place) error {
	for _, p := range peers {
		if script := p.Script(at); script != "" {
			if _, err := os.Stat(script); err != nil {
				return usagef("--home: %w: name the folder bench/peer of the repository", err)
			}
		}
	}
	return nil
}

// progress writes a line every few seconds.
type progress struct {
	to    io.Writer
	shown time.Time
}

// progressEvery is how often a run tells how far it is.
const progressEvery = 10 * time.Second

func (p *progress) step(set string, done, total int) {
	if now := time.Now(); now.Sub(p.shown) >= progressEvery {
		p.shown = now
		fmt.Fprintf(p.to, "mullion-bench: %s %s %d/%d\n", now.Format(time.TimeOnly), set, done, total)
	}
}

// writeFile writes a result to a file, its folder made.
func writeFile(name string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return whole.Write(name, write)
}

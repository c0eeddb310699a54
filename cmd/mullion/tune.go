package main

import (
	"context"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/study"
	"github.com/mullionhq/mullion/tune"
)

// tuneOptions are the flags of tune.
type tuneOptions struct {
	corpusOptions
	over    []string
	search  string
	draws   int
	seed    int
	folds   int
	measure string
	beside  []string
	trials  string
	out     string
	plots   string
	table   string
}

func newTuneCommand(a *app) *cobra.Command {
	var o tuneOptions
	cmd := &cobra.Command{
		Use:   "tune CORPUS... --over KEY[=MIN:MAX:STEPS]",
		Short: "Search the settings that score best on pages with gold",
		Long: `Tune judges the pages of the corpora again and again with other settings, and finds those that score
best: by word F1 of the main content, or with --measure regions by the share of characters in their
gold region. Pages are loaded once. Profiles of sites, where methods need them, are learned from these pages
without their gold, and again under other settings of site; of those that --profiles names, only how they are
applied can be searched, as what they learned stays.

--over names settings: KEY takes the range of the setting, KEY=MIN:MAX:STEPS another one, KEY=A|B|C these
values. KEY=MIN:MAX:STEPS:log steps by equal factors: 1:1000:4:log is 1, 10, 100, 1000. Truth values and
words have all of theirs. --set KEY=MIN..MAX is --over KEY=MIN:MAX. --search grid tries every combination,
random draws --draws points from the ranges, coordinate moves one setting at a time until none gains.

A best setting fits the pages that chose it. Therefore it is also chosen without a part of the sites, and
scored on these, for each of --folds parts: this gain is what other sites may expect. Its 95 % interval
is drawn over sites. Where all pages are of one site, its pages are held apart: the gain is then what more
pages of this site may expect.

The bundled models were trained on the development corpora: thresholds of fused that are tuned on those
fit pages that the model knows. Take pages of your own, or --model of one trained on other sites.

Each finished trial is kept in the file of --trials. Interrupted, the same command goes on from there.`,
		Example: `  mullion tune corpora/mine --over classify.threshold=0.2:0.6:5 --folds 2
  mullion tune corpora/rendered --snapshots build/snapshots --method vlps --over regions.fixed.left=0.1:0.4:4,regions.fixed.right=0.1:0.4:4 --beside method=vlps-adaptive --folds 2 --plots build/plots
  mullion tune corpora/mine --over classify.min_words=1:1000:7:log,classify.headline --search coordinate --folds 2 --out tuned.yaml`,
		Args: someCorpora,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.dirs = args
			return runTune(cmd.Context(), a, o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringSliceVar(&o.over, "over", nil, "`settings` to search: key, key=min:max, key=min:max:steps[:log] or key=a|b|c; may be given again")
	flags.Var(&assignment{a, &o.over}, "set", "any setting by its key, or one to search by its range, key=lo..hi, as --over key=lo:hi; may be given again")
	flags.StringVar(&o.search, "search", tune.Grid, "`kind` of search: "+strings.Join(tune.Searches, ", "))
	flags.IntVar(&o.draws, "draws", 50, "points of a random search")
	flags.IntVar(&o.seed, "seed", 1, "of random points and intervals; equal seeds give equal results")
	flags.StringVar(&o.measure, "measure", study.MeasureF1, "what to score by: f1 (main content) or regions (their accuracy)")
	flags.IntVar(&o.folds, "folds", 5, "parts of the sites, each scored by what the others chose")
	flags.StringArrayVar(&o.beside, "beside", nil, "also score these `settings`, key=value,…, to compare with; may be given again")
	flags.StringVar(&o.trials, "trials", "mullion-tune.jsonl", "`file` that keeps finished trials, and is read to go on")
	flags.StringVarP(&o.out, "out", "o", "", "write the best settings to a config `file` (.yaml)")
	flags.StringVar(&o.plots, "plots", "", "`folder` for plots (SVG and PNG): score by setting, map of two, sites")
	flags.StringVar(&o.table, "table", "", "also write the table to a `file` (.md)")
	addHandles(cmd, a, []handle{{"method", "method", "name"}, {"render", "rendering", "when"}, {"model", "model", "file"}, {"profiles", "profiles", "place"}})
	o.addFlags(cmd)
	must(cmd.RegisterFlagCompletionFunc("search", cobra.FixedCompletions(tune.Searches, cobra.ShellCompDirectiveNoFileComp)))
	must(cmd.RegisterFlagCompletionFunc("measure", cobra.FixedCompletions(study.Measures, cobra.ShellCompDirectiveNoFileComp)))
	must(cmd.RegisterFlagCompletionFunc("over", func(_ *cobra.Command, _ []string, typed string) (found []cobra.Completion, _ cobra.ShellCompDirective) {
		for _, f := range judging() {
			if strings.HasPrefix(f.Key, typed) {
				found = append(found, cobra.CompletionWithDesc(f.Key, f.Doc))
			}
		}
		return found, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	}))
	return cmd
}

// judges reports whether a setting changes how a loaded page is judged, or what the profile of its site is: the others
// cannot be tuned without loading pages or training models again.
func judges(key string) bool {
	section, _, _ := strings.Cut(key, ".")
	return slices.Contains([]string{"method", "regions", "classify", "site", "template_svm"}, section)
}

func judging() []option.Field {
	return slices.DeleteFunc(config.Fields(), func(f option.Field) bool { return !judges(f.Key) })
}

// mostPoints is the largest grid: a larger one is a mistake more often than a wish.
const mostPoints = 10000

func (o *tuneOptions) check() (tune.Space, error) {
	if len(o.over) == 0 {
		return nil, usagef("--over: name the settings to search, such as regions.fixed.left=0.1:0.4:4")
	}
	space, err := tune.ParseSpace(o.over, judging())
	switch {
	case err != nil:
		return nil, usagef("--over: %w", err)
	case !slices.Contains(tune.Searches, o.search):
		return nil, usagef("--search: %q is not one of %s", o.search, strings.Join(tune.Searches, ", "))
	case !slices.Contains(study.Measures, o.measure):
		return nil, usagef("--measure: %q is not one of %s", o.measure, strings.Join(study.Measures, ", "))
	case o.folds < 2:
		return nil, usagef("--folds: %d is not at least 2", o.folds)
	case o.draws < 1:
		return nil, usagef("--draws: %d is not at least 1", o.draws)
	case o.search == tune.Grid && space.Size() > mostPoints:
		return nil, usagef("--over: the grid has %d points, more than %d: give fewer steps, or --search random or coordinate", space.Size(), mostPoints)
	case o.out != "" && !slices.Contains([]string{".yaml", ".yml"}, strings.ToLower(filepath.Ext(o.out))):
		return nil, usagef("--out: %s: the config file is YAML and its name ends in .yaml", o.out)
	}
	for _, f := range []string{o.out, o.table, o.trials} {
		if err := checkFolder(f); err != nil {
			return nil, err
		}
	}
	if o.plots != "" {
		return space, makeFolder("--plots", o.plots)
	}
	return space, nil
}

func runTune(ctx context.Context, a *app, o tuneOptions) error {
	space, err := o.check()
	if err != nil {
		return err
	}
	c, err := a.config()
	if err != nil {
		return err
	}
	beside, err := o.others(c.Config)
	if err != nil {
		return err
	}
	k, err := o.open(ctx, a, c, false)
	if err != nil {
		return err
	}
	defer k.close()
	if _, err := o.parts(k.items); err != nil { // before anything is loaded
		return err
	}
	log, err := tune.OpenLog(o.trials)
	if err != nil {
		return err
	}
	defer log.Close()
	bench, err := openBench(ctx, a, k, space, beside)
	if err != nil {
		return err
	}
	bench.log = log
	bench.measure = o.measure
	if before := len(bench.items); before < len(k.items) {
		a.log.Warn("pages are left out", "loaded", before, "of", len(k.items))
	}
	plan, err := o.parts(bench.items)
	if err != nil {
		return err
	}
	plan.Space, plan.Search, plan.Draws, plan.Seed, plan.Start = space, o.search, o.draws, uint64(o.seed), pointOf(space, &c.Config)
	plan.Score = func(ctx context.Context, at tune.Point) (*tune.Trial, error) {
		return bench.score(ctx, at, space.Settings(at))
	}
	plan.Progress = o.step(k.progress, space)
	start, err := plan.Score(ctx, plan.Start)
	if err != nil {
		return err
	}
	if math.IsNaN(start.Mean(nil)) {
		return usagef("--measure: no page has gold for %s: %s", measureNames[o.measure], goldOf[o.measure])
	}
	result, err := tune.Run(ctx, plan)
	k.progress.done()
	if err != nil {
		if ctx.Err() != nil {
			a.log.Info("finished trials are kept; the same command goes on", "trials", o.trials, "made", bench.made)
		}
		return err
	}
	others, err := bench.scoreBeside(ctx, beside)
	if err != nil {
		return err
	}
	a.log.Debug("trials", "made", bench.made, "from", o.trials, "known", bench.found)
	return o.report(a, bench, result, others)
}

// parts deals the sites to parts, or the pages where all are of one site.
func (o *tuneOptions) parts(items []eval.Item) (p tune.Plan, err error) {
	items = slices.Clone(items)
	if p.ByPage = !slices.ContainsFunc(items, func(it eval.Item) bool { return it.Site != items[0].Site }); p.ByPage {
		for i := range items {
			items[i].Site = items[i].Corpus + "/" + items[i].ID
		}
	}
	for i := range items {
		p.Sites = append(p.Sites, items[i].Site)
	}
	if few := eval.Sites(items); few < o.folds {
		what := "sites"
		if p.ByPage {
			what = "pages, all of one site"
		}
		return p, usagef("--folds: %d parts of %d %s: give fewer parts or more pages with gold", o.folds, few, what)
	}
	p.Folds = eval.Folds(items, o.folds, uint64(o.seed))
	return p, nil
}

// step shows how far the search is. How far a coordinate search goes is not known: two rounds for each part are usual.
func (o *tuneOptions) step(p *progress, space tune.Space) func(done, total int) {
	usual := 0
	for _, a := range space {
		usual += 2 * (o.folds + 1) * len(a.Values)
	}
	return func(done, total int) {
		if total == 0 {
			total = max(usual, done+1)
		}
		p.step("trials", done, total)
	}
}

// others reads --beside.
func (o *tuneOptions) others(c config.Config) ([]map[string]any, error) {
	var list []map[string]any
	for _, text := range o.beside {
		settings := map[string]any{}
		for part := range strings.SplitSeq(text, ",") {
			key, value, ok := strings.Cut(strings.TrimSpace(part), "=")
			if !ok {
				return nil, usagef("--beside: %q is not key=value", part)
			}
			settings[key] = value
		}
		if _, err := c.With("--beside", settings); err != nil {
			return nil, usageError{err}
		}
		for _, key := range slices.Sorted(maps.Keys(settings)) {
			if !judges(key) {
				return nil, usagef("--beside: %s is no setting that judges a page", key)
			}
		}
		list = append(list, settings)
	}
	return list, nil
}

package main

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/study"
)

// evalOptions are the flags of eval.
type evalOptions struct {
	corpusOptions
	methods     []string
	predictions string
	documents   string
	json        string
	table       string
	by          []string
	apart       []string
	folds       int
	heldOut     string
	published   bool
}

func newEvalCommand(a *app) *cobra.Command {
	var o evalOptions
	cmd := &cobra.Command{
		Use:   "eval CORPUS...",
		Short: "Score methods on pages with gold, by the published metrics",
		Long: `Eval cleans every page of the corpora and compares it with the gold.

A CORPUS is a workspace whose pages have labels ("mullion workspace"), or a folder of your own with HTML
files and a list, pages.jsonl, with a page a line. This is all that a line must have, and the text is the
main content as a person would copy it, a paragraph a line; pages of one site are held apart together:

  {"id": "1", "html_path": "html/1.html", "site": "example.com", "gold": {"text": "Title\nFirst paragraph."}}

"url", "lang", "page_type" and "split" (dev or heldout) may stand there, too. Where labelling all of a page
is too much, passages do: "with" lists what the text must hold, "without" what it must not. Such pages are
scored by these ("seg"), and "mullion train" learns from the blocks that hold them:

  {"id": "2", "html_path": "html/2.html", "site": "example.org", "gold": {"with": ["The first words"], "without": ["Read also", "Share"]}}

A folder of rendered sites, whose pages are cleaned with their styles and scripts, has gold.json, pages.jsonl,
site/ and gold/ a site.

The metrics are WCXB's word F1 (averaged over pages), the article extraction benchmark's 4-gram shingle F1
("aeb"), trafilatura's with/without segments ("seg"), and for rendered sites region accuracy: the share of
characters that stand in the right region.

With --render auto, pages of rendered sites go through Chrome, their requests answered from the corpus, and
pages of text corpora, which come without stylesheets, are read as they are.

Methods that need site profiles learn them from the pages of the corpora, without their gold;
--profiles takes those that "mullion learn" has learned instead. The vlps methods are scored where there is
layout only.

The bundled models were trained on the development corpora: on those the scores are not those of unseen
sites. --apart names methods whose models are trained here instead, on the sites of the other folds.
--held-out scores fused by the texts that "mullion train --held-out" wrote.

--published adds the measures of the published methods, and variants: profiles of half of a site's pages
judging the other half, fused without profiles, template-svm without templates, cluster without clusters.
Bag F1 is word F1 with Chinese and Japanese by character. Columns: right, the share of pages with bag F1
of at least .9; good, fair, poor and bad, those of at least .95, .8, .5 and of less; label P and R,
precision and recall over the elements that hold text themselves; line P, R and F1, over lines.`,
		Example: `  mullion eval corpora/mine
  mullion eval corpora/rendered --method all --snapshots build/snapshots
  mullion eval corpora/mine --method all --published --apart density-svm --folds 2 --table methods.md
  mullion eval corpora/mine --predictions predictions.jsonl --documents build/documents --json scores.json`,
		Args: someCorpora,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.dirs = args
			return runEval(cmd.Context(), a, o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringSliceVar(&o.methods, "method", []string{mullion.Fused}, "methods to score: "+strings.Join(mullion.Methods, ", ")+", or all")
	flags.StringSliceVar(&o.by, "by", []string{"page_type"}, "also score by page_type, lang or site")
	flags.StringVar(&o.predictions, "predictions", "", "also write the first method's texts to a `file` (.jsonl)")
	flags.StringVar(&o.documents, "documents", "", "also write the first method's documents to a `folder`, ID.json each")
	flags.StringSliceVar(&o.apart, "apart", nil, "methods to train on other sites than those scored: "+strings.Join(study.Trainable, ", "))
	flags.IntVar(&o.folds, "folds", 5, "parts of the sites for --apart")
	flags.StringVar(&o.heldOut, "held-out", "", "score fused by the texts in a `file` of mullion train --held-out")
	flags.BoolVar(&o.published, "published", false, "add the published methods' own measures and variants")
	flags.StringVar(&o.table, "table", "", "also write the table to a `file` (.md), with the command that made it")
	flags.StringVar(&o.json, "json", "", "also write the scores with full precision to a `file`")
	addHandles(cmd, a, []handle{{"render", "rendering", "when"}, {"model", "model", "file"}, {"profiles", "profiles", "place"}})
	o.addFlags(cmd)
	return cmd
}

func (o *evalOptions) check() error {
	if slices.Contains(o.methods, "all") {
		o.methods = mullion.Methods
	}
	for _, m := range o.methods {
		if !slices.Contains(mullion.Methods, m) {
			return usagef("--method: %q is not one of %s, all", m, strings.Join(mullion.Methods, ", "))
		}
	}
	for _, b := range o.by {
		if !slices.Contains([]eval.By{eval.ByPageType, eval.ByLang, eval.BySite}, eval.By(b)) {
			return usagef("--by: %q is not page_type, lang or site", b)
		}
	}
	for _, m := range o.apart {
		if !slices.Contains(study.Trainable, m) {
			return usagef("--apart: %q is not one of %s", m, strings.Join(study.Trainable, ", "))
		}
	}
	if o.folds < 2 {
		return usagef("--folds: %d is not at least 2", o.folds)
	}
	for _, f := range []string{o.predictions, o.json, o.table} {
		if err := checkFolder(f); err != nil {
			return err
		}
	}
	return nil
}

func runEval(ctx context.Context, a *app, o evalOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	c, err := a.config()
	if err != nil {
		return err
	}
	base := evaluation{labels: o.published}
	if base.held, err = o.openHeldOut(); err != nil {
		return err
	}
	if base.held == nil && slices.Contains(o.methods, mullion.Fused) {
		if base.model, err = mullion.OpenModel(c.Model); err != nil {
			return err
		}
	}
	if o.documents != "" {
		if err := makeFolder("--documents", o.documents); err != nil {
			return err
		}
	}
	k, err := o.open(ctx, a, c, false)
	if err != nil {
		return err
	}
	defer k.close()
	if err := o.complete(ctx, a, k, &base); err != nil {
		return err
	}
	t := tally{o: &o, a: a, k: k}
	for i, v := range o.variants(&c.Config) {
		if v.learn != nil { // for the variants after it, too
			if base.known, err = v.profiles(ctx, k.study, k.items, k.load(ctx)); err != nil {
				return err
			}
		}
		if err := t.add(ctx, v, base, i == 0); err != nil {
			return err
		}
	}
	k.progress.done()
	if err := o.write(a, &t.report); err != nil {
		return err
	}
	return outcome(t.failed, t.scored, "be scored")
}

// complete sets what the methods need of the corpora that were opened: profiles, machines, and models held apart.
func (o *evalOptions) complete(ctx context.Context, a *app, k *corpora, e *evaluation) (err error) {
	e.study = k.study
	if !slices.Contains(o.apart, mullion.Fused) { // models that are trained apart must not hear of one that knows the sites
		k.study.Judge = e.model
	}
	if o.needsProfiles(k.config) {
		if e.known, err = k.learn(ctx, a, o.methods); err != nil {
			return err
		}
	}
	if e.machines, err = openMachines(&k.config.Config, o.methods); err != nil {
		return err
	}
	if len(o.apart) > 0 {
		e.apart, err = k.study.HoldApart(ctx, k.items, o.folds, o.apart, e.known, e.machines.Words, k.config.Recipes(), k.load(ctx))
	}
	return err
}

// A tally is the scores of all variants so far.
type tally struct {
	o              *evalOptions
	a              *app
	k              *corpora
	report         eval.Report
	scored, failed int // pages, those of every variant
}

// add scores a variant. The first one writes the predictions and documents that were asked for.
func (t *tally) add(ctx context.Context, v variant, e evaluation, first bool) error {
	o := t.o
	e.config = *v.config
	if v.blind {
		e.known, e.blind = nil, true
	}
	items := e.items(t.k.items)
	if len(items) == 0 {
		t.a.log.Warn("not scored: no page has layout", "method", v.name)
		return nil
	}
	run := eval.RunOptions{Workers: max(2, t.k.config.Render.Tabs), Scorer: eval.Scorer{Lines: o.published}, Progress: func(done, total int) {
		t.k.progress.step("scoring "+v.name, done, total)
	}}
	var lines bytes.Buffer
	if first {
		run.Documents = o.documents
		e.documents = o.documents != ""
		if o.predictions != "" {
			run.Predictions = &lines
		}
	}
	scores, err := eval.Run(ctx, items, e.extract, run)
	if err != nil {
		return err
	}
	if first && o.predictions != "" {
		if err := t.a.write(o.predictions, lines.Bytes()); err != nil {
			return err
		}
	}
	t.scored += len(scores)
	for _, score := range scores {
		if score.Err != nil {
			t.failed++
			t.a.log.Warn("scored as empty", "method", v.name, "page", score.Item.ID, "why", score.Err)
		}
	}
	var by []eval.By
	for _, b := range o.by {
		by = append(by, eval.By(b))
	}
	t.report.Add(eval.NewReport(v.name, scores, by...))
	return nil
}

// An evaluation makes predictions by one method.
type evaluation struct {
	study     *study.Study
	config    config.Config
	model     *classify.Model
	machines  mullion.Machines
	known     *study.Known
	apart     *study.Apart  // models that replace the others, by page
	held      study.HeldOut // texts that replace judging by fused; nil for none
	blind     bool          // whether those without profiles are wanted
	labels    bool          // whether leaf labels are counted
	documents bool
}

func (e *evaluation) extract(ctx context.Context, it *eval.Item) (eval.Prediction, error) {
	if e.held != nil && e.config.Method == mullion.Fused {
		text, err := e.held.Text(it, e.config.Rendering != mullion.RenderNever && it.Layout != nil, !e.blind)
		return eval.Prediction{Text: text}, err
	}
	p, err := e.page(ctx, it)
	if err != nil {
		return eval.Prediction{}, err
	}
	options := e.config.Options
	options.Known = e.known.Of(it)
	options.Machines = e.machines
	model, trained := e.model, e.apart.Of(it)
	if trained.Fused != nil {
		model = trained.Fused
	}
	if m := trained.Machines; m.Shares != nil {
		options.Machines.Shares = m.Shares
	}
	if m := trained.Machines; m.Density != nil {
		options.Machines.Density = m.Density
	}
	d := mullion.Judge(p, model, options)
	prediction := study.Predict(d)
	if e.labels && it.Gold.HasText {
		prediction.Labels = study.Labels(d, options, it)
	}
	if e.documents {
		if prediction.Document, err = output.JSON(d, e.config.Output); err != nil {
			return eval.Prediction{}, err
		}
	}
	return prediction, nil
}

func (e *evaluation) page(ctx context.Context, it *eval.Item) (*page.Page, error) {
	return loadItem(ctx, e.study, &e.config, it)
}

// needsProfiles reports whether a method needs profiles, or they are asked for.
func (o *evalOptions) needsProfiles(c *config.Loaded) bool {
	return c.Profiles != "" || slices.ContainsFunc(o.methods, mullion.NeedsProfile) || o.published && o.heldOut == "" && slices.Contains(o.methods, mullion.Fused)
}

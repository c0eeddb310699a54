package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/study"
)

// trainOptions are the flags of train.
type trainOptions struct {
	corpusOptions
	method string
	from   string
	out    string
	folds  int
	scores string
	compareOptions
	predictions string
	heldOut     string
	keep        string
}

func newTrainCommand(a *app) *cobra.Command {
	var o trainOptions
	cmd := &cobra.Command{
		Use:   "train CORPUS...",
		Short: "Train a model from labelled pages, and estimate how well it does on other sites",
		Long: `Train learns the machines of a method from corpora with gold text: by default all of the fused
method; with --method template-svm or density-svm those of that published method, on its own features.

The pages of rendered sites are learned twice, with their layout and without, so that one model serves
both. Pages whose gold does not fit are left out and named, the worst first, all of them with --verbose. Of
pages whose gold is passages that must and must not be kept (see "mullion eval --help"), the blocks that
hold them teach; --from takes pages with gold text only.

Before the model on all pages, --folds models are trained with a part of the sites held apart and scored
on those sites: an honest estimate for sites that the model has not seen. The table is printed; with
--scores it is also written to a file. --folds 0 leaves the estimate out, and no --out the model. 
--ablation, --learning-curve and --grid make the estimate again in other ways, in place of that table: without
each source of evidence, on fewer sites, and with other settings, of which the best are then used for the
model. Fewer train.rows make that bearable.

The same pages, settings and seed give the same model on processors of one kind. With --keep, training that
was interrupted goes on with the same command, and the estimate for other settings of labelling (classify.*)
takes minutes.

--from does not train machines: it adapts a model that is there, the bundled one or a file, to the labelled
pages, by a correction of what it says of each block that changes little where the pages say little. A few
pages of a site are enough. The estimate compares the model as it was with the adapted one on the same
pages, held apart by site, or by page where all are of one site. Of the settings those of teach count, and
train.word_power and train.seed.`,
		Example: `  mullion train corpora/mine --out mine.model --keep models
  mullion train corpora/wcxb corpora/rendered --snapshots build/snapshots --folds 5 --scores scores.md
  mullion train corpora/mine --folds 2 --grid train.c=0.3,1 --out mine.model
  mullion train corpora/mine --folds 0 --out quick.model --set train.rows=2000
  mullion train corpora/mine --from builtin --out mine.model
  mullion train corpora/mine --method density-svm --folds 0 --out density.model`,
		Args: someCorpora,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.dirs = args
			return runTrain(cmd.Context(), a, o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&o.method, "method", mullion.Fused, "`name` of the method to train: "+strings.Join(study.Trainable, ", "))
	flags.StringVar(&o.from, "from", "", "adapt this `model` to the pages in place of training: a file, or builtin")
	flags.StringVarP(&o.out, "out", "o", "", "`file` for the model")
	flags.IntVar(&o.folds, "folds", 5, "parts of the sites for the estimate; 0 for none")
	flags.StringVar(&o.scores, "scores", "", "also write the table of the estimate to a `file`")
	o.compareOptions.addFlags(cmd)
	flags.StringVar(&o.predictions, "predictions", "", "also write the texts that the estimate scored to a `file` (.jsonl), static pages only")
	flags.StringVar(&o.heldOut, "held-out", "", "also write all texts that the estimate scored, rendered and with profiles too, to a `file` (.jsonl), for eval --held-out")
	flags.StringVar(&o.keep, "keep", "", "`folder` for every model that is trained on the way: one that is there is not trained again by the same program on the same pages")
	o.corpusOptions.addFlags(cmd)
	return cmd
}

// check reports flags that do not go together, and files that cannot be written.
func (o *trainOptions) check() error {
	switch {
	case !slices.Contains(study.Trainable, o.method):
		return usagef("--method: %q is not one of %s", o.method, strings.Join(study.Trainable, ", "))
	case o.from != "" && o.method != mullion.Fused:
		return usagef("--from: only models of --method %s are adapted; without --from those of %s are trained from the pages", mullion.Fused, o.method)
	case o.from != "" && o.compares():
		return usagef("--from trains no machines: --ablation, --learning-curve and --grid have nothing to compare")
	case o.keep != "" && (o.from != "" || o.method != mullion.Fused):
		return usagef("--keep is for training of --method %s", mullion.Fused)
	case o.method != mullion.Fused && (o.predictions != "" || o.heldOut != "" || o.compares()):
		return usagef("--predictions, --held-out, --ablation, --learning-curve and --grid are for --method %s; `mullion eval --apart %s --predictions` writes those of other methods", mullion.Fused, o.method)
	case o.folds == 1 || o.folds < 0:
		return usagef("--folds: %d is not 0 or at least 2", o.folds)
	case o.folds == 0 && o.compares():
		return usagef("--ablation, --learning-curve and --grid need --folds")
	case o.compares() && (o.scores != "" || o.predictions != "" || o.heldOut != ""):
		return usagef("--scores, --predictions and --held-out are of one estimate: --ablation, --learning-curve and --grid make others in its place")
	case o.folds == 0 && o.out == "":
		return usagef("nothing to do: give --out for a model, or --folds for an estimate")
	}
	for _, f := range []string{o.out, o.scores, o.ablation, o.curve, o.predictions, o.heldOut} {
		if err := checkFolder(f); err != nil {
			return err
		}
	}
	return noFile("--keep", o.keep)
}

func runTrain(ctx context.Context, a *app, o trainOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	c, err := a.config()
	if err != nil {
		return err
	}
	if _, err := gridOf(o.grid, c.Train); err != nil {
		return err
	}
	var base *classify.Model
	if o.from != "" {
		if base, err = mullion.OpenModel(o.from); err != nil {
			return usagef("--from: %w", err)
		}
	}
	k, err := o.open(ctx, a, c, true)
	if err != nil {
		return err
	}
	defer k.close()
	if err := o.checkItems(k); err != nil {
		return err
	}
	if base != nil {
		return o.adapt(ctx, a, k, base)
	}
	if o.method != mullion.Fused {
		return o.machines(ctx, a, k)
	}
	s := k.study
	s.Keep = o.keep
	samples, err := s.Samples(ctx, k.items)
	k.stop() // training needs the memory
	if samples == nil && err != nil {
		return err
	}
	if err != nil {
		a.log.Warn("some pages are left out", "why", err)
	}
	if err := s.CheckSamples(samples); err != nil {
		return err
	}
	tellMisfits(a, s, samples)
	estimate := map[string]float64{}
	switch {
	case o.compares():
		if c.Train, err = o.compare(ctx, a, s, k.items, samples, o.folds, c.Train); err != nil {
			return err
		}
	case o.folds > 0:
		if estimate, err = o.estimate(ctx, a, s, k.items, samples, c.Train); err != nil {
			return err
		}
	}
	if o.out == "" {
		return nil
	}
	m, err := s.Train(ctx, samples, nil, -1, c.Train)
	if err != nil {
		return err
	}
	m.Provenance.Scores = estimate
	return o.write(a, k, m, "model trained")
}

// checkItems refuses at once what cannot be trained on. Lessons and the published methods do with few sites.
func (o *trainOptions) checkItems(k *corpora) error {
	t := k.config.Train
	if o.from != "" || o.method != mullion.Fused {
		t.InnerFolds = 0
	}
	if err := study.CheckItems(k.items, o.folds, t); err != nil {
		return usageError{err}
	}
	return nil
}

// mostMisfits is how many pages are named whose gold does not fit them, unless all are asked for (--verbose).
const mostMisfits = 20

// tellMisfits names the pages whose gold does not fit them.
func tellMisfits(a *app, s *study.Study, samples []study.Sample) {
	list := s.Misfits(samples)
	if len(list) == 0 {
		return
	}
	top := mostMisfits
	if a.verbose {
		top = 0
	}
	for _, p := range head(list, top) {
		a.log.Warn("teaches nothing, as its gold does not fit it", "page", p.Item.Corpus+"/"+p.Item.ID, "rendered", p.Rendered, "f1_of_perfect_labels", fmt.Sprintf("%.2f", p.Fit))
	}
	a.log.Warn("pages that teach nothing, as their gold does not fit them (study.min_fit); the estimate has them", "pages", len(list), "of", len(samples))
}

// write writes the model that was made to its file.
func (o *trainOptions) write(a *app, k *corpora, m *classify.Model, what string) error {
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		return err
	}
	k.progress.done()
	a.log.Info(what, "model", m.String(), "bytes", b.Len())
	return a.write(o.out, b.Bytes())
}

// estimate scores every page with a model that did not see its site, writes the table and returns its main numbers.
func (o *trainOptions) estimate(ctx context.Context, a *app, s *study.Study, items []eval.Item, samples []study.Sample, t classify.TrainOptions) (map[string]float64, error) {
	run, err := s.CrossValidate(ctx, items, samples, o.folds, uint64(t.Seed), t)
	if err != nil {
		return nil, err
	}
	report := &eval.Report{}
	if len(run.Rendered) > 0 {
		report.Add(eval.NewReport("fused, rendered", run.Rendered, eval.BySite))
	}
	if len(run.Static) > 0 {
		report.Add(eval.NewReport("fused, static", run.Static, eval.ByPageType))
	}
	for _, k := range []struct {
		name  string
		pairs *study.Pairs
	}{{"rendered", &run.RenderedKnown}, {"static", &run.StaticKnown}} {
		if len(k.pairs.With) > 0 {
			report.Add(eval.NewReport("fused, "+k.name+", sites with profile, without it", k.pairs.Without))
			report.Add(eval.NewReport("fused, "+k.name+", sites with profile, with it", k.pairs.With))
			better, worse := k.pairs.Changes(study.Noticeable)
			a.log.Info("pages that a profile changes by more than .01 word F1", "pages", len(k.pairs.With), "kind", k.name, "better", better, "worse", worse)
		}
	}
	if len(run.Learned) > 0 {
		report.Add(eval.NewReport("learned, sites with profile", run.Learned))
	}
	var table bytes.Buffer
	if err := errors.Join(report.WriteTable(&table), run.WriteTypes(&table), run.WritePromises(&table)); err != nil {
		return nil, err
	}
	fmt.Fprintf(&table, "\nSites are held apart in %d parts: each page is scored by a model that other sites taught.", o.folds)
	idle := 0
	for i := range samples {
		if !s.Teaches(&samples[i]) {
			idle++
		}
	}
	if idle > 0 {
		fmt.Fprintf(&table, " %d of %d pages taught nothing, as their gold is empty or does not fit them.", idle, len(samples))
	}
	table.WriteString("\n")
	if err := o.writeEstimate(a, table.Bytes(), run); err != nil {
		return nil, err
	}
	return wordF1(report), nil
}

// writeTable writes the table of an estimate to its file and to standard output.
func (o *trainOptions) writeTable(a *app, table []byte) error {
	if o.scores != "" {
		if err := a.write(o.scores, table); err != nil {
			return err
		}
	}
	return a.write("", table)
}

// writeEstimate writes the texts that were scored, and the table.
func (o *trainOptions) writeEstimate(a *app, table []byte, run *study.Estimate) error {
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{{o.predictions, run.WritePredictions}, {o.heldOut, run.WriteHeldOut}} {
		var lines bytes.Buffer
		if f.name == "" {
			continue
		}
		if err := f.write(&lines); err != nil {
			return err
		}
		if err := a.write(f.name, lines.Bytes()); err != nil {
			return err
		}
	}
	return o.writeTable(a, table)
}

// wordF1 are the main numbers of a report.
func wordF1(report *eval.Report) map[string]float64 {
	scores := map[string]float64{}
	for _, row := range report.Rows {
		if row.By == eval.Whole && row.Word != nil {
			scores[row.Method+", "+row.Corpus+": word F1"] = row.Word.F1
		}
	}
	return scores
}

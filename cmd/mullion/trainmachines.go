package main

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify/density"
	"github.com/mullionhq/mullion/classify/machine"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/study"
)

// machines trains template-svm or density-svm.
func (o *trainOptions) machines(ctx context.Context, a *app, k *corpora) error {
	s, c := k.study, k.config
	words, err := density.Open(c.DensitySVM.NoiseWords)
	if err != nil {
		return err
	}
	var known *study.Known
	if mullion.NeedsProfile(o.method) {
		if known, err = k.learn(ctx, a, []string{o.method}); err != nil {
			return err
		}
	}
	if o.folds > 0 {
		if err := o.estimateMachines(ctx, a, k, known, words); err != nil {
			return err
		}
	}
	if o.out == "" {
		return nil
	}
	all := func(*eval.Item) bool { return true }
	var model interface{ Write(io.Writer) error }
	var from machine.Provenance
	pages := c.TrainShares.SitePages
	if o.method == mullion.DensitySVM {
		pages = c.TrainDensity.SitePages
	}
	exercises, err := s.Exercises(ctx, k.items, known, words, pages, k.load(ctx))
	if exercises == nil && err != nil {
		return err
	}
	if err != nil {
		a.log.Warn("some pages are left out", "why", err)
	}
	s.Progress("training "+o.method, 0, 0)
	if o.method == mullion.DensitySVM {
		m, err := s.TrainDensity(ctx, exercises, all, c.TrainDensity)
		if err != nil {
			return err
		}
		model, from = m, m.Provenance
	} else {
		m, err := s.TrainShares(ctx, exercises, all, c.TrainShares)
		if err != nil {
			return err
		}
		model, from = m, m.Provenance
	}
	var b bytes.Buffer
	if err := model.Write(&b); err != nil {
		return err
	}
	for _, t := range from.Trained {
		a.log.Info("machine trained", "name", t.Name, "rows", t.Rows, "vectors", t.Vectors,
			"c", t.Best.C, "gamma", t.Best.Gamma, "score", fmt.Sprintf("%.4f", t.Best.Score))
		for _, also := range t.Also {
			a.log.Info("the paper's parameters", "name", t.Name, "c", also.C, "gamma", also.Gamma, "score", fmt.Sprintf("%.4f", also.Score))
		}
	}
	a.log.Info("model trained", "method", o.method, "pages", len(exercises), "bytes", b.Len())
	return a.write(o.out, b.Bytes())
}

// estimateMachines scores every page with machines that did not see its site, and writes the table.
func (o *trainOptions) estimateMachines(ctx context.Context, a *app, k *corpora, known *study.Known, words *density.Lexicon) error {
	c := k.config
	apart, err := k.study.HoldApart(ctx, k.items, o.folds, []string{o.method}, known, words, c.Recipes(), k.load(ctx))
	if err != nil {
		return err
	}
	e := evaluation{study: k.study, config: c.Config, known: known, apart: apart, labels: true}
	e.config.Method = o.method
	scores, err := eval.Run(ctx, k.items, e.extract, eval.RunOptions{Workers: max(2, c.Render.Tabs), Scorer: eval.Scorer{Lines: true}})
	if err != nil {
		return err
	}
	var table bytes.Buffer
	if err := eval.NewReport(o.method, scores).WriteTable(&table, publishedColumns...); err != nil {
		return err
	}
	return o.writeTable(a, table.Bytes())
}

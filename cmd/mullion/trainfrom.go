package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/study"
)

// adapt teaches a model that is there by the pages, and tells what that is worth.
func (o *trainOptions) adapt(ctx context.Context, a *app, k *corpora, base *classify.Model) error {
	s, c := k.study, k.config
	if o.folds > 0 {
		c.Teach.Folds = o.folds
		if err := option.Check(c.Teach); err != nil {
			return usagef("--%w", err)
		}
	}
	samples, err := s.Plain(ctx, k.items)
	k.stop()
	if len(samples) == 0 && err != nil {
		return err
	}
	if err != nil {
		a.log.Warn("some pages are left out", "why", err)
	}
	lesson := s.Adapt(base, samples, c.Train, c.Teach)
	if err := lesson.Check(o.folds > 0); err != nil {
		return err
	}
	tellMisfits(a, s, samples)
	if l := base.Lesson; l != nil {
		a.log.Warn("what the model was taught before is replaced: name the pages that taught it too, to keep it", "taught", l.Date, "pages", l.Pages)
	}
	scores := map[string]float64{}
	if o.folds > 0 {
		if scores, err = o.gain(ctx, a, s, lesson, samples); err != nil {
			return err
		}
	}
	if o.out == "" {
		return nil
	}
	s.Progress("teaching by all pages", 0, 0)
	m, err := lesson.Model(ctx)
	if err != nil {
		return err
	}
	m.Lesson.Scores = scores
	return o.write(a, k, m, "model adapted")
}

// gain scores pages that are held apart, by the model as it was and adapted by the others, and writes the table.
func (o *trainOptions) gain(ctx context.Context, a *app, s *study.Study, lesson *study.Adaptation, samples []study.Sample) (map[string]float64, error) {
	g, err := s.Gain(ctx, lesson, samples)
	if err != nil {
		return nil, err
	}
	report, adapted := &eval.Report{}, &eval.Report{}
	for _, kind := range []struct {
		name string
		of   func(*study.Estimate) []eval.PageScore
	}{
		{"rendered", func(e *study.Estimate) []eval.PageScore { return e.Rendered }},
		{"static", func(e *study.Estimate) []eval.PageScore { return e.Static }},
	} {
		if len(kind.of(g.Before)) == 0 {
			continue
		}
		report.Add(eval.NewReport("as it was, "+kind.name, kind.of(g.Before), eval.BySite))
		after := eval.NewReport("adapted, "+kind.name, kind.of(g.After), eval.BySite)
		report.Add(after)
		adapted.Add(after)
	}
	var table bytes.Buffer
	if err := report.WriteTable(&table); err != nil {
		return nil, err
	}
	writeGain(&table, g, lesson.Known())
	return wordF1(adapted), o.writeEstimate(a, table.Bytes(), g.After)
}

// writeGain says in words what adapting is worth and how far that can be trusted.
func writeGain(w io.Writer, g *study.Gain, known []string) {
	fmt.Fprintf(w, "\nWord F1, Chinese and Japanese by character: %.4f as it was, %.4f adapted, %+.4f [%+.4f, %+.4f] with 95 %% confidence.\n", g.Old, g.New, g.New-g.Old, g.Low, g.High)
	fmt.Fprintf(w, "%d pages", g.Pages)
	if g.Views != g.Pages {
		fmt.Fprintf(w, ", with and without layout %d", g.Views)
	}
	fmt.Fprintf(w, ": %d better by more than %v and %d worse.", g.Better, study.Noticeable, g.Worse)
	if g.BySite {
		fmt.Fprintf(w, " %d sites are held apart in %d parts: each page is scored by a model that other sites taught.\n", g.Sites, g.N)
	} else {
		fmt.Fprintf(w, " All are of one site, so pages are held apart, in %d parts: this is what to expect of\nmore pages of this site, not of others.\n", g.N)
	}
	if g.Low <= 0 && g.High >= 0 {
		fmt.Fprintf(w, "The interval holds 0: these pages do not show that adapting helps.\n")
	}
	if g.Left > 0 {
		fmt.Fprintf(w, "%d of them taught nothing, because their gold is not in them.\n", g.Left)
	}
	if len(known) > 0 {
		fmt.Fprintf(w, "The model was trained on pages of %s: where these are among them, its own score is too high and the gain too low.\n", strings.Join(known, ", "))
	}
}

package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/mullionhq/mullion/study"
	"github.com/mullionhq/mullion/tune"
	"github.com/mullionhq/mullion/tune/chart"
)

// measureNames are the measures in words.
var measureNames = map[string]string{study.MeasureF1: "word F1", study.MeasureRegions: "region accuracy"}

// goldOf tells where the gold of the measures comes from.
var goldOf = map[string]string{
	study.MeasureF1:      "it needs gold text",
	study.MeasureRegions: "it needs gold boxes, which rendered sites have, and workspaces whose blocks were given regions",
}

// topRows are how many trials, winners and losers the table shows.
const topRows = 5

// report prints the table and writes what was asked for.
func (o *tuneOptions) report(a *app, b *tuneBench, r *tune.Result, others []*tune.Trial) error {
	table := o.tuneTable(r, others)
	if err := a.write("", []byte(table)); err != nil {
		return err
	}
	switch {
	case r.Perfect():
		a.log.Warn("the configured settings leave nothing to gain: every page scores 1; take pages that are not right yet", "method", b.base.Method)
	case r.Flat():
		a.log.Warn("every trial scored the same on every page: the method does not look at these settings, or none of their values makes a difference there; a wider range or other pages may", "method", b.base.Method)
	}
	if o.table != "" {
		if err := a.write(o.table, []byte("Made by `"+o.command()+"`.\n\n"+table)); err != nil {
			return err
		}
	}
	if o.out != "" {
		if err := o.save(a, b, r); err != nil {
			return err
		}
	}
	if o.plots == "" {
		return nil
	}
	var marks []chart.Mark
	for i, t := range others {
		marks = append(marks, chart.Mark{Name: o.beside[i], Score: t.Mean(nil)})
	}
	drawn, err := chart.Draw(r, measureNames[o.measure], marks)
	if err != nil {
		return err
	}
	for _, f := range drawn {
		if err := a.write(filepath.Join(o.plots, f.Name), f.Data); err != nil {
			return err
		}
	}
	return nil
}

// save writes the best settings as a config file.
func (o *tuneOptions) save(a *app, b *tuneBench, r *tune.Result) error {
	c, err := b.base.With("--over", r.Space.Settings(r.Best.Point))
	if err != nil {
		return err
	}
	gain, low, high := r.Against(r.Apart)
	head := fmt.Sprintf(`Settings found by mullion tune %s: %s
%s %.4f on the %d pages that chose them, %.4f before.
On %ss held apart the search gained %+.4f (95 %% interval over %ss %+.4f to %+.4f).`,
		strings.Join(o.dirs, " "), r.Space.String(r.Best.Point),
		measureNames[o.measure], r.Best.Mean(nil), len(b.items), r.Start.Mean(nil), r.Unit(), gain, r.Unit(), low, high)
	tuned := r.Space.Settings(r.Best.Point)
	in := func(key string) bool { _, is := tuned[key]; return is }
	return a.write(o.out, []byte(c.Excerpt(head, in, judges)))
}

func (o *tuneOptions) tuneTable(r *tune.Result, others []*tune.Trial) string {
	var b strings.Builder
	gains, pages := r.Gains(), 0
	for _, g := range gains {
		pages += g.Pages
	}
	of, may := fmt.Sprintf("%d sites", len(gains)), "new sites"
	if r.ByPage {
		of, may = "one site", "more pages of this site, but not others,"
	}
	fmt.Fprintf(&b, "%d trials, %d pages of %s. Gains are against the configured settings, with 95 %% intervals over %ss.\n\n", len(r.Trials), pages, of, r.Unit())
	fmt.Fprintf(&b, "| settings | %s | gain |\n|---|---|---|\n", measureNames[o.measure])
	fmt.Fprintf(&b, "| configured: %s | %.4f | |\n", r.Space.String(r.Start.Point), r.Start.Mean(nil))
	row := func(name string, scores []float64) {
		t := tune.Trial{Pages: scores}
		gain, low, high := r.Against(scores)
		fmt.Fprintf(&b, "| %s | %.4f | %+.4f (%+.4f to %+.4f) |\n", name, t.Mean(nil), gain, low, high)
	}
	row(fmt.Sprintf("chosen on the other %ss (%d parts): what %s may expect", r.Unit(), len(r.Chosen), may), r.Apart)
	row("**best** on these pages: "+r.Space.String(r.Best.Point), r.Best.Pages)
	for i, t := range others {
		row("beside: "+strings.ReplaceAll(o.beside[i], "|", "\\|"), t.Pages)
	}
	b.WriteString("\n")
	fmt.Fprintf(&b, "| part | chosen without its %ss |\n|---|---|\n", r.Unit())
	for f, t := range r.Chosen {
		fmt.Fprintf(&b, "| %d | %s |\n", f+1, r.Space.String(t.Point))
	}
	writeGains(&b, gains, r.Unit())
	return b.String()
}

// writeGains writes the sites, or pages, that gain and lose most.
func writeGains(b *strings.Builder, gains []tune.SiteGain, unit string) {
	better, worse := 0, 0
	for _, g := range gains {
		switch {
		case g.Gain() > 0:
			better++
		case g.Gain() < 0:
			worse++
		}
	}
	fmt.Fprintf(b, "\n%d %ss are better, %d are worse by what was chosen without them, %d are as before.\n\n", better, unit, worse, len(gains)-better-worse)
	if better+worse == 0 {
		return
	}
	fmt.Fprintf(b, "| %s | pages | configured | chosen | gain |\n|---|---|---|---|---|\n", unit)
	for i, g := range gains {
		won, lost := i < topRows && g.Gain() > 0, i >= len(gains)-topRows && g.Gain() < 0
		if won || lost {
			fmt.Fprintf(b, "| %s | %d | %.4f | %.4f | %+.4f |\n", g.Site, g.Pages, g.Start, g.Apart, g.Gain())
		}
	}
}

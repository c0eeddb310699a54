package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/study"
)

// A variant is a method as it is scored: with the settings as they are, or with one thing changed.
type variant struct {
	name   string
	config *config.Config
	blind  bool                 // without profiles
	learn  func(s *study.Study) // changes how profiles are learned; nil for those that are there
}

// noClusters is how many pages a cluster must have so that none counts.
const noClusters = 10000

// variants are the methods and, with --published, their variants, those that share profiles side by side.
func (o *evalOptions) variants(c *config.Config) []variant {
	var plain, halves, unclustered []variant
	for _, method := range o.methods {
		own := *c
		own.Method = method
		plain = append(plain, variant{name: method, config: &own})
		if !o.published {
			continue
		}
		if mullion.NeedsProfile(method) || method == mullion.Fused && o.heldOut == "" {
			halves = append(halves, variant{name: method + ", half", config: &own})
		}
		switch method {
		case mullion.Fused:
			plain = append(plain, variant{name: method + ", no profiles", config: &own, blind: true})
		case mullion.TemplateSVM:
			svm := own
			svm.TemplateSVM.Templates = false
			plain = append(plain, variant{name: method + ", no templates", config: &svm})
		case mullion.Cluster:
			unclustered = append(unclustered, variant{name: method + ", no clusters", config: &own, learn: func(s *study.Study) {
				s.Clean.Site.Clusters.MinPages = noClusters
			}})
		}
	}
	if len(halves) > 0 {
		halves[0].learn = func(s *study.Study) { s.Options.Profiles = "half" }
	}
	return append(append(plain, halves...), unclustered...)
}

// profiles learns what the variant wants.
func (v *variant) profiles(ctx context.Context, s *study.Study, items []eval.Item, load study.Load) (*study.Known, error) {
	changed := *s
	v.learn(&changed)
	return changed.Learn(ctx, items, load)
}

// items are those that the method can be scored on.
func (e *evaluation) items(items []eval.Item) []eval.Item {
	if !mullion.NeedsLayout(e.config.Method) || e.config.Rendering == mullion.RenderAlways {
		return items
	}
	var of []eval.Item
	for _, it := range items {
		if it.Layout != nil && e.config.Rendering != mullion.RenderNever {
			of = append(of, it)
		}
	}
	return of
}

// openMachines opens what the settings name for the methods. A model file is of one method, so with several methods the
// others keep what is bundled.
func openMachines(c *config.Config, methods []string) (mullion.Machines, error) {
	var all mullion.Machines
	for _, method := range methods {
		o := c.Options
		o.Method = method
		if len(methods) > 1 {
			o.Model = mullion.BuiltinModel
		}
		m, err := mullion.OpenMachines(o)
		if err != nil {
			return all, err
		}
		if m.Shares != nil {
			all.Shares = m.Shares
		}
		if m.Density != nil {
			all.Density = m.Density
		}
		if m.Words != nil {
			all.Words = m.Words
		}
	}
	return all, nil
}

// openHeldOut reads the file of --held-out; nil without one.
func (o *evalOptions) openHeldOut() (study.HeldOut, error) {
	if o.heldOut == "" {
		return nil, nil
	}
	f, err := os.Open(o.heldOut)
	if err != nil {
		return nil, usageError{err}
	}
	defer f.Close()
	held, err := study.ReadHeldOut(f)
	if err != nil {
		return nil, usageError{fmt.Errorf("%s: %w", o.heldOut, err)}
	}
	return held, nil
}

// publishedColumns are the columns of the table of published methods.
var publishedColumns = []string{
	"word F1", "bag F1", "aeb F1", "seg F1", "right", "good", "fair", "poor", "bad", "label P", "label R", "line P", "line R", "line F1",
}

// write writes the scores to the file of --json, and the table to that of --table and to standard output.
func (o *evalOptions) write(a *app, report *eval.Report) error {
	var b bytes.Buffer
	if o.json != "" {
		if err := report.WriteJSON(&b); err != nil {
			return err
		}
		if err := a.write(o.json, b.Bytes()); err != nil {
			return err
		}
		b.Reset()
	}
	var columns []string
	if o.published {
		columns = publishedColumns
	}
	if err := report.WriteTable(&b, columns...); err != nil {
		return err
	}
	if o.table != "" {
		text := "Made by `" + o.command() + "`.\n" + o.seen() + "\n" + b.String()
		if err := a.write(o.table, []byte(text)); err != nil {
			return err
		}
	}
	return a.write("", b.Bytes())
}

// seen is a line that names the methods whose bundled models may have seen the pages; "" when there are none.
func (o *evalOptions) seen() string {
	var names []string
	for _, method := range study.Trainable {
		if slices.Contains(o.methods, method) && !slices.Contains(o.apart, method) && !(method == mullion.Fused && o.heldOut != "") {
			names = append(names, method)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Models that may have seen these pages: " + strings.Join(names, ", ") + ".\n"
}

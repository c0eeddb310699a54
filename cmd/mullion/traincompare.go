package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/option"
	"github.com/mullionhq/mullion/study"
)

// compareOptions are the flags of train that make its estimate several times.
type compareOptions struct {
	ablation string
	curve    string
	grid     []string
}

func (o *compareOptions) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.ablation, "ablation", "", "make the estimate again without each source of evidence, and write what it is worth to a `file`")
	flags.StringVar(&o.curve, "learning-curve", "", "make the estimate again on a half, a quarter and an eighth of the sites, and write it to a `file`")
	flags.StringArrayVar(&o.grid, "grid", nil, "a setting of training with the values to try, as `key=value,value`; may be given again for all pairs")
}

func (o *compareOptions) compares() bool { return o.ablation != "" || o.curve != "" || len(o.grid) > 0 }

// halvings is how often the learning curve halves the sites.
const halvings = 3

// compare makes the comparisons that were asked for, and returns the best options of the grid.
func (o *compareOptions) compare(ctx context.Context, a *app, s *study.Study, items []eval.Item, samples []study.Sample, folds int, t classify.TrainOptions) (classify.TrainOptions, error) {
	grid, err := gridOf(o.grid, t) // runTrain has checked it
	if err != nil {
		return t, err
	}
	write := func(file string, c *study.Comparison, err error) error {
		var table bytes.Buffer
		if e := c.WriteTable(&table); e != nil {
			return e
		}
		if e := a.write(file, table.Bytes()); e != nil { // of an interrupted comparison what there is
			return e
		}
		return err
	}
	if o.ablation != "" {
		c, err := s.Ablate(ctx, items, samples, folds, t)
		if err := write(o.ablation, c, err); err != nil {
			return t, err
		}
	}
	if o.curve != "" {
		c, err := s.LearningCurve(ctx, items, samples, folds, halvings, t)
		if len(c.Rows) > 0 && errors.Is(err, classify.ErrFewSites) {
			a.log.Warn("the learning curve ends early", "why", err)
			err = nil
		}
		if err := write(o.curve, c, err); err != nil {
			return t, err
		}
	}
	if grid == nil {
		return t, nil
	}
	c, err := s.Grid(ctx, items, samples, folds, t, grid)
	if err := write("", c, err); err != nil {
		return t, err
	}
	best := c.Best()
	a.log.Info("best of the grid", "settings", best.Name, "note", "chosen on the pages that it was scored on: expect a little less")
	return best.Options, nil
}

// gridOf returns the options with every combination of the values, in the order in which they were given.
func gridOf(axes []string, t classify.TrainOptions) ([]study.Row, error) {
	if len(axes) == 0 {
		return nil, nil
	}
	rows := []study.Row{{Options: t}}
	for _, axis := range axes {
		key, values, ok := strings.Cut(axis, "=")
		name, isTraining := strings.CutPrefix(key, "train.")
		field := trainField(name)
		if !ok || values == "" || !isTraining || field == nil {
			return nil, usagef("--grid: %q is not a setting of training with values, such as train.c=0.3,1,3; mullion config lists the settings", axis)
		}
		var next []study.Row
		for _, r := range rows {
			for value := range strings.SplitSeq(values, ",") {
				o := r.Options
				to := reflect.ValueOf(&o).Elem().FieldByIndex(field.Index)
				err := option.Set(to, value)
				if err == nil {
					err = field.Check(to)
				}
				if err != nil {
					return nil, usagef("--grid: %s: %v", key, err)
				}
				next = append(next, study.Row{Name: strings.TrimSpace(fmt.Sprintf("%s %s=%s", r.Name, name, value)), Options: o})
			}
		}
		rows = next
	}
	return rows, nil
}

// trainField is the setting of training with the name; nil when there is none.
func trainField(name string) *option.Field {
	for _, f := range option.Fields(reflect.TypeFor[classify.TrainOptions]()) {
		if f.Key == name {
			return &f
		}
	}
	return nil
}

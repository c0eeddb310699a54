package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/study"
	"github.com/mullionhq/mullion/tune"
)

// A tuneBench scores settings, and remembers them.
type tuneBench struct {
	base        config.Config
	trials      *study.Trials
	items       []eval.Item
	fingerprint string
	log         *tune.Log
	measure     string
	memo        map[string]*tune.Trial
	made, found int // trials that were made now, and before
}

// openBench loads everything that trials need.
func openBench(ctx context.Context, a *app, k *corpora, space tune.Space, beside []map[string]any) (*tuneBench, error) {
	c := k.config
	methods := methodsOf(c, space, beside)
	var model *classify.Model
	var err error
	if slices.Contains(methods, mullion.Fused) {
		if model, err = mullion.OpenModel(c.Model); err != nil {
			return nil, err
		}
	}
	k.study.Judge = model
	machines, err := openMachines(&c.Config, methods)
	if err != nil {
		return nil, err
	}
	var known *study.Known
	var profiles study.Profiles
	if c.Profiles != "" || slices.ContainsFunc(methods, mullion.NeedsProfile) {
		if known, err = k.learn(ctx, a, methods); err != nil {
			return nil, err
		}
		profiles = k.profilesUnder
	}
	trials, err := k.study.Trials(ctx, k.items, k.load(ctx), model, machines, known, profiles)
	if trials == nil {
		return nil, err
	}
	if err != nil {
		a.log.Warn("some pages are left out", "why", err)
	}
	h := sha256.New()
	fmt.Fprintln(h, version(), c.Profiles, c.Model)
	if err := trials.Fingerprint(h); err != nil {
		return nil, err
	}
	return &tuneBench{
		base: c.Config, trials: trials, items: trials.Items(), fingerprint: hex.EncodeToString(h.Sum(nil)),
		memo: map[string]*tune.Trial{},
	}, nil
}

// methodsOf lists the methods that a search may come to.
func methodsOf(c *config.Loaded, space tune.Space, beside []map[string]any) []string {
	methods := []string{c.Method}
	for _, a := range space {
		if a.Key == "method" {
			methods = append(methods, a.Values...)
		}
	}
	for _, settings := range beside {
		if m, ok := settings["method"].(string); ok {
			methods = append(methods, m)
		}
	}
	slices.Sort(methods)
	return slices.Compact(methods)
}

// score is the trial of the settings: from memory, from the log, or made now.
func (b *tuneBench) score(ctx context.Context, at tune.Point, settings map[string]any) (*tune.Trial, error) {
	c, err := b.base.With("--over", settings)
	if errors.Is(err, config.ErrInvalid) {
		return nil, fmt.Errorf("%w: %w", tune.ErrPoint, err)
	}
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	fmt.Fprintln(h, b.fingerprint)
	for _, f := range judging() {
		fmt.Fprintln(h, f.Key, reflect.ValueOf(c).FieldByIndex(f.Index).Interface())
	}
	key := hex.EncodeToString(h.Sum(nil)[:16])
	if t := b.memo[key]; t != nil {
		return t, nil
	}
	pages := b.log.Find(key)
	if pages == nil {
		if pages, err = b.trials.Score(ctx, c.Options); err != nil {
			return nil, err
		}
		if err := b.log.Add(key, settings, pages); err != nil {
			return nil, err
		}
		b.made++
	} else {
		b.found++
	}
	if len(pages[b.measure]) != len(b.items) {
		return nil, fmt.Errorf("the file of --trials has a trial of %d pages, these are %d: name another file", len(pages[b.measure]), len(b.items))
	}
	t := &tune.Trial{Point: at, Pages: pages[b.measure]}
	b.memo[key] = t
	return t, nil
}

// scoreBeside is a trial of each of the settings of --beside.
func (b *tuneBench) scoreBeside(ctx context.Context, beside []map[string]any) (trials []*tune.Trial, err error) {
	for _, settings := range beside {
		t, err := b.score(ctx, nil, settings)
		if err != nil {
			return nil, fmt.Errorf("--beside: %w", err)
		}
		trials = append(trials, t)
	}
	return trials, nil
}

// pointOf is where the configured settings stand in the space.
func pointOf(space tune.Space, c *config.Config) tune.Point {
	var p tune.Point
	for _, a := range space {
		f, _ := config.Field(a.Key)
		v := reflect.ValueOf(*c).FieldByIndex(f.Index)
		if v.Kind() == reflect.Float64 {
			p = append(p, strconv.FormatFloat(v.Float(), 'f', -1, 64))
			continue
		}
		p = append(p, fmt.Sprint(v.Interface()))
	}
	return p
}

package study

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
)

// ErrFiles says that pages of a corpus have no file.
var ErrFiles = errors.New("pages without their file")

// namedFiles is how many of these are named.
const namedFiles = 5

// CheckItems refuses, before any page is loaded, what training would refuse in the end: pages that are not there, and too
// few sites when the parts of an estimate are held apart; parts 0 holds none apart. What has no inner folds holds pages apart where
// there are too few sites.
func CheckItems(items []eval.Item, parts int, o classify.TrainOptions) error {
	if err := checkFiles(items); err != nil {
		return err
	}
	if err := checkSites(items, func(int) bool { return true }, o); err != nil || parts == 0 {
		return err // an estimate or none, there are too few
	}
	folds := eval.Folds(items, parts, uint64(o.Seed))
	for apart := range parts {
		if err := checkSites(items, func(i int) bool { return folds[i] != apart }, o); err != nil {
			return fmt.Errorf("with a part held apart for the estimate (--folds 0 makes none): %w", err)
		}
	}
	if o.InnerFolds > 0 {
		return checkFolds(items, folds, parts)
	}
	return nil
}

// checkSites refuses items in a training of too few sites.
func checkSites(items []eval.Item, in func(i int) bool, o classify.TrainOptions) error {
	sites := map[string]bool{}
	for i := range items {
		if in(i) && items[i].Gold.Says() {
			sites[items[i].Site] = true
		}
	}
	if len(sites) < o.InnerFolds {
		return o.FewSites(len(sites))
	}
	return nil
}

func checkFiles(items []eval.Item) error {
	var errs []error
	missing := 0
	for i := range items {
		if items[i].Saved != "" {
			continue
		}
		if _, err := os.Stat(items[i].HTMLPath); err != nil {
			if missing++; missing <= namedFiles {
				errs = append(errs, fmt.Errorf("page %s: %w", items[i].ID, err))
			}
		}
	}
	if missing == 0 {
		return nil
	}
	return fmt.Errorf("%w: %d of %d\n%w", ErrFiles, missing, len(items), errors.Join(errs...))
}

// Misfits are the samples whose gold does not fit their page, which teach nothing: the worst first.
func (s *Study) Misfits(samples []Sample) (list []*Sample) {
	for i := range samples {
		if samples[i].Fit < s.Options.MinFit {
			list = append(list, &samples[i])
		}
	}
	slices.SortStableFunc(list, func(a, b *Sample) int { return cmp.Compare(a.Fit, b.Fit) })
	return list
}

// CheckSamples refuses samples of which none can teach, as their gold is of other pages.
func (s *Study) CheckSamples(samples []Sample) error {
	if len(s.Misfits(samples)) < len(samples) {
		return nil
	}
	return noneFits(len(samples))
}

// noneFits is the error of so many pages whose gold fits none of them.
func noneFits(pages int) error {
	return fmt.Errorf("%w: of the %d pages with gold text none has it in its blocks: check that they belong together", classify.ErrTaught, pages)
}

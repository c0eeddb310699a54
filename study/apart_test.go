package study

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify/density"
	"github.com/mullionhq/mullion/classify/machine"
	"github.com/mullionhq/mullion/eval"
)

// Models that are held apart are trained on all sites but those of the page that they are asked about.
func TestModelsHeldApartDidNotSeeTheSite(t *testing.T) {
	items := corpus(t)
	items = items[:len(items)-1] // whose gold is not in it
	for i := range items {
		items[i].Corpus = items[i].Site                                  // which models name
		_, items[i].Gold.Text, _ = strings.Cut(items[i].Gold.Text, "\n") // so that a paragraph of the story is none of it
	}
	s := &Study{Clean: mullion.DefaultOptions(), Options: DefaultOptions()}
	o := machine.DefaultOptions()
	o.Folds, o.MinC, o.MaxC, o.MinGamma, o.MaxGamma = 2, 2, 2, 2, 2
	r := Recipes{Fused: quick(), Shares: o, Density: density.TrainOptions{Options: o, Purity: 0.5}}
	r.Fused.InnerFolds = 2
	apart, err := s.HoldApart(t.Context(), items, 2, Trainable, nil, nil, r, s.Loader.Static)
	if err != nil {
		t.Fatal(err)
	}
	seen := func(m Trained) map[string][]string {
		sites := map[string][]string{}
		for _, c := range m.Fused.Provenance.Corpora {
			sites[mullion.Fused] = append(sites[mullion.Fused], c.Name)
		}
		for _, c := range m.Machines.Shares.Provenance.Corpora {
			sites[mullion.TemplateSVM] = append(sites[mullion.TemplateSVM], c.Name)
		}
		for _, c := range m.Machines.Density.Provenance.Corpora {
			sites[mullion.DensitySVM] = append(sites[mullion.DensitySVM], c.Name)
		}
		return sites
	}
	for i := range items {
		mine := apart.Of(&items[i])
		var others []string // the sites that have another model
		for j := range items {
			if name := items[j].Site; apart.Of(&items[j]) != mine && !slices.Contains(others, name) {
				others = append(others, name)
			}
		}
		trained := seen(mine)
		for _, method := range Trainable {
			names := trained[method]
			if !slices.Equal(names, others) || slices.Contains(names, items[i].Site) {
				t.Errorf("%s is asked about %s, and was trained on %v, not on %v", method, items[i].Site, names, others)
			}
		}
	}
	one, err := s.HoldApart(t.Context(), items, 2, []string{mullion.TemplateSVM}, nil, nil, r, s.Loader.Static)
	if err != nil {
		t.Fatal(err)
	}
	if m := one.Of(&items[0]); m.Machines.Shares == nil || m.Machines.Density != nil || m.Fused != nil {
		t.Errorf("of one method %+v is trained", m)
	}
	if _, err := s.HoldApart(t.Context(), items[:3], 2, Trainable, nil, nil, r, s.Loader.Static); !errors.Is(err, ErrFewFolds) {
		t.Errorf("pages of one site are held apart: %v", err)
	}
	if m := (*Apart)(nil).Of(&eval.Item{}); m != (Trained{}) {
		t.Errorf("of nothing there is %+v", m)
	}
}

package study

import (
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"reflect"
	"slices"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/site"
)

// The measures of trials, each a number of one page that is averaged over pages.
const (
	MeasureF1      = "f1"      // word F1 of the main content
	MeasureRegions = "regions" // share of the characters in their gold region
)

// Measures lists them.
var Measures = []string{MeasureF1, MeasureRegions}

// Trials scores pages with one setting after another. Pages are loaded once; what settings do not change, such as the
// evidence of fused under other thresholds, is measured once.
type Trials struct {
	study    *Study
	model    *classify.Model
	machines mullion.Machines
	known    *Known
	under    site.Options // that known is of
	profiles Profiles
	pages    []trialPage
	at       map[string]*page.Page // by itemKey
}

// Profiles are those of the items' sites under some settings; load answers the pages that they may be learned from.
type Profiles func(ctx context.Context, o site.Options, load Load) (*Known, error)

// A trialPage is a page with what its last trial measured.
type trialPage struct {
	item *eval.Item
	page *page.Page
	gold []string // words

	layout   *mullion.Document // judged under regions, with what was known
	regions  regions.Options
	known    *site.Site
	scored   *classify.Scored // by fused, under regions
	isJudged bool
}

// Trials loads the items' pages. Items that cannot be loaded are left out and reported in the error, beside which there
// are trials of the others. model, machines and known are those that the methods need; known may be nil. Where
// profiles is not, they are asked for what is known under other settings of sites than the study's.
func (s *Study) Trials(ctx context.Context, items []eval.Item, load Load, model *classify.Model, machines mullion.Machines, known *Known, profiles Profiles) (*Trials, error) {
	pages, errs := make([]trialPage, len(items)), make([]error, len(items))
	s.parallel(ctx, "loading pages", len(items), func(i int) {
		p, err := load(&items[i])
		if err != nil {
			errs[i] = fmt.Errorf("%s: %w", items[i].ID, err)
			return
		}
		pages[i] = trialPage{item: &items[i], page: p, gold: eval.Words(items[i].Gold.Text)}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	pages = slices.DeleteFunc(pages, func(p trialPage) bool { return p.page == nil })
	t := &Trials{study: s, model: model, machines: machines, known: known, under: s.Clean.Site, profiles: profiles, pages: pages, at: map[string]*page.Page{}}
	for i := range pages {
		t.at[itemKey(pages[i].item)] = pages[i].page
	}
	return t, errors.Join(errs...)
}

// learn makes known what the profiles tell under the settings.
func (t *Trials) learn(ctx context.Context, o site.Options) (err error) {
	if t.profiles == nil || reflect.DeepEqual(t.under, o) {
		return nil
	}
	known, err := t.profiles(ctx, o, t.load)
	if err == nil {
		t.known, t.under = known, o
	}
	return err
}

// load is the page of an item, which was loaded.
func (t *Trials) load(it *eval.Item) (*page.Page, error) {
	if p := t.at[itemKey(it)]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s was left out", it.ID)
}

// Items lists the items whose pages were loaded, in order.
func (t *Trials) Items() []eval.Item {
	items := make([]eval.Item, len(t.pages))
	for i := range t.pages {
		items[i] = *t.pages[i].item
	}
	return items
}

// Fingerprint writes to h what trials depend on beside the settings that they try: the pages and their gold, what was
// trained, the noise words, what is known of sites, and the settings of that.
func (t *Trials) Fingerprint(h hash.Hash) error {
	o := &t.study.Clean
	fmt.Fprintln(h, o.Site, o.DensitySVM, t.study.Options.Profiles, t.machines.Words)
	if t.known != nil {
		fmt.Fprintln(h, t.known.Profiles, t.known.Pages)
	}
	var errs [3]error
	if t.model != nil {
		errs[0] = t.model.Write(h)
	}
	if t.machines.Shares != nil {
		errs[1] = t.machines.Shares.Write(h)
	}
	if t.machines.Density != nil {
		errs[2] = t.machines.Density.Write(h)
	}
	for i := range t.pages {
		p := &t.pages[i]
		fmt.Fprintln(h, p.item.Corpus, p.item.ID, p.item.Site, len(p.item.Gold.Text), p.page.Rendered, p.page.Width, p.page.Height)
		io.WriteString(h, p.item.Gold.Text)
		if p.item.Layout != nil {
			for _, name := range regions.Names {
				fmt.Fprintln(h, p.item.Layout.Boxes[name])
			}
		}
		for j := range p.page.Nodes {
			n := &p.page.Nodes[j]
			fmt.Fprintln(h, n.Tag, n.Attrs, n.Hidden, n.Box, n.Text)
		}
	}
	return errors.Join(errs[:]...)
}

// Score is what every page scores with the settings, by measure. NaN stands for a page that the measure has no gold
// for. One call at a time.
func (t *Trials) Score(ctx context.Context, o mullion.Options) (map[string][]float64, error) {
	if err := t.learn(ctx, o.Site); err != nil {
		return nil, err
	}
	f1, right := make([]float64, len(t.pages)), make([]float64, len(t.pages))
	silent := Study{Options: t.study.Options}
	silent.parallel(ctx, "", len(t.pages), func(i int) {
		p := &t.pages[i]
		got := Predict(t.judge(p, o))
		f1[i], right[i] = math.NaN(), math.NaN()
		if p.item.Gold.HasText {
			f1[i] = eval.Bag(p.gold, eval.Words(got.Text)).F1
		}
		if p.item.Layout != nil && got.Blocks != nil {
			if c := eval.CompareRegions(p.item.Layout.Boxes, got.Blocks); c.All > 0 {
				right[i] = float64(c.Right) / float64(c.All)
			}
		}
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return map[string][]float64{MeasureF1: f1, MeasureRegions: right}, nil
}

// judge is mullion.Judge, which for fused under the same regions and profile decides again and measures nothing.
func (t *Trials) judge(p *trialPage, o mullion.Options) *mullion.Document {
	o.Known, o.Machines = t.known.Of(p.item), t.machines
	if o.Method != mullion.Fused {
		return mullion.Judge(p.page, t.model, o)
	}
	if p.isJudged && p.regions == o.Regions && p.known == o.Known {
		d := *p.layout
		d.Blocks = p.scored.Label(o.Classify).Blocks
		return &d
	}
	d := mullion.Judge(p.page, t.model, o)
	p.layout, p.regions, p.known, p.isJudged = d, o.Regions, o.Known, true
	p.scored = t.model.Score(p.page, d.Layout, o.Known, p.scored)
	return d
}

package mullion

import (
	"fmt"
	"strings"
	"time"

	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/meta"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/site"
)

// Judge labels the blocks of a page: a pure function of the page, the model and the options. model may be nil
// for methods that need none.
func Judge(p *page.Page, model *classify.Model, o Options) *Document {
	o.Why = false
	return judge(p, model, o, fresh((*classify.Model).Label))
}

// Explain is Judge with the evidence that decided for every block; labelling takes up to twenty times as long.
func Explain(p *page.Page, model *classify.Model, o Options) *Document {
	o.Why = true
	return judge(p, model, o, fresh((*classify.Model).Explain))
}

// Verdicts are what the fused method says of a page by itself, which the profile of its site keeps (site.Learner.Learn): how
// surely its blocks are main content, by where they stand. Of the options those of the regions count.
func Verdicts(p *page.Page, model *classify.Model, o Options) []site.Verdict {
	return model.Verdicts(classify.NewView(p, regions.Split(p, o.Regions), nil))
}

// A labeller labels the blocks of a page by the fused method; the view is what it saw.
type labeller func(*classify.Model, *page.Page, *regions.Layout, *Options) (*classify.View, classify.Labels)

// fresh measures the page and labels it.
func fresh(label func(*classify.Model, *classify.View, classify.Options) classify.Labels) labeller {
	return func(m *classify.Model, p *page.Page, layout *regions.Layout, o *Options) (*classify.View, classify.Labels) {
		v := classify.NewView(p, layout, o.Known)
		return v, label(m, v, o.Classify)
	}
}

func judge(p *page.Page, model *classify.Model, o Options, label labeller) *Document {
	switch o.Method {
	case VLPS:
		o.Regions.Mode = regions.ModeFixed
	case VLPSAdaptive:
		o.Regions.Mode = regions.ModeAdaptive
	}
	d := &Document{
		URL: p.URL, FinalURL: p.FinalURL, Method: o.Method, Status: OK, Page: p, Layout: regions.Split(p, o.Regions),
		Timings: map[string]time.Duration{}, Warnings: append([]string(nil), p.Warnings...),
	}
	if o.Known != nil {
		if d.Fit = o.Known.Fit(p); d.Fit != site.Fits {
			d.Warnings = append(d.Warnings, d.Fit.Advice())
		}
	}
	if o.Method == Fused {
		v, labels := label(model, p, d.Layout, &o)
		d.Blocks, d.Threshold = labels.Blocks, labels.Threshold
		d.describe(v.Meta)
		d.PageType, d.PageTypeScore = model.PageType(v)
		d.Confidence = v.Confidence(d.Blocks)
	} else {
		d.labelBlocks(&o)
		d.describe(meta.Of(p))
	}
	if d.Wall = meta.Wall(p); d.Wall != "" {
		d.Warnings = append(d.Warnings, fmt.Sprintf("this is a check for robots, not the page, as %q shows: try again later, or with the cookies of a browser", d.Wall))
	}
	switch {
	case p.Partial:
		d.Status = Partial
	case d.NoContent():
		d.Status = Empty
	}
	if o.Method == Fused && !d.NoContent() && d.Confidence < o.Classify.Doubtful {
		d.Warnings = append(d.Warnings, fmt.Sprintf("the labels are doubtful (confidence %.2f): the page may have no main content", d.Confidence))
	}
	return d
}

// labelBlocks labels the blocks by a method other than fused.
func (d *Document) labelBlocks(o *Options) {
	p := d.Page
	switch {
	case o.NeedsProfile() && o.Known == nil:
		d.Blocks = classify.Center(p, nil)
		d.Warnings = append(d.Warnings, o.Method+" needs a site profile: learn one with `mullion learn`")
	case o.Method == TemplateSVM:
		var templates []int
		if o.TemplateSVM.Templates {
			templates = o.Known.Templates(p)
		}
		d.Blocks = classify.TemplateSVM(p, templates, o.Machines.Bundled().Shares, d.Layout, o.Why)
	case o.Method == DensitySVM:
		m := o.Machines.Bundled()
		d.Blocks = classify.DensitySVM(p, m.Density, m.Words, d.Layout, o.Why)
	case o.Method == Cluster:
		var x site.Extraction
		d.Blocks, x = classify.Cluster(p, o.Known, d.Layout)
		if !x.ByRule {
			d.Warnings = append(d.Warnings, "the page fits no cluster of its site's profile: its own densest block was taken")
		}
	case o.Method == Learned:
		d.Blocks = classify.Learned(p, o.Known, d.Layout)
	case o.Method == SST:
		d.Blocks = classify.StyleTree(p, o.Known, d.Layout)
	default:
		d.Blocks = classify.Center(p, d.Layout)
		if d.Layout == nil {
			d.Warnings = append(d.Warnings, o.Method+" needs layout: render the page")
		}
	}
}

// describe takes over what the page tells about itself.
func (d *Document) describe(m meta.Meta) {
	d.Title, d.Author, d.Date, d.Lang = m.Title, m.Author, m.Date, m.Lang
}

// NoContent reports whether no block of the document is main content: its Status is then Empty, or Partial where only a part
// of the page was there to be judged.
func (d *Document) NoContent() bool {
	for i := range d.Blocks {
		if d.Blocks[i].Content && strings.TrimSpace(d.Blocks[i].Text) != "" {
			return false
		}
	}
	return true
}

// Marks are the document's blocks as the overlay draws them: with what decided about each where it is explained.
func (d *Document) Marks() []regions.Mark {
	var marks []regions.Mark
	for i := range d.Blocks {
		if b := &d.Blocks[i]; !b.Hidden && !b.Box.Empty() {
			m := regions.Mark{Box: b.Box, Content: b.Content, Score: b.Score, Region: b.Region}
			if b.Rule != "" {
				m.Why = "rule: " + b.Rule
			} else if e, ok := b.Decided(); ok {
				m.Why = fmt.Sprintf("%s %+.2f", e.Evidence, e.Effect)
			}
			marks = append(marks, m)
		}
	}
	return marks
}

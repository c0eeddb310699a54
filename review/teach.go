package review

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/study"
	"github.com/mullionhq/mullion/workspace"
)

// An Estimate is how well models do on the pages of the workspace that have gold text. Those that are taught are scored
// on the sites, or else the pages, that they were not taught by.
type Estimate struct {
	At     time.Time `json:"at"`
	Labels int       `json:"labels"` // that were given by hand
	Pages  int       `json:"pages"`  // with gold text, that can be read
	Sites  int       `json:"sites"`
	BySite bool      `json:"by_site"` // whether sites are held apart; else pages, of the one site that there is
	Parts  int       `json:"parts"`   // of the sites or pages
	Left   int       `json:"left"`    // pages that teach nothing: their gold is not in them
	Broken []string  `json:"broken"`  // why pages were passed over: their files cannot be read
	Base   float64   `json:"base"`    // mean word F1 by the server's own model
	Old    float64   `json:"old"`     // by the model in use
	New    float64   `json:"new"`     // by models that are taught
	Low    float64   `json:"low"`     // what New − Old is at least, and at most, with 95 % confidence over the sites or pages
	High   float64   `json:"high"`    //
	Hand   Hand      `json:"hand"`    // blocks that were labelled by hand
	Rows   []Row     `json:"rows"`    // by page, in the order of their names
}

// Hand counts the blocks that were labelled content or not by hand, and those of them that a model labels so.
type Hand struct {
	Blocks int `json:"blocks"`
	Old    int `json:"old"`
	New    int `json:"new"`
}

// A Row is the scores of one page.
type Row struct {
	ID   string  `json:"id"`
	Site string  `json:"site"`
	Base float64 `json:"base"`
	Old  float64 `json:"old"`
	New  float64 `json:"new"`
	Seen bool    `json:"seen"` // whether the page taught the model in use, whose score then flatters
}

// A pupil is a page with gold, as it is scored.
type pupil struct {
	study.Pupil
	sitting *mullion.Sitting
	labels  *workspace.Labels
	row     Row
}

// A lesson is one run: it estimates, and teaches.
type lesson struct {
	study.Adaptation
	desk   *Desk
	config config.Config // by fused, without reasons
	plain  *mullion.Cleaner
	old    *mullion.Cleaner
	pupils []*pupil
	broken []string // why pages are not among them
}

// newLesson reads the pages with gold and scores the models that there are. Pages whose files are broken are passed over.
func (d *Desk) newLesson(ctx context.Context, c config.Config, progress func(step string, done, total int)) (*lesson, error) {
	c.Method, c.Why, c.Model = mullion.Fused, false, d.base.Model
	_, now := d.Now()
	l := &lesson{desk: d, config: c}
	var err error
	if l.plain, err = d.plain.With(c.Options); err != nil {
		return nil, err
	}
	if l.old, err = now.With(c.Options); err != nil {
		return nil, err
	}
	list, err := d.pages.List()
	if err != nil {
		return nil, err
	}
	strays, err := d.pages.Strays()
	if err != nil {
		return nil, err
	}
	for _, stray := range strays {
		l.broken = append(l.broken, stray.Error())
	}
	seen, err := d.seen()
	if err != nil {
		return nil, err
	}
	for i, e := range list {
		progress("pages", i, len(list))
		p, err := l.pupil(ctx, e)
		switch {
		case errors.Is(err, workspace.ErrBroken), errors.Is(err, workspace.ErrNoPage):
			l.broken = append(l.broken, err.Error())
			continue
		case err != nil:
			return nil, fmt.Errorf("%s: %w", e.ID, err)
		case p == nil:
			continue
		}
		p.row.Seen = seen[e.ID]
		l.pupils = append(l.pupils, p)
		l.Pupils = append(l.Pupils, p.Pupil)
	}
	l.Base, l.WordPower, l.Teach, l.Seed, l.Progress = l.plain.Model(), c.Train.WordPower, c.Teach, c.Train.Seed, progress
	err = l.Check(true)
	if err != nil && len(l.broken) > 0 {
		err = fmt.Errorf("%w; passed over: %s", err, strings.Join(l.broken, "; "))
	}
	return l, err
}

// seen are the pages that taught the model in use.
func (d *Desk) seen() (map[string]bool, error) {
	_, info, err := d.pages.InUse(d.base.Model)
	if err != nil || info == nil {
		return nil, err
	}
	var e Estimate
	if err := json.Unmarshal(info, &e); err != nil {
		return nil, fmt.Errorf("reading what is known of the model in use: %w", err)
	}
	seen := map[string]bool{}
	for _, r := range e.Rows {
		seen[r.ID] = true
	}
	return seen, nil
}

// pupil is the page as a pupil; nil where it has no gold text.
func (l *lesson) pupil(ctx context.Context, e workspace.Entry) (*pupil, error) {
	it, err := l.desk.pages.Item(e)
	if err != nil || it == nil || !it.Gold.HasText {
		return nil, err
	}
	loaded, err := l.desk.pages.Page(it.ID)
	if err != nil {
		return nil, err
	}
	p := &pupil{Pupil: study.Pupil{Item: it}, sitting: mullion.NewSitting(loaded), row: Row{ID: it.ID, Site: it.Site}}
	doc, err := l.old.Judge(ctx, p.sitting)
	if err != nil {
		return nil, err
	}
	if _, p.labels, err = l.desk.history(it.ID, loaded.Blocks()); err != nil {
		return nil, err
	}
	p.row.Old = f1(it, doc)
	p.Example, p.Teaches = l.example(p)
	if p.row.Base = p.row.Old; l.old.Model() != l.plain.Model() {
		if doc, err = l.plain.Judge(ctx, p.sitting); err != nil {
			return nil, err
		}
		p.row.Base = f1(it, doc)
	}
	return p, nil
}

// f1 is the word F1 of a document against the gold of its page.
func f1(it *eval.Item, doc *mullion.Document) float64 {
	return eval.Bag(eval.Words(it.Gold.Text), eval.Words(output.Text(doc))).F1
}

// example are the labels by hand, or else those that follow from the gold's text; teaches tells whether that fits the page.
func (l *lesson) example(p *pupil) (e classify.Example, teaches bool) {
	view, gold := p.sitting.View(), p.Item.Gold.Text
	if p.labels == nil || p.labels.Content == nil {
		shares := eval.Align(view.Blocks, gold)
		return classify.NewExample(view, shares, p.Item.Site, 1), eval.Fit(view.Blocks, shares, gold) >= l.config.Study.MinFit
	}
	shares := make([]float64, len(view.Blocks))
	for _, b := range p.labels.Content {
		shares[b] = 1
	}
	e = classify.NewExample(view, shares, p.Item.Site, 1)
	e.Counts = make([]float64, len(shares))
	for b := range e.Counts {
		e.Counts[b] = 1
	}
	for _, b := range p.labels.Judged {
		e.Counts[b] = l.config.Teach.Judged
	}
	return e, true
}

// estimate scores every page by a model that was taught by the others' sites, or by other pages where all are of one site.
func (l *lesson) estimate(ctx context.Context) (*Estimate, error) {
	parts := l.Parts()
	e := &Estimate{At: time.Now().UTC().Truncate(time.Second), Pages: len(l.pupils), Sites: parts.Sites, BySite: parts.BySite, Parts: parts.N, Broken: l.broken}
	models, err := l.Apart(ctx, parts)
	if err != nil {
		return nil, err
	}
	for i, p := range l.pupils {
		if e.Labels += p.labels.Count(); !p.Teaches {
			e.Left++
		}
		if err := l.compare(ctx, e, p, l.plain.Taught(models[parts.Of[i]])); err != nil {
			return nil, err
		}
	}
	l.sum(e, &parts)
	return e, nil
}

// compare scores a page by the model that it did not teach, and counts the blocks that were labelled by hand.
func (l *lesson) compare(ctx context.Context, e *Estimate, p *pupil, taught *mullion.Cleaner) error {
	after, err := taught.Judge(ctx, p.sitting)
	if err != nil {
		return err
	}
	p.row.New = f1(p.Item, after)
	if p.labels == nil || len(p.labels.Judged) == 0 {
		return nil
	}
	before, err := l.old.Judge(ctx, p.sitting)
	if err != nil {
		return err
	}
	for _, b := range p.labels.Judged {
		want := p.Example.Shares[b] == 1
		e.Hand.Blocks++
		if before.Blocks[b].Content == want {
			e.Hand.Old++
		}
		if after.Blocks[b].Content == want {
			e.Hand.New++
		}
	}
	return nil
}

func (l *lesson) sum(e *Estimate, parts *study.Parts) {
	n := float64(len(l.pupils))
	var before, after []float64
	for _, p := range l.pupils {
		e.Base, e.Old, e.New = e.Base+p.row.Base/n, e.Old+p.row.Old/n, e.New+p.row.New/n
		before, after = append(before, p.row.Old), append(after, p.row.New)
		e.Rows = append(e.Rows, p.row)
	}
	_, e.Low, e.High = parts.Gain(after, before)
}

// propose teaches a model by all pages and keeps it until somebody decides.
func (l *lesson) propose(ctx context.Context, e *Estimate) error {
	l.Progress("all", 0, 1)
	m, err := l.Model(ctx)
	if err != nil {
		return err
	}
	m.Lesson.Date = e.At.Format(time.DateOnly)
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		return err
	}
	info, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("describing the model: %w", err)
	}
	return l.desk.pages.Propose(ctx, file.Bytes(), info)
}

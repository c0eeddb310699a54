package review

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/study"
	"github.com/mullionhq/mullion/workspace"
)

// A Page is what settings do not change.
type Page struct {
	workspace.Entry
	Rendered bool              `json:"rendered"`
	Texts    []string          `json:"texts"` // by block
	Spots    []Spot            `json:"spots"` // by block
	Labels   *workspace.Labels `json:"labels"`
}

// A Spot is where a block stands: x, y, width and height in CSS pixels. It is empty for hidden blocks.
type Spot [4]float64

func spot(b page.Box) Spot { return Spot{round(b.X), round(b.Y), round(b.W), round(b.H)} }

// round keeps one decimal, a tenth of a CSS pixel.
func round(x float64) float64 { return math.Round(x*10) / 10 }

// A Judged is a page as settings label it. Lists go by block.
type Judged struct {
	Labels     string            `json:"labels"`  // '1' for content, '0' for boilerplate
	Scores     []int             `json:"scores"`  // in thousandths
	Rules      map[int]string    `json:"rules"`   // by block, what made its label where the score did not: classify.RuleHeadline, …
	Regions    string            `json:"regions"` // h, f, l, r, c; '-' for none
	Tints      map[string][]Spot `json:"tints"`   // the areas of the regions
	Mode       string            `json:"mode"`    // of the regions; "" without layout
	Thresholds *Thresholds       `json:"thresholds"`
	Markdown   string            `json:"markdown"`
	Status     mullion.Status    `json:"status"`
	Method     string            `json:"method"`
	PageType   string            `json:"page_type,omitempty"`
	Confidence float64           `json:"confidence,omitempty"` // mullion.Document.Confidence
	Warnings   []string          `json:"warnings"`
	Score      *float64          `json:"score"`   // word F1 against the gold; nil without one
	Base       *float64          `json:"base"`    // the same by the server's own settings
	Placed     *float64          `json:"placed"`  // region accuracy, the share of characters in their gold region; nil without gold boxes
	TookMS     float64           `json:"took_ms"` // to make this, in milliseconds
}

// Thresholds are where the regions end, in CSS pixels from the page's top-left corner.
type Thresholds struct {
	Header float64 `json:"header"` // the header's end
	Footer float64 `json:"footer"` // the footer's begin
	Left   float64 `json:"left"`   // the left column's end
	Right  float64 `json:"right"`  // the right column's begin
}

// Page reads a page.
func (d *Desk) Page(id string) (*Page, error) {
	s, err := d.seat(id)
	if err != nil {
		return nil, err
	}
	e, err := d.pages.Entry(id)
	if err != nil {
		return nil, err
	}
	blocks := s.page.Blocks()
	p := &Page{Entry: e, Rendered: s.page.Rendered, Texts: make([]string, len(blocks)), Spots: make([]Spot, len(blocks))}
	for i := range blocks {
		p.Texts[i] = blocks[i].Text
		if !blocks[i].Hidden {
			p.Spots[i] = spot(blocks[i].Box)
		}
	}
	_, p.Labels, err = d.history(id, blocks)
	return p, err
}

// Judge labels a page by the settings.
func (d *Desk) Judge(ctx context.Context, id string, c config.Config) (*Judged, error) {
	s, err := d.seat(id)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	doc, err := d.judge(ctx, s.trial, &c)
	if err != nil {
		return nil, err
	}
	j := judged(doc, c.Output)
	if s.hasText() {
		score := s.score(doc)
		base, err := d.baseScore(ctx, s)
		if err != nil {
			return nil, err
		}
		j.Score, j.Base = &score, &base
	}
	j.Placed = placed(s.item(), doc)
	j.TookMS = float64(time.Since(start).Microseconds()) / 1000
	return j, nil
}

// letters are the regions' in Judged.Regions.
var letters = map[regions.Name]byte{regions.None: '-', regions.Header: 'h', regions.Footer: 'f', regions.Left: 'l', regions.Right: 'r', regions.Center: 'c'}

const thousandths = 1000

func judged(d *mullion.Document, o output.Options) *Judged {
	j := &Judged{Rules: map[int]string{}, Tints: map[string][]Spot{}, Markdown: output.Markdown(d, o), Status: d.Status, Method: d.Method, PageType: d.PageType, Confidence: d.Confidence, Warnings: d.Warnings}
	if d.Layout != nil {
		j.Mode = d.Layout.Mode
		j.Thresholds = &Thresholds{round(d.Layout.H1), round(d.Layout.H2), round(d.Layout.W1), round(d.Layout.W2)}
		for name, patches := range regions.Patches(d.Page, d.Layout) {
			for _, b := range patches {
				j.Tints[name.String()] = append(j.Tints[name.String()], spot(b))
			}
		}
	}
	places := make([]byte, len(d.Blocks))
	j.Scores = make([]int, len(d.Blocks))
	for i := range d.Blocks {
		b := &d.Blocks[i]
		places[i] = letters[b.Region]
		j.Scores[i] = int(math.Round(b.Score * thousandths))
		if b.Rule != "" {
			j.Rules[i] = b.Rule
		}
	}
	j.Labels, j.Regions = labelled(d), string(places)
	return j
}

// labelled are the labels of the document's blocks, '1' for content and '0' for boilerplate.
func labelled(d *mullion.Document) string {
	labels := make([]byte, len(d.Blocks))
	for i := range d.Blocks {
		if labels[i] = '0'; d.Blocks[i].Content {
			labels[i] = '1'
		}
	}
	return string(labels)
}

// ErrNoBlock says that a page has no block of that number.
var ErrNoBlock = errors.New("there is no such block on the page")

// Why tells which evidence decided about a block, the strongest first.
func (d *Desk) Why(ctx context.Context, id string, block int, c config.Config) ([]classify.Effect, error) {
	s, err := d.seat(id)
	if err != nil {
		return nil, err
	}
	c.Why = true
	doc, err := d.judge(ctx, s.trial, &c)
	if err != nil {
		return nil, err
	}
	if block < 0 || block >= len(doc.Blocks) {
		return nil, fmt.Errorf("%w: %d is not below %d", ErrNoBlock, block, len(doc.Blocks))
	}
	return doc.Blocks[block].Why, nil
}

// placed is the region accuracy of a document, nil where gold and layout do not allow one.
func placed(it *eval.Item, d *mullion.Document) *float64 {
	if it == nil || d.Layout == nil {
		return nil
	}
	c := eval.CompareRegions(it.Layout.Boxes, study.Predict(d).Blocks)
	if c.All == 0 {
		return nil
	}
	share := float64(c.Right) / float64(c.All)
	return &share
}

// hasText reports whether there is gold text.
func (s *seat) hasText() bool {
	it := s.item()
	return it != nil && it.Gold.HasText
}

// item is the page's gold, nil when there is none.
func (s *seat) item() *eval.Item {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gold
}

// score is the word F1 of a document of the page against its gold.
func (s *seat) score(d *mullion.Document) float64 {
	return f1(s.item(), d)
}

// baseScore is the page's score by the desk's own settings. The page has gold.
func (d *Desk) baseScore(ctx context.Context, s *seat) (float64, error) {
	s.mu.Lock()
	known := s.base
	s.mu.Unlock()
	if known != nil {
		return *known, nil
	}
	doc, err := d.judge(ctx, s.plain, &d.base)
	if err != nil {
		return 0, err
	}
	score := s.score(doc)
	s.mu.Lock()
	s.base = &score
	s.mu.Unlock()
	return score, nil
}

// A Result is how one page is labelled, for lists of pages.
type Result struct {
	ID         string   `json:"id"`
	Words      int      `json:"words"`                // of its main content
	Confidence float64  `json:"confidence,omitempty"` // mullion.Document.Confidence
	Unsure     float64  `json:"unsure"`               // mean distance of the blocks' scores from certainty, 0 … 1: pages to label first have the highest
	Disagree   *float64 `json:"disagree"`             // mean vote entropy of the blocks, 0 … 1; nil where methods were not asked
	Score      *float64 `json:"score"`                // word F1 against the gold; nil without one
	Base       *float64 `json:"base"`                 // the same by the server's own settings
	Error      string   `json:"error,omitempty"`
}

// Results judges all pages, in the order of their names, until each returns false or ctx ends; with votes by all methods.
func (d *Desk) Results(ctx context.Context, c config.Config, votes bool, each func(Result) bool) error {
	entries, err := d.pages.List()
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		r := Result{ID: e.ID}
		if err := d.result(ctx, &r, &c, votes); err != nil {
			r.Error = err.Error()
		}
		if !each(r) {
			return nil
		}
	}
	return nil
}

func (d *Desk) result(ctx context.Context, r *Result, c *config.Config, votes bool) error {
	s, err := d.seat(r.ID)
	if err != nil {
		return err
	}
	doc, err := d.judge(ctx, s.trial, c)
	if err != nil {
		return err
	}
	r.Words, r.Confidence, r.Unsure = len(eval.Words(output.Text(doc))), doc.Confidence, unsure(doc.Blocks)
	if votes {
		if r.Disagree, err = d.disagreement(ctx, s, c); err != nil {
			return err
		}
	}
	if !s.hasText() {
		return nil
	}
	score := s.score(doc)
	base, err := d.baseScore(ctx, s)
	r.Score, r.Base = &score, &base
	return err
}

// unsure is 0 when every score is 0 or 1, and 1 when all are in the middle.
func unsure(blocks []classify.Block) float64 {
	if len(blocks) == 0 {
		return 0
	}
	sum := 0.0
	for i := range blocks {
		sum += 1 - math.Abs(2*blocks[i].Score-1)
	}
	return sum / float64(len(blocks))
}

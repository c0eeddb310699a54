package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// JSON is the document as one JSON object, on one line unless Options.Indent is set, without a newline at its
// end. The names and the order of its fields are a contract: fields may be added, none renamed or dropped.
func JSON(d *mullion.Document, o Options) ([]byte, error) { return encode(wire(d, o), o.Indent) }

func encode(v any, indent bool) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if indent {
		enc.SetIndent("", "  ")
	}
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encoding document: %w", err)
	}
	return escapeControls(bytes.TrimRight(buf.Bytes(), "\n")), nil
}

// escapeControls writes the control characters U+0080 to U+009F of JSON as escapes, as those of ASCII are: terminals obey
// them, too.
func escapeControls(raw []byte) []byte {
	var out []byte
	for start := 0; ; {
		lead := bytes.IndexByte(raw[start:], 0xc2) // U+0080 to U+00BF
		switch {
		case lead < 0 && start == 0:
			return raw
		case lead < 0:
			return append(out, raw[start:]...)
		}
		at := start + lead
		out = append(out, raw[start:at]...)
		if c := raw[at+1]; c < 0xa0 {
			out = fmt.Appendf(out, `\u%04x`, c)
		} else {
			out = append(out, raw[at:at+2]...)
		}
		start = at + 2
	}
}

// Entry is the document's line in an index of files, as one JSON object: what is known about the page, how it ended, and
// the file that holds its content, "" for none.
func Entry(d *mullion.Document, file string) ([]byte, error) {
	return encode(entry{
		Input: d.Input, File: file, Settings: d.Settings, about: aboutOf(d), Method: d.Method, Rendered: d.Page != nil && d.Page.Rendered,
		Status: d.Status, Warnings: append([]string{}, d.Warnings...),
	}, false)
}

// document is a Document as JSON.
type document struct {
	Input    string `json:"input,omitempty"`
	Settings string `json:"settings,omitempty"` // as input, of one among many only
	about
	Text      string             `json:"text"`
	Markdown  string             `json:"markdown"`
	Method    string             `json:"method"`
	Threshold number             `json:"threshold,omitempty"` // absent as the confidence is
	Rendered  bool               `json:"rendered"`
	Status    mullion.Status     `json:"status"`
	Page      size               `json:"page"`
	Regions   map[string]box     `json:"regions"`
	Blocks    []block            `json:"blocks"`
	Fit       string             `json:"profile_fit,omitempty"` // absent without a profile
	TimingsMS map[string]float64 `json:"timings_ms"`
	Warnings  []string           `json:"warnings"`
}

// entry is what an index says of a Document.
type entry struct {
	Input    string `json:"input"`
	File     string `json:"file,omitempty"`
	Settings string `json:"settings,omitempty"`
	about
	Method   string         `json:"method"`
	Rendered bool           `json:"rendered"`
	Status   mullion.Status `json:"status"`
	Warnings []string       `json:"warnings"`
}

// about is what the page says of itself.
type about struct {
	URL        string `json:"url"`
	FinalURL   string `json:"final_url"`
	Title      string `json:"title"`
	Author     string `json:"author"`
	Date       string `json:"date"`
	Lang       string `json:"lang"`
	PageType   string `json:"page_type,omitempty"` // absent without blocks, and where another method than fused labelled them
	TypeScore  number `json:"page_type_score,omitempty"`
	Confidence number `json:"confidence,omitempty"` // absent without main content, and where another method than fused labelled the blocks
}

func aboutOf(d *mullion.Document) about {
	return about{
		URL: d.URL, FinalURL: d.FinalURL, Title: clean(d.Title), Author: clean(d.Author), Date: d.Date, Lang: d.Lang,
		PageType: d.PageType, TypeScore: number(d.PageTypeScore), Confidence: number(d.Confidence),
	}
}

type size struct {
	Width    number    `json:"width"`
	Height   number    `json:"height"`
	Viewport [2]number `json:"viewport"`
}

type block struct {
	ID     int     `json:"id"` // its place among all blocks, in document order
	Path   string  `json:"path"`
	Text   string  `json:"text"`
	Box    *box    `json:"box"`
	Region *string `json:"region"`
	Label  string  `json:"label"`
	Rule   string  `json:"rule,omitempty"` // where the label does not follow from the score
	Score  number  `json:"score"`
	Why    []why   `json:"why"`
}

type why struct {
	Evidence string `json:"evidence"`
	Effect   number `json:"effect"`
}

// box is x, y, width and height in CSS pixels.
type box [4]number

// A number is written with at most four decimals; what JSON has no name for is written as 0.
type number float64

func (x number) MarshalJSON() ([]byte, error) {
	f := float64(x)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		f = 0
	}
	const decimals = 1e4
	return json.Marshal(math.Round(f*decimals) / decimals)
}

func wire(d *mullion.Document, o Options) document {
	blocks := d.Blocks
	if o.Blocks == "drop" && !slices.ContainsFunc(blocks, func(b classify.Block) bool { return len(b.Why) > 0 }) {
		blocks = nil
	}
	w := document{
		Input: d.Input, Settings: d.Settings, about: aboutOf(d),
		Text: Text(d), Markdown: Markdown(d, o), Method: d.Method, Threshold: number(d.Threshold), Status: d.Status, Fit: string(d.Fit),
		Regions: map[string]box{}, Blocks: make([]block, len(blocks)),
		TimingsMS: map[string]float64{}, Warnings: []string{},
	}
	if p := d.Page; p != nil {
		w.Rendered = p.Rendered
		w.Page = sizeOf(p)
	}
	if d.Layout != nil {
		for name, b := range d.Layout.Boxes {
			w.Regions[name.String()] = boxOf(b)
		}
	}
	nth := ordinals(d.Page)
	for i := range blocks {
		w.Blocks[i] = wireBlock(d.Page, nth, i, &blocks[i])
	}
	for name, t := range d.Timings {
		w.TimingsMS[name] = float64(t.Round(time.Microsecond)) / float64(time.Millisecond)
	}
	w.Warnings = append(w.Warnings, d.Warnings...)
	return w
}

func wireBlock(p *page.Page, nth []int32, id int, b *classify.Block) block {
	w := block{ID: id, Text: b.Text, Label: "boilerplate", Rule: b.Rule, Score: number(b.Score), Why: make([]why, len(b.Why))}
	if p != nil {
		w.Path = path(p, nth, b.Node)
	}
	if b.Content {
		w.Label = "content"
	}
	if !b.Box.Empty() {
		at := boxOf(b.Box)
		w.Box = &at
	}
	if b.Region != regions.None {
		name := b.Region.String()
		w.Region = &name
	}
	for k, e := range b.Why {
		w.Why[k] = why{e.Evidence, number(e.Effect)}
	}
	return w
}

func boxOf(b page.Box) box { return box{number(b.X), number(b.Y), number(b.W), number(b.H)} }

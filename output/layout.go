package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/page"
)

// ErrNoLayout says that a page has no regions because it was not rendered.
var ErrNoLayout = errors.New("the page has no layout: it must be rendered to have regions")

// A layout is how a page is divided: boxes are x, y, width and height, thresholds are distances from the page's
// top-left corner, all in CSS pixels.
type layout struct {
	URL        string         `json:"url"`
	FinalURL   string         `json:"final_url"`
	Mode       string         `json:"mode"`
	Page       size           `json:"page"`
	Thresholds thresholds     `json:"thresholds"`
	Regions    map[string]box `json:"regions"`
}

type thresholds struct {
	Header number `json:"header"` // ends here
	Footer number `json:"footer"` // begins here
	Left   number `json:"left"`   // ends here
	Right  number `json:"right"`  // begins here
}

// Layout is the document's regions and thresholds as one JSON object, on one line unless Options.Indent is set, with
// a newline at its end.
func Layout(d *mullion.Document, o Options) ([]byte, error) {
	if d.Layout == nil {
		return nil, ErrNoLayout
	}
	l := layout{
		URL: d.URL, FinalURL: d.FinalURL, Mode: d.Layout.Mode, Page: sizeOf(d.Page),
		Thresholds: thresholds{number(d.Layout.H1), number(d.Layout.H2), number(d.Layout.W1), number(d.Layout.W2)},
		Regions:    map[string]box{},
	}
	for name, b := range d.Layout.Boxes {
		l.Regions[name.String()] = boxOf(b)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if o.Indent {
		enc.SetIndent("", "  ")
	}
	if err := enc.Encode(l); err != nil {
		return nil, fmt.Errorf("encoding layout: %w", err)
	}
	return b.Bytes(), nil
}

func sizeOf(p *page.Page) size {
	return size{number(p.Width), number(p.Height), [2]number{number(p.Viewport[0]), number(p.Viewport[1])}}
}

package eval

import (
	"encoding/json"
	"fmt"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// contentBoxes is how corpora call the gold boxes of the region center.
const contentBoxes = "content"

// ReadBoxes reads gold boxes as pages.jsonl of a rendered site has them: {"header": [[x, y, w, h]], "content": …}, in
// CSS pixels of the page. Boxes of noise are no region and left out.
func ReadBoxes(raw []byte) (map[regions.Name][]page.Box, error) {
	var rows map[string][]boxRow
	if err := json.Unmarshal(raw, &rows); err != nil {
		return nil, fmt.Errorf("reading gold boxes: %w", err)
	}
	l := Layout{Boxes: map[regions.Name][]page.Box{}}
	for name, boxes := range rows {
		if err := l.add(name, boxes); err != nil {
			return nil, err
		}
	}
	return l.Boxes, nil
}

// WriteBoxes is what ReadBoxes reads.
func WriteBoxes(boxes map[regions.Name][]page.Box) ([]byte, error) {
	rows := map[string][][4]float64{}
	for region, list := range boxes {
		name := region.String()
		if region == regions.Center {
			name = contentBoxes
		}
		for _, b := range list {
			rows[name] = append(rows[name], [4]float64{b.X, b.Y, b.W, b.H})
		}
	}
	raw, err := json.Marshal(rows)
	if err != nil {
		return nil, fmt.Errorf("writing gold boxes: %w", err)
	}
	return raw, nil
}

package eval

import (
	"encoding/json"
	"fmt"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// How corpora call the gold boxes of the region center, and those of boilerplate wherever it is, which is no region.
const (
	contentBoxes = "content"
	noiseBoxes   = "noise"
)

// ReadBoxes reads gold boxes as pages.jsonl of a rendered site has them: {"header": [[x, y, w, h]], "content": …}, in
// CSS pixels of the page.
func ReadBoxes(raw []byte) (map[regions.Name][]page.Box, error) {
	var rows map[string][]boxRow
	if err := json.Unmarshal(raw, &rows); err != nil {
		return nil, fmt.Errorf("reading gold boxes: %w", err)
	}
	return byRegion(rows)
}

// byRegion takes the names of regions for those of the file.
func byRegion(rows map[string][]boxRow) (map[regions.Name][]page.Box, error) {
	boxes := map[regions.Name][]page.Box{}
	for name, list := range rows {
		var region regions.Name
		switch name {
		case contentBoxes:
			region = regions.Center
		case noiseBoxes:
			continue
		default:
			if err := region.UnmarshalText([]byte(name)); err != nil || region == regions.None {
				return nil, fmt.Errorf("boxes: %q is not content, header, footer, left, right or noise", name)
			}
		}
		for _, b := range list {
			boxes[region] = append(boxes[region], page.Box(b))
		}
	}
	return boxes, nil
}

// A boxRow is [x, y, w, h] with an optional fifth element, the position ("fixed", "sticky"), which is not kept.
type boxRow page.Box

// UnmarshalJSON reads the list.
func (b *boxRow) UnmarshalJSON(raw []byte) error {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	if len(list) < 4 {
		return fmt.Errorf("a box has four numbers, not %d", len(list))
	}
	for i, to := range []*float64{&b.X, &b.Y, &b.W, &b.H} {
		if err := json.Unmarshal(list[i], to); err != nil {
			return fmt.Errorf("reading box: %w", err)
		}
	}
	return nil
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

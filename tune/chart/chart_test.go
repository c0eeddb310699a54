package chart_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/tune"
	"github.com/mullionhq/mullion/tune/chart"
)

// Every chart is drawn in both formats, says what it shows, and is the same again.
func TestDraw(t *testing.T) {
	for _, test := range []struct {
		search string
		over   []string
		want   string
	}{
		{tune.Grid, []string{"regions.fixed.left=0.1:0.4:4", "method=vlps|sst"}, "score-regions-fixed-left.svg score-regions-fixed-left.png sites.svg sites.png"},
		{tune.Grid, []string{"regions.fixed.left=0.1:0.4:4", "regions.fixed.right=0.1:0.4:4"}, "score-regions-fixed-left.svg score-regions-fixed-left.png score-regions-fixed-right.svg score-regions-fixed-right.png map.svg map.png sites.svg sites.png"},
		{tune.Random, []string{"regions.fixed.left=0.1:0.4", "regions.fixed.right=0.1:0.4"}, "score-regions-fixed-left.svg score-regions-fixed-left.png score-regions-fixed-right.svg score-regions-fixed-right.png map.svg map.png sites.svg sites.png"},
		{tune.Grid, []string{"classify.headline"}, "sites.svg sites.png"},
	} {
		r := result(t, test.search, test.over)
		files, err := chart.Draw(r, "word F1", []chart.Mark{{Name: "method=vlps-adaptive", Score: 0.9}})
		if err != nil {
			t.Fatal(err)
		}
		again, err := chart.Draw(r, "word F1", []chart.Mark{{Name: "method=vlps-adaptive", Score: 0.9}})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for i, f := range files {
			names = append(names, f.Name)
			if !bytes.Equal(f.Data, again[i].Data) {
				t.Errorf("%s is drawn in two ways", f.Name)
			}
			if strings.HasSuffix(f.Name, ".png") {
				if _, err := png.Decode(bytes.NewReader(f.Data)); err != nil {
					t.Errorf("%s: %v", f.Name, err)
				}
				continue
			}
			text := svgText(t, f.Data)
			for _, word := range says(f.Name) {
				if !strings.Contains(text, word) {
					t.Errorf("%s does not say %q: %s", f.Name, word, text)
				}
			}
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%v: drawn are %s", test.over, got)
		}
	}
}

// An axis of equal factors is labelled with the setting's numbers, on curves and maps.
func TestLogarithmicAxes(t *testing.T) {
	for _, search := range []string{tune.Grid, tune.Random} {
		files, err := chart.Draw(result(t, search, []string{"classify.min_words=1:1000:4:log", "regions.adaptive.prose_chars=10:40:3:log"}), "word F1", nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			want := map[string]string{"score-classify-min_words.svg": "1 10 100 1000", "map.svg": "1 10 100 1000 20", "score-regions-adaptive-prose_chars.svg": "10 20"}[f.Name]
			if strings.HasSuffix(f.Name, ".png") {
				continue
			}
			labels := svgLabels(t, f.Data)
			for word := range strings.FieldsSeq(want) {
				if search == tune.Grid && !slices.Contains(labels, word) {
					t.Errorf("%s has the labels %q, and no %s", f.Name, labels, word)
				}
			}
		}
	}
}

func svgLabels(t *testing.T, data []byte) (labels []string) {
	t.Helper()
	for element := range strings.SplitSeq(string(data), "</text>") {
		labels = append(labels, strings.TrimSpace(element[strings.LastIndexByte(element, '>')+1:]))
	}
	return labels
}

func says(name string) []string {
	switch {
	case strings.HasPrefix(name, "score-regions-fixed-left"):
		return []string{"regions.fixed.left", "word F1", "as configured", "method=vlps-adaptive 0.900"}
	case strings.HasPrefix(name, "map"):
		return []string{"regions.fixed.left", "regions.fixed.right", "word F1"}
	case strings.HasPrefix(name, "sites"):
		return []string{"site-a (2)", "site-b (2)", "gain in word F1"}
	}
	return nil
}

func svgText(t *testing.T, data []byte) string {
	t.Helper()
	var text strings.Builder
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return text.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		if chars, ok := token.(xml.CharData); ok {
			text.Write(chars)
		}
	}
}

func result(t *testing.T, search string, over []string) *tune.Result {
	t.Helper()
	space, err := tune.ParseSpace(over, config.Fields())
	if err != nil {
		t.Fatal(err)
	}
	start := slices.Clone(space.Grid()[0])
	r, err := tune.Run(t.Context(), tune.Plan{
		Space: space, Search: search, Draws: 12, Start: start, Sites: []string{"site-a", "site-a", "site-b", "site-b"}, Folds: []int{0, 0, 1, 1},
		Score: func(_ context.Context, p tune.Point) (*tune.Trial, error) {
			sum := 0.0
			for _, v := range p {
				x, err := strconv.ParseFloat(v, 64)
				if err != nil {
					x = float64(len(v)) / 20
				}
				sum += x
			}
			return &tune.Trial{Point: p, Pages: []float64{sum / 3, 0.2, 0.5 - sum/9, sum / 9}}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

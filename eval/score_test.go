package eval

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// fixture scores the predictions beside testdata/corpus.
func fixture(t *testing.T, s Scorer) []PageScore {
	t.Helper()
	c, err := Open("testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open("testdata/corpus/predictions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	preds, err := ReadPredictions(f, "predictions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out []PageScore
	for i := range c.Items {
		text, _ := preds.For(&c.Items[i])
		out = append(out, s.Page(&c.Items[i], Prediction{Text: text}))
	}
	return out
}

// testdata/corpus/README tells how the reference scorer made reference.json.
func TestScoresAgreeWithReference(t *testing.T) {
	raw, err := os.ReadFile("testdata/corpus/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var reference map[string]map[string]any
	if err := json.Unmarshal(raw, &reference); err != nil {
		t.Fatal(err)
	}
	want := reference["corpus fixture"]
	s := Total(fixture(t, Scorer{}))
	near(t, "aeb", want["aeb"], s.Shingle.F1, s.Shingle.P, s.Shingle.R, s.Shingle.Accuracy)
	near(t, "bag cjk", want["bag cjk"], s.Bag.P, s.Bag.R, s.Bag.F1)
	near(t, "bag word", want["bag word"], s.Word.P, s.Word.R, s.Word.F1)
	near(t, "seg", want["seg"], s.Segments.P, s.Segments.R, s.Segments.Accuracy, s.Segments.F1)
}

func near(t *testing.T, name string, want any, got ...float64) {
	t.Helper()
	list, ok := want.([]any)
	if !ok || len(list) != len(got) {
		t.Fatalf("%s: the reference has %v", name, want)
	}
	for i, w := range list {
		if math.Abs(w.(float64)-got[i]) > 1e-9 {
			t.Errorf("%s[%d]: %.6f, the reference has %.6f", name, i, got[i], w)
		}
	}
}

func TestBag(t *testing.T) {
	for _, c := range []struct {
		gold, predicted string
		want            PRF
	}{
		{"", "", PRF{1, 1, 1}},
		{"a", "", PRF{}},
		{"", "a", PRF{}},
		{"a b", "b a", PRF{1, 1, 1}},
		{"a a b", "a c", PRF{0.5, 1.0 / 3, 0.4}},
		{"a", "a a a a", PRF{0.25, 1, 0.4}},
	} {
		got := Bag(strings.Fields(c.gold), strings.Fields(c.predicted))
		if math.Abs(got.P-c.want.P)+math.Abs(got.R-c.want.R)+math.Abs(got.F1-c.want.F1) > 1e-12 {
			t.Errorf("%q, %q: %+v, want %+v", c.gold, c.predicted, got, c.want)
		}
	}
}

func TestShingles(t *testing.T) {
	for _, c := range []struct {
		name, gold, predicted string
		want                  Shingles
	}{
		{"fewer words than a shingle are one", "a b", "a b", Shingles{TP: 1, Exact: true}},
		{"case counts", "A b c d", "a b c d", Shingles{FP: 0.5, FN: 0.5}},
		{"counts are shares of the page", "a b c d e", "a b c d", Shingles{TP: 0.5, FN: 0.5}},
		{"nothing", "", "", Shingles{Exact: true}},
		{"only too much", "", "a", Shingles{FP: 1}},
	} {
		if got := CompareShingles(c.gold, c.predicted); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestCompareRegions(t *testing.T) {
	gold := map[regions.Name][]page.Box{
		regions.Header: {{X: 0, Y: 0, W: 1000, H: 100}},
		regions.Center: {{X: 200, Y: 50, W: 600, H: 900}},
		regions.Left:   {{X: 0, Y: 100, W: 200, H: 900}},
		regions.Right:  {{X: 650, Y: 800, W: 800, H: 800}}, // which the center stands before
		regions.Footer: {{X: 0, Y: 1000, W: 1000, H: 100}, {X: 0, Y: 1200, W: 1000, H: 0}},
	}
	at := func(x, y float64, text string, r regions.Name) Block {
		return Block{Text: text, Box: page.Box{X: x - 5, Y: y - 5, W: 10, H: 10}, Region: r}
	}
	for _, c := range []struct {
		name   string
		blocks []Block
		want   RegionChars
	}{
		{"right", []Block{at(500, 500, "abc", regions.Center)}, RegionChars{3, 3}},
		{"wrong", []Block{at(100, 500, "abc", regions.Center)}, RegionChars{0, 3}},
		{"in no gold region", []Block{at(900, 500, "abc", regions.Right)}, RegionChars{}},
		{"without a place", []Block{{Text: "abc", Region: regions.Center}}, RegionChars{}},
		{"told no region", []Block{at(500, 500, "abc", regions.None)}, RegionChars{0, 3}},
		{"the smaller of two boxes", []Block{at(500, 75, "abc", regions.Header)}, RegionChars{3, 3}},
		{"the smaller of two boxes, whichever region has it", []Block{at(700, 850, "abc", regions.Center)}, RegionChars{3, 3}},
		{"an edge belongs to the box", []Block{at(0, 500, "abc", regions.Left)}, RegionChars{3, 3}},
		{"an empty box holds nothing", []Block{at(500, 1200, "abc", regions.Footer)}, RegionChars{}},
		{"weighted by characters, white space squeezed", []Block{
			at(500, 500, " 世界 \n 人 ", regions.Center), at(500, 1050, "x", regions.Left),
		}, RegionChars{4, 5}},
	} {
		if got := CompareRegions(gold, c.blocks); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// Regions are scored where the page has gold boxes and the prediction has blocks, each without the other not at all.
func TestRegionsNeedBoxesAndBlocks(t *testing.T) {
	layout := &Layout{Boxes: map[regions.Name][]page.Box{regions.Center: {{W: 10, H: 10}}}}
	blocks := []Block{{Text: "abc", Box: page.Box{W: 4, H: 4}, Region: regions.Center}}
	for _, c := range []struct {
		layout *Layout
		blocks []Block
		want   *RegionChars
	}{
		{layout, blocks, &RegionChars{3, 3}}, {layout, nil, nil}, {nil, blocks, nil},
	} {
		got := Scorer{}.Page(&Item{Layout: c.layout}, Prediction{Blocks: c.blocks}).Regions
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("layout %v, blocks %v: %v, want %v", c.layout != nil, c.blocks, got, c.want)
		}
	}
}

// Pages without a predicted shingle are left out of the precision, those without a gold one out of the recall; the accuracy
// is over all.
func TestTotalShingles(t *testing.T) {
	s := Total([]PageScore{
		{Shingles: &Shingles{TP: 1, Exact: true}}, {Shingles: &Shingles{TP: 0.25, FP: 0.25, FN: 0.5}},
		{Shingles: &Shingles{FN: 1}}, {Shingles: &Shingles{FP: 1}},
	}).Shingle
	// P = (1 + 1/2 + 0) / 3, R = (1 + 1/3 + 0) / 3, F1 = 2PR / (P+R) = 8/17
	if math.Abs(s.P-1.0/2) > 1e-12 || math.Abs(s.R-4.0/9) > 1e-12 || math.Abs(s.F1-8.0/17) > 1e-12 || s.Accuracy != 0.25 {
		t.Errorf("%+v", *s)
	}
}

func TestTotalRegionsByPageAndPooled(t *testing.T) {
	s := Total([]PageScore{{Regions: &RegionChars{1, 2}}, {Regions: &RegionChars{8, 8}}, {Regions: &RegionChars{}}, {}})
	if s.Regions.Accuracy != 0.75 || s.Regions.Pooled != 0.9 || s.Regions.Pages != 2 {
		t.Errorf("%+v", s.Regions)
	}
}

func TestTotalWithoutGold(t *testing.T) {
	s := Total([]PageScore{{}})
	if s.Pages != 1 || s.Word != nil || s.Shingle != nil || s.Segments != nil || s.Regions != nil {
		t.Errorf("%+v", s)
	}
}

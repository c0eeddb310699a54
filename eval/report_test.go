package eval

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReportTable(t *testing.T) {
	r := NewReport("demo", fixture(t, Scorer{}), ByPageType, ByLang)
	var got bytes.Buffer
	if err := r.WriteTable(&got); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/report.md")
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// Columns that are named are the only ones, in the order of the whole table.
func TestReportOfNamedColumns(t *testing.T) {
	gold := "The ferry left the harbour at nine."
	it := &Item{Corpus: "ferries", Gold: Gold{HasText: true, Text: gold}}
	r := NewReport("demo", []PageScore{Scorer{Lines: true}.Page(it, Prediction{Text: gold}), Scorer{Lines: true}.Page(it, Prediction{}),
		Scorer{Lines: true}.Page(it, Prediction{Text: "The ferry left the harbour at"})}) // F1 = 2·1·6/7 / (1+6/7) = 12/13
	var got bytes.Buffer
	if err := r.WriteTable(&got, "bad", "right", "word F1", "fair", "region acc"); err != nil {
		t.Fatal(err)
	}
	const want = "" +
		"| method | pages of |   n | failed | word F1 |  right |   fair |    bad |\n" +
		"|--------|----------|----:|-------:|--------:|-------:|-------:|-------:|\n" +
		"| demo   | ferries  |   3 |      0 |  0.6410 | 0.6667 | 0.3333 | 0.3333 |\n"
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// Every number stands in the column of its name.
func TestReportOfAllMeasures(t *testing.T) {
	prf := func(x float64) *PRF { return &PRF{P: x + 0.01, R: x + 0.02, F1: x} }
	r := &Report{Rows: []Row{{Method: "demo", Corpus: "c", Scores: Scores{
		Word: prf(0.1), Bag: prf(0.2), Shingle: &ShingleScore{PRF: *prf(0.3), Accuracy: 0.34}, Segments: &SegmentScore{PRF: *prf(0.4), Accuracy: 0.44},
		Regions:   &RegionScore{Accuracy: 0.5, Pooled: 0.54},
		Published: &Published{Right: 0.6, Grades: Grades{0.61, 0.62, 0.63, 0.64}, Labels: prf(0.7), Lines: prf(0.8)},
	}}}}
	for name, want := range map[string]string{
		"word F1": "0.1000", "word P": "0.1100", "word R": "0.1200", "bag F1": "0.2000", "bag P": "0.2100", "bag R": "0.2200",
		"aeb F1": "0.3000", "aeb P": "0.3100", "aeb R": "0.3200", "seg F1": "0.4000", "seg P": "0.4100", "seg R": "0.4200", "seg acc": "0.4400", "region acc": "0.5000",
		"right": "0.6000", "good": "0.6100", "fair": "0.6200", "poor": "0.6300", "bad": "0.6400",
		"label F1": "0.7000", "label P": "0.7100", "label R": "0.7200", "line F1": "0.8000", "line P": "0.8100", "line R": "0.8200",
	} {
		var got bytes.Buffer
		if err := r.WriteTable(&got, name); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Split(got.String(), "\n"); !strings.HasSuffix(strings.TrimRight(lines[0], " |"), " "+name) || !strings.HasSuffix(lines[2], " "+want+" |") {
			t.Errorf("%s: got\n%s\nwant %s", name, got.String(), want)
		}
	}
}

func TestReportDoesNotDependOnOrder(t *testing.T) {
	pages := fixture(t, Scorer{})
	table := func() string {
		var b bytes.Buffer
		if err := NewReport("demo", pages, ByPageType, BySite).WriteTable(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	before := table()
	slices.Reverse(pages)
	if after := table(); after != before {
		t.Errorf("got\n%s\nwant\n%s", after, before)
	}
}

func TestReportOverCorporaCountsEachPageOnce(t *testing.T) {
	one := PRF{1, 1, 1}
	a, b := &Item{Corpus: "a"}, &Item{Corpus: "b"}
	r := NewReport("m", []PageScore{{Item: b, Word: &one}, {Item: b, Word: &one}, {Item: a, Word: &PRF{}}})
	var names []string
	for _, row := range r.Rows {
		names = append(names, row.name())
	}
	if !slices.Equal(names, []string{"all", "a", "b"}) {
		t.Fatalf("rows %v", names)
	}
	if got := r.Rows[0].Word.F1; got < 0.66 || got > 0.67 {
		t.Errorf("all: %v, want two thirds", got)
	}
}

func TestReportJSONRoundTrip(t *testing.T) {
	r := NewReport("demo", fixture(t, Scorer{}), ByLang)
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(b.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if moved := cmp.Diff(r, &back); moved != "" {
		t.Errorf("moved on the way: %s", moved)
	}
}

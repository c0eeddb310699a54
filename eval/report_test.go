package eval

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
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

package eval

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
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
	r := NewReport("demo", fixture(t, Scorer{LCS: true}), ByLang)
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	back, err := ReadReport(&b)
	if err != nil {
		t.Fatal(err)
	}
	if moved := Compare(r, back); len(moved) > 0 || len(back.Rows) != len(r.Rows) {
		t.Errorf("moved on the way: %+v", moved)
	}
}

func TestCompareListsWhatMoved(t *testing.T) {
	row := func(corpus string, f1 float64) Row {
		return Row{Method: "m", Corpus: corpus, Scores: Scores{LCS: &f1}}
	}
	old := &Report{Rows: []Row{row("a", 0.5), row("b", 0.25), row("gone", 1)}}
	new := &Report{Rows: []Row{row("a", 0.50001), row("b", 0.75), row("new", 0.1)}}
	var b bytes.Buffer
	if err := WriteChanges(&b, Compare(old, new)); err != nil {
		t.Fatal(err)
	}
	want := strings.TrimPrefix(`
| method | pages of | measure |    old |    new |   moved |
|--------|----------|---------|-------:|-------:|--------:|
| m      | b        | lcs     | 0.2500 | 0.7500 | +0.5000 |
| m      | new      | lcs     |        | 0.1000 |         |
| m      | gone     | lcs     | 1.0000 |        |         |
`, "\n")
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

package score

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mullionhq/mullion/bench/measure"
	"github.com/mullionhq/mullion/bench/peer"
	"github.com/mullionhq/mullion/eval"
)

var update = flag.Bool("update", false, "write testdata/table.md again")

func item(id, text, kind string) eval.Item {
	return eval.Item{ID: id, Corpus: "demo", PageType: kind, Lang: "en", Gold: eval.Gold{HasText: true, Text: text}}
}

// demo is four pages, on which mullion has everything, and "half" half of it.
func demo() (*measure.Set, []Texts) {
	s := &measure.Set{Name: "demo", Items: []eval.Item{
		item("a", "one two three four five six", "article"), item("b", "seven eight nine ten", "forum"),
		item("c", "one three five seven", "forum"), item("d", "two four six eight ten twelve", "product"),
	}}
	ours, half, part := measure.Rows{}, measure.Rows{}, measure.Rows{}
	for i, it := range s.Items {
		words := strings.Fields(it.Gold.Text)
		ours[it.ID] = measure.Row{ID: it.ID, Text: it.Gold.Text, CPU: 4000, Bare: 1000, Wall: 5000, Peak: 2048 * int64(i+1), Version: "v1", Runtime: "go"}
		half[it.ID] = measure.Row{ID: it.ID, Text: strings.Join(words[:len(words)/2], " "), CPU: 20000, Bare: 1000, Wall: 40000, Version: "v2", Runtime: "node"}
	}
	failed := half["b"]
	failed.Text, failed.Error = "", "no answer in time: 1m0s"
	half["b"] = failed
	part["a"] = half["a"]
	return s, []Texts{{Peer: peer.Ours, Rows: ours}, {Peer: "readeck", Rows: half}, {Peer: "defuddle", Rows: part}}
}

func TestCompare(t *testing.T) {
	s, texts := demo()
	r, incomplete := Compare(s, texts)
	if diff := cmp.Diff(map[string]int{"defuddle": 3}, incomplete); diff != "" {
		t.Error(diff)
	}
	if len(r.Columns) != 2 || r.Ours() == nil || r.BestPeer().Peer != "readeck" {
		t.Fatalf("%d columns", len(r.Columns))
	}
	if x, _ := r.Ours().Mean(Word); x != 1 {
		t.Errorf("ours: %v", x)
	}
	// F1 of half the words is 2/3; the failed page is 0.
	theirs := r.column("readeck")
	if x, _ := theirs.Mean(Word); x < 0.4999 || x > 0.5001 || theirs.Failed != 1 {
		t.Errorf("theirs: %v, %d failed", x, theirs.Failed)
	}
	lead := r.Lead(theirs)
	if !(lead.Low <= lead.X && lead.X <= lead.High) || lead.X < 0.49 || lead.Low <= 0 {
		t.Errorf("%+v", lead)
	}
	if x, _ := theirs.Page(Word, 1); x != 0 {
		t.Errorf("page b: %v", x)
	}
	types := r.ByType()
	if len(types) != 3 || types[1].Name != "demo forum" || len(types[1].Items) != 2 || types[1].column("readeck").Texts[1] != "one three" {
		t.Errorf("%+v", types)
	}
	if x, _ := types[1].column("readeck").Mean(Word); x < 0.33 || x > 0.34 {
		t.Errorf("forum: %v", x)
	}
}

func TestGivenTextsTakeThePlaceOfRows(t *testing.T) {
	s, texts := demo()
	given, err := eval.ReadPredictions(strings.NewReader(`{"id":"a","text":"one two three four five six"}`), "f")
	if err != nil {
		t.Fatal(err)
	}
	texts[0].Given = given
	r, _ := Compare(s, texts[:1])
	if r.Ours().Failed != 3 || r.Ours().Texts[1] != "" {
		t.Errorf("%d failed: %q", r.Ours().Failed, r.Ours().Texts)
	}
}

func TestHeadline(t *testing.T) {
	text := func(lang, kind string) eval.Item {
		return eval.Item{Lang: lang, PageType: kind, Gold: eval.Gold{HasText: true}}
	}
	for _, c := range []struct {
		name string
		set  measure.Set
		want Metric
	}{
		{"news", measure.Set{Items: []eval.Item{text("en", ""), text("zh-CN", "")}}, Shingle},
		{"articles", measure.Set{Items: []eval.Item{text("en", "article"), text("en", "article")}}, Shingle},
		{"Chinese", measure.Set{Items: []eval.Item{text("zh-CN", ""), text("zh", ""), text("en", "")}}, ShingleChars},
		{"all kinds", measure.Set{Items: []eval.Item{text("en", "article"), text("en", "forum"), text("en", "product"), text("en", "listing")}}, Word},
		{"segments", measure.Set{Items: []eval.Item{{Gold: eval.Gold{With: []string{"a"}}}}}, Segments},
		{"rendered", measure.Set{Rendered: true, Items: []eval.Item{text("zh", "")}}, Word},
	} {
		if got := Headline(&c.set); got.Name != c.want.Name {
			t.Errorf("%s: %s, want %s", c.name, got.Name, c.want.Name)
		}
	}
}

// By characters a missing sentence costs its share; by words, where a sentence is one word, everything.
func TestShinglesByCharacter(t *testing.T) {
	it := eval.Item{ID: "a", Lang: "zh", Gold: eval.Gold{HasText: true, Text: "四月二十七日，北京下了一场大雨。许多道路积水严重。"}}
	s := &measure.Set{Name: "zh", Items: []eval.Item{it}}
	r, _ := Compare(s, []Texts{{Peer: peer.Ours, Rows: measure.Rows{"a": {ID: "a", Text: "四月二十七日，北京下了一场大雨。"}}}})
	byChar, _ := r.Ours().Mean(ShingleChars)
	byWord, _ := r.Ours().Mean(Shingle)
	if byWord != 0 || byChar < 0.6 || byChar > 0.9 {
		t.Errorf("by word %v, by character %v", byWord, byChar)
	}
}

func TestCostOf(t *testing.T) {
	_, texts := demo()
	got := CostOf("readeck", []measure.Rows{texts[1].Rows})
	want := Cost{Peer: "readeck", Versions: []string{"v2 on node"}, Pages: 4, Failed: 1, PerSecond: 25, CPU: 20, Ratio: 20}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if ours := CostOf(peer.Ours, []measure.Rows{texts[0].Rows}); ours.Peak != 8 || ours.Ratio != 4 {
		t.Errorf("%+v", ours)
	}
}

func TestTableGolden(t *testing.T) {
	s, texts := demo()
	r, incomplete := Compare(s, texts)
	table := Table{
		Command: "bench/run CORPORA/demo", Machine: "go, 2 cores.", Ours: "mullion's texts come from nowhere.",
		Results: append([]Result{r}, r.ByType()...), Incomplete: map[string]map[string]int{"demo": incomplete},
		Costs:   []Cost{CostOf(peer.Ours, []measure.Rows{texts[0].Rows}), CostOf("readeck", []measure.Rows{texts[1].Rows})},
		Missing: map[string]string{"justext": "is not installed here: no module"},
	}
	var b strings.Builder
	if err := table.Write(&b); err != nil {
		t.Fatal(err)
	}
	const name = "testdata/table.md"
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("%s (go test ./score -update writes it again):\n%s", name, diff)
	}
}

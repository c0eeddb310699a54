package report

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mullionhq/mullion/bench/measure"
	"github.com/mullionhq/mullion/bench/peer"
	"github.com/mullionhq/mullion/bench/score"
	"github.com/mullionhq/mullion/eval"
)

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "",
		" ¡Hola, mundo!\n":         " ¡Hola, |mundo!\n",
		"它是 a test.":               "它|是 |a |test.",
		"don't e\u0301t\u00e9 3.5": "don'|t |e\u0301té |3.|5",
		"…":                        "…",
	} {
		if got := strings.Join(Words(text), "|"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// rebuild makes the text and counts the gold's words of pieces.
func rebuild(gold []string, pieces []Piece) (text string, words int) {
	for _, p := range pieces {
		if p.Kept {
			text += strings.Join(gold[words:words+p.Gold], "")
		}
		words += p.Gold
		text += p.Extra
	}
	return text, words
}

func TestDiffCoversGoldAndText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"a ", "b ", "c\n", "它", "d, "})
		gold := rapid.SliceOfN(word, 0, 30).Draw(t, "gold")
		text := rapid.SliceOfN(word, 0, 30).Draw(t, "text")
		got, n := rebuild(gold, Diff(gold, text))
		if want := strings.Join(text, ""); got != want || n != len(gold) {
			t.Fatalf("%q, want %q; %d of %d words", got, want, n, len(gold))
		}
	})
}

func TestDiffMarks(t *testing.T) {
	gold := Words("The quick brown fox jumps. It sleeps.")
	got := fmt.Sprint(Diff(gold, Words("Menu the QUICK fox jumps! It sleeps. Share")))
	if want := "[{0 false Menu } {2 true } {1 false } {4 true } {0 false Share}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// More distinct words than there are code points below the surrogates.
func TestDiffOfVeryManyWords(t *testing.T) {
	var gold []string
	for i := range 60_000 {
		gold = append(gold, fmt.Sprint("w", i, " "))
	}
	pieces := Diff(gold, gold)
	if len(pieces) != 1 || pieces[0].Gold != len(gold) || !pieces[0].Kept {
		t.Errorf("%d pieces", len(pieces))
	}
}

// results are n pages: on page i mullion keeps i of n words and theirs always half.
func results(n int) []score.Result {
	s := &measure.Set{Name: "demo"}
	ours, theirs := measure.Rows{}, measure.Rows{}
	for i := range n {
		id := fmt.Sprintf("p%02d", i)
		var words []string
		for j := range n {
			words = append(words, fmt.Sprint("w", j))
		}
		s.Items = append(s.Items, eval.Item{ID: id, Corpus: "demo", URL: "https://demo.example/" + id, HTMLPath: "x/" + id + ".html", Gold: eval.Gold{HasText: true, Text: strings.Join(words, " ")}})
		ours[id] = measure.Row{ID: id, Text: strings.Join(words[:i], " ")}
		theirs[id] = measure.Row{ID: id, Text: strings.Join(words[:n/2], " ")}
	}
	s.Items[0].Gold.Text = "</script><script>alert(1)</script>"
	s.Items[0].URL = "javascript:alert(1)"
	r, _ := score.Compare(s, []score.Texts{{Peer: peer.Ours, Rows: ours}, {Peer: "readeck", Rows: theirs}})
	return []score.Result{r}
}

func TestWriteChoosesTheWorstPages(t *testing.T) {
	var b strings.Builder
	if err := Write(&b, results(20), 6); err != nil {
		t.Fatal(err)
	}
	html := b.String()
	data := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindStringSubmatch(html)
	if data == nil {
		t.Fatal("no data")
	}
	var pages []shownPage
	if err := json.Unmarshal([]byte(data[1]), &pages); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, p := range pages {
		ids = append(ids, p.ID)
	}
	if want := []string{"p00", "p01", "p02", "p03", "p04", "p05"}; !slices.Equal(ids, want) {
		t.Errorf("%v, want %v", ids, want)
	}
	if pages[0].URL != "" || !strings.HasPrefix(pages[1].File, "file:///") || pages[1].Texts[0].Peer != peer.Ours {
		t.Errorf("%+v", pages[0])
	}
	if strings.Contains(html, "<script>alert(1)") {
		t.Error("a page's text is run as a script")
	}
	if links := regexp.MustCompile(`(src|href)=`).FindAllString(html, -1); links != nil {
		t.Errorf("the report is not alone: %v", links)
	}
}

func TestWriteNothing(t *testing.T) {
	var b strings.Builder
	if err := Write(&b, nil, 5); err != nil || !strings.Contains(b.String(), `id="data">[]</script>`) {
		t.Errorf("%v", err)
	}
}

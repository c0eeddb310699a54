package study

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
)

// elsewhere is a corpus that has nothing in common with that of corpus but that people wrote its text: its pages are German,
// laid out by tables, without classes, and of other sites.
func elsewhere(t *testing.T) []eval.Item {
	t.Helper()
	var pages []corpusPage
	for i, place := range []string{"Brake", "Cuxhaven", "Emden", "Husum", "Norden", "Wismar"} {
		var html, gold strings.Builder
		fmt.Fprintf(&html, "<html lang=de><title>Werft in %s</title><table><tr><td width=150>", place)
		for _, entry := range []string{"Startseite", "Aktuelles", "Anfahrt", "Gästebuch", "Kontakt", "Impressum"} {
			fmt.Fprintf(&html, "<font size=2><a href=%s.htm>%s</a></font><br>", strings.ToLower(entry), entry)
		}
		html.WriteString("</td><td>")
		for k := range 4 + i%3 {
			line := fmt.Sprintf("Seit %d Jahren baut die Werft in %s Boote aus Lärche und Eiche, und wer sie besucht, darf den Tischlern zusehen, wie sie Planken biegen, leimen und nieten.", 40+10*i+k, place)
			fmt.Fprintf(&html, "<font face=Arial>%s</font><br><br>", line)
			fmt.Fprintln(&gold, line)
		}
		fmt.Fprintf(&html, "</td></tr></table><center><font size=1>Letzte Änderung: %d.5.2001 - <a href=index.htm>zurück</a></font></center>", i+1)
		pages = append(pages, corpusPage{
			id: fmt.Sprintf("w%d", i), url: fmt.Sprintf("http://www.werft-%d.example/verein/geschichte.htm", i), site: fmt.Sprintf("werft-%d.example", i),
			html: html.String(), gold: gold.String(), kind: "article",
		})
	}
	return writeCorpus(t, "elsewhere", pages)
}

// A model of one corpus knows main content in another one, of which it saw no site, name or word.
func TestModelsTransfer(t *testing.T) {
	s, samples := sampled(t, corpus(t))
	m, err := s.Train(context.Background(), samples, nil, -1, quick())
	if err != nil {
		t.Fatal(err)
	}
	_, others := sampled(t, elsewhere(t))
	for i := range others {
		p := &others[i]
		if score := (eval.Scorer{}).Page(p.Item, Predict(mullion.Judge(p.Page, m, s.Clean))); score.Word.F1 < 0.95 {
			t.Errorf("%s: word F1 %.3f", p.Item.ID, score.Word.F1)
		}
	}
}

// No evidence tells which corpus, file or site a page is of: the same HTML elsewhere has the same.
func TestEvidenceTellsNoOrigin(t *testing.T) {
	items := corpus(t)
	var moved []corpusPage
	for i := range items {
		it := &items[i]
		html, err := it.HTML()
		if err != nil {
			t.Fatal(err)
		}
		moved = append(moved, corpusPage{
			id: fmt.Sprintf("moved%d", i), url: strings.Replace(it.URL, "lamp.example", "elsewhere.test", 1), site: fmt.Sprintf("elsewhere%d.test", i/3),
			html: string(html), gold: it.Gold.Text, kind: it.PageType,
		})
	}
	_, here := sampled(t, items)
	_, there := sampled(t, writeCorpus(t, "moved", moved))
	if len(here) != len(there) {
		t.Fatalf("%d samples and %d", len(here), len(there))
	}
	for i := range here {
		a, b := classify.Measure(here[i].Example.View, classify.Sources), classify.Measure(there[i].Example.View, classify.Sources)
		if !slices.EqualFunc(a, b, alike) {
			t.Errorf("%s: other evidence as %s", here[i].Item.ID, there[i].Item.ID)
		}
	}
}

// alike reports whether two rows have the same values, absent ones included.
func alike(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return x == y || x != x && y != y })
}

package report

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"path/filepath"
	"slices"

	"github.com/mullionhq/mullion/bench/peer"
	"github.com/mullionhq/mullion/bench/score"
)

// A shownPage is one page of the report, as the script reads it.
type shownPage struct {
	Set    string      `json:"set"`
	Type   string      `json:"type"`
	ID     string      `json:"id"`
	URL    string      `json:"url"`
	File   string      `json:"file"`
	Gold   []string    `json:"gold"`   // words with what follows them
	Texts  []shownText `json:"texts"`  // of the peers that have the page, mullion first
	Behind float64     `json:"behind"` // the best of the others less ours
}

// A shownText is one peer's text. Pieces are numbers and strings: n words of the gold that it has, −n that it lacks, and
// text beyond the gold.
type shownText struct {
	Peer   string  `json:"peer"`
	Score  float64 `json:"score"`
	Pieces []any   `json:"pieces"`
}

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.js
	pageJS template.JS
	//go:embed page.css
	pageCSS template.CSS

	pageTemplate = template.Must(template.New("report").Parse(pageHTML))
)

// Write writes the report of the worst n pages of every set: half of them those with the lowest scores of ours, half
// those where the best of the others is furthest ahead. Sets without mullion's column or without a gold text are left
// out.
func Write(w io.Writer, results []score.Result, n int) error {
	pages := []shownPage{}
	for i := range results {
		if r := &results[i]; r.Type == "" && r.Ours() != nil {
			pages = append(pages, worst(r, n)...)
		}
	}
	data, err := json.Marshal(pages)
	if err != nil {
		return fmt.Errorf("writing report: %w", err)
	}
	return pageTemplate.Execute(w, map[string]any{"CSS": pageCSS, "JS": pageJS, "Data": template.JS(data), "Ours": peer.Ours})
}

// worst are the pages of a set to show.
func worst(r *score.Result, n int) []shownPage {
	type candidate struct {
		at            int
		score, behind float64
	}
	var list []candidate
	for i := range r.Items {
		ours, ok := r.Ours().Page(r.Headline, i)
		if !ok || !r.Items[i].Gold.HasText {
			continue
		}
		best := 0.0
		for j := range r.Columns[1:] {
			x, _ := r.Columns[1+j].Page(r.Headline, i)
			best = max(best, x)
		}
		list = append(list, candidate{i, ours, best - ours})
	}
	chosen := map[int]float64{}
	take := func(k int, order func(a, b candidate) int) {
		slices.SortStableFunc(list, order)
		for _, c := range list[:min(k, len(list))] {
			chosen[c.at] = c.behind
		}
	}
	take((n+1)/2, func(a, b candidate) int { return cmp.Compare(a.score, b.score) })
	for k := n / 2; len(chosen) < min(n, len(list)); k++ { // some are both
		take(k, func(a, b candidate) int { return cmp.Compare(b.behind, a.behind) })
	}
	var out []shownPage
	for i := range r.Items {
		if behind, ok := chosen[i]; ok {
			out = append(out, show(r, i, behind))
		}
	}
	return out
}

func show(r *score.Result, i int, behind float64) shownPage {
	it := &r.Items[i]
	p := shownPage{Set: r.Name, Type: cmp.Or(it.PageType, "-"), ID: it.ID, URL: webAddress(it.URL), Gold: Words(it.Gold.Text), Behind: behind}
	if abs, err := filepath.Abs(it.HTMLPath); err == nil {
		p.File = (&url.URL{Scheme: "file", Path: abs}).String()
	}
	if p.Gold == nil {
		p.Gold = []string{}
	}
	for j := range r.Columns {
		c := &r.Columns[j]
		x, _ := c.Page(r.Headline, i)
		t := shownText{Peer: c.Peer, Score: x, Pieces: []any{}}
		for _, piece := range Diff(p.Gold, Words(c.Texts[i])) {
			switch {
			case piece.Kept:
				t.Pieces = append(t.Pieces, piece.Gold)
			case piece.Gold > 0:
				t.Pieces = append(t.Pieces, -piece.Gold)
			default:
				t.Pieces = append(t.Pieces, piece.Extra)
			}
		}
		p.Texts = append(p.Texts, t)
	}
	return p
}

// webAddress is the address where it is one that a link may have.
func webAddress(address string) string {
	if u, err := url.Parse(address); err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return address
}

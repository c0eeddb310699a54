package peer

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/site"
)

// A page is read by the profile of its site; one of another site is an error, not a guess.
func TestLearned(t *testing.T) {
	dir := t.TempDir()
	store, err := site.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	l := site.NewLearner(store, "news.example", mullion.DefaultOptions().Site)
	html := func(text string) string {
		return "<!DOCTYPE html><title>x</title><body><div class=nav><a href=/>Weather report</a></div><div id=text><p>" + text + "</p></div>"
	}
	words := strings.Fields("harbour engine winter council island teacher bread forest")
	for i, w := range words {
		p, err := page.Parse([]byte(html(strings.Repeat("about the "+w+" ", 12))), page.ParseOptions{URL: fmt.Sprintf("https://news.example/%d", i)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Learn(t.Context(), p, nil, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Save(t.Context()); err != nil {
		t.Fatal(err)
	}
	e, _, err := NewGo(Learned, Place{Profiles: dir})
	if err != nil {
		t.Fatal(err)
	}
	a, err := e(Request{HTML: html("The lazy dog slept until noon, and nobody on the square minded that at all."), URL: "https://news.example/new", Site: "news.example"})
	if err != nil || !strings.Contains(a.Text, "lazy dog") || strings.Contains(a.Text, "Weather") {
		t.Errorf("%q, %v", a.Text, err)
	}
	if _, err := e(Request{HTML: html("x"), Site: "other.example"}); err == nil {
		t.Error("a page of an unknown site is read")
	}
}

package study

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/page"
)

// renderedSite writes a rendered site of three pages, of which the second has no text without scripts, and opens it.
func renderedSite(t *testing.T) []eval.Item {
	t.Helper()
	const story = "On the first day the keeper of the lamp walked to the shore, lit it, and wrote what the sea was like that night."
	dir := t.TempDir()
	for name, text := range map[string]string{
		"gold.json": `{"site": "lamp.example", "mounts": [["https://lamp.example/", ""]]}`,
		"pages.jsonl": `{"id": "one", "path": "one.html", "url": "https://lamp.example/one.html"}
			{"id": "scripts", "path": "scripts.html", "url": "https://lamp.example/scripts.html", "js_only": true}
			{"id": "lost", "path": "lost.html", "url": "https://lamp.example/lost.html"}`,
		"site/one.html": "<title>Log</title><p>" + story, "site/scripts.html": "<title>Log</title><script></script>", "site/lost.html": "<title>Log</title><p>" + story,
		"gold/one.txt": story, "gold/scripts.txt": story, "gold/lost.txt": story,
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := eval.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c.Items
}

// rendered is the page of an item as if it had been rendered with a text.
func rendered(t *testing.T, it *eval.Item, text string) *page.Page {
	t.Helper()
	p, err := page.Parse([]byte("<title>Log</title><p>"+text), page.ParseOptions{URL: it.URL})
	if err != nil {
		t.Fatal(err)
	}
	p.Rendered, p.Width, p.Height, p.Viewport = true, 1280, 900, [2]float64{1280, 900}
	return p
}

// A page of a rendered site is seen with its layout and, where it has text without scripts, without. What cannot be loaded is told,
// and the rest is there.
func TestRenderedSitesGiveTwoSamples(t *testing.T) {
	items := renderedSite(t)
	s := &Study{Loader: Loader{Snapshots: t.TempDir()}, Clean: mullion.DefaultOptions(), Options: DefaultOptions()}
	for i := range items[:2] {
		if err := s.Loader.save(s.Loader.snapshot(&items[i]), rendered(t, &items[i], items[i].Gold.Text)); err != nil {
			t.Fatal(err)
		}
	}
	samples, err := s.Samples(t.Context(), items)
	if err == nil || !strings.Contains(err.Error(), "lost: there is neither a browser nor a snapshot") || strings.Contains(err.Error(), "scripts") {
		t.Errorf("a page that cannot be rendered: %v", err)
	}
	want := []struct {
		id       string
		rendered bool
		weight   float64
	}{{"one", true, s.Options.RenderedWeight}, {"one", false, 1}, {"scripts", true, s.Options.RenderedWeight}}
	if len(samples) != len(want) {
		t.Fatalf("%d samples, want %d", len(samples), len(want))
	}
	for i, w := range want {
		p := &samples[i]
		if p.Item.ID != w.id || p.Rendered != w.rendered || p.Example.Weight != w.weight || p.Fit != 1 || (p.Example.View.Layout != nil) != w.rendered {
			t.Errorf("sample %d is of %s, rendered %v, with weight %v, and fits %v", i, p.Item.ID, p.Rendered, p.Example.Weight, p.Fit)
		}
	}
}

// A page that was saved is what was rendered; without its file it is not there, and not rendered again.
func TestSavedPagesAreWhatWasRendered(t *testing.T) {
	l := Loader{}
	it := eval.Item{ID: "a", Saved: filepath.Join(t.TempDir(), "a.json.gz")}
	if _, err := l.Rendered(t.Context(), &it); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), it.Saved) {
		t.Errorf("without its file: %v", err)
	}
	if err := l.save(it.Saved, rendered(t, &it, "Kept")); err != nil {
		t.Fatal(err)
	}
	if p, err := l.Rendered(t.Context(), &it); err != nil || p.Blocks()[0].Text != "Kept" {
		t.Errorf("%v, %v", p, err)
	}
	if _, err := l.Static(&it); !errors.Is(err, errStatic) {
		t.Errorf("it has HTML: %v", err)
	}
}

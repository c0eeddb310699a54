package output

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/page"
)

var update = flag.Bool("update", false, "write the expected files anew")

// TestPages compares every folder of testdata with what is written now. labels has a line for each block: + for
// content or - for boilerplate, and how the block's text begins.
func TestPages(t *testing.T) {
	dirs, err := filepath.Glob("testdata/*/source.html")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, source := range dirs {
		dir := filepath.Dir(source)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			d := load(t, dir)
			o := DefaultOptions()
			for name, got := range map[string]string{
				"expected.md": Markdown(d, o), "expected.html": HTML(d, o), "expected.txt": Text(d),
			} {
				if !strings.HasSuffix(got, "\n") {
					got += "\n"
				}
				golden(t, filepath.Join(dir, name), got)
			}
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", name, diff)
	}
}

// load reads a page and its labels.
func load(t *testing.T, dir string) *mullion.Document {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, "source.html"))
	if err != nil {
		t.Fatal(err)
	}
	d := parse(t, string(raw))
	labels, err := os.ReadFile(filepath.Join(dir, "labels"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimRight(string(labels), "\n"), "\n")
	if len(lines) != len(d.Blocks) {
		var have []string
		for _, b := range d.Blocks {
			have = append(have, begin(b.Text))
		}
		t.Fatalf("%d labels for %d blocks:\n%s", len(lines), len(d.Blocks), strings.Join(have, "\n"))
	}
	for i, line := range lines {
		sign, text, _ := strings.Cut(line, " ")
		if !strings.HasPrefix(begin(d.Blocks[i].Text), text) {
			t.Fatalf("label %d is for %q, the block is %q", i+1, text, begin(d.Blocks[i].Text))
		}
		d.Blocks[i].Content = sign == "+"
	}
	return d
}

func TestTitleStandsOnce(t *testing.T) {
	o := DefaultOptions()
	o.TitleHeading = true
	for source, want := range map[string]string{
		"<h1>The har\u00adbour cranes</h1><p>a":                    "# The harbour cranes\n\na\n",
		`<h1>The harbour <i>cranes</i></h1><p>a`:                   "# The harbour cranes\n\na\n",
		`<p>The harbour cranes<h2>The harbour cranes</h2><p>a`:     "# The harbour cranes\n\nThe harbour cranes\n\na\n",
		`<h2>Cranes</h2><p>a<h2>The harbour cranes again</h2><p>b`: "# The harbour cranes\n\n## Cranes\n\na\n\n## The harbour cranes again\n\nb\n",
	} {
		d := allContent(t, source)
		d.Title = "The har\u00adbour cranes"
		if got := Markdown(d, o); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// begin is how a block's text begins, on one line.
func begin(s string) string {
	const length = 40
	r := []rune(strings.Join(strings.Fields(s), " "))
	return string(r[:min(len(r), length)])
}

// parse makes a document of HTML, all blocks boilerplate.
func parse(t testing.TB, html string) *mullion.Document {
	t.Helper()
	p, err := page.Parse([]byte(html), page.ParseOptions{URL: "https://example.com/a/b.html"})
	if err != nil {
		t.Fatal(err)
	}
	return documentOf(p, func(page.Block) bool { return false })
}

// allContent makes a document of HTML, all visible blocks content.
func allContent(t testing.TB, html string) *mullion.Document {
	t.Helper()
	d := parse(t, html)
	for i := range d.Blocks {
		d.Blocks[i].Content = !d.Blocks[i].Hidden
	}
	return d
}

// Without scripts a forum may keep its posts for browsers that have none: they are in every format.
func TestNoscriptThatIsContent(t *testing.T) {
	p, err := page.Parse([]byte(`<noscript><h2>A topic</h2><p>The <b>first</b> <a href="/u/ada">post</a> of it.</p><img src="/a.png" alt="Lawn"></noscript>`), page.ParseOptions{URL: "https://example.com/t/1"})
	if err != nil {
		t.Fatal(err)
	}
	d := documentOf(p, func(page.Block) bool { return true })
	for got, want := range map[string]string{
		Text(d):                       "A topic\n\nThe first post of it.",
		Markdown(d, DefaultOptions()): "## A topic\n\nThe **first** [post](https://example.com/u/ada) of it.",
	} {
		if !strings.HasPrefix(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func documentOf(p *page.Page, keep func(page.Block) bool) *mullion.Document {
	d := &mullion.Document{URL: p.URL, Page: p, Lang: p.Lang(), Status: mullion.OK}
	for _, b := range p.Blocks() {
		d.Blocks = append(d.Blocks, classify.Block{Block: b, Content: keep(b)})
	}
	return d
}

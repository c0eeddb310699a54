package eval

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

// write makes files below a new folder, by path.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOpenTextCorpus(t *testing.T) {
	c, err := Open("testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	if c.Rendered || c.Name != "corpus" || len(c.Items) != 9 {
		t.Fatalf("rendered %v, name %q, %d items", c.Rendered, c.Name, len(c.Items))
	}
	plain, turkish, segments := c.Items[0], c.Items[3], c.Items[5]
	if plain.Corpus != "fixture" || plain.Site != "one.example" || !plain.Gold.HasText || plain.PageType != "article" {
		t.Errorf("plain: %+v", plain)
	}
	if turkish.Site != "fixture/turkish" {
		t.Errorf("a page without a site is in the group %q", turkish.Site)
	}
	if segments.Gold.HasText || len(segments.Gold.With) != 3 || len(segments.Gold.Without) != 2 {
		t.Errorf("segments: %+v", segments.Gold)
	}
	raw, err := plain.HTML()
	if err != nil || !strings.Contains(string(raw), "<p>plain</p>") {
		t.Errorf("HTML: %q, %v", raw, err)
	}
}

// Pages of a corpus that does not say its name, or that of a site, are of the folder's.
func TestCorporaWithoutNamesAreThoseOfTheirFolders(t *testing.T) {
	rows := `{"id":"a","html_path":"a.html","gold":{}}` + "\n" + `{"id":"b","corpus":"other","site":"s.example","html_path":"b.html","gold":{}}`
	dir := write(t, map[string]string{
		"texts/pages.jsonl": rows,
		"demo/gold.json":    "{}", "demo/pages.jsonl": `{"id":"p","path":"p.html"}`, "demo/gold/p.txt": "Text.", "demo/site/p.html": "<p>Text.",
	})
	for name, want := range map[string][]string{"texts": {"texts texts/a", "other s.example"}, "demo": {"demo demo"}} {
		c, err := Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, it := range c.Items {
			got = append(got, it.Corpus+" "+it.Site)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: corpora and sites %q, want %q", name, got, want)
		}
	}
}

func TestSelect(t *testing.T) {
	c, err := Open("testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []struct {
		filter Filter
		want   int
	}{
		{Filter{}, 9}, {Filter{Split: "all"}, 9}, {Filter{Split: "dev"}, 7}, {Filter{Split: "heldout"}, 2},
		{Filter{SkipFlags: notForTraining}, 8}, {Filter{Split: "heldout", SkipFlags: notForTraining}, 1},
	} {
		if got := len(c.Select(f.filter)); got != f.want {
			t.Errorf("%+v: %d pages, want %d", f.filter, got, f.want)
		}
	}
}

func TestOpenNamesFileAndLine(t *testing.T) {
	good := `{"id":"a","corpus":"c","html_path":"html/a.html","gold":{"text":""}}`
	for _, c := range []struct{ name, rows, want string }{
		{"broken JSON", good + "\n{", "pages.jsonl:2: unexpected end"},
		{"no gold", good + "\n\n" + `{"id":"b"}`, `pages.jsonl:3: page "b": gold is missing`},
		{"no id", `{"gold":{}}`, "pages.jsonl:1: id is missing"},
		{"same id", good + "\n" + good, `pages.jsonl:2: id "a" stands twice`},
		{"gold that is a text", `{"id":"a","gold":"text"}`, "pages.jsonl:1: gold is of the wrong kind: string"},
		{"a weight that no page has", `{"id":"a","weight":1001,"gold":{}}`, `pages.jsonl:1: page "a": weight 1001 is not between 0 and 1000`},
		{"a weight below 0", `{"id":"a","weight":-1,"gold":{}}`, `page "a": weight -1 is not between 0 and 1000`},
		{"path out of the corpus", `{"id":"a","html_path":"../x","gold":{}}`, `pages.jsonl:1: page "a": html_path "../x" is not a path inside`},
	} {
		_, err := Open(write(t, map[string]string{"pages.jsonl": c.rows}))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	pages := t.TempDir()
	if err := os.WriteFile(filepath.Join(pages, "a.html"), []byte("<p>a"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(pages); !errors.Is(err, ErrNotCorpus) {
		t.Errorf("a folder of HTML files: %v", err)
	}
	if _, err := Open(t.TempDir()); !errors.Is(err, ErrNotCorpus) {
		t.Errorf("an empty folder: %v", err)
	}
}

var site = map[string]string{
	"gold.json": `{"site": "demo", "language": "de", "viewport": [1280, 900],
		"mounts": [["https://demo.example/", ""], ["https://cdn.example/", "_ext/cdn"], ["https://cdn.example/deep/", "_ext/other/"]]}`,
	"pages.jsonl": `{"id": "demo-00", "path": "blog/index.html", "url": "https://demo.example/blog/", "split": "dev", "js_only": true, "title": "T", ` +
		`"doc": [1280, 2000], "boxes": {"content": [[100, 200, 600, 900]], "header": [[0, 0, 1280, 90, "sticky"]], "left": [], "noise": [[100, 1000, 600, 100]]}}`,
	"gold/demo-00.txt":              "Der Text.",
	"site/index.html":               "home",
	"site/blog/index.html":          "blog",
	"site/about.html":               "about",
	"site/page?id=2":                "second",
	"site/page?q=a b":               "spaced",
	"site/page":                     "any",
	"site/名.html":                   "name",
	"site/style.css":                "p{}",
	"site/latin.css":                "/* \xe9 */",
	"site/old.php":                  "<!doctype html><p>x",
	"site/_ext/cdn/lib.js":          "1",
	"site/_ext/cdn/pkg/__file":      "2",
	"site/_ext/cdn/deep/x.js":       "shadowed",
	"site/_ext/other/x.js":          "deep",
	"site/_ext/cdn/css/__file":      "@font-face{}",
	"site/_ext/cdn/picture.unknown": "\x89PNG\r\n\x1a\n",
	"secret.txt":                    "secret",
}

func TestOpenRenderedSite(t *testing.T) {
	dir := write(t, site)
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !c.Rendered || len(c.Items) != 1 {
		t.Fatalf("%+v", c)
	}
	it := c.Items[0]
	if it.Site != "demo" || it.Lang != "de" || it.Gold.Text != "Der Text." || !it.Layout.JSOnly {
		t.Errorf("%+v", it)
	}
	if b := it.Layout.Boxes; len(b) != 2 || b[regions.Center][0] != (page.Box{X: 100, Y: 200, W: 600, H: 900}) || b[regions.Header][0].H != 90 {
		t.Errorf("boxes: %v", b)
	}
	if raw, err := it.HTML(); err != nil || string(raw) != "blog" {
		t.Errorf("HTML: %q, %v", raw, err)
	}
}

func TestOpenFolderOfSites(t *testing.T) {
	files := map[string]string{}
	for name, text := range site {
		files["b-site/"+name] = text
		files["a-site/"+name] = strings.ReplaceAll(text, "demo-00", "a-00")
	}
	files["a-site/gold/a-00.txt"] = "Anderer Text."
	c, err := Open(write(t, files))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Items) != 2 || c.Items[0].ID != "a-00" || c.Items[1].ID != "demo-00" || !c.Rendered {
		t.Errorf("%+v", c.Items)
	}
	for _, it := range c.Items {
		if it.Corpus != c.Name || it.Site != "demo" {
			t.Errorf("%s is of corpus %q, site %q", it.ID, it.Corpus, it.Site)
		}
	}
}

func TestRenderedSiteErrors(t *testing.T) {
	for _, c := range []struct{ name, file, text, want string }{
		{"a site that is no name", "gold.json", "{\n\"site\": 1}", "gold.json:2:"},
		{"broken gold.json", "gold.json", "{\n\"site\": \"demo\"\n\"language\": \"en\"}", "gold.json:3: invalid character"},
		{"mount without host", "gold.json", `{"mounts": [["demo/", ""]]}`, `mount "demo/" is not the beginning of a URL`},
		{"mount outside", "gold.json", `{"mounts": [["https://a/", "../.."]]}`, `"../.." is not a folder below the site`},
		{"unknown region", "pages.jsonl", `{"id":"demo-00","path":"x","boxes":{"top":[]}}`, `pages.jsonl:1: page "demo-00": boxes: "top" is not`},
		{"no box", "pages.jsonl", `{"id":"demo-00","path":"x","boxes":{"left":[7]}}`, "boxes is of the wrong kind: number"},
		{"a box of no numbers", "pages.jsonl", `{"id":"demo-00","path":"x","boxes":{"left":[["1",2,3,4]]}}`, "reading box: "},
		{"short box", "pages.jsonl", `{"id":"demo-00","path":"x","boxes":{"left":[[1,2,3]]}}`, "a box has four numbers, not 3"},
		{"an id that leads elsewhere", "pages.jsonl", `{"id":"../demo-00","path":"x"}`, `id "../demo-00" is not a file name`},
		{"no id", "pages.jsonl", `{"path":"x"}`, `id "" is not a file name`},
		{"a page elsewhere", "pages.jsonl", `{"id":"demo-00","path":"../secret.txt"}`, `path "../secret.txt" is not inside the site`},
		{"same id", "pages.jsonl", `{"id":"demo-00","path":"x"}` + "\n" + `{"id":"demo-00","path":"y"}`, `id "demo-00" stands twice`},
		{"no gold text", "pages.jsonl", `{"id":"demo-07","path":"x"}`, `page "demo-07": reading gold`},
	} {
		files := map[string]string{}
		maps.Copy(files, site)
		files[c.file] = c.text
		if _, err := Open(write(t, files)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestMountsAnswer(t *testing.T) {
	dir := write(t, site)
	if err := os.Symlink(filepath.Join(dir, "secret.txt"), filepath.Join(dir, "site", "link.txt")); err != nil {
		t.Fatal(err)
	}
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	m := c.Items[0].Layout.Mounts
	for _, a := range []struct {
		name, url string
		status    int
		typ, body string
	}{
		{"dir/ is its index", "https://demo.example/", 200, "text/html; charset=utf-8", "home"},
		{"no path is /", "https://demo.example", 200, "text/html; charset=utf-8", "home"},
		{"x is x/index.html", "https://demo.example/blog", 200, "text/html; charset=utf-8", "blog"},
		{"x is x.html", "https://demo.example/about", 200, "text/html; charset=utf-8", "about"},
		{"x is x/__file", "https://cdn.example/pkg", 200, "text/plain; charset=utf-8", "2"},
		{"with the query first", "https://demo.example/page?id=2", 200, "text/plain; charset=utf-8", "second"},
		{"escaped or not", "https://demo.example/page?q=a%20b", 200, "text/plain; charset=utf-8", "spaced"},
		{"then without", "https://demo.example/page?id=3", 200, "text/plain; charset=utf-8", "any"},
		{"fragments are no part", "https://demo.example/about#x", 200, "text/html; charset=utf-8", "about"},
		{"host in any case, own port", "HTTPS://Demo.Example:443/about", 200, "text/html; charset=utf-8", "about"},
		{"escapes are read", "https://demo.example/%E5%90%8D.html", 200, "text/html; charset=utf-8", "name"},
		{"the longest prefix wins", "https://cdn.example/deep/x.js", 200, "text/javascript; charset=utf-8", "deep"},
		{"type by extension", "https://demo.example/style.css?v=1", 200, "text/css; charset=utf-8", "p{}"},
		{"no charset for what is not UTF-8", "https://demo.example/latin.css", 200, "text/css", "/* \xe9 */"},
		{"programs' results are looked at", "https://demo.example/old.php", 200, "text/html; charset=utf-8", "<!doctype html><p>x"},
		{"font services send CSS", "https://cdn.example/css?family=X", 200, "text/css; charset=utf-8", "@font-face{}"},
		{"unknown extensions are looked at", "https://cdn.example/picture.unknown", 200, "image/png", "\x89PNG\r\n\x1a\n"},
		{"missing", "https://demo.example/nothing", 404, "text/plain; charset=utf-8", "404 page not found\n"},
		{"no way up", "https://demo.example/../secret.txt", 404, "text/plain; charset=utf-8", "404 page not found\n"},
		{"no escaped way up", "https://demo.example/%2e%2e/secret.txt", 404, "text/plain; charset=utf-8", "404 page not found\n"},
		{"no way from the root", "https://demo.example/" + filepath.ToSlash(filepath.Join(dir, "secret.txt")), 404, "text/plain; charset=utf-8", "404 page not found\n"},
		{"no name for a file", "https://demo.example/a%00", 404, "text/plain; charset=utf-8", "404 page not found\n"},
		{"no way up by a link", "https://demo.example/link.txt", 404, "text/plain; charset=utf-8", "404 page not found\n"},
	} {
		status, typ, body, ok := m.Answer(a.url)
		if !ok || status != a.status || typ != a.typ || string(body) != a.body {
			t.Errorf("%s: %s: %d %q %q %v", a.name, a.url, status, typ, body, ok)
		}
	}
	for _, url := range []string{"https://other.example/", "http://demo.example/", "data:text/html,x", "://", ""} {
		if _, _, _, ok := m.Answer(url); ok {
			t.Errorf("%q is under no mount, but is answered", url)
		}
	}
}

func FuzzMounts(f *testing.F) {
	dir := f.TempDir()
	for name, text := range map[string]string{"site/index.html": "in", "secret": "out", "index.html": "out"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			f.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			f.Fatal(err)
		}
	}
	m, err := newMounts(filepath.Join(dir, "site"), [][2]string{{"https://a.example/", ""}})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"", "../secret", "%2e%2e%2fsecret", "..%5csecret", "x?../../secret", "/", "//", "\x00", "./../secret", "..?a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, rest string) {
		if _, _, body, _ := m.Answer("https://a.example/" + rest); string(body) == "out" {
			t.Errorf("%q reads a file outside", rest)
		}
	})
}

func FuzzReadTextRows(f *testing.F) {
	raw, err := os.ReadFile("testdata/corpus/pages.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(raw))
	for _, seed := range []string{"", "\n\n", "{}", "null", "[]", `{"id":"a","gold":{"text":null}}`, "\xef\xbb\xbf{}", `{"id":"a","gold":{},"html_path":"/etc/x"}`, `{"author":["a","b"]}`, "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		items, err := readTextRows(strings.NewReader(text), "f", "dir", "c")
		if err != nil && !strings.HasPrefix(err.Error(), "f:") {
			t.Errorf("the error names no file: %v", err)
		}
		for _, it := range items {
			if it.ID == "" || it.Site == "" || it.Corpus == "" || !strings.HasPrefix(filepath.ToSlash(it.HTMLPath), "dir") {
				t.Errorf("%+v", it)
			}
		}
	})
}

package workspace

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/source"
)

// Pages of one name are kept side by side, each once; so is the page of an old workspace, which does not say where from.
func TestPagesOfOneName(t *testing.T) {
	w, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	one, two := saved(t, "<title>One</title><p>Of ships"), saved(t, "<title>Two</title><p>Of shoes")
	for _, test := range []struct {
		file  string
		there bool
		title string
	}{{one, false, "One"}, {two, false, "Two"}, {one, true, "One"}, {two, true, "Two"}} {
		e, err := w.Add(t.Context(), nil, source.Input{Saved: test.file})
		if errors.Is(err, ErrThere) != test.there || !test.there && err != nil || e.Title != test.title {
			t.Errorf("%s: %+v, %v", test.title, e, err)
		}
	}
	list, err := w.List()
	if err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	if _, err := w.place(&Entry{ID: "page", From: "saved elsewhere"}); err != nil {
		t.Errorf("a third page of the name has no place: %v", err)
	}
	for _, e := range []*Entry{{ID: "page"}, {ID: "page", From: list[0].From}} {
		if _, err := w.place(e); !errors.Is(err, ErrThere) {
			t.Errorf("%+v: %v", e, err)
		}
	}
	if err := os.WriteFile(filepath.Join(w.Dir(), "pages", "page", "info.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := w.place(&Entry{ID: "page"}); !errors.Is(err, ErrBroken) {
		t.Errorf("the name of a broken page is not free: %v", err)
	}
}

// Two addresses of one name, whose short hashes are the same, are two pages.
func TestAddressesOfOneHash(t *testing.T) {
	w, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p, err := page.Parse([]byte("<p>A topic"), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const one, two = "https://forum.example/topic?t=5508", "https://forum.example/topic?t=30326"
	if a, b := entryOf(source.Input{URL: one}), entryOf(source.Input{URL: two}); a.ID != b.ID {
		t.Fatalf("names %s and %s: the test needs equal ones", a.ID, b.ID)
	}
	for _, test := range []struct {
		url   string
		there bool
	}{{one, false}, {two, false}, {one, true}, {two, true}} {
		e, err := w.keep(t.Context(), entryOf(source.Input{URL: test.url}), p, nil, nil)
		if errors.Is(err, ErrThere) != test.there || !test.there && err != nil || e.URL != test.url {
			t.Errorf("%s: %+v, %v", test.url, e, err)
		}
	}
}

// The user and password that open a page are not kept with it, and make no other page of it.
func TestCredentialsAreNotKept(t *testing.T) {
	with, without := entryOf(source.Input{URL: "https://reader:secret@example.com/a"}), entryOf(source.Input{URL: "https://example.com/a"})
	if !reflect.DeepEqual(with, without) {
		t.Errorf("kept as %+v, not as %+v", with, without)
	}
}

// A page with a long address has a name that file systems take, in any script.
func TestNamesOfLongAddresses(t *testing.T) {
	w, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, letters := range []string{"a", "ж", "語", "𠀀"} {
		e := entryOf(source.Input{URL: "https://example.com/" + strings.Repeat(letters, 300)})
		if _, err := w.place(&e); err != nil {
			t.Errorf("%s: %v", letters, err)
		}
	}
}

// Of several programs that add one page at once one adds it, and for the others it is there; another page of its name has
// a place beside it.
func TestPagesAddedAtOnce(t *testing.T) {
	dir := t.TempDir()
	one, two := saved(t, "<title>One</title><p>Of ships"), saved(t, "<title>Two</title><p>Of shoes")
	var added, there atomic.Int32
	var wg sync.WaitGroup
	for _, file := range []string{one, two, one, two, one, two} {
		w, err := Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			switch _, err := w.Add(t.Context(), nil, source.Input{Saved: file}); {
			case err == nil:
				added.Add(1)
			case errors.Is(err, ErrThere):
				there.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if added.Load() != 2 || there.Load() != 4 {
		t.Errorf("%d added, %d there", added.Load(), there.Load())
	}
}

// saved is the file of a page that was saved.
func saved(t *testing.T, html string) string {
	t.Helper()
	p, err := page.Parse([]byte(html), page.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "page.json.gz")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := p.Save(f); err != nil {
		t.Fatal(err)
	}
	return file
}

// A saved page that came over standard input is kept as one that is a file, and named by its address where it has one.
func TestSavedPagesWithoutAFile(t *testing.T) {
	w, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ url, name string }{{"https://example.com/of/ships/?page=2", "example.com-of-ships"}, {"", "page"}} {
		p, err := page.Parse([]byte("<title>Ships</title><p>Of ships"), page.ParseOptions{URL: test.url})
		if err != nil {
			t.Fatal(err)
		}
		var raw bytes.Buffer
		if err := p.Save(&raw); err != nil {
			t.Fatal(err)
		}
		e, err := w.Add(t.Context(), nil, source.Input{SavedPage: raw.Bytes()})
		if err != nil || e.ID != test.name || e.URL != test.url || e.Title != "Ships" {
			t.Errorf("%+v, %v", e, err)
		}
		if _, err := w.Add(t.Context(), nil, source.Input{SavedPage: raw.Bytes()}); !errors.Is(err, ErrThere) {
			t.Errorf("%s: once more: %v", test.name, err)
		}
	}
	if _, err := w.Add(t.Context(), nil, source.Input{SavedPage: []byte("x")}); err == nil || !strings.HasPrefix(err.Error(), "the page that was given: ") {
		t.Errorf("error %v", err)
	}
}

// Names tell what a page is, and other pages apart: the address, the file, or of an index its folder.
func TestNamesOfPages(t *testing.T) {
	names := map[string]bool{}
	for _, test := range []struct {
		in   source.Input
		want string // what the name is before its hash
	}{
		{source.Input{URL: "https://example.com/of/ships/"}, "example.com-of-ships"},
		{source.Input{URL: "https://example.com/of/ships/?page=2"}, "example.com-of-ships"},
		{source.Input{URL: "https://example.com/of/ships/", HTML: []byte("<p>1")}, "example.com-of-ships"},
		{source.Input{URL: "https://example.com/of/ships/", HTML: []byte("<p>2")}, "example.com-of-ships"},
		{source.Input{HTML: []byte("<p>1")}, "the-page-that-was-given"},
		{source.Input{Dir: "/saved/one", Name: "ships.html", URL: "https://example.com/"}, "ships"},
		{source.Input{Dir: "/saved/two", Name: "ships.html"}, "ships"},
		{source.Input{Dir: "/saved/ships", Name: "index.html"}, "ships"},
	} {
		e := entryOf(test.in)
		if hash, ok := strings.CutPrefix(e.ID, test.want+"-"); !ok || len(hash) != 6 || names[e.ID] {
			t.Errorf("%+v has the name %s", test.in, e.ID)
		}
		names[e.ID] = true
	}
}

// A folder that is no page, as what is in it was never finished or was damaged, hides no page, gives its name to none, and
// can be removed.
func TestStrayFolder(t *testing.T) {
	for wrong, info := range map[string]string{
		"it has no info.json": "", "info.json: unexpected end of JSON input": "{", "info.json is a folder": aFolder,
	} {
		t.Run(wrong, func(t *testing.T) { testStrayFolder(t, info, "page stray: "+wrong) })
	}
}

// aFolder stands for a folder in the place of a file.
const aFolder = "a folder"

func testStrayFolder(t *testing.T, info, wrong string) {
	w, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const id = "stray"
	folder := filepath.Join(w.Dir(), "pages", id)
	if err := os.MkdirAll(filepath.Join(folder, "old"), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, infoFile)
	switch info {
	case "":
	case aFolder:
		err = os.Mkdir(file, 0o755)
	default:
		err = os.WriteFile(file, []byte(info), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if list, err := w.List(); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if strays, err := w.Strays(); err != nil || len(strays) != 1 || !strings.Contains(strays[0].Error(), wrong) {
		t.Errorf("%q, %v", strays, err)
	}
	if _, err := w.place(&Entry{ID: id}); !errors.Is(err, ErrBroken) {
		t.Errorf("its name is free: %v", err)
	}
	if err := w.Remove(t.Context(), id); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(filepath.Join(w.Dir(), "pages")); err != nil || len(left) != 0 {
		t.Errorf("%v is left: %v", left, err)
	}
}

// What is no HTML is no page, though Chrome would show it.
func TestBinaryDataIsNoPage(t *testing.T) {
	w, err := Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Add(t.Context(), nil, source.Input{HTML: []byte("\x89PNG\r\n\x1a\n"), Name: "x.png"}); !errors.Is(err, page.ErrBinary) {
		t.Error(err)
	}
}

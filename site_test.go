package mullion_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/classify"
	"github.com/mullionhq/mullion/eval"
	"github.com/mullionhq/mullion/output"
	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/source"
)

var update = flag.Bool("update", false, "render testdata/pages again and write what is expected of them")

// gold is what testdata/site/NAME/gold.json says of a page.
type gold struct {
	Title, Author, Date, Lang string
	JSOnly                    bool `json:"js_only"`
	text                      string
}

// samplePages are the pages of testdata/site.
func samplePages(t *testing.T) map[string]gold {
	t.Helper()
	dirs, err := filepath.Glob("testdata/site/*/gold.json")
	if err != nil || len(dirs) == 0 {
		t.Fatal("there are no sample pages")
	}
	pages := map[string]gold{}
	for _, file := range dirs {
		var g gold
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, &g); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "gold.txt"))
		if err != nil {
			t.Fatal(err)
		}
		g.text = string(text)
		pages[filepath.Base(filepath.Dir(file))] = g
	}
	return pages
}

func cleaner(t *testing.T, rendering string) *mullion.Cleaner {
	t.Helper()
	o := mullion.DefaultOptions()
	o.Rendering = rendering
	c, err := mullion.New(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// What a reader would call the text of a page is found in every design, script and direction, with Chrome and,
// where the text does not come from scripts or frames, without. The bound leaves room for the captions, notes,
// quotes and reviews on which gold texts disagree. Dates are those of articles: manuals and threads show many.
func TestSampleSite(t *testing.T) {
	for _, rendering := range []string{"always", "never"} {
		c := cleaner(t, rendering)
		for name, g := range samplePages(t) {
			if rendering == "never" && g.JSOnly {
				continue
			}
			t.Run(rendering+"/"+name, func(t *testing.T) {
				in, err := source.Open(filepath.Join("testdata/site", name), "", nil)
				if err != nil {
					t.Fatal(err)
				}
				d, err := c.Clean(context.Background(), in)
				if err != nil {
					t.Fatal(err)
				}
				if f := eval.Bag(eval.CJK(g.text), eval.CJK(output.Text(d))); f.F1 < 0.8 {
					t.Errorf("F1 %.3f (P %.3f, R %.3f) of:\n%s", f.F1, f.P, f.R, output.Text(d))
				}
				if d.Title != g.Title {
					t.Errorf("title %q, want %q", d.Title, g.Title)
				}
				if want, _, _ := strings.Cut(g.Lang, "-"); !strings.HasPrefix(d.Lang, want) {
					t.Errorf("language %q, want %q", d.Lang, g.Lang)
				}
				if g.Date != "" && g.Author != "" && name != "forum" && !strings.HasPrefix(d.Date, g.Date) {
					t.Errorf("date %q, want %q", d.Date, g.Date)
				}
				if (d.Layout != nil) != (rendering == "always") {
					t.Error("layout is there without rendering, or missing with it")
				}
			})
		}
	}
}

// A picture is drawn while the page is open, and the page is judged as without one.
func TestAnnotateDrawsWhatCleanSays(t *testing.T) {
	c := cleaner(t, "always")
	in, err := source.Open("testdata/site/blog-ar", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	d, picture, err := c.Annotate(context.Background(), in, &mullion.Picture{Format: "png", Overlay: regions.DefaultOverlayOptions()})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(picture, []byte("\x89PNG")) {
		t.Fatalf("the picture begins with %q", picture[:min(8, len(picture))])
	}
	if d.Layout.Boxes[regions.Left].Empty() || d.Layout.Boxes[regions.Center].Empty() {
		t.Errorf("regions of a mirrored page: %v", d.Layout.Boxes)
	}
}

// Saved pages are judged again without Chrome, and their Markdown is golden: a change of it shows in review.
// go test -run Golden -update renders the sample site again.
func TestGoldenPages(t *testing.T) {
	model, err := classify.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		c := cleaner(t, "always")
		for name := range samplePages(t) {
			in, err := source.Open(filepath.Join("testdata/site", name), "https://example.com/"+name+"/", nil)
			if err != nil {
				t.Fatal(err)
			}
			d, err := c.Clean(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := d.Page.Save(&b); err != nil {
				t.Fatal(err)
			}
			dir := filepath.Join("testdata/pages", name)
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "page"+source.SavedSuffix), b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	files, err := filepath.Glob("testdata/pages/*/page" + source.SavedSuffix)
	if err != nil || len(files) == 0 {
		t.Fatal("there are no golden pages")
	}
	for _, file := range files {
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, err := page.Load(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			got := output.Markdown(mullion.Judge(p, model, mullion.DefaultOptions()), output.DefaultOptions())
			golden := filepath.Join(filepath.Dir(file), "expected.md")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("Markdown changed (-want +got):\n%s", diff)
			}
		})
	}
}

// Who comes after Close gets an error, and starts no Chrome that nobody stops.
func TestClosedCleaner(t *testing.T) {
	c, err := mullion.New(t.Context(), mullion.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if d, err := c.Clean(t.Context(), source.Input{HTML: []byte(told)}); d != nil || err == nil {
		t.Errorf("after Close: %+v, %v", d, err)
		c.Close()
	}
}

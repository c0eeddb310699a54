package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestJudge(t *testing.T) {
	for _, tt := range []struct {
		field, gold, told string
		want              verdict
	}{
		{"title", "Bridge reopens", "bridge  “reopens”", right},
		{"title", "Bridge reopens", "Bridge reopens | The Post", wrong},
		{"author", "Ann Lee", "By Ann Lee", right},
		{"author", "Dr. Ann Lee", "Ann Lee", right},
		{"author", "Ann Lee; Bo Ray", "Bo Ray and Ann Lee", right},
		{"author", "Ann Lee", "Ann Lee, Bo Ray", partly},
		{"author", "Ann Lee", "Cy Dee", wrong},
		{"author", "张三 李四", "李四, 张三", right},
		{"author", "Ann Lee", "", missing},
		{"author", "", "Ann Lee", unasked},
		{"author", "", " ", neither},
		{"date", "2024-05-06", "2024-05-06T07:08:09Z", right},
		{"date", "2024-5-6 7:08", "2024-05-06", right},
		{"date", "2024-05-06", "2024-06-05", wrong},
		{"date", "NaT", "2024-06-05", unasked},
	} {
		for _, f := range fields {
			if f.name != tt.field {
				continue
			}
			if got := f.judge(f.of(said{tt.gold, tt.gold, tt.gold}), f.of(said{tt.told, tt.told, tt.told})); got != tt.want {
				t.Errorf("%s: %q beside %q is %s, want %s", tt.field, tt.told, tt.gold, got, tt.want)
			}
		}
	}
}

// All extractors read the same page of a corpus.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	html := `<!DOCTYPE html><title>Bridge reopens</title><meta name=author content="Ann Lee"><meta property="article:published_time" content="2024-05-06T07:08:09Z">
<h1>Bridge reopens</h1>` + strings.Repeat("<p>The bridge was opened on Monday, and the mayor of the city said that it would be used by many people.</p>", 20)
	var lines strings.Builder
	for range 20 {
		lines.WriteString(`{"id":"1","html_path":"1.html","title":"Bridge reopens","author":["Ann Lee"],"date":"2024-05-06"}` + "\n")
	}
	for name, text := range map[string]string{"1.html": html, "pages.jsonl": lines.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	if err := run(&b, []string{dir}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "**1.000** (0, 0, 0) |"); n != len(fields)*len(extractors) {
		t.Errorf("%d cells are right:\n%s", n, b.String())
	}
}

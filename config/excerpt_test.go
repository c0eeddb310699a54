package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is written reads back as the same settings, and nothing but what is wanted stands in it.
func TestExcerptReadsBack(t *testing.T) {
	alone(t)
	c, err := Default().With("a test", map[string]any{"regions.fixed.left": 0.125, "method": "vlps", "render.headers": []string{"Cookie: secret"}})
	if err != nil {
		t.Fatal(err)
	}
	text := c.Excerpt("found by\na search", func(key string) bool { return key == "classify.sure" }, func(key string) bool { return !strings.HasPrefix(key, "render.") })
	file := filepath.Join(t.TempDir(), "found.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := Load(file, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if l.Regions.Fixed.Left != 0.125 || l.Method != "vlps" || len(l.Warnings) > 0 {
		t.Errorf("read back: left %v, method %s, warnings %v", l.Regions.Fixed.Left, l.Method, l.Warnings)
	}
	set := 0
	for _, origin := range l.Origins {
		if origin == file {
			set++
		}
	}
	if set != 3 {
		t.Errorf("%d settings stand in the file, want method, regions.fixed.left and classify.sure\n%s", set, text)
	}
	for _, part := range []string{"# found by\n# a search\n", "default 0.3\n", "sure: 0.7\n"} {
		if !strings.Contains(text, part) {
			t.Errorf("the file lacks %q\n%s", part, text)
		}
	}
	if strings.Contains(text, "secret") {
		t.Error("the file has a header that it must not have")
	}
}

package mullion_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const modulePath = "github.com/mullionhq/mullion"

// TestImportsAreThoseOfTheTable holds ARCHITECTURE.md's table of packages against the code.
func TestImportsAreThoseOfTheTable(t *testing.T) {
	raw, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string][]string{}
	for line := range strings.Lines(string(raw)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		name := strings.TrimSpace(cells[0])
		if len(cells) != 3 || !strings.HasPrefix(name, "`") {
			continue
		}
		allowed[strings.Trim(name, "`")] = strings.FieldsFunc(cells[2], func(r rune) bool { return r == ',' || r == ' ' })
	}
	files, err := exec.Command("git", "ls-files", "*.go").Output()
	if err != nil {
		t.Fatalf("listing the repository's files: %v", err)
	}
	tracked := map[string]bool{}
	for f := range strings.FieldsSeq(string(files)) {
		dir := "."
		if i := strings.LastIndexByte(f, '/'); i >= 0 {
			dir = f[:i]
		}
		tracked[dir] = true
	}
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}{{range .Imports}} {{.}}{{end}}", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	short := func(path string) string {
		if path == modulePath {
			return "."
		}
		return strings.TrimPrefix(path, modulePath+"/")
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		name := short(fields[0])
		if !tracked[name] || strings.Contains(name, "testdata") {
			continue
		}
		seen[name] = true
		may, ok := allowed[name]
		if !ok {
			t.Errorf("package %s has no row in ARCHITECTURE.md", name)
		}
		var ours []string
		for _, path := range fields[1:] {
			if path != modulePath && !strings.HasPrefix(path, modulePath+"/") {
				continue
			}
			ours = append(ours, short(path))
			if !slices.Contains(may, short(path)) {
				t.Errorf("%s imports %s, which its row in ARCHITECTURE.md does not name", name, short(path))
			}
		}
		for _, other := range may {
			if !slices.Contains(ours, other) {
				t.Errorf("%s does not import %s, which its row in ARCHITECTURE.md names", name, other)
			}
		}
	}
	for name := range allowed {
		if !seen[name] {
			t.Errorf("ARCHITECTURE.md names the package %s, which is not there", name)
		}
	}
}

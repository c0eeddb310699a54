package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/output"
)

// namer is a sink that names files, after earlier runs wrote these lines.
func namer(t *testing.T, lines ...string) *sink {
	t.Helper()
	s := &sink{format: "md", folder: "pages", files: map[pageIn]string{}, taken: map[string]bool{}, tried: map[string]int{}, earlier: map[string]entry{}}
	for _, line := range lines {
		if err := s.take([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// An input keeps the file that it had, also where it has one of another format, and where it failed since.
func TestInputsKeepTheirFiles(t *testing.T) {
	s := namer(t,
		`{"input":"https://a.example/x","file":"a.example-x.md","status":"ok"}`,
		`{"input":"http://a.example/x","file":"a.example-x-2.md","status":"ok"}`,
		`{"input":"http://a.example/x","file":"a.example-x.text","status":"ok"}`,
		`{"input":"http://a.example/x","status":"error"}`)
	for _, tt := range [][2]string{
		{"ftp://a.example/X", "a.example-X-3.md"},
		{"http://a.example/x", "a.example-x-2.md"},
		{"https://a.example/x", "a.example-x.md"},
		{"file://a.example/x", "a.example-x-4.md"},
		{"ftp://a.example/X", "a.example-X-3.md"},
	} {
		if got := s.name(tt[0]); got != tt[1] {
			t.Errorf("%s is named %s, want %s", tt[0], got, tt[1])
		}
	}
}

// Texts are named as --out wants them named; those of older versions, which wrote .text, keep their names.
func TestTextsAreNamed(t *testing.T) {
	s := namer(t, `{"input":"https://a.example/old","file":"a.example-old.text","status":"ok"}`)
	s.format = "text"
	for input, want := range map[string]string{"https://a.example/old": "a.example-old.text", "https://a.example/new": "a.example-new.txt"} {
		if got := s.name(input); got != want {
			t.Errorf("%s is named %s, want %s", input, got, want)
		}
	}
	for _, format := range output.Formats {
		if len(extensions[format]) == 0 {
			t.Errorf("files of %s have no name", format)
		}
		for _, name := range extensions[format] {
			if got := formatNamed("A" + strings.ToUpper(name)); got != format {
				t.Errorf("%s is %q, want %s", name, got, format)
			}
		}
	}
}

// An index that names a file outside of its folder was not written here: with it, a page would be written over that file.
func TestIndexNamesFilesOfItsFolder(t *testing.T) {
	for _, file := range []string{"../victim.md", "/tmp/victim.md", "sub/victim.md", ".."} {
		s := namer(t)
		if err := s.take(fmt.Appendf(nil, `{"input":"a.html","file":%q,"status":"error"}`, file)); err == nil {
			t.Errorf("%s was taken for a file of the folder", file)
		}
		if got := s.name("a.html"); got != "a.md" {
			t.Errorf("a page would be written to %s", got)
		}
	}
}

// Inputs that end alike, as those of a shop do, take no longer to name the more there are: each tries one name.
func TestManyInputsThatEndAlike(t *testing.T) {
	const many = 10_000
	s := namer(t)
	for i := range many {
		name := s.name(fmt.Sprintf("https://a.example/%d/%s", i, strings.Repeat("long", nameLength/4)))
		if i+1 == many && !strings.HasSuffix(name, fmt.Sprintf("-%d.md", many)) {
			t.Errorf("the last one is %s", name)
		}
	}
	tried := 0
	for _, n := range s.tried {
		tried += n
	}
	if tried != many {
		t.Errorf("%d names were tried for %d inputs", tried, many)
	}
}

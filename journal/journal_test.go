package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/journal"
)

func open(t testing.TB, file string) *journal.Journal {
	t.Helper()
	j, err := journal.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func holds(t testing.TB, file, want string) {
	t.Helper()
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("%v: it holds %q, want %q", err, got, want)
	}
}

// What one run wrote, the next one knows; the last line of an input counts.
func TestJournalGoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pages.jsonl")
	first := open(t, file)
	for _, line := range []string{`{"input":"a","status":"error"}`, `{"input":"b","status":"ok","file":"b.md","title":"B"}`} {
		if err := first.Append([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	second := open(t, file)
	if err := second.Append([]byte(`{"input":"a","status":"ok"}`)); err != nil {
		t.Fatal(err)
	}
	third := open(t, file)
	for input, want := range map[string]journal.Head{"a": {Input: "a", Status: "ok"}, "b": {Input: "b", Status: "ok", File: "b.md"}} {
		if got, ok := third.Of(input); !ok || got != want {
			t.Errorf("%s: %v, want %v", input, got, want)
		}
	}
	if _, ok := third.Of("c"); ok {
		t.Error("an input is done that nobody gave")
	}
	n := 0
	for range third.Heads() {
		n++
	}
	if n != 2 {
		t.Errorf("%d inputs, want 2", n)
	}
}

// Who is killed while writing loses that line and no other, and the next line does not stick to it.
func TestTornLineIsCutOff(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pages.jsonl")
	write(t, file, `{"input":"a","status":"ok"}`+"\n"+`{"input":"b","sta`)
	j := open(t, file)
	if _, ok := j.Of("b"); ok {
		t.Error("half a line counts")
	}
	if err := j.Append([]byte(`{"input":"c","status":"ok"}`)); err != nil {
		t.Fatal(err)
	}
	holds(t, file, `{"input":"a","status":"ok"}`+"\n"+`{"input":"c","status":"ok"}`+"\n")
}

// A file of somebody else's is not touched.
func TestOtherFilesAreRefused(t *testing.T) {
	for _, text := range []string{"notes", "notes\nof mine\n", `{"name":"x"}` + "\n", `["input"]` + "\n", `{"name":"x"}`, "{\"input\":\"a\"}\n\n"} {
		file := filepath.Join(t.TempDir(), "notes.jsonl")
		write(t, file, text)
		if _, err := journal.Open(file); !errors.Is(err, journal.ErrForeign) || !strings.Contains(err.Error(), file) {
			t.Errorf("%q: error %v", text, err)
		}
		holds(t, file, text)
	}
}

func TestLinesAreObjectsWithAnInput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pages.jsonl")
	j := open(t, file)
	for _, line := range []string{"", "{}", `{"input":""}`, `{"status":"ok","input":"a"}`, "{\"input\":\n\"a\"}", "[]"} {
		if j.Append([]byte(line)) == nil {
			t.Errorf("%q is taken", line)
		}
	}
	holds(t, file, "")
}

// Whatever a file holds: it is refused and stays as it is, or it loses at most the end of its last line and is a journal.
func FuzzOpen(f *testing.F) {
	for _, text := range []string{"", "{", `{"input":"a","status":"ok"}` + "\n", `{"input":"a"}` + "\n" + `{"inp`, "x\n", "\n", "{\"input\":\"a\"}\r\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file := filepath.Join(t.TempDir(), "pages.jsonl")
		write(t, file, string(text))
		j, err := journal.Open(file)
		if err != nil {
			holds(t, file, string(text))
			return
		}
		defer j.Close()
		holds(t, file, string(text[:strings.LastIndexByte(string(text), '\n')+1]))
		if err := j.Append([]byte(`{"input":"new","status":"ok"}`)); err != nil {
			t.Fatal(err)
		}
		open(t, file)
	})
}

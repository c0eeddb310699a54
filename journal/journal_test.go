package journal_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/journal"
)

const start = `{"input":"`

// open opens a journal whose lines are JSON, and returns those that it has.
func open(t testing.TB, file string) (*journal.Journal, []string) {
	t.Helper()
	var lines []string
	j, err := journal.Open(file, start, func(line []byte) error {
		lines = append(lines, strings.TrimSuffix(string(line), "\n"))
		return isJSON(line)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j, lines
}

func isJSON(line []byte) error {
	var v any
	return json.Unmarshal(line, &v)
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

func appendTo(t testing.TB, j *journal.Journal, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if err := j.Append([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
}

// What one run wrote, the next one is told, in its order.
func TestJournalGoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pages.jsonl")
	first, _ := open(t, file)
	appendTo(t, first, `{"input":"a","status":"error"}`, `{"input":"b"}`)
	first.Close()
	second, _ := open(t, file)
	appendTo(t, second, `{"input":"a","status":"ok"}`)
	second.Close()
	if _, got := open(t, file); !slices.Equal(got, []string{`{"input":"a","status":"error"}`, `{"input":"b"}`, `{"input":"a","status":"ok"}`}) {
		t.Errorf("lines %q", got)
	}
}

// Who is killed while writing loses that line and no other, and the next line does not stick to it.
func TestTornLineIsCutOff(t *testing.T) {
	for _, torn := range []string{`{`, `{"inp`, `{"input":"b","sta`} {
		file := filepath.Join(t.TempDir(), "pages.jsonl")
		write(t, file, `{"input":"a"}`+"\n"+torn)
		j, lines := open(t, file)
		if !slices.Equal(lines, []string{`{"input":"a"}`}) {
			t.Errorf("lines %q", lines)
		}
		appendTo(t, j, `{"input":"c"}`)
		holds(t, file, `{"input":"a"}`+"\n"+`{"input":"c"}`+"\n")
	}
}

// Two programs that write at once would cut off each other's lines.
func TestOneWriterAtATime(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its locks would keep readers off")
	}
	file := filepath.Join(t.TempDir(), "pages.jsonl")
	first, _ := open(t, file)
	if _, err := journal.Open(file, start, isJSON); !errors.Is(err, journal.ErrBusy) || !strings.Contains(err.Error(), file) {
		t.Errorf("a second writer: %v", err)
	}
	appendTo(t, first, `{"input":"a"}`)
	first.Close()
	if _, lines := open(t, file); !slices.Equal(lines, []string{`{"input":"a"}`}) {
		t.Errorf("lines %q", lines)
	}
}

// A file of somebody else's is not touched.
func TestOtherFilesAreRefused(t *testing.T) {
	for _, text := range []string{"notes", "notes\nof mine\n", `{"name":"x"}` + "\n", `{"name":"x"}`, `["input"]` + "\n", "{\n", "{\"input\":\"a\"}\n\n", `{"input":"a"` + "\n"} {
		file := filepath.Join(t.TempDir(), "notes.jsonl")
		write(t, file, text)
		if _, err := journal.Open(file, start, isJSON); !errors.Is(err, journal.ErrForeign) || !strings.Contains(err.Error(), file) {
			t.Errorf("%q: error %v", text, err)
		}
		holds(t, file, text)
		write(t, file, "")
		open(t, file) // who was refused has let go of it
	}
}

// Who must mend a file is told where.
func TestRefusalNamesTheLine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "notes.jsonl")
	write(t, file, `{"input":"a"}`+"\n"+"a note\n")
	if _, err := journal.Open(file, start, isJSON); err == nil || !strings.Contains(err.Error(), "line 2:") {
		t.Errorf("error %v, want one that names line 2", err)
	}
}

func TestFolderThatIsNotThere(t *testing.T) {
	if _, err := journal.Open(filepath.Join(t.TempDir(), "none", "pages.jsonl"), start, isJSON); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestLinesStartAsAllDo(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pages.jsonl")
	j, _ := open(t, file)
	for _, line := range []string{"", "{}", `{"status":"ok","input":"a"}`, "{\"input\":\"\n\"}", "[]"} {
		if j.Append([]byte(line)) == nil {
			t.Errorf("%q is taken", line)
		}
	}
	holds(t, file, "")
}

// A line that could not be written is told.
func TestLineThatIsNotWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pages.jsonl")
	j, _ := open(t, file)
	appendTo(t, j, `{"input":"a"}`)
	j.Close()
	if err := j.Append([]byte(`{"input":"b"}`)); !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v of a journal that is closed", err)
	}
	holds(t, file, `{"input":"a"}`+"\n")
}

// Whatever a file holds: it is refused and stays as it is, or it loses at most the end of its last line and is a journal.
func FuzzOpen(f *testing.F) {
	for _, text := range []string{"", "{", `{"input":"a","status":"ok"}` + "\n", `{"input":"a"}` + "\n" + `{"inp`, "x\n", "\n", "{\"input\":\"a\"}\r\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file := filepath.Join(t.TempDir(), "pages.jsonl")
		write(t, file, string(text))
		j, err := journal.Open(file, start, isJSON)
		if err != nil {
			holds(t, file, string(text))
			return
		}
		defer j.Close()
		holds(t, file, string(text[:strings.LastIndexByte(string(text), '\n')+1]))
		appendTo(t, j, `{"input":"new"}`)
		j.Close()
		open(t, file)
	})
}

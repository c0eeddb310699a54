package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// What a page says must not tell the terminal what to do.
func TestTablesOrderTerminalsNothing(t *testing.T) {
	var out bytes.Buffer
	a := &app{out: &out}
	if err := a.show([]byte("1  \x1b[31mred\x1b[0m \u009b2J \u202eabc\r\a\n2  שלום\u200f! 中文\n")); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "1  \ufffd[31mred\ufffd[0m \ufffd2J \ufffdabc\ufffd\ufffd\n2  שלום\u200f! 中文\n"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

// What a mistyped verb may have meant stands behind a tab.
func TestSuggestionsAreLegible(t *testing.T) {
	var out, errs bytes.Buffer
	if code := execute(t.Context(), []string{"clea"}, nil, &out, &errs); code != exitUsage || !strings.Contains(errs.String(), "Did you mean this?\n\tclean\n") {
		t.Errorf("code %d: %q", code, errs.String())
	}
}

func TestFileNamesAreLegible(t *testing.T) {
	for input, want := range map[string]string{
		"example.com/a?b=c/": "example.com-a-b-c",
		"हिन्दी/ภาษาไทย จังหวัด": "हिन्दी-ภาษาไทย-จังหวัด",
		"cafe\u0301 か\u3099":                 "cafe\u0301-か\u3099",
		"ja.example/wiki/%E6%9D%B1%E4%BA%AC": "ja.example-wiki-東京",
		"example.com/100%25/..%2F..":         "example.com-100",
		"example.com/%CD%EE":                 "example.com-CD-EE", // of another encoding
	} {
		if got := legible(input); got != want {
			t.Errorf("%s is named %s, want %s", input, got, want)
		}
	}
}

// Nor does an error, which may name what a file of a stranger's folder says.
func TestErrorsDoNotTellTheTerminalWhatToDo(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("mullion.json", []byte(`{"\u001b]0;pwn\u0007\u202e": 1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if code := execute(t.Context(), []string{"config"}, nil, &out, &errs); code != exitUsage || !strings.Contains(errs.String(), "\ufffd]0;pwn\ufffd\ufffd: unknown key") {
		t.Errorf("code %d: %q", code, errs.String())
	}
}

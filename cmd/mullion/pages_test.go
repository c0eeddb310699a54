package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Lists come from editors and shells of all systems.
func TestListsAreReadInTheirEncoding(t *testing.T) {
	want := []string{"a b.html", "https://example.com/ö"}
	for name, raw := range map[string]string{
		"plain":                   "a b.html\n\n# c\nhttps://example.com/ö",
		"with a byte-order mark":  "\ufeff# c\r\na b.html\r\n  https://example.com/ö  \r\n",
		"UTF-16":                  "\xff\xfea\x00 \x00b\x00.\x00h\x00t\x00m\x00l\x00\r\x00\n\x00" + wide("https://example.com/") + "\xf6\x00\r\x00\n\x00",
		"bytes that are no UTF-8": "a b.html\nhttps://example.com/ö\n#\xff\n",
	} {
		file := filepath.Join(t.TempDir(), "list.txt")
		if err := os.WriteFile(file, []byte(raw), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := readLists(&app{}, []string{file}); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

// wide is ASCII in UTF-16.
func wide(text string) (out string) {
	for _, c := range []byte(text) {
		out += string([]byte{c, 0})
	}
	return out
}

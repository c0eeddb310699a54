package workspace

import (
	"strings"
	"testing"
)

// Names of pages are letters, digits and _.-, do not begin like hidden files and options, and have a length.
func TestIDs(t *testing.T) {
	for id, want := range map[string]bool{
		"a": true, "_x-1.html": true, "新闻-2018": true, strings.Repeat("é", 121): true,
		"": false, ".hidden": false, "-o": false, "a/b": false, "a b": false, "..": false, "a\xff": false, strings.Repeat("é", 122): false,
	} {
		if got := isID(id); got != want {
			t.Errorf("%q is a name: %v", id, got)
		}
	}
}

package output

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What splitTeX finds is what this pattern does, which takes time by the square where many formulas are never closed.
func TestSplitTeXFollowsThePattern(t *testing.T) {
	pattern := regexp.MustCompile(`(?s)\\\(.+?\\\)|\\\[.+?\\\]|\$\$[^$]*[\\^_=][^$]*\$\$`)
	pieces := []string{`\`, `\(`, `\)`, `\[`, `\]`, "$", "$$", "x", "^", "=", " ", "é", "\n", `\(a\)`, "$$x^2$$"}
	random := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		var b strings.Builder
		for range random.IntN(14) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		s := b.String()
		var want []string
		last := 0
		for _, m := range pattern.FindAllStringIndex(s, -1) {
			want = append(want, s[last:m[0]], s[m[0]:m[1]])
			last = m[1]
		}
		want = append(want, s[last:])
		if got := splitTeX(s); !slices.Equal(got, want) {
			t.Fatalf("%q is cut into %q, want %q", s, got, want)
		}
	}
}

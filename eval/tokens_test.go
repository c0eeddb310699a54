package eval

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTokenizers(t *testing.T) {
	for _, c := range []struct {
		name string
		of   func(string) []string
		text string
		want string // separated by |
	}{
		{"words are lower-cased runs of letters, digits and underscores", Words, "It didn't do_so: 3.5 %", "it|didn|t|do_so|3|5"},
		{"marks end a word", Words, "x\u0301y", "x|y"},
		{"a dotted capital I becomes two characters, and the second is a mark", Words, "İzmir", "i|zmir"},
		{"sigma at the end of a word", Words, "ΣΊΣΥΦΟΣ", "σίσυφος"},
		{"a stop does not end the word for sigma", Words, "ΑΣ.Β", "ασ|β"},
		{"Chinese is one run", Words, "你好，世界", "你好|世界"},
		{"Chinese by character", CJK, "你好，世界", "你|好|世|界"},
		{"the first Chinese character of all, one", CJK, "第一章", "第|一|章"},
		{"a run that begins with a digit keeps Chinese", CJK, "2024年5月 于2024年", "2024年5月|于|2024年"},
		{"kana marks are tokens", CJK, "カ・ター", "カ|・|タ|ー"},
		{"kana marks end a run", CJK, "ab・c", "ab|・|c"},
		{"Hangul by syllable", CJK, "대한 news", "대|한|news"},
		{"underscores are no CJK tokens", CJK, "a_b", "a|b"},
		{"other scripts are runs", CJK, "Привет мир", "привет|мир"},
		{"separators below the space are white space", func(s string) []string { return strings.Split(squeeze(s), " ") }, "A\u00a0b\x1cC\u200bd\u3000e", "A|b|C\u200bd|e"},
		{"nothing", CJK, " ,.", ""},
	} {
		if got := strings.Join(c.of(c.text), "|"); got != c.want {
			t.Errorf("%s: %q: %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

// testdata/unicode.txt was written by testdata/unicode.py.
func TestCharactersAsPythonSeesThem(t *testing.T) {
	table, lowers := pythonTable(t)
	differ := 0
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) || table["none"][r] {
			continue // unknown to the Python that wrote the table
		}
		low, ok := lowers[r]
		if !ok {
			low = string(r)
		}
		is := func(name string, got bool) bool { return got == table[name][r] }
		if !is("word", isWord(r)) || !is("space", isSpace(r)) || lower(string(r)) != low ||
			!is("before", strings.HasSuffix(lower("a"+string(r)+"Σ"), "ς")) ||
			!is("after", strings.HasPrefix(lower("aΣ"+string(r)+"b"), "aς")) {
			if differ++; differ < 20 {
				t.Errorf("%U is another character to Python", r)
			}
		}
	}
	if differ > 0 {
		t.Errorf("%d characters differ", differ)
	}
}

func pythonTable(t *testing.T) (map[string]map[rune]bool, map[rune]string) {
	t.Helper()
	f, err := os.Open("testdata/unicode.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sets, lowers := map[string]map[rune]bool{}, map[rune]string{}
	for in := bufio.NewScanner(f); in.Scan(); {
		w := strings.Fields(in.Text())
		var codes []rune
		for _, hex := range w[1:] {
			n, err := strconv.ParseInt(hex, 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			codes = append(codes, rune(n))
		}
		if w[0] == "lower" {
			lowers[codes[0]] = string(codes[1:])
			continue
		}
		if sets[w[0]] == nil {
			sets[w[0]] = map[rune]bool{}
		}
		for r := codes[0]; r <= codes[1]; r++ {
			sets[w[0]][r] = true
		}
	}
	for _, name := range []string{"word", "space", "before", "after", "none"} {
		if !slices.ContainsFunc([]rune("a \u00b7\u0378"), func(r rune) bool { return sets[name][r] }) {
			t.Fatalf("the table has no %q", name)
		}
	}
	return sets, lowers
}

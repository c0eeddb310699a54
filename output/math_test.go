package output

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Between single dollars stand formulas where the page's scripts set them so, and amounts of money elsewhere.
func TestSingleDollars(t *testing.T) {
	const text = `<p>The square $x^2$, $\alpha$ and $a$ cost \$5, $6 and $7. <code>$HOME</code> in ($y$)</p>`
	asIs := "The square \\$x^2\\$, \\$\\\\alpha\\$ and \\$a\\$ cost \\\\\\$5, \\$6 and \\$7. `$HOME` in (\\$y\\$)\n"
	set := "The square $x^2$, $\\alpha$ and $a$ cost \\$5, \\$6 and \\$7. `$HOME` in ($y$)\n"
	for script, want := range map[string]string{
		``: asIs,
		`<script>MathJax = {tex: {inlineMath: [["\\(", "\\)"]]}}</script>`:                                                        asIs,
		`<script>MathJax = {tex: {inlineMath: [['$', '$'], ['\\(', '\\)']]}};</script>`:                                           set,
		`<script type="text/x-mathjax-config">MathJax.Hub.Config({tex2jax: {inlineMath: [ ["\\(","\\)"], ['$','$'] ]}})</script>`: set,
		`<script>renderMathInElement(document.body, {delimiters: [{left: "$$", right: "$$"}, {left: "$", right: "$"}]})</script>`: set,
		`<script>x = {delimiters: [{left: "$$", right: "$$", display: true}]}</script>`:                                           asIs,
	} {
		d := allContent(t, script+text)
		if got := Markdown(d, DefaultOptions()); got != want {
			t.Errorf("with %s it is %q, want %q", script, got, want)
		}
	}
	d := allContent(t, `<script>MathJax = {tex: {inlineMath: [['$', '$']]}};</script>`+text)
	if got, want := Text(d), `The square $x^2$, $\alpha$ and $a$ cost $5, $6 and $7. $HOME in ($y$)`; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
}

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
		if got := splitTeX(s, false); !slices.Equal(got, want) {
			t.Fatalf("%q is cut into %q, want %q", s, got, want)
		}
	}
}

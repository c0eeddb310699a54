package page

import (
	"strings"
	"testing"
)

// formulaOf is the TeX of the first formula of a page.
func formulaOf(t *testing.T, html string) (tex string, display bool) {
	t.Helper()
	p, err := Parse([]byte(html), ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Nodes {
		if tex, display, ok := p.Formula(i); ok {
			return tex, display
		}
	}
	return "", false
}

// What TeX sets alike is written alike; a reader of TeX can see that each is what the MathML says.
func TestMathMLAsTeX(t *testing.T) {
	for mathML, want := range map[string]string{
		`<mi>v</mi><mo>=</mo><msqrt><mn>2</mn><mi>g</mi><mi>h</mi></msqrt>`:                                                           `v = \sqrt{2gh}`,
		`<mfrac><mi>A</mi><mi>a</mi></mfrac><msub><mi>h</mi><mn>0</mn></msub>`:                                                        `\frac{A}{a}h_0`,
		`<msup><mi>x</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup>`:                                                          `x^{n + 1}`,
		`<msup><mrow><mo>(</mo><mi>a</mi><mo>+</mo><mi>b</mi><mo>)</mo></mrow><mn>2</mn></msup>`:                                      `{(a + b)}^2`,
		`<mroot><mi>x</mi><mn>3</mn></mroot>`:                                                                                         `\sqrt[3]{x}`,
		`<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub>`:   `∑_{i = 1}^na_i`,
		`<munder><mi>lim</mi><mrow><mi>n</mi><mo>→</mo><mi>∞</mi></mrow></munder>`:                                                    `\lim_{n → ∞}`,
		`<mi>sin</mi><mo>&ApplyFunction;</mo><mi>x</mi>`:                                                                              `\sin x`,
		`<mi>sin</mi><mo>(</mo><mi>x</mi><mo>)</mo>`:                                                                                  `\sin(x)`,
		`<msup><mi>sin</mi><mn>2</mn></msup><mi>x</mi>`:                                                                               `\sin^2x`,
		`<mover><mi>x</mi><mo>¯</mo></mover>`:                                                                                         `\overline{x}`,
		`<mover><mo>=</mo><mtext>def</mtext></mover>`:                                                                                 `\overset{\text{def}}{=}`,
		`<mo>−</mo><mn>1</mn><mo>&lt;</mo><mi>x</mi><mo>≤</mo><mn>50</mn><mi>%</mi>`:                                                  `-1 < x ≤ 50\%`,
		`<mi>rate</mi><mtext> if </mtext><mi>p</mi>`:                                                                                  `\mathrm{rate}\text{ if }p`,
		`<mfenced open="[" close="]" separators=";"><mi>a</mi><mi>b</mi><mi>c</mi></mfenced>`:                                         `[a;b;c]`,
		`<mo>{</mo><mi>x</mi><mo>}</mo>`:                                                                                              `\{x\}`,
		`<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable>`: `\begin{matrix} 1 & 0 \\ 0 & 1 \end{matrix}`,
		`<semantics><mi>a</mi><annotation encoding="text/plain">not this</annotation></semantics>`:                                    `a`,
		`<semantics><mi>a</mi><annotation encoding="application/x-tex">{\displaystyle \alpha }</annotation></semantics>`:              `\alpha`,
		`<mfrac><mi>lonely</mi></mfrac>`:                                                                                              `\mathrm{lonely}`,
		``:                                                                                                                            ``,
	} {
		if got, _ := formulaOf(t, "<p><math>"+mathML+"</math></p>"); got != want {
			t.Errorf("%s\n is %s, want %s", mathML, got, want)
		}
	}
}

// Where a page keeps the source of a formula, the source is taken, and what draws it is not.
func TestSourcesOfFormulas(t *testing.T) {
	for html, want := range map[string]string{
		`<math alttext="x^2" display="block"><mi>x</mi></math>`: "$$x^2$$",
		`<table class="ltx_equation ltx_eqn_table"><tr class=ltx_eqn_row><td><td><math alttext="E=mc^{2}"></math><td><span class=ltx_tag>(3)</span></table>`: `$$E=mc^{2} \tag{3}$$`,
		`<table class="ltx_equationgroup ltx_eqn_table"><tbody><tr><td><td><math alttext="\displaystyle a"></math><td><math alttext="\displaystyle=b%&#10;+c"></math><td><span class=ltx_tag>(1)</span></tbody>
			<tbody><tr><td><td><math alttext="\displaystyle x"></math><td><math alttext="\displaystyle=9\%"></math></table>`: `$$\begin{align*} a & =b+c \tag{1} \\ x & =9\% \end{align*}$$`,
		`<table class="ltx_eqn_table"><tr><td><math alttext="\displaystyle p"><mi>p</mi></math><td><math alttext="="></math><tr><td><td><math alttext="q"><mi>q</mi></math></table>`: `$$\begin{aligned} p & = \\ q \end{aligned}$$`,
		`<math-renderer class="js-inline-math">$x^2$</math-renderer>`:    "$x^2$",
		`<math-renderer class="js-display-math">$$x^2$$</math-renderer>`: "$$x^2$$",
		`<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x1</span></span>`:                          "$x_1$",
		`<span class="mwe-math-element"><span style="display: none"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">{\displaystyle x}</annotation></semantics></math></span><img class="mwe-math-fallback-image-inline" alt="x"></span>`: "$x$",
		`<mjx-container display="true"><mjx-math></mjx-math><mjx-assistive-mml><math><msup><mi>x</mi><mn>2</mn></msup></math></mjx-assistive-mml></mjx-container>`:                                                                                           "$$x^2$$",
		`<mjx-container jax="CHTML"><mjx-math data-latex="x^2"><mjx-msup><mjx-mi data-latex="x"><mjx-c>𝑥</mjx-c></mjx-mi><mjx-mn>2</mjx-mn></mjx-msup></mjx-math></mjx-container>`:                                                                           "$x^2$",
		`<span class="katex-display"><span class="katex"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math></span></span>`:                                                                              "$$x_1$$",
		`<script type="math/tex">x_1</script>`:               "$x_1$",
		`<script type="math/tex; mode=display">x_1</script>`: "$$x_1$$",
		`<span class="MathJax_Preview"></span><span class="MathJax"><nobr>x1</nobr></span><script type="math/tex">x_1</script>`:             "$x_1$",
		`<div class="MathJax_Display"><span class="MathJax"><nobr>x1</nobr></span></div><script type="math/tex; mode=display">x_1</script>`: "$$x_1$$",
		`<span class="ztext-math" data-tex="a\cdot b">a·b</span>`:                                                                           `$a\cdot b$`,
	} {
		p, err := Parse([]byte("<p>before "+html+" after</p>"), ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, b := range p.Blocks() {
			if b.Hidden {
				t.Errorf("%s: %q is hidden", html, b.Text)
			}
			texts = append(texts, b.Text)
		}
		parts := "before | " + want + " | after"
		if !strings.HasPrefix(want, "$$") {
			parts = "before " + want + " after"
		}
		if got := strings.Join(texts, " | "); got != parts {
			t.Errorf("%s\n is %s, want %s", html, got, parts)
		}
	}
}

// Equations with words between them are formulas by themselves.
func TestEquationsAmongWords(t *testing.T) {
	if got, _ := formulaOf(t, `<table class="ltx_eqn_table"><tr><td>where<td><math alttext="x"></math><tr><td><math alttext="y"></math></table>`); got != "x" {
		t.Errorf("got %q, want the first formula alone", got)
	}
}

// In Chrome every element of MathML is of a kind of block; only the whole of a formula may set anything apart.
func TestRenderedFormulaIsInItsLine(t *testing.T) {
	p, err := Parse([]byte(`<p>the speed <math><mrow><mi>v</mi></mrow></math> is, </p><p>and <math><mi>w</mi></math></p>`), ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Nodes {
		switch n := &p.Nodes[i]; n.Tag {
		case "math":
			n.Style = &Style{Display: "math"}
		case "mrow", "mi":
			n.Style = &Style{Display: "block math"}
		case "p", "body":
			n.Style = &Style{Display: "block"}
		}
	}
	var texts []string
	for _, b := range p.Blocks() {
		texts = append(texts, b.Text)
	}
	if got, want := strings.Join(texts, " | "), "the speed $v$ is, | and $w$"; got != want {
		t.Errorf("blocks %s, want %s", got, want)
	}
}

func TestFormulaPictures(t *testing.T) {
	for source, want := range map[string]string{
		`<img class="latex" alt="\frac{a}{b}">`:                   `\frac{a}{b}`,
		`<img class="formulaInl" alt="$x$">`:                      "x",
		`<img class="formulaDsp" alt="\[ x = 1 \]">`:              "x = 1 display",
		`<img class="math" alt="x^2">`:                            "x^2",
		`<img class="math" alt="$$ a + b $$">`:                    "a + b display",
		`<img class="math" alt="A class of students">`:            "",
		`<img class="photo" alt="x^2">`:                           "",
		`<img class="latex">`:                                     "",
		`<img class="math" alt="$x">`:                             "",
		`<img class="math" alt="$x^2$ and $y$">`:                  "",
		`<img class="math" alt="Let $x^2$ be">`:                   "",
		`<img class="math" alt="x + \$5">`:                        `x + \$5`,
		`<p class="math">x^2</p><img alt="x^2">`:                  "",
		`<img alt="$\displaystyle {\frac{1}{2}}$">`:               `{\frac{1}{2}}`,
		`<img alt="\begin{displaymath} x = 1 \end{displaymath}">`: "x = 1 display",
		`<img alt="$5 of $6">`:                                    "",
		`<img alt="$5 and 6$ or $7$">`:                            "",
		`<img alt="$$">`:                                          "",
	} {
		p := parse(t, source)
		tex, display, ok := p.FormulaPicture(p.Find(0, "img"))
		if !ok {
			tex = ""
		}
		if display {
			tex += " display"
		}
		if tex != want {
			t.Errorf("%s is %q, want %q", source, tex, want)
		}
	}
}

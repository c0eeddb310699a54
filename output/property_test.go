package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	nethtml "golang.org/x/net/html"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/page"
)

// markdown reads what this package writes.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Footnote),
	goldmark.WithRendererOptions(html.WithUnsafe()),
)

func rendered(t testing.TB, md string) *nethtml.Node {
	t.Helper()
	var buf bytes.Buffer
	if err := markdown.Convert([]byte(md), &buf); err != nil {
		t.Fatal(err)
	}
	return parsed(t, buf.String())
}

func parsed(t testing.TB, s string) *nethtml.Node {
	t.Helper()
	n, err := nethtml.Parse(strings.NewReader(s))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// ink is the text of a tree without white space.
func ink(n *nethtml.Node) string {
	return strings.Map(func(r rune) rune {
		if page.IsSpace(r) || unicode.IsControl(r) || r == '\uf002' || strings.ContainsRune("\u00ad\u200b\u200c\u200d\u2060", r) {
			return -1
		}
		return r
	}, content(n))
}

// shown is the text of a tree with space where elements set it apart.
func shown(n *nethtml.Node) string {
	var out strings.Builder
	for d := range n.Descendants() {
		if d.Type == nethtml.TextNode {
			out.WriteString(d.Data)
		} else if d.Data == "br" || lines[d.Data] {
			out.WriteByte(' ')
		}
	}
	return out.String()
}

// Markdown means what HTML means: read again, it has the same text.
func TestMarkdownRoundTrip(t *testing.T) {
	for name, source := range map[string]string{
		"signs of Markdown": `<p>1. a</p><p># b</p><p>- c</p><p>+ d</p><p>* e *</p><p>_f_ __g__ snake_case_name</p><p>> h</p><p>~~~</p><p>` + "```" + `</p>
			<p>[i](j) ![k](l) [m]: n</p><p>===</p><p>a<br>===</p><p>a<br>---</p><p>\ \* &amp;amp; &lt;b&gt; &amp;lt;</p><p>a | b</p><p>| - |</p><p>2) x</p><p>http://a_b_.com</p><p>~~x~~ ~y~</p>`,
		"emphasis of two kinds": `<p>a <b>b</b><i>c</i> <i>d</i><b>e</b>f<b>g.</b><i>h</i><b>i</b>j <b><i>k</i></b><i>l</i></p>`,
		"emphasis":              `<p>a<b>b</b>c <i>d</i><b>e</b> <b><i>f</i></b> <b> g </b>h<b>i<br>j</b> <b>“k”</b>l m<b>n.</b>o <b><a href="/x">p</a></b>q <i>*</i> <b>r*</b></p>`,
		"Chinese emphasis":      `<p>中<b>“文”</b>字<b>说：</b>我<b>（一）</b>二<b>《三》</b>四<b>五</b>。<i>六。</i>七<b>，</b>八<b><code>九</code></b>十</p>`,
		"lists": `<ul><li>a<ul><li>b<p>c</p></li></ul>d</li><li><p>e</p><pre>f
  g</pre></li></ul><ol start="9"><li>h</li><li>i</li></ol><ul><ul><li>j</li></ul></ul><li>k</li>`,
		"code":                "<pre>a `b` ```c``` ~~~\n\n\n    d &lt;e&gt;</pre><p><code>``</code> <code>`</code> <code> f </code> <code>a|b</code></p>",
		"links in code":       `<p>a<code>f(<a href="/t">T</a> x, <i><a href="/u">U|</a></i>y)</code>b <b><code><a href="/v">v</a></code></b><kbd>k<a href="/w"> w </a></kbd></p>`,
		"tables":              "<table><tr><th>a|b</th><th><b>c</b></th></tr><tr><td>d<br>e<p>f</p></td><td><code>g|h</code></td></tr><tr><td colspan=2>i</td></tr></table>",
		"signs in quotes":     "<blockquote><p>8. a</p><p># b</p><p>- c</p></blockquote><ul><li>9. d</li><li># e</li></ul>",
		"breaks in emphasis":  `<p><b><a href="/x">a<br>b</a> c<br><i>d<br>e</i></b></p>`,
		"quotes":              "<blockquote><p>a</p><ul><li>b</li></ul><blockquote>c</blockquote><pre>d\n\ne</pre></blockquote>",
		"links":               `<p><a href="/a b(c)">x]y[z</a> <a href="http://e.com/?q=<>">v</a> <a href="mailto:a@b.c">m</a> <a href="/x"><h2>in a link</h2><p>para</p></a></p>`,
		"headings":            `<h1>a #</h1><h2>b<br>c</h2><h3><b>d</b> # </h3><h4>e \</h4>`,
		"inline HTML":         `<p>H<sub>2</sub>O x<sup>2</sup> <ruby>漢<rt>かん</rt></ruby> <del>gone</del>now <mark>m</mark> <kbd>k</kbd></p>`,
		"definition list":     `<dl><dt>a:</dt><dd>b</dd><dd><p>c</p><p>d</p></dd></dl>`,
		"numbers and a break": `<p>2019. It<br>- was</p><p>a<br><br><br>b</p>`,
		"entities":            `<p>&amp;copy; &amp;#35; &copy; AT&amp;T a&amp;b;</p>`,
		"indented":            "<div>&nbsp;&nbsp;&nbsp;&nbsp;a<br>\u3000\u3000b</div>",
	} {
		t.Run(name, func(t *testing.T) {
			d := allContent(t, source)
			md := Markdown(d, DefaultOptions())
			want := ink(parsed(t, HTML(d, DefaultOptions())))
			if got := ink(rendered(t, md)); got != want {
				t.Errorf("text differs (-HTML +Markdown):\n%s\nMarkdown:\n%s", cmp.Diff(want, got), md)
			}
		})
	}
}

// Markdown that is read again has the structure that was written, where it is easily read as another.
func TestMarkdownSetsApart(t *testing.T) {
	for source, want := range map[string]string{
		`<p>x <b>bold</b><i>italic</i> y`:            "<p>x <strong>bold</strong><em>italic</em> y</p>",
		`<p><i>a</i><b>b</b><i>c</i>`:                "<p><em>a</em><strong>b</strong><em>c</em></p>",
		`<p><b>a</b><b>b</b>`:                        "<p><strong>ab</strong></p>",
		`<ul><li>a</ul><ul><li>b</ul>`:               "<ul><li>a</li></ul><ul><li>b</li></ul>",
		`<ol><li>a</ol><ol><li>b</ol><ul><li>c</ul>`: "<ol><li>a</li></ol><ol><li>b</li></ol><ul><li>c</li></ul>",
	} {
		md := Markdown(allContent(t, source), DefaultOptions())
		var buf bytes.Buffer
		if err := markdown.Convert([]byte(md), &buf); err != nil {
			t.Fatal(err)
		}
		if got := strings.ReplaceAll(buf.String(), "\n", ""); got != want {
			t.Errorf("%s is read as %s, want %s\n%s", source, got, want, md)
		}
	}
}

// Lists of one kind that meet take turns with the signs that Markdown knows, also where frames stand around them; others need
// no other sign.
func TestListsThatMeet(t *testing.T) {
	for source, want := range map[string]string{
		`<ul><li>a</ul><ul><li>b<li>c</ul><ul><li>d</ul>`:                            "- a\n\n* b\n* c\n\n- d\n",
		`<ol><li>a</ol><ol><li>b<li>c</ol>`:                                          "1. a\n\n1) b\n2) c\n",
		`<ul><li>a</ul><ol><li>b</ol><ul><li>c</ul>`:                                 "- a\n\n1. b\n\n- c\n",
		`<ul><li>a</ul><p>b</p><ul><li>c</ul>`:                                       "- a\n\nb\n\n- c\n",
		`<dl><dt>x<dd><ul><li>a</ul><ul><li>b</ul></dl><ul><li>c</ul><ul><li>d</ul>`: "**x**\n\n- a\n\n* b\n\n- c\n\n* d\n",
		`<ul><li>a<ul><li>b</ul><ul><li>c</ul></ul>`:                                 "- a\n  - b\n  \n  * c\n",
		`<ul><li>* a</ul><ul><li>- b<li>* c</ul>`:                                    "- \\* a\n\n* \\- b\n* \\* c\n",
	} {
		d := allContent(t, source)
		got := Markdown(d, DefaultOptions())
		if got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
		if lists, read := strings.Count(source, "<ul>")+strings.Count(source, "<ol>"), rendered(t, got); lists != listsIn(read) {
			t.Errorf("%s is read as %d lists", source, listsIn(read))
		}
		if problem := unlike(t, d); problem != "" {
			t.Errorf("%s: %s", source, problem)
		}
	}
}

func listsIn(root *nethtml.Node) (n int) {
	for e := range root.Descendants() {
		if is(e, "ul") || is(e, "ol") {
			n++
		}
	}
	return n
}

// Emphasis in emphasis is read as it was written. Where more of it meets in a word than Markdown can say, some is left out,
// but none is read that was not there, and no delimiter is read as text.
func TestNestedEmphasis(t *testing.T) {
	for source, want := range map[string]string{
		`<p>x <b><i>both</i></b> y`:               "x ***both*** y\n",
		`<p>x<i><b>both</b></i>y`:                 "x***both***y\n",
		`<p><em>a <strong>b</strong> c</em>`:      "*a **b** c*\n",
		`<p><em>a<strong>b</strong>c</em>`:        "*a**b**c*\n",
		`<p><b>a <i>b</i></b> c`:                  "**a *b*** c\n",
		`<p><b><i>a</i> b</b> c`:                  "***a* b** c\n",
		`<p><b>一<i>二</i></b>三`:                    "**一*二***三\n",
		`<p><i><b>a</b></i><i><b>b</b></i>`:       "***ab***\n",
		`<p><i><b>a</b>b<b>c</b></i>`:             "*abc*\n",
		`<p><i>a</i><b>b</b><b><i>c</i></b>`:      "*a***bc**\n",
		`<p><i><b>a</b> b<b>c</b> <b>d</b></i> e`: "***a** bc **d*** e\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s: got %q, want %q", source, got, want)
		}
	}
	pieces := []string{"%s", "<i>%s</i>", "<b>%s</b>", "<i><b>%s</b></i>", "<b><i>%s</i></b>"}
	bodies := []string{""}
	for _, letter := range []string{"a", "b", "c"} {
		var longer []string
		for _, body := range bodies {
			for _, piece := range pieces {
				piece = fmt.Sprintf(piece, letter)
				longer = append(longer, body+piece, body+" "+piece)
			}
		}
		bodies = longer
	}
	for _, around := range []string{"<p>%s", "<p>x<i>%s</i>y", "<p>x<b>%s</b>y"} {
		for _, body := range bodies {
			d := allContent(t, fmt.Sprintf(around, body))
			md := Markdown(d, DefaultOptions())
			want, got := emphases(parsed(t, HTML(d, DefaultOptions()))), emphases(rendered(t, md))
			same := len(want) == len(got)
			for i := 0; same && i < len(got); i++ {
				same = want[i].letter == got[i].letter && (want[i].em || !got[i].em) && (want[i].strong || !got[i].strong)
			}
			if !same {
				t.Errorf("%s is written as %q: %v, not %v", fmt.Sprintf(around, body), md, got, want)
			}
		}
	}
}

// A shownLetter tells how a letter is shown.
type shownLetter struct {
	letter     rune
	em, strong bool
}

// emphases are the letters of a tree, without white space.
func emphases(n *nethtml.Node) (list []shownLetter) {
	var walk func(n *nethtml.Node, as shownLetter)
	walk = func(n *nethtml.Node, as shownLetter) {
		as.em, as.strong = as.em || n.Data == "em", as.strong || n.Data == "strong"
		for c := range n.ChildNodes() {
			if c.Type != nethtml.TextNode {
				walk(c, as)
				continue
			}
			for _, as.letter = range strings.Join(strings.Fields(c.Data), "") {
				list = append(list, as)
			}
		}
	}
	walk(n, shownLetter{})
	return list
}

// A cell has its lists on one line, where nothing needs to set them apart.
func TestListsInCells(t *testing.T) {
	d := allContent(t, `<table><tr><th>a<th>b<tr><td>c<td><ul><li>1</ul><ul><li>2</ul></table>`)
	if got, want := Markdown(d, DefaultOptions()), "| a | b |\n|---|---|\n| c | 1<br /><br />2 |\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLists(t *testing.T) {
	for source, want := range map[string]string{
		`<ol><li value="7">a<li>b</ol>`:                                                                                          "7. a\n8. b\n",
		`<ol start="3"><li>a<li>b</ol>`:                                                                                          "3. a\n4. b\n",
		`<ol reversed><li>a<li>b<li>c</ol>`:                                                                                      "3. a\n2. b\n1. c\n",
		`<ol reversed start=10><li>a<li value=5>b<li>c</ol>`:                                                                     "10. a\n5. b\n4. c\n",
		`<ol><li>a<li value=4>b<ol><li>c<li>d</ol><li>e</ol>`:                                                                    "1. a\n4. b\n   1. c\n   2. d\n5. e\n",
		`<ol start=1 reversed><li>a<li>b<li>c</ol>`:                                                                              "1. a\n0. b\n0. c\n",
		`<ol start="3"><li value="x">a<li>b</ol>`:                                                                                "3. a\n4. b\n",
		`<ul><li><input type=checkbox checked disabled> a<li><input type="checkbox" disabled>b</ul>`:                             "- [x] a\n- [ ] b\n",
		`<ul><li><p><label><input type=checkbox class="task-list-item-checkbox"> a</label></p></ul>`:                             "- [ ] a\n",
		`<ul class=task-list><li class=task-list-item><label><input type=checkbox disabled checked><span></span></label> a</ul>`: "- [x] a\n",
		`<ul class=to-do-list><li><div class="checkbox checkbox-on"></div> <span>a</span><li><div class="checkbox checkbox-off"></div> <span>b</span></ul>`: "- [x] a\n- [ ] b\n",
		`<ul class=checklist><li><p><i class="fa fa-check-square-o"></i> a</p><li><p><i class="fa fa-square-o"></i> b</p></ul>`:                             "- [x] a\n- [ ] b\n",
		`<ul class="task-list"><li><label><input type="checkbox" checked="" />a</label></li></ul>`:                                                          "- [x] a\n",
		`<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>`:                                                                                                   "- a\n  - b\n    1. c\n- d\n",
		`<ul><li><p>a<p>b<ul><li>c</ul></ul>`:                                               "- a\n  \n  b\n  \n  - c\n",
		`<ul><li>a<ol start=3><li>b</ol></ul>`:                                              "- a\n  \n  3. b\n",
		`<ul><li>a<br><ul><li>b</ul><li>c</ul>`:                                             "- a\n  - b\n- c\n",
		`<ol start=9><li>a<li>b<ul><li>c</ul></ol>`:                                         "9. a\n10. b\n    - c\n",
		`<ul><li><input type=checkbox> a filter<li>b <input type=checkbox disabled> c</ul>`: "- a filter\n- b c\n",
	} {
		d := allContent(t, source)
		if got := Markdown(d, DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
		if boxes := strings.Count(HTML(d, DefaultOptions()), `<input type="checkbox"`); boxes != strings.Count(want, "[") {
			t.Errorf("%s has %d boxes in HTML", source, boxes)
		}
	}
}

// The sign of an item is none of its text, where it is written, too.
func TestSignsOfItems(t *testing.T) {
	for source, want := range map[string]string{
		`<ul><li style="list-style-type:none"><span>•</span> <div><p>a</div><li><span>–</span> <p>b</ul>`: "- a\n- b\n",
		`<ol><li><span>1.</span> <p>a<li><span>2.</span> b</ol>`:                                          "1. a\n2. b\n",
		`<dl class=Bl-tag><dt>•</dt><dd>a<dl><dt>x</dt><dd>y</dd></dl></dd><dt>•</dt><dd><p>b</dd></dl>`:  "- a\n  \n  **x**\n  \n  y\n- b\n",
		`<dl><dt>•</dt><dd>a</dd><dt>-b</dt><dd>c</dd></dl>`:                                              "**•**\n\na\n\n**-b**\n\nc\n",
		`<ol><li><span>(i)</span> a<li><span>2</span> b</ol>`:                                             "1. (i) a\n2. 2 b\n",
		`<ul><li><span>1.</span> a<li>b <span>•</span> c<li><span>*</span></ul>`:                          "- 1\\. a\n- b • c\n- \\*\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// A definition list that defines nothing is a list of its terms; lists in definitions belong to the term before them.
func TestListsOfTerms(t *testing.T) {
	for source, want := range map[string]string{
		`<dl><dt>1. <a href="/a">One</a><dt>2. Two</dl>`:                    "- 1\\. [One](https://example.com/a)\n- 2\\. Two\n",
		`<dl><dt>a<dd><dl><dt>b<dd><dl><dt>c<dt>d</dl><dt>e</dl><dt>f</dl>`: "- a\n  - b\n    - c\n    - d\n  - e\n- f\n",
		`<dl><dd><dl><dt>a<dt>b</dl><dt>c</dl>`:                             "- - a\n  - b\n- c\n",
		`<dl><dt>a<dt>b<dd>c</dl>`:                                          "**a**\n\n**b**\n\nc\n",
		`<dl><dt>a<dd>See:<dl><dt>b<dt>c</dl></dl>`:                         "**a**\n\nSee:\n\n- b\n- c\n",
		`<dl><dt>a</dl>`:                    "**a**\n",
		`<ul><li>a</ul><dl><dt>b<dt>c</dl>`: "- a\n\n* b\n* c\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// Dollars are escaped only where they could be read as the signs of a formula.
func TestDollars(t *testing.T) {
	for text, want := range map[string]string{
		"costs $5 and $6":                        "costs $5 and $6",
		"US$5 to US$6, $7–$8":                    "US$5 to US$6, $7–$8",
		"$PATH$":                                 `\$PATH\$`,
		"x$y$z":                                  `x\$y\$z`,
		"$HOME/bin":                              "$HOME/bin",
		"$HOME/$USER is":                         `\$HOME/\$USER is`,
		"$ a $ b":                                "$ a $ b",
		"$a" + strings.Repeat("x", 9_000) + "$":  `\$a` + strings.Repeat("x", 9_000) + `\$`,
		"$a" + strings.Repeat("x", 11_000) + "$": "$a" + strings.Repeat("x", 11_000) + "$",
		"$$$ and $$":                             `\$\$\$ and \$\$`,
		"$$ alone, and $5":                       "$$ alone, and $5",
		"$$5 and $$6":                            `\$\$5 and \$\$6`,
		"<code>$a$</code>":                       "`$a$`",
		"<ul><li>$a$</ul><blockquote>$a$":        "- \\$a\\$\n\n> \\$a\\$",
		"costs $5<p>or less$":                    "costs $5\n\nor less$",
		`<span data-tex="x">x</span> costs $5`:   "$x$ costs $5",
		`<span data-tex="x">x</span> and $ab$.`:  "$x$ and \\$ab\\$.",
	} {
		if got := Markdown(allContent(t, "<p>"+text), DefaultOptions()); got != want+"\n" {
			t.Errorf("%s is %q, want %q", text, got, want+"\n")
		}
	}
}

func TestLanguagesOfListings(t *testing.T) {
	const row = `<tr><td class="blob-num">1<td class="blob-code">x := 1`
	for source, want := range map[string]string{
		`<table class="highlight tab-size js-file-line-container">` + row:                                                                                                   "```\nx := 1\n```\n",
		`<table class="highlight tab-size js-file-line-container" data-tagsearch-lang="Go">` + row:                                                                          "```go\nx := 1\n```\n",
		`<pre class="highlight tab tab-json"><code>x</code></pre>`:                                                                                                          "```json\nx\n```\n",
		`<pre class="highlight tab tab-javascript--nodejs"><code>x</code></pre>`:                                                                                            "```javascript\nx\n```\n",
		`<pre><code class="no-highlight">x</code></pre>`:                                                                                                                    "```\nx\n```\n",
		`<div class=sourceCode><pre class="sourceCode numberSource haskell numberLines"><code class="sourceCode haskell">x`:                                                 "```haskell\nx\n```\n",
		`<div class=sourceCode><pre class="sourceCode numberSource numberLines"><code class=sourceCode>x`:                                                                   "```\nx\n```\n",
		`<div class=" highlight hl-ipython3"><pre>x`:                                                                                                                        "```ipython3\nx\n```\n",
		`<div class="code panel pdl"><div class="codeContent panelContent pdl"><pre class=syntaxhighlighter-pre data-syntaxhighlighter-params="brush: py; gutter: false">x`: "```py\nx\n```\n",
		`<div class="code panel pdl"><pre>x`:                                                                                                                                "```\nx\n```\n",
		`<pre class="code code-wrap"><code class=language-Python>x`:                                                                                                         "```python\nx\n```\n",
		`<pre class=r><code>x</code></pre>`:                                                                                                                                 "```r\nx\n```\n",
		`<div class="highlight source-js"><pre>x`:                                                                                                                           "```js\nx\n```\n",
		`<pre class=screen>x</pre>`:                                                                                                                                         "```\nx\n```\n",
		`<pre lang="rust">x</pre>`:                                                                                                                                          "```rust\nx\n```\n",
		`<pre lang="sh"><code>x</code>`:                                                                                                                                     "```sh\nx\n```\n",
		`<pre lang="en-GB">x</pre>`:                                                                                                                                         "```\nx\n```\n",
		`<figure class="highlight js"><pre>x`:                                                                                                                               "```js\nx\n```\n",
		`<div class="highlight-container"><figure class="highlight"><pre>x`:                                                                                                 "```\nx\n```\n",
		`<div class="highlight-go"><pre class="language-none">x</pre></div>`:                                                                                                "```\nx\n```\n",
		`<table class=highlighttable><tr><td class=linenos><div><pre><span>1</span></pre></div><td class=code><div><pre><code class=language-js>x`: "```js\nx\n```\n",
		`<div class="highlight-go"><div><table><tr><td><div><pre>x</pre></div></table></div></div>`:                                                "```go\nx\n```\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// Chrome says "-webkit-center" of the attribute, and "center" of a heading without it.
func TestAlignment(t *testing.T) {
	d := allContent(t, `<table><tr><th align=center>a<th>b<th style="text-align: center">e<tr><td align=right>c<td>d<td>f</table>`)
	if got, want := Markdown(d, DefaultOptions()), "| a | b | e |\n|:-:|---|:-:|\n| c | d | f |\n"; got != want {
		t.Errorf("without styles got %q, want %q", got, want)
	}
	computed := map[string]string{"a": "-webkit-center", "b": "center", "c": "-webkit-right", "d": "start", "e": "center"}
	for i := range d.Page.Nodes {
		if n := &d.Page.Nodes[i]; computed[strings.TrimSpace(n.Text)] != "" {
			d.Page.Nodes[n.Parent].Style = &page.Style{Display: "table-cell", TextAlign: computed[strings.TrimSpace(n.Text)]}
		}
	}
	if got, want := Markdown(d, DefaultOptions()), "| a | b | e |\n|:-:|---|:-:|\n| c | d | f |\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := HTML(d, DefaultOptions()); !strings.Contains(got, `<td align="right">c`) {
		t.Errorf("a cell lost its alignment: %s", got)
	}
}

// A column is the same number of tabs away in each row.
func TestTextOfSpanningCells(t *testing.T) {
	for source, want := range map[string]string{
		`<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>`:                       "a\tb\n\tc\nd\te",
		`<table><tr><td>a<td rowspan=2>b<td>c<tr><td>d<td>e</table>`:                           "a\tb\tc\nd\t\te",
		`<table><tr><td rowspan=3 colspan=2>a<td>b<tbody><tr><td>c<td>d<tr><td><p>e</table>`:   "a\tb\n\tc\td\n\te",
		`<table><tr><td rowspan=2>a<td><table><tr><td>b<tr><td>c</table><tr><td>d</table><p>e`: "a\tb\nc\n\td\n\ne",
		`<table><tr><td rowspan=9>a<tr><td>b</table><ul><li>c<li>d</ul>`:                       "a\n\tb\n\nc\nd",
		`<table><tr><td><th>a<th>b<tr><th>c<td><td>d<tr><th>e<td>f<td></table>`:                "\ta\tb\nc\t\td\ne\tf",
		`<p>x<table><tr><td><th>a<tr><th>b<td>c</table>`:                                       "x\n\n\ta\nb\tc",
		`<table><tr><th colspan=2>a<th>b<tr><td>c<td>d<td>e<tr><td><td>f</table>`:              "a\t\tb\nc\td\te\n\tf",
		`<table><tr><td colspan=2>a<tr><td><td>b<p>c<p>d<p>e</table>`:                          "a\nb\n\nc\n\nd\n\ne",
	} {
		if got := Text(allContent(t, source)); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
	d := allContent(t, `<table><tr><td rowspan=2>a menu<td>b<tr><td>c</table>`)
	d.Blocks[0].Content = false
	if got, want := Text(d), "b\nc"; got != want {
		t.Errorf("beside a cell that is not shown: %q, want %q", got, want)
	}
}

// A grid that is all but empty is no table: written place by place, a page of 20 kB became 3 MB, and one of 300 kB filled
// the memory.
func TestSparseGrids(t *testing.T) {
	const n = 1000
	for name, source := range map[string]string{
		"one long row":      "<table><tr>" + strings.Repeat("<td>a", n) + strings.Repeat("<tr><td>b", n) + "</table>",
		"rows that overlap": "<table>" + strings.Repeat("<tr><td rowspan=1000>a<td>b", n) + "</table>",
		"to the table's end": "<table><tr>" + strings.Repeat("<td rowspan=65534>a", n) + strings.Repeat("<tr><td>b", n) +
			"</table>",
		"over many columns": "<table><tr>" + strings.Repeat("<td colspan=100>a", n) + strings.Repeat("<tr><td>b<td>c", n) + "</table>",
	} {
		d := allContent(t, source)
		for _, got := range []string{Markdown(d, DefaultOptions()), Text(d)} {
			if len(got) > 10*n || strings.Count(got, "a")+strings.Count(got, "b") != 2*n {
				t.Errorf("%s: %d bytes", name, len(got))
			}
		}
	}
	full := allContent(t, "<table>"+strings.Repeat("<tr>"+strings.Repeat("<td>a", 120), 120)+"</table>")
	if got := strings.Count(Markdown(full, DefaultOptions()), "|\n"); got < 120 {
		t.Errorf("a table with something in every place has %d rows", got)
	}
}

func TestPercentSignsInAddresses(t *testing.T) {
	d := allContent(t, `<p><a href="/100%-a%20b">a</a> <a href="/c?d=5%">b</a> <a href="http://[x/">c</a>`)
	if got, want := Markdown(d, DefaultOptions()), "[a](https://example.com/100%25-a%20b) [b](https://example.com/c?d=5%) c\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestBarsInAlternativeTexts(t *testing.T) {
	d := allContent(t, `<table><tr><th>a<th>b<tr><td><img src="/i.png" alt="c | d" width=99 height=99><td>e</table>`)
	md := Markdown(d, DefaultOptions())
	var html strings.Builder
	if err := nethtml.Render(&html, rendered(t, md)); err != nil || !strings.Contains(html.String(), `alt="c | d"`) {
		t.Errorf("%s is read as %s", md, html.String())
	}
}

func TestTextsSideBySideAreOne(t *testing.T) {
	d := allContent(t, "<p><span>one</span> <span>text</span>, <b><span>and</span><span>other</span></b> words")
	for n := range Tree(d, DefaultOptions()).Descendants() {
		if n.Type == nethtml.TextNode && n.NextSibling != nil && n.NextSibling.Type == nethtml.TextNode {
			t.Errorf("%q and %q stand side by side", n.Data, n.NextSibling.Data)
		}
	}
}

// Brackets are escaped where a link could begin, and where nobody looks for its end.
func TestBrackets(t *testing.T) {
	far := strings.Repeat("x", 10_000)
	for source, want := range map[string]string{
		"a [b](c":          `a \[b](c`,
		"a [b":             "a [b",
		"a [b<br>c]":       "a [b  \nc]",
		"[" + far + "](c)": `\[` + far + "](c)",
		"[" + far:          `\[` + far,
	} {
		if got := strings.TrimSpace(Markdown(allContent(t, "<p>"+source), DefaultOptions())); got != want {
			t.Errorf("%.20s is %.20q, want %.20q", source, got, want)
		}
	}
}

// isWritten checks the Markdown of a paragraph, and that it is read as the paragraph is.
func isWritten(t *testing.T, text, want string) {
	t.Helper()
	d := allContent(t, "<p>"+text)
	md := Markdown(d, DefaultOptions())
	if strings.TrimSpace(md) != want {
		t.Errorf("%s is %q, want %q", text, md, want)
	}
	if got, want := ink(rendered(t, md)), ink(parsed(t, HTML(d, DefaultOptions()))); got != want {
		t.Errorf("%s is read as %q, want %q", text, got, want)
	}
}

// Line breaks that stand alone in emphasis or the like are those of the line.
func TestBreaksInEmptyElements(t *testing.T) {
	for source, want := range map[string]string{
		`<p><em>a.</em><em><br></em><em>b.</em>`:                          "*a.*  \n*b.*",
		`<p><em>a.</em><em><br></em><b><i> <br> </i><br></b><em>*b.</em>`: "*a.*\n\n*\\*b.*",
		`<p>a <i hidden><br></i>b<i style="display:none"><br></i> c`:      "a b c",
	} {
		if got := strings.TrimSpace(Markdown(allContent(t, source), DefaultOptions())); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// A quotation that holds the whole of a long page only sets its margins.
func TestMarginsByQuotations(t *testing.T) {
	long := strings.Repeat("<p>a</p>", 12)
	for source, want := range map[string]string{
		"<blockquote><h2>b</h2>" + long + "<blockquote>c</blockquote></blockquote>": "## b\n\n" + strings.Repeat("a\n\n", 12) + "> c",
		"<blockquote>" + long + "</blockquote>" + long:                              strings.Repeat("> a\n> \n", 11) + "> a\n\n" + strings.TrimSuffix(strings.Repeat("a\n\n", 12), "\n\n"),
		"<blockquote><p>a</p><p>b</p></blockquote>":                                 "> a\n> \n> b",
	} {
		if got := strings.TrimSpace(Markdown(allContent(t, source), DefaultOptions())); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// Underscores inside of words are no delimiters.
func TestUnderscores(t *testing.T) {
	for text, want := range map[string]string{
		"snake_case a__b 中_文 1_000":   "snake_case a__b 中_文 1_000",
		"http://e.com/a_b_c":          "http://e.com/a_b_c",
		"_a_ b_c_ d_. __init__":       `\_a_ b_c_ d\_. \_\_init\__`,
		"a_ <i>b</i>":                 "a_ *b*",
		"Name ______<br>Day: ___ x":   "Name \\______  \nDay: \\___ x",
		"_______ paid (___)":          `\_______ paid (\_\_\_)`,
		"<i>a_b</i> <code>c_d</code>": "*a_b* `c_d`",
	} {
		isWritten(t, text, want)
	}
}

// Angle brackets that begin no tag are written as they are.
func TestAngleBrackets(t *testing.T) {
	for text, want := range map[string]string{
		"1 &lt; 2 &gt; 1, x -&gt; y &lt;- z, &lt;3": "1 < 2 > 1, x -> y <- z, <3",
		"&gt;&gt;&gt; x<br>&gt; y":                  "\\>>> x  \n\\> y",
		"&lt;b> &lt;/b &lt;!-- --> &lt;?x ?> &gt;":  "&lt;b&gt; &lt;/b &lt;!-- --&gt; &lt;?x ?&gt; >",
		"x&lt;<b>y</b>, &lt;a@b.c>":                 "x&lt;**y**, &lt;a@b.c&gt;",
		"<ul><li>&gt; x</ul><h2>A &gt; B</h2>":      "- \\> x\n\n## A > B",
		"&amp;gt; &amp;lt; 3":                       "&amp;gt; &amp;lt; 3",
	} {
		isWritten(t, text, want)
	}
}

func TestControlCharacters(t *testing.T) {
	d := allContent(t, "<p>a\x1b[31mb&#8;c&#9;d\u009b31m\u0090e\u0085é<pre>e&#9;f</pre>")
	if got, want := Text(d), "a[31mbc d›31me é\n\ne\tf"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	raw, err := JSON(d, DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	if i := bytes.IndexFunc(raw, unicode.IsControl); i >= 0 {
		t.Errorf("JSON has a control character at %q", raw[i:])
	}
	var back struct{ Blocks []struct{ Text string } }
	if err := json.Unmarshal(raw, &back); err != nil || back.Blocks[0].Text != d.Blocks[0].Text {
		t.Errorf("%v: JSON has the text %q, want %q", err, back.Blocks[0].Text, d.Blocks[0].Text)
	}
}

// Control characters that are what a wrong encoding made of letters and marks are these.
func TestMisreadCharacters(t *testing.T) {
	for text, want := range map[string]string{
		"I shouldn\u0092t, W New York\u0097Union":                 "I shouldn’t, W New York—Union",
		"debt\u00e2\u0080\u0094seven é \u00c3\u00a9t\u00c3\u00a9": "debt—seven é été",
		"\u00e2\u0080\u009cThe fact\u00e2\u0080\u009d \u00e2":     "“The fact” â",
		"stars \u00e2\u0090\u00e2\u0090 x\u0081y":                 "stars ââ xy",
		"\u00f0\u009f\u0098\u0080":                                "😀",
		"a\u00c2\u009bb":                                          "ab",
		"Ã© and Â°, as they are":                                  "Ã© and Â°, as they are",
	} {
		if got := Text(allContent(t, "<p>"+text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A word is written as somebody would look for it; what joins letters and emoji stays.
func TestCharactersOfNoWidth(t *testing.T) {
	for text, want := range map[string]string{
		"Donau\u00addampf\u00adschiff":                             "Donaudampfschiff",
		"a\u200b <b>\u200b</b>\u2060b \u200b <i>\u00adc\u200d</i>": "a b *c*",
		"می\u200cخواهم \u200cx\u200cy":                             "می\u200cخواهم xy",
		"क्\u200dष 👩\u200d💻 ❤\ufe0f\u200d🔥":                        "क्\u200dष 👩\u200d💻 ❤\ufe0f\u200d🔥",
		"ភាសា\u200bខ្មែរ 日本\u200b語":                                "ភាសា\u200bខ្មែរ 日本語",
		"<code>a\u200b_b</code>":                                   "`a_b`",
	} {
		d := allContent(t, "<p>"+text)
		if got := strings.TrimSpace(Markdown(d, DefaultOptions())); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
		if got, want := Text(d), strings.NewReplacer("*", "", "`", "").Replace(want); got != want {
			t.Errorf("%q has the text %q, want %q", text, got, want)
		}
	}
}

func TestQuotationMarks(t *testing.T) {
	d := allContent(t, `<p>He said <q>they <b>will</b> stay</q>, <q>a <q>b</q> c</q> <q>"own"</q> “<q>own</q>”`)
	if got, want := Markdown(d, DefaultOptions()), "He said “they **will** stay”, “a ‘b’ c” \"own\" “own”\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Every chosen text is in each format once, and nothing else is.
func TestChosenTextAndNothingElse(t *testing.T) {
	const source = `<body>b0<nav>b1</nav><div>b2<p>b3 <b>b4</b><br><br>b5</p><a href=/x><p>b6</p><h3>b7</h3></a>b8<ul>b9<li>b10<ul><li>b11</ul>b12</li><p>b13</p></ul>
		<table><caption>b14</caption><tr><th>b15<th>b16<tr><td>b17<td><p>b18</p>b19</table><table><tr><td>b20</table><dl>b21<dt>b22<dd>b23</dl>
		<pre>b24<div>b25</div></pre><blockquote>b26</blockquote><figure><img src=i.jpg><figcaption>b27</figcaption></figure><span hidden>b28</span>
		<h2>b29<div>b30</div>b31</h2><button>b32</button><details><summary>b33</summary>b34</details><form><label>b35</label><select><option>b36</select></form>
		<table><tr><th>x1<td><table><tr><td>b37<td>b38<tr><td>b39<td>b40</table></table><code><div>b41</div><div>b42</div></code><center>b43</center><my-tag>b44</my-tag></div>`
	for mask := range 64 {
		d := parse(t, source)
		want := map[string]int{}
		for i := range d.Blocks {
			b := &d.Blocks[i]
			if b.Content = (i*7+mask*i+mask)%5 < 2 || mask == 0; b.Content {
				for w := range strings.FieldsSeq(b.Text) {
					want[w]++
				}
			}
		}
		o := DefaultOptions()
		for format, s := range map[Format]string{
			FormatHTML: shown(parsed(t, HTML(d, o))), FormatMarkdown: shown(rendered(t, Markdown(d, o))), FormatText: Text(d),
		} {
			got := map[string]int{}
			for w := range strings.FieldsSeq(s) {
				got[w]++
			}
			delete(got, "|") // of a table in a cell
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s, mask %d: words differ (-want +got):\n%s\n%s", format, mask, diff, s)
			}
		}
	}
}

// Rendered pages keep words apart that the markup glues.
func TestSpaceShownIsSpaceWritten(t *testing.T) {
	d := allContent(t, `<p><a href="/a">One</a><a href="/b">Two</a> <i>Th</i>ree</p>`)
	if got, want := Markdown(d, DefaultOptions()), "[One](https://example.com/a) [Two](https://example.com/b) *Th*ree\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What is out of sight is a block of its own: it is no part of the word beside it.
func TestBlocksInALineStandApart(t *testing.T) {
	d := parse(t, `<p><span hidden>Hide</span><span>Show</span>, <i>th</i>en go`)
	for i := range d.Blocks {
		d.Blocks[i].Content = true
	}
	const want = "Hide Show, *th*en go\n"
	if got := Markdown(d, DefaultOptions()); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestComputedStyles(t *testing.T) {
	d := allContent(t, `<div id=code>if x:
    <span>y</span></div><p>A <span id=bold>word</span>.</p>`)
	normal := &page.Style{Display: "block", WhiteSpace: "normal", FontFamily: "Georgia", FontWeight: 400}
	for i := range d.Page.Nodes {
		n := &d.Page.Nodes[i]
		switch {
		case n.Attr("id") == "code":
			n.Style = &page.Style{Display: "block", WhiteSpace: "pre", FontFamily: `"Fira Mono", monospace`, FontWeight: 400}
		case n.Attr("id") == "bold":
			n.Style = &page.Style{Display: "inline", FontWeight: 700}
		case n.Tag == "span":
			n.Style = &page.Style{Display: "inline", WhiteSpace: "pre", FontWeight: 400}
		case n.Kind == page.Element:
			n.Style = normal
		}
	}
	d = documentOf(d.Page, func(page.Block) bool { return true })
	if got, want := Markdown(d, DefaultOptions()), "```\nif x:\n    y\n```\n\nA **word**.\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Items of a flexible line stand on one line where they stand side by side.
func TestItemsInARow(t *testing.T) {
	for y, want := range map[float64]string{0: "- 1 cup **flour** sifted", 20: "- 1 cup\n  \n  **flour**\n  \n  sifted"} {
		d := allContent(t, `<ul><li><span>1 cup</span><b>flour</b><span>sifted</span></ul>`)
		for i := range d.Page.Nodes {
			n := &d.Page.Nodes[i]
			n.Box = page.Box{X: float64(10 * i), Y: y * float64(i), W: 10, H: 10}
			if n.Kind == page.Element {
				n.Style = &page.Style{Display: "block"}
			}
			if n.Tag == "li" {
				n.Style.Display = "flex"
			}
		}
		d = documentOf(d.Page, func(b page.Block) bool { return true })
		if got := strings.TrimSpace(Markdown(d, DefaultOptions())); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if got, want := Text(d), strings.ReplaceAll(want[len("- "):], "*", ""); y == 0 && got != want {
			t.Errorf("the text is %q, want %q", got, want)
		}
	}
}

// A link that a style makes block-level is a link.
func TestInlineElementsShownAsBlocks(t *testing.T) {
	d := allContent(t, `<div><a href="/x"><h3>Title</h3>text</a><strong>Note</strong>more</div>`)
	for i := range d.Page.Nodes {
		if n := &d.Page.Nodes[i]; n.Kind == page.Element {
			n.Style = &page.Style{Display: "block", FontWeight: 700}
		}
	}
	d = documentOf(d.Page, func(b page.Block) bool { return true })
	if got, want := Markdown(d, DefaultOptions()), "### [Title](https://example.com/x)\n\n[text](https://example.com/x)\n\n**Note**\n\nmore\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A cite is the title of a work, or a whole reference of which only the title is set in italics.
func TestCitations(t *testing.T) {
	for source, want := range map[string]string{
		`<p>In <cite>The Book</cite>.`:                                                   "In *The Book*.\n",
		`<p><cite class="citation book">Doe (2001). <i>Pumps</i>. Press.</cite>`:         "Doe (2001). *Pumps*. Press.\n",
		`<p>As in <cite class="ltx_cite">[<a href="https://example.org/">1</a>]</cite>.`: "As in \\[[1](https://example.org/)].\n",
		`<p><cite>Doe, <em>Pumps</em>, 2001</cite>`:                                      "Doe, *Pumps*, 2001\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// What a style sheet sets in italics is emphasised, and what it sets upright is not, but for what says that it is.
func TestComputedItalics(t *testing.T) {
	for source, want := range map[string]string{
		`<p>a <span class=italic>b</span> c`:                              "a *b* c\n",
		`<p>a <span class=oblique>b <span class=italic>c</span></span>`:   "a *b c*\n",
		`<div class=italic><p class=italic>a <span class=italic>b</span>`: "a b\n",
		`<p>a <i>b</i>, <cite class=italic>c</cite>, <em>d</em>`:          "a b, *c*, *d*\n",
	} {
		d := allContent(t, source)
		for i := range d.Page.Nodes {
			n := &d.Page.Nodes[i]
			if n.Kind != page.Element {
				continue
			}
			n.Style = &page.Style{Display: "inline", FontStyle: n.Attr("class")}
			if n.Style.FontStyle == "" {
				n.Style.FontStyle = "normal"
			}
			if n.Tag == "p" || n.Tag == "div" {
				n.Style.Display = "block"
			}
		}
		d = documentOf(d.Page, func(page.Block) bool { return true })
		if got := Markdown(d, DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// Spans may be all that sets words in bold or italics.
func TestEmphasisByAttributes(t *testing.T) {
	d := allContent(t, `<p>a <span style="font-weight:bold">b</span> <span style="color:red; font-style: italic">c</span> <span style="font-style:normal">d</span> <i>e <span style="font-style:italic">f</span></i>`)
	if got, want := Markdown(d, DefaultOptions()), "a **b** *c* d *e f*\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What leaves the flow of its line and shows nothing there, or only an initial, does not break it.
func TestLinesGoOn(t *testing.T) {
	for source, want := range map[string]string{
		`<p>a link<span class=away hidden> (opens here)</span> goes on`:          "a link goes on",
		`<p>a <b>link<span class=away hidden>, abroad</span></b> <i>goes</i> on`: "a **link** *goes* on",
		`<p><span class=left>T</span>he harbour`:                                 "The harbour",
		`<p><span class=left>“T</span>HE harbour`:                                "“THE harbour",
		`<p><span class=left>A</span> harbour`:                                   "A harbour",
		`<p><span class=left>大</span>桥`:                                          "大桥",
		`<p><span class=left>1</span>First`:                                      "1\n\nFirst",
		`<p><span class=left>A</span>Answer`:                                     "A\n\nAnswer",
		`<p>a <span class=left>date</span> b`:                                    "a\n\ndate\n\nb",
		`<p>a<div class=away hidden>b</div>c`:                                    "a\n\nc",
	} {
		d := allContent(t, source)
		for i := range d.Page.Nodes {
			n := &d.Page.Nodes[i]
			if n.Kind == page.Text {
				n.Hidden = d.Page.Nodes[n.Parent].Hidden
				continue
			}
			_, n.Hidden = n.LookupAttr("hidden")
			n.Style = &page.Style{Display: "block", FontWeight: 400}
			switch {
			case n.Attr("class") == "away":
				n.Style.Position = "absolute"
			case n.Attr("class") == "left":
				n.Style.Float = "left"
			case n.Tag == "b" || n.Tag == "i":
				n.Style = &page.Style{Display: "inline", FontWeight: 700}
			}
		}
		d = documentOf(d.Page, func(b page.Block) bool { return !b.Hidden })
		if got := strings.TrimSpace(Markdown(d, DefaultOptions())); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
		if got := Text(d); got != strings.ReplaceAll(want, "*", "") {
			t.Errorf("%s has the text %q, want %q", source, got, want)
		}
	}
}

// Lines that only styles set as code are one listing, without their numbers.
func TestTypedLines(t *testing.T) {
	d := allContent(t, `<p>x</p><div id=box><div><span class=lineno>1</span>if a:</div><div><span class=lineno>2</span>  b</div></div>`)
	for i := range d.Page.Nodes {
		n := &d.Page.Nodes[i]
		if n.Kind != page.Element {
			continue
		}
		n.Style = &page.Style{Display: "block", WhiteSpace: "normal", FontFamily: "Georgia"}
		if n.Parent > 0 && (d.Page.Nodes[n.Parent].Attr("id") == "box" || n.Tag == "span") {
			n.Style.WhiteSpace, n.Style.FontFamily = "pre", "monospace"
		}
		if n.Tag == "span" {
			n.Style.Display = "inline"
		}
	}
	d = documentOf(d.Page, func(page.Block) bool { return true })
	if got, want := Markdown(d, DefaultOptions()), "x\n\n```\nif a:\n  b\n```\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := Text(d), "x\n\nif a:\n  b"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
}

func TestLineBreaksThatStylesKeep(t *testing.T) {
	d := allContent(t, "<p>one\n  two\n\nthree <b>four\nfive</b></p>")
	for i := range d.Page.Nodes {
		if n := &d.Page.Nodes[i]; n.Kind == page.Element {
			n.Style = &page.Style{WhiteSpace: "pre-line", FontWeight: 700}
		}
	}
	if got, want := Markdown(d, DefaultOptions()), "one  \ntwo\n\nthree **four**  \n**five**\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// No space is written before a mark behind an element with a box of its own, nor does a button in a text break its line.
func TestMarksBehindBoxes(t *testing.T) {
	for source, want := range map[string]string{
		`<p><code>a</code>, <code>b</code> and <code>c</code>.`:  "a, b and c.",
		`<p>(<code>a</code>), “<code>b</code>” <code>c</code>'s`: "(a), “b” c's",
		`<p>用<code>a</code>，（<code>b</code>）`:                    "用 a，（b）",
		`<p><code>a</code><br>, b <code>c </code>: d`:            "a\n, b c : d",
		`<p>a <button>term</button>, it is`:                      "a term, it is",
		`<p>a<sup><button>1</button></sup> b`:                    "a1 b",
		`<p><button>a</button><button>b</button>`:                "a\n\nb",
	} {
		d := allContent(t, source)
		for i := range d.Page.Nodes {
			if n := &d.Page.Nodes[i]; n.Tag == "code" || n.Tag == "button" {
				n.Style = &page.Style{Display: "inline-block", FontWeight: 400}
			}
		}
		d = documentOf(d.Page, func(page.Block) bool { return true })
		if got := Text(d); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
		md := strings.NewReplacer("`", "", "<sup>", "", "</sup>", "", "  \n", "\n").Replace(strings.TrimSpace(Markdown(d, DefaultOptions())))
		if md != want {
			t.Errorf("%s is Markdown %q, want %q", source, md, want)
		}
	}
}

// Two listings side by side in one element do not run into each other.
func TestListingsSideBySide(t *testing.T) {
	d := allContent(t, "<pre><code><b>import</b> fs;</code><code>require(1);</code></pre><pre><code>a</code> <code>b</code></pre>")
	if got, want := Markdown(d, DefaultOptions()), "```\nimport fs;\nrequire(1);\n```\n\n```\na b\n```\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFormulas(t *testing.T) {
	for source, want := range map[string]string{
		`a <span class="mwe-math-element"><math alttext="{\displaystyle d}"><mi>d</mi></math><img class="mwe-math-fallback-image-inline" alt="{\displaystyle d}" src="/d.svg"></span>-dim`: "a $d$-dim\n",
		`a \(x_1 * y\) b`: "a $x_1 * y$ b\n",
		`a <math display="block"><mi>b</mi></math> c`:            "a\n\n$$b$$\n\nc\n",
		`<b>a \[b\] c</b>`:                                       "**a**\n\n$$b$$\n\n**c**\n",
		`<ul><li><math display="block"><mi>b</mi></math> c</ul>`: "- $$b$$\n  \n  c\n",
		`<code>\(a\|b\)</code> \(c\)`:                            "`\\(a\\|b\\)` $c$\n",
		`\[ x &lt; y \]`:                                         "$$x \\lt y$$\n",
		`cost $$5 and $$6`:                                       "cost \\$\\$5 and \\$\\$6\n",
		`\([0,1](x)\)`:                                           "$[0,1] (x)$\n", // no link for who knows no formulas
		`<span data-tex="\alpha">α</span>`:                       "$\\alpha$\n",
		`<math><mi>x</mi><mo>+</mo><mn>1</mn></math> ok`:         "$x + 1$ ok\n",
		`<table><tr><th>a<th>b<tr><td>\(|x|\)<td>c</table>`:      "| a | b |\n|---|---|\n| $\\|x\\|$ | c |\n",
	} {
		if got := Markdown(allContent(t, "<p>"+source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// A formula that is only a picture is its TeX, also where pictures are dropped; it has no text.
func TestFormulasThatArePictures(t *testing.T) {
	d := allContent(t, `<p>So <img class="latex" src="/1.png" alt="\frac{a}{b}" width=20 height=18>-dimensional <img class="latex" src="/1.png" alt="\frac{a}{b}">.
		<p><img class="formulaDsp" src="/2.png" alt="\[x = 1\]"><p>as is <img src="/3.png" alt="y">`)
	o := DefaultOptions()
	o.Images = "drop"
	if got, want := Markdown(d, o), "So $\\frac{a}{b}$-dimensional $\\frac{a}{b}$.\n\n$$x = 1$$\n\nas is\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestStyledHeadings(t *testing.T) {
	d := allContent(t, `<div class=big>Part one</div><p>Some text that is long enough to set the size.</p><div class=big>It is big, but a sentence.</div>
		<div class=big><a href="/x">A link</a></div><p>More.</p><ul><li class=big>item</li></ul>`)
	for i := range d.Page.Nodes {
		if n := &d.Page.Nodes[i]; n.Kind == page.Element {
			n.Style = &page.Style{Display: "block", FontSize: 16, FontWeight: 400}
			if n.Tag == "a" {
				n.Style = &page.Style{Display: "inline", FontSize: 28, FontWeight: 700}
			}
			if n.Attr("class") == "big" {
				n.Style = &page.Style{Display: "block", FontSize: 28, FontWeight: 700}
			}
		}
	}
	md := Markdown(d, DefaultOptions())
	if got, want := strings.Count(md, "#"), len("##"); got != want || !strings.HasPrefix(md, "## Part one\n") {
		t.Errorf("want one heading of level two, got:\n%s", md)
	}
}

// Quotes in quotes without end cost no more than their text.
func TestDeepQuotes(t *testing.T) {
	const lines = 500
	md := Markdown(allContent(t, strings.Repeat("<blockquote>", 300)+"<pre>"+strings.Repeat("a\n", lines)), DefaultOptions())
	if most := lines * (2*deepestQuote + 2) * 2; len(md) > most || strings.Count(md, "a") != lines {
		t.Errorf("%d bytes of Markdown with %d of %d lines, want at most %d", len(md), strings.Count(md, "a"), lines, most)
	}
}

func TestSanitised(t *testing.T) {
	d := allContent(t, `<p onclick="x()">a <a href="javascript:x()" onmouseover=x()>b</a> <a href=" JaVa&#x09;script:x()">c</a> <a href="data:text/html,x">d</a>
		<a href="vbscript:x">e</a><img src="javascript:x()" alt="f"><img src=x onerror=x()><svg onload=x()><script>x()</script></svg>
		<math><mtext><script>x()</script></mtext></math><iframe src="//evil"></iframe><style>p{}</style><form action=x><input value=g></form></p>
		<p style="background:url(javascript:x)">&lt;script&gt;alert(1)&lt;/script&gt; <code>&lt;script&gt;</code></p><object data=x></object><base href="javascript:">`)
	dangerous := regexp.MustCompile(`(?i)<script|<svg|<iframe|<style|<form|<object|<base|javascript:|vbscript:|data:|\son\w+=|style=`)
	o := DefaultOptions()
	if s := HTML(d, o); dangerous.MatchString(s) {
		t.Errorf("HTML has %q:\n%s", dangerous.FindString(s), s)
	}
	var out strings.Builder
	if err := nethtml.Render(&out, rendered(t, Markdown(d, o))); err != nil {
		t.Fatal(err)
	}
	if s := out.String(); dangerous.MatchString(s) {
		t.Errorf("Markdown means %q:\n%s", dangerous.FindString(s), s)
	}
}

func FuzzFormats(f *testing.F) {
	f.Add("<p>a<b>b</b><ul><li>c</ul><table><tr><td>d<td>e</table>", uint64(0xffff))
	f.Add("<h1>&lt;script&gt;</h1><a href='x)<script>'>[</a><img src='a\"b' alt='](javascript:x)'>", uint64(0xff))
	f.Add("<pre>```\n<script></pre><code>`<script>`</code>$$a_b<script>$$", uint64(0xff))
	f.Add("<p>a<iframe src='x)<b>' title='](javascript:x)'></iframe><ol reversed><li value=9>b\u00ad<video><source src=y>", ^uint64(0))
	f.Add("<p>a \\([b](javascript:x) ![c](javascript:y)\\) <img class=tex alt='\\(d](javascript:z)\\)'>", ^uint64(0))
	f.Add("<b>《a》</b>b<i>*</i><dl><dt><b>!</b></dl><sup><a href=#fn1>1</a></sup><li id=fn1>x", ^uint64(0))
	f.Fuzz(func(t *testing.T, source string, mask uint64) {
		p, err := page.Parse([]byte(source), page.ParseOptions{URL: "https://example.com/"})
		if err != nil {
			t.Skip("not a page")
		}
		d := documentOf(p, func(page.Block) bool { return false })
		for i := range d.Blocks {
			d.Blocks[i].Content = mask>>(i%64)&1 == 1
		}
		if problem := unsafe(t, d); problem != "" {
			t.Error(problem)
		}
		if exceptions.MatchString(source) {
			return
		}
		got := ink(parsed(t, HTML(d, DefaultOptions())))
		want := ink(&nethtml.Node{Type: nethtml.TextNode, Data: Text(d)})
		if sorted(got) != sorted(want) {
			t.Errorf("HTML has other text than the blocks: %q, want %q", got, want)
		}
	})
}

// exceptions are what may make a page have text that is not shown as it is: formulas, and marks such as line numbers.
var exceptions = regexp.MustCompile(`(?i)math|mjx|katex|data-tex|[\\$#]|class|emoji|smil|iframe|embed|video|audio`)

// sorted is a text's characters in order: hidden text may stand elsewhere than its block.
func sorted(s string) string {
	r := []rune(s)
	slices.Sort(r)
	return string(r)
}

// unsafe names what is dangerous in any format of a document.
func unsafe(t testing.TB, d *mullion.Document) string {
	o := DefaultOptions()
	if _, err := JSON(d, o); err != nil {
		t.Fatal(err)
	}
	Text(d)
	for format, root := range map[Format]*nethtml.Node{
		FormatHTML: parsed(t, HTML(d, o)), FormatMarkdown: rendered(t, Markdown(d, o)),
	} {
		for n := range root.Descendants() {
			switch n.Data {
			case "script", "style", "iframe", "svg", "object", "form":
				if n.Type == nethtml.ElementNode {
					return string(format) + " has an element " + n.Data
				}
			}
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") || strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.Val)), "javascript:") && a.Key != "alt" && a.Key != "title" {
					return string(format) + " has an attribute " + a.Key + "=" + a.Val
				}
			}
		}
	}
	return ""
}

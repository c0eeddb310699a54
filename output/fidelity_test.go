package output

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	nethtml "golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/page"
)

// Markdown that is read again shows what HTML shows, in the same way: the same text, links, headings, items, cells, listings
// and pictures. Of emphasis some may be left out, where Markdown cannot say it, but none be added.
func TestMarkdownIsFaithful(t *testing.T) {
	dirs, err := filepath.Glob("testdata/*/source.html")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, source := range dirs {
		if problem := unlike(t, load(t, filepath.Dir(source))); problem != "" {
			t.Errorf("%s: %s", source, problem)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		source := blocksOf(r, 2)
		d := allContent(t, source)
		if problem := unlike(t, d); problem != "" {
			r.Fatalf("%s\n%s\n%s", source, problem, Markdown(d, DefaultOptions()))
		}
	})
}

// What such documents showed.
func TestMarkdownWasUnfaithful(t *testing.T) {
	for source, want := range map[string]string{
		`<p><a href="/a?b/c+d=(e|f)&amp;lt;#g(h)">x</a>`:                           "[x](https://example.com/a?b/c+d=%28e%7Cf%29&amp;lt;#g%28h%29)\n",
		"<p><a href=\"/`y\">x</a>`":                                                "[x](https://example.com/%60y)\\`\n",
		`<p>a <img src="/a.png" alt="Rus\-ski *x* ]">`:                             "a ![Rus\\\\-ski \\*x\\* \\]](https://example.com/a.png)\n",
		`<p>a <em><code>b</code></em>, (<b>c <code>d</code></b>)`:                  "a *`b`*, (**c `d`**)\n",
		"<p><code>a`</code>b <code>`c``d</code>":                                   "`` a` ``b ``` `c``d ```\n",
		`<p><code>a<img src="/a.png" alt=b><a href="/c"><img src="/d.png"></a>`:    "`a`![b](https://example.com/a.png)[![](https://example.com/d.png)](https://example.com/c)\n",
		`<p>a<br>|-|<p>b | c<br>--- | ---`:                                         "a  \n|\\-|\n\nb | c  \n\\--- | ---\n",
		`<p><em><del>a</del></em>b <del>c~</del> <del>d~ e</del>`:                  "~~a~~b c~ d~ e\n",
		`<p>[<b>a</b>|<b>b</b>] ~<i>c</i>, d_<i>e</i>`:                             "\\[**a**|**b**] \\~*c*, d\\_*e*\n",
		`<p><a href="/a">b[<br>c</a>`:                                              "[b\\[  \nc](https://example.com/a)\n",
		`<p>[<br><em>[y](c)</em> [d`:                                               "\\[  \n*\\[y](c)* [d\n",
		`<dl><dt>a<dt>b<dd><ul><li>c</ul></dl><ul><li>d</ul>`:                      "**a**\n\n**b**\n\n- c\n\n* d\n",
		`<p><a href="/a"><code>b</code><kbd>c</kbd></a><code>d</code>`:             "[`bc`](https://example.com/a)`d`\n",
		`<p><code><a href="/a">b<i>c</i></a>d</code>`:                              "[`bc`](https://example.com/a)`d`\n",
		`<p><b>用語（ようご）</b>は`:                                                       "**用語**（ようご）は\n",
		`<p><b>用語（（よう）ご）</b>は`:                                                     "**用語**（（よう）ご）は\n",
		`<p><b>（用語）</b>は`:                                                          "（**用語**）は\n",
		`<p><b>用語）</b>は`:                                                           "**用語**）は\n",
		`<p>는 <b>"따옴표"</b>를`:                                                       "는 \"**따옴표**\"를\n",
		`<p><code>H<sub>2</sub>O</code>, <code>x<sup><i>n</i>+1</sup></code>`:      "`H`<sub>`2`</sub>`O`, `x`<sup>`n+1`</sup>\n",
		`<p><b>a&amp;amp;</b>b`:                                                    "**a&amp**;b\n",
		`<p><i>a.</i><sub>1</sub><b>!</b><a href="/b">c</a>`:                       "*a.*<sub>1</sub>**!**[c](https://example.com/b)\n",
		`<dl><dt>a<sub>b<br>c</sub><dd>d</dl>`:                                     "**a<sub>b</sub>**  \n**<sub>c</sub>**\n\nd\n",
		`<table><tr><th>a<th>b<tr><td>c<td><code><i>d</i>|<i>e</i></code></table>`: "| a | b |\n|---|---|\n| c | `d\\|e` |\n",
		`<table><tr><th rowspan=2>a<th colspan=2>b<th colspan=2>c<tr><th>d<th>e<th>f<th>g<tr><td>1<td>2<td>3<td>4<td>5</table>`: "" +
			"| a | b |  | c |  |\n|---|---|---|---|---|\n|  | d | e | f | g |\n| 1 | 2 | 3 | 4 | 5 |\n",
		"<pre>\t\n  a\n\n  b</pre>": "```\n  a\n\n  b\n```\n",
	} {
		d := allContent(t, source)
		if got := Markdown(d, DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
		if problem := unlike(t, d); problem != "" {
			t.Errorf("%s: %s", source, problem)
		}
	}
}

// The rows of a table's head that span one another stay in it: what spans ends where a part of the table does.
func TestHeadsThatSpanRows(t *testing.T) {
	for source, want := range map[string]int{
		`<table><tr><th rowspan=2>a<th>b<tr><th>c<tr><td>d<td>e</table>`:            2,
		`<table><tr><th>a<th>b<tr><th>c<th>d<tr><td>e<td>f</table>`:                 1,
		`<table><tr><th rowspan=2>a<th>b<tr><td>c<tr><td>d<td>e</table>`:            0,
		`<table><tr><th>a<th rowspan=2>b<tr><th rowspan=2>c<tr><th>d<tr><td>e<td>f`: 3,
	} {
		head, _, _ := strings.Cut(HTML(allContent(t, source), DefaultOptions()), "</thead>")
		if got := strings.Count(head, "<tr>"); want > 0 && got != want || want == 0 && strings.Contains(head, "<thead>") {
			t.Errorf("%s has %d rows in its head, want %d", source, got, want)
		}
	}
}

// unlike tells where Markdown and HTML of a document begin to differ; "" when they do not. Documents with formulas are not
// compared, for what read Markdown here knows none.
func unlike(t testing.TB, d *mullion.Document) string {
	o := DefaultOptions()
	root := parsed(t, HTML(d, o))
	if strings.Contains(HTML(d, o), `class="math`) {
		return ""
	}
	for _, n := range slices.Collect(root.Descendants()) {
		switch {
		case n.Type == nethtml.TextNode && blank(n.Data) && (is(n.Parent, "dl") || is(n.PrevSibling, "dl") || is(n.NextSibling, "dl")):
			n.Parent.RemoveChild(n)
		case is(n, "q"):
			quoteMarks(n)
		}
	}
	for n := range root.Descendants() {
		if isContents(n) {
			listTerms(n)
		}
	}
	want, got := glyphs(root), glyphs(rendered(t, Markdown(d, o)))
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || !want[i].isShownBy(got[i]) {
			return fmt.Sprintf("at %q want %+v, got %+v", excerpt(want, i), want[min(i, len(want)):min(i+1, len(want))], got[min(i, len(got)):min(i+1, len(got))])
		}
	}
	return ""
}

// excerpt is what stands before glyph i.
func excerpt(all []glyph, i int) string {
	const length = 30
	var s strings.Builder
	for _, g := range all[max(0, min(i, len(all))-length):min(i, len(all))] {
		s.WriteString([]string{"", " ", "\n", "\n\n"}[g.gap] + g.char)
	}
	return s.String()
}

// A glyph is a character as it is shown. In code and in cells some of it is not told apart.
type glyph struct {
	char    string // or a picture, a reference to a note, a rule
	gap     gap    // before it
	link    string
	code    bool
	heading int    // level
	quotes  int    // around it
	items   string // the sign or number of each item around it
	cell    [2]int // row and column, from 1
	listing string // "-" in a listing, and the class of its language
	inline
}

type inline struct{ em, strong, del, sub, sup bool }

// isShownBy reports whether a glyph is shown as another one, perhaps with less emphasis.
func (g glyph) isShownBy(other glyph) bool {
	if other.em && !g.em || other.strong && !g.strong || other.del && !g.del {
		return false
	}
	other.em, other.strong, other.del = g.em, g.strong, g.del
	return g == other
}

// A gap is what stands between two glyphs.
type gap int

const (
	noGap gap = iota
	spaceGap
	lineGap
	blockGap
)

// A reader collects the glyphs of a tree, of footnotes behind all others.
type reader struct {
	glyphs      []glyph
	gap         gap  // before the next one
	barred      bool // whether the next one stands behind a bar between cells
	row, column int
	taken       map[[2]int]bool // places of the open table
	notes       map[int][]glyph
}

func glyphs(root *nethtml.Node) []glyph {
	r := reader{gap: blockGap, notes: map[int][]glyph{}}
	r.read(root, glyph{})
	for _, k := range slices.Sorted(maps.Keys(r.notes)) {
		r.glyphs = append(append(r.glyphs, glyph{char: "note " + strconv.Itoa(k)}), r.notes[k]...)
	}
	return r.glyphs
}

func (r *reader) apart(g gap) { r.gap = max(r.gap, g) }

// show adds a glyph. A cell is on one line, and so is a heading.
func (r *reader) show(char string, as glyph) {
	as.char, as.gap = char, r.gap
	if as.code {
		as.inline = inline{sub: as.sub, sup: as.sup}
	}
	if as.cell[0] > 0 {
		as.heading, as.quotes, as.items = 0, 0, ""
		as.gap = min(as.gap, lineGap)
	}
	if as.heading > 0 && as.gap == lineGap {
		as.gap = spaceGap
	}
	if r.barred {
		as.gap = spaceGap
	}
	r.gap, r.barred = noGap, false
	r.glyphs = append(r.glyphs, as)
}

func (r *reader) text(s string, as glyph) {
	for _, c := range s {
		switch {
		case c == '\n' && as.listing != "":
			r.apart(lineGap)
		case page.IsSpace(c):
			r.apart(spaceGap)
		default:
			r.show(string(c), as)
		}
	}
}

// lines shows preformatted text as it is, but for space at the ends of lines. In a cell it is lines of code.
func (r *reader) lines(s string, as glyph) {
	if as.cell[0] > 0 {
		as.code = true
		for line := range strings.SplitSeq(s, "\n") {
			r.text(line, as)
			r.apart(lineGap)
		}
		return
	}
	for line := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
		for _, c := range strings.TrimRight(line, " \t") + "\n" {
			r.show(string(c), as)
		}
	}
}

func (r *reader) children(n *nethtml.Node, as glyph) {
	for c := range n.ChildNodes() {
		r.read(c, as)
	}
}

func (r *reader) read(n *nethtml.Node, as glyph) {
	if n.Type == nethtml.TextNode {
		r.text(n.Data, as)
		return
	}
	if as.cell[0] > 0 && (is(n, "td") || is(n, "th")) { // of a table in a cell: a row is a line, with bars between its cells
		if slices.Index(elements(n.Parent), n) > 0 {
			r.barred = false
			r.apart(spaceGap)
			r.show("|", as)
			r.barred = true
		}
		before := len(r.glyphs)
		if r.children(n, as); len(r.glyphs) > before {
			r.gap = noGap
		}
		return
	}
	if lines[n.Data] {
		r.apart(blockGap)
		defer r.apart(blockGap)
	}
	if k := noteOf(n); k > 0 && as.cell[0] == 0 {
		note := reader{gap: blockGap, notes: r.notes}
		note.children(n, glyph{})
		r.notes[k] = note.glyphs
		return
	}
	switch n.Data {
	case "br":
		r.apart(lineGap)
	case "hr":
		if get(n.Parent, "class") != "footnotes" {
			r.show("rule", glyph{})
		}
	case "img":
		as.code = false
		r.show("image "+percentEncoded.Replace(get(n, "src"))+" "+get(n, "alt"), as)
	case "input":
		r.text(map[bool]string{true: "[x] ", false: "[ ] "}[has(n, "checked")], as)
	case "a":
		switch get(n, "class") {
		case "footnote-backref":
			return
		case "footnote-ref":
			as.sup = false
			r.show("note "+strings.TrimLeft(get(n, "href"), "#fn-:"), as)
			return
		}
		as.link = percentEncoded.Replace(get(n, "href"))
	case "span": // the mark of a note
		return
	case "em":
		as.em = true
	case "strong", "dt":
		as.strong = true
	case "del":
		as.del = true
	case "sub":
		as.sub = true
	case "sup":
		as.sup = true
	case "code", "kbd":
		as.code = true
	case "pre":
		as.listing = "-" + get(n.FirstChild, "class")
		if as.cell[0] > 0 {
			as.listing = ""
		}
		r.lines(content(n), as)
		return
	case "h1", "h2", "h3", "h4", "h5", "h6":
		as.heading = int(n.Data[1] - '0')
	case "blockquote":
		as.quotes++
	case "li":
		as.items += itemSign(n) + " "
	case "table":
		if as.cell[0] == 0 {
			r.row, r.taken = 0, map[[2]int]bool{}
		}
	case "tr":
		defer func() { r.barred = false }()
		if as.cell[0] == 0 {
			r.row++
			r.column = 1
		}
	case "td", "th":
		as.cell = r.place(n)
	}
	r.children(n, as)
}

// place is the row and the column of a cell.
func (r *reader) place(cell *nethtml.Node) [2]int {
	for r.taken[[2]int{r.row, r.column}] {
		r.column++
	}
	for i := range max(1, atoi(get(cell, "rowspan"))) {
		for j := range max(1, atoi(get(cell, "colspan"))) {
			r.taken[[2]int{r.row + i, r.column + j}] = true
		}
	}
	return [2]int{r.row, r.column}
}

// noteOf is the number of the footnote that an element is, as HTML or goldmark names it; 0 for others.
func noteOf(n *nethtml.Node) int {
	id := get(n, "id")
	if !strings.HasPrefix(id, "fn-") && !strings.HasPrefix(id, "fn:") {
		return 0
	}
	return atoi(id[len("fn-"):])
}

// itemSign is the sign of an item, or its number as Markdown counts: on from the first.
func itemSign(li *nethtml.Node) string {
	if !is(li.Parent, "ol") {
		return "-"
	}
	number := 1
	if start := get(li.Parent, "start"); start != "" {
		number = atoi(start)
	}
	return strconv.Itoa(number+slices.Index(elements(li.Parent), li)) + "."
}

// words are those that generated documents are made of: signs of Markdown, of old and new readers, and some letters.
var words = strings.Fields("a be * _x_ [y] 1. 2) &lt;b> | $5 $ \\ ` &amp;amp; 中文 。 http://e.com/a_b ~ # - + = &gt; (c) ! “q” x*y é www.e.com : ] [ ** __ 0 === " +
	"[x] [^1] foo@e.com &lt;!-- |-| &nbsp; →")

// inlineOf is markup of a line, with elements in elements to a depth.
func inlineOf(t *rapid.T, depth int) string {
	var out strings.Builder
	for range rapid.IntRange(1, 4).Draw(t, "inlines") {
		if rapid.Bool().Draw(t, "space") {
			out.WriteByte(' ')
		}
		word := rapid.SampledFrom(words).Draw(t, "word")
		tag := rapid.SampledFrom(strings.Fields("word word word em strong i b code sub sup del kbd mark a br img")).Draw(t, "tag")
		if depth == 0 {
			tag = "word"
		}
		switch tag {
		case "word":
			out.WriteString(word)
		case "br":
			out.WriteString("<br>")
		case "a":
			href := rapid.SampledFrom(strings.Fields("/x /x?a=b|c&d=(e) http://e.org/a+b?c+d ?x=1&amp;lt;b /`y` mailto:a@b.c /%e4")).Draw(t, "href")
			fmt.Fprintf(&out, `<a href="%s">%s</a>`, href, inlineOf(t, depth-1))
		case "img":
			fmt.Fprintf(&out, `<img src="/%d.png" alt="%s" width=99>`, rapid.IntRange(0, 99).Draw(t, "src"), word)
		default:
			fmt.Fprintf(&out, "<%s>%s</%[1]s>", tag, inlineOf(t, depth-1))
		}
	}
	return out.String()
}

// blocksOf is markup of blocks, with blocks in blocks to a depth.
func blocksOf(t *rapid.T, depth int) string {
	var out strings.Builder
	for range rapid.IntRange(1, 2).Draw(t, "blocks") {
		tag := rapid.SampledFrom(strings.Fields("p p h2 pre text hr ul ol ol blockquote dl table table div figure")).Draw(t, "tag")
		if depth == 0 {
			tag = "p"
		}
		switch tag {
		case "text":
			out.WriteString(inlineOf(t, 2))
		case "hr":
			out.WriteString("<hr>")
		case "p", "h2":
			fmt.Fprintf(&out, "<%s>%s</%[1]s>", tag, inlineOf(t, 2))
		case "pre":
			fmt.Fprintf(&out, "<pre>%s\n  %s</pre>", inlineOf(t, 1), inlineOf(t, 1))
		case "ul", "ol":
			fmt.Fprintf(&out, "<%s start=%d>", tag, rapid.IntRange(0, 9).Draw(t, "start"))
			for range rapid.IntRange(1, 3).Draw(t, "items") {
				out.WriteString("<li>" + blocksOf(t, depth-1))
			}
			out.WriteString("</" + tag + ">")
		case "dl":
			fmt.Fprintf(&out, "<dl><dt>%s<dt>%s<dd>%s</dl>", inlineOf(t, 2), inlineOf(t, 2), blocksOf(t, depth-1))
		case "table":
			out.WriteString(tableOf(t, depth))
		case "figure":
			fmt.Fprintf(&out, `<figure><img src="/f.png" alt="f"><figcaption>%s</figcaption></figure>`, inlineOf(t, 1))
		default:
			fmt.Fprintf(&out, "<%s>%s</%[1]s>", tag, blocksOf(t, depth-1))
		}
	}
	return out.String()
}

func tableOf(t *rapid.T, depth int) string {
	var out strings.Builder
	out.WriteString("<table>")
	columns := rapid.IntRange(1, 4).Draw(t, "columns")
	for range rapid.IntRange(1, 4).Draw(t, "rows") {
		out.WriteString("<tr>")
		for range columns {
			out.WriteString("<" + rapid.SampledFrom([]string{"td", "td", "th", "td colspan=2", "th colspan=2", "td rowspan=2", "th rowspan=2"}).Draw(t, "cell") + ">")
			if rapid.IntRange(0, 9).Draw(t, "kind") == 0 {
				out.WriteString(blocksOf(t, depth-1))
			} else {
				out.WriteString(inlineOf(t, 1))
			}
		}
	}
	return out.String() + "</table>"
}

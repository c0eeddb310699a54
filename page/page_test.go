package page

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

func parse(t *testing.T, html string) *Page {
	t.Helper()
	p, err := Parse([]byte(html), ParseOptions{URL: "https://example.com/a/b.html"})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Validate(); err != nil {
		t.Fatalf("parsed page is not valid: %v", err)
	}
	return p
}

func texts(p *Page) []string {
	var out []string
	for _, b := range p.Blocks() {
		s := b.Text
		if b.Hidden {
			s = "(hidden) " + s
		}
		out = append(out, s)
	}
	return out
}

func TestBlocks(t *testing.T) {
	tests := []struct {
		name, html string
		want       []string
	}{
		{"paragraphs", "<p>One <b>two</b>\n three</p><p>four</p>", []string{"One two three", "four"}},
		{"text beside blocks is a block", "<div>a<p>b</p>c</div>", []string{"a", "b", "c"}},
		{"a letter inside a word is not set apart", "<p><b>W</b>ord <span>drop</span>cap</p>", []string{"Word dropcap"}},
		{"a Chinese sentence goes on from span to span", "<p><span style='color:red'>今天，</span><span>天气</span><span>很好。</span></p><p><span class=a>作者</span><span class=b>张三</span></p><p><a>首页</a><a>新闻</a></p>",
			[]string{"今天，天气很好。", "作者 张三", "首页 新闻"}},
		{"a word goes on from its capital", "<p><b><span style='font-size:2em'> B</span></b><b><span>RIDGES</span> <span>OF</span></b></p><p><span>Ab</span><span>cd</span></p><p><span class=a>A</span><span class=b>Four</span></p>",
			[]string{"BRIDGES OF", "Ab cd", "A Four"}},
		{"a word goes on in a link to the same address", "<p><a href=/b>The br</a><a href=/b>idge</a> <a href=/b>Quay</a><a href=/b>More</a> <a href=/c>one</a><a href=/d>two</a></p>",
			[]string{"The bridge Quay More one two"}},
		{"a word goes on in a span of the same class, which writes its spaces", "<p><span class=run>The br</span><span class=run>idge</span><span class=run> reopens</span></p><p><span class=tag>iron</span><span class=tag>stone</span></p>",
			[]string{"The bridge reopens", "iron stone"}},
		{"a signature is code", `<dl><dt class="sig sig-object py"><span class=sig-prename><span>flow.</span></span><span class=sig-name><span>measure</span></span><span>(</span><em><span>path</span></em>)`,
			[]string{"flow.measure(path)"}},
		{"a class whose name begins so is none", "<p class=signs><span>iron</span><span>stone</span></p>", []string{"iron stone"}},
		{"and so is Javadoc's", "<div class=member-signature><span>public int</span>&nbsp;<span>start</span><wbr><span>(boolean now)</span></div>", []string{"public int start(boolean now)"}},
		{"a class whose name only begins so is none", "<p class=signs><span>iron</span><span>stone</span></p>", []string{"iron stone"}},
		{"a link to the source is none of it", "<dl><dt>f()<a href=m.html#f><span class=viewcode-link><span>[source]</span></span></a></dl><pre><a class=viewcode-back href=i.html#f>[docs]</a>def f():</pre>",
			[]string{"f()", "def f():"}},
		{"a type stands apart from its term", "<dl><dt><strong>x</strong><span class=classifier>int</span></dl>", []string{"x int"}},
		{"links side by side are words", "<div><a>Home</a><a>News</a></div>", []string{"Home News"}},
		{"a line break keeps the block", "<p>a<br>b</p>", []string{"a\nb"}},
		{"two line breaks cut it", "<div>a<br> <br>b</div>", []string{"a", "b"}},
		{"cells are blocks", "<table><tr><td>a</td><td>b</td></tr></table>", []string{"a", "b"}},
		{"preformatted text keeps its lines", "<pre>if x:\n    <b>y</b>\n</pre>", []string{"if x:\n    y"}},
		{"hidden text leaves the run", "<p>see <span hidden>secret</span>this</p>", []string{"see this", "(hidden) secret"}},
		{"noscript is hidden", "<body><noscript>Turn it on</noscript><p>a</p>", []string{"(hidden) Turn it on", "a"}},
		{"inline style hides", "<p style='color:red; DISPLAY : none'>x</p>y", []string{"(hidden) x", "y"}},
		{"code is dropped", "<p>a<script>var b</script><style>p{}</style></p>", []string{"a"}},
		{"zero-width characters are no text", "<p>\u200b&nbsp;</p><p>a</p>", []string{"a"}},
		{"no-break spaces collapse", "<p>&nbsp; a&nbsp;&nbsp;b</p>", []string{"a b"}},
		{"hidden labels set nothing apart", "<p>Shift+<span hidden>Command </span><span>Ctrl</span>+Enter</p>", []string{"Shift+Ctrl+Enter", "(hidden) Command"}},
		{"highlighted code keeps its words", "<p>call <code><span>fmt</span><span>.Print</span></code>", []string{"call fmt.Print"}},
		{"a title that never ends", "<title>t<body><p>a<p>b", []string{"t", "a", "b"}},
		{"buttons stand alone", "<p>Read<button>Share</button></p>", []string{"Read", "Share"}},
		{"but among words", "<p>This <button>term</button>, as it is", []string{"This term, as it is"}},
		{"around which nothing else stands", "<p>This <span><button>term</button></span>, as it is", []string{"This term, as it is"}},
		{"with other text beside them", "<p>This <span><button>term</button> or</span> other", []string{"This", "term", "or other"}},
		{"other styles hide nothing", "<p style='color: red; border: none; display: block'>x</p>", []string{"x"}},
		{"inline style makes invisible", "<p style='color:red;Visibility: Hidden'>x</p>", []string{"(hidden) x"}},
		{"dialogs are hidden until they open", "<dialog>x</dialog><dialog open>y</dialog>", []string{"(hidden) x", "y"}},
		{"popovers are hidden until they open", "<div popover>x</div><p popover=auto>y</p>z", []string{"(hidden) x", "(hidden) y", "z"}},
		{"hidden text is hidden by any element", "<div hidden><p>x<b>y</b></p></div>", []string{"(hidden) xy"}},
		{"soft hyphens are no text", "<p>Sil\u00adbe &shy; für", []string{"Silbe für"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, texts(parse(t, tt.html))); diff != "" {
				t.Errorf("blocks differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBlocksByComputedDisplay(t *testing.T) {
	p := parse(t, "<div><span>a</span><span>b</span></div><div>c</div><div>d</div>")
	block, inline := &Style{Display: "block"}, &Style{Display: "inline"}
	for i := range p.Nodes {
		switch p.Nodes[i].Tag {
		case "span", "body":
			p.Nodes[i].Style = block
		case "div":
			p.Nodes[i].Style = inline
		}
	}
	if diff := cmp.Diff([]string{"a", "b", "cd"}, texts(p)); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
}

// A reader sees one line: so it is one block, whatever display computes to.
func TestBlocksGoOnInTheirLine(t *testing.T) {
	floated, hung := &Style{Display: "block", Float: "left"}, &Style{Display: "block", Position: "absolute"}
	code := &Style{Display: "flex", WhiteSpace: "pre"}
	flex, item, boxed := &Style{Display: "flex"}, &Style{Display: "block"}, &Style{Display: "inline-block"}
	for _, tt := range []struct {
		html   string
		styles map[string]*Style // by tag
		want   []string
	}{
		{"<p><b>T</b>he first", map[string]*Style{"b": floated}, []string{"The first"}},
		{"<p><b>T</b>HE FIRST", map[string]*Style{"b": floated}, []string{"THE FIRST"}},
		{"<p><b>Th</b>e first", map[string]*Style{"b": floated}, []string{"Th", "e first"}},
		{"<p><b>T</b><i>he first</i>", map[string]*Style{"b": floated}, []string{"T", "he first"}},
		{"<p><b>新</b>闻网", map[string]*Style{"b": floated}, []string{"新闻网"}},
		{"<p><b>新</b> News", map[string]*Style{"b": floated}, []string{"新", "News"}},
		{"<p><b>t</b>he first", map[string]*Style{"b": floated}, []string{"t", "he first"}},
		{"<p><b>T</b>HE first", map[string]*Style{"b": floated}, []string{"THE first"}},
		{"<p><b>T</b>Wo", map[string]*Style{"b": floated}, []string{"T", "Wo"}},
		{"<p><b>A</b> Word", map[string]*Style{"b": floated}, []string{"A", "Word"}},
		{"<p>see <button>term</button> there", map[string]*Style{"button": item}, []string{"see", "term", "there"}},
		{"<p>see <button>term</button> there", map[string]*Style{"button": boxed}, []string{"see term there"}},
		{"<p><b>“A</b> word", map[string]*Style{"b": floated}, []string{"“A word"}},
		{"<p><b>Note</b>the text", map[string]*Style{"b": floated}, []string{"Note", "the text"}},
		{"<p>a<b><i hidden>new window</i></b>b", map[string]*Style{"b": hung}, []string{"ab", "(hidden) new window"}},
		{"<li><b>200 g</b><i>flour</i>", map[string]*Style{"li": flex, "b": item, "i": item}, []string{"200 g flour"}},
		{"<span><b>1</b><i>go run</i></span>", map[string]*Style{"span": code, "b": item, "i": item}, []string{"1", "go run"}},
		{"<div><b>left</b><i>right</i>", map[string]*Style{"div": flex, "b": item, "i": item}, []string{"left", "right"}},
		{"<p>(<b>a</b>), <b>b</b><i>c</i>'s<sup><b>1</b></sup>", map[string]*Style{"b": boxed, "i": boxed}, []string{"(a), b c's1"}},
	} {
		p := parse(t, tt.html)
		x := 0.0
		for i := range p.Nodes {
			n := &p.Nodes[i]
			n.Style = tt.styles[n.Tag]
			if n.Tag == "b" || n.Tag == "i" {
				n.Box = Box{X: x, W: 9, H: 9}
				x += 10
			}
		}
		if diff := cmp.Diff(tt.want, texts(p)); diff != "" {
			t.Errorf("%s: blocks differ (-want +got):\n%s", tt.html, diff)
		}
	}
}

// Lines and words of code have the white space that is written, also where a highlighter shows them in boxes of their own. A
// number that stands before its line is another word.
func TestBoxesInPreformattedText(t *testing.T) {
	pre, boxed := &Style{Display: "block", WhiteSpace: "pre"}, &Style{Display: "inline-block", WhiteSpace: "pre"}
	p := parse(t, "<pre>def cut(n):\n<b>    for i in n:</b>\n<b>        print(i)</b>\n    x=<b>y</b>.z <b>+</b> 1\n<b>4</b>return</pre>")
	x := 0.0
	for i := range p.Nodes {
		n := &p.Nodes[i]
		switch n.Tag {
		case "pre":
			n.Style = pre
		case "b":
			n.Style = boxed
		case "":
			w := 9.0 * float64(len(n.Text))
			n.Box = Box{X: x, W: w, H: 9}
			x += w
			if n.Text == "4" { // a margin
				x += w
			}
		}
	}
	want := []string{"def cut(n):\n    for i in n:\n        print(i)\n    x=y.z + 1\n4 return"}
	if diff := cmp.Diff(want, texts(p)); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
}

// Words that stand close are one word, but where the page shows space between them on their line.
func TestSpaceThatIsShown(t *testing.T) {
	for _, tt := range []struct {
		name string
		box  Box // of the second text; the first has its right edge at 100, its top at 0 and is 20 high
		want string
	}{
		{"close", Box{X: 101, W: 50, H: 20}, "onetwo"},
		{"a space away", Box{X: 105, W: 50, H: 20}, "one two"},
		{"a space away, in a line from right to left", Box{X: 5, W: 40, H: 20}, "one two"},
		{"on the next line", Box{X: 200, Y: 20, W: 50, H: 20}, "onetwo"},
		{"on the line before", Box{X: 200, Y: -20, W: 50, H: 20}, "onetwo"},
		{"without a place", Box{X: 200}, "onetwo"},
	} {
		p := parse(t, "<p><b>one</b><i>two</i>")
		for i := range p.Nodes {
			switch p.Nodes[i].Text {
			case "one":
				p.Nodes[i].Box = Box{X: 50, W: 50, H: 20}
			case "two":
				p.Nodes[i].Box = tt.box
			}
		}
		if diff := cmp.Diff([]string{tt.want}, texts(p)); diff != "" {
			t.Errorf("%s: blocks differ (-want +got):\n%s", tt.name, diff)
		}
	}
}

// White space is kept where it is shown, whatever the tag.
func TestPreformattedByComputedStyle(t *testing.T) {
	const source = "<div>a\n  b</div>"
	for white, want := range map[string]string{"": "a b", "normal": "a b", "nowrap": "a b", "pre-line": "a b", "pre": "a\n  b", "pre-wrap": "a\n  b", "break-spaces": "a\n  b"} {
		for _, tag := range []string{"div", "pre"} {
			p := parse(t, strings.ReplaceAll(source, "div", tag))
			p.Nodes[p.Find(0, tag)].Style = &Style{Display: "block", WhiteSpace: white}
			want := want
			if tag == "pre" && white == "" {
				want = "a\n  b"
			}
			if diff := cmp.Diff([]string{want}, texts(p)); diff != "" {
				t.Errorf("%s with white-space %q: blocks differ (-want +got):\n%s", tag, white, diff)
			}
		}
	}
}

// The items of a flexible line stand in it beside each other, whatever is between them that takes no place; those that are below
// each other have lines of their own.
func TestItemsBelowEachOther(t *testing.T) {
	for _, tt := range []struct {
		y    float64 // of the second item, which is as high as the first: 10
		want []string
	}{{0, []string{"200 g flour"}}, {9, []string{"200 g flour"}}, {10, []string{"200 g", "flour"}}, {-10, []string{"200 g", "flour"}}} {
		p := parse(t, "<ul><li><b>200 g</b><u></u><i>flour</i></ul>")
		for i := range p.Nodes {
			switch n := &p.Nodes[i]; n.Tag {
			case "li":
				n.Style = &Style{Display: "flex"}
			case "b":
				n.Style, n.Box = &Style{Display: "block"}, Box{W: 50, H: 10}
			case "i":
				n.Style, n.Box = &Style{Display: "block"}, Box{X: 60, Y: tt.y, W: 50, H: 10}
			}
		}
		if diff := cmp.Diff(tt.want, texts(p)); diff != "" {
			t.Errorf("at %v: blocks differ (-want +got):\n%s", tt.y, diff)
		}
	}
}

// A video or a sound has the address of its first source, unless it has one; its content is no text.
func TestSourcesOfVideos(t *testing.T) {
	for source, want := range map[string]string{
		"<video><source src=a.mp4><source src=b.webm>Update your browser</video>": "a.mp4",
		"<video src=c.mp4><source src=a.mp4></video>":                             "c.mp4",
		"<audio><source><source src=b.ogg></audio>":                               "b.ogg",
		"<video><track src=a.vtt></video>":                                        "",
	} {
		p := parse(t, source)
		i := max(p.Find(0, "video"), p.Find(0, "audio"))
		if got := p.Nodes[i].Attr("src"); got != want || len(p.Blocks()) != 0 {
			t.Errorf("%s has the address %q, want %q, and the texts %q", source, got, want, texts(p))
		}
	}
}

func TestEveryVisibleTextIsInOneBlock(t *testing.T) {
	p := parse(t, `<body>x<ul><li>a<ul><li>b</ul>c</ul><p>d<br><br>e <i hidden>f</i><table><td>g</table>`)
	seen := map[int]int{}
	for _, b := range p.Blocks() {
		for _, i := range b.Texts {
			seen[i]++
		}
	}
	for i := range p.Nodes {
		if n := &p.Nodes[i]; n.Kind == Text && hasVisible(n.Text) && seen[i] != 1 {
			t.Errorf("text %q is in %d blocks", n.Text, seen[i])
		}
	}
}

func TestParseFindsTheBase(t *testing.T) {
	p := parse(t, `<base href="../c/"><p>x`)
	if p.BaseURL != "https://example.com/c/" {
		t.Errorf("base is %q", p.BaseURL)
	}
	if p := parse(t, `<base target=_blank><base href="/d/"><base href="/e/">`); p.BaseURL != "https://example.com/d/" {
		t.Errorf("of the bases with an address the first is not taken, but %q", p.BaseURL)
	}
}

// Letters of a host are Punycode, however they were written.
func TestAddressesOfOtherLetters(t *testing.T) {
	for ref, want := range map[string]string{
		"https://münchen.de/straße":  "https://xn--mnchen-3ya.de/stra%C3%9Fe",
		"//M%C3%BCnchen.de:8080?ü":   "https://xn--mnchen-3ya.de:8080?ü",
		"https://me@a_b.例え。jp/":      "https://me@a_b.xn--r8jz45g.jp/",
		"https://i❤.ws":              "https://xn--i-7iq.ws",
		"https://xn--mnchen-3ya.de/": "https://xn--mnchen-3ya.de/",
		"https://[::1]:80/":          "https://[::1]:80/",
		"https://Example.org/":       "https://Example.org/",
		"mailto:a@münchen.de":        "mailto:a@münchen.de",
	} {
		if got := Resolve("https://example.com/", ref); got != want {
			t.Errorf("%s is %s, want %s", ref, got, want)
		}
	}
}

func TestLang(t *testing.T) {
	for source, want := range map[string]string{
		"<html lang=de><body lang=fr><p>x": "de",
		"<html lang=' '><body lang=fr>":    "fr",
		"<html xml:lang=ja><p>x":           "ja",
		"<p lang=en>x":                     "",
	} {
		if got := parse(t, source).Lang(); got != want {
			t.Errorf("%s is in %q, want %q", source, got, want)
		}
	}
}

func TestParseOfDeepTreeKeepsItsText(t *testing.T) {
	p := parse(t, strings.Repeat("<div>", 3000)+"deep"+strings.Repeat("</div>", 3000)+"<p>after")
	if diff := cmp.Diff([]string{"deep", "after"}, texts(p)); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
}

// So does one of elements that have no tags, as those between a table and its cells.
func TestParseOfDeepTablesKeepsItsText(t *testing.T) {
	for _, nest := range []string{"<table><tr><td>", "<table><td>"} {
		if got := texts(parse(t, strings.Repeat(nest, 400)+"deep")); !slices.Equal(got, []string{"deep"}) {
			t.Errorf("%s: %q", nest, got)
		}
	}
}

// Elements that are over count for no depth, nor do those that hold nothing.
func TestParseBehindADeepTreeKeepsItsBlocks(t *testing.T) {
	p := parse(t, strings.Repeat("<p>before<br>it</p>", 500)+strings.Repeat("<div>", 3000)+"deep"+strings.Repeat("</div>", 3000)+strings.Repeat("<p>after</p>", 500))
	got := texts(p)
	want := slices.Concat(slices.Repeat([]string{"before\nit"}, 500), []string{"deep"}, slices.Repeat([]string{"after"}, 500))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("blocks differ (-want +got):\n%s", diff)
	}
}

// Shadow trees that a page declares are read as browsers show them.
func TestParseOfShadowTrees(t *testing.T) {
	for source, want := range map[string][]string{
		`<my-card><template shadowrootmode=open><p>a</p></template></my-card><template><p>x</p></template>`: {"a"},
		`<my-card><template shadowrootmode=open><h2><slot name=head>none</slot></h2><div><slot></slot></div><p>c</p><slot></slot></template>
			<p>b</p><b slot=head>a</b></my-card>`: {"a", "b", "c"},
		`<my-card><template shadowrootmode=closed><p><slot>a</slot></p><slot name=x></slot></template> </my-card><slot>b</slot>`: {"a", "b"},
		`<my-list><template shadowrootmode=open><p>a</p><slot></slot></template>
			<my-card><template shadowrootmode=open><p>b</p><slot></slot></template><p>c</p></my-card></my-list>`: {"a", "b", "c"},
		`<my-card><template shadowrootmode=open><p>a</p></template><p>not shown</p></my-card>`: {"a"},
	} {
		if diff := cmp.Diff(want, texts(parse(t, source))); diff != "" {
			t.Errorf("%s: blocks differ (-want +got):\n%s", source, diff)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for name, raw := range map[string]string{
		"empty": "", "a picture": "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00\x01", 400), "a PDF": "%PDF-1.7 …",
	} {
		if _, err := Parse([]byte(raw), ParseOptions{}); err == nil {
			t.Errorf("%s was parsed", name)
		}
	}
	if _, err := Parse([]byte(strings.Repeat("<p>", 100)), ParseOptions{MaxNodes: 50}); err == nil {
		t.Error("a page above MaxNodes was parsed")
	}
}

func TestCheckText(t *testing.T) {
	random := make([]byte, 2000)
	_, _ = rand.NewChaCha8([32]byte{}).Read(random)
	for name, test := range map[string]struct {
		raw  string
		want string // what the error names; "" for none
	}{
		"PNG":                            {"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + string(random), "image/png"},
		"gzip":                           {"\x1f\x8b\x08\x00" + string(random), "application/x-gzip"},
		"ZIP":                            {"PK\x03\x04" + string(random), "application/zip"},
		"PDF without controls":           {"%PDF-1.7 text", "application/pdf"},
		"of no known kind":               {"zzz" + string(random), "binary"},
		"many NULs":                      {"<p>" + strings.Repeat("a\x00", 50), "binary"},
		"text that begins as bitmaps do": {"BMW <b>and</b> Daimler", ""},
		"a stray control":                {"<p>a\x02b" + strings.Repeat(" long text", 10), ""},
		"UTF-16":                         {"\xff\xfe" + strings.Repeat("<\x00p\x00>\x00", 50), ""},
		"GBK":                            {"<p>\xd6\xd0\xce\xc4", ""},
		"Shift-JIS":                      {"<p>\x93\xfa\x96\x7b", ""},
		"ISO-2022-JP":                    {strings.Repeat("\x1b$B%5\x1b(B", 20), ""},
		"ISO-2022-KR":                    {strings.Repeat("\x0e0!\x0f ", 20), ""},
	} {
		err := CheckText([]byte(test.raw), "")
		if test.want == "" && err != nil || test.want != "" && (!errors.Is(err, ErrBinary) || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: the error is %v, want %q", name, err, test.want)
		}
	}
}

// What a browser made of binary data is known by its texts, in whatever pieces they are.
func TestBinary(t *testing.T) {
	random := make([]byte, 2000)
	_, _ = rand.NewChaCha8([32]byte{}).Read(random)
	asUTF8 := strings.ToValidUTF8(string(random), "\ufffd")
	var latin string // as browsers read it
	for _, c := range random {
		latin += string(rune(c))
	}
	for name, test := range map[string]struct {
		texts []string
		want  bool
	}{
		"ZIP":             {[]string{"PK\x03", "\x04" + latin}, true},
		"JPEG as UTF-8":   {[]string{"\ufffd\ufffd\ufffd\ufffd\x10JFIF", asUTF8}, true},
		"PDF":             {[]string{"%PDF-1.7 text"}, true},
		"a page":          {[]string{"Über", "日本語のページ", "a\x02b", strings.Repeat("long text ", 10)}, false},
		"nothing":         {nil, false},
		"damage far down": {[]string{strings.Repeat("long text ", 500), latin}, false},
	} {
		p := &Page{}
		for _, text := range test.texts {
			p.Nodes = append(p.Nodes, Node{Kind: Text, Text: text})
		}
		if p.Binary() != test.want {
			t.Errorf("%s: binary %t, want %t", name, !test.want, test.want)
		}
	}
}

func TestBoxes(t *testing.T) {
	b := Box{X: 10, Y: 20, W: 30, H: 40}
	for _, tt := range []struct {
		name                string
		c, union, intersect Box
	}{
		{"inside", Box{15, 25, 5, 5}, b, Box{15, 25, 5, 5}},
		{"across a corner", Box{0, 0, 20, 30}, Box{0, 0, 40, 60}, Box{10, 20, 10, 10}},
		{"beside", Box{50, 20, 10, 10}, Box{10, 20, 50, 40}, Box{}},
		{"at an edge", Box{40, 20, 10, 10}, Box{10, 20, 40, 40}, Box{}},
		{"below", Box{10, 70, 10, 10}, Box{10, 20, 30, 60}, Box{}},
		{"without height", Box{500, 0, 10, 0}, b, Box{}},
	} {
		if got := b.Union(tt.c); got != tt.union || tt.c.Union(b) != got {
			t.Errorf("%s: the union is %v, want %v", tt.name, got, tt.union)
		}
		if got := b.Intersect(tt.c); got != tt.intersect || tt.c.Intersect(b) != got {
			t.Errorf("%s: in common is %v, want %v", tt.name, got, tt.intersect)
		}
	}
	if x, y := b.Center(); x != 25 || y != 40 {
		t.Errorf("the middle is at %v, %v", x, y)
	}
	if b.Area() != 1200 || (Box{W: -2, H: -3}).Area() != 0 {
		t.Errorf("areas %v and %v", b.Area(), Box{W: -2, H: -3}.Area())
	}
	for _, at := range [][2]float64{{10, 20}, {40, 60}, {25, 40}} {
		if !b.Contains(at[0], at[1]) {
			t.Errorf("%v is not in it", at)
		}
	}
	for _, at := range [][2]float64{{9, 40}, {41, 40}, {25, 19}, {25, 61}} {
		if b.Contains(at[0], at[1]) {
			t.Errorf("%v is in it", at)
		}
	}
}

// A block is where its texts are, not where its element is.
func TestBlocksHaveTheBoxOfTheirTexts(t *testing.T) {
	p := parse(t, "<p>one <b>two</b> three</p>")
	for i := range p.Nodes {
		switch n := &p.Nodes[i]; strings.TrimSpace(n.Text) {
		case "one":
			n.Box = Box{10, 0, 30, 20}
		case "two":
			n.Box = Box{45, 0, 30, 22}
		case "three":
			n.Box = Box{10, 25, 40, 20}
		default:
			n.Box = Box{0, 0, 500, 500}
		}
	}
	if got, want := p.Blocks()[0].Box, (Box{10, 0, 65, 45}); got != want {
		t.Errorf("the block is at %v, want %v", got, want)
	}
}

func TestResolve(t *testing.T) {
	for _, tt := range []struct{ base, ref, want string }{
		{"https://example.com/a/b", " c ", "https://example.com/a/c"},
		{"https://example.com/a/b", "//cdn.example/x", "https://cdn.example/x"},
		{"https://example.com/a/b", "http://[x", "http://[x"},
		{"http://[x", "c", "c"},
		{"", "c", "c"},
	} {
		if got := Resolve(tt.base, tt.ref); got != tt.want {
			t.Errorf("%q at %q is %q, want %q", tt.ref, tt.base, got, tt.want)
		}
	}
}

func TestTextLength(t *testing.T) {
	for text, want := range map[string]int{"": 0, " \n ": 0, "ab": 2, " ab \n cd ": 5, "新闻 网": 4} {
		if got := TextLength(text); got != want {
			t.Errorf("%q has %d characters, want %d", text, got, want)
		}
	}
}

// A saved page of another version of the format says what to do.
func TestLoadOfAnotherVersion(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	fmt.Fprintf(z, `{"format":%q,"version":%d}`, formatName, Version+1)
	z.Close()
	if _, err := Load(&b); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "render it again") {
		t.Errorf("error %v", err)
	}
}

func TestPath(t *testing.T) {
	p := parse(t, "<div>a</div><div><p>b<p>c</div>")
	i := p.Find(0, "body")
	for c := range p.Children(i) {
		i = c
	}
	for c := range p.Children(i) {
		i = c
	}
	if got := p.Path(i); got != "html/body/div[2]/p[2]" {
		t.Errorf("path is %s", got)
	}
}

func TestElementsAroundANode(t *testing.T) {
	p := parse(t, "<ul><li><p><a href=x><b>text</b></a></ul>")
	text := p.Find(0, "b") + 1
	for _, c := range []struct {
		got  int
		want string
	}{
		{p.Enclosing(text, "a"), "a"},
		{p.Enclosing(text, "li", "a"), "a"},
		{p.Enclosing(p.Find(0, "li"), "ul", "li"), "li"},
		{p.BlockAround(text), "p"},
		{p.BlockAround(p.Find(0, "p")), "li"},
		{p.BlockAround(p.Find(0, "body")), "html"},
	} {
		if c.got < 0 || p.Nodes[c.got].Tag != c.want {
			t.Errorf("%d is no %s", c.got, c.want)
		}
	}
	if got := p.Enclosing(text, "table"); got != -1 {
		t.Errorf("node %d is no table", got)
	}
}

func TestSaveAndLoad(t *testing.T) {
	p := parse(t, `<html lang=en><title>t</title><p class="a b">x<b hidden>y</b>`)
	p.Rendered, p.Width, p.Height, p.Viewport = true, 1280, 2000.5, [2]float64{1280, 900}
	p.Partial, p.Dollars, p.Warnings, p.FinalURL = true, true, []string{"one"}, "https://example.com/final"
	styles := []*Style{{Display: "block", FontSize: 16, Color: RGBA{1, 2, 3, 255}}, nil, {Display: "inline"}, {Display: "none"}}
	for i := range p.Nodes {
		p.Nodes[i].Box = Box{float64(i), 1.25, 3, 4}
		p.Nodes[i].Style = styles[i%len(styles)]
	}
	last := &p.Nodes[len(p.Nodes)-1]
	last.Declared, last.Hidden, last.Unseen = &[2]float64{24, 0}, true, true
	var b bytes.Buffer
	if err := p.Save(&b); err != nil {
		t.Fatal(err)
	}
	q, err := Load(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p, q); diff != "" {
		t.Errorf("the page changed (-saved +loaded):\n%s", diff)
	}
	for cut := range b.Len() {
		if _, err := Load(bytes.NewReader(b.Bytes()[:cut])); err == nil {
			t.Fatalf("a file cut at byte %d was loaded", cut)
		}
	}
}

// packed is a text that gzip compressed.
func packed(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.Bytes()
}

// A small file that would take much memory is refused before it does.
func TestLoadOfTooMuch(t *testing.T) {
	head := fmt.Sprintf(`{"format":%q,"version":%d,`, formatName, Version)
	const large, foreign = "it is larger than a saved page may be: more than 256 MiB when it is unpacked", "it has a number, or white space, that no page has"
	for name, c := range map[string]struct{ before, often, behind, want string }{
		"styles":            {head + `"styles":[{}`, ",{}", "]}", "it has more than a page has"},
		"strings":           {head + `"strings":[""`, `,""`, "]}", "it has more than a page has"},
		"a string":          {head + `"url":"`, "x", `"}`, large},
		"a number":          {head + `"size":[`, "1", "]}", foreign},
		"white space":       {head, " ", "}", foreign},
		"what comes behind": {head + "}", "\x00", "", foreign},
	} {
		piece := strings.Repeat(c.often, 1<<20/len(c.often))
		b := bytes.NewBuffer(slices.Concat(packed(c.before), bytes.Repeat(packed(piece), MaxSaved/len(piece)+1), packed(c.behind)))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		size := b.Len()
		_, err := Load(b)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, ErrFormat) || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 8<<20 {
			t.Errorf("%s: %d bytes are taken for a file of %d", name, took, size)
		}
	}
	w := weighed{from: iotest.OneByteReader(strings.NewReader(`{"a":["[{,\",",{}],"b":1}`))}
	if _, err := io.ReadAll(&w); err != nil {
		t.Fatal(err)
	}
	if want := 2*int(unsafe.Sizeof(Style{})) + 24 + (2+2*3)*16; w.held != want {
		t.Errorf("%d bytes are held, want %d", w.held, want)
	}
}

// A file of another kind is not repeated at length, and nothing follows a page.
func TestLoadOfAnother(t *testing.T) {
	for text, want := range map[string]string{
		`{"format":"` + strings.Repeat("x", 1000) + `"}`: `the file says it is "` + strings.Repeat("x", said) + `"`,
		"{}\n{}": "invalid character '{' after top-level value",
	} {
		if _, err := Load(bytes.NewReader(packed(text))); !errors.Is(err, ErrFormat) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A page whose columns do not fit each other is refused, whatever they name that is not there.
func TestLoadOfWhatDoesNotFit(t *testing.T) {
	const good = `"strings":["html","x"],"tags":[0,-1],"parents":[-1,0],"texts":[1],"attrs":[[]],`
	const layout = `"rendered":true,"styles":[{}],"boxes":[0,0,1,1,0,0,1,1],"style":[0,-1],`
	for _, c := range []struct{ columns, want string }{ // the later of two columns counts
		{good, ""},
		{good + layout + `"hidden":[1],"unseen":[1],"declared":[{"node":1,"size":[1,1]}],`, ""},
		{good + `"parents":[-1],`, "its columns differ in length"},
		{good + `"texts":[],`, "its columns differ in length"},
		{good + `"tags":[0,0],`, "attributes do not fit its elements"},
		{good + `"attrs":[[1]],`, "attributes do not fit its elements"},
		{good + `"tags":[-1,-1],`, "more text nodes than texts"},
		{good + `"tags":[2,-1],`, "a string that it does not have"},
		{good + `"texts":[2],`, "a string that it does not have"},
		{good + `"texts":[-1],`, "a string that it does not have"},
		{good + `"attrs":[[1,2]],`, "a string that it does not have"},
		{good + layout + `"boxes":[0,0,1,1],`, "its layout columns differ in length"},
		{good + layout + `"style":[0],`, "its layout columns differ in length"},
		{good + layout + `"style":[0,1],`, "a style that it does not have"},
		{good + `"hidden":[2],`, "hides a node that it does not have"},
		{good + `"hidden":[-1],`, "hides a node that it does not have"},
		{good + `"hidden":[1],"unseen":[2],`, "nobody sees a node that it does not have"},
		{good + `"hidden":[1],"unseen":[-1],`, "nobody sees a node that it does not have"},
		{good + `"hidden":[0],"unseen":[1],`, "or does not hide"},
		{good + `"declared":[{"node":2}],`, "the size of a node that it does not have"},
		{good + `"declared":[{"node":-1}],`, "the size of a node that it does not have"},
		{good + `"parents":[-1,1],`, "node 1 has parent 1"},
		{good + `"parents":[-1,-1],`, "node 1 has parent -1"},
		{good + `"parents":[0,0],`, "node 0 has parent 0"},
		{`"tags":[],`, "no nodes"},
	} {
		_, err := Load(bytes.NewReader(packed(fmt.Sprintf(`{%s"format":%q,"version":%d}`, c.columns, formatName, Version))))
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.columns, err, c.want)
		}
	}
}

// What need not be looked up is no white space, and nearly all of a text.
func TestSurelyNoSpace(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if SurelyNoSpace(r) && unicode.IsSpace(r) {
			t.Errorf("%U is white space", r)
		}
	}
	for _, r := range "az!~京语ひ가😀" {
		if !SurelyNoSpace(r) {
			t.Errorf("%c needs to be looked up", r)
		}
	}
}

// Characters of no width are written where they make another word or sign of it, and nowhere else.
func TestWritten(t *testing.T) {
	for text, want := range map[string]string{
		"Sil\u00adbe":                "Silbe",
		"a\u200bb\u2060c\u200dd":     "abcd",
		"می\u200cخواهم":              "می\u200cخواهم", // Persian: joined letters would be another word
		"क्\u200dष":                  "क्\u200dष",     // Hindi: a half form
		"👩\u200d🚀 ❤\u200dx":          "👩\u200d🚀 ❤\u200dx",
		"ภาษา\u200bไทย a\u200bb":     "ภาษา\u200bไทย ab",
		"中\u200d文 한\u200c글":          "中文 한글",
		"nothing to leave out, né €": "nothing to leave out, né €",
	} {
		if got := Written(text); got != want {
			t.Errorf("%+q is written %+q, want %+q", text, got, want)
		}
	}
}

// Pages that no browser shows are not judged: what is wrong is named.
func TestValidate(t *testing.T) {
	for want, spoil := range map[string]func(p *Page){
		"":                                func(*Page) {},
		"the page has no nodes":           func(p *Page) { p.Nodes = nil },
		"the page has the size +Inf":      func(p *Page) { p.Width = math.Inf(1) },
		"the page has the size -1":        func(p *Page) { p.Height = -1 },
		"node 3 has parent 0, not 2":      func(p *Page) { p.Nodes[3].Parent = 0 },
		"node 4 has parent -1, not 3":     func(p *Page) { p.Nodes[4].Parent = -1 },
		"node 4 ends at 6":                func(p *Page) { p.Nodes[4].End = 6 },
		"node 4 ends at 4":                func(p *Page) { p.Nodes[4].End = 4 },
		"element 3 has no tag, or text":   func(p *Page) { p.Nodes[3].Tag = "" },
		"element 2 has no tag, or text":   func(p *Page) { p.Nodes[2].Text = "x" },
		"text node 4 has children, a tag": func(p *Page) { p.Nodes[4].Tag = "p" },
		"node 4 is of kind 2":             func(p *Page) { p.Nodes[4].Kind = 2 },
		`element 3 has the tag "P"`:       func(p *Page) { p.Nodes[3].Tag = "P" },
		"node 3 has the box {NaN 0 0 0}":  func(p *Page) { p.Nodes[3].Box.X = math.NaN() },
		"node 2 has the box {0 0 -Inf 0}": func(p *Page) { p.Nodes[2].Box.W = math.Inf(-1) },
		"node 0 has parent 0, not -1":     func(p *Page) { p.Nodes[0].Parent = 0 },
		"node 2 has parent -1":            func(p *Page) { p.Nodes[2].Parent, p.Nodes[0].End, p.Nodes[1].End = -1, 2, 2 },
	} {
		p := parse(t, "<p>x") // html, head, body, p and its text
		spoil(p)
		if err := p.Validate(); (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// What counts as white space, and which scripts set no spaces between words.
func TestKindsOfCharacters(t *testing.T) {
	for _, c := range []struct {
		name    string
		is      func(rune) bool
		yes, no string
	}{
		{"white space", IsSpace, " \n\t\r\f\v\x00\u00a0\u2003\u3000\ufeff", "a\x01\x7f\u00ad\u200b\u3001中"},
		{"written without spaces", Unspaced, "中漢ひカไລខမ", "aÀжא한1 。"},
	} {
		for _, r := range c.yes + c.no {
			if want := strings.ContainsRune(c.yes, r); c.is(r) != want {
				t.Errorf("%U: %s is %v, want %v", r, c.name, !want, want)
			}
		}
	}
}

// What marks a heading is no text of it; a link that a reader would miss is.
func TestMarksOfHeadings(t *testing.T) {
	for html, want := range map[string]string{
		`<h2>Setup<a class="headerlink" href="#setup">¶</a></h2>`:                                                "Setup",
		`<h2><span class="permalink"><a href="#setup">◆&nbsp;</a></span>Setup</h2>`:                              "Setup",
		`<p>As was said<a class="footnote-anchor" href="#note-1">1</a> before`:                                   "As was said1 before",
		`<h2><a href="#setup">#</a> Setup</h2>`:                                                                  "Setup",
		`<h2><a class="anchor" href="https://example.com/a#s">Go</a> Setup</h2>`:                                 "Setup",
		`<h2>水位<span class="mw-editsection">[<a href="/e?section=1">編集</a>]</span></h2>`:                         "水位",
		`<h2>How to <span class="edit">edit</span></h2>`:                                                         "How to edit",
		`<h2>See <a href="#setup">setup</a></h2>`:                                                                "See setup",
		`<p>Grade <a href="/c">C</a> and <a href="#c">C#</a></p>`:                                                "Grade C and C#",
		`<p><a href="#">#</a> <a href="https://example.com/b#s">#</a> <span class="mw-editsection">x</span></p>`: "# # x",
		`<div><a class="anchor" href="#a">#</a></div><p>text</p>`:                                                "text",
	} {
		p, err := Parse([]byte(html), ParseOptions{URL: "https://example.com/a"})
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, b := range p.Blocks() {
			texts = append(texts, b.Text)
		}
		if got := strings.Join(texts, " | "); got != want {
			t.Errorf("%s is %q, want %q", html, got, want)
		}
	}
}

// Addresses are written as browsers write them, but for those with a user of a length that only strangers make up.
func TestInBrowser(t *testing.T) {
	long := strings.Repeat("u", 10_000)
	for address, want := range map[string]string{
		"HTTP://Example.org:80/a/../ö#b":        "http://example.org/%C3%B6#b",
		"https://u:p@example.org":               "https://u:p@example.org/",
		"https://example.org/?q=" + long + "@b": "https://example.org/?q=" + long + "@b",
		"https://example.org/" + long:           "https://example.org/" + long,
	} {
		if got, err := InBrowser(address); got != want || err != nil {
			t.Errorf("%s became %s (%v), want %s", address, got, err, want)
		}
	}
	for _, address := range []string{"http://" + long + "@example.org/", "http:" + strings.Repeat("/", 10_000) + "u@example.org/", "http://" + strings.Repeat("@", 10_000) + "b/?c"} {
		if got, err := InBrowser(address); !errors.Is(err, ErrUser) {
			t.Errorf("%.30s became %.30s (%v)", address, got, err)
		}
	}
}

func TestWithoutUser(t *testing.T) {
	for address, want := range map[string]string{
		"https://user:pw@example.org/a?b=c@d": "https://example.org/a?b=c@d",
		"https://us@er:p@w@example.org":       "https://example.org",
		"https://example.org/@user":           "https://example.org/@user",
		"https://example.org?a@b":             "https://example.org?a@b",
		"crawl.warc#http://a@b.example/":      "crawl.warc#http://b.example/",
		"me@home.html":                        "me@home.html",
		"":                                    "",
	} {
		if got := WithoutUser(address); got != want {
			t.Errorf("%s became %s, want %s", address, got, want)
		}
	}
}

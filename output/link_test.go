package output

import (
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
)

// A heading's link to a place of its own page is no part of the text.
func TestLinksOfHeadings(t *testing.T) {
	for source, want := range map[string]string{
		`<h2 id=b><a class=toc-backref href="#contents">2 Usage</a></h2>`:      "## 2 Usage\n",
		`<h4><a href="https://example.com/a/b.html#one">1. May I?</a></h4>`:    "#### 1. May I?\n",
		`<a href="#one"><h4>1. May I?</h4></a>`:                                "#### [1. May I?](https://example.com/a/b.html#one)\n",
		`<h2><a href="/b.html#one">The other page</a></h2>`:                    "## [The other page](https://example.com/b.html#one)\n",
		`<p>See <a href="#one">below</a>.`:                                     "See [below](https://example.com/a/b.html#one).\n",
		`<h2>Usage<a href="#fn1"><sup>1</sup></a></h2><p>It.<p id=fn1>A note.`: "## Usage[^1]\n\nIt.\n\n[^1]: A note.\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// A link that an editor cut within a word is one.
func TestCutLinks(t *testing.T) {
	for source, want := range map[string]string{
		`<p>The <a href=/b>old br</a><a href=/b rel=nofollow>i</a><a href=/b><b>dge</b> news</a>`: "The [old bri**dge** news](https://example.com/b)",
		`<p><a href=/b>Bridge</a><a href=/b>More</a> <a href=/b>br</a><a href=/c>idge</a>`:        "[Bridge](https://example.com/b) [More](https://example.com/b) [br](https://example.com/b) [idge](https://example.com/c)",
		`<p><a href=/b><img src=i.jpg alt=a></a><a href=/b>bridge</a>`:                            "[![a](https://example.com/a/i.jpg)](https://example.com/b) [bridge](https://example.com/b)",
	} {
		if got := strings.TrimSpace(Markdown(allContent(t, source), DefaultOptions())); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// A link that only leads on is the one that it leads to.
func TestRedirects(t *testing.T) {
	for source, want := range map[string]string{
		`<p><a href="https://www.google.com/url?q=https://example.org/x?a%3D1%26b%3D2&amp;sa=D&amp;usg=A">a`:          "[a](https://example.org/x?a=1&b=2)\n",
		`<p><a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2F&amp;data=05">a`: "[a](https://example.org/)\n",
		`<p><a href="https://www.google.com/url?q=javascript:x">a`:                                                    "[a](https://www.google.com/url?q=javascript:x)\n",
		`<p><a href="https://notgoogle.com/url?q=https://example.org/">a`:                                             "[a](https://notgoogle.com/url?q=https://example.org/)\n",
		`<p><a href="https://www.google.com/search?q=https://example.org/">a`:                                         "[a](https://www.google.com/search?q=https://example.org/)\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// Inline code of Markdown holds no links, so that they part it.
func TestLinksInCode(t *testing.T) {
	for source, want := range map[string]string{
		`<p>Call <code>f(<a href="/t">T</a> x)</code>.`:                                    "Call `f(`[`T`](https://example.com/t) `x)`.\n",
		`<p><code><b><a href="/t">T</a></b></code> or <kbd>k</kbd>.`:                       "[`T`](https://example.com/t) or `k`.\n",
		`<p>As <tt><a href="/t">T</a>,<br>then</tt>`:                                       "As [`T`](https://example.com/t)`,`  \n`then`\n",
		`<table><tr><th>a<th>b<tr><td>c<td><code><a href="/t">T</a>|</code>`:               "| a | b |\n|---|---|\n| c | [`T`](https://example.com/t)`\\|` |\n",
		`<p>See <code>f<sup><a href="#fn1">1</a></sup></code>.<ol><li id=fn1>A note.</ol>`: "See `f`[^1].\n\n[^1]: A note.\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// What browsers escape in the query of an address is escaped in every format.
func TestQueriesWithSpaces(t *testing.T) {
	d := allContent(t, `<p><a href='/share?text=a b "c"&amp;u=<d>'>x</a>`)
	const want = "https://example.com/share?text=a%20b%20%22c%22&"
	if got := Markdown(d, DefaultOptions()); got != "[x]("+want+"u=%3Cd%3E)\n" {
		t.Errorf("Markdown is %q", got)
	}
	if got := HTML(d, DefaultOptions()); !strings.Contains(got, strings.ReplaceAll(want, "&", "&amp;")+"u=%3Cd%3E") {
		t.Errorf("HTML is %q", got)
	}
}

// A page without an address may say whose links are its own, but not by which scheme they are read.
func TestLinksWithoutScheme(t *testing.T) {
	for source, want := range map[string]string{
		`<p><a href="b.html">b</a>`:               "[b](b.html)\n",
		`<p><a href="//example.org/b.html">b</a>`: "[b](//example.org/b.html)\n",
		`<base href="//example.org/a/"><p><a href="b.html">b</a><a href="//example.com/c">c</a>`: "[b](//example.org/a/b.html) [c](//example.com/c)\n",
		`<base href="https://example.org:x/"><p><a href="//example.org/b.html">b</a>`:            "[b](//example.org/b.html)\n",
	} {
		p, err := page.Parse([]byte(source), page.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := Markdown(documentOf(p, func(page.Block) bool { return true }), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// Hosts are written as browsers ask for them, also where a page has no address.
func TestHostsOfOtherLetters(t *testing.T) {
	for _, address := range []string{"https://example.com/", ""} {
		p, err := page.Parse([]byte(`<p><a href="https://münchen.de/straße#über">a</a><img src="https://m%C3%BCnchen.de/b.png">`), page.ParseOptions{URL: address})
		if err != nil {
			t.Fatal(err)
		}
		got := Markdown(documentOf(p, func(page.Block) bool { return true }), DefaultOptions())
		if want := "[a](https://xn--mnchen-3ya.de/stra%C3%9Fe#%C3%BCber)![](https://xn--mnchen-3ya.de/b.png)\n"; got != want {
			t.Errorf("on a page of %q got %q, want %q", address, got, want)
		}
	}
}

package output

import (
	"strings"
	"testing"
)

const laTeXML = `<p>a<span class="ltx_note ltx_role_footnote"><sup class=ltx_note_mark>1</sup><span class=ltx_note_outer><span class=ltx_note_content><sup class=ltx_note_mark>1</sup>
	<span class="ltx_tag ltx_tag_note">1</span> The <em>note</em> <math alttext="x^2"><mi>x</mi></math>.</span></span></span> b.
	<p>c<span class="ltx_note ltx_role_footnote"><sup class=ltx_note_mark>2</sup><span class=ltx_note_outer><span class=ltx_note_content><sup class=ltx_note_mark>2</sup>Other.</span></span></span>`

// Notes are known by their names, by roles, or by leading back to the mark that leads to them. Their marks and the links
// back are not their text.
func TestNotes(t *testing.T) {
	for name, tt := range map[string]struct{ source, want string }{
		"several links back": {`<p>a<sup id=cite_ref-x_1-0><a href="#cite_note-x-1">[1]</a></sup> b<sup id=cite_ref-x_1-1><a href="#cite_note-x-1">[1]</a></sup>
			<ol><li id=cite_note-x-1>^ <a href="#cite_ref-x_1-0"><sup><i><b>a</b></i></sup></a> <a href="#cite_ref-x_1-1"><sup><i><b>b</b></i></sup></a> <span>Source (B).</span></ol>`,
			"a[^1] b[^1]\n\n[^1]: Source (B).\n"},
		"Word": {`<p>a<a href="#_ftn1" name="_ftnref1">[1]</a><div><p><a href="#_ftnref1" name="_ftn1">[1]</a> The note.</div>`,
			"a[^1]\n\n[^1]: The note.\n"},
		"a number in brackets that are no link": {`<p>a<a href="#fn1" id=fnref1>1</a><p id=fn1>[<a href="#fnref1">1</a>] (See) b.`,
			"a[^1]\n\n[^1]: (See) b.\n"},
		"WordPress, names without a number": {`<p>a<sup class=fn><a href="#ab-cd" id="ab-cd-link">1</a></sup><ol><li id="ab-cd">The note. <a href="#ab-cd-link">↩︎</a></ol>`,
			"a[^1]\n\n[^1]: The note.\n"},
		"Sphinx": {`<p>a <a href="#id2" id=id1 role=doc-noteref>[1]</a><aside id=id2><span>[</span><a role=doc-backlink href="#id1">1</a><span>]</span><p>The note.</aside>`,
			"a [^1]\n\n[^1]: The note.\n"},
		"AsciiDoctor": {`<p>a<sup class=footnote>[<a id="_footnoteref_1" class=footnote href="#_footnotedef_1">1</a>]</sup>. [b]<div class=footnote id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. The note.</div>`,
			"a[^1]. \\[b]\n\n[^1]: The note.\n"},
		"GitBook, quotations that begin with the mark": {`<p>a<sup><a id=reffn_1 href="#fn_1">1</a></sup> b<sup><a id=reffn_x href="#fn_x">x</a></sup>
			<blockquote id=fn_1><sup>1</sup>. The note, 2<sup>1</sup>.<a href="#reffn_1"> ↩</a></blockquote><blockquote id=fn_x><sup>x</sup>. Another.<a href="#reffn_x"> ↩</a></blockquote>`,
			"a[^1] b[^2]\n\n[^1]: The note, 2<sup>1</sup>.\n\n[^2]: Another.\n"},
		"GitHub, a heading that only describes references": {`<p>a<sup><a href="#user-content-fn-1" id="user-content-fnref-1" aria-describedby=footnote-label>1</a></sup>
			<section class=footnotes><h2 id=footnote-label class=sr-only>Footnotes</h2><ol><li id="user-content-fn-1"><p>The note. <a href="#user-content-fnref-1">↩</a></ol></section>`,
			"a[^1]\n\n[^1]: The note.\n"},
		"a reference that is described by its note": {`<p>a<a href="#fn1" id=r aria-describedby=fn1>1</a><p id=fn1>The note.`, "a[^1]\n\n[^1]: The note.\n"},
		"a note of several paragraphs under its number": {`<p>a<a id=DOCF1 href="#FOOT1"><sup>1</sup></a> b<a id=DOCF2 href="#FOOT2"><sup>2</sup></a><div><h4>Footnotes</h4>
			<h5><a id=FOOT1 href="#DOCF1">(1)</a></h5><p>First.</p><p>More of it.</p><pre>x</pre><h5><a id=FOOT2 href="#DOCF2">(2)</a></h5><p>Second.</p><p>Its end.</p></div><p>c`,
			"a[^1] b[^2]\n\n#### Footnotes\n\n[^1]: First.\n    \n    More of it.\n    \n    ```\n    x\n    ```\n\n[^2]: Second.\n    \n    Its end.\n\nc\n"},
		"Texinfo, numbers that are headings": {`<p>a<a id=DOCF1 href="#FOOT1"><sup>1</sup></a> b<a id=DOCF2 href="#FOOT2"><sup>2</sup></a><div class=footnote><h4>Footnotes</h4>
			<h5><a id=FOOT1 href="#DOCF1">(1)</a></h5> <p>The note.</p><h5><a id=FOOT2 href="#DOCF2">(2)</a></h5><p>Another.</div>`,
			"a[^1] b[^2]\n\n#### Footnotes\n\n[^1]: The note.\n\n[^2]: Another.\n"},
		"LaTeXML, notes in the text": {laTeXML, "a[^1] b.\n\nc[^2]\n\n[^1]: The *note* $x^2$.\n\n[^2]: Other.\n"},
		"items of their list to which nothing refers": {`<p>a<sup id=r2><a href="#fn2">2</a></sup><ol start=1><li id=fn1>One. <a href="#r1">↩</a><li id=fn2>Two. <a href="#r2">↩</a><li id=fn3>Three, as <a href="#r2">above</a>. <a href="#r3">↩</a><li>Four.</ol>`,
			"a[^1]\n\n1. One.\n\n[^1]: Two.\n\n3. Three, as [above](https://example.com/a/b.html#r2).\n4. Four.\n"},
		"such items of a list that counts down": {`<p>a<sup id=r2><a href="#fn2">2</a></sup><ol reversed start=3><li id=fn3>Three.<li id=fn2>Two. <a href="#r2">↩</a><li id=fn1>One.</ol>`,
			"a[^1]\n\n3. Three.\n\n[^1]: Two.\n\n1. One.\n"},
		"a heading with text is none": {`<p>a <a href="#note1">1</a><h5 id=note1>One more</h5><p>b`,
			"a [1](https://example.com/a/b.html#note1)\n\n##### One more\n\nb\n"},
		"a contents is no reference": {`<p><a href="#intro" id=toc1>Intro</a><div id=intro><h2><a href="#toc1">Intro</a></h2><p>b</div>`,
			"[Intro](https://example.com/a/b.html#intro)\n\n## Intro\n\nb\n"},
		"a link back to another element of the same name": {`<p id=ab>a<sup><a href="#cd" id=ab>1</a></sup><p id=cd>b <a href="#ab">c</a>`,
			"a<sup>[1](https://example.com/a/b.html#cd)</sup>\n\nb [c](https://example.com/a/b.html#ab)\n"},
		"text that links to a note stays": {`<p>a <a href="#note-1">as the first note says</a><p id=note-1>b`,
			"a [as the first note says](https://example.com/a/b.html#note-1)\n\nb\n"},
		"notes in one element": {`<p>a<a href="#fn1">1</a> b<a href="#fn2">2</a><div><a name=fn1></a>1. c<br><a name=fn2></a>2. d</div>`,
			"a[1](https://example.com/a/b.html#fn1) b[2](https://example.com/a/b.html#fn2)\n\n1\\. c  \n2\\. d\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Markdown(allContent(t, tt.source), DefaultOptions()); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	const outsideOfLists = `<p>a<a href="#_ftn1" name="_ftnref1">[1]</a><p><a href="#_ftnref1" name="_ftn1">[1]</a> The note.`
	if got := HTML(allContent(t, outsideOfLists), DefaultOptions()); !strings.Contains(got, "<span>[1]</span> The note.") {
		t.Errorf("HTML has lost the mark of a note that no list numbers: %s", got)
	}
}

// As text, references and notes have the numbers of Markdown in brackets, and no links back.
func TestNotesOfText(t *testing.T) {
	for source, want := range map[string]string{
		`<p>a<sup id=r2><a href="#fn2">2</a></sup> b<sup id=r1><a href="#fn1">[<i>1</i>]</a></sup>
			<ol><li id=fn1><p>First <b>one</b>. <a href="#r1" role=doc-backlink>↩︎</a>&nbsp;<a href="#r1">↑</a><li id=fn2><p>Second:<pre>x
  y</pre><p>end <a href="#r2">↩︎</a></ol>`: "a[1] b[2]\n\n[2] First one.\n[1] Second:\nx\n  y\nend",
		`<p>a<a href="#_ftn1" name="_ftnref1">[1]</a><p><a href="#_ftnref1" name="_ftn1">[1]</a> The note.`:                 "a[1]\n\n[1] The note.",
		`<p>a<sup>[<a id=r href="#_footnotedef_1">1</a>]</sup><div id="_footnotedef_1"><a href="#r">1</a>. The note.</div>`: "a[1]\n\n[1] The note.",
		laTeXML: "a[1] b.\n\n[1] The note $x^2$.\n\nc[2]\n\n[2] Other.",
		`<p>a<a href="#fn1">1</a><p id=fn1>1. The note.`:                  "a[1]\n\n1. The note.",
		`<p>a <a href="#note-1">as the first note says</a><p id=note-1>b`: "a as the first note says\n\nb",
	} {
		if got := Text(allContent(t, source)); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// Numbers of lines are in no text of code either.
func TestLineNumbersOfText(t *testing.T) {
	for source, want := range map[string]string{
		"<pre><span class=ln>1</span>a\n<span class=ln>2</span>  b</pre>":                                                               "a\n  b",
		`<p>x<table><td class=gutter><pre>1\n2</pre><td class=code><pre>a\n  b</pre></table>`:                                           "x\n\na\n  b",
		`<p>x<table><td class=n><code><a name=l1>1.</a><br><a name=l2>2.</a></code><td class=code><code>a<br>b</code></table>`:          "x\n\na\nb",
		`<p>x<table><td class=n><code>1.<br>3.</code><td class=code><code>a<br>b</code></table>`:                                        "x\n\n1.\n3.\ta\nb",
		`<pre><div><span>9</span><div>a</div></div><div><span>10</span><div></div></div><div><span>11</span><div>  b</div></div></pre>`: "a\n  b",
		`<pre><div><span>9</span><div>a</div></div><div><span>9</span><div>b</div></div></pre>`:                                         "9\na\n9\nb",
		`<pre><div><span>1</span><span>, a</span></div><div><span>2</span><span>, b</span></div></pre>`:                                 "1, a\n2, b",
		`<table><tr><td>0 1<td><code>a<br>b</code></table>`:                                                                             "0 1\ta\nb",
		`<table><tr><td>0<br>1<td><code>a</code></table>`:                                                                               "0\n1\ta",
		`<table><tr><td>1<br>2<td>one<br>two</table>`:                                                                                   "1\n2\tone\ntwo",
		`<p>In <span class=ln>2020</span> it ended.`:                                                                                    "In 2020 it ended.",
		"<table><td><code><div><span class=ln>1</span><span>if</span><span>x</span></div><div>b</div></code></table>":                   "ifx\n\nb",
	} {
		if got := Text(allContent(t, strings.ReplaceAll(source, `\n`, "\n"))); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

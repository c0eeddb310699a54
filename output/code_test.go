package output

import "testing"

// Numbers of lines are no code, wherever a highlighter writes them.
func TestLineNumbers(t *testing.T) {
	for source, want := range map[string]string{
		`<pre><span class=ln>1</span>a
<span class=ln>2</span>  b</pre>`: "a\n  b",
		`<pre><span style="user-select:none">1</span>a
<span style="-webkit-user-select: none">2</span>b</pre>`: "a\nb",
		`<pre><span style="user-select:none">$ </span>ls 1</pre>`:                                                                                                   "$ ls 1",
		`<pre><code>a</code><ul class=pre-numbering><li>1</ul></pre>`:                                                                                               "a",
		`<table><td class=line_numbers><pre>1</pre><td class=code><pre>a</pre></table>`:                                                                             "a",
		`<table><td><pre><span class=lnt>1</span></pre><td><pre>a</pre></table>`:                                                                                    "a",
		`<div><pre>a</pre><div class=line-numbers-wrapper><span>1</span></div></div>`:                                                                               "a",
		`<pre><div><div class=hljs-ln-n></div><div>a</div></div><div><div class=hljs-ln-n></div><div>b</div></div></pre>`:                                           "a\nb",
		`<pre><div><span>9</span><div>a</div></div><div><span>10</span><div></div></div><div><span>11</span><div>  b</div></div></pre>`:                             "a\n\n  b",
		`<pre><div><span>1</span><div>a</div></div><div><span>1</span><div>b</div></div></pre>`:                                                                     "1\na\n1\nb",
		`<table><td class=crayon-nums><div class=crayon-num>1</div><td class=crayon-code><div><span>a</span> b</div><div><span>&nbsp; </span>c</div>2</table>`:      "a b\n  c\n2",
		`<table><td class=gutter>1<td class=code><div><code>if(</code><code>a)</code></div><div><code class=spaces>&nbsp;&nbsp;</code><code>b</code></div></table>`: "if(a)\n  b",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != "```\n"+want+"\n```\n" {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
	for source, want := range map[string]string{
		`<p>In <span class=ln>2020</span> it ended.`:                        "In 2020 it ended.\n",
		`<table><tr><td class=code>7<td>a<tr><td class=code>8<td>b</table>`: "| 7 | a |\n|---|---|\n| 8 | b |\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// Lines of code are a listing also where only line breaks set them apart, as in old forums.
func TestListingsByLineBreaks(t *testing.T) {
	for source, want := range map[string]string{
		`<dl><dt>Code:<dd><code>a<br>&nbsp; b<br><br>c</code></dl>`:     "**Code:**\n\n```\na\n  b\n\nc\n```\n",
		`<p>Use <code>a</code><br><code>b<br></code>`:                   "Use `a`  \n`b`\n",
		`<p><tt>(f<br>&nbsp;&nbsp;(g x))<br></tt><p>or <tt>h</tt>`:      "```\n(f\n  (g x))\n```\n\nor `h`\n",
		"<p><code>a<br>\n\n&nbsp; b<br>\nc</code>":                      "```\na\n  b\nc\n```\n",
		`<p><samp>a<br>b</samp>`:                                        "```\na\nb\n```\n",
		`<table><tr><th>x<th>y<tr><td>1<td><code>a<br>b</code></table>`: "| x | y |\n|---|---|\n| 1 | `a`<br />`b` |\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// Doxygen makes an element of each line, and hides what it knows of the names behind them.
func TestFragments(t *testing.T) {
	for source, want := range map[string]string{
		`<div class=fragment><div class=line><a class=code>Pump</a> p(3);</div><div class=line> </div><div class=line>  p.start(<span>true</span>);</div>
			<div class=ttc id=t><div class=ttname>Pump</div><div><b>Definition:</b> pump.h:17</div></div></div><p>a`: "```\nPump p(3);\n\n  p.start(true);\n```\n\na\n",
		`<div class=fragment><p>a</div><div class=line>b</div>`: "a\n\nb\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// An empty line of code is one, however many elements a highlighter makes of it.
func TestEmptyLinesOfCode(t *testing.T) {
	for source, want := range map[string]string{
		`<pre><code><div>a<br></div><div><span></span><br></div><div>b<br></div></code></pre>`:                     "a\n\nb",
		`<pre><code><div><div>a</div></div><div><div>` + "\n" + `</div></div><div><div>b</div></div></code></pre>`: "a\n\nb",
		`<pre><div>a</div><div></div><div><br><br></div><div>b</div></pre>`:                                        "a\n\n\n\nb",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != "```\n"+want+"\n```\n" {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

package output

import "testing"

// A heading that nobody closed ends before what is none of it; one that is set in several lines has them all.
func TestHeadingsThatHoldBlocks(t *testing.T) {
	for source, want := range map[string]string{
		`<h3>A<p>b<ul><li>c<li>d</ul><table><tr><td>1<td>2<tr><td>3<td>4</table><pre>e</pre>f`: "### A\n\nb\n\n- c\n- d\n\n| 1 | 2 |\n|---|---|\n| 3 | 4 |\n\n```\ne\n```\n\nf\n",
		`<li><h2>A <i>b</i><p>c</h2><p>d`:                   "- ## A *b*\n  \n  c\n  \n  d\n",
		`<h2><p>A<p>b</h2>c`:                                "## A\n\nb\n\nc\n",
		`<h2><a href="/a">A<div>b<p>c</div></a></h2>`:       "## [A](https://example.com/a)\n\n[b](https://example.com/a)\n\n[c](https://example.com/a)\n",
		`<h2><p>A</h2>b`:                                    "## A\n\nb\n",
		`<h1>A<div>b</div></h1>c`:                           "# A b\n\nc\n",
		`<h1><div><div>A</div><div>b</div></div></h1><h2>c`: "# A b\n\n## c\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
	d := allContent(t, `<h1>A<p>b<p>c</h1><h2>d`)
	d.Blocks[0].Content = false
	if got, want := Markdown(d, DefaultOptions()), "b\n\nc\n\n## d\n"; got != want {
		t.Errorf("without the heading's own text got %q, want %q", got, want)
	}
}

// What has a role is shown as what has the tag of it, but for lists of what is more than an item, as articles are.
func TestHeadingsAndListsByRole(t *testing.T) {
	for source, want := range map[string]string{
		`<div role=heading aria-level=3>A <b>b</b></div><p>c`:             "### A b\n\nc\n",
		`<div role=heading>A</div><div role=heading aria-level=9>b</div>`: "## A\n\n###### b\n",
		`<div role=heading aria-level=4><h1>A</h1></div>`:                 "# A\n",
		`<div role=heading>A post, as a forum has it.</div>`:              "A post, as a forum has it.\n",
		`<h3 role=heading aria-level=2>A</h3>`:                            "### A\n",
		`<p>a <b role=heading>b</b>`:                                      "a **b**\n",
		`<div role=list><div><p role=listitem>a</p></div><div role=listitem>b<div role=list><div role=listitem>c</div><div role=listitem>d</div></div></div></div>`: "- a\n- b\n  - c\n  - d\n",
		`<div role=list><div role=listitem>a</div></div>`:                                               "a\n",
		`<div role=list><div>b<p role=listitem>a</p></div></div>`:                                       "b\n\na\n",
		`<div role=list><div role=listitem><h2>a</h2>b</div><div role=listitem><h2>c</h2>d</div></div>`: "## a\n\nb\n\n## c\n\nd\n",
		`<div role=list><div role=listitem><img src=/a.png>a</div><div role=listitem>b</div></div>`:     "![](https://example.com/a.png) a\n\nb\n",
		`<div role=listitem>a</div><div role=listitem>b</div>`:                                          "a\n\nb\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

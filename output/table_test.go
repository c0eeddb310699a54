package output

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
)

// Rows come as they are shown: the first head above all others, the first foot below them. HTML 4 had the foot written
// before the body. Further heads and feet stay where they are.
func TestHeadsAndFeetOfTables(t *testing.T) {
	for source, want := range map[string]string{
		`<table><thead><tr><th>Name<th>Sum<tfoot><tr><td>All<td>3<tbody><tr><td>a<td>1<tr><td>b<td>2</table>`: "| Name | Sum |\n|---|---|\n| a | 1 |\n| b | 2 |\n| All | 3 |\n",
		`<table><tbody><tr><td>a<td>1<thead><tr><th>Name<th>Sum</table>`:                                      "| Name | Sum |\n|---|---|\n| a | 1 |\n",
		`<table><thead><tr><th>x<th>y<tbody><tr><td>a<td>1<thead><tr><th>z<th>w<tbody><tr><td>b<td>2</table>`: "| x | y |\n|---|---|\n| a | 1 |\n| z | w |\n| b | 2 |\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// A table with one text a row is data only where pictures stand beside the texts of several: a note has one icon.
func TestTablesOfOneTextARow(t *testing.T) {
	for source, want := range map[string]string{
		`<table><tr><td rowspan=2><img src=note.png width=20><th>Note<tr><td><p>Save it first.<p>Then go on.</table>`: "Note\n\nSave it first.\n\nThen go on.\n",
		`<table><tr><td><th>Note<tr><td><td>Save it first.</table>`:                                                   "Note\n\nSave it first.\n",
		`<table><tr><td rowspan=2><img src=note.png><th>Note<tr><td>Save it first.</table>`:                           "![](https://example.com/a/note.png)\n\nNote\n\nSave it first.\n",
		`<table><tr><td><img src=a.png><td>Opens it.<tr><td><img src=b.png><td>Saves it.</table>`:                     "| ![](https://example.com/a/a.png) | Opens it. |\n|---|---|\n| ![](https://example.com/a/b.png) | Saves it. |\n",
		`<table><tr><td><th>Price<tr><th>Tea<td>2</table>`:                                                            "|  | Price |\n|---|---|\n| Tea | 2 |\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// Cells that are all written as headings head nothing: mails lay out their columns so.
func TestTablesOfHeadings(t *testing.T) {
	for source, want := range map[string]string{
		`<table><tr><th><p>Paid by<br>card<th><p>Sent to<br>Ann</table>`: "Paid by  \ncard\n\nSent to  \nAnn\n",
		`<table><tr><th>a<th><p>b<p>c<p>d<p>e<tr><th>f<th>g</table>`:     "a\n\nb\n\nc\n\nd\n\ne\n\nf\n\ng\n",
		`<table><tr><th>a<th>b<tr><th>c<th>d</table>`:                    "| a | b |\n|---|---|\n| c | d |\n",
		`<table><tr><th>Sum<td>5</table>`:                                "| Sum | 5 |\n|---|---|\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// An icon that is all of a cell is what it says of itself.
func TestSignsInCells(t *testing.T) {
	const note = `<table><tr><td class=icon><i class="fa icon-note" title="Note"></i><td class=content>Prime it.</table>`
	for source, want := range map[string]string{
		note: "Note\n\nPrime it.\n",
		`<table><tr><th>Pump<th>Dry<th>Wet<tr><td>A<td><svg aria-label=Yes></svg><td>no<tr><td>B<td>x<i title=Maybe></i><td><span aria-label=No></span></table>`: "" +
			"| Pump | Dry | Wet |\n|---|---|---|\n| A | Yes | no |\n| B | x | No |\n",
		`<table><tr><td>A<td><i title=Yes></i><tr><td>B<td><i title=No></i></table>`: "| A | Yes |\n|---|---|\n| B | No |\n",
		// Pictures that are marks are in every cell, shown or, where they are small, as what they say.
		`<table><tr><th>Pump<th>Dry<th>Wet<tr><td>A<td><img src=y.png alt=Yes><td><img src=y.png alt=Yes><tr><td>B<td><img src=y.png alt=Yes>so<td>x<img src=y.png alt=Yes></table>`: "" +
			"| Pump | Dry | Wet |\n|---|---|---|\n| A | ![Yes](https://example.com/a/y.png) | ![Yes](https://example.com/a/y.png) |\n| B | so | x |\n",
		`<table><tr><th>Pump<th>Dry<th>Wet<tr><td>A<td><img src=y.png alt=Yes width=20><td><img src=y.png alt=Yes width=20><tr><td>B<td><img src=s.png alt=star width=9><img src=s.png alt=star width=9><td><img src=i.png alt="user icon" width=9></table>`: "" +
			"| Pump | Dry | Wet |\n|---|---|---|\n| A | Yes | Yes |\n| B | star star |  |\n",
		`<p>x<table><tr><td><i title=Share></i></table>`: "x\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
	if got, want := Text(allContent(t, note)), "Prime it."; got != want {
		t.Errorf("%s is as text %q, want %q", note, got, want)
	}
}

// A table in a cell, such as jsdoc's of the parts of a parameter, has a line for each row.
func TestTablesInCells(t *testing.T) {
	d := allContent(t, `<table><tr><th>Name<th>Description<tr><td><code>o</code><td><p>How.<h6>Properties</h6>
		<table><tr><th>Name<th>Type<th>Description<tr><td><code>a|b</code><td>x|y<td><p>Which.<tr><td rowspan=2><code>c</code><td><td>Where</table><tr><td><code>f</code><td>Last.</table>`)
	if got, want := Markdown(d, DefaultOptions()), "| Name | Description |\n|---|---|\n"+
		"| `o` | How.<br />Properties<br />Name \\| Type \\| Description<br />`a\\|b` \\| x\\|y \\| Which.<br />`c` \\| \\| Where |\n| `f` | Last. |\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := HTML(d, DefaultOptions()); strings.Count(got, "<table>") != 2 {
		t.Errorf("HTML has lost the table in the cell: %s", got)
	}
	if problem := unlike(t, d); problem != "" {
		t.Error(problem)
	}
}

// A table of numbers that count and what they count is a list, as AsciiDoctor writes what it says of the callouts in a listing.
func TestTablesThatNumber(t *testing.T) {
	for source, want := range map[string][2]string{
		`<table><tr><td><i class=conum data-value=1></i><b>1</b><td>Opens<tr><td><i class=conum data-value=2></i><b>2</b><td>Closes</table>`: {"1. Opens\n2. Closes\n", "Opens\nCloses"},
		`<table><tr><td>(1)<td><p>Opens<p>a valve<tr><td>(2)<td>Closes</table>`:                                                              {"1. Opens\n   \n   a valve\n2. Closes\n", "Opens\n\na valve\nCloses"},
		`<table><tr><td>7<td>a<tr><td>8<td>b</table>`:                                                                                        {"| 7 | a |\n|---|---|\n| 8 | b |\n", "7\ta\n8\tb"},
		`<table><tr><td>1<td>2<tr><td>3<td>4</table>`:                                                                                        {"| 1 | 2 |\n|---|---|\n| 3 | 4 |\n", "1\t2\n3\t4"},
		`<table><tr><th>1<th>a<tr><td>2<td>b</table>`:                                                                                        {"| 1 | a |\n|---|---|\n| 2 | b |\n", "1\ta\n2\tb"},
	} {
		d := allContent(t, source)
		if got := Markdown(d, DefaultOptions()); got != want[0] {
			t.Errorf("%s is %q, want %q", source, got, want[0])
		}
		if got := Text(d); got != want[1] {
			t.Errorf("%s is as text %q, want %q", source, got, want[1])
		}
	}
}

// Headings in the first rows of a table are those of what it shows, as Doxygen writes them, and so is what stands above all
// headings of columns.
func TestTitlesOfTables(t *testing.T) {
	for source, want := range map[string]string{
		`<table><tr><td colspan=2><h2>Functions</h2><tr><td>void<td>add (int n)<tr><td>&nbsp;<td>Adds some.<tr><td>int<td>sum ()</table>`: "## Functions\n\n| void | add (int n) |\n|---|---|\n|  | Adds some. |\n| int | sum () |\n",
		`<table><tr><td colspan=2><b>Lift</b><tr><th>Sign<th>Value<tr><td>a<td>1</table>`:                                                 "**Lift**\n\n| Sign | Value |\n|---|---|\n| a | 1 |\n",
		`<table><tr><th colspan=2>Lift<tr><th>Sign<td>Value<tr><td>a<td>1</table>`:                                                        "| Lift |  |\n|---|---|\n| Sign | Value |\n| a | 1 |\n",
		`<table><tr><th colspan=2>Lift<tr><th>Sign<th>Value</table>`:                                                                      "| Lift |  |\n|---|---|\n| Sign | Value |\n",
		`<p>Text<table><tr><td><h2>A</h2><tr><td><h3>B</h3></table>`:                                                                      "Text\n\n## A\n\n### B\n",
		`<table><tr><td colspan=2><h1>Title</h1><tr><td>Left<td><p>a<p>b<p>c<p>d</table>`:                                                 "# Title\n\nLeft\n\na\n\nb\n\nc\n\nd\n",
		`<table><tr><th><h3>a</h3><th><h3>b</h3><tr><td>c<td>d</table>`:                                                                   "| a | b |\n|---|---|\n| c | d |\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// What is a table by its roles, or by how it is displayed, is written as one by the same rules, if its cells hold all of it.
func TestTablesOfOtherElements(t *testing.T) {
	const row = `<div class=tr><div class=td>%s</div><div class=td>%s</div></div>`
	rows := func(texts ...any) string { return fmt.Sprintf(strings.Repeat(row, len(texts)/2), texts...) }
	for source, want := range map[string]string{
		`<div role=table><div role=rowgroup><div role=row><span role=columnheader>a</span><span role=columnheader>b</span></div></div><div role=row><b role=cell>c</b><i role=cell>d</i></div></div>`: "| a | b |\n|---|---|\n| c | d |\n",
		`<ul role=grid><li role=row><p role=rowheader>a<p role=gridcell>b<li role=row><p role=rowheader>c<p role=gridcell>d</ul>`:                                                                     "| a | b |\n|---|---|\n| c | d |\n",
		`<div role=grid><div role=row><div role=gridcell>a</div></div><div role=row><div role=gridcell>b</div></div></div>`:                                                                           "a\n\nb\n",
		`<div class=table>` + rows("a", "b", "c", "d") + `</div>`:                                                                                                                                     "| a | b |\n|---|---|\n| c | d |\n",
		`<div class=table>` + rows("a", "b") + `</div>`:                                                                                                                                               "a\n\nb\n",
		`<div class=table><div class=td>a</div><div class=td>b</div></div>`:                                                                                                                           "a\n\nb\n",
		`<div class=table>` + rows("a", "b", "<p>c<p>d<p>e<p>f", "g") + `</div>`:                                                                                                                      "a\n\nb\n\nc\n\nd\n\ne\n\nf\n\ng\n",
		`<div class=table>` + rows("a", "b", "c", "d") + `<p>e</p></div>`:                                                                                                                             "a\n\nb\n\nc\n\nd\n\ne\n",
		`<div class=table><table><tr><td>a<td>b<tr><td>c<td>d</table></div>`:                                                                                                                          "| a | b |\n|---|---|\n| c | d |\n",
		`<table><tr><td>a<td><div class=table>b</div><tr><td>c<td>d</table>`:                                                                                                                          "| a | b |\n|---|---|\n| c | d |\n",
		`<dl class=table><div class=tr><dt class=td>a<dd class=td>b</div></dl>`:                                                                                                                       "**a**\n\nb\n",
		`<div role=grid><div role=row><div role=presentation><div role=columnheader>a</div></div><div role=none><div role=columnheader>b</div></div></div><div><div role=row><div role=presentation><div role=gridcell>c</div><div role=gridcell>d</div></div></div></div></div>`: "| a | b |\n|---|---|\n| c | d |\n",
		`<div role=table><div role=row><div><i role=cell>a</i><i role=cell>b</i></div></div></div>`: "*ab*\n",
	} {
		d := allContent(t, source)
		for i := range d.Page.Nodes {
			n := &d.Page.Nodes[i]
			switch class := n.Attr("class"); class {
			case "table":
				n.Style = &page.Style{Display: class}
			case "tr":
				n.Style = &page.Style{Display: "table-row"}
			case "td":
				n.Style = &page.Style{Display: "table-cell"}
			}
		}
		d = documentOf(d.Page, func(page.Block) bool { return true })
		if got := Markdown(d, DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// A cell covers the rows that are shown of those that it spans, to the end of its part of the table.
func TestRowsThatAreNotShown(t *testing.T) {
	for source, want := range map[string]string{
		`<table><tr><td rowspan=3>a<td>b<tr><td><tr><td>c<tr><td>d<td>e</table>`:                                "| a | b |\n|---|---|\n|  | c |\n| d | e |\n",
		`<table><tbody><tr><td rowspan=9>a<td>b<tr><td>c<tbody><tr><td>d<td>e</table>`:                          "| a | b |\n|---|---|\n|  | c |\n| d | e |\n",
		`<table><thead><tr><th rowspan=2>a<th>b<tr><th>c<tbody><tr><td rowspan=2>d<td>e<tr><td>f<tr><td>g<td>h`: "| a | b |\n|---|---|\n|  | c |\n| d | e |\n|  | f |\n| g | h |\n",
	} {
		if got := Markdown(allContent(t, source), DefaultOptions()); got != want {
			t.Errorf("%s is %q, want %q", source, got, want)
		}
	}
}

// Code in a cell keeps its indentation and its columns: inline code is shown with the no-break spaces that it has, and with one
// of other spaces in a row.
func TestCodeInCells(t *testing.T) {
	const cells = "<table><tr><th>a<th>b<tr><td>c<td>%s</table>"
	for code, want := range map[string]string{
		"<pre><code>for x in xs:\n    yield x\n\tx  = 2 \n</code></pre>": "`for x in xs:`<br />`____yield x`<br />`____x _= 2`",
		"<code>if x<br>&nbsp; y | z</code>":                              "`if x`<br />`__y \\| z`",
		"<code>x  y</code>":                                              "`x y`",
	} {
		row := "| c | " + strings.ReplaceAll(want, "_", "\u00a0") + " |\n"
		if got := Markdown(allContent(t, fmt.Sprintf(cells, code)), DefaultOptions()); got != "| a | b |\n|---|---|\n"+row {
			t.Errorf("%s is %q, want %q", code, got, row)
		}
	}
}

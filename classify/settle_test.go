package classify

import (
	"slices"
	"strings"
	"testing"
)

// kept is which blocks are content after settling, by the beginning of their texts; likely says how likely each block is.
func kept(t *testing.T, source string, o Options, likely func(text string) float64) string {
	t.Helper()
	v := view(t, source)
	blocks := make([]Block, len(v.Blocks))
	for b := range blocks {
		p := likely(v.Blocks[b].Text)
		blocks[b] = Block{Block: v.Blocks[b], Score: p, Content: p >= 0.5}
	}
	v.settle(blocks, kind{"article", 1}, o)
	var texts []string
	for _, b := range blocks {
		if follows := b.Content == (b.Score >= 0.5); follows != (b.Rule == "") {
			t.Errorf("%q: content %v with score %v by rule %q", b.Text, b.Content, b.Score, b.Rule)
		}
		if b.Content {
			texts = append(texts, strings.Fields(b.Text)[0])
		}
	}
	return strings.Join(texts, " ")
}

func all(likely float64, but map[string]float64) func(string) float64 {
	return func(text string) float64 {
		if p, ok := but[strings.Fields(text)[0]]; ok {
			return p
		}
		return likely
	}
}

// A table of which most is kept does not lose its head or a cell; one of which little is kept stays as it is.
func TestTablesStayWhole(t *testing.T) {
	const table = `<table><tr><th>Year<th>Rain<tr><td>1999<td>812<tr><td>2000<td>790<tr><td>2001<td hidden>secret</table>`
	if got, want := kept(t, table, DefaultOptions(), all(0.9, map[string]float64{"Year": 0.3, "812": 0.2, "secret": 0.1})), "Year Rain 1999 812 2000 790 2001"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
	if got, want := kept(t, table, DefaultOptions(), all(0.1, map[string]float64{"Year": 0.6, "812": 0.6})), "Year 812"; got != want {
		t.Errorf("of a table of which little is kept: %q, want %q", got, want)
	}
	const grid = `<div role=grid><div role=row><b role=columnheader>Year</b><div role=columnheader>Rain</div></div><div><div role=row><div role=gridcell>1999</div><div role=gridcell>812</div></div></div></div><div>Next</div>`
	if got, want := kept(t, grid, DefaultOptions(), all(0.9, map[string]float64{"Year": 0.2, "Next": 0.1})), "Year Rain 1999 812"; got != want {
		t.Errorf("of a table by its role: %q, want %q", got, want)
	}
	if got, want := kept(t, grid, DefaultOptions(), all(0.1, map[string]float64{"Rain": 0.9})), "Rain"; got != want {
		t.Errorf("of a table by its role of which little is kept: %q, want %q", got, want)
	}
	const layout = `<table><tr><td>Menu<td>Story: the river rose in the night, and by the morning the lower town stood in water up to the sills.<td>Ads</table>`
	if got, want := kept(t, layout, DefaultOptions(), all(0.1, map[string]float64{"Story:": 0.9})), "Story:"; got != want {
		t.Errorf("of a table that lays out a page: %q, want %q", got, want)
	}
	for source, want := range map[string]string{
		"<table><tr><td>Menu<td>Version 7, for all systems<td>Ads</table>":                                        "Version",
		"<table><tr><td><pre>1</pre><td><pre>go run ./main</pre><tr><td><pre>2</pre><td><pre>ls -l</pre></table>": "go ls",
	} {
		if got := kept(t, source, DefaultOptions(), all(0.9, map[string]float64{"Menu": 0.1, "Ads": 0.1, "1": 0.1, "2": 0.1})); got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

// A column of which half is kept is kept whole, but for what is hidden, and no other; few cells are no column.
func TestColumnsStayWhole(t *testing.T) {
	const table = `<table><tr><td>a1<td>Oak<td>x1<tr><td>a2<td><b>Elm</b><td>x2<tr><td>a3<td>Ash<td>x3<tr><td>a4<td>Fir<td>x4<tr hidden><td>a5<td>Yew<td>x5</table>`
	for source, want := range map[string]string{
		table:                                   "Oak Elm Ash Fir",
		strings.Replace(table, "Elm", "y", 1):   "Oak y Ash Fir",
		strings.Replace(table, "Ash", "Yew", 1): "Oak",
		`<table><tr><td>a1<td>Oak<tr><td>a2<td>Elm<tr><td>a3<td>Fir</table>`: "Oak",
	} {
		if got := kept(t, source, DefaultOptions(), all(0.1, map[string]float64{"Oak": 0.9, "Ash": 0.9})); got != want {
			t.Errorf("%s: kept %q, want %q", source, got, want)
		}
	}
	o := DefaultOptions()
	o.ColumnShare = 1
	if got, want := kept(t, table, o, all(0.1, map[string]float64{"Oak": 0.9, "Ash": 0.9})), "Oak Ash"; got != want {
		t.Errorf("with classify.column_share at 1 %q is kept, want %q", got, want)
	}
}

// A note stays with the text that refers to it, as generators write notes; one to which only boilerplate refers does not, nor what
// is no note.
func TestNotesStayWithTheirText(t *testing.T) {
	for name, c := range map[string]struct{ source, want string }{
		"asciidoctor": {`<p>Text of the lock.<sup>[<a id="_footnoteref_1" href="#_footnotedef_1">1</a>]</sup><p>More.</p>
			<div id=footnotes><hr><div id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. Built anew since.</div></div>`, "Text More. 1."},
		"pandoc": {`<p>Text of the lock.<a href="#fn1" id="fnref1"><sup>1</sup></a></p>
			<section><ol><li id=fn1><p>Built anew since.<a href="#fnref1">↩︎</a></p><li id=fn2><p>Of nothing.<a href="#fnref2">↩︎</a></p></ol></section>`, "Text Built"},
		"without names":               {`<p>Text of the lock.<sup id=a><a href="#b">*</a></sup></p><div id=b>Built anew since. <a href="#a">↑</a></div>`, "Text Built"},
		"back to another of its name": {`<p id=a>Text of the lock.<sup id=a><a href="#b">*</a></sup></p><div id=b>Built anew since. <a href="#a">↑</a></div>`, "Text"},
		"hidden":                      {`<p>Text of the lock.<a href="#fn1" id="fnref1"><sup>1</sup></a></p><p id=fn1 hidden>Built anew since.<a href="#fnref1">↩︎</a></p>`, "Text"},
		"of boilerplate": {`<p>Text of the lock.</p><p>Menu<a href="#fn1" id="fnref1"><sup>1</sup></a></p>
			<ol><li id=fn1>Built anew since.<a href="#fnref1">↩︎</a></ol>`, "Text"},
		"a section":   {`<p>Text of the lock. <a href="#more" id=up>More</a></p><div id=more>Built anew since. <a href="#up">Top</a></div>`, "Text"},
		"no way back": {`<p>Text of the lock. <a href="#b">2</a></p><div id=b>Built anew since.</div>`, "Text"},
	} {
		if got := kept(t, c.source, DefaultOptions(), all(0.1, map[string]float64{"Text": 0.9, "More.": 0.9})); got != c.want {
			t.Errorf("%s: kept %q, want %q", name, got, c.want)
		}
	}
}

// A label that a second rule turns back follows from the score again.
func TestRulesThatUndoEachOther(t *testing.T) {
	b := Block{Content: true}
	for _, c := range []struct {
		content bool
		by      string
		want    string
	}{{true, RuleTable, ""}, {false, RuleHeading, RuleHeading}, {true, RuleTable, ""}, {false, RuleAside, RuleAside}} {
		if b.rule(c.content, c.by); b.Content != c.content || b.Rule != c.want {
			t.Errorf("after %s: content %v by rule %q, want %q", c.by, b.Content, b.Rule, c.want)
		}
	}
	b.Why = []Effect{{"text", -0.5}}
	if e, ok := b.Decided(); ok {
		t.Errorf("%s decided, and not the rule", e.Evidence)
	}
	for _, name := range Rules {
		if Meaning(name) == "" {
			t.Errorf("nothing is said of the rule %s", name)
		}
	}
}

// The name of a tab is kept with what the tab shows.
func TestTabsKeepTheirNames(t *testing.T) {
	const page = `<p>Text<div><ul role=tablist><li role=tab>One<li role=tab>Two</ul><div><div role=tabpanel><p>First</div><div role=tabpanel><p>Second</div></div></div>`
	if got, want := kept(t, page, DefaultOptions(), all(0.9, map[string]float64{"One": 0.1, "Two": 0.1})), "Text One Two First Second"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
	if got, want := kept(t, page, DefaultOptions(), all(0.9, map[string]float64{"One": 0.1, "Two": 0.1, "Second": 0.1})), "Text One First"; got != want {
		t.Errorf("with one panel: kept %q, want %q", got, want)
	}
}

// A few words that are hidden in a line are not for its readers; the rest of a folded text is.
func TestHiddenAsides(t *testing.T) {
	for source, want := range map[string]string{
		`<p>Write to owen<span hidden>.nosp@m.</span>@example.org</p>`:                                        "Write",
		`<p>To <a href=x>o<b hidden>.nosp@m.</b>@exa<b hidden>.nosp@m.</b>mple.<b hidden>.nosp@m.</b>org</a>`: "To",
		`<p>The town <span hidden>which had burnt twice in a hundred years and was</span> was rebuilt</p>`:    "The which",
		`<div hidden>Opening hours</div><p>Every day</p>`:                                                     "Opening Every",
	} {
		if got := kept(t, source, DefaultOptions(), all(0.9, nil)); got != want {
			t.Errorf("%s: kept %q, want %q", source, got, want)
		}
	}
}

// What a page folds may be main content, and what it shows to nobody is not; the setting says more or less.
func TestHiddenTexts(t *testing.T) {
	const source = `<p>Shown to all</p><p hidden>Folded for now</p><p hidden>Unseen by all</p><p hidden>Half <b>is folded</b></p>`
	for keep, want := range map[string]string{"all": "Shown Folded Unseen Half", "folded": "Shown Folded Half", "none": "Shown"} {
		v := view(t, source)
		blocks := make([]Block, len(v.Blocks))
		for b := range blocks {
			blocks[b] = Block{Block: v.Blocks[b], Score: 0.9, Content: true}
		}
		for i := range v.Page.Nodes {
			n := &v.Page.Nodes[i]
			n.Unseen = n.Hidden && (strings.HasPrefix(n.Text, "Unseen") || strings.HasPrefix(n.Text, "Half"))
		}
		o := DefaultOptions()
		o.Hidden = keep
		v.settle(blocks, kind{"article", 1}, o)
		var got []string
		for _, b := range blocks {
			if b.Content {
				got = append(got, strings.Fields(b.Text)[0])
			} else if b.Rule != RuleHidden {
				t.Errorf("%s: %q is dropped by %q", keep, b.Text, b.Rule)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: kept %q, want %q", keep, got, want)
		}
	}
}

// What the page itself sets apart is none of its text; but a site's map may be nothing else.
func TestApart(t *testing.T) {
	for source, want := range map[string]string{
		`<p>Story</p><div role=navigation><h3>Chapters</h3><ul><li><a href=a>First</a><li><a href=b>Second</a></ul></div>`:             "Story",
		`<p>Story</p><nav><p>See <a href=a>the first chapter</a></p></nav>`:                                                            "Story",
		`<p>Story</p><div role=alertdialog><p>Agree</p></div>`:                                                                         "Story",
		`<p>Story</p><div role=dialog aria-modal=false><p>Details</p></div>`:                                                           "Story Details",
		`<p>Story</p><ul><li><label><input type=checkbox>Red</label><li><input type=radio id=b><label for=b>Blue</label></ul>`:         "Story",
		`<p>Story</p><ul><li><label><input type=checkbox disabled>Task</label><li><input type=checkbox>Other</ul>`:                     "Story Task Other",
		`<p>Story</p><ul class="task-list"><li><label><input type=checkbox>Task</label></ul>`:                                          "Story Task",
		`<p>Story</p><ul><li>1<li>2<li>3<li>…<li>40</ul>`:                                                                              "Story",
		`<p>Story</p><ul><li>3<li>1<li>2</ul><ul><li>1<li>2<li>Last</ul><ul><li>7<li>8</ul>`:                                           "Story 3 1 2 1 2 Last 7 8",
		`<p>Story</p><ul><li><label>Name<input type=text id=n></label><li><label for=n>Street</label></ul>`:                            "Story Name Street",
		`<p>Story</p><dialog open><p>Agree</p></dialog><select><option>Language</select>`:                                              "Story",
		`<p>Story</p><figure><img src=a><figcaption>Caption</figcaption></figure>`:                                                     "Story",
		`<p>Story</p><figure><pre>Code</pre><figcaption>Listing</figcaption></figure>`:                                                 "Story Code Listing",
		`<p>Story</p><div class="post-signature"><p>Signed</p></div>`:                                                                  "Story Signed",
		`<nav><a href=a>First</a></nav>`:                                                                                               "First",
		`<nav><a href=a>Sure</a></nav><p>Story</p>`:                                                                                    "Sure Story",
		`<p>Story</p><div><a rel="next nofollow" href=b><p>Next</p><p>Chapter</p></a></div>`:                                           "Story",
		`<p>Story</p><p><a rel=prev href=a>Before</a> | <a rel=next href=b>Next</a></p>`:                                               "Story",
		`<p>Story</p><p><a rel=next href=b>Next</a> in line</p><p>* * *</p>`:                                                           "Story Next *",
		`<head><link rel=prev href="a.html"></head><p>Story</p><p><a href="./a.html">Before</a></p><p><a href="c.html">Other</a></p>`:  "Story Other",
		`<head><link rel=next href="a.html"></head><p>Story</p><ul><li><a href="a.html">First</a><li><a href="b.html">Second</a></ul>`: "Story First Second",
		`<head><link rel=next href="a.html"></head><p>Story <a href="a.html">goes on</a></p>`:                                          "Story",
	} {
		if got := kept(t, source, DefaultOptions(), all(0.7, map[string]float64{"Story": 0.96, "Sure": 0.96})); got != want {
			t.Errorf("%s: kept %q, want %q", source, got, want)
		}
	}
	thread := view(t, `<p>Post</p><div class="post-signature"><p>Signed</p></div>`)
	if blocks := thread.decide([]float64{0.96, 0.94}, advice{}, kind{"forum", 1}, Options{ApartSure: 0.95, Threshold: 0.5}).Blocks; !blocks[0].Content || blocks[1].Content {
		t.Error("the signature of a post is kept, or the post is not")
	}
	v := view(t, `<p>Story</p><nav><a href=a>First</a></nav>`)
	o := DefaultOptions()
	o.MinWords, o.Threshold = 0, 0.5
	for _, taught := range []bool{false, true} {
		if blocks := v.decide([]float64{0.95, 0.8}, advice{taught: taught}, kind{}, o).Blocks; blocks[1].Content != taught {
			t.Errorf("taught %v: the menu is content: %v", taught, blocks[1].Content)
		}
	}
}

// What an article shows of others in cards is none of its text; a list of articles consists of them.
func TestCards(t *testing.T) {
	const card = `<a href="other.html"><h3>Title</h3><p>Summary of it</p></a>`
	for source, want := range map[string]string{
		`<p>Story</p>` + card: "Story",
		`<p>Story</p><a href="other.html"><p>Title alone</p></a>`:     "Story Title",
		`<p>Story</p><a><h3>Title</h3><p>Summary</p></a>`:             "Story Title Summary",
		`<p>Story</p><a href="#top"><h3>Title</h3><p>Summary</p></a>`: "Story Title Summary",
		card: "Title Summary",
	} {
		if got := kept(t, source, DefaultOptions(), all(0.7, map[string]float64{"Story": 0.96})); got != want {
			t.Errorf("%s: kept %q, want %q", source, got, want)
		}
	}
	v := view(t, `<p>Story</p>`+card)
	for _, k := range []kind{{"listing", 1}, {"documentation", 1}, {"article", 0.4}} {
		if cards := v.cards(k, DefaultOptions()); len(cards) > 0 {
			t.Errorf("a page that is %v has cards of others: %v", k, cards)
		}
	}
}

// A heading goes with what stands under it, but not one that is sure, that has no text below, or has some that stays.
func TestHeadingsOfEmptiedSections(t *testing.T) {
	long := strings.Repeat("word ", 2*sectionWords)
	source := "<p>Story " + long + "<h2>Related stories</h2><p>Other " + long + "<h3>Further down</h3><p>Other " + long +
		"<h2>Kept section</h2><h3>Within it</h3><p>Story " + long + "<h2>Sure one</h2><p>Other " + long + "<h2>First headline</h2><h2>Second headline</h2><h2>Marked</h2><p>[src]"
	but := map[string]float64{"Other": 0.1, "[src]": 0.1, "Sure": 0.9}
	if got, want := kept(t, source, DefaultOptions(), all(0.7, but)), "Story Kept Within Story Sure First Second Marked"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
	o := DefaultOptions()
	o.HeadingSure = 0
	if got := kept(t, source, o, all(0.7, but)); !slices.Contains(strings.Fields(got), "Related") {
		t.Errorf("a heading was dropped although classify.heading_sure is 0: %q", got)
	}
}

// Of headings of one kind, as the titles of a list's stories are, either few are lost or most.
func TestSeriesOfHeadings(t *testing.T) {
	const story = `<div><h3 class=title>%s</h3><p>Text</p></div>`
	source := strings.ReplaceAll("<h1>Head</h1>A B C D<h3>Other</h3>", "A B C D", strings.Join([]string{
		strings.ReplaceAll(story, "%s", "Alder"), strings.ReplaceAll(story, "%s", "Birch"), strings.ReplaceAll(story, "%s", "Cedar"),
		strings.ReplaceAll(story, "%s", "Date") + `<div hidden><h3 class=title>Elm</h3></div>`,
	}, ""))
	low := map[string]float64{"Head": 0.1, "Other": 0.1, "Elm": 0.1, "Cedar": 0.1}
	if got, want := kept(t, source, DefaultOptions(), all(0.9, low)), "Alder Text Birch Text Cedar Text Date Text"; got != want {
		t.Errorf("of a series of which most is kept: %q, want %q", got, want)
	}
	o := DefaultOptions()
	o.SeriesShare = 1
	if got, want := kept(t, source, o, all(0.9, low)), "Alder Text Birch Text Text Date Text"; got != want {
		t.Errorf("with classify.series_share at 1: %q, want %q", got, want)
	}
	low["Birch"] = 0.1
	if got, want := kept(t, source, DefaultOptions(), all(0.9, low)), "Alder Text Text Text Date Text"; got != want {
		t.Errorf("of a series of which half is kept: %q, want %q", got, want)
	}
}

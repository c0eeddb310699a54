package classify

import "testing"

// A table or a listing between main content goes with it. One that ends the text does not, nor do menus and what stands elsewhere.
func TestInserts(t *testing.T) {
	const table = `<table><tr><th>Year<th>Ships<tr><td>1961<td>412</table>`
	const menu = `<table><tr><td><a href=a>Print</a><td><a href=b>Mail</a><tr><td><a href=c>Save</a><td><a href=d>Share</a></table>`
	const listing = `<figure><pre>SELECT 1;</pre></figure>`
	for source, want := range map[string]string{
		`<p>Before</p><div>` + table + `</div>` + listing + `<p>Behind</p>`:        "Before Year Ships 1961 412 SELECT Behind",
		`<div><p>Before</p>` + table + listing + `</div><p>Behind</p>`:             "Before Behind",
		`<p>Before</p>` + menu + `<p>Behind</p>`:                                   "Before Behind",
		`<p>Before</p><p>Other text</p>` + table + `<p>Behind</p>`:                 "Before Behind",
		`<p>Before</p><table><tr><td>Lone<td>row</table><p>Behind</p>`:             "Before Behind",
		`<p>Before</p><pre hidden>Folded</pre><pre>SELECT <b>2</b></pre><p>Behind`: "Before SELECT Behind",
	} {
		if got := kept(t, source, DefaultOptions(), all(0.1, map[string]float64{"Before": 0.9, "Behind": 0.9})); got != want {
			t.Errorf("%s: kept %q, want %q", source, got, want)
		}
	}
}

// What main content announces by a colon goes with it, also at its end. Menus do not, nor what stands elsewhere or is hidden, and
// what stands behind other words.
func TestAnnounced(t *testing.T) {
	const list = `<ol><li>Read<li>Write</ol>`
	for source, want := range map[string]string{
		`<div><p>Before the dots:</p><pre>make</pre></div><p>Reply</p>`:                                       "Before make",
		`<div>Before the dots:<br> <div class=highlight><code><pre>make</pre></code></div></div><p>Reply</p>`: "Before make",
		`<div><p>Before that <b>these:</b></p>` + list + `</div><p>Reply</p>`:                                 "Before Read Write",
		`<p>Before these：</p><blockquote><p>Said</p><p>And</p></blockquote><p>Reply</p>`:                      "Before Said And",
		`<p>Before these:</p><ul><li><a href=a>Print</a><li><a href=b>Mail</a></ul>`:                          "Before",
		`<p>Before these.</p>` + list:                                                 "Before",
		`<div><p>Before these:</p></div>` + list:                                      "Before",
		`<p>Before these:</p><p>Other</p>` + list:                                     "Before",
		`<p>Before these:</p><pre hidden>make</pre>`:                                  "Before",
		`<p>Before these:</p><table><tr><td>Year<td>Ships<tr><td>1961<td>412</table>`: "Before",
		`<p>Before these:</p><div><pre>make</pre><p>Other</p></div>`:                  "Before",
		`<p>Menu:</p>` + list + `<p>Before</p>`:                                       "Before",
	} {
		if got := kept(t, source, DefaultOptions(), all(0.1, map[string]float64{"Before": 0.9})); got != want {
			t.Errorf("%s: kept %q, want %q", source, got, want)
		}
	}
}

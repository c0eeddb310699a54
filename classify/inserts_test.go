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

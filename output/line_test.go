package output

import "testing"

// A table of one row lays out a line, unless a cell holds more than words.
func TestLinesByTables(t *testing.T) {
	for source, want := range map[string]struct{ markdown, text string }{
		`<table><tr><td>int next</td><td>(</td><td>int&nbsp;</td><td><em>minutes</em></td><td>)</td><td></td></tr></table><p>Finds it.`: {
			"int next ( int *minutes* )\n\nFinds it.\n", "int next ( int minutes )\n\nFinds it."},
		`<table><tr><td>Left<br>column</td><td>Right</td></tr></table>`:     {"Left  \ncolumn\n\nRight\n", "Left\ncolumn\tRight"},
		`<table><tr><td><p>Left</p></td><td><p>Right</p></td></tr></table>`: {"Left\n\nRight\n", "Left\tRight"},
	} {
		d := allContent(t, source)
		if got := Markdown(d, DefaultOptions()); got != want.markdown {
			t.Errorf("%s is %q, want %q", source, got, want.markdown)
		}
		if got := Text(d); got != want.text {
			t.Errorf("%s is as text %q, want %q", source, got, want.text)
		}
	}
}

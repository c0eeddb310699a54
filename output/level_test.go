package output

import (
	"strings"
	"testing"
)

// Notion writes each toggle as a list.
func TestToggles(t *testing.T) {
	d := allContent(t, `<ul class=toggle><li><details open><summary>A</summary><p>in it</p><ul class=bulleted-list><li>b</ul></details></ul><ul class=toggle><li><details open><summary>C</summary></details></ul>`)
	if got, want := Markdown(d, DefaultOptions()), "- A\n  \n  in it\n  \n  - b\n- C\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Lists that an exporter wrote in pieces are one again.
func TestListsInPieces(t *testing.T) {
	const gap = `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span>`
	word := func(level, sign, text string) string {
		return `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level` + level + ` lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>` +
			sign + gap + `</span></span><![endif]>` + text + `<o:p></o:p></p>
`
	}
	for name, tt := range map[string]struct{ source, want string }{
		"Google Docs": {`<ul class="c1 lst-kix_a-0 start"><li>a</ul><ul class="c1 lst-kix_a-1 start"><li>b</ul><ol class="lst-kix_a-2 start"><li>c</ol><ul class="c1 lst-kix_a-0"><li>d</ul>
			<ul class="c1 lst-kix_b-0 start"><li>e</ul><p>f<ol class="lst-kix_c-0" start=2><li>g</ol>`,
			"- a\n  - b\n    1. c\n- d\n\n* e\n\nf\n\n2. g\n"},
		"Notion": {`<ul class=bulleted-list><li>a<ul class=bulleted-list><li>b</ul><ul class=bulleted-list><li>c</ul></ul><ul class=bulleted-list><li>d</ul><ol class=numbered-list start=1><li>e</ol><ol class=numbered-list start=2><li>f</ol>`,
			"- a\n  - b\n  - c\n- d\n\n1. e\n2. f\n"},
		"Word": {"<p>x" + word("1", "·", "a") + word("2", "o", "b") + word("1", "·", "c") + "<p>y" + word("1", "3.", "d") + word("2", "a)", "e") + word("1", "4.", "f"),
			"x\n\n- a\n  - b\n- c\n\ny\n\n3. d\n   1. e\n4. f\n"},
		"Word, filtered": {"<p class=MsoListParagraph><span style='font-family:Symbol'>·" + gap + "</span>a<p class=MsoListParagraph>1." + gap + "b",
			"- a\n\n1. b\n"},
		"Word, plain paragraphs":   {strings.ReplaceAll(word("1", "·", "a")+word("2", "o", "b"), "MsoListParagraph", "MsoNormal"), "- a\n  - b\n"},
		"numbers of headings stay": {"<h2 style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1." + gap + "</span>a</h2><p>b", "## 1. a\n\nb\n"},
		"a sign alone is text":     {word("1", "·", "") + "<p>b", "·\n\nb\n"},
	} {
		t.Run(name, func(t *testing.T) {
			d := allContent(t, tt.source)
			if got := Markdown(d, DefaultOptions()); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if problem := unlike(t, d); problem != "" {
				t.Error(problem)
			}
		})
	}
}

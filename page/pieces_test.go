package page

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// spell puts each letter of a word into an element of its own, in one for the word.
func spell(word string) string {
	return "<span><span>" + strings.Join(strings.Split(word, ""), "</span><span>") + "</span></span>"
}

func TestTextsInPiecesAreJoined(t *testing.T) {
	piece := func(text string) string { return "<div aria-hidden=true>" + text + "</div>" }
	spelled := spell("Long") + " " + spell("words,") + spell("here")
	for _, tt := range []struct {
		name, html string
		want       []string
	}{
		{"lines and words that a label names", "<h2 aria-label='one two three'>" + piece(piece("one")+" "+piece("two")) + piece("three") + "</h2>",
			[]string{"one two three"}},
		{"not what the label says otherwise", "<h2 aria-label='two one'>" + piece("one") + piece("two") + "</h2>", []string{"one", "two"}},
		{"nor what all are to hear", "<h2 aria-label='one two'><div>one</div><div>two</div></h2>", []string{"one", "two"}},
		{"nor what is more than pieces", "<div aria-label='one two'>" + piece("one") + "<p aria-hidden=true>two</p></div>", []string{"one", "two"}},
		{"what a copy says whole", "<h2><span aria-hidden=true><span>one</span><span>two</span><br> <span>one two</span></span><span class=unseen>one two</span></h2>", []string{"one two"}},
		{"a copy in lines", "<h2><span aria-hidden=true>one<br>two</span><span class=unseen>one<br>two</span></h2>", []string{"one two"}},
		{"no copy of more than pieces", "<h2><span aria-hidden=true>one</span><a class=unseen>one</a></h2>", []string{"one one"}},
		{"a copy before it", "<p><a href=/b><span class=unseen>one</span> <span aria-hidden=true>one</span></a></p>", []string{"one"}},
		{"no copy", "<p><span aria-hidden=true>one</span> <span class=unseen>of two</span></p>", []string{"one of two"}},
		{"a copy beside more", "<p><span aria-hidden=true>one</span> <span>one</span> two</p>", []string{"one one two"}},
		{"letters", "<h2>" + spelled + "</h2><p>text", []string{"Long words, here", "text"}},
		{"letters behind masks", "<h2>" + strings.NewReplacer("<span>", "<span><span>", "</span>", "</span></span>").Replace(spell("mask")) + "</h2>", []string{"mask"}},
		{"spaces as pieces", "<h2>" + spell("two words") + "</h2>", []string{"two words"}},
		{"letters beside text", "<p>Some <b>" + spell("more") + "</b> text", []string{"Some more text"}},
		{"hidden letters", "<p hidden>" + spell("gone") + "</p>", []string{"(hidden) gone"}},
		{"no letters of a list", "<p><span>A</span> <span>B</span> <span>C</span> <span>D</span></p>", []string{"A B C D"}},
		{"no links", "<p>" + strings.ReplaceAll(spell("ABCD"), "span", "a") + "</p>", []string{"A B C D"}},
		{"no numbers", "<p>" + spell("12345") + "</p>", []string{"1 2 3 4 5"}},
		{"no code", "<p><code>" + spell("a+b*c-d") + "</code></p>", []string{"a+b*c-d"}},
		{"no formulas", `<p><span class="katex"><math><annotation encoding="application/x-tex">abcd</annotation></math>` + spell("abcd") + "</span></p>", []string{"$abcd$"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := parse(t, tt.html)
			if err := p.Validate(); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(tt.want, texts(p)); diff != "" {
				t.Errorf("blocks differ (-want +got):\n%s", diff)
			}
		})
	}
}

// As it is shown, a letter is a piece also in an element that would be a block, and what stands apart is another word.
func TestLettersAsTheyAreShown(t *testing.T) {
	p := &Page{Rendered: true, Nodes: []Node{{Parent: -1, Tag: "p", Style: &Style{Display: "block"}}}}
	for k, letter := range strings.Split("goodday", "") {
		x := float64(10 * k)
		if k > 3 {
			x += 5
		}
		p.Nodes = append(p.Nodes, Node{Tag: "div", Style: &Style{Display: "inline-block"}},
			Node{Kind: Text, Text: letter, Parent: len(p.Nodes), Box: Box{x, 0, 10, 20}})
	}
	if err := p.Link(); err != nil {
		t.Fatal(err)
	}
	p.Join()
	blocks := p.Blocks()
	if len(blocks) != 1 || blocks[0].Text != "good day" || blocks[0].Box != (Box{0, 0, 75, 20}) {
		t.Errorf("got %+v", blocks)
	}
}

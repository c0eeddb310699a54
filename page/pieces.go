package page

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// pieceTags are the elements into which texts are cut for show, so that letters, words or lines move one by one.
var pieceTags = TagSet("span div em strong b i mark br wbr")

// Join makes one text again of each that is cut into pieces for show: one that its element names whole for assistive
// technology, or that a copy beside the pieces says whole, where it hides the pieces from that, and one that is spelled out,
// each letter in an element of its own. The text has the box around all of them.
func (p *Page) Join() {
	texts := map[int]string{}
	formulas := p.hasFormulas(0)
	for i := 0; i < len(p.Nodes); i++ {
		if formulas {
			if _, _, ok := p.Formula(i); ok {
				i = p.Nodes[i].End - 1
				continue
			}
		}
		if text := p.whole(i); text != "" {
			texts[i] = text
			i = p.Nodes[i].End - 1
		}
	}
	if len(texts) == 0 {
		return
	}
	kept := make([]Node, 0, len(p.Nodes))
	at := make([]int, len(p.Nodes)) // where each node went
	for i := 0; i < len(p.Nodes); i++ {
		n := p.Nodes[i]
		if n.Parent >= 0 {
			n.Parent = at[n.Parent]
		}
		at[i] = len(kept)
		kept = append(kept, n)
		if text := texts[i]; text != "" {
			kept = append(kept, p.joined(i, text, at[i]))
			i = n.End - 1
		}
	}
	p.Nodes = kept
	if err := p.Link(); err != nil {
		panic(err) // the tree that was there, with less in it
	}
}

// joined is the text of element i as one, below the parent.
func (p *Page) joined(i int, text string, parent int) Node {
	one := Node{Kind: Text, Parent: parent, Text: text, Hidden: true, Unseen: true}
	for _, piece := range p.Nodes[i+1 : p.Nodes[i].End] {
		if piece.Kind == Text && hasVisible(piece.Text) {
			one.Box = one.Box.Union(piece.Box)
			one.Hidden, one.Unseen = one.Hidden && piece.Hidden, one.Unseen && piece.Unseen
		}
	}
	return one
}

// whole is the text of element i where it is cut into pieces; "" where it is not.
func (p *Page) whole(i int) string {
	n := &p.Nodes[i]
	if n.Kind == Text || n.End < i+3 { // itself, a piece and its text
		return ""
	}
	if label := n.Attr("aria-label"); label != "" && p.isCut(i, label) {
		return label
	}
	if text := p.copied(i); text != "" {
		return text
	}
	return p.spelled(i)
}

// copied is the text of element i where one of the two elements in it says for assistive technology what the other one, which is
// hidden from it, shows: in pieces, or more than once, as for screens of two widths. "" elsewhere.
func (p *Page) copied(i int) string {
	shown, said := -1, -1
	for c := range p.Children(i) {
		n := &p.Nodes[c]
		switch {
		case n.Kind == Text && !hasVisible(n.Text):
		case n.Kind == Text:
			return ""
		case n.Attr("aria-hidden") == "true" && shown < 0:
			shown = c
		case n.Attr("aria-hidden") != "true" && said < 0:
			said = c
		default:
			return ""
		}
	}
	if shown < 0 || said < 0 {
		return ""
	}
	text := p.ofPieces(said)
	once, all := strings.ReplaceAll(text, " ", ""), strings.ReplaceAll(p.ofPieces(shown), " ", "")
	if once == "" || strings.Repeat(once, len(all)/len(once)) != all || all == "" {
		return ""
	}
	return text
}

// ofPieces is the text of element i with single spaces; "" where it holds more than pieces.
func (p *Page) ofPieces(i int) string {
	var text strings.Builder
	for j := i; j < p.Nodes[i].End; j++ {
		n := &p.Nodes[j]
		if n.Kind == Element && !pieceTags[n.Tag] {
			return ""
		}
		if n.Tag == "br" {
			text.WriteByte(' ')
		}
		text.WriteString(n.Text)
	}
	return Collapse(text.String())
}

// isCut reports whether the pieces of element i are hidden from assistive technology, and say together what its label says.
func (p *Page) isCut(i int, label string) bool {
	rest, pieces, away := label, 0, i+1 // the end of the piece that j is in
	for j := i + 1; j < p.Nodes[i].End; j++ {
		n := &p.Nodes[j]
		switch {
		case n.Kind == Element && !pieceTags[n.Tag]:
			return false
		case n.Kind == Element:
			if j >= away && n.Attr("aria-hidden") == "true" {
				away = n.End
			}
			continue
		case !hasVisible(n.Text):
			continue
		case j >= away:
			return false
		}
		for word := range strings.FieldsFuncSeq(n.Text, IsSpace) {
			ok := false
			for part := range strings.SplitSeq(word, "") {
				if rest, ok = strings.CutPrefix(strings.TrimLeftFunc(rest, IsSpace), part); !ok {
					return false
				}
			}
		}
		pieces++
	}
	return pieces > 1 && strings.TrimFunc(rest, IsSpace) == ""
}

// fewestLetters is how many letters some word has of a text that is spelled out: fewer may be a list or code. A guess.
const fewestLetters = 4

// spelled is the text of element i where each letter of it stands in an inline element of its own; "" elsewhere. Words are set
// apart by white space, as written or as shown, or stand in elements of their own.
func (p *Page) spelled(i int) string {
	var text strings.Builder
	last, word, row, longest := -1, -1, 0, 0
	apart := false
	for j := i + 1; j < p.Nodes[i].End; j++ {
		n := &p.Nodes[j]
		if n.Kind == Element {
			if !isInlinePiece(n) {
				return ""
			}
			continue
		}
		if !hasVisible(n.Text) {
			apart = apart || strings.IndexFunc(n.Text, IsSpace) >= 0
			continue
		}
		letter := strings.TrimFunc(n.Text, IsSpace)
		if utf8.RuneCountInString(letter) > 1 || n.Parent == i || n.Parent != j-1 || p.Nodes[n.Parent].End > j+1 {
			return ""
		}
		holder := p.holder(j-1, i)
		if last >= 0 && (apart || holder != word || p.gap(last, j)) {
			text.WriteByte(' ')
			row = 0
		}
		text.WriteString(letter)
		row++
		if r, _ := utf8.DecodeRuneInString(letter); !unicode.IsLetter(r) {
			row = 0
		}
		longest = max(longest, row)
		last, word, apart = j, holder, false
	}
	if longest < fewestLetters {
		return ""
	}
	return text.String()
}

// isInlinePiece reports whether an element may hold a letter or a word of a line.
func isInlinePiece(n *Node) bool {
	if n.Style == nil {
		return pieceTags[n.Tag] && n.Tag != "div"
	}
	return pieceTags[n.Tag] && strings.HasPrefix(n.Style.Display, "inline")
}

// holder is the nearest element around element j that holds more than it, at most element i.
func (p *Page) holder(j, i int) int {
	up := p.Nodes[j].Parent
	for up > i && up == j-1 && p.Nodes[up].End == p.Nodes[j].End {
		j, up = up, p.Nodes[up].Parent
	}
	return up
}

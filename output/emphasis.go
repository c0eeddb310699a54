package output

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/mullionhq/mullion/page"
)

func isEmphasis(n *html.Node) bool { return is(n, "em") || is(n, "strong") }

// lineByLine cuts emphasis at its line breaks, for its delimiters work on one line only, and returns the pieces that are
// emphasis.
func lineByLine(n *html.Node) []*html.Node {
	parts := cutBreaks(n)
	if len(parts) == 1 {
		return parts
	}
	var emphasis []*html.Node
	for _, part := range parts {
		n.Parent.InsertBefore(part, n)
		if is(part, n.Data) {
			emphasis = append(emphasis, part)
		}
	}
	n.Parent.RemoveChild(n)
	return emphasis
}

// cutBreaks takes the line breaks out of an inline element: it gives its pieces, which have the same markup, and the
// breaks between them. An element without breaks is its only piece.
func cutBreaks(n *html.Node) []*html.Node {
	if is(n, "br") || !holds(n, "br") {
		return []*html.Node{n}
	}
	var parts []*html.Node
	piece := shallow(n)
	flush := func() {
		if piece.FirstChild != nil {
			parts = append(parts, piece)
			piece = shallow(n)
		}
	}
	for _, c := range nodes(n) {
		for _, part := range cutBreaks(c) {
			if part.Parent != nil {
				part.Parent.RemoveChild(part)
			}
			if is(part, "br") {
				flush()
				parts = append(parts, part)
			} else {
				piece.AppendChild(part)
			}
		}
	}
	flush()
	return parts
}

// flank makes sure that the delimiters of emphasis are read as such. CommonMark does not open emphasis between a letter
// and a punctuation mark, nor close it between a mark and a letter, which is common where words are not
// set apart by spaces; there the marks move out of the emphasis, a bracket with what stands in it. What begins or ends with
// other signs of Markdown loses its emphasis.
func flank(n *html.Node) {
	for tight(before(n)) {
		t := edge(n, first)
		if t == nil {
			dropEmphasis(n)
			return
		}
		r, size := utf8.DecodeRuneInString(t.Data)
		if !sign(r) {
			break
		}
		t.Data = t.Data[size:]
		put(n, string(r), n)
		prune(t, n)
	}
	for n.Parent != nil && tight(after(n)) {
		t := edge(n, last)
		if t == nil {
			dropEmphasis(n)
			return
		}
		r, size := utf8.DecodeLastRuneInString(t.Data)
		if !sign(r) {
			break
		}
		if at := bracketAt(t.Data); at > 0 { // what stands in brackets behind a word
			put(n, t.Data[at:], n.NextSibling)
			t.Data = t.Data[:at]
			continue
		}
		t.Data = t.Data[:len(t.Data)-size]
		put(n, string(r), n.NextSibling)
		prune(t, n)
		if opening := edge(n, first); opening != nil {
			if o, size := utf8.DecodeRuneInString(opening.Data); isPair(o, r) { // a pair moves together
				opening.Data = opening.Data[size:]
				put(n, string(o), n)
				prune(opening, n)
			}
		}
	}
	if n.Parent != nil && (n.FirstChild == nil || touches(n)) {
		dropEmphasis(n)
	}
}

// isPair reports whether a mark may open what the other closes: brackets, or the same straight quotation mark.
func isPair(opening, closing rune) bool {
	return unicode.In(opening, unicode.Ps, unicode.Pi) && unicode.In(closing, unicode.Pe, unicode.Pf) ||
		opening == closing && (opening == '"' || opening == '\'')
}

// bracketAt is where the bracket opens, in bytes, that the last character of s closes; -1 where it closes none.
func bracketAt(s string) int {
	depth := 0
	for end := len(s); end > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:end])
		end -= size
		switch {
		case unicode.Is(unicode.Pe, r):
			depth++
		case unicode.Is(unicode.Ps, r) && depth == 1:
			return end
		case unicode.Is(unicode.Ps, r):
			depth--
		case depth == 0: // the last character
			return -1
		}
	}
	return -1
}

// dropEmphasis replaces emphasis by what it holds. Emphasis in it and before it has something else beside it now; that behind
// it and around it is looked at later.
func dropEmphasis(n *html.Node) {
	touched := append(nodes(n), n.PrevSibling)
	unwrap(n)
	for _, e := range touched {
		if e != nil && e.Parent != nil && signOf(e) != "" {
			flank(e)
		}
	}
}

// touches reports whether the sign that is written around emphasis stands beside it, on either side, in the text: it would be
// read with it. A tilde in deleted text ends it wherever it stands.
func touches(n *html.Node) bool {
	of := signOf(n)
	return string(before(n)) == of || string(after(n)) == of || of == "~" && strings.Contains(content(n), of)
}

// signOf is the sign that is written around emphasis; "" for what is none.
func signOf(n *html.Node) string {
	switch {
	case isEmphasis(n):
		return "*"
	case is(n, "del"):
		return "~"
	}
	return ""
}

func first(n *html.Node) *html.Node { return n.FirstChild }
func last(n *html.Node) *html.Node  { return n.LastChild }

// edge is the text at an end of emphasis; nil when something else stands there.
func edge(n *html.Node, end func(*html.Node) *html.Node) *html.Node {
	for c := end(n); c != nil; c = end(c) {
		if c.Type == html.TextNode {
			if c.Data == "" {
				return nil
			}
			return c
		}
		if signOf(c) != signOf(n) {
			return nil
		}
	}
	return nil
}

// tight reports whether a character keeps a delimiter beside it from being read after a punctuation mark.
func tight(r rune) bool {
	return r != 0 && !unicode.IsSpace(r) && !unicode.IsPunct(r) && (!unicode.IsSymbol(r) || isOtherSymbol(r))
}

// isOtherSymbol reports whether a character is a symbol, but none of ASCII: some readers take it for punctuation, some do not.
func isOtherSymbol(r rune) bool { return r > unicode.MaxASCII && unicode.IsSymbol(r) }

func sign(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) || unicode.IsSpace(r) }

// before is the character shown just before n in its run, 0 when there is none.
func before(n *html.Node) rune {
	return beside(n, previous, utf8.DecodeLastRuneInString)
}

// after is the character shown just after n in its run, 0 when there is none.
func after(n *html.Node) rune {
	return beside(n, next, utf8.DecodeRuneInString)
}

// beside is the character at the near end of the first text, or sign, that stands on one side of n.
func beside(n *html.Node, step func(*html.Node) *html.Node, near func(string) (rune, int)) rune {
	const mark = '>'
	for e := n; e != nil && !lines[e.Data]; e = e.Parent {
		for s := step(e); s != nil; s = step(s) {
			switch {
			case is(s, "br") || lines[s.Data] && s.Type == html.ElementNode:
				return 0
			case signed[s.Data] && s.Type == html.ElementNode:
				return mark
			}
			if text := content(s); text != "" {
				r, _ := near(text)
				return r
			}
		}
		if e.Parent != nil && signed[e.Parent.Data] {
			return mark
		}
	}
	return 0
}

// signed are the inline elements that begin and end with a mark of punctuation where they are written, as a bracket is.
var signed = page.TagSet("a code img sub sup ruby rt")

// put inserts text beside n, before the sibling at.
func put(n *html.Node, s string, at *html.Node) {
	n.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: s}, at)
}

// prune removes t and its ancestors below n that became empty.
func prune(t, n *html.Node) {
	for t != n && t.FirstChild == nil && (t.Type == html.ElementNode || t.Data == "") {
		up := t.Parent
		up.RemoveChild(t)
		t = up
	}
}

// untangle takes emphasis within emphasis away where CommonMark would pair its delimiters with others: those between two
// letters, or two marks, may close what is open, and do so where that was opened, or another is closed, in one row with other
// delimiters, as in ***a**b**c***.
func untangle(root *html.Node) {
	tangled := map[*html.Node]bool{}
	for outer := range root.Descendants() {
		if !isEmphasis(outer) {
			continue
		}
		nested := slices.DeleteFunc(slices.Collect(outer.Descendants()), func(n *html.Node) bool { return !isEmphasis(n) })
		beside := isEmphasis(sibling(outer, previous)) || isEmphasis(sibling(outer, next))
		if !beside && (len(nested) < 2 || !isEmphasis(innermost(outer, first)) && !isEmphasis(innermost(outer, last))) {
			continue
		}
		for _, n := range nested {
			if opensAndCloses(n, outer) || meets(n, outer, previous) || meets(n, outer, next) {
				tangled[n] = true
			}
		}
	}
	for n := range tangled {
		unwrap(n)
	}
}

// edgeCode keeps code from standing at an end of emphasis by a wbr, of which nothing is written: the library sets such
// emphasis apart by spaces, before a mark too.
func edgeCode(root *html.Node) {
	for n := range root.Descendants() {
		if isEmphasis(n) && is(n.FirstChild, "code") {
			n.InsertBefore(element("wbr"), n.FirstChild)
		}
		if isEmphasis(n) && is(n.LastChild, "code") {
			n.AppendChild(element("wbr"))
		}
	}
}

func previous(n *html.Node) *html.Node { return n.PrevSibling }
func next(n *html.Node) *html.Node     { return n.NextSibling }

// sibling is the next one in a direction of which something is written.
func sibling(n *html.Node, step func(*html.Node) *html.Node) *html.Node {
	for n = step(n); is(n, "wbr"); n = step(n) {
	}
	return n
}

// innermost is what stands at an end of emphasis, in a link too, which the library sets around the emphasis.
func innermost(n *html.Node, end func(*html.Node) *html.Node) *html.Node {
	for n = end(n); is(n, "a"); n = end(n) {
	}
	return n
}

// meets reports whether n ends, on one side, where the emphasis that it is in does and other emphasis follows.
func meets(n, in *html.Node, step func(*html.Node) *html.Node) bool {
	for ; n != in; n = n.Parent {
		if sibling(n, step) != nil {
			return false
		}
	}
	return isEmphasis(sibling(in, step))
}

// opensAndCloses reports whether a delimiter of emphasis may open emphasis as well as close it, in the emphasis that it is in: it
// stands between two characters that are no space, and both or neither of which are punctuation.
func opensAndCloses(n, in *html.Node) bool {
	follows := func(step func(*html.Node) *html.Node) bool {
		for m := n; m != in; m = m.Parent {
			if sibling(m, step) != nil {
				return true
			}
		}
		return false
	}
	both := func(a, b rune) bool {
		return a != 0 && b != 0 && !unicode.IsSpace(a) && !unicode.IsSpace(b) && (tight(a) == tight(b) || isOtherSymbol(a) || isOtherSymbol(b))
	}
	for m := n; m != in; m = m.Parent {
		if is(m, "del") { // whose sign may be beside it
			return true
		}
	}
	opening, closing := shallow(n), shallow(n)
	opening.NextSibling, closing.PrevSibling = n.FirstChild, n.LastChild
	begin, end := after(opening), before(closing)
	return follows(previous) && both(before(n), begin) || follows(next) && both(end, after(n))
}

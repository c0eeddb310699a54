package output

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// simplify changes a tree into one that Markdown can say: footnotes out of their lists, definition lists and figures
// as paragraphs, cells on one line, emphasis only where its delimiters are understood.
func simplify(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if c.Type == html.ElementNode {
			simplify(c)
			reduce(c)
		}
		c = next
	}
	setSiblingsApart(n)
}

// setSiblingsApart keeps from being read as one what stands side by side: emphasis of two kinds by a wbr, of which nothing
// is written, and two lists by an empty comment. Adjacent emphasis of one kind is joined.
func setSiblingsApart(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch {
		case isEmphasis(c) && is(next, c.Data):
			move(next, c)
			n.RemoveChild(next)
			continue
		case isEmphasis(c) && isEmphasis(next):
			n.InsertBefore(element("wbr"), next)
		case (is(c, "ul") || is(c, "ol")) && is(next, c.Data):
			n.InsertBefore(&html.Node{Type: html.CommentNode, Data: " "}, next)
		}
		c = next
	}
}

func isEmphasis(n *html.Node) bool { return is(n, "em") || is(n, "strong") }

func reduce(n *html.Node) {
	switch n.Data {
	case "ul", "ol":
		if slices.ContainsFunc(elements(n), func(c *html.Node) bool { return get(c, "id") != "" }) {
			for _, c := range elements(n) {
				rename(c, "div")
			}
			unwrap(n)
		}
	case "sup":
		if c := n.FirstChild; c != nil && c.NextSibling == nil && get(c, "class") == "footnote-ref" {
			unwrap(n)
		}
	case "q":
		quoteMarks(n)
		unwrap(n)
	case "dl", "mark":
		unwrap(n)
	case "dt":
		strong := element("strong")
		move(n, strong)
		n.AppendChild(strong)
		rename(n, "p")
		flank(strong)
	case "dd", "figure":
		rename(n, "div")
	case "figcaption":
		rename(n, "p")
	case "kbd":
		rename(n, "code")
	case "th", "td":
		flatten(n)
	case "table":
		onlyHead(n)
	case "caption":
		if t := n.Parent; t.Parent != nil {
			t.RemoveChild(n)
			rename(n, "p")
			t.Parent.InsertBefore(n, t)
		}
	case "em", "strong", "del":
		for _, line := range lineByLine(n) {
			flank(line)
		}
	}
}

// quoteMarks writes the marks around a quotation that browsers draw, unless the page has its own.
func quoteMarks(q *html.Node) {
	opening, closing := "“", "”"
	for n := q.Parent; n != nil; n = n.Parent {
		if is(n, "q") {
			opening, closing = "‘", "’"
			break
		}
	}
	if start, _ := utf8.DecodeRuneInString(content(q)); isQuoteMark(start) || isQuoteMark(before(q)) {
		return
	}
	q.InsertBefore(&html.Node{Type: html.TextNode, Data: opening}, q.FirstChild)
	q.AppendChild(&html.Node{Type: html.TextNode, Data: closing})
}

func isQuoteMark(r rune) bool { return r == '"' || unicode.In(r, unicode.Quotation_Mark) }

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

func shallow(n *html.Node) *html.Node {
	return &html.Node{Type: n.Type, Data: n.Data, DataAtom: n.DataAtom, Attr: n.Attr}
}

// holds reports whether an element with the tag is below n.
func holds(n *html.Node, tag string) bool {
	for d := range n.Descendants() {
		if is(d, tag) {
			return true
		}
	}
	return false
}

// onlyHead makes the first row of a table the only one with headings: Markdown has no others.
func onlyHead(table *html.Node) {
	row := 0
	for n := range table.Descendants() {
		switch {
		case is(n, "tr"):
			row++
		case is(n, "th") && row > 1:
			rename(n, "td")
		}
	}
}

// flatten makes the content of a cell inline: blocks are set apart by line breaks.
func flatten(cell *html.Node) {
	var flat []*html.Node
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for _, c := range nodes(n) {
			if c.Type != html.ElementNode || !lines[c.Data] {
				n.RemoveChild(c)
				if c.Type != html.CommentNode {
					flat = append(flat, c)
				}
				continue
			}
			if len(flat) > 0 && !is(flat[len(flat)-1], "br") {
				flat = append(flat, element("br"))
			}
			if c.Data == "pre" {
				flat = append(flat, codeLines(c)...)
			} else {
				walk(c)
			}
			flat = append(flat, element("br"))
		}
	}
	walk(cell)
	for len(flat) > 0 && is(flat[len(flat)-1], "br") {
		flat = flat[:len(flat)-1]
	}
	move(cell, element("div"))
	for _, c := range flat {
		cell.AppendChild(c)
	}
	for n := range cell.Descendants() { // a bar ends a cell even in code
		if n.Type == html.TextNode && n.Parent.Data == "code" {
			n.Data = strings.ReplaceAll(n.Data, "|", `\|`)
		}
	}
}

// codeLines is preformatted text as inline code, a piece a line.
func codeLines(pre *html.Node) []*html.Node {
	var out []*html.Node
	for line := range strings.SplitSeq(content(pre), "\n") {
		if blank(line) {
			continue
		}
		if len(out) > 0 {
			out = append(out, element("br"))
		}
		code := element("code")
		appendText(code, line)
		out = append(out, code)
	}
	return out
}

// flank makes sure that the delimiters of emphasis are read as such. CommonMark does not open emphasis between a letter
// and a punctuation mark, nor close it between a mark and a letter, which is common where words are not
// set apart by spaces; there the marks move out of the emphasis. What begins or ends with other signs of
// Markdown loses its emphasis.
func flank(n *html.Node) {
	for tight(before(n)) {
		t := edge(n, first)
		if t == nil {
			unwrap(n)
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
			unwrap(n)
			return
		}
		r, size := utf8.DecodeLastRuneInString(t.Data)
		if !sign(r) {
			break
		}
		t.Data = t.Data[:len(t.Data)-size]
		put(n, string(r), n.NextSibling)
		prune(t, n)
		if opening := edge(n, first); unicode.In(r, unicode.Pe, unicode.Pf) && opening != nil {
			if r, size = utf8.DecodeRuneInString(opening.Data); unicode.In(r, unicode.Ps, unicode.Pi) { // a pair moves together
				opening.Data = opening.Data[size:]
				put(n, string(r), n)
				prune(opening, n)
			}
		}
	}
	if n.Parent != nil && (n.FirstChild == nil || strings.ContainsRune(delimiters, before(n)) || strings.ContainsRune(delimiters, after(n))) {
		unwrap(n)
	}
}

// delimiters are the signs that Markdown sets around emphasis: one beside it would be read with it.
const delimiters = "*_~"

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
		if c.Data != "em" && c.Data != "strong" && c.Data != "del" {
			return nil
		}
	}
	return nil
}

// tight reports whether a character keeps a delimiter beside it from being read after a punctuation mark.
func tight(r rune) bool { return r != 0 && !unicode.IsSpace(r) && !unicode.IsPunct(r) }

func sign(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) || unicode.IsSpace(r) }

// before is the character shown just before n in its run, 0 when there is none.
func before(n *html.Node) rune {
	for ; n != nil && !lines[n.Data]; n = n.Parent {
		for s := n.PrevSibling; s != nil; s = s.PrevSibling {
			if is(s, "br") || lines[s.Data] && s.Type == html.ElementNode {
				return 0
			}
			if text := content(s); text != "" {
				r, _ := utf8.DecodeLastRuneInString(text)
				return r
			}
		}
	}
	return 0
}

// after is the character shown just after n in its run, 0 when there is none.
func after(n *html.Node) rune {
	for ; n != nil && !lines[n.Data]; n = n.Parent {
		for s := n.NextSibling; s != nil; s = s.NextSibling {
			if is(s, "br") || lines[s.Data] && s.Type == html.ElementNode {
				return 0
			}
			if text := content(s); text != "" {
				r, _ := utf8.DecodeRuneInString(text)
				return r
			}
		}
	}
	return 0
}

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

// content is the text of a subtree.
func content(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var out strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			out.WriteString(d.Data)
		}
	}
	return out.String()
}

// is reports whether n is an element with the tag.
func is(n *html.Node, tag string) bool {
	return n != nil && n.Type == html.ElementNode && n.Data == tag
}

func nodes(n *html.Node) []*html.Node { return slices.Collect(n.ChildNodes()) }

func elements(n *html.Node) []*html.Node {
	return slices.DeleteFunc(nodes(n), func(c *html.Node) bool { return c.Type != html.ElementNode })
}

func rename(n *html.Node, tag string) {
	e := element(tag)
	n.Data, n.DataAtom = e.Data, e.DataAtom
}

// move moves the children of one node to another.
func move(from, to *html.Node) {
	for _, c := range nodes(from) {
		from.RemoveChild(c)
		to.AppendChild(c)
	}
}

// unwrap replaces n by its children.
func unwrap(n *html.Node) {
	for _, c := range nodes(n) {
		n.RemoveChild(c)
		n.Parent.InsertBefore(c, n)
	}
	n.Parent.RemoveChild(n)
}

package output

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// simplify changes a tree into one that Markdown can say: footnotes out of their lists, definition lists, but for
// lists of terms only, and figures as paragraphs, cells on one line, emphasis only where its delimiters are understood.
func simplify(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if c.Type == html.ElementNode {
			if isContents(c) {
				listTerms(c)
			}
			if is(c, "dt") {
				unbold(c)
			}
			simplify(c)
			reduce(c)
		}
		c = next
	}
	setSiblingsApart(n)
}

// isNote reports whether an element is a footnote.
func isNote(n *html.Node) bool { return get(n, "id") != "" }

// takeNotesOut takes the footnotes out of a list. The items to which nothing refers are lists between them, with their numbers.
func takeNotesOut(list *html.Node) {
	numbers := itemNumbers(list)
	var others *html.Node
	for k, c := range elements(list) {
		if isNote(c) {
			rename(c, "div")
			others = nil
			continue
		}
		if others == nil {
			others = element(list.Data)
			set(others, "start", strconv.Itoa(numbers[k]))
			if has(list, "reversed") {
				set(others, "reversed", "")
			}
			list.InsertBefore(others, c)
		}
		list.RemoveChild(c)
		others.AppendChild(c)
	}
	unwrap(list)
}

// unbold takes away what is bold in a term, which is as a whole.
func unbold(term *html.Node) {
	for _, c := range slices.Collect(term.Descendants()) {
		if is(c, "strong") {
			unwrap(c)
		}
	}
	joinTexts(term)
}

// setSiblingsApart keeps emphasis of two kinds that stands side by side from being read as one by a wbr, of which nothing is
// written. Adjacent emphasis of one kind is joined, and so are code, and a link that is cut within a word.
func setSiblingsApart(n *html.Node) {
	var joined *html.Node
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if joined != nil && joined != c {
			setSiblingsApart(joined) // what begins and ends its parts stands side by side now
			joined = nil
		}
		switch {
		case (signOf(c) != "" || is(c, "code")) && is(next, c.Data) || isCutLink(c, next):
			move(next, c)
			n.RemoveChild(next)
			joined = c
			continue
		case isEmphasis(c) && isEmphasis(next):
			n.InsertBefore(element("wbr"), next)
		}
		c = next
	}
	if joined != nil {
		setSiblingsApart(joined)
	}
}

// isCutLink reports whether two elements are links to the same address, and a word goes on from one to the other.
func isCutLink(a, b *html.Node) bool {
	if !is(a, "a") || !is(b, "a") || get(a, "href") != get(b, "href") {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(content(a))
	first, _ := utf8.DecodeRuneInString(content(b))
	return isWordly(last) && isWordly(first)
}

// reduce changes one element, whose children are simple already.
func reduce(n *html.Node) {
	switch n.Data {
	case "ul", "ol":
		if slices.ContainsFunc(elements(n), isNote) {
			takeNotesOut(n)
		}
	case "sup":
		if c := n.FirstChild; c != nil && c.NextSibling == nil && get(c, "class") == "footnote-ref" {
			unwrap(n)
		}
	case "span":
		if get(n, "class") == "footnote-mark" {
			n.Parent.RemoveChild(n)
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
		reduce(strong)
	case "dd", "figure":
		rename(n, "div")
	case "figcaption":
		rename(n, "p")
	case "code", "kbd":
		rename(n, "code")
		partCode(n)
	case "th", "td":
		flatten(n)
	case "table":
		if inCell(n) {
			return
		}
		onlyHead(n)
		fillSpans(n)
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

// isContents reports whether a definition list defines nothing and lists its terms, as DocBook's tables of contents do, in
// which what stands below a term is its definition.
func isContents(n *html.Node) bool {
	const least = 2 // terms; one alone may be a term whose definition is no content
	return is(n, "dl") && termsOnly(n) >= least
}

// termsOnly is how many terms a definition list and those in it have; 0 when anything is defined.
func termsOnly(dl *html.Node) int {
	terms := 0
	for _, c := range nodes(dl) {
		switch {
		case is(c, "dt"):
			terms++
		case is(c, "dd") && is(c.FirstChild, "dl") && c.FirstChild.NextSibling == nil:
			below := termsOnly(c.FirstChild)
			if below == 0 {
				return 0
			}
			terms += below
		default:
			return 0
		}
	}
	return terms
}

// listTerms turns a definition list of terms only into a list: the terms in a definition are items of the term before it.
func listTerms(dl *html.Node) {
	rename(dl, "ul")
	var term *html.Node
	for _, c := range nodes(dl) {
		below := c.FirstChild
		switch {
		case is(c, "dt"):
			rename(c, "li")
			term = c
			continue
		case term == nil:
			rename(c, "li")
		default:
			move(c, term)
			dl.RemoveChild(c)
		}
		listTerms(below)
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

// partCode parts code at its links, line breaks, pictures, formulas and what is set low or high, which inline code in Markdown
// has none of: a link holds its own text as code, and so does what is set low; what stands between is code by itself.
func partCode(code *html.Node) {
	if code.Parent == nil || code.Parent.Data == "pre" || !slices.ContainsFunc(slices.Collect(code.Descendants()), partsCode) {
		return
	}
	takeCode(code.Parent, code, code)
	code.Parent.RemoveChild(code)
}

func partsCode(n *html.Node) bool {
	return holdsCode(n) || is(n, "a") || is(n, "br") || is(n, "img") || is(n, "span")
}

// holdsCode reports whether what parts code has code in it.
func holdsCode(n *html.Node) bool {
	return is(n, "a") && get(n, "class") != "footnote-ref" || is(n, "sub") || is(n, "sup")
}

// takeCode writes the parts of what is in n, which is code, into parent before a node.
func takeCode(parent, before, n *html.Node) {
	for _, c := range nodes(n) {
		switch {
		case holdsCode(c):
			part := shallow(c)
			parent.InsertBefore(part, before)
			takeCode(part, nil, c)
			setSiblingsApart(part)
		case partsCode(c):
			n.RemoveChild(c)
			parent.InsertBefore(c, before)
		case c.Type == html.TextNode:
			insertCode(parent, before, c.Data)
		default:
			takeCode(parent, before, c)
		}
	}
}

// insertCode writes s as code, with the spaces around it outside.
func insertCode(parent, before *html.Node, s string) {
	core := strings.Trim(s, " ")
	at := strings.Index(s, core)
	insertText(parent, before, s[:at])
	if core != "" {
		code := element("code")
		appendText(code, core)
		parent.InsertBefore(code, before)
	}
	insertText(parent, before, s[at+len(core):])
}

func insertText(parent, before *html.Node, s string) {
	if s != "" {
		parent.InsertBefore(&html.Node{Type: html.TextNode, Data: s}, before)
	}
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

// fillSpans sets an empty cell in every place of a table that another cell spans, for Markdown has one in each.
func fillSpans(table *html.Node) {
	var above []int // by column: how many rows a cell of the rows above still covers
	for _, row := range slices.Collect(table.Descendants()) {
		if !is(row, "tr") {
			continue
		}
		below := make([]int, len(above))
		column := 0
		place := func(rows int) {
			if column < len(above) {
				rows = max(rows, above[column])
			}
			for len(below) <= column {
				below = append(below, 0)
			}
			below[column] = rows - 1
			column++
		}
		skip := func(cell *html.Node) {
			for column < len(above) && above[column] > 0 {
				row.InsertBefore(element("td"), cell)
				place(above[column])
			}
		}
		for _, cell := range elements(row) {
			skip(cell)
			rows := max(1, atoi(get(cell, "rowspan")))
			place(rows)
			for range max(1, atoi(get(cell, "colspan"))) - 1 {
				row.InsertBefore(element("td"), cell.NextSibling)
				place(rows)
			}
			remove(cell, "rowspan")
			remove(cell, "colspan")
		}
		skip(nil)
		above = below
	}
}

// inCell reports whether n is in a cell of a table.
func inCell(n *html.Node) bool {
	for n = n.Parent; n != nil; n = n.Parent {
		if is(n, "td") || is(n, "th") {
			return true
		}
	}
	return false
}

// flatten makes the content of a cell inline: blocks are set apart by line breaks.
func flatten(cell *html.Node) {
	flat := takeInline(nil, cell)
	for len(flat) > 0 && is(flat[len(flat)-1], "br") {
		flat = flat[:len(flat)-1]
	}
	move(cell, element("div"))
	for _, c := range flat {
		cell.AppendChild(c)
	}
	if !inCell(cell) {
		escapeBars(cell)
	}
}

// takeInline appends what is inline in n to flat, and a line break before and after each block.
func takeInline(flat []*html.Node, n *html.Node) []*html.Node {
	for _, c := range nodes(n) {
		if c.Type != html.ElementNode || !lines[c.Data] {
			n.RemoveChild(c)
			flat = append(flat, c)
			continue
		}
		if c.Data == "thead" || c.Data == "tbody" {
			flat = takeInline(flat, c)
			continue
		}
		if len(flat) > 0 && !is(flat[len(flat)-1], "br") {
			flat = append(flat, element("br"))
		}
		switch c.Data {
		case "pre":
			flat = append(flat, codeLines(c)...)
		case "tr":
			flat = takeRow(flat, c)
		default:
			flat = takeInline(flat, c)
		}
		flat = append(flat, element("br"))
	}
	return flat
}

// takeRow appends a row of a table in a cell to flat, as a line with bars between its cells, which are inline already.
func takeRow(flat []*html.Node, row *html.Node) []*html.Node {
	for k, cell := range elements(row) {
		if k > 0 {
			flat = append(flat, &html.Node{Type: html.TextNode, Data: " | "})
		}
		for _, c := range nodes(cell) {
			cell.RemoveChild(c)
			flat = append(flat, c)
		}
	}
	return flat
}

// escapeBars escapes the bars of a cell that would end it: those in code and in formulas, too.
func escapeBars(cell *html.Node) {
	for c := range cell.ChildNodes() {
		if !is(c, "code") && !is(c, "span") {
			escapeBars(c)
			continue
		}
		for n := range c.Descendants() {
			if n.Type == html.TextNode {
				n.Data = strings.ReplaceAll(n.Data, "|", `\|`)
			}
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
		set(code, spaced, "")
		appendText(code, keepSpaces(strings.TrimRightFunc(line, unicode.IsSpace)))
		out = append(out, code)
	}
	return out
}

// spaced marks inline code whose white space is written as it is.
const spaced = "data-spaced"

// keepSpaces makes no-break spaces of those that inline code is shown without: at its beginning, and behind others. A tab is as
// wide as four.
func keepSpaces(line string) string {
	var out strings.Builder
	last := ' '
	for _, r := range strings.ReplaceAll(line, "\t", "    ") {
		if r == ' ' && last == ' ' {
			out.WriteRune('\u00a0')
		} else {
			out.WriteRune(r)
		}
		last = r
	}
	return out.String()
}

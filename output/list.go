package output

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"golang.org/x/net/html"
)

// list writes a list, whose items are tight where they hold no paragraphs. The library's own sets a list in an item apart
// from its text by an empty line, which makes a paragraph of the text when it is read, and fills numbers up with zeros. Items have
// the numbers that a reader of the page sees, although what reads Markdown counts on from the first.
func list(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	bullet, dot := "- ", ". "
	if has(n, otherSign) {
		bullet, dot = "* ", ") "
	}
	numbers := itemNumbers(n)
	var lines []string
	for k, c := range elements(n) {
		sign := bullet
		if n.Data == "ol" {
			sign = strconv.Itoa(max(0, numbers[k])) + dot // Markdown has no negative ones
		}
		lines = append(lines, sign+indented(finished(ctx, item(ctx, c)), strings.Repeat(" ", len(sign))))
	}
	w.WriteString("\n\n" + strings.Join(lines, "\n") + "\n\n")
	return converter.RenderSuccess
}

// itemNumbers are the numbers of the items of an ordered list.
func itemNumbers(list *html.Node) []int {
	number, step := 1, 1
	if start := get(list, "start"); start != "" {
		number = atoi(start)
	}
	if has(list, "reversed") {
		step = -1
	}
	var numbers []int
	for _, c := range elements(list) {
		if value := get(c, "value"); value != "" {
			number = atoi(value)
		}
		numbers = append(numbers, number)
		number += step
	}
	return numbers
}

// otherSign marks a list whose items have the other one of the two signs that Markdown knows for its kind.
const otherSign = "data-other-sign"

// setListsApart has a list that would be read as one with the list before it begin its items with another sign.
func setListsApart(root *html.Node) {
	for n := range root.Descendants() {
		if before := listBefore(n); before != nil && !has(before, otherSign) {
			set(n, otherSign, "")
		}
	}
}

// listBefore is the list that ends right before n where n is one of its kind, nil where none does: they are siblings, or in
// elements around which nothing is written.
func listBefore(n *html.Node) *html.Node {
	if !is(n, "ul") && !is(n, "ol") {
		return nil
	}
	first := n
	for first.PrevSibling == nil && isFrame(first.Parent) {
		first = first.Parent
	}
	before := first.PrevSibling
	for isFrame(before) {
		before = before.LastChild
	}
	if !is(before, n.Data) {
		return nil
	}
	return before
}

// isFrame reports whether nothing is written around what is in n.
func isFrame(n *html.Node) bool { return is(n, "div") && get(n, "id") == "" }

// item is the Markdown of what is in an item, a list right behind its text.
func item(ctx converter.Context, li *html.Node) []byte {
	var text bytes.Buffer
	for _, c := range nodes(li) {
		if !followsText(c) {
			ctx.RenderNodes(ctx, &text, c)
			continue
		}
		var inner bytes.Buffer
		ctx.RenderNodes(ctx, &inner, c)
		text.Truncate(len(bytes.TrimRight(text.Bytes(), " \n")))
		text.WriteString("\n")
		text.Write(bytes.TrimLeft(inner.Bytes(), "\n"))
	}
	return text.Bytes()
}

// followsText reports whether n is a list behind text that is no paragraph, which it may end: an ordered list only by
// the number one.
func followsText(n *html.Node) bool {
	before := n.PrevSibling
	if !is(n, "ul") && !is(n, "ol") || before == nil || before.Type == html.ElementNode && lines[before.Data] {
		return false
	}
	start := get(n, "start")
	return is(n, "ul") || start == "" || start == "1"
}

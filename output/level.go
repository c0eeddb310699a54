package output

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/mullionhq/mullion/page"
)

// Exporters of documents write a list in pieces side by side: one for each change of its depth, as Google Docs does, or one for
// each item, as Notion does; Word writes items as paragraphs that begin with their signs. Such pieces become one list again.

// depthOf is an attribute of lists that are pieces: the name of the whole, and how deep in it the piece is.
const depthOf = "data-depth"

var (
	googleList = regexp.MustCompile(`(?:^|\s)(lst-[\w.-]+)-(\d)(?:\s|$)`)
	notionList = regexp.MustCompile(`^((bulleted|numbered|to-do)-list|toggle)$`)
	wordList   = regexp.MustCompile(`mso-list:\s*(l\d+)\s+level(\d)`)
	wordGap    = regexp.MustCompile(`font:\s*7\.0pt\s+["']?Times New Roman`) // what stands between a sign and its text
	numberSign = regexp.MustCompile(`^\(?(\d{1,4}|[a-zA-Z]{1,5})[.)]$`)
)

// pieceOf tells of what list element n is a piece, as depthOf has it; "" where it is a list by itself.
func pieceOf(n *page.Node) string {
	class := n.Attr("class")
	if m := googleList.FindStringSubmatch(class); m != nil {
		return m[1] + " " + m[2]
	}
	if notionList.MatchString(class) {
		return class + " 0"
	}
	return ""
}

// wordSign is the text that is the sign of the item that paragraph i is in Word's pages; -1 where it is none.
func wordSign(p *page.Page, i int) int {
	n := &p.Nodes[i]
	if n.Tag != "p" || !strings.HasPrefix(n.Attr("class"), "MsoList") && !wordList.MatchString(n.Attr("style")) {
		return -1
	}
	for j := i + 1; j+1 < n.End; j++ {
		if t := &p.Nodes[j]; t.Kind == page.Text && !blank(t.Text) {
			if wordGap.MatchString(p.Nodes[j+1].Attr("style")) {
				return j
			}
			return -1
		}
	}
	return -1
}

// dropWordSigns takes back the choice of the signs of Word's items, and reports whether there were any.
func (c *choice) dropWordSigns() bool {
	dropped := false
	for i := range c.Page.Nodes {
		if sign := wordSign(c.Page, i); sign >= 0 && c.Has(i) > c.Has(sign) {
			c.Chosen[sign], dropped = false, true
		}
	}
	return dropped
}

// wordItem shows paragraph i as the item that it is in Word's pages, and reports whether it is one.
func (b *builder) wordItem(i int) bool {
	sign := wordSign(b.Page, i)
	if sign < 0 || b.Chosen[sign] || phrasing[b.at.Data] || b.at.Data == "ul" || b.at.Data == "ol" {
		return false
	}
	tag, piece := "ul", " 0"
	if m := wordList.FindStringSubmatch(b.Page.Nodes[i].Attr("style")); m != nil {
		piece = m[1] + " " + m[2]
	}
	item := element("li")
	if m := numberSign.FindStringSubmatch(collapse(b.Page.Nodes[sign].Text)); m != nil {
		tag = "ol"
		if isNumber(m[1]) {
			set(item, "value", m[1])
		}
	}
	list := element(tag)
	set(list, depthOf, piece)
	b.endRun()
	b.within(b.at, list, func() { b.within(b.at, item, func() { b.children(i) }) })
	return true
}

// joinLists makes one list of pieces of it that stand side by side below n.
func joinLists(n *html.Node) {
	var open []*html.Node // pieces, each in the last item of the one before
	for _, c := range nodes(n) {
		joinLists(c)
		name, depth := pieceIn(c)
		if name == "" {
			open = nil
			continue
		}
		for len(open) > 0 && depthIn(open[len(open)-1]) > depth {
			open = open[:len(open)-1]
		}
		if len(open) == 0 {
			open = append(open, c)
			continue
		}
		last := open[len(open)-1]
		lastName, lastDepth := pieceIn(last)
		switch {
		case lastDepth < depth:
			n.RemoveChild(c)
			last.LastChild.AppendChild(c)
			open = append(open, c)
		case lastName == name && last.Data == c.Data:
			n.RemoveChild(c)
			move(c, last)
		default: // another list
			if last.Parent != n {
				n.RemoveChild(c)
				last.Parent.AppendChild(c)
			}
			open[len(open)-1] = c
		}
	}
}

// pieceIn is the name of the list that element n of a tree is a piece of, and its depth; "" for none.
func pieceIn(n *html.Node) (name string, depth int) {
	if !is(n, "ul") && !is(n, "ol") {
		return "", 0
	}
	at := get(n, depthOf)
	cut := strings.LastIndexByte(at, ' ')
	if cut < 0 || n.LastChild == nil {
		return "", 0
	}
	depth, _ = strconv.Atoi(at[cut+1:])
	return "list " + at[:cut], depth
}

func depthIn(n *html.Node) int {
	_, depth := pieceIn(n)
	return depth
}

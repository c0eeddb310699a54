package output

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/mullionhq/mullion/page"
)

// blocks are the block-level elements that are shown as themselves or as their modern name. Others, p among
// them, only end the runs around them; a run gets its own p where it needs one.
var blocks = map[string]string{
	"h1": "h1", "h2": "h2", "h3": "h3", "h4": "h4", "h5": "h5", "h6": "h6",
	"ul": "ul", "menu": "ul", "dir": "ul", "ol": "ol", "li": "li", "dl": "dl", "dt": "dt", "dd": "dd",
	"blockquote": "blockquote", "figure": "figure", "figcaption": "figcaption",
}

// phrasing are blocks that hold inline content only: runs in them are set apart by line breaks.
var phrasing = page.TagSet("h1 h2 h3 h4 h5 h6 dt figcaption caption")

// bodies are elements that are no part of a heading's line.
var bodies = page.TagSet("p ul ol li dl table pre blockquote article section h1 h2 h3 h4 h5 h6")

// holders are blocks that hold their first run directly, without a p.
var holders = page.TagSet("h1 h2 h3 h4 h5 h6 dt figcaption caption li dd td th figure")

// inlines are the inline elements that are shown as themselves or as their modern name.
var inlines = map[string]string{
	"a": "a", "em": "em", "i": "em", "cite": "em", "dfn": "em", "strong": "strong", "b": "strong",
	"code": "code", "tt": "code", "samp": "code", "var": "em", "kbd": "kbd",
	"sub": "sub", "sup": "sup", "del": "del", "s": "del", "strike": "del", "q": "q", "mark": "mark",
	"ruby": "ruby", "rt": "rt",
}

// template is the inline element that shows what element i means; nil when it means nothing.
func (b *builder) template(i int, n *page.Node) *html.Node {
	if b.marks.ref[i] > 0 {
		return b.reference(i)
	}
	switch tag := inlines[n.Tag]; tag {
	case "":
		if b.bolder(n) {
			return element("strong")
		}
		if b.slanted(n) {
			return element("em")
		}
		return nil
	case "a":
		return b.link(i, n)
	case "em":
		if n.Tag == "cite" && b.isReference(i) || n.Tag != "em" && n.Style != nil && n.Style.FontStyle == "normal" {
			return nil
		}
		return element(tag)
	case "strong":
		if n.Style != nil && n.Style.FontWeight != 0 && n.Style.FontWeight < boldWeight {
			return nil
		}
		fallthrough
	default:
		if phrasingHeading(b.at.Data) && tag == "strong" {
			return nil
		}
		return element(tag)
	}
}

// isReference reports whether <cite> i is a whole reference, such as those of MediaWiki and LaTeXML, and not the title of a work,
// which alone is set in italics.
func (b *builder) isReference(i int) bool {
	return b.Page.Nodes[i].HasClass("citation", "ltx_cite") || b.Page.Find(i, "i") >= 0 || b.Page.Find(i, "em") >= 0
}

// boldWeight is the font weight from which CSS calls a face semi-bold.
const boldWeight = 600

// bolder reports whether an element without a meaning of its own is set in bold among lighter text.
func (b *builder) bolder(n *page.Node) bool {
	if n.Tag != "span" && n.Tag != "font" || phrasingHeading(b.at.Data) {
		return false
	}
	if n.Style == nil {
		css := strings.ReplaceAll(strings.ToLower(n.Attr("style")), " ", "")
		return strings.Contains(css, "font-weight:bold") || strings.Contains(css, "font-weight:700")
	}
	parent := b.Page.Nodes[n.Parent].Style
	return n.Style.FontWeight >= boldWeight && parent != nil && parent.FontWeight < boldWeight
}

var italic = regexp.MustCompile(`(?i)(^|;)\s*font-style:\s*(italic|oblique)`)

// slanted reports whether an element without a meaning of its own is set in italics among upright text.
func (b *builder) slanted(n *page.Node) bool {
	if n.Tag != "span" && n.Tag != "font" {
		return false
	}
	if n.Style == nil || n.Style.FontStyle == "" {
		return italic.MatchString(n.Attr("style"))
	}
	parent := b.Page.Nodes[n.Parent].Style
	return isSlanted(n.Style) && parent != nil && !isSlanted(parent)
}

func isSlanted(s *page.Style) bool {
	return s.FontStyle == "italic" || strings.HasPrefix(s.FontStyle, "oblique")
}

func phrasingHeading(tag string) bool { return len(tag) == 2 && tag[0] == 'h' && tag[1] <= '6' }

// dress copies the attributes of page element i that its counterpart e needs.
func (b *builder) dress(e *html.Node, i int) {
	switch e.Data {
	case "ol":
		b.number(e, i)
	case "li":
		if number, ok := b.numbers[i]; ok {
			set(e, "value", strconv.Itoa(number))
		}
	}
	if piece := pieceOf(&b.Page.Nodes[i]); piece != "" && (e.Data == "ul" || e.Data == "ol") {
		set(e, depthOf, piece)
	}
	if k := b.marks.target[i]; k > 0 {
		set(e, "id", noteID(k))
	}
}

// number notes the numbers of the items of ordered list i, whose counterpart is e, where the page tells any.
func (b *builder) number(e *html.Node, i int) {
	p := b.Page
	var items []int
	for c := range p.Children(i) {
		if p.Nodes[c].Tag == "li" {
			items = append(items, c)
		}
	}
	start := p.Nodes[i].Attr("start")
	_, reversed := p.Nodes[i].LookupAttr("reversed")
	told := reversed || isNumber(start)
	for _, li := range items {
		told = told || isNumber(p.Nodes[li].Attr("value"))
	}
	if !told {
		return
	}
	number, step := 1, 1
	if reversed {
		number, step = len(items), -1
		set(e, "reversed", "")
	}
	if isNumber(start) {
		number = atoi(start)
	}
	for _, li := range items {
		if value := p.Nodes[li].Attr("value"); isNumber(value) {
			number = atoi(value)
		}
		b.numbers[li] = number
		number += step
	}
}

// tidyNumbers drops the numbers of an ordered list's items but for those that the items before do not tell. The first is
// told by the list.
func tidyNumbers(list *html.Node) {
	next, step := 1, 1
	if has(list, "reversed") {
		step = -1
	}
	for k, li := range elements(list) {
		if number, err := strconv.Atoi(get(li, "value")); err == nil {
			if k == 0 && (number != 1 || step < 0) {
				set(list, "start", strconv.Itoa(number))
			}
			if k == 0 || number == next {
				remove(li, "value")
			}
			next = number
		}
		next += step
	}
}

// atoi reads what isNumber holds of.
func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

var taskMark = regexp.MustCompile(`^(checkbox checkbox-(on|off)|fa fa-(check-)?square-o)$`) // Notion's, and AsciiDoctor's with icons

// checkbox shows the box of a task at the beginning of an item. Some boxes are drawn by styles.
func (b *builder) checkbox(i int) {
	n := &b.Page.Nodes[i]
	class := n.Attr("class")
	drawn := taskMark.MatchString(class)
	if b.at.Data != "li" || b.run != nil || n.Hidden || !drawn && (!strings.EqualFold(n.Attr("type"), "checkbox") || !b.Page.IsTask(i)) {
		return
	}
	box := element("input")
	set(box, "type", "checkbox")
	if _, checked := n.LookupAttr("checked"); checked || drawn && (strings.HasSuffix(class, "-on") || strings.Contains(class, "check-square")) {
		set(box, "checked", "")
	}
	set(box, "disabled", "")
	b.tip().AppendChild(box)
	b.space = true
}

// textAlign finds an alignment in an inline style.
var textAlign = regexp.MustCompile(`text-align:\s*(left|center|right)`)

// isNumber reports whether s is a whole number that a list or a span may have.
func isNumber(s string) bool {
	const digits = 6
	return s != "" && len(s) <= digits && strings.Trim(s, "0123456789") == ""
}

// direction is the base direction of most of the content: "rtl", or "ltr" also when it is not known.
func direction(p *page.Page, chosen []bool) string {
	rtl, ltr := 0, 0
	for i := range p.Nodes {
		if !chosen[i] {
			continue
		}
		if textDirection(p.Nodes[i].Text) {
			rtl += len(p.Nodes[i].Text)
		} else {
			ltr += len(p.Nodes[i].Text)
		}
	}
	if rtl > ltr {
		return "rtl"
	}
	return "ltr"
}

// textDirection reports whether the first letter with a strong direction is Hebrew, Arabic or the like.
func textDirection(s string) bool {
	for _, r := range s {
		switch {
		case r >= 0x590 && r <= 0x8ff || r >= 0xfb1d && r <= 0xfefc:
			return true
		case r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= 0xc0:
			return false
		}
	}
	return false
}

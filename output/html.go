package output

import (
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/page"
)

// HTML is the content as clean, sanitised HTML: one article element, see Tree. It is "" when there is no content.
func HTML(d *mullion.Document, o Options) string {
	root := Tree(d, o)
	if root.FirstChild == nil {
		return ""
	}
	spread(root)
	return policy.Sanitize(render(root))
}

func render(n *html.Node) string {
	var out strings.Builder
	if err := html.Render(&out, n); err != nil { // a Builder never fails, and a Tree is sound
		panic(err)
	}
	return out.String()
}

// policy is what may stand in the result: the vocabulary of Tree and nothing more.
var policy = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("article", "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "li", "dl", "dt", "dd", "blockquote",
		"figure", "figcaption", "table", "caption", "thead", "tbody", "tr", "td", "th", "pre", "br", "hr", "em",
		"strong", "kbd", "sub", "sup", "del", "q", "mark", "ruby", "rt", "code", "span", "div", "ol")
	p.AllowAttrs("lang").Matching(regexp.MustCompile(`^[A-Za-z0-9-]+$`)).OnElements("article")
	p.AllowAttrs("dir").Matching(regexp.MustCompile(`^rtl$`)).OnElements("article")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^language-[\w+#.-]+$`)).OnElements("code")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^math (inline|display)$`)).OnElements("span")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^footnote(-ref)?$`)).OnElements("a", "div")
	p.AllowAttrs("id").Matching(regexp.MustCompile(`^fn-\d+$`)).OnElements("li", "div", "dd")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowAttrs("reversed").Matching(regexp.MustCompile(`^$`)).OnElements("ol")
	p.AllowAttrs("value").Matching(bluemonday.Integer).OnElements("li")
	p.AllowAttrs("colspan", "rowspan").Matching(bluemonday.Integer).OnElements("td", "th")
	p.AllowAttrs("align").Matching(regexp.MustCompile(`^(left|center|right)$`)).OnElements("td", "th")
	p.AllowAttrs("type").Matching(regexp.MustCompile(`^checkbox$`)).OnElements("input")
	p.AllowAttrs("checked", "disabled").Matching(regexp.MustCompile(`^$`)).OnElements("input")
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src").OnElements("img")
	p.AllowAttrs("alt", "title").OnElements("img")
	p.AllowURLSchemes(linkSchemes...)
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	return p
}()

// lines are the elements that begin a line of their own in the written HTML.
var lines = page.TagSet("p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote figure figcaption table caption thead tbody tr td th pre hr div")

// spread puts block-level elements on lines of their own.
func spread(n *html.Node) {
	if n.Data == "pre" {
		return
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if lines[c.Data] && c.Type == html.ElementNode {
			n.InsertBefore(&html.Node{Type: html.TextNode, Data: "\n"}, c)
			spread(c)
		}
	}
	if last := n.LastChild; last != nil && lines[last.Data] && last.Type == html.ElementNode {
		n.AppendChild(&html.Node{Type: html.TextNode, Data: "\n"})
	}
}

// finish tidies a tree: references to footnotes that are not shown as such become text, thematic breaks at an end or
// after another go, and an item that begins with bare text before paragraphs gets a paragraph for it.
func finish(root *html.Node) {
	plainRefs(root)
	var next *html.Node
	for n := root.FirstChild; n != nil; n = next {
		next = n.NextSibling
		if is(n, "hr") && (n.PrevSibling == nil || next == nil || is(next, "hr")) {
			root.RemoveChild(n)
			continue
		}
		tidy(n)
	}
}

func plainRefs(root *html.Node) {
	have := map[string]bool{}
	var refs []*html.Node
	for n := range root.Descendants() {
		if get(n, "class") == "footnote-ref" {
			refs = append(refs, n)
		} else if id := get(n, "id"); id != "" && n.Parent.Data != "td" && n.Parent.Data != "th" {
			have["#"+id] = true
		}
	}
	for _, ref := range refs {
		if !have[get(ref, "href")] {
			unwrap(ref)
		}
	}
}

func tidy(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		tidy(c)
	}
	if n.Data == "ol" {
		tidyNumbers(n)
	}
	if n.Data != "li" && n.Data != "dd" && n.Data != "td" && n.Data != "th" {
		return
	}
	paragraphs := false
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		paragraphs = paragraphs || is(c, "p")
	}
	if first := n.FirstChild; paragraphs && !is(first, "p") {
		p := element("p")
		for first != nil && !(first.Type == html.ElementNode && (lines[first.Data])) {
			next := first.NextSibling
			n.RemoveChild(first)
			p.AppendChild(first)
			first = next
		}
		if p.FirstChild != nil {
			n.InsertBefore(p, first)
		}
	}
}

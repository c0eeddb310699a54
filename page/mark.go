package page

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A permalink has at most so many characters, and nodes: itself, an element and its text.
const (
	longestMark = 2
	deepestMark = 3
)

var (
	permalink   = regexp.MustCompile(`(?i)(^|[\s_-])(header-?link|heading-?link|permalink|anchor(js)?-?(link)?|hash-link|heading-anchor)($|[\s_-])`)
	editSection = regexp.MustCompile(`(?i)(^|[\s_-])edit-?(section|link)?($|\s)`) // such as MediaWiki's mw-editsection
)

// IsMark reports whether element i of a heading is no text of it: a permalink, or a link to its source or to edit its section.
func (p *Page) IsMark(i int) bool { return p.isPermalink(i) || p.isEditLink(i) || p.isSourceLink(i) }

// isSourceLink reports whether element i is a link between what a manual describes and its code, as Sphinx's "[source]" and
// "[docs]" are.
func (p *Page) isSourceLink(i int) bool {
	n := &p.Nodes[i]
	if n.Tag != "a" {
		return false
	}
	isLink := func(n *Node) bool { return n.HasClass("viewcode-link", "viewcode-back") }
	return isLink(n) || n.End > i+1 && isLink(&p.Nodes[i+1])
}

// isEditLink reports whether element i of a heading is a link to edit what the heading is of.
func (p *Page) isEditLink(i int) bool {
	return p.Nodes[i].Tag == "span" && editSection.MatchString(p.Nodes[i].Attr("class")) && p.Find(i, "a") >= 0
}

// isPermalink reports whether element i is a link that shows no text but a mark by which a place of the page can be
// pointed at, as "#" or "¶" behind a heading.
func (p *Page) isPermalink(i int) bool {
	n := &p.Nodes[i]
	if n.Tag != "a" {
		return false
	}
	if _, inside := p.Fragment(n.Attr("href")); !inside || n.End-i > deepestMark {
		return false
	}
	text := strings.TrimSpace(p.text(i))
	if text == "" || utf8.RuneCountInString(text) > longestMark {
		return false
	}
	switch text {
	case "#", "¶", "§", "🔗", "◆", "⚓", "⚓︎", "∞":
		return true
	}
	isNumber := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsDigit(r) }) < 0 // of a footnote, whose class may be "footnote-anchor"
	return !isNumber && permalink.MatchString(n.Attr("class"))
}

// Fragment is the place that a link leads to, when it is one of the page itself.
func (p *Page) Fragment(href string) (place string, ok bool) {
	before, place, ok := strings.Cut(strings.TrimSpace(href), "#")
	return place, ok && place != "" && (before == "" || p.URL != "" && before == p.URL)
}

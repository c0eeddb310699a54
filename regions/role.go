package regions

import (
	"slices"
	"strings"
	"unicode"

	"github.com/mullionhq/mullion/page"
)

// A role is what an element says it is: by its tag and ARIA role, or by the words of its id and classes.
type role uint8

const (
	noRole role = iota
	bannerRole
	navRole
	sideRole
	mainRole
	articleRole
	footerRole
)

// aside reports whether a role is that of something beside the main content.
func aside(r role) bool {
	return r == bannerRole || r == navRole || r == sideRole || r == footerRole
}

// roleOf is the role of an element by landmark, else, weakly, by word.
func roleOf(n *page.Node) (r role, weak bool) {
	if r := ariaRoles[n.Attr("role")]; r != noRole {
		return r, false
	}
	if r := tagRoles[n.Tag]; r != noRole && !((r == bannerRole || r == footerRole) && opensPart(n)) {
		return r, false
	}
	for _, name := range []string{"id", "class"} {
		for token := range strings.FieldsSeq(n.Attr(name)) {
			if r := wordRole(token); r != noRole {
				return r, true
			}
		}
	}
	return noRole, false
}

// part reports whether an element is a section or an entry among others, by tag or class.
func part(n *page.Node) bool {
	return n.Tag == "section" || n.Tag == "article" || slices.ContainsFunc(classWords(n), func(w string) bool { _, ok := partWords[w]; return ok })
}

// opensPart reports whether a header or footer element is that of a card or a post, as its classes say.
func opensPart(n *page.Node) bool {
	return slices.ContainsFunc(classWords(n), func(w string) bool { return partWords[w] })
}

// classWords are the words of an element's classes.
func classWords(n *page.Node) []string {
	return strings.FieldsFunc(strings.ToLower(camelWords(n.Attr("class"))), notLetter)
}

func notLetter(c rune) bool { return !unicode.IsLetter(c) }

// tagRoles and ariaRoles are landmarks, which are believed.
var (
	tagRoles = map[string]role{
		"header": bannerRole, "nav": navRole, "aside": sideRole, "main": mainRole, "article": articleRole, "footer": footerRole,
	}
	ariaRoles = map[string]role{
		"banner": bannerRole, "navigation": navRole, "menubar": navRole, "search": navRole, "complementary": sideRole,
		"main": mainRole, "article": articleRole, "contentinfo": footerRole,
	}
)

// wordRole is the role of an id or a class: that of its last word that has one, unless it names a part of something. Words
// may begin with a capital letter, as in "pageFooter"; where none of them has a role, they may be one, as in "sideBar".
func wordRole(token string) (r role) {
	for _, tokens := range []string{camelWords(token), token} {
		for _, w := range strings.FieldsFunc(strings.ToLower(tokens), notLetter) {
			if _, part := partWords[w]; part {
				return noRole
			}
			if found := oneWordRole(w); found != noRole {
				r = found
			}
		}
		if r != noRole {
			break
		}
	}
	return r
}

// oneWordRole is the role of a word. What ends a compound tells what it is: a "navheader" is a header.
func oneWordRole(w string) (r role) {
	if r := wordRoles[w]; r != noRole {
		return r
	}
	for _, c := range compounds {
		switch {
		case strings.HasSuffix(w, c.word):
			return c.role
		case strings.HasPrefix(w, c.word):
			r = c.role
		}
	}
	return r
}

// camelWords writes a space before each capital letter that follows a small one.
func camelWords(token string) string {
	var b strings.Builder
	small := false
	for _, c := range token {
		if small && unicode.IsUpper(c) {
			b.WriteByte(' ')
		}
		b.WriteRune(c)
		small = unicode.IsLower(c)
	}
	return b.String()
}

// wordRoles are common words of ids and classes. They are weak evidence: without them and without classes at all, the
// region accuracy on the development sites was the same to .001.
var wordRoles = map[string]role{
	"masthead": bannerRole, "banner": bannerRole, "topbar": bannerRole,
	"navigation": navRole, "breadcrumb": navRole, "breadcrumbs": navRole,
	"aside": sideRole, "toc": sideRole,
	"copyright": footerRole, "colophon": footerRole, "foot": footerRole,
}

// compounds are words that are also written together with another, as in "sitefooter" and "docnav".
var compounds = []struct {
	word string
	role role
}{{"header", bannerRole}, {"footer", footerRole}, {"sidebar", sideRole}, {"nav", navRole}, {"menu", navRole}}

// partWords name a part of the content: a "post-header" is no page header. Where they are true, a header element of
// that name is none either; but many a "content-footer" is that of the page.
var partWords = map[string]bool{
	"article": true, "post": true, "entry": true, "card": true, "comment": true, "comments": true, "widget": true,
	"panel": true, "modal": true, "item": true,
	"content": false, "section": false, "table": false, "text": false, "title": false,
}

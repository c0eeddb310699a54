package regions

import (
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

// tagRoles and ariaRoles are landmarks, which are trusted.
var tagRoles = map[string]role{
	"header": bannerRole, "nav": navRole, "aside": sideRole, "main": mainRole, "article": articleRole, "footer": footerRole,
}

var ariaRoles = map[string]role{
	"banner": bannerRole, "navigation": navRole, "menubar": navRole, "complementary": sideRole, "main": mainRole,
	"article": articleRole, "contentinfo": footerRole, "search": navRole,
}

// wordRoles are common words of ids and classes. They are weak: pages without landmarks use them for the same places.
var wordRoles = map[string]role{
	"header": bannerRole, "masthead": bannerRole, "banner": bannerRole, "topbar": bannerRole, "navbar": navRole,
	"nav": navRole, "navigation": navRole, "menu": navRole, "breadcrumb": navRole, "breadcrumbs": navRole,
	"sidebar": sideRole, "aside": sideRole, "toc": sideRole, "footer": footerRole, "copyright": footerRole, "colophon": footerRole,
	"foot": footerRole,
}

// roleOf is the role of an element by landmark, else by word.
func roleOf(n *page.Node) role {
	if r := ariaRoles[n.Attr("role")]; r != noRole {
		return r
	}
	if r := tagRoles[n.Tag]; r != noRole {
		return r
	}
	for _, name := range []string{"id", "class"} {
		if r := wordRole(n.Attr(name)); r != noRole {
			return r
		}
	}
	return noRole
}

// wordRole is the role of the last word that has one: in "post-header" the head noun comes last.
func wordRole(names string) role {
	words := strings.FieldsFunc(strings.ToLower(names), func(r rune) bool { return !unicode.IsLetter(r) })
	for i := len(words) - 1; i >= 0; i-- {
		if r := wordRoles[words[i]]; r != noRole {
			return r
		}
	}
	return noRole
}

package output

import (
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"github.com/mullionhq/mullion/page"
)

// linkSchemes are the schemes of links that are kept.
var linkSchemes = []string{"http", "https", "mailto", "tel", "ftp"}

// link is the template of a link; nil when it leads nowhere or links are shown as text.
func (b *builder) link(i int, n *page.Node) *html.Node {
	href, ok := n.LookupAttr("href")
	if href = strings.TrimSpace(href); !ok || href == "" || href == "#" || b.opts.Links != "keep" || b.headingOnly(i, href) {
		return nil
	}
	if href = b.absolute(behind(href), linkSchemes...); href == "" || strings.HasPrefix(href, "#") {
		return nil
	}
	e := element("a")
	set(e, "href", href)
	return e
}

// reference is the template of the reference to a note that element i is.
func (b *builder) reference(i int) *html.Node {
	e := element("a")
	set(e, "class", "footnote-ref")
	set(e, "href", "#"+noteID(b.marks.ref[i]))
	return e
}

// A redirect is an address that only leads on, to the one in a parameter of it.
type redirect struct{ host, path, parameter string } // a host and those below it

// redirects are those that programs write into pages and mails in place of their links: Google's documents and searches,
// Outlook, Facebook.
var redirects = []redirect{
	{"google.com", "/url", "q"},
	{"google.com", "/url", "url"},
	{"safelinks.protection.outlook.com", "/", "url"},
	{"l.facebook.com", "/l.php", "u"},
}

// behind is the address to which a redirect leads on; href itself where it is none.
func behind(href string) string {
	u, err := url.Parse(href)
	if err != nil || u.RawQuery == "" || u.Host == "" {
		return href
	}
	for _, r := range redirects {
		if !strings.HasSuffix("."+u.Host, "."+r.host) || u.Path != r.path {
			continue
		}
		if to := u.Query().Get(r.parameter); strings.HasPrefix(to, "http://") || strings.HasPrefix(to, "https://") {
			return to
		}
	}
	return href
}

// headingOnly reports whether link i is part of a heading's workings, not of its text: one to a place of the page itself, as
// back to the list of contents or to the panel below that it opens.
func (b *builder) headingOnly(i int, href string) bool {
	if _, inside := b.Page.Fragment(href); !inside {
		return false
	}
	for i >= 0 && !isHeading(&b.Page.Nodes[i]) {
		i = b.Page.Nodes[i].Parent
	}
	return i >= 0
}

// absolute resolves a link; "" if it has none of the schemes. Where the page's address is not known links may have no scheme,
// nor a host.
func (b *builder) absolute(ref string, schemes ...string) string {
	ref = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, strings.TrimSpace(ref))
	if _, err := url.Parse(ref); err != nil {
		ref = percent.ReplaceAllStringFunc(ref, escapePercent)
	}
	u, err := url.Parse(page.Resolve(b.Page.BaseURL, ref))
	if err != nil {
		return ""
	}
	u.RawQuery = inQuery.Replace(u.RawQuery)
	if u.Scheme == "" {
		return page.Address(u)
	}
	for _, s := range schemes {
		if strings.EqualFold(u.Scheme, s) {
			return page.Address(u)
		}
	}
	return ""
}

// inQuery escapes what browsers escape in the query of an address. HTML with such signs would lose its link.
var inQuery = strings.NewReplacer(" ", "%20", `"`, "%22", "<", "%3C", ">", "%3E")

var percent = regexp.MustCompile(`%([0-9A-Fa-f]{2})?`)

// escapePercent escapes a percent sign that begins no escape, as browsers read it: "100%" is no broken address.
func escapePercent(s string) string {
	if s == "%" {
		return "%25"
	}
	return s
}

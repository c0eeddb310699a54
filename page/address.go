package page

import (
	"errors"
	"net/url"
	"strings"
	"unicode/utf8"

	whatwg "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/idna"
)

// LocalOrigin is the origin that saved pages without a URL are shown under. Names below .invalid never resolve (RFC 6761), so
// nothing but the saved page and what was saved with it can answer there.
const LocalOrigin = "http://saved-page.invalid/"

// baseURL is what relative links are relative to: the first <base href>, resolved against the page's address.
func baseURL(p *Page) string {
	base := p.FinalURL
	head := p.Find(0, "head")
	if head < 0 {
		return base
	}
	for i := head; i < p.Nodes[head].End; i++ {
		if p.Nodes[i].Tag != "base" {
			continue
		}
		if href := strings.TrimSpace(p.Nodes[i].Attr("href")); href != "" {
			return Resolve(base, href)
		}
	}
	return base
}

// Resolve makes ref absolute against base, as Address has it. When either is broken, ref is returned as it is.
func Resolve(base, ref string) string {
	r, err := url.Parse(strings.TrimSpace(ref))
	if err != nil {
		return ref
	}
	b, err := url.Parse(base)
	if err != nil || base == "" {
		return ref
	}
	return Address(b.ResolveReference(r))
}

// Address is an address as text. The letters of its host beyond ASCII are Punycode, as browsers ask for it: net/url writes their
// bytes as escapes, which no host has.
func Address(u *url.URL) string {
	host := u.Hostname()
	if strings.IndexFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return u.String()
	}
	ascii, err := hosts.ToASCII(host)
	if err != nil {
		return u.String()
	}
	named := *u
	named.Host = ascii + u.Host[len(host):] // a port
	return named.String()
}

// hosts reads names as browsers do, underscores and signs among them.
var hosts = idna.New(idna.MapForLookup(), idna.StrictDomainName(false))

// ErrUser says that an address has a user and password of more than maxUser bytes.
var ErrUser = errors.New("the user and password in the address are too long")

// maxUser is the most bytes before the @ of an address: the parser takes quadratic time for them. No server takes as many in the
// header that they become.
const maxUser = 8 << 10

// InBrowser is an absolute address as browsers write it, or why they would not take it.
func InBrowser(address string) (string, error) {
	rest := address
	if end := strings.IndexAny(address, "?#"); end >= 0 {
		rest = address[:end]
	}
	if strings.LastIndexByte(rest, '@') > maxUser {
		return "", ErrUser
	}
	at, err := whatwg.Parse(address)
	if err != nil {
		return "", err
	}
	return at.Href(false), nil
}

// WithoutUser is an address without the user and password that it may have: they are for the server, and no page's or
// link's address shows them.
func WithoutUser(address string) string {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok {
		return address
	}
	host := rest
	if end := strings.IndexAny(rest, `/?#\`); end >= 0 {
		host = rest[:end]
	}
	return scheme + "://" + rest[strings.LastIndexByte(host, '@')+1:]
}

package page

import (
	"net/url"
	"strings"
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

// Resolve makes ref absolute against base. When either is broken, ref is returned as it is.
func Resolve(base, ref string) string {
	r, err := url.Parse(strings.TrimSpace(ref))
	if err != nil {
		return ref
	}
	b, err := url.Parse(base)
	if err != nil || base == "" {
		return ref
	}
	return b.ResolveReference(r).String()
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

package output

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/mullionhq/mullion/page"
)

// players are the elements that show something of another address: videos, sounds, frames. They are shown as links.
var players = page.TagSet("video audio iframe embed")

// player shows player i as a link, in a paragraph of its own where it begins a line.
func (b *builder) player(i int) {
	n := &b.Page.Nodes[i]
	src := b.playerSource(n)
	if b.seen[src] || b.code != nil {
		return
	}
	b.seen[src] = true
	line := page.IsBlock(n)
	if line {
		b.endRun()
	}
	b.space = true
	at := b.tip()
	if !slices.ContainsFunc(b.inline, func(t *html.Node) bool { return t.Data == "a" }) {
		link := element("a")
		set(link, "href", src)
		at.AppendChild(link)
		at = link
	}
	appendText(at, cmp.Or(ownName(n), src))
	b.space = true
	if line {
		b.endRun()
	}
}

var (
	advertName  = regexp.MustCompile(`(?i)(^|[\s_-])(ads?|advert(isement|ising|s)?|adsbygoogle|sponsor(ed)?|captcha|re-?captcha|tracking|pixel)($|[\s_-])`)
	advertPlace = regexp.MustCompile(`(?i)([/._-](ads?|adserver|adservice|advert\w*|banners?|pixel|safeframe|captcha|recaptcha)[/._-]|doubleclick\.net|googlesyndication\.|googletagmanager\.|amazon-adsystem\.|adnxs\.|criteo\.|taboola\.|outbrain\.|hcaptcha\.|challenges\.cloudflare\.com)`)
)

// isPlayer reports whether element i is a player to be linked: it has an address and is large enough to be looked at, it is
// neither an advertisement nor an ornament, and nothing that it holds is shown.
func (b *builder) isPlayer(i int) bool {
	n := &b.Page.Nodes[i]
	if !players[n.Tag] || n.Hidden && b.Page.Enclosing(i, "noscript") < 0 || b.Has(i) > 0 || b.opts.Images != "keep" || b.opts.Links != "keep" {
		return false
	}
	for _, name := range []string{"class", "id", "name", "title"} {
		if advertName.MatchString(n.Attr(name)) {
			return false
		}
	}
	src := b.playerSource(n)
	return src != "" && !advertPlace.MatchString(src) && !isOrnament(n) && !b.isSmall(n)
}

// isOrnament reports whether a video plays by itself, cannot be stopped, and has no name: an animation behind text.
func isOrnament(n *page.Node) bool {
	_, plays := n.LookupAttr("autoplay")
	_, controls := n.LookupAttr("controls")
	return n.Tag == "video" && plays && !controls && ownName(n) == ""
}

// ownName is what an element calls itself.
func ownName(n *page.Node) string {
	return cmp.Or(collapse(clean(n.Attr("title"))), collapse(clean(n.Attr("aria-label"))))
}

// isSmall reports whether a side of a player is known to be short. Sounds have none: their box is of buttons.
func (b *builder) isSmall(n *page.Node) bool {
	if n.Tag == "audio" {
		return false
	}
	for _, side := range []string{"width", "height"} {
		if x, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(n.Attr(side)), "px"), 64); err == nil && x < b.opts.Image.MinSide {
			return true
		}
	}
	return !n.Box.Empty() && min(n.Box.W, n.Box.H) < b.opts.Image.MinSide
}

// playerSource is the absolute address of what a player shows; "" when it has none of the web.
func (b *builder) playerSource(n *page.Node) string {
	for _, name := range append([]string{"src"}, lazySources...) {
		if src := strings.TrimSpace(n.Attr(name)); src != "" && !strings.HasPrefix(src, "#") {
			if src = b.absolute(src, "http", "https"); src != "" {
				return src
			}
		}
	}
	for _, a := range n.Attrs { // others keep it until a reader agrees to cookies
		if strings.HasPrefix(a.Name, "data-") && strings.Contains(a.Name, "src") && strings.HasPrefix(a.Value, "http") {
			return b.absolute(a.Value, "http", "https")
		}
	}
	return ""
}

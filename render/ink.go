package render

import (
	"slices"
	"strings"

	"github.com/mullionhq/mullion/page"
)

// An ink is what an element paints its text with, and what it paints behind it.
type ink struct {
	text, ground page.RGBA
	known        bool // both colours are; those of wide spaces are not
	picture      bool // an image or a gradient is painted on the ground
	odd          bool // a shadow, a ground in the form of its letters, or blending may show text of any colour
	dark         bool // a document of it is dark where nothing is painted
}

func newInk(t func(style int) string) ink {
	text, plainText := plainColor(t(sTextFill))
	ground, plainGround := plainColor(t(sBackground))
	scheme := t(sColorScheme)
	return ink{
		text: text, ground: ground, known: plainText && plainGround,
		picture: t(sBackgroundImage) != "none",
		odd:     t(sTextShadow) != "none" || strings.Contains(t(sBackgroundClip), "text") || t(sBlend) != "normal",
		dark:    strings.Contains(scheme, "dark") && !strings.Contains(scheme, "light"),
	}
}

// paints reports whether the element n shows anything beside the text in it.
func (k *ink) paints(n *page.Node) bool {
	return k.ground.A > 0 || !k.known || k.picture || painting[n.Tag]
}

// painting are the elements that paint what no style tells.
var painting = page.TagSet("img video canvas svg iframe frame object embed input button select textarea meter progress")

// A sheet is what the text of an element is painted with and on, as far as its ancestors tell.
type sheet struct {
	text, ground page.RGBA
	known        bool
}

// on is the sheet of the element n with the ink k, on that of its parent; the root's lies on the canvas, which has no colour yet.
func (s sheet) on(n *page.Node, k *ink) sheet {
	if n.Parent < 0 {
		s = sheet{ground: page.RGBA{R: 255, G: 255, B: 255, A: 255}, known: !k.dark}
	}
	plain := k.known && !k.odd && !k.picture && n.Tag != "svg"
	switch k.ground.A {
	case 0:
		return sheet{k.text, s.ground, s.known && plain}
	case 255:
		return sheet{k.text, k.ground, plain}
	}
	return sheet{k.text, s.ground, false}
}

// faintest is how far the colour of a text is from its ground's at least that can be told from it, in steps of a channel of 255.
// WCAG asks for a hundred and more. A guess.
const faintest = 5

// blank reports whether text on the sheet looks like the sheet.
func (s sheet) blank() bool {
	apart := func(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }
	most := max(apart(s.text.R, s.ground.R), apart(s.text.G, s.ground.G), apart(s.text.B, s.ground.B))
	return s.known && most*int(s.text.A) <= faintest*255
}

// mostOverlaps bounds how often two boxes of a page are compared. Texts that are not done then count as seen.
const mostOverlaps = 1e7

// hideBlank hides the texts that look like what their ancestors paint, but for those beside which something else is painted,
// as that may lie between the two.
func (b *builder) hideBlank(p *page.Page, texts []int) {
	if len(texts) == 0 {
		return
	}
	paints := b.paints(p)
	if len(texts)*len(paints) > mostOverlaps {
		texts = texts[:mostOverlaps/len(paints)]
	}
	for _, i := range texts {
		n := &p.Nodes[i]
		if !slices.ContainsFunc(paints, func(k paint) bool { return !k.holds(i) && !k.box.Intersect(n.Box).Empty() }) {
			n.Hidden, n.Unseen = true, true
		}
	}
}

// A paint is the box of an element, with the nodes from … end in it, that shows more than text.
type paint struct {
	box       page.Box
	from, end int
}

func (k paint) holds(node int) bool { return k.from <= node && node < k.end }

// paints are those of the page; a pseudo-element holds nothing.
func (b *builder) paints(p *page.Page) []paint {
	paints := slices.Clone(b.pseudo)
	for i := range p.Nodes {
		if n, l := &p.Nodes[i], b.facts[i].look; n.Kind == page.Element && l != nil && l.ink.paints(n) && !n.Box.Empty() {
			paints = append(paints, paint{n.Box, i, n.End})
		}
	}
	return paints
}

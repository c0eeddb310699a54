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

// Image says which images belong to the content.
type Image struct {
	MinSide  float64 `key:"min_side" default:"40" min:"0" max:"1000" doc:"drop images with a side known to be shorter, in CSS pixels"`    // a guess: icons and avatars are smaller, figures are not
	MinShare float64 `key:"min_share" default:"0.5" min:"0" max:"1" doc:"drop images whose surroundings hold a smaller share of content"` // a guess
}

// image adds an image to the run if it belongs to the content.
func (b *builder) image(i int) {
	n := &b.Page.Nodes[i]
	if !b.pictures.keep[i] || b.code != nil || b.mathPicture(i) || b.emoji(i) {
		return
	}
	src := b.source(n)
	name := cmp.Or(src, n.Attr("src"))
	if b.seen[name] {
		return
	}
	b.seen[name] = true
	b.pictures.last = i
	img := element("img")
	if src != "" {
		set(img, "src", src)
	}
	alt := collapse(clean(plainAlt(n.Attr("alt"))))
	set(img, "alt", alt)
	if caption := b.caption(i); caption != "" && caption != alt && src != "" {
		set(img, "title", caption)
	}
	b.tip().AppendChild(img)
}

// plainAlt is what an alternative text says that is HTML itself, for it was escaped once too often, as publishing systems do with
// captions: its text. Others are as they are.
func plainAlt(alt string) string {
	if !endTag.MatchString(alt) {
		return escaped.ReplaceAllStringFunc(alt, html.UnescapeString)
	}
	root, err := html.Parse(strings.NewReader(alt))
	if err != nil {
		return alt
	}
	var text strings.Builder
	for n := range root.Descendants() {
		switch {
		case n.Type == html.TextNode:
			text.WriteString(n.Data)
		case n.Data == "br" || lines[n.Data]:
			text.WriteByte(' ')
		}
	}
	return text.String()
}

var (
	endTag  = regexp.MustCompile(`(?i)</[a-z][a-z0-9]*\s*>|<br\s*/?>`) // tells HTML from text that has something in angle brackets
	escaped = regexp.MustCompile(`(?i)&(#\d+|#x[0-9a-f]+|[a-z]+\d*);`)
)

// caption is what the caption of the figure says whose first picture image i is; "" where the text has it or there is none. Most
// captions are no main content, but belong to their pictures.
func (b *builder) caption(i int) string {
	figure := b.Page.Enclosing(i, "figure")
	if figure < 0 || b.Page.Find(figure, "img") != i {
		return ""
	}
	caption := b.Page.Find(figure, "figcaption")
	if caption < 0 || b.Has(caption) > 0 {
		return ""
	}
	var texts []string
	for _, block := range b.Page.BlocksIn(caption, func(block *page.Block) bool { return !block.Hidden }) {
		texts = append(texts, block.Text)
	}
	return collapse(clean(strings.Join(texts, " ")))
}

// noscript shows the image, or the player, that a lazily loading page keeps for browsers without scripts, unless it was already
// there.
func (b *builder) noscript(i int) {
	if frame := b.Page.Find(i, "iframe"); frame >= 0 && b.pictures.keep[frame] {
		b.player(frame)
		return
	}
	img := b.Page.Find(i, "img")
	if last := b.pictures.last; img < 0 || last >= 0 && b.Before[last] == b.Before[img] && b.near(last, img) {
		return
	}
	b.image(img)
}

// near reports whether two images share a parent or grandparent.
func (b *builder) near(i, j int) bool {
	const generations = 3 // noscript itself is one
	holder := common(b.Page, i, j)
	for range generations {
		if j = b.Page.Nodes[j].Parent; j == holder {
			return true
		}
	}
	return false
}

// pictures are the images and players that belong to the content.
type pictures struct {
	keep  map[int]bool
	below []int32 // as builder.below, for images and players
	last  int     // the last image that was shown; -1 when none
}

// findPictures decides for every image and player of the page.
func (b *builder) findPictures(m mass) {
	b.pictures = pictures{keep: map[int]bool{}, below: make([]int32, len(b.Page.Nodes)+1), last: -1}
	led := map[int]bool{} // heads of articles whose picture was found
	for i := range b.Page.Nodes {
		n := &b.Page.Nodes[i]
		if n.Tag != "img" && !players[n.Tag] {
			continue
		}
		head := -1
		if !m.around(i, b.opts.Image.MinShare) {
			if head = m.head(i); head < 0 || led[head] || !b.mayLead(i) || !m.around(head, b.opts.Image.MinShare) {
				continue
			}
		}
		if b.pictures.keep[i] = n.Tag == "img" && b.isShown(i, n) || b.isPlayer(i); b.pictures.keep[i] && head >= 0 {
			led[head] = true
		}
	}
	for i := range b.Page.Nodes {
		b.pictures.below[i+1] = b.pictures.below[i]
		if b.pictures.keep[i] {
			b.pictures.below[i+1]++
		}
	}
}

// mayLead reports whether a picture in the head of an article may be the article's: one with an address, no drawing or logo, nor
// one of a list or a button.
func (b *builder) mayLead(i int) bool {
	n := &b.Page.Nodes[i]
	src := b.source(n)
	if n.Tag == "img" && src == "" || drawing.MatchString(src) || iconName.MatchString(n.Attr("alt")) {
		return false
	}
	return b.Page.Enclosing(i, "li", "button") < 0
}

var drawing = regexp.MustCompile(`(?i)\.svg($|[?#])`)

func (b *builder) holdsImage(i int) bool {
	return b.pictures.below[b.Page.Nodes[i].End] > b.pictures.below[i]
}

var (
	iconName  = regexp.MustCompile(`(?i)(^|[\s_-])(icons?|avatar|gravatar|logo|sprite|spacer|pixel|tracking|emoji|smil(e|ey|ies)|wp-smiley|badge)($|[\s_-])`)
	trackWord = regexp.MustCompile(`(?i)[/._-](pixel|spacer|blank|clear|transparent|1x1|beacon)[/._-]`) // also of a picture of a telephone
	trackName = regexp.MustCompile(`(?i)(/(pixel|spacer|blank|clear|transparent|1x1|beacon)\.(gif|png)|doubleclick\.net|/b\?c1=|scorecardresearch|feedburner\.com/~|facebook\.com/tr\?|/piwik|/matomo)`)
)

// isShown reports whether an image is shown where it stands among content: as a figure, or as the formula or the character
// that it draws.
func (b *builder) isShown(i int, n *page.Node) bool {
	if _, _, ok := b.Page.FormulaPicture(i); ok {
		return !n.Hidden
	}
	if emojiOf(n) != "" {
		return !n.Hidden && b.amongWords(i)
	}
	return b.opts.Images == "keep" && b.isFigure(i, n)
}

// isFigure reports whether an image is to be looked at: not an icon, a tracking pixel or out of sight.
func (b *builder) isFigure(i int, n *page.Node) bool {
	if n.Hidden && !b.fadesIn(n) && b.Page.Enclosing(i, "noscript") < 0 {
		return false
	}
	src := b.source(n)
	if src == "" && !b.isTold(i, n) || named(n, iconName) || trackName.MatchString(src) {
		return false
	}
	sides := b.sides(n)
	if b.isShort(sides) {
		return false
	}
	unknown := !slices.ContainsFunc(sides, func(side float64) bool { return side != 0 })
	if !unknown || strings.TrimSpace(n.Attr("alt")) != "" {
		return true
	}
	return !trackWord.MatchString(src) && (n.Declared == nil || !b.amongWords(i))
}

// isShort reports whether one of an image's sides is known to be too short for it to be a figure.
func (b *builder) isShort(sides []float64) bool {
	return slices.ContainsFunc(sides, func(side float64) bool { return side > 0 && side < b.opts.Image.MinSide })
}

// isTold reports whether an image that is embedded in the page, and so has no address to be written, is one of its own whose
// alternative text tells what it shows: no sign in a line, and no placeholder for the image of a noscript behind it.
func (b *builder) isTold(i int, n *page.Node) bool {
	if !strings.HasPrefix(strings.TrimSpace(n.Attr("src")), "data:") || strings.TrimSpace(n.Attr("alt")) == "" || b.amongWords(i) {
		return false
	}
	for j := n.End; j < b.Page.Nodes[n.Parent].End; j++ {
		if b.Page.Nodes[j].Tag == "noscript" && b.Page.Find(j, "img") >= 0 {
			return false
		}
	}
	return true
}

// fadesIn reports whether an image is out of sight only until it has loaded, as the page lets it fade in then: it was not
// loaded, or a placeholder stands for it, and nothing but its own opacity hides it.
func (b *builder) fadesIn(n *page.Node) bool {
	return n.Declared != nil && n.Style != nil && n.Style.Opacity == 0 && n.Style.Visibility == "visible" && !b.Page.Nodes[n.Parent].Hidden
}

// amongWords reports whether an image stands in a line of chosen text: one that was not loaded, and of which the page tells
// neither a size nor what it shows, is an icon there.
func (b *builder) amongWords(i int) bool {
	block := b.Page.BlockAround(i)
	for j := block + 1; j < b.Page.Nodes[block].End; j++ {
		switch n := &b.Page.Nodes[j]; {
		case n.Kind == page.Text:
			if b.Chosen[j] && strings.TrimSpace(n.Text) != "" {
				return true
			}
		case page.IsBlock(n):
			j = n.End - 1
		}
	}
	return false
}

// sides are what is known of an image's width and height; 0 where nothing is. The box of a placeholder is not the image's.
func (b *builder) sides(n *page.Node) []float64 {
	known := []float64{pixels(n.Attr("width")), pixels(n.Attr("height"))}
	src := strings.TrimSpace(n.Attr("src"))
	switch {
	case n.Declared != nil:
		return append(known, n.Declared[0], n.Declared[1])
	case src != "" && (b.usable(src) == "" || isPlaceholder(n, src)) && b.source(n) != "":
		return known
	}
	return append(known, n.Box.W, n.Box.H)
}

// pixels reads a length attribute; 0 when it is absent or relative.
func pixels(s string) float64 {
	x, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(s), "px"), 64)
	if err != nil {
		return 0
	}
	return x
}

// lazySources are the attributes where pages keep the address of an image that scripts load later, the usual first.
var lazySources = []string{"data-src", "data-original", "data-lazy-src", "data-actualsrc", "data-echo", "data-url", "data-original-src", "data-hi-res-src"}

// lazySets are those where they keep several.
var lazySets = []string{"data-srcset", "data-lazy-srcset"}

// source is the absolute address of an image; "" when it has none that can be used.
func (b *builder) source(n *page.Node) string {
	for _, name := range lazySources {
		if src := b.usable(n.Attr(name)); src != "" {
			return src
		}
	}
	if src := n.Attr("src"); !isPlaceholder(n, src) {
		if src = b.usable(src); src != "" {
			return src
		}
	}
	for _, name := range append(slices.Clone(lazySets), "srcset") {
		if src := b.usable(largest(n.Attr(name))); src != "" {
			return src
		}
	}
	return ""
}

// placeholderWords are what names say of images that stand for others.
var placeholderWords = []string{"blank", "spacer", "grey", "gray", "placeholder", "loading", "lazy", "lazyload", "transparent", "pixel", "1x1"}

const pictureType = `(gif|png|jpe?g|svg|webp)($|[?#])`

var (
	anyWord         = `(` + strings.Join(placeholderWords, "|") + `)`
	placeholderName = regexp.MustCompile(`(?i)(^|/)` + anyWord + `([._-]?(` + anyWord + `|image|trans|\d+(x\d+)?|[0-9a-f]{6,}))*\.` + pictureType)
	placeholderPart = regexp.MustCompile(`(?i)(^|[/_-])` + anyWord + `([._-]\w*)?\.` + pictureType)
	placeholderSure = regexp.MustCompile(`(?i)(^|[/_-])(placeholder([._-]\w*)*\.` + pictureType + `|` + anyWord + `([._-]\w*)?\.gif($|[?#]))`)
)

// isPlaceholder reports whether the source of an image stands for one that scripts load later, by its name: one of nothing but
// such words, one that says so or is an animation, and one with any of the words where the page keeps another address.
func isPlaceholder(n *page.Node, src string) bool {
	if strings.HasPrefix(src, "data:") || !mayStandIn(src) {
		return false // which spares a look at most
	}
	if placeholderName.MatchString(src) || placeholderSure.MatchString(src) {
		return true
	}
	isLazy := func(name string) bool { return n.Attr(name) != "" }
	return placeholderPart.MatchString(src) && (slices.ContainsFunc(lazySources, isLazy) || slices.ContainsFunc(lazySets, isLazy))
}

// mayStandIn reports whether one of placeholderWords is in an address.
func mayStandIn(src string) bool {
	src = strings.ToLower(src)
	return slices.ContainsFunc(placeholderWords, func(word string) bool { return strings.Contains(src, word) })
}

// usable makes an image's address absolute; "" for those that are not of the web.
func (b *builder) usable(src string) string {
	if src = strings.TrimSpace(src); src == "" {
		return ""
	}
	return b.absolute(src, "http", "https")
}

// largest is the address of the widest candidate of a srcset attribute, or of the densest. Candidates are read as HTML's standard
// says: commas within an address are its own, but for those that end it.
func largest(srcset string) string {
	best, most := "", -1.0
	for rest := srcset; ; {
		rest = strings.TrimLeft(rest, srcsetSpace+",")
		if rest == "" {
			return best
		}
		end := strings.IndexAny(rest, srcsetSpace)
		if end < 0 {
			end = len(rest)
		}
		address := strings.TrimRight(rest[:end], ",")
		var descriptors string
		if len(address) == end {
			descriptors, rest, _ = strings.Cut(rest[end:], ",")
		} else {
			rest = rest[end:]
		}
		if size := sizeOfCandidate(descriptors); size > most {
			best, most = address, size
		}
	}
}

const srcsetSpace = " \t\n\f\r"

// sizeOfCandidate is the width of a candidate of a srcset, or else its density, by its descriptors: 1 without any.
func sizeOfCandidate(descriptors string) float64 {
	size := 1.0
	for d := range strings.FieldsSeq(descriptors) {
		if x, err := strconv.ParseFloat(strings.TrimRight(d, "wx"), 64); err == nil {
			size = x
		}
	}
	return size
}

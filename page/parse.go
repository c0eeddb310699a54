package page

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// ParseOptions say what is known about a document beside its bytes.
type ParseOptions struct {
	URL         string // where it came from, to resolve links; "" when unknown
	ContentType string // of the HTTP response, such as "text/html; charset=gbk"; "" when unknown
	MaxNodes    int    // refuse larger documents; 0 means DefaultMaxNodes
}

// DefaultMaxNodes is far above any page that a person reads: the largest of 4,000 real pages has 90,000. To judge so many takes
// gigabytes.
const DefaultMaxNodes = 2_000_000

// Errors of Parse: of these no page can be made. Any other text is one, as browsers take it.
var (
	ErrEmpty  = errors.New("the document is empty")
	ErrBinary = errors.New("the document is not HTML: it holds binary data")
	ErrTooBig = errors.New("the document has too many nodes")
)

// Parse makes a page from the raw bytes of an HTML document, or of a plain text, without a browser, so without layout: boxes and
// styles are absent, and Hidden is known from the markup only (hidden and popover attributes, inline styles, noscript).
func Parse(raw []byte, o ParseOptions) (*Page, error) {
	if len(raw) == 0 {
		return nil, fmt.Errorf("parsing: %w", ErrEmpty)
	}
	if err := CheckText(raw, o.ContentType); err != nil {
		return nil, fmt.Errorf("parsing: %w", err)
	}
	text, name := Decode(raw, o.ContentType)
	text = closeTitle(AsHTML(text, o.ContentType))
	doc, err := html.ParseWithOptions(bytes.NewReader(text), html.ParseOptionEnableScripting(false))
	for _, depth := range depths { // the parser refuses very deep trees
		if err != nil {
			doc, err = html.ParseWithOptions(bytes.NewReader(flatten(text, depth)), html.ParseOptionEnableScripting(false))
		}
	}
	if err != nil {
		return nil, fmt.Errorf("parsing: %w", err)
	}
	at := WithoutUser(o.URL)
	p := &Page{URL: at, FinalURL: at, Charset: name}
	limit := o.MaxNodes
	if limit == 0 {
		limit = DefaultMaxNodes
	}
	nodes, shadows := census(doc)
	b := builder{page: p, limit: limit, shadows: shadows}
	p.Nodes = make([]Node, 0, min(limit, nodes))
	for c := doc.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			b.add(c, -1, false, nil)
		}
	}
	if b.full {
		return nil, fmt.Errorf("parsing: %w: more than %d", ErrTooBig, limit)
	}
	p.Join()
	p.BaseURL = baseURL(p)
	return p, nil
}

// census counts what is below h, and tells whether a shadow tree is declared there.
func census(h *html.Node) (nodes int, shadows bool) {
	for n := range h.Descendants() {
		nodes++
		shadows = shadows || isShadow(n)
	}
	return nodes, shadows
}

// closeTitle turns the start tag of a title that never ends into another element: it would swallow the document.
func closeTitle(text []byte) []byte {
	start := indexFold(text[:min(len(text), prescan)], "<title")
	if start < 0 || indexFold(text[start:], "</title") >= 0 {
		return text
	}
	return slices.Concat(text[:start], []byte("<span"), text[start+len("<title"):])
}

// indexFold is the index of the first occurrence of a tag's beginning, in letters of either case; -1 when there is
// none.
func indexFold(text []byte, tag string) int {
	for at := 0; ; at++ {
		next := bytes.IndexByte(text[at:], tag[0])
		if next < 0 || len(text)-at-next < len(tag) {
			return -1
		}
		if at += next; strings.EqualFold(string(text[at:at+len(tag)]), tag) {
			return at
		}
	}
}

// A builder copies a parsed tree into a page.
type builder struct {
	page  *Page
	limit int
	full  bool

	shadows bool // whether the page declares shadow trees: few do, and to look for them in each element takes time
}

// add adds the subtree of h as it is shown: in the shadow tree that tree tells, nil outside of any.
func (b *builder) add(h *html.Node, parent int, hidden bool, tree *shadow) {
	if len(b.page.Nodes) >= b.limit {
		b.full = true
		return
	}
	i := len(b.page.Nodes)
	if h.Type == html.TextNode {
		b.page.Nodes = append(b.page.Nodes, Node{Kind: Text, Hidden: hidden, Parent: parent, End: i + 1, Text: h.Data})
		return
	}
	if h.Type != html.ElementNode || Dropped(h.Data, func() string { return attr(h, "type") }) {
		b.page.Dollars = b.page.Dollars || setsDollars(h)
		return
	}
	n := Node{Kind: Element, Parent: parent, Tag: tagOf(h)}
	if len(h.Attr) > 0 {
		n.Attrs = make([]Attr, len(h.Attr))
		for k, a := range h.Attr {
			name := strings.ToLower(a.Key)
			if a.Namespace != "" {
				name = a.Namespace + ":" + name
			}
			n.Attrs[k] = Attr{name, a.Val}
		}
	}
	if n.Tag == "iframe" && h.Data != n.Tag {
		n.addVideo(h)
	}
	within := hidden || hiddenByMarkup(&n) // apart from n, which would be moved to the heap with the loop over children
	n.Hidden = within
	b.page.Nodes = append(b.page.Nodes, n)
	switch {
	case n.Tag == "img": // what AMP's holds stands in for it
	case Opaque(n.Tag):
		for c := range h.ChildNodes() {
			if c.Data == "source" {
				b.page.Nodes[i].AddSource(cmp.Or(attr(c, "src"), attr(c, "data-src")))
			}
		}
	case b.shadows:
		children, tree := shownIn(h, tree)
		for c := range children {
			b.add(c, i, within, tree)
		}
	default:
		for c := h.FirstChild; c != nil; c = c.NextSibling {
			b.add(c, i, within, nil)
		}
	}
	b.page.Nodes[i].End = len(b.page.Nodes)
}

// madeBy are the elements of which scripts make a picture or a player, and what they make.
var madeBy = map[string]string{
	"amp-img": "img", "amp-video": "video", "amp-audio": "audio", "amp-iframe": "iframe",
	"amp-youtube": "iframe", "amp-vimeo": "iframe", "amp-dailymotion": "iframe", "lite-youtube": "iframe",
}

// tagOf is the tag of an element; of those of which a script makes another one, that of what it makes, unless they hold one.
func tagOf(h *html.Node) string {
	tag := strings.ToLower(h.Data)
	if strings.IndexByte(tag, '-') < 0 { // as nearly all
		return tag
	}
	made := madeBy[tag]
	if made == "" {
		return tag
	}
	for n := range h.Descendants() {
		if n.Data == made && n.Type == html.ElementNode {
			return tag
		}
	}
	return made
}

// videos are where the videos stand whose names alone elements tell.
var videos = map[string]string{
	"amp-youtube": "https://www.youtube.com/embed/", "lite-youtube": "https://www.youtube.com/embed/",
	"amp-vimeo": "https://player.vimeo.com/video/", "amp-dailymotion": "https://www.dailymotion.com/embed/video/",
}

// addVideo gives a player the address of the video that element h names.
func (n *Node) addVideo(h *html.Node) {
	if name := cmp.Or(n.Attr("data-videoid"), n.Attr("videoid")); name != "" && videos[h.Data] != "" {
		n.Attrs = append(n.Attrs, Attr{"src", videos[h.Data] + name})
	}
}

func attr(h *html.Node, name string) string {
	for _, a := range h.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// Dropped reports whether elements of this tag are left out of every page: code and styles, but for
// JSON-LD, which describes the page, and the TeX of formulas. typ is asked for the type attribute only when it matters.
func Dropped(tag string, typ func() string) bool {
	switch tag {
	case "script":
		t := strings.ToLower(strings.TrimSpace(typ()))
		return t != "application/ld+json" && !isTeX(t)
	case "style", "template", "noembed", "noframes":
		return true
	}
	return false
}

// Opaque reports whether an element of this tag is kept without its content: pictures and form values
// hold no text that stands in the page. Videos and sounds keep the address of their first source, see AddSource.
func Opaque(tag string) bool {
	switch tag {
	case "svg", "iframe", "canvas", "video", "audio", "textarea":
		return true
	}
	return false
}

// AddSource gives a video or an audio the address of a source in it, as its own, unless it has one.
func (n *Node) AddSource(src string) {
	if _, has := n.LookupAttr("src"); !has && src != "" && (n.Tag == "video" || n.Tag == "audio") {
		n.Attrs = append(n.Attrs, Attr{"src", src})
	}
}

// hiddenByMarkup reports whether an element hides its content by its own tag, attributes or inline style.
func hiddenByMarkup(n *Node) bool {
	switch n.Tag {
	case "noscript", "head", "datalist", "script", "rp":
		return true
	case "dialog":
		if _, open := n.LookupAttr("open"); !open {
			return true
		}
	case "input":
		return strings.EqualFold(n.Attr("type"), "hidden")
	}
	for _, a := range n.Attrs {
		switch a.Name {
		case "hidden", "popover":
			return true
		case "style":
			if hiddenByStyle(a.Value) {
				return true
			}
		}
	}
	return false
}

func hiddenByStyle(css string) bool {
	if !strings.Contains(css, "one") && !strings.Contains(css, "idden") && !strings.Contains(css, "ONE") && !strings.Contains(css, "IDDEN") {
		return false
	}
	css = strings.ToLower(strings.Join(strings.Fields(css), ""))
	for decl := range strings.SplitSeq(css, ";") {
		if strings.HasPrefix(decl, "display:none") || strings.HasPrefix(decl, "visibility:hidden") {
			return true
		}
	}
	return false
}

// depths keep flattened documents below the 512 open elements that the parser allows: the first one where every element has a
// tag, the second one also where half of them have none, as the tbody and tr of a table of cells.
var depths = [...]int{400, 200}

// flatten drops the tags of elements that are nested deeper than maxDepth, and keeps their text.
func flatten(text []byte, maxDepth int) []byte {
	var out bytes.Buffer
	depth, dropped := 0, 0
	z := html.NewTokenizer(bytes.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return out.Bytes()
		case html.StartTagToken:
			raw := z.Raw()
			if name, _ := z.TagName(); isVoid(name) {
				out.Write(raw)
			} else if depth >= maxDepth {
				dropped++
				out.WriteByte(' ')
			} else {
				depth++
				out.Write(raw)
			}
		case html.EndTagToken:
			if dropped > 0 {
				dropped--
				out.WriteByte(' ')
			} else {
				depth = max(0, depth-1)
				out.Write(z.Raw())
			}
		default:
			out.Write(z.Raw())
		}
	}
}

func isVoid(name []byte) bool {
	switch atom.Lookup(name) {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta,
		atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"github.com/mullionhq/mullion/page"
)

// What is taken of the packages.
const (
	each     = 2       // pages of a package: those of a generator look alike
	most     = 30      // packages of a generator
	fewest   = 20      // words of gold
	biggest  = 400_000 // bytes of a page
	mostLink = 0.7     // share of the gold in links: more is an index, which may be content or navigation
)

// A manual is a page of documentation with what its generator says is its text.
type manual struct {
	name      string
	raw       []byte
	generator string
	gold      string
}

// read lists the HTML files of a package, in an order that is theirs and not the package's.
func read(ctx context.Context, deb string) ([]manual, error) {
	cmd := exec.CommandContext(ctx, "dpkg-deb", "--fsys-tarfile", deb)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	pages, err := files(out)
	_, rest := io.Copy(io.Discard, out)
	if err := errors.Join(err, rest, cmd.Wait()); err != nil {
		return nil, err
	}
	order := func(m manual) string { s := sha256.Sum256([]byte(path.Base(m.name))); return string(s[:]) }
	slices.SortFunc(pages, func(a, b manual) int { return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.name, b.name)) })
	return pages, nil
}

func files(r io.Reader) ([]manual, error) {
	var pages []manual
	archive := tar.NewReader(r)
	for {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return pages, nil
		}
		if err != nil {
			return nil, err
		}
		switch path.Ext(h.Name) {
		case ".html", ".htm", ".xhtml":
		default:
			continue
		}
		if h.Typeflag != tar.TypeReg || h.Size > biggest {
			continue
		}
		raw, err := io.ReadAll(archive)
		if err != nil {
			return nil, err
		}
		pages = append(pages, manual{name: h.Name, raw: raw})
	}
}

// pick takes the first pages of generators that are wanted and have text.
func pick(pages []manual, wanted func(generator string) bool) []manual {
	var taken []manual
	for _, m := range pages {
		if len(taken) == each {
			break
		}
		decoded, _ := page.Decode(m.raw, "")
		doc, err := html.Parse(bytes.NewReader(decoded))
		if err != nil {
			continue
		}
		g := generatorOf(doc)
		if g == nil || !wanted(g.name) {
			continue
		}
		m.generator = g.name
		if m.gold = g.gold(doc); m.gold != "" {
			taken = append(taken, m)
		}
	}
	return taken
}

// A generator of documentation: how its pages are known, where their text is, and what in it is not text.
type generator struct {
	name                  string
	mark, text, furniture cascadia.Selector
}

// generators, the first whose mark a page has.
var generators = []generator{
	framed("rustdoc", `meta[name=generator][content=rustdoc]`, `#main-content, section#main`, `.src, .srclink, .out-of-band, .anchor, #copy-path, nav`),
	framed("doxygen", `meta[name=generator][content^=Doxygen]`, `.headertitle, .contents`, `.summary, .dynheader, .toc, iframe, map`),
	framed("gtk-doc", `meta[name=generator][content^="GTK-Doc"]`, `body`, `table.navigation, .footer, .shortcuts`),
	framed("gi-docgen", `meta[name=generator][content^="gi-docgen"]`, `#main`, `.srclink, .anchor, nav`),
	framed("docbook", `meta[name=generator][content^="DocBook"]`, `body`, `.navheader, .navfooter`),
	framed("asciidoctor", `meta[name=generator][content^=Asciidoctor], meta[name=generator][content^=AsciiDoc]`, `#header h1, #content`, `#toc, .anchor`),
	framed("texinfo", `meta[name=Generator][content*=makeinfo], meta[name=Generator][content*=texi2any], meta[name=generator][content*=texi2any]`, `body`, `.header, .nav-panel, .navigation`),
	framed("mkdocs", `meta[name=generator][content^=mkdocs]`, `[role=main]`, `.headerlink, .toc, nav, .rst-footer-buttons`),
	framed("javadoc", `meta[name=generator][content^="javadoc"], link[href$="javadoc/stylesheet.css"], link[href$="stylesheet.css"][title=Style]`, `main, div.header, .contentContainer`, `.sub-nav, .topNav, .bottomNav, .subNav, nav, .skip-nav, .skipNav, noscript`),
	framed("sphinx", `link[href*="_static/pygments.css"], script[src*="_static/doctools.js"]`, `[role=main], div.body, main, article`, `.headerlink, .viewcode-link, .related, nav, footer, .rst-footer-buttons, [role=navigation], [role=contentinfo], .sphinxsidebar, .prev-next-area, .edit-this-page, .toc-drawer, aside`),
	framed("haddock", `link[href*=haddock], script[src*=haddock], #package-header`, `#module-header .caption, #content`, `#table-of-contents, #contents-list, .info, .link, .selflink, .anchor`),
	framed("rdoc", `link[href$="css/rdoc.css"], link[href$="rdoc.css"]`, `main, #documentation`, `.method-source-code, .method-source-toggle, .method-click-advice, #metadata, nav`),
	framed("yard", `link[href$="css/common.css"], script[src$="js/app.js"]`, `#content`, `.source_code, .showSource, .summary_toggle, .inheritanceTree, #menu, #footer`),
	framed("qdoc", `link[href$="style/offline.css"], link[href$="style/offline-simple.css"]`, `.mainContent`, `.sidebar, .toc, .naviNextPrevious, .navigationbar`),
	framed("mdbook", `script[src$="book.js"]`, `main`, `nav`),
}

// framed compiles a generator's selectors.
func framed(name, mark, text, furniture string) generator {
	return generator{name, cascadia.MustCompile(mark), cascadia.MustCompile(text), cascadia.MustCompile(furniture)}
}

// generatorOf tells which one wrote a page; nil for none that is known.
func generatorOf(doc *html.Node) *generator {
	for i := range generators {
		if generators[i].mark.MatchFirst(doc) != nil {
			return &generators[i]
		}
	}
	return nil
}

// gold is a page's text by blocks; "" where it has too few words, or too many of them in links.
func (g *generator) gold(doc *html.Node) string {
	for _, n := range g.furniture.MatchAll(doc) {
		if n.Parent != nil {
			n.Parent.RemoveChild(n)
		}
	}
	var text strings.Builder
	for _, n := range g.text.MatchAll(doc) {
		if !g.within(n) {
			if err := html.Render(&text, n); err != nil {
				return ""
			}
		}
	}
	p, err := page.Parse([]byte("<!doctype html><meta charset=utf-8>"+text.String()), page.ParseOptions{})
	if err != nil {
		return ""
	}
	var lines []string
	words, linked := 0, 0
	for _, b := range p.Blocks() {
		if b.Hidden {
			continue
		}
		lines = append(lines, b.Text)
		for _, t := range b.Texts {
			n := len(strings.Fields(p.Nodes[t].Text))
			words += n
			if inLink(p, t) {
				linked += n
			}
		}
	}
	if words < fewest || float64(linked) > mostLink*float64(words) {
		return ""
	}
	return strings.Join(lines, "\n")
}

// within reports whether an element above the node has been taken.
func (g *generator) within(n *html.Node) bool {
	for a := n.Parent; a != nil && a.Type == html.ElementNode; a = a.Parent {
		if g.text.Match(a) {
			return true
		}
	}
	return false
}

func inLink(p *page.Page, node int) bool {
	for ; node > 0; node = p.Nodes[node].Parent {
		if p.Nodes[node].Tag == "a" {
			return true
		}
	}
	return false
}

package classify

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/mullionhq/mullion/page"
)

// dropApart drops what is less likely than sure and what the page itself sets apart from what it is about: what stands in a part
// of another purpose, such as a navigation landmark, and links that lead away by its own word, those to the page before or after it
// and cards. Where nothing else is kept, as on a site's map, it stays.
func (v *View) dropApart(blocks []Block, k kind, o Options) {
	isThread := (k.name == "forum" || k.name == "listing") && k.probability >= o.TypeSure
	parts := partition{page: v.Page, isThread: isThread, apart: map[int]bool{}}
	cards := v.cards(k, o)
	steps := sync.OnceValue(v.steps)
	var apart []int
	others := 0.0 // words
	for b := range blocks {
		if !blocks[b].Content || b == v.headline {
			continue
		}
		if blocks[b].Score < o.ApartSure && (parts.holds(blocks[b].Node) || parts.isTicked(&blocks[b].Block) || cards[b] || v.isStep(&blocks[b].Block, steps)) {
			apart = append(apart, b)
		} else {
			others += v.stats[b].words
		}
	}
	if others == 0 {
		return
	}
	for _, b := range apart {
		blocks[b].rule(false, RuleApart)
	}
}

// apartRoles are the roles that tell what the elements nav and dialog do. A dialog that says that it is not modal may be a sheet
// with the details of a product.
var apartRoles = map[string]bool{"navigation": true, "dialog": true, "alertdialog": true}

// A partition tells which nodes are in parts of the page that are not for reading along.
type partition struct {
	page     *page.Page
	isThread bool
	apart    map[int]bool    // by element that was asked for
	boxes    map[string]bool // ids of boxes to tick, or of one of several; nil until they are asked for
	ticked   map[int]bool    // whether labels that were asked for are of such a box
	texts    map[int]bool    // figures with a listing or a table, whose captions are text; nil until they are asked for
}

// holds reports whether node i is in a navigation landmark, a dialog, the options of a choice, a list of pages' numbers, the caption of a
// figure that is a picture, or, in a thread, the signature below a post.
func (p *partition) holds(i int) bool {
	if i < 0 {
		return false
	}
	is, known := p.apart[i]
	if !known {
		is = p.begins(i) || p.holds(p.page.Nodes[i].Parent)
		p.apart[i] = is
	}
	return is
}

// begins reports whether such a part begins with node i.
func (p *partition) begins(i int) bool {
	n := &p.page.Nodes[i]
	switch n.Tag {
	case "nav", "dialog", "select":
		return true
	case "ul", "ol":
		return p.isPager(i)
	case "figcaption":
		figure := p.page.Enclosing(i, "figure")
		return figure >= 0 && !p.isText(figure)
	}
	return apartRoles[n.Attr("role")] && n.Attr("aria-modal") != "false" ||
		p.isThread && strings.Contains(strings.ToLower(n.Attr("class")), "signature")
}

// isPager reports whether all that a list says are numbers, each after the one before it, and marks between them: it leads through
// the pages of what stands above it, by links or by scripts.
func (p *partition) isPager(list int) bool {
	const fewest = 3 // numbers; a guess
	numbers, last := 0, 0
	for _, n := range p.page.Nodes[list:p.page.Nodes[list].End] {
		text := strings.TrimSpace(n.Text)
		if n.Kind != page.Text || n.Hidden || !strings.ContainsFunc(text, isLetterOrDigit) {
			continue
		}
		number, err := strconv.Atoi(text)
		if err != nil || number <= last {
			return false
		}
		last = number
		numbers++
	}
	return numbers >= fewest
}

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isTicked reports whether all texts of a block are labels of boxes to tick, or of one of several: a label holds its box, or names it.
func (p *partition) isTicked(b *page.Block) bool {
	if p.boxes == nil {
		p.boxes, p.ticked = map[string]bool{}, map[int]bool{}
		for i := range p.page.Nodes {
			if p.isBox(i) {
				p.boxes[p.page.Nodes[i].Attr("id")] = true
			}
		}
	}
	return len(p.boxes) > 0 && !slices.ContainsFunc(b.Texts, func(t int) bool {
		label := p.page.Enclosing(t, "label")
		return strings.TrimSpace(p.page.Nodes[t].Text) != "" && (label < 0 || !p.isOfBox(label))
	})
}

// isOfBox is tellsBox of a label, which is looked at once.
func (p *partition) isOfBox(label int) bool {
	is, known := p.ticked[label]
	if !known {
		is = p.tellsBox(label)
		p.ticked[label] = is
	}
	return is
}

// tellsBox reports whether a label is that of a box.
func (p *partition) tellsBox(label int) bool {
	n := &p.page.Nodes[label]
	if named := n.Attr("for"); named != "" && p.boxes[named] {
		return true
	}
	for i := label; i < n.End; i++ {
		if p.isBox(i) {
			return true
		}
	}
	return false
}

// isBox reports whether node i is a box to tick, or one of several, but no task's.
func (p *partition) isBox(i int) bool {
	n := &p.page.Nodes[i]
	return n.Tag == "input" && (n.Attr("type") == "checkbox" || n.Attr("type") == "radio") && !p.page.IsTask(i)
}

// isText reports whether a figure holds a listing or a table.
func (p *partition) isText(figure int) bool {
	if p.texts == nil {
		p.texts = map[int]bool{}
		for i := range p.page.Nodes {
			if tag := p.page.Nodes[i].Tag; tag == "pre" || tag == "table" {
				for f := p.page.Enclosing(i, "figure"); f >= 0 && !p.texts[f]; f = p.page.Enclosing(p.page.Nodes[f].Parent, "figure") {
					p.texts[f] = true
				}
			}
		}
	}
	return p.texts[figure]
}

// cards are the blocks of links that hold several of them, as a picture's place, a title and a summary, and lead to another page:
// what an article or a thread shows of others. On other pages they may be what the page is about.
func (v *View) cards(k kind, o Options) map[int]bool {
	if k.name != "article" && k.name != "forum" || k.probability < o.TypeSure {
		return nil
	}
	held := map[int][]int{} // by link: blocks
	for b := range v.Blocks {
		if link := v.Page.Enclosing(v.Blocks[b].Node, "a"); link >= 0 && v.leadsAway(link) {
			held[link] = append(held[link], b)
		}
	}
	cards := map[int]bool{}
	for _, blocks := range held {
		for _, b := range blocks {
			cards[b] = len(blocks) > 1
		}
	}
	return cards
}

// leadsAway reports whether a link leads to another page, as far as can be known.
func (v *View) leadsAway(link int) bool {
	to, _, _ := strings.Cut(page.Resolve(v.Page.BaseURL, v.Page.Nodes[link].Attr("href")), "#")
	return to != "" && to != v.Page.URL && to != v.Page.FinalURL && to != v.Page.BaseURL
}

// steps are the addresses of the pages before and after this one, as its head tells them.
func (v *View) steps() map[string]bool {
	steps := map[string]bool{}
	if head := v.Page.Find(0, "head"); head >= 0 {
		for i := head; i < v.Page.Nodes[head].End; i++ {
			if n := &v.Page.Nodes[i]; n.Tag == "link" && leadsOn(n) {
				steps[page.Resolve(v.Page.BaseURL, n.Attr("href"))] = true
			}
		}
	}
	return steps
}

// isStep reports whether all that block b says are links to the page before or after, whatever marks are between them. What the
// head tells is not heard about items of lists: a table of contents has these pages among others.
func (v *View) isStep(b *page.Block, steps func() map[string]bool) (is bool) {
	for _, t := range b.Texts {
		if !strings.ContainsFunc(v.Page.Nodes[t].Text, isLetterOrDigit) {
			continue
		}
		link := v.Page.Enclosing(t, "a")
		if link < 0 {
			return false
		}
		n := &v.Page.Nodes[link]
		isTold := v.nodes[b.Node].tags&inList == 0 && len(steps()) > 0 && steps()[page.Resolve(v.Page.BaseURL, n.Attr("href"))]
		if is = isTold || leadsOn(n); !is {
			return false
		}
	}
	return is
}

// leadsOn reports whether a link says that it leads to the page before or after.
func leadsOn(n *page.Node) bool {
	for rel := range strings.FieldsSeq(n.Attr("rel")) {
		if strings.EqualFold(rel, "prev") || strings.EqualFold(rel, "next") {
			return true
		}
	}
	return false
}

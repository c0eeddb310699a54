package classify

import (
	"strings"

	"github.com/mullionhq/mullion/page"
)

// dropNavigation drops what is less likely than sure and consists of links of which the page says that they lead away from what it
// is about: those of a navigation landmark, those to the page before or after it, and cards. Where nothing else is kept, as on a
// site's map, they stay.
func (v *View) dropNavigation(blocks []Block, cards map[int]bool, sure float64) {
	var leading []int
	var steps map[string]bool // nil until they are asked for
	others := 0.0             // words
	for b := range blocks {
		if !blocks[b].Content || b == v.headline {
			continue
		}
		s := &v.stats[b]
		isLinks := s.words > 0 && s.linkWords >= s.words && blocks[b].Score < sure
		if isLinks && steps == nil {
			steps = v.steps()
		}
		if isLinks && (cards[b] || v.inLandmark(blocks[b].Node) || v.isStep(&blocks[b].Block, steps)) {
			leading = append(leading, b)
		} else {
			others += s.words
		}
	}
	if others == 0 {
		return
	}
	for _, b := range leading {
		blocks[b].rule(false, RuleNavigation)
	}
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

// inLandmark reports whether node i is in a navigation landmark.
func (v *View) inLandmark(i int) bool {
	for ; i >= 0; i = v.Page.Nodes[i].Parent {
		if n := &v.Page.Nodes[i]; n.Tag == "nav" || n.Attr("role") == "navigation" {
			return true
		}
	}
	return false
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

// isStep reports whether all of block b's texts are links to the page before or after. What the head tells is not heard about
// items of lists: a table of contents has these pages among others.
func (v *View) isStep(b *page.Block, steps map[string]bool) bool {
	if v.nodes[b.Node].tags&inList != 0 {
		steps = nil
	}
	for _, t := range b.Texts {
		if strings.TrimSpace(v.Page.Nodes[t].Text) == "" {
			continue
		}
		link := v.Page.Enclosing(t, "a")
		if link < 0 {
			return false
		}
		if n := &v.Page.Nodes[link]; !leadsOn(n) && !(len(steps) > 0 && steps[page.Resolve(v.Page.BaseURL, n.Attr("href"))]) {
			return false
		}
	}
	return true
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

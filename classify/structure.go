package classify

import (
	"math"
	"strings"
)

// tagGroups is a set of kinds of elements that a node is or stands in.
type tagGroups uint32

const (
	inArticle tagGroups = 1 << iota
	inMain
	inAside
	inNav
	inHeader
	inFooter
	inForm
	inTable
	inList
	inFigure
	inQuote
	inSection
	inPre
	inDefinitions
	inDetails
	inButton
	inH1
	inHeading
	inCaption
	inNoscript
)

var tagGroup = map[string]tagGroups{
	"article": inArticle, "main": inMain, "aside": inAside, "nav": inNav, "header": inHeader, "footer": inFooter,
	"form": inForm, "fieldset": inForm, "table": inTable, "ul": inList, "ol": inList, "menu": inList,
	"figure": inFigure, "blockquote": inQuote, "section": inSection, "pre": inPre, "dl": inDefinitions,
	"details": inDetails, "button": inButton, "select": inForm, "label": inForm, "h1": inH1 | inHeading, "h2": inHeading,
	"h3": inHeading, "h4": inHeading, "h5": inHeading, "h6": inHeading, "figcaption": inCaption, "caption": inCaption,
	"noscript": inNoscript,
}

var ancestorTags = []struct {
	name string
	tags tagGroups
}{
	{"article", inArticle}, {"main", inMain}, {"aside", inAside}, {"nav", inNav}, {"header", inHeader},
	{"footer", inFooter}, {"form", inForm}, {"table", inTable}, {"list", inList}, {"figure", inFigure},
	{"quote", inQuote}, {"section", inSection}, {"pre", inPre}, {"definitions", inDefinitions},
	{"details", inDetails}, {"button", inButton}, {"heading", inHeading}, {"caption", inCaption}, {"noscript", inNoscript},
}

var ownTags = []string{"p", "h1", "h2", "h3", "h4 h5 h6", "li", "td", "th", "div section", "pre", "dt", "dd", "body", "option"}

var tagSource = Source{
	Name: "tag",
	Doc:  "The block's own element and the kinds of elements that it stands in.",
	Columns: func() []string {
		var names []string
		for _, t := range ownTags {
			names = append(names, "own_"+strings.Fields(t)[0])
		}
		for _, a := range ancestorTags {
			names = append(names, "in_"+a.name)
		}
		return append(names, "depth", "link_block")
	}(),
	Measure: func(v *View, b int, out []float32) {
		w, node := writer{out: out}, v.Blocks[b].Node
		tag := v.Page.Nodes[node].Tag
		for _, list := range ownTags {
			own := false
			for t := range strings.FieldsSeq(list) {
				own = own || t == tag
			}
			w.flag(own)
		}
		for _, a := range ancestorTags {
			w.flag(v.nodes[node].tags&a.tags != 0)
		}
		w.put(math.Min(40, float64(v.nodes[node].depth)))
		w.flag(v.nodes[node].link)
		w.done()
	},
}

var positionSource = Source{
	Name: "position",
	Doc:  "Where the block stands in the page's order of text: by words, by blocks, by nodes (position density after Zhou 2019).",
	Columns: []string{
		"words_before", "order", "node", "running_before", "running_after", "first_running", "last_running",
	},
	Measure: func(v *View, b int, out []float32) {
		w := writer{out: out}
		o := &v.order
		w.put(share(o.words[b], v.total.words))
		w.put(share(float64(b), float64(len(v.Blocks))))
		w.put(share(float64(v.Blocks[b].Node), float64(len(v.Page.Nodes))))
		w.put(share(o.running[b], v.total.runningWords))
		w.put(share(v.total.runningWords-o.running[b]-v.stats[b].runningWords, v.total.runningWords))
		w.flag(o.running[b] == 0)
		w.flag(o.running[b]+v.stats[b].runningWords >= v.total.runningWords)
		w.done()
	},
}

// order holds sums over the blocks before each block.
type order struct{ words, running []float64 }

func (v *View) measureOrder() {
	v.order = order{make([]float64, len(v.Blocks)), make([]float64, len(v.Blocks))}
	words, running := 0.0, 0.0
	for b := range v.Blocks {
		v.order.words[b], v.order.running[b] = words, running
		words += v.stats[b].words
		running += v.stats[b].runningWords
	}
}

// heights are the steps up a block's chain of ever larger ancestors at which text is weighed.
var heights = []int{0, 1, 2, 3, 4, 6}

var ancestorSource = Source{
	Name: "ancestors",
	Doc: "Text, links, paragraphs and commas of the ancestors at six heights; only ancestors that hold more text " +
		"than the one below count (text density after Sun 2011, CETD).",
	Columns: func() []string {
		var names []string
		for _, h := range heights {
			k := string(rune('0' + h))
			names = append(names, "words"+k, "share"+k, "links"+k, "running"+k, "paragraphs"+k, "commas"+k, "block_words"+k)
		}
		return names
	}(),
	Measure: func(v *View, b int, out []float32) {
		w := writer{out: out}
		for _, h := range heights {
			s := v.under(v.ancestor(b, h))
			w.put(log(s.words))
			w.put(share(s.words, v.total.words))
			w.put(share(s.linkWords, s.words))
			w.put(share(s.runningWords, s.words))
			w.put(share(s.paragraphWords, s.words))
			w.put(share(s.commas, s.words))
			w.put(log(share(s.words, s.blocks)))
		}
		w.done()
	},
}

var repetitionSource = Source{
	Name: "repetition",
	Doc: "Repeated structure: how many blocks share the block's tag path and how much text they hold, and the " +
		"largest group of equal siblings (cards, posts, rows) that it stands in.",
	Columns: []string{
		"path_blocks", "path_share", "path_words", "path_links", "path_running", "kind_blocks", "kind_share",
		"kind_words", "kind_links", "kind_running", "siblings", "sibling_words", "sibling_links", "sibling_height",
		"parent_siblings", "same_text",
	},
	Measure: func(v *View, b int, out []float32) {
		w, node := writer{out: out}, v.Blocks[b].Node
		for _, s := range []*stat{v.paths[v.nodes[node].path], v.kinds[v.nodes[node].kind]} {
			w.put(log(s.blocks))
			w.put(share(s.words, v.total.words))
			w.put(log(share(s.words, s.blocks)))
			w.put(share(s.linkWords, s.words))
			w.put(share(s.runningWords, s.words))
		}
		item := v.item(b)
		s := v.under(item)
		w.put(log(float64(v.nodes[item].repeats)))
		w.put(log(s.words))
		w.put(share(s.linkWords, s.words))
		w.put(float64(v.nodes[node].depth - v.nodes[item].depth))
		w.put(log(float64(v.nodes[max(0, v.Page.Nodes[node].Parent)].repeats)))
		w.put(log(float64(v.same[v.Blocks[b].Text] - 1)))
		w.done()
	},
}

// itemLevels is how many levels above a block its repeated element is looked for.
const itemLevels = 8

// item is the node at or above block b, at most itemLevels up, with the most siblings that look like it.
func (v *View) item(b int) int {
	item := v.Blocks[b].Node
	for i, level := item, 0; i > 0 && level < itemLevels; i, level = v.Page.Nodes[i].Parent, level+1 {
		if v.nodes[i].repeats > v.nodes[item].repeats {
			item = i
		}
	}
	return item
}

// reach is how many blocks on each side are a block's neighbours.
const reach = 4

var neighbourSource = Source{
	Name:    "neighbours",
	Doc:     "The blocks before and after: length, links, running text, headings, and whether they look the same.",
	Columns: neighbourColumns(),
	Measure: func(v *View, b int, out []float32) {
		w, node := writer{out: out}, v.Blocks[b].Node
		for _, side := range []int{-1, 1} {
			for d := 1; d <= reach; d++ {
				n := b + side*d
				if n < 0 || n >= len(v.Blocks) {
					w.put(0)
					w.put(0.5)
					w.put(0)
					w.put(0)
					w.put(0)
					continue
				}
				s, other := &v.stats[n], v.Blocks[n].Node
				w.put(log(s.words))
				w.put(share(s.linkWords, s.words))
				w.flag(s.runs())
				w.flag(v.nodes[other].tags&inHeading != 0)
				w.flag(v.nodes[other].kind == v.nodes[node].kind)
			}
		}
		for _, size := range windows {
			words, running, links := 0.0, 0.0, 0.0
			for n := max(0, b-size); n <= min(len(v.Blocks)-1, b+size); n++ {
				words += v.stats[n].words
				running += v.stats[n].runningWords
				links += v.stats[n].linkWords
			}
			w.put(share(running, words))
			w.put(share(links, words))
			w.put(log(running))
		}
		w.done()
	},
}

// windows are how many blocks on each side are weighed together.
var windows = []int{2, 6, 15}

func neighbourColumns() []string {
	var names []string
	for _, side := range []string{"before", "after"} {
		for d := 1; d <= reach; d++ {
			k := string(rune('0' + d))
			names = append(names, side+k+"_words", side+k+"_links", side+k+"_runs", side+k+"_heading", side+k+"_same")
		}
	}
	for k := range windows {
		i := string(rune('1' + k))
		names = append(names, "window"+i+"_running", "window"+i+"_links", "window"+i+"_mass")
	}
	return names
}

var containerSource = Source{
	Name:    "container",
	Doc:     "Place relative to the element that holds the most running text, as Readability counts it.",
	Columns: []string{"exists", "inside", "inside_parent", "before", "after", "common_height", "share", "links"},
	Measure: func(v *View, b int, out []float32) {
		if v.main < 0 {
			out[0] = 0
			return
		}
		w, node, main := writer{out: out}, v.Blocks[b].Node, v.main
		end := v.Page.Nodes[main].End
		parent := max(0, v.Page.Nodes[main].Parent)
		w.put(1)
		w.flag(node >= main && node < end)
		w.flag(node >= parent && node < v.Page.Nodes[parent].End)
		w.flag(node < main)
		w.flag(node >= end)
		height := 0
		for a := main; a > 0 && !(node >= a && node < v.Page.Nodes[a].End); a = v.Page.Nodes[a].Parent {
			height++
		}
		w.put(math.Min(12, float64(height)))
		w.put(share(v.under(main).words, v.total.words))
		w.put(share(v.under(main).linkWords, v.under(main).words))
		w.done()
	},
}

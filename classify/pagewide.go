package classify

import (
	"slices"
	"strings"
)

var pageTypes = []string{"article", "product", "listing", "forum", "website", "recipe", "service", "faq"}

// typeWords tells page types by the words in og:type and JSON-LD types.
var typeWords = map[string]string{
	"article": "article newsarticle blogposting reportagenewsarticle techarticle scholarlyarticle",
	"product": "product offer aggregateoffer productgroup", "listing": "itemlist collectionpage searchresultspage",
	"forum": "discussionforumposting qapage question answer", "website": "website webpage organization",
	"recipe": "recipe howto", "service": "service localbusiness professionalservice", "faq": "faqpage",
}

var pageSource = Source{
	Name: "page",
	Doc: "What kind of page it is, equal for all its blocks: how much text, how much of it links, paragraphs, " +
		"lists or repeated cards, and what its metadata declares.",
	Columns: append([]string{
		"words", "blocks", "links", "running", "paragraphs", "block_words", "headings", "has_article", "has_main",
		"main_share", "largest_repeat", "repeat_words", "comment_share", "product_share", "forum_share", "list_share",
		"table_share", "pre_share", "hidden_share", "unspaced", "rendered", "prices", "dates",
	}, pageTypes...),
	Measure: func(v *View, _ int, out []float32) { copy(out, v.wide) },
}

// pageAt is the first of pageSource's columns.
var pageAt = slices.Index(Columns(Sources), pageSource.Name+"."+pageSource.Columns[0])

// pageOf are the columns of pageSource in a row of evidence.
func pageOf(row []float32) []float32 { return row[pageAt : pageAt+len(pageSource.Columns)] }

// measurePage fills wide, the row of pageSource.
func (v *View) measurePage() {
	v.wide = make([]float32, len(pageSource.Columns))
	w, t := writer{out: v.wide}, &v.total
	var headings, prices, dates, inComments, inProducts, inForums, inLists, inTables, inPres float64
	comment, product, forum := nameIndex("comment"), nameIndex("product"), nameIndex("forum")
	var tags tagGroups
	for b := range v.Blocks {
		info, s := &v.nodes[v.Blocks[b].Node], &v.stats[b]
		tags |= info.tags
		add := func(sum *float64, in bool) {
			if in {
				*sum += s.words
			}
		}
		if info.tags&inHeading != 0 {
			headings++
		}
		if head := v.Blocks[b].Text; s.words < 12 {
			if signsIn(head)&currencySign != 0 {
				prices++
			}
			if holdsDate(head) {
				dates++
			}
		}
		add(&inComments, info.all.has(comment))
		add(&inProducts, info.all.has(product))
		add(&inForums, info.all.has(forum))
		add(&inLists, info.tags&inList != 0)
		add(&inTables, info.tags&inTable != 0)
		add(&inPres, info.tags&inPre != 0)
	}
	var largest int
	for i := range v.nodes {
		if v.under(i).words >= 8 && v.nodes[i].repeats > v.nodes[largest].repeats {
			largest = i
		}
	}
	w.put(log(t.words))
	w.put(log(t.blocks))
	w.put(share(t.linkWords, t.words))
	w.put(share(t.runningWords, t.words))
	w.put(share(t.paragraphWords, t.words))
	w.put(log(share(t.words, t.blocks)))
	w.put(log(headings))
	w.flag(tags&inArticle != 0)
	w.flag(tags&inMain != 0)
	if v.main >= 0 {
		w.put(share(v.under(v.main).words, t.words))
	} else {
		w.put(0)
	}
	w.put(log(float64(v.nodes[largest].repeats)))
	w.put(log(v.under(largest).words))
	w.put(share(inComments, t.words))
	w.put(share(inProducts, t.words))
	w.put(share(inForums, t.words))
	w.put(share(inLists, t.words))
	w.put(share(inTables, t.words))
	w.put(share(inPres, t.words))
	w.put(share(t.hiddenWords, t.words))
	w.put(share(t.unspaced, t.chars))
	w.flag(v.Page.Rendered)
	w.put(log(prices))
	w.put(log(dates))
	declared := " " + strings.ToLower(v.Meta.Type) + " "
	for _, kind := range pageTypes {
		found := false
		for word := range strings.FieldsSeq(typeWords[kind]) {
			found = found || strings.Contains(declared, " "+word+" ")
		}
		w.flag(found)
	}
	w.done()
}

func nameIndex(group string) int {
	i := slices.Index(nameLexicon.groups, group)
	if i < 0 {
		panic("classify: no name group " + group)
	}
	return i
}

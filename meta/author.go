package meta

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// author is the names of the page's authors, from the most explicit source that has one.
func (f *facts) author(headline int) string {
	for _, source := range [][]string{
		f.ld.Authors,
		f.tags["citation_author"], f.tags["author"], f.tags["article:author"], f.tags["parsely-author"],
		f.tags["sailthru.author"], f.tags["dc.creator"], f.tags["dcterms.creator"], f.tags["byl"], f.tags["cxense:author"],
		f.tags["og:article:author"], f.tags["rbauthors"],
		f.textsOf(f.props["author"], headline), f.textsOf(f.props["rel-author"], headline), f.textsOf(f.bylines, headline),
	} {
		if names := f.people(source); len(names) > 0 {
			return strings.Join(names, ", ")
		}
	}
	return f.signature(headline)
}

// textsOf are the texts of elements that may name authors: of the first that stands near the headline, and of those beside
// it. Further ones belong to comments and other stories.
func (f *facts) textsOf(nodes []int, headline int) []string {
	const few, near = 3, 600 // authors and nodes; guesses
	var out []string
	first := -1
	for _, i := range nodes {
		n := &f.page.Nodes[i]
		if n.Hidden || n.Tag == "body" || n.Tag == "html" || headline >= 0 && i < headline-near {
			continue
		}
		name := i
		for j := i + 1; j < n.End; j++ { // the name proper within an author's card
			if m := &f.page.Nodes[j]; hasWord(m.Attr("itemprop"), "name") || hasWord(m.Attr("rel"), "author") || hasWord(m.Attr("class"), "fn") {
				name = j
				break
			}
		}
		s := f.text(name)
		if s == "" {
			continue
		}
		if first >= 0 && f.page.Nodes[first].Parent != n.Parent || len(out) >= few {
			break
		}
		if first < 0 {
			first = i
		}
		if i < f.page.Nodes[first].End && i != first {
			continue
		}
		out = append(out, s)
	}
	return out
}

var (
	byWord    = regexp.MustCompile(`(?i)^\s*(written\s+by|posted\s+by|published\s+by|submitted\s+by|story\s+by|words\s+by|reviewed\s+by|text\s+by|by|von|par|por|di|da|door|av|af|autor(?:in)?|author|authors|auteur|作者|记者|文|来源|撰文|저자|글|著者|文责)\s*[:：/]?\s+|^\s*(作者|记者|文|撰文|著者)\s*[:：/]\s*`)
	nameTail  = regexp.MustCompile(`(?i)\s*([|•·@(（—–]|\s-\s|,?\s*(?:staff writer|correspondent|reporter|contributor|editor|special to|for the|updated|published|posted|on\s+\w+\s+\d|last modified)\b|\d{1,2}[./:]\d|\b(?:19|20)\d\d\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d).*$`)
	andWord   = regexp.MustCompile(`(?i)\s*(?:,\s*and\s+|\s+and\s+|\s+und\s+|\s*&\s*|\s+y\s+|\s+et\s+|\s*;\s*|、)\s*`)
	notPerson = regexp.MustCompile(`(?i)^(admin|administrator|author|editor|staff|guest|user|unknown|anonymous|webmaster|root|null|undefined|none|redaktion|editorial team|by|more|follow|share|comments?|posted|written|view all posts.*|read more.*|about the author|contact|subscribe|super user|\d+)$`)
	cjkName   = regexp.MustCompile(`(?:作者|记者|撰文)\s*[:：]\s*((?:[\p{Han}·]{2,8}[\s、]{0,2}){1,4})`)
)

// people cleans names: without "by", titles, dates and addresses; it drops what names no one.
func (f *facts) people(raw []string) []string {
	var out []string
	for _, s := range raw {
		for _, part := range andWord.Split(s, -1) {
			for name := range strings.SplitSeq(part, ",") {
				if name = cleanName(name); name != "" && !slices.Contains(out, name) {
					out = append(out, name)
				}
			}
		}
	}
	return out
}

func cleanName(s string) string {
	s = byWord.ReplaceAllString(collapse(s), "")
	s = strings.Trim(nameTail.ReplaceAllString(s, ""), " .:：-–|/")
	const longest, shortest = 60, 2 // characters
	n := utf8.RuneCountInString(s)
	switch {
	case n < shortest || n > longest, strings.Contains(s, "://"), strings.HasPrefix(s, "www."), strings.ContainsAny(s, "{}<>[]@"), notPerson.MatchString(s):
		return ""
	}
	return s
}

// signature finds an author by a label in running text near the headline, as Chinese pages write it.
func (f *facts) signature(headline int) string {
	for _, t := range f.near(headline) {
		if m := cjkName.FindStringSubmatch(t.text); m != nil {
			if name := collapse(m[1]); name != "" {
				return name
			}
		}
	}
	return ""
}

package meta

import (
	"strings"

	"github.com/mullionhq/mullion/page"
)

// What the words of a class or id may say.
const (
	saysTitle = 1 << iota
	saysAuthor
	saysDate
	saysAside // text of others: comments and other stories
	saysName  // the name itself, of whom another word names
)

var nameWords = map[string]int{
	"headline": saysTitle, "title": saysTitle, "entrytitle": saysTitle, "posttitle": saysTitle, "articletitle": saysTitle,
	"arttitle": saysTitle, "tit": saysTitle, "biaoti": saysTitle, "subject": saysTitle,
	"author": saysAuthor, "authors": saysAuthor, "byline": saysAuthor, "writer": saysAuthor, "zuozhe": saysAuthor,
	"vcard": saysAuthor, "autor": saysAuthor, "auteur": saysAuthor, "authorname": saysAuthor, "postedby": saysAuthor,
	"name": saysName,
	"date": saysDate, "time": saysDate, "datetime": saysDate, "published": saysDate, "pubdate": saysDate,
	"pubtime": saysDate, "timestamp": saysDate, "postdate": saysDate, "publish": saysDate, "datum": saysDate,
	"fecha": saysDate, "shijian": saysDate, "riqi": saysDate, "data": 0,
	"comment": saysAside, "comments": saysAside, "commentlist": saysAside, "commentaires": saysAside, "comentarios": saysAside,
	"kommentare": saysAside, "pinglun": saysAside, "disqus": saysAside, "respond": saysAside, "related": saysAside,
	"recommended": saysAside, "recommendations": saysAside,
}

// nameKind reads the words of a class or id: they are set apart by anything that is no letter, and by capitals.
func nameKind(s string) int {
	kind, start := 0, 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) && isLetter(s[i]) && (i == start || !isUpper(s[i]) || isUpper(s[i-1])) {
			continue
		}
		const longest = 14 // of the words above
		if i > start && i-start <= longest {
			kind |= nameWords[strings.ToLower(s[start:i])]
		}
		start = i
		if i < len(s) && !isLetter(s[i]) {
			start = i + 1
		}
	}
	return kind
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || isUpper(c) }
func isUpper(c byte) bool  { return c >= 'A' && c <= 'Z' }

// kindOf is nameKind of a class or id, which is read once.
func (f *facts) kindOf(name string) int {
	kind, known := f.kinds[name]
	if !known {
		kind = nameKind(name)
		f.kinds[name] = kind
	}
	return kind
}

// saysAside reports whether node i names itself as comments or other stories, and as nothing else.
func (f *facts) saysAside(i int) bool {
	n := &f.page.Nodes[i]
	return n.Kind == page.Element && (f.kindOf(n.Attr("class"))|f.kindOf(n.Attr("id")))&^saysName == saysAside
}

// isAside reports whether node i stands in what names itself so and does not hold the headline.
func (f *facts) isAside(i, headline int) bool {
	for ; i > f.page.Body(); i = f.page.Nodes[i].Parent {
		if holdsHeadline := i <= headline && headline < f.page.Nodes[i].End; !holdsHeadline && f.saysAside(i) {
			return true
		}
	}
	return false
}

package meta

import "strings"

// What the words of a class or id may say.
const (
	saysTitle = 1 << iota
	saysAuthor
	saysDate
)

var nameWords = map[string]int{
	"headline": saysTitle, "title": saysTitle, "entrytitle": saysTitle, "posttitle": saysTitle, "articletitle": saysTitle,
	"arttitle": saysTitle, "tit": saysTitle, "biaoti": saysTitle, "subject": saysTitle,
	"author": saysAuthor, "authors": saysAuthor, "byline": saysAuthor, "writer": saysAuthor, "zuozhe": saysAuthor,
	"vcard": saysAuthor, "autor": saysAuthor, "auteur": saysAuthor, "authorname": saysAuthor, "postedby": saysAuthor,
	"date": saysDate, "time": saysDate, "datetime": saysDate, "published": saysDate, "pubdate": saysDate,
	"pubtime": saysDate, "timestamp": saysDate, "postdate": saysDate, "publish": saysDate, "datum": saysDate,
	"fecha": saysDate, "shijian": saysDate, "riqi": saysDate, "data": 0,
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

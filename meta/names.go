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
	saysAside  // text of others: comments and other stories
	saysReview // one review: that of a customer, or the page's own text
	saysName   // the name itself, of whom another word names
	saysTopic  // what a story is filed under follows, as in "category-book-reviews": that is no review of others
	saysImage  // an author right behind it is the picture's, as in "imageByline"
)

var nameWords = map[string]int{
	"headline": saysTitle, "title": saysTitle, "entrytitle": saysTitle, "posttitle": saysTitle, "articletitle": saysTitle,
	"arttitle": saysTitle, "tit": saysTitle, "biaoti": saysTitle, "subject": saysTitle,
	"author": saysAuthor, "authors": saysAuthor, "byline": saysAuthor, "writer": saysAuthor, "zuozhe": saysAuthor,
	"autor": saysAuthor, "auteur": saysAuthor, "authorname": saysAuthor, "postedby": saysAuthor,
	"name": saysName,
	"date": saysDate, "time": saysDate, "datetime": saysDate, "published": saysDate, "pubdate": saysDate,
	"pubtime": saysDate, "timestamp": saysDate, "postdate": saysDate, "publish": saysDate, "datum": saysDate,
	"fecha": saysDate, "shijian": saysDate, "riqi": saysDate, "data": 0,
	"comment": saysAside, "comments": saysAside, "commentlist": saysAside, "commentaires": saysAside, "comentarios": saysAside,
	"kommentare": saysAside, "pinglun": saysAside, "disqus": saysAside, "respond": saysAside, "related": saysAside,
	"recommended": saysAside, "recommendations": saysAside, "testimonial": saysAside, "testimonials": saysAside,
	"event": saysAside, "events": saysAside, "calendar": saysAside,
	"reviews": saysAside, "ratings": saysAside, "bewertungen": saysAside, "rezensionen": saysAside, "recensioni": saysAside,
	"resenas": saysAside, "avaliacoes": saysAside, "beoordelingen": saysAside, "otzyvy": saysAside, "yorumlar": saysAside,
	"review": saysReview, "rating": saysReview, "bewertung": saysReview, "rezension": saysReview, "recensione": saysReview,
	"resena": saysReview, "avaliacao": saysReview, "beoordeling": saysReview, "otzyv": saysReview, "yorum": saysReview,
	"category": saysTopic, "tag": saysTopic,
	"image": saysImage, "photo": saysImage, "picture": saysImage, "img": saysImage, "foto": saysImage, "bild": saysImage,
}

// nameKind reads the words of a class or id: they are set apart by anything that is no letter, and by capitals.
func nameKind(s string) int {
	kind, start, topic, image := 0, 0, false, false
	for i := 0; i <= len(s); i++ {
		if i < len(s) && isLetter(s[i]) && (i == start || !isUpper(s[i]) || isUpper(s[i-1])) {
			continue
		}
		const longest = 14 // of the words above
		if i > start && i-start <= longest {
			says := nameWords[strings.ToLower(s[start:i])]
			if topic {
				says &^= saysAside | saysReview
			}
			topic = topic || says&saysTopic != 0
			if image {
				says &^= saysAuthor
			}
			image = says&saysImage != 0
			kind |= says &^ (saysTopic | saysImage)
		}
		start = i
		if i < len(s) && !isLetter(s[i]) {
			start = i + 1
			topic, image = topic && s[i] != ' ', image && s[i] != ' '
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

// isAnswer reports whether a type of microdata is of what others write below a text.
func isAnswer(itemtype string) bool {
	return strings.HasSuffix(itemtype, "/Comment") || strings.HasSuffix(itemtype, "/Answer") || strings.HasSuffix(itemtype, "/Review")
}

// saysAside reports whether node i names itself as comments, other stories or customers' reviews, and as nothing else.
func (f *facts) saysAside(i int) bool {
	n := &f.page.Nodes[i]
	if n.Kind != page.Element {
		return false
	}
	if isAnswer(n.Attr("itemtype")) {
		return true
	}
	kind := (f.kindOf(n.Attr("class")) | f.kindOf(n.Attr("id"))) &^ saysName
	switch kind &^ saysReview {
	case saysAside:
		return true
	case saysAuthor, saysDate: // of a review, such as "review-author"
		return kind&saysReview != 0 && f.isProduct()
	}
	return kind == saysReview && f.isCustomers(i)
}

// isCustomers reports whether element i, which says that it is a review, is a customer's: the page sells what is reviewed, or
// others of the same name stand beside it. A lone one is the page's own.
func (f *facts) isCustomers(i int) bool {
	if f.isProduct() {
		return true
	}
	return f.reviewsIn(f.page.Nodes[i].Parent)[f.reviewName(i)] > 1
}

// reviewsIn is how often each name of a review stands right in node i.
func (f *facts) reviewsIn(i int) map[string]int {
	names, known := f.reviews[i]
	if !known {
		names = map[string]int{}
		for j := range f.page.Children(i) {
			if name := f.reviewName(j); name != "" {
				names[name]++
			}
		}
		f.reviews[i] = names
	}
	return names
}

// reviewName is the first name in the class of node i that says that it is a review, such as "review-item".
func (f *facts) reviewName(i int) string {
	for name := range strings.FieldsSeq(f.page.Nodes[i].Attr("class")) {
		if f.kindOf(name)&saysReview != 0 {
			return name
		}
	}
	return ""
}

// isProduct reports whether the page says that it is about something to buy.
func (f *facts) isProduct() bool {
	return f.ld.Type == "Product" || strings.HasPrefix(f.first("og:type"), "product")
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

// within reports whether node i is, or stands in, an element with one of the tags.
func (f *facts) within(i int, tags ...string) bool { return f.page.Enclosing(i, tags...) >= 0 }

// underOther reports whether node i stands right below a heading behind the headline that leads to another page: it tells of
// that story.
func (f *facts) underOther(i, headline int) bool {
	if headline < 0 {
		return false
	}
	const far = 300 // nodes; a guess
	for j := i - 1; j >= max(f.page.Nodes[headline].End, i-far); j-- {
		n := &f.page.Nodes[j]
		if n.Kind != page.Element || !isHeading(n.Tag) || n.Hidden || n.End > i {
			continue
		}
		const shortest, kicker = 4, 40 // words of a story's title, and bytes of what stands beside it; guesses
		link, text := f.linkOf(j), f.text(j)
		if link < 0 || len(words(text)) < shortest || f.isOwn(f.page.Nodes[link].Attr("href")) || strings.TrimPrefix(key(text), "re") == strings.TrimPrefix(key(f.text(headline)), "re") {
			return false
		}
		top := j
		for f.page.Nodes[f.page.Nodes[top].Parent].End <= i {
			top = f.page.Nodes[top].Parent
		}
		return len(f.text(top)) <= max(len(text), len(f.text(link)))+kicker
	}
	return false
}

func isHeading(tag string) bool {
	return len(tag) == 2 && tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6'
}

// isOwn reports whether a reference leads to the page itself.
func (f *facts) isOwn(ref string) bool {
	there := bareAddress(f.absolute(ref))
	for _, own := range []string{f.page.FinalURL, f.page.URL, f.absolute(f.canonical), f.absolute(f.first("og:url"))} {
		if own != "" && bareAddress(own) == there {
			return true
		}
	}
	return false
}

// bareAddress is an address without what often differs between the ways to write it.
func bareAddress(address string) string {
	address, _, _ = strings.Cut(archived.ReplaceAllString(address, ""), "#")
	_, address, _ = strings.Cut(address, "://")
	return strings.TrimSuffix(strings.TrimPrefix(address, "www."), "/")
}

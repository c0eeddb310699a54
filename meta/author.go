package meta

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mullionhq/mullion/page"
)

// author is the names of the page's authors, from the most explicit source that has one. Names of accounts and houses give
// way to one that a label in the text tells, and the site's own name is given only when no one else is named.
func (f *facts) author(headline int) string {
	names, own := f.named(headline)
	if impersonal(names) {
		return cmp.Or(f.signature(headline), names, own)
	}
	return names
}

// named is the names that the page's data and its marked elements tell, or the name of a house, or of the site itself, where they
// tell no other.
func (f *facts) named(headline int) (names, own string) {
	site := f.siteNames()
	own = strings.Join(f.people(f.story.Houses), ", ")
	house := own != ""
	// others are the names but for the site's own. Beside a house only what is written like a person's name is one, unless it is
	// surely told as the author's.
	others := func(names []string, sure bool) string {
		people := slices.DeleteFunc(slices.Clone(names), func(s string) bool {
			return site.have(s) || house && !sure && !personal.MatchString(s)
		})
		if own == "" && len(people) == 0 {
			own = strings.Join(names, ", ")
		}
		return strings.Join(people, ", ")
	}
	for _, source := range [][]string{
		f.story.Authors,
		givenFirst(f.tags["citation_author"]), f.tags["author"], f.tags["article:author"], f.tags["parsely-author"],
		f.tags["sailthru.author"], givenFirst(f.tags["dc.creator"]), givenFirst(f.tags["dcterms.creator"]), f.tags["byl"], f.tags["cxense:author"],
		f.tags["og:article:author"], f.tags["rbauthors"], f.labels(),
	} {
		if names := others(f.people(source), false); names != "" {
			return names, ""
		}
	}
	for _, source := range []struct {
		nodes []int
		sure  bool
	}{{f.props["author"], true}, {f.props["rel-author"], true}, {f.bylines, false}, {f.profilesBehind(headline), false}} {
		if headline < 0 && f.ofStories(source.nodes) {
			continue
		}
		var names []string
		for _, s := range f.textsOf(source.nodes, headline) {
			names = append(names, namesFirst(f.people([]string{s}))...)
		}
		if names := others(names, source.sure); names != "" {
			return names, ""
		}
	}
	return "", own
}

// ofStories reports whether elements stand below the titles of several stories, links to these, as on a front page: each names who
// wrote one of them.
func (f *facts) ofStories(nodes []int) bool {
	const several, far, shortest = 3, 60, 4 // stories, nodes between a title and a name, and words of a title; guesses
	titles := map[string]bool{}
	for _, i := range nodes {
		for j := i - 1; j > max(0, i-far); j-- {
			n := &f.page.Nodes[j]
			if !isHeading(n.Tag) || n.Hidden || n.End > i {
				continue
			}
			if link, text := f.linkOf(j), f.text(j); link >= 0 && len(words(text)) >= shortest && !f.isOwn(f.page.Nodes[link].Attr("href")) {
				titles[strings.TrimPrefix(key(text), "re")] = true // posts of a thread have one
			}
			break
		}
	}
	return len(titles) >= several
}

// namesFirst are the names that a shown text begins with. What follows another thing than a name is running text.
func namesFirst(people []string) []string {
	end := slices.IndexFunc(people, func(s string) bool { return !looksLikeName(s) })
	if end < 0 {
		return people
	}
	return people[:end]
}

// profilesBehind are the links behind the headline to what the site tells about an author, but for those in lists, as menus are.
func (f *facts) profilesBehind(headline int) []int {
	return slices.DeleteFunc(slices.Clone(f.profiles), func(i int) bool { return i < headline || f.inList(i) })
}

// labels are the authors in pairs of meta elements that say "Written by" and a name, as WordPress makes them for cards.
func (f *facts) labels() []string {
	var out []string
	for _, k := range []string{"1", "2"} {
		if label := f.first("twitter:label" + k); onlyBy.MatchString(label) {
			out = append(out, f.first("twitter:data"+k))
		}
	}
	return out
}

// textsOf are the texts of elements that may name authors: of the first that stands near the headline, and of those beside
// it. Further ones belong to comments and other stories.
func (f *facts) textsOf(nodes []int, headline int) []string {
	const few, near, longest = 3, 600, 100 // authors, nodes, and bytes of what stands beside an author; guesses
	var out []string
	first := -1
	for _, i := range nodes {
		n := &f.page.Nodes[i]
		holdsHeadline := i <= headline && headline < n.End
		if n.Hidden || n.Tag == "body" || n.Tag == "html" || headline >= 0 && i < headline-near || holdsHeadline ||
			f.isAside(i, headline) || f.within(i, "blockquote") || f.underOther(i, headline) || otherRole.MatchString(f.textBefore(i)) {
			continue
		}
		s := f.card(i)
		if s == "" || f.holdsStory(i) || first >= 0 && len(s) > longest {
			continue
		}
		if first >= 0 && f.page.Nodes[first].Parent != n.Parent || len(out) >= few {
			break
		}
		if first < 0 {
			first = i
		}
		told := barred(s)
		out = append(out, cmp.Or(signed(s), f.labelled(told), f.byline(told), s))
	}
	return out
}

// holdsStory reports whether element i holds a title that leads to a story: it is no byline.
func (f *facts) holdsStory(i int) bool {
	const shortest = 4 // words of a title; a guess
	for j := i + 1; j < f.page.Nodes[i].End; j++ {
		if isHeading(f.page.Nodes[j].Tag) && len(words(f.text(j))) >= shortest && f.linkOf(j) >= 0 {
			return true
		}
	}
	return false
}

// card is what an element says of authors: the names that it sets apart, else its items, else all of it.
func (f *facts) card(i int) string {
	var names, items []string
	for j := i + 1; j < f.page.Nodes[i].End; j++ {
		switch n := &f.page.Nodes[j]; {
		case n.Hidden:
		case hasWord(n.Attr("itemprop"), "name"), hasWord(n.Attr("rel"), "author"), hasWord(n.Attr("class"), "fn"):
			if s := cmp.Or(f.apart(j), n.Attr("content")); names == nil && s != "" {
				return s
			}
		case f.kindOf(n.Attr("class"))&(saysAuthor|saysName) == saysAuthor|saysName:
			names = append(names, f.apart(j))
			j = n.End - 1
		case n.Tag == "li" && n.Parent == i:
			items = append(items, f.apart(j))
		}
	}
	switch {
	case names != nil:
		return strings.Join(names, ", ")
	case items != nil:
		return strings.Join(items, ", ")
	}
	return f.apart(i)
}

// apart is the text of node i with spaces where one text ends and another begins like a name or a number, as styles set these
// apart.
func (f *facts) apart(i int) string {
	var b strings.Builder
	const longest = 2000 // bytes; no list of names is longer
	last := ' '
	for j := i; j < f.page.Nodes[i].End && b.Len() < longest; j++ {
		switch n := &f.page.Nodes[j]; {
		case n.Kind == page.Element && (n.Tag == "br" || page.IsBlock(n)):
			b.WriteByte(' ')
			last = ' '
		case n.Kind == page.Text && (!n.Hidden || f.page.Nodes[i].Hidden):
			first, _ := utf8.DecodeRuneInString(n.Text)
			if (unicode.IsUpper(first) || unicode.IsDigit(first)) && (unicode.IsLower(last) || unicode.IsDigit(last)) {
				b.WriteByte(' ')
			}
			b.WriteString(n.Text)
			last, _ = utf8.DecodeLastRuneInString(n.Text)
		}
	}
	return collapse(b.String())
}

// personal is how people's names are written, and few of houses.
var personal = regexp.MustCompile(`^(?:` + latinName + `|\p{Han}[\p{Han}\p{Katakana}·• ]{1,9}|\p{Hangul}{2,5}|[\p{Arabic}\p{Hebrew}]+(?: [\p{Arabic}\p{Hebrew}]+){1,4})$`)

var (
	byWord      = regexp.MustCompile(`(?i)^\s*(?:written|authored)\s+by\s*[:：]?\s*|^\s*(?:` + added + `)\s+(?:` + byWords + `)\s+|^\s*(zeige alle beiträge von|alle (?:artikel|beiträge) von|view all posts by|all posts by|tous les articles de|ver todas las entradas de|geschrieben von|veröffentlicht von|verfasst von|publicado por|rédigé par|publié par|post(?:ed)?\s+by|published\s+by|submitted\s+by|story\s+by|words\s+by|article\s+by|contributed\s+by|more\s+(?:by|from)|articles\s+by|alles\s+von|reviewed\s+by|text\s+by|by|von|par|por|di|da|door|av|af|autor(?:in)?|author|authors|auteur|作者|记者|文|来源|撰文|저자|글|著者|文责|авторы?|текст|yazar|yazan|بقلم|كتب|كتبت|מאת|執筆者?|筆者|ライター|記者)\s*[:：/]?\s+|^\s*(?:作者|记者|記者|撰文|来源|來源|` + labels + `)\s*[:：=＝/՝]\s*|^\s*(?:โดย|เขียนโดย|ໂດຍ|ដោយ|ရေးသားသူ)\s*`)
	nameTail    = regexp.MustCompile(`(?i)\s*([|•·@(（—–»›]|\s[-/]\s|(?:\b(?:about|over|almost|less than(?: an?)?)\s+)?\b\d+\s*(?:min(?:ute)?|hour|day|week|month|year)s?\b|\sfollow\b|\s\p{Hangul}{0,2}기자(?:[\s=]|$)|\s*記者$|\sin\s+\w|,?\s*(?:(?:senior|chief|deputy|managing|contributing|associate|assistant|executive|political|news|special|staff)\s+)*(?:staff writer|correspondent|reporter|contributor|editor|special to|for the|updated|published|posted|publié\w*\s+le|mis à jour|veröffentlicht|aktualisiert|publicado|actualizado|pubblicato|on\s+(?:\w+\s+)?\d+|last modified)\b|\d{1,2}[./:]\d|\b(?:19|20)\d\d\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d).*$`)
	commas      = regexp.MustCompile(`(?i)\s*(?:,\s*(?:and|und)\s|,\s*&|[,;、])\s*`)
	andWord     = regexp.MustCompile(`(?i)(?:\s+(?:and|und|y|et)\s+|\s*&\s*)`)
	notPerson   = regexp.MustCompile(`(?i)^(admin|administrator|author|editor|staff|guest|user|unknown|anonymous|webmaster|root|null|undefined|none|redaktion|editorial team|by|more|follow|share|comments?|posted|written|name|publisher|visit the .*|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|view all posts.*|read more.*|read .* articles?|about the author|publiziert am|veröffentlicht am|contact|subscribe|super user|(?:default|guest|staff|site|web) (?:author|writer|editor|admin)|\d+ (?:comments?|views?|shares?)|fotos?:.*|photos?:.*|\p{Han}{0,4}作者|\d+)$`)
	shortened   = regexp.MustCompile(`(?i)(^|[\s.])(jr|sr|inc|ltd|co|corp|[a-z]{1,2}\.[a-z]|\p{L})\.$`) // the point belongs to the name
	copyrighted = regexp.MustCompile(`(?i)^\s*(?:authors?\s*:?\s+)?(?:copyright\b|©|\(c\))(?:\s*(?:©|\(c\)))?[\s\d,–—-]*`)
	email       = regexp.MustCompile(`[\w.+-]+@[\w-]+\.[\w.-]+`)
	role        = regexp.MustCompile(`(?i)\b(writer|correspondent|reporter|contributor|editor|columnist|producer|director|manager|professor|analyst|journalist|founder|president|officer|head|chief|expert(?:in)?|specialist|consultant|engineer|strategist|reviewer|redakteur(in)?|journaliste|redactor|editora?)\b`)
	behindName  = regexp.MustCompile(`^\s*\d+(?:st|nd|rd|th|\.)?\s+\p{L}`) // a day
	degree      = regexp.MustCompile(`(?i)^(jr|sr|ii+|ph\.?\s?d|m\.?d|m\.?a|b\.?a|m\.?sc|b\.?sc|r\.?n|esq|dds|mba|frcs)\b`)
	otherRole   = regexp.MustCompile(`(?i)\b(?:edited|reviewed|checked|verified|translated|photo\w*|image\w*|illustrat\w+|comments?|updated)\s+by\s*:?$`)
	cjkRole     = regexp.MustCompile(`(编辑|记者|摄影|编译|通讯员|实习生|报道|阅读|浏览|评论|点击)$`)
	cjkStop     = regexp.MustCompile(`^(报道|摄影|通讯员|来源|责任编辑|编辑|简介|文章|其他|专栏|本文|全部|更多|授权|发布|时间|日期|点击|阅读|评论|转载|原创|投稿|实习生|近日|获悉|透露|表示|证实|发现|注意|从|在|采访|了解|介绍|图|文|原标题).*`)
)

// givenFirst turns names that catalogues write as "Lee, Ann" around: of libraries and journals, one person a name.
func givenFirst(names []string) []string {
	var out []string
	for _, name := range names {
		family, given, ok := strings.Cut(name, ",")
		family, given = strings.TrimSpace(family), strings.TrimSpace(given)
		single := !strings.Contains(family, " ") || !strings.Contains(given, " ") // else two names in a row
		if ok && single && family != "" && given != "" && !strings.Contains(given, ",") && !degree.MatchString(given) {
			name = given + " " + family
		}
		out = append(out, name)
	}
	return out
}

// people cleans names: without "by", titles, dates and addresses; it drops what names no one. What follows a name and a comma
// may be what the person is, or the day.
func (f *facts) people(raw []string) []string {
	const most = 200 // people, a guess
	var out []string
	for _, s := range raw {
		if strings.Count(s, "»")+strings.Count(s, "›") > 1 {
			continue // the path to the page
		}
		for k, group := range commas.Split(copyrighted.ReplaceAllString(s, ""), -1) {
			if k > 0 && (role.MatchString(group) || behindName.MatchString(group)) {
				continue
			}
			for _, name := range andWord.Split(group, -1) {
				if len(out) == most {
					return out
				}
				if name = cleanName(name); name != "" && !slices.Contains(out, name) {
					out = append(out, name)
				}
			}
		}
	}
	return out
}

func cleanName(s string) string {
	if strings.Contains(s, "@") {
		s = email.ReplaceAllString(s, " ")
	}
	s = byWord.ReplaceAllString(collapse(s), "")
	s = strings.Trim(nameTail.ReplaceAllString(s, ""), " :：-–|/")
	if !shortened.MatchString(s) {
		s = strings.Trim(s, " .")
	}
	const longest, shortest = 60, 2 // characters, and letters
	switch {
	case utf8.RuneCountInString(s) > longest, utf8.RuneCountInString(key(s)) < shortest, strings.Contains(s, "://"), strings.HasPrefix(s, "www."), strings.Contains(s, "/") && noScheme.MatchString(s), strings.ContainsAny(s, "{}<>[]@:："), notPerson.MatchString(s), onlyBy.MatchString(s):
		return ""
	}
	return s
}

// noScheme is an address without its scheme: a host and a path.
var noScheme = regexp.MustCompile(`^[\w-]+(\.[\w-]+)+/\S+$`)

var (
	account = regexp.MustCompile(`[\d_]`)
	house   = regexp.MustCompile(`\p{Han}(网|网络|社|报|报业|台|集团|公司|编辑部|政府|局|频道|财经|传媒|杂志|周刊|平台|学院|大学|委员会|中心)$`)
	longHan = regexp.MustCompile(`^\p{Han}{5,}$`) // a Chinese person's name has four characters at most
)

// impersonal reports whether none of the names may be a person's: accounts with numbers in them, and Chinese names of houses.
func impersonal(names string) bool {
	chinese := strings.ContainsFunc(names, isHan) // whose names have no space in them
	ends := func(r rune) bool { return r == ',' || chinese && unicode.IsSpace(r) }
	return !slices.ContainsFunc(strings.FieldsFunc(names, ends), func(s string) bool {
		s = strings.TrimSpace(s)
		return s != "" && !account.MatchString(s) && !house.MatchString(s) && !longHan.MatchString(s) && !cjkStop.MatchString(s) && !cjkRole.MatchString(s)
	})
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// looksLikeName reports whether shown text may be a name: few words, the first with a capital if the script has them. Georgian text
// has none, although it has capitals.
func looksLikeName(s string) bool {
	const most = 5 // words
	fields := strings.Fields(s)
	first, _ := utf8.DecodeRuneInString(s)
	return len(fields) <= most && (len(fields) == 1 || !unicode.IsLower(first) || unicode.Is(unicode.Georgian, first)) && (unicode.IsLetter(first) || unicode.IsDigit(first))
}

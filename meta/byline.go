package meta

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/mullionhq/mullion/page"
)

// latinName is a name of two words to five, the first and the last with capitals.
const latinName = `\p{Lu}[\p{L}.'’-]*(?:\s+(?:\p{Lu}[\p{L}.'’-]*|de|von|van|der|di|da|la|del)){1,4}`

// labels are the words for an author, or for who wrote a text, that stand before a name and a colon.
const labels = `авторы?(?: текста| статьи)?|текст|аутор|yazar|yazan|haber|كتب|كتبت|الكاتب|تحریر|مصنف|نویسنده|執筆者?|著者|筆者|ライター|取材・文|文責|文|글쓴이|저자|글|` +
	`autore|egilea|forfatter|författare|höfundur|szerző|szöveg|teksti|kirjoittaja|penulis|mwandishi|tác giả|συντάκτης|συντάκτρια|ผู้เขียน|लेखक|लेखिका|লেখক|எழுதியவர்|ავტორი|հեղինակ`

var (
	cjkName  = regexp.MustCompile(`^(?:作\s*者\s*[:：/]|作者\s|撰\s*文\s*[:：/]|文\s*/|本报记者|特约记者|见习记者|[(（【]记者|记\s*者\s*[:：]|记者\s)\s*((?:\p{Han}{2,4}(?:[·•]\p{Han}{1,6})?[\s、，]{0,2}){1,5})(?:[^\p{Han}]|$)`)
	joins    = regexp.MustCompile(`(?i)^(,|&|and|, and|und|et|y|e|en|och|og)$`)
	onlyBy   = regexp.MustCompile(`(?i)^(?:\d+(?:\.\d+)*\.?\s+)?((?:(?:posted|written|published|authored|verfasst|geschrieben|veröffentlicht|escrito|publicado|écrit|rédigé|publié|scritto|pubblicato|geschreven) )?(?:by|von|par|por|di|da|door|av|af)|text|autor(?:in|es)?|author(?:\(s\)|s)?|auteurs?)\s*:?$`)
	byName   = regexp.MustCompile(`^(?:(?:[Pp]osted\s+|[Ww]ritten\s+|[Pp]ublished\s+)?[Bb]y|BY|[Vv]on|VON|[Pp]ar|[Pp]or|[Dd]oor|[Dd]i|Av|Af|Text|Autor(?:in)?|Author|Auteur)\s*:?\s+` + latinName + `(?:(?:,|,?\s+(?:and|und|et|y)|\s*&)\s+` + latinName + `)*(?:\s*[|,•·–(/].*|\s+on\s.*\d.*)?$`)
	labelled = regexp.MustCompile(`(?i)^(?:(?:` + labels + `)\s*[:：=＝՝]|(?:بقلم|מאת)(?:\s*[:：]|\s))\s*([^:：=＝\d|·•]{2,60})(?:[|·•].*)?$`)
	reported = regexp.MustCompile(`記者\s*(\p{Han}{2,4}(?:、\p{Han}{2,4}){0,4})\s*[／/]\s*\p{Han}{0,6}(?:報導|電)`)
	korean   = regexp.MustCompile(`(?:^|[\s=\])])(\p{Hangul}{3})\s?기자(?:[\s=(]|$)`)
)

// signature finds authors by a label in running text, as Chinese pages write them: near the headline, then anywhere.
func (f *facts) signature(headline int) string {
	near := f.near(headline)
	for _, t := range near {
		if names := cmp.Or(signed(t.text), f.labelled(t.text)); names != "" {
			return names
		}
	}
	for k, t := range near {
		if headline < 0 {
			break // what begins with "By" may be anything
		}
		s := t.text
		if onlyBy.MatchString(s) && k+1 < len(near) {
			s += " " + near[k+1].text
			for k += 2; k+1 < len(near) && joins.MatchString(near[k].text); k += 2 {
				s += " " + near[k].text + " " + near[k+1].text
			}
		}
		if !byName.MatchString(s) || f.before(t.node) > longestBefore || f.underOther(t.node, headline) {
			continue
		}
		if names := f.people([]string{s}); len(names) > 0 {
			return strings.Join(names, ", ")
		}
	}
	for i := max(0, headline); i < len(f.page.Nodes); i++ {
		if n := &f.page.Nodes[i]; n.Text != "" && !n.Hidden {
			if names := signed(n.Text); names != "" {
				return names
			}
		}
	}
	return ""
}

// longestBefore is the most text, in bytes, before a byline in its line: a title, a section, a day. What is "by Ann Lee" behind
// more is told of in running text. A guess.
const longestBefore = 150

// before is how much text, in bytes, stands before text i in its line; more than longestBefore is not measured.
func (f *facts) before(i int) int {
	line, size := f.page.BlockAround(i), 0
	for i--; i > line && size <= longestBefore; i-- {
		n := &f.page.Nodes[i]
		if n.Tag == "br" || n.Kind == page.Text && f.page.BlockAround(i) != line {
			break
		}
		if n.Kind == page.Text {
			size += len(collapse(n.Text)) + 1 // and a space
		}
	}
	return size
}

// labelled is the names behind a label such as "Автор:", or before the Korean word for a reporter.
func (f *facts) labelled(s string) string {
	m := labelled.FindStringSubmatch(s)
	if m == nil && strings.Contains(s, "기자") {
		m = korean.FindStringSubmatch(s)
	}
	if m == nil || len(words(m[1])) > 10 {
		return ""
	}
	return strings.Join(slices.DeleteFunc(f.people(m[1:2]), func(s string) bool { return !looksLikeName(s) }), ", ")
}

// signed is the names behind a label such as 作者 in a text.
func signed(s string) string {
	if !strings.Contains(s, "者") && !strings.Contains(s, "文") {
		return ""
	}
	const longest = 400 // bytes of a label and names
	for i, r := range s {
		switch r {
		default:
			continue
		case '作', '撰', '文', '本', '特', '见', '(', '（', '【', '记': // what cjkName begins with: to look there alone spares much
		}
		if m := cjkName.FindStringSubmatchIndex(s[i:min(len(s), i+longest)]); m != nil {
			reporter := strings.Contains(s[i:i+m[2]], "记")
			if names := signers(s[i+m[2]:i+m[3]], reporter); names != "" {
				return names
			}
		}
	}
	if m := reported.FindStringSubmatch(s[:min(len(s), longest)]); m != nil { // as Taiwan's papers write it
		return signers(m[1], true)
	}
	return ""
}

// signers are the names in a list up to what is none. A reporter is a person, who has no long name: running text may follow the word.
func signers(list string, reporter bool) string {
	var names []string
	for _, name := range strings.FieldsFunc(list, func(r rune) bool { return unicode.IsSpace(r) || r == '、' || r == '，' }) {
		if strings.HasSuffix(name, "记者") {
			continue // another one is named
		}
		if cjkStop.MatchString(name) || cjkRole.MatchString(name) || reporter && longHan.MatchString(name) {
			break
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

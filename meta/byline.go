package meta

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/mullionhq/mullion/page"
)

// latinName is a name of two words to five, the first and the last with capitals.
const latinName = `\p{Lu}[\p{L}.'’-]*(?:\s+(?:\p{Lu}[\p{L}.'’-]*|de|von|van|der|den|ten|ter|di|da|do|dos|das|du|des|la|le|del|bin|zu)){1,4}`

// latinNames are such names in a row.
const latinNames = latinName + `(?:(?:,|,?\s+(?:and|und|et|y|e|i|en|och|og)|\s*&)\s+` + latinName + `)*`

// nick is a name of one word, as accounts and people among friends have.
const nick = `[\p{L}\d][\p{L}\d._-]{1,29}`

// byWords are the words for who did something, which stand before a name; byAtBegin is how they are written at a line's begin
// where nothing else tells that a name follows: words such as "av" stand in running text, too.
const (
	byWords   = `by|von|par|por|di|da|door|av|af|przez|oleh|bởi`
	byAtBegin = `[Bb]y|BY|[Vv]on|VON|[Pp]ar|PAR|[Pp]or|POR|[Dd]oor|DOOR|[Dd]i|Av|Af|[Pp]rzez|[Oo]leh|Bởi|Text\s*:|Autor(?:in|a|es|en)?|Authors?|Auteurs?`
)

// byBehind are the words for the same that stand behind a name.
const byBehind = `tarafından|द्वारा`

var behindNames = strings.Split(byBehind, "|")

// wrote are the words that tell before one of these what was done, or before a day.
const wrote = added + `|text|article|story|words|artikel|beitrag|posted|published|written|authored|submitted|contributed|started|` +
	`verfasst|geschrieben|veröffentlicht|erstellt|gepostet|escrito|redactado|publicado|postado|écrit|rédigé|publié|posté|` +
	`scritto|pubblicato|inserito|geschreven|geplaatst|gepubliceerd|opublikowane|opublikowano|opublikowany|napisane|dodane|dodano|` +
	`skriven|skrivet|skrevet|publicerad|publicerat|publisert|publiceret|ditulis|diposting|đăng|viết`

// added are those of trackers, which tell who added a note.
const added = `added|hinzugefügt|ajouté|añadido|agregado|adicionado|aggiunto|toegevoegd`

// onDay are the words that stand between a name and a day or a place.
const onDay = `on|at|in|am|um|le|à|el|em|il|op|den|dne|dnia|tarihinde`

// labels are the words for an author, or for who wrote a text, that stand before a name and a colon.
const labels = `авторы?(?: текста| статьи| публикации)?|опубликова[лн]а?|написала?|текст|аутор|yazar|yazan|haber|كتب|كتبت|الكاتب|تحریر|مصنف|نویسنده|執筆者?|著者|筆者|ライター|` +
	`取材・文|文責|文|글쓴이|저자|글|` +
	`autore|egilea|forfatter|författare|höfundur|szerző|írta|szöveg|texto|texte|testo|tekst|teksti|opracowanie|napisała?|scris de|` +
	`kirjoittaja|penulis|mwandishi|tác giả|συντάκτης|συντάκτρια|ผู้เขียน|लेखक|लेखिका|द्वारा|লেখক|எழுதியவர்|ავტორი|հեղինակ`

// bareLabels are those that need no colon.
const bareLabels = `بقلم|מאת|文・写真|文・撮影|文・構成|文・取材|글·사진|글ㆍ사진`

// colons stand behind labels.
const colons = ":：=＝՝・"

// starters are the labels before who began a thread, where nothing else is beside them.
const starters = `thread starter|topic starter|original poster|themenstarter|threadersteller|ersteller|auteur de la discussion|autor del tema|автор темы`

// A lead is what stands in a barred line before who wrote it: a day, with a word for it or a day of the week before it.
const lead = `(?:(?:(?i:` + wrote + `)(?:[:：\s][^|.!?]{0,40})?|\p{L}{2,12}[,.]?\s)?\s*(?:\|[\s|,·•–—/-]*)+)`

var (
	cjkName  = regexp.MustCompile(`^(?:作\s*者\s*[:：/]|作者\s|撰\s*文\s*[:：/]|文\s*[/／]|本报记者|特约记者|见习记者|[(（【]记者|记\s*者\s*[:：]|记者\s)\s*((?:\p{Han}{2,4}(?:[·•]\p{Han}{1,6})?[\s、，]{0,2}){1,5})(?:[^\p{Han}]|$)`)
	edited   = regexp.MustCompile(`整理$`) // what a reporter made of another's words, behind the name
	reported = regexp.MustCompile(`記者\s*(\p{Han}{2,4}(?:、\p{Han}{2,4}){0,4})\s*[／/]\s*\p{Han}{0,6}(?:報導|電)`)
	korean   = regexp.MustCompile(`(?:^|[\s=\])])(\p{Hangul}{3})\s?기자(?:[\s=(]|$)`)
	joins    = regexp.MustCompile(`(?i)^(,|&|and|, and|und|et|y|e|en|och|og)$`)

	// onlyBy is what stands before a name in another element, and nothing else.
	onlyBy = regexp.MustCompile(`(?i)^(?:\d+(?:\.\d+)*\.?\s+)?(?:(?:(?:` + wrote + `)\s+)?(?:` + byWords + `)|text|autor(?:in|es)?|author(?:\(s\)|s)?|auteurs?)\s*:?$`)
	// onlyLed is the same behind a day.
	onlyLed = lazily(`(?i)^` + lead + `(?:(?:` + wrote + `)\s+)?(?:` + byWords + `)\s*:?$`)
	// onlyLabel is the same of labels.
	onlyLabel = lazily(`(?i)^(?:(?:` + labels + `)\s*[` + colons + `]|(?:` + bareLabels + `)\s*[:：]?)$`)

	// byName is a line of the words before names, the names, and what may follow, such as a day or a section.
	byName = lazily(`^(?:` + lead + `?(?i:` + wrote + `)\s+(?i:` + byWords + `)|` + lead + `(?i:` + byWords + `)|` + byAtBegin + `)\s*:?\s+(` + latinNames + `(?:\s*,[^|]*?)?)` +
		`(?:\s*[|•·–—(/].*|\s+-\s.*|\s+(?:` + onDay + `)(?:\s.*\d.*)?|\s+in(?:\s\S+){1,4}|(?:\s+\p{Ll}{1,7}\.?){1,2}\s*\|.*)?$`)
	// byNick is the same of one word beside a day.
	byNick = lazily(`(?i)^(?:` + lead + `(?:(?:` + wrote + `)\s+)?(?:` + byWords + `)\s+(` + nick + `)(?:\s*\|.*)?|(?:` + wrote + `)\s+(?:` + byWords + `)\s+(` + nick + `)(?:\s*,|\s+(?:` + onDay + `))?\s*\|.*)$`)
	// nameBy is a line of languages whose word for "by" stands behind the name.
	nameBy = lazily(`^` + lead + `?(?:tarihinde\s+)?(?:(` + latinName + `)\s+tarafından(?:\s.*)?|((?:\p{Devanagari}+\s+){2,3})द्वारा(?:\s*[|·•,].*|\s+(?:लिखित|प्रकाशित).*)?)$`)
	// labelled is a label and the names behind it.
	labelled = lazily(`(?i)^` + lead + `?(?:(?:` + bareLabels + `)(?:\s*[:：]|\s)|(?:` + labels + `)\s*[` + colons + `])\s*([^:：=＝\d|·•]{2,60})(?:[|·•].*)?$`)

	// hours are a time of the day.
	hours = lazily(`(?i)(?:\b\d{1,2}[:.h]\d\d(?::\d\d)?\b|\|)(?:\s*[ap]\.?m\b\.?)?(?:\s+(?:uhr|ET|EST|EDT|PT|GMT|UTC)\b)?`)
)

// lazily is a pattern that is compiled when it is first asked for: few pages need it, and programs start sooner.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// openers are the words beside names that need no colon.
var openers = sync.OnceValue(func() wordSet {
	return setOf(byWords, byBehind, wrote, bareLabels, `text|autor|autorin|autora|autores|autoren|author|authors|author(s)|auteur|auteurs`)
})

// startersOf are the starters.
var startersOf = sync.OnceValue(func() wordSet { return setOf(starters) })

// begins are the characters that what stands before names begins with, in small letters, and more: lists of patterns are taken
// apart like those of words.
var begins = sync.OnceValue(func() map[rune]bool {
	set := map[rune]bool{}
	for word := range setOf(byWords, wrote, labels, bareLabels, `text|autor|author|auteur`) {
		first, _ := utf8.DecodeRuneInString(word)
		set[unicode.ToLower(first)] = true
	}
	return set
})

// mayBegin reports whether a barred line may begin with what stands before names, a day or a number. It is quick, as most lines do
// not.
func mayBegin(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return strings.Contains(s, "|") || '0' <= first && first <= '9' || begins()[unicode.ToLower(first)]
}

// A wordSet is what words, or a few of them, may be.
type wordSet map[string]bool

// have reports whether a text is one of the words, with or without a colon.
func (w wordSet) have(s string) bool {
	const longest = 40 // bytes; no word is longer, and long texts need not be lowered
	return len(s) <= longest && w[bareWord(s)]
}

// setOf are the words of lists with bars between them.
func setOf(lists ...string) wordSet {
	set := wordSet{}
	for word := range strings.SplitSeq(strings.Join(lists, "|"), "|") {
		set[word] = true
	}
	return set
}

// isOpener reports whether a word is one before names.
func isOpener(word string) bool { return openers().have(word) }

// bareWord is a text in small letters without the colon behind it.
func bareWord(s string) string { return strings.ToLower(strings.TrimRight(s, " :：")) }

// mayTell reports whether a line has a word that tells who wrote it, or a colon that may stand behind a label. It is quick.
func mayTell(s string) bool {
	for word := range strings.FieldsSeq(s) {
		if isOpener(word) {
			return true
		}
		if at := strings.IndexAny(word, colons); at >= 0 {
			before, _ := utf8.DecodeLastRuneInString(word[:at])
			if !unicode.IsDigit(before) {
				return true
			}
		}
	}
	return false
}

// barred is a line that may tell who wrote it with bars in the place of its days and hours, so that these can be passed over in
// any language. Other lines stay as they are.
func barred(s string) string {
	// Bytes of a line with a day, digits of an hour, and days in a line: of publication, and of a change. The first is a guess.
	const longest, fewest, most = 200, 3, 2
	plain := plainDigits(s)
	if len(s) > longest || digits(plain) < fewest || !mayTell(s) {
		return s
	}
	s = plain
	for range most {
		day, from, to := locate(s, "")
		if day == "" {
			break
		}
		s = s[:from] + " | " + s[to:]
	}
	return collapse(hours().ReplaceAllString(s, " | "))
}

// signature finds authors by a label in running text, as Chinese pages write them: near the headline, then anywhere.
func (f *facts) signature(headline int) string {
	near := f.near(headline)
	lines := make([]string, len(near))
	for k, t := range near {
		lines[k] = said(near, k)
		if names := cmp.Or(signed(t.text), f.labelled(lines[k]), f.sender(t)); names != "" {
			return names
		}
	}
	for k, t := range near {
		if headline < 0 {
			break // what begins with "By" may be anything
		}
		names := f.byline(lines[k])
		if names != "" && f.before(t.node) <= longestBefore && !f.underOther(t.node, headline) {
			return names
		}
	}
	for i := max(0, headline); i < len(f.page.Nodes); i++ {
		if n := &f.page.Nodes[i]; n.Text != "" && !n.Hidden {
			if names := signed(n.Text); names != "" && !f.within(i, "a") { // a link names who wrote what it leads to
				return names
			}
		}
	}
	return ""
}

// senders are the words before who a letter is from.
const senders = `from|von|de|da|van|från|fra|od|от|发件人|寄件者|差出人|보낸사람`

var (
	// sendersOf are those words.
	sendersOf = sync.OnceValue(func() wordSet { return setOf(senders) })
	// from is the line of a letter's head that tells its sender, in quotes or not, by an address.
	from = lazily(`(?i)^(?:` + senders + `)\s*[:：]\s*"?([^"<>@:：]{2,60}?)"?\s*<\s*[\w.+-]+(?:@|\s+at\s+)`)
)

// sender is who a letter is from, as archives of mailing lists show its head: the name in the line that text l begins.
func (f *facts) sender(l line) string {
	if first, _, _ := strings.Cut(l.text, " "); !sendersOf().have(first) {
		return ""
	}
	_, behind := f.line(l.node)
	m := from().FindStringSubmatch(collapse(l.text + " " + behind))
	if m == nil {
		return ""
	}
	return strings.Join(f.people(m[1:]), ", ")
}

// said is the barred line k of those near the headline, with the names in the texts behind it where it only stands before them.
func said(near []line, k int) string {
	s := barred(near[k].text)
	switch {
	case k+1 == len(near):
		return s
	case startersOf().have(s):
		return "started by " + near[k+1].text + " |" // which is no less sure than beside a day
	case !endsOpen(s):
		return s
	}
	s += " " + near[k+1].text
	for k += 2; k+1 < len(near) && joins.MatchString(near[k].text); k += 2 {
		s += " " + near[k].text + " " + near[k+1].text
	}
	return s
}

// endsOpen reports whether a barred line is no more than what stands before names.
func endsOpen(s string) bool {
	last, _ := utf8.DecodeLastRuneInString(s)
	if !mayBegin(s) || !strings.ContainsRune(colons, last) && !isOpener(s[strings.LastIndexByte(s, ' ')+1:]) {
		return false // which spares a look at most lines
	}
	return onlyBy.MatchString(s) || onlyLed().MatchString(s) || onlyLabel().MatchString(s)
}

// byline is the names in a barred line such as "Posted on | by Ann Lee"; "" where it is none.
func (f *facts) byline(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if !isOpener(first) && !strings.Contains(s, "|") && holdsAny(s, behindNames) == "" {
		return ""
	}
	for _, pattern := range []func() *regexp.Regexp{byName, byNick, nameBy} {
		if m := pattern().FindStringSubmatch(s); m != nil {
			return strings.Join(f.people([]string{cmp.Or(m[1:]...)}), ", ")
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
	var m []string // most lines have no label, and are not matched
	if mayBegin(s) && (strings.ContainsAny(s, colons) || isOpener(s[:max(strings.IndexByte(s, ' '), 0)])) {
		m = labelled().FindStringSubmatch(s)
	}
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
		if at := edited.FindStringIndex(name); reporter && at != nil {
			name = name[:at[0]]
		}
		if cjkStop.MatchString(name) || cjkRole.MatchString(name) || reporter && longHan.MatchString(name) {
			break
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

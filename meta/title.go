package meta

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/mullionhq/mullion/page"
)

// title is the headline's text where it agrees with what the head says; otherwise what the head says, without the site's
// name.
func (f *facts) title(headline int) string {
	if headline >= 0 {
		if s := cmp.Or(f.withoutPath(headline), f.withoutLabel(headline), f.withoutKicker(f.proper(headline))); s != "" {
			return f.withoutName(s)
		}
	}
	return f.titleOfHead()
}

// titleOfHead is what the head says. Where that is the site's name alone, as themes write the cards of their lists, what another
// title says before this name is more, but on the front page, whose title may end in a motto.
func (f *facts) titleOfHead() string {
	all := f.titles()
	title := ""
	for _, s := range all {
		if title = f.withoutSite(s); title != "" {
			break
		}
	}
	if !f.siteNames().have(title) || mayBeHome(f.page.FinalURL) {
		return title
	}
	for _, s := range all {
		if head := f.withoutSite(s); head != "" && len(head) < len(s) && strings.HasPrefix(s, head) && !f.siteNames().have(head) {
			return head
		}
	}
	return title
}

var badgeName = regexp.MustCompile(`(?i)(badge|(^|[\s_-])(pill|mlabel|ingroup))s?($|[\s_-])`)

// heading is the text of heading i without what stands in it beside the title: marks, buttons, choices and badges. A heading
// of nothing else is its text.
func (f *facts) heading(i int) string {
	s, known := f.headings[i]
	if !known {
		if s = f.headingBut(i, func(int) bool { return false }); s == "" {
			s = f.text(i)
		}
		f.headings[i] = s
	}
	return s
}

// headingBut is heading without the elements that are also left out; "" for a heading of nothing else.
func (f *facts) headingBut(i int, leftOut func(element int) bool) string {
	return f.textBut(i, func(j int) bool {
		n := &f.page.Nodes[j]
		return n.Tag == "button" || n.Tag == "select" || n.Attr("role") == "button" || f.page.IsMark(j) || badgeName.MatchString(n.Attr("class")) || leftOut(j)
	})
}

// showsText reports whether there is visible text from node i up to node j.
func (f *facts) showsText(i, j int) bool {
	return slices.ContainsFunc(f.page.Nodes[i:max(i, j)], func(n page.Node) bool {
		return n.Kind == page.Text && !n.Hidden && strings.TrimSpace(n.Text) != ""
	})
}

// kickerName is how classes name what stands above a title.
var kickerName = lazily(`(?i)(?:^|[\s_-])(?:kicker|eyebrow|overline|topline|(?:top|pre|over|super|sub)-?(?:title|heading|headline|head|line)|dachzeile|spitzmarke|surtitre|label|topic|rubri[ck]|date|descriptor)s?(?:$|[\s_-])|small$`)

// withoutKicker is the text of heading i without the elements at its begin that are named as what stands above a title, or that are
// small. It needs more than a word behind them, and the head may not say all of the heading.
func (f *facts) withoutKicker(i int) string {
	all := f.heading(i)
	if slices.ContainsFunc(f.titles(), func(s string) bool { return key(f.withoutSite(s)) == key(all) }) {
		return all
	}
	const fewest = 2 // words of a title; a guess
	from := i + 1    // where the title's own text may begin
	s := f.headingBut(i, func(j int) bool {
		n := &f.page.Nodes[j]
		if n.Tag != "small" && !kickerName().MatchString(n.Attr("class")) || f.showsText(from, j) {
			return false
		}
		from = n.End
		return true
	})
	if len(words(s)) < fewest {
		return all
	}
	return s
}

// withoutPath is the text of heading i without the links in it, where the head says that and not all of the heading: they are the
// path to the page, as forums write it before the title. "" for other headings.
func (f *facts) withoutPath(i int) string {
	if f.page.Find(i, "a") < 0 {
		return ""
	}
	own, all := f.headingBut(i, func(j int) bool { return f.page.Nodes[j].Tag == "a" }), key(f.heading(i))
	own = strings.Trim(own, " /|>»›→")
	said := map[string]bool{}
	for _, s := range f.titles() {
		said[key(s)], said[key(f.withoutSite(s))] = true, true
	}
	if k := key(own); k == "" || !said[k] || said[all] {
		return ""
	}
	return own
}

// withoutLabel is the text of heading i without a label before it, as "Thread:", where the head says the rest and not the label.
// "" for other headings.
func (f *facts) withoutLabel(i int) string {
	label, rest, ok := strings.Cut(f.heading(i), ": ")
	if !ok || len(words(rest)) < len(words(label)) {
		return ""
	}
	for j := i + 1; j < f.page.Nodes[i].End; j++ {
		n := &f.page.Nodes[j]
		if n.Kind != page.Element || collapse(f.text(j)) != rest {
			continue // it stands in no element of its own
		}
		says := func(part string) func(title string) bool {
			return func(title string) bool { return strings.Contains(key(title), key(part)) }
		}
		if titles := f.titles(); slices.ContainsFunc(titles, says(rest)) && !slices.ContainsFunc(titles, says(label)) {
			return rest
		}
	}
	return ""
}

// proper is the element in a heading that is the title by itself, where the heading also holds a kicker or a permalink.
func (f *facts) proper(heading int) int {
	var wanted []string
	for i := heading + 1; i < f.page.Nodes[heading].End; i++ {
		if f.page.Nodes[i].Kind == page.Text {
			continue
		}
		if wanted == nil {
			for _, s := range f.titles() {
				wanted = append(wanted, key(s), key(f.withoutSite(s)))
			}
		}
		if k := key(f.text(i)); k != "" && slices.Contains(wanted, k) {
			return i
		}
	}
	return heading
}

// longestTitle is the most bytes of a title. Longer ones are documents whose title element, or heading, was never closed.
const longestTitle = 500

// titles are the titles that the page names without showing them, the most trusted first.
func (f *facts) titles() []string {
	var all []string
	for _, s := range []string{f.ld.Headline, f.first("og:title"), f.first("twitter:title"), f.first("citation_title", "dc.title", "dcterms.title"), f.titleTag} {
		if len(s) > longestTitle {
			continue
		}
		if s = collapse(s); s != "" {
			all = append(all, s)
		}
	}
	return all
}

// separators stand between a headline and a site's name. Those with spaces are tried first.
var separators = []string{" | ", " – ", " — ", " - ", " :: ", " · ", " • ", " » ", " « ", " ‹ ", " › ", " > ", " ~ ", " / ", "｜", "丨", "_", "|", "－", "--", "—"}

// withoutSite cuts the site's name, or sections and names, off a title.
func (f *facts) withoutSite(title string) string {
	names := f.siteNames()
	for range len(separators) {
		cut := false
		for _, sep := range separators {
			if head, tail, ok := cutLast(title, sep); ok && f.isSite(tail, head, sep, names) {
				title, cut = head, true
				break
			}
			if head, tail, ok := strings.Cut(title, sep); ok && names.have(head) && strings.TrimSpace(tail) != "" {
				title, cut = strings.TrimSpace(tail), true
				break
			}
		}
		if !cut {
			break
		}
	}
	return title
}

// withoutName cuts the site's name off what the page shows as its title, where it stands behind a separator.
func (f *facts) withoutName(title string) string {
	names := f.siteNames()
	for _, sep := range separators {
		if head, tail, ok := cutLast(title, sep); ok && names.have(tail) && !names.have(head) {
			return head
		}
	}
	return title
}

func cutLast(s, sep string) (head, tail string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i <= 0 {
		return "", "", false
	}
	return strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+len(sep):]), true
}

// isSite reports whether the last part of a title is the name of the site or a section: it is known as such, or it is
// short beside the rest and set apart by a sign that headlines do not use inside.
func (f *facts) isSite(tail, head, sep string, names nameKeys) bool {
	if tail == "" || names.have(tail) || sep == " — " && manual().MatchString(tail) {
		return true
	}
	const shortWords, ratio = 4, 2 // guesses
	strong := sep == " | " || sep == "_" || sep == "｜" || sep == " :: " || sep == "丨" || sep == "|" || sep == " » "
	if !strong && sep != " - " && sep != " – " && sep != " — " && sep != " · " {
		return false
	}
	if names.have(head) {
		return false // it stands first
	}
	t, h := len(words(tail)), len(words(head))
	if strong {
		return t <= h
	}
	return t <= shortWords && t*ratio <= h
}

// manual is how Sphinx names what a page is part of behind a long dash: "Quay 1.2 documentation".
var manual = lazily(`(?i)^(?:\S+ ){1,5}(?:documentation|dokumentation|documentazione|documentatie)$|^(?:documentation|documentación de|documentação de) (?:\S+ ){0,4}\S+$`)

// siteNames are the names of the site in words of the page, of the headings that lead to its front page, and of its address.
func (f *facts) siteNames() nameKeys {
	if f.names != nil {
		return f.names
	}
	names := append([]string{f.siteName()}, f.homeNames()...)
	names = append(names, f.linkedNames()...)
	names = append(names, f.namesBefore()...)
	for _, address := range []string{f.page.FinalURL, f.page.URL, f.canonical, f.first("og:url")} {
		if u, err := url.Parse(address); err == nil && u.Hostname() != "" {
			host := strings.TrimPrefix(u.Hostname(), "www.")
			labels := strings.Split(host, ".")
			names = append(names, host, labels[0], labels[max(0, len(labels)-2)])
		}
	}
	f.names = keysOf(names)
	return f.names
}

// homeNames are the texts of the headings that lead to the front page, unless another heading says the same: then it is the
// page's title in a bar.
func (f *facts) homeNames() (names []string) {
	headings := slices.Concat(f.h1, f.h2, f.titled)
	for _, i := range headings {
		if f.leadsHome(i) {
			names = append(names, f.heading(i))
		}
	}
	if names == nil {
		return nil
	}
	others := map[string]bool{}
	for _, i := range headings {
		if !f.leadsHome(i) {
			others[f.heading(i)] = true
		}
	}
	return slices.DeleteFunc(names, func(s string) bool { return others[s] })
}

// linkedNames are the last parts of titles that a link to the front page says, by its text or its picture, such as the site's logo,
// unless a heading says the same. Where the page's address is unknown "/" is the front page.
func (f *facts) linkedNames() (names []string) {
	tails := map[string]bool{} // keys
	for _, title := range f.titles() {
		for _, sep := range separators {
			if _, tail, ok := cutLast(title, sep); ok {
				tails[key(tail)] = true
			}
		}
	}
	if len(tails) == 0 || len(f.homes) == 0 {
		return nil
	}
	for _, i := range slices.Concat(f.h1, f.h2) {
		if k := key(f.heading(i)); tails[k] && !f.leadsHome(i) {
			delete(tails, k)
		}
	}
	for _, i := range f.homes {
		s := f.logoText(i)
		if tails[key(s)] && (f.leadsHome(i) || f.page.FinalURL == "" && f.page.Nodes[i].Attr("href") == "/") {
			names = append(names, s)
		}
	}
	return names
}

// logoText is what link i says by its text, its label or its picture, without words for a logo.
func (f *facts) logoText(i int) string {
	s := cmp.Or(f.text(i), f.page.Nodes[i].Attr("aria-label"))
	if img := f.page.Find(i, "img"); s == "" && img >= 0 {
		s = f.page.Nodes[img].Attr("alt")
	}
	said := strings.Fields(s)
	beside := func(word string) bool { return slices.Contains(logoWords, strings.ToLower(word)) }
	for len(said) > 0 && beside(said[0]) {
		said = said[1:]
	}
	for len(said) > 0 && beside(said[len(said)-1]) {
		said = said[:len(said)-1]
	}
	return strings.Join(said, " ")
}

// logoWords are the words of a logo's text beside the site's name.
var logoWords = []string{"logo", "home", "homepage", "page", "of", "-", "–", "|"}

// mayBeHome reports whether an address may be that of a site's front page, or of a folder's index.
func mayBeHome(address string) bool {
	if strings.Contains(address, "?") || strings.HasPrefix(address, "#") {
		return false // one of a script's pages, or a place in this one
	}
	if _, rest, ok := strings.Cut(address, "//"); ok {
		_, address, _ = strings.Cut(rest, "/")
	}
	return strings.Trim(address, "./") == "" || strings.Contains(address, "index.")
}

// namesBefore are the last parts of titles that a heading, or an element named as a title, shows before another one that shows the
// rest: as "The Guide" above "Bridges" where the title is "Bridges | The Guide", and what titles say behind them. A part within a title is no name where another title says nothing else. What stands in brackets at the end is the name of
// such a site, too, where the heading that shows it is a link with another h1 after it, as wikis have whose titles name the page's
// file.
func (f *facts) namesBefore() (names []string) {
	first := map[string]int{} // by the key of a heading, where it is shown first
	for _, i := range slices.Concat(f.h1, f.h2, f.titled) {
		k := key(f.heading(i))
		if at, known := first[k]; !known || i < at {
			first[k] = i
		}
	}
	whole := map[string]bool{} // keys of what the head says of nothing else
	for _, title := range f.titles() {
		whole[key(title)] = true
	}
	for _, title := range f.titles() {
		for _, sep := range separators {
			var behind []string // parts of the title, of which the first may be shown
			for head, tail, ok := cutLast(title, sep); ok; head, tail, ok = cutLast(head, sep) {
				behind = append(behind, tail)
				name, nameShown := first[key(tail)]
				own, ownShown := first[key(head)]
				if nameShown && ownShown && name < own && (len(behind) == 1 || !whole[key(tail)]) {
					names = append(names, behind...)
					break
				}
			}
		}
		if _, tail, ok := cutLast(title, " ["); ok && strings.HasSuffix(tail, "]") {
			i, shown := first[key(tail)]
			if shown && f.linkOf(i) >= 0 && slices.ContainsFunc(f.h1, func(k int) bool { return k > i && f.heading(k) != f.heading(i) }) {
				names = append(names, tail)
			}
		}
	}
	return names
}

// leadsHome reports whether heading i is a link to the site's front page, or to the index of a folder above the page.
func (f *facts) leadsHome(i int) bool {
	link := f.linkOf(i)
	if link < 0 {
		return false
	}
	here, err := url.Parse(f.page.FinalURL)
	if err != nil || here.Host == "" {
		return false
	}
	there, err := url.Parse(f.absolute(f.page.Nodes[link].Attr("href")))
	if err != nil || there.Host != here.Host {
		return false
	}
	home := folder(there.Path)
	if home != "/" && !indexFile.MatchString(there.Path) && !hasWord(f.page.Nodes[link].Attr("rel"), "home") {
		return false // such as the first page of a long story
	}
	return folder(here.Path) != home && strings.HasPrefix(folder(here.Path), home)
}

// linkOf is the link that all of heading i is, or is in; -1 when there is none.
func (f *facts) linkOf(i int) int {
	if a := f.page.Find(i, "a"); a >= 0 && f.text(a) == f.heading(i) {
		return a
	}
	return f.page.Enclosing(i, "a")
}

var indexFile = regexp.MustCompile(`/index\.\w+$`)

// folder is a path that ends in a slash, without the name of a folder's index.
func folder(path string) string {
	return strings.TrimSuffix(indexFile.ReplaceAllString(path, "/"), "/") + "/"
}

// nameKeys are the keys of names, but for those of two letters: such labels of domains are the words of too much.
type nameKeys map[string]bool

func keysOf(names []string) nameKeys {
	const shortest = 3 // letters
	keys := nameKeys{}
	for _, name := range names {
		if k := key(name); len(k) >= shortest {
			keys[k] = true
		}
	}
	return keys
}

// have reports whether a text is one of the names, with or without "the".
func (n nameKeys) have(s string) bool {
	k := key(s)
	rest, the := strings.CutPrefix(k, "the")
	return k != "" && (n[k] || n["the"+k] || the && n[rest])
}

// key is a text's letters and digits in lower case: what is compared when spelling may differ.
func key(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// words cuts text into words; characters of scripts without spaces are words of their own.
func words(s string) []string {
	var out []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			out = append(out, b.String())
			b.Reset()
		}
	}
	for _, r := range s {
		switch {
		case page.Unspaced(r):
			flush()
			out = append(out, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(unicode.ToLower(r))
		case r == '\'' || r == '’':
		default:
			flush()
		}
	}
	flush()
	return out
}

// agreement is how well two titles agree, 0 … 1: the share of the shorter one's words that the other has, less what
// the shorter one leaves out beyond half.
func agreement(a, b []string) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return 0
	}
	have := map[string]int{}
	for _, w := range b {
		have[w]++
	}
	same := 0
	for _, w := range a {
		if have[w] > 0 {
			have[w]--
			same++
		}
	}
	const whole = 0.5 // a headline makes up at least this share of a title element
	return float64(same) / float64(len(a)) * min(1, float64(len(a))/(whole*float64(len(b))))
}

// headline finds the node that shows the title: the heading, or element named so, that agrees best with what the head
// says; of h1 that do not, the one that says all but a title's last part, however long that is; the only h1 when the head says
// nothing of use; -1 when there is none.
func (f *facts) headline() int {
	const agree, exact = 0.6, 2.0 // a guess, and more than any agreement
	titles := f.titles()
	wanted := make([][]string, len(titles))
	for k, s := range titles {
		wanted[k] = words(f.withoutSite(s))
		if part := book.ReplaceAllString(s, ""); part != s {
			wanted = append(wanted, words(part))
		}
	}
	heads := headsOf(titles)
	site := f.siteNames()
	for _, group := range [][]int{f.h1, f.props["headline"], f.h2, f.titled} {
		best, top, named := -1, agree, -1
		for _, i := range group {
			s := f.heading(i)
			if f.page.Nodes[i].Hidden || site.have(s) || f.inList(i) {
				continue
			}
			have, bare := words(s), words(sectionNumber.ReplaceAllString(s, ""))
			if named < 0 && f.page.Nodes[i].Tag == "h1" && heads[key(s)] {
				named = i
			}
			for _, w := range wanted {
				a := agreement(have, w)
				if slices.Equal(have, w) || slices.Equal(bare, w) {
					a = exact
				}
				if a > top {
					best, top = i, a
				}
			}
		}
		switch {
		case best < 0 && named >= 0:
			return named
		case best < 0:
			continue
		}
		if len(group) > 1 && top < exact { // headings of sections may have words of the title
			if i := f.shown(titles); i >= 0 {
				return i
			}
		}
		return best
	}
	if i := f.shown(titles); i >= 0 {
		return i
	}
	if i := f.shownLast(titles); i >= 0 {
		return i
	}
	return f.onlyH1(site)
}

// shownLast finds the last part of a title, behind the names of site and section: the block that shows it alone and leads nowhere.
func (f *facts) shownLast(titles []string) int {
	const shortest = 3 // words; a guess
	tails := map[string]bool{}
	for _, title := range titles {
		s := f.withoutSite(title)
		for _, sep := range append([]string{": "}, separators...) {
			if _, tail, ok := cutLast(s, sep); ok && len(words(tail)) >= shortest {
				day, _, _ := locate(tail, "")
				tails[key(tail)] = day == "" // which is no title
			}
		}
	}
	if len(tails) == 0 {
		return -1
	}
	around, said := -1, "" // the block that was looked at last, and its key
	for i := f.end; i < len(f.page.Nodes); i++ {
		n := &f.page.Nodes[i]
		if n.Kind != page.Text || n.Hidden || len(n.Text) > longestTitle || !tails[key(n.Text)] || f.within(i, "a", "header") || f.inList(i) {
			continue
		}
		if f.page.Nodes[n.Parent].Tag == "p" {
			continue // a line of the text
		}
		if block := f.page.BlockAround(i); block != around {
			around, said = block, key(f.text(block))
		}
		if said == key(n.Text) {
			return around
		}
	}
	return -1
}

// headsOf are the keys of what titles say before their last part, which may be a site's name that nothing else tells.
func headsOf(titles []string) map[string]bool {
	heads := map[string]bool{}
	for _, s := range titles {
		for _, sep := range separators {
			if head, _, ok := cutLast(s, sep); ok && strings.HasPrefix(sep, " ") {
				heads[key(head)] = true
			}
		}
	}
	return heads
}

// What stands beside a section's title: its number before it, and behind it, in parentheses, the book. As a title's own last
// parentheses are alike, it is compared with them, too.
var (
	sectionNumber = regexp.MustCompile(`^\s*\d+(?:\.\d+)*\.?\s+`)
	book          = regexp.MustCompile(`\s+\([^()]*(?:\([^()]*\)[^()]*)*\)$`)
)

// inList reports whether node i is a small part of something else, as the titles in lists of stories are.
func (f *facts) inList(i int) bool {
	return f.page.Nodes[i].Tag != "h1" && f.within(i, "li", "nav", "footer", "aside")
}

// shown finds a title that stands in the page without markup as such.
func (f *facts) shown(titles []string) int {
	const shortest = 8 // letters; shorter titles are found by chance
	for _, title := range titles {
		want := key(f.withoutSite(title))
		if len(want) < shortest {
			continue
		}
		for i := f.end; i < len(f.page.Nodes); i++ {
			n := &f.page.Nodes[i]
			if n.Kind != page.Text || n.Hidden || len(n.Text) < len(want) || key(n.Text) != want || f.within(i, "a") || f.inList(i) {
				continue
			}
			if block := f.page.BlockAround(i); key(f.text(block)) == want {
				return block
			}
		}
	}
	return -1
}

// onlyH1 is the page's h1 if it has one that is not the site's name or logo.
func (f *facts) onlyH1(site nameKeys) int {
	found := -1
	for _, i := range f.h1 {
		s := f.heading(i)
		if s == "" || len(s) > longestTitle || site.have(s) || f.page.Find(i, "img") >= 0 {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

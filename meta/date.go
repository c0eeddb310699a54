package meta

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/mullionhq/mullion/page"
)

// date is the day of publication, from the most explicit source that has one.
func (f *facts) date(headline int, lang string) string {
	inURL := ""
	for _, address := range []string{f.page.FinalURL, f.first("og:url"), f.canonical} {
		if inURL = dateInURL(address); inURL != "" {
			break
		}
	}
	for _, s := range f.declaredDates() {
		if d := normalize(s, lang); d != "" {
			return local(d, inURL)
		}
	}
	published, changed := f.shownDates(headline)
	for _, i := range published {
		if d := f.dateOf(i, lang); d != "" {
			return d
		}
	}
	if d := f.markedDate(headline, lang, inURL, false); d != "" {
		return d
	}
	if inURL != "" {
		return inURL
	}
	near := f.near(headline)
	if d := f.writtenDate(near, headline, lang, false); d != "" {
		return d
	}
	if headline >= 0 {
		if d := find(f.text(headline), lang); d != "" {
			return d
		}
	}
	if d := f.labelledDate(headline, lang); d != "" {
		return d
	}
	for _, i := range changed { // better than none
		if d := f.dateOf(i, lang); d != "" {
			return d
		}
	}
	return cmp.Or(f.markedDate(headline, lang, "", true), f.writtenDate(near, headline, lang, true))
}

// markedDate is the date of the first element near the headline that says by its name that it holds one: of a change or
// not. A date in the address must be the same.
func (f *facts) markedDate(headline int, lang, inURL string, change bool) string {
	for _, i := range f.dated {
		const near = 300 // nodes; a guess
		if headline >= 0 && (i < headline-near || i > headline+near) || f.elsewhere(i, headline) || f.ofChange(i) != change || f.inSeries(i, lang) {
			continue
		}
		if d := f.dateOf(i, lang); d != "" && strings.HasPrefix(d, inURL) {
			return d
		}
	}
	return ""
}

// writtenDate is the first date in lines near the headline: of a change or not.
func (f *facts) writtenDate(near []line, headline int, lang string, change bool) string {
	label := ""
	for _, t := range near {
		s := t.text
		d := find(s, lang)
		if d == "" {
			label = s
			continue
		}
		if f.elsewhere(t.node, headline) || !publishedWord.MatchString(s) && f.inSeries(t.node, lang) {
			continue
		}
		ofChange := tellsChange(s) || isChangeLabel(label)
		other := rights.MatchString(s) || joined.MatchString(s) || joined.MatchString(label)
		label = ""
		if ofChange != change || other || f.inRunningText(t.node, lang) {
			continue
		}
		return findPublished(s, lang)
	}
	return ""
}

// inSeries reports whether node i stands in a table's column, a list, or among headings, most of which hold a date: they are those
// of rows, of events, files, films, versions. Two may be those of publication and of a change. Days with an hour are those of
// posts, outside of tables, and the first is the page's.
func (f *facts) inSeries(i int, lang string) bool {
	const least, most = 3, 100 // dates, and entries to look at; guesses
	entries, table := f.entries(i)
	longest := 300 // bytes of an entry with a date; a guess
	if table {
		longest = 40
	}
	dates := 0
	entries = entries[:min(len(entries), most)]
	for _, e := range entries {
		s := f.text(e)
		if len(s) > longest {
			continue
		}
		if d := find(s, lang); d != "" && (table || len(d) == len(time.DateOnly)) {
			dates++
		}
	}
	return dates >= least && 2*dates > len(entries)
}

// entries are the cells of the table's column that node i is in, or else what is like the block that it is in: the blocks beside it
// with the same tag, and for a heading all those of its rank. table tells which.
func (f *facts) entries(i int) (entries []int, table bool) {
	cell := i
	for cell >= 0 && !isCell(&f.page.Nodes[cell]) {
		cell = f.page.Nodes[cell].Parent
	}
	if cell >= 0 {
		row := f.page.Nodes[cell].Parent
		if row < 0 || f.page.Nodes[row].Parent < 0 {
			return nil, true
		}
		column := slices.Index(f.cells(row), cell)
		for r := range f.page.Children(f.page.Nodes[row].Parent) {
			if cells := f.cells(r); column < len(cells) {
				entries = append(entries, cells[column])
			}
		}
		return entries, true
	}
	block := f.page.BlockAround(i)
	tag := f.page.Nodes[block].Tag
	if isHeading(tag) {
		for j := range f.page.Nodes {
			if f.page.Nodes[j].Tag == tag {
				entries = append(entries, j)
			}
		}
		return entries, false
	}
	if parent := f.page.Nodes[block].Parent; parent >= 0 {
		for j := range f.page.Children(parent) {
			if f.page.Nodes[j].Tag == tag {
				entries = append(entries, j)
			}
		}
	}
	return entries, false
}

func isCell(n *page.Node) bool { return n.Tag == "td" || n.Tag == "th" }

// cells are the cells of a row.
func (f *facts) cells(row int) []int {
	var cells []int
	for c := range f.page.Children(row) {
		if isCell(&f.page.Nodes[c]) {
			cells = append(cells, c)
		}
	}
	return cells
}

// labelledDate is the first date in a line behind the headline that begins by telling that the page was published then.
func (f *facts) labelledDate(headline int, lang string) string {
	const longest = 100 // bytes
	for i := max(headline, f.page.Body()); i < len(f.page.Nodes); i++ {
		n := &f.page.Nodes[i]
		if n.Kind != page.Text || n.Hidden || len(n.Text) > longest {
			continue
		}
		s := collapse(n.Text)
		d := find(s, lang)
		if d == "" {
			continue
		}
		if at := publishedWord.FindStringIndex(s); at != nil && at[0] == 0 && !f.elsewhere(i, headline) {
			return d
		}
	}
	return ""
}

// inRunningText reports whether text i tells of a day among many words of its line, and not that the page was published or changed
// then.
func (f *facts) inRunningText(i int, lang string) bool {
	const before, behind = 6, 12 // words: a byline, sections; guesses
	s := plainDigits(collapse(f.page.Nodes[i].Text))
	_, from, to := locate(s, lang)
	head, tail := f.line(i)
	head, tail = head+s[:from], s[to:]+tail
	if publishedWord.MatchString(head) || changedWord.MatchString(head) || publishedWord.MatchString(tail) {
		return false
	}
	return spaced(head) > before || spaced(tail) > behind
}

// spaced is how many words with letters a text has between its spaces.
func spaced(s string) (n int) {
	for word := range strings.FieldsSeq(s) {
		if strings.ContainsFunc(word, unicode.IsLetter) {
			n++
		}
	}
	return n
}

// findPublished finds the date that a text tells as that of publication, or else its first one.
func findPublished(s, lang string) string {
	if at := publishedWord.FindStringIndex(s); at != nil {
		if d := find(s[at[0]:], lang); d != "" {
			return d
		}
	}
	return find(s, lang)
}

// Words that say of which kind a date is: of publication, of a later change, or of rights.
var (
	publishedWord = regexp.MustCompile(`(?i)\b(first published|published|posted|veröffentlicht|erschienen|publié|publicado|pubblicato|gepubliceerd|opublikowan)|опубл[иі]кован|објављено|objavljen|zveřejněn|közzétéve|julkaistu|yayınlan|δημοσιεύ|δημοσίευση|פורסם|منتشر|प्रकाशित|প্রকাশ|เผยแพร่|diterbitkan|ngày đăng|发布|發布|發佈|刊登|公開|掲載|입력|등록|نشر`)
	changedWord   = regexp.MustCompile(`(?i)\b(updated?|modified|revised|reviewed|edited|aktualisiert|geändert|mis à jour|modifié|actualizado|modificado|atualizado|aggiornat|modificat|bijgewerkt|gewijzigd|zaktualizowan|uppdatera|oppdatert|opdateret|güncelle)|frissítve|päivitetty|uppfært|ažurirano|diperbarui|обновл|измен|оновл|ажурира|ενημερώ|עודכן|به\x{200C}?روز|अपडेट|अद्यतन|আপডেট|cập nhật|อัปเดต|อัพเดต|更新|最終|修改|수정|업데이트|تحديث`)
	rights        = regexp.MustCompile(`(?i)©|\bcopyright\b|版权|all rights reserved`)
	joined        = regexp.MustCompile(`(?i)^(?:joined|registered|registriert|member since|mitglied seit|dabei seit|beigetreten|founded|inscrit|membre depuis|registrado|注册|入会)`)
	changedEnd    = regexp.MustCompile(`(更新|修改|수정)$`)
)

// tellsChange reports whether a text says before its first digit, or at its end, that its date is of a change, and does not
// also tell one of publication.
func tellsChange(s string) bool {
	label := s
	if at := strings.IndexFunc(s, unicode.IsDigit); at >= 0 {
		label = s[:at]
	}
	return (changedWord.MatchString(label) || changedEnd.MatchString(s)) && !publishedWord.MatchString(s)
}

// isChangeLabel reports whether a text is no more than the label of a change's date.
func isChangeLabel(s string) bool {
	const longest = 30 // characters, a guess
	return utf8.RuneCountInString(s) <= longest && tellsChange(s) && find(s, "") == ""
}

// local is a declared date, but for one in universal time that is a day off the date in the address: that is the day where
// the page was published.
func local(declared, inURL string) string {
	if inURL == "" || !strings.HasSuffix(declared, "Z") && !strings.HasSuffix(declared, "+00:00") {
		return declared
	}
	if daysApart(declared, inURL) == 1 {
		return inURL
	}
	return declared
}

// dateTags are the meta elements that hold a date of publication, the most trusted first.
var dateTags = []string{
	"article:published_time", "og:article:published_time", "og:published_time", "datepublished", "article.published", "published_time",
	"publish_date", "publishdate", "pubdate", "publication_date", "publish-date", "published-date", "published_date", "publication-date", "date_published", "parsely-pub-date", "sailthru.date", "citation_publication_date",
	"citation_date", "citation_online_date", "dc.date.issued", "dcterms.issued", "dc.date.published", "dcterms.created", "dc.date.created", "dcterms.date",
	"dc.date", "article_date_original", "og:release_date", "og:pubdate", "release_date", "article:create_at", "weibo:article:create_at", "bytedance:published_time",
	"cxenseparse:recs:publishtime", "cxense:publishtime", "rnews:datepublished", "datecreated", "created", "originalpublicationdate", "article.created", "date", "_pubtime", "pubtime",
	"apub:time", "ptime", "displaydate", "dat", "iso-8601-publish-date", "published", "timestamp", "article:published",
}

// dateProps are the properties of elements that hold one, the most trusted first: microdata's, and RDFa's of content
// managers such as Drupal.
var dateProps = []string{"datepublished", "datecreated", "dc:date", "dc:created"}

func (f *facts) declaredDates() []string {
	all := []string{f.story.Date}
	for _, name := range dateTags {
		all = append(all, f.tags[name]...)
	}
	var answers []string
	for _, prop := range dateProps {
		for _, i := range f.props[prop] {
			to := &all
			if f.inAnswer(i) {
				to = &answers
			}
			*to = append(*to, f.machineDate(i), f.text(i))
		}
	}
	if f.isProduct() {
		return all // the answers are customers' reviews
	}
	return append(all, answers...) // the first of a thread's posts may be told to be one
}

// inAnswer reports whether node i stands in what microdata tells to be written below a text. What holds an h1 is the text itself, such
// as an article that is a review.
func (f *facts) inAnswer(i int) bool {
	for ; i >= 0; i = f.page.Nodes[i].Parent {
		if !isAnswer(f.page.Nodes[i].Attr("itemtype")) {
			continue
		}
		below, known := f.below[i]
		if !known {
			below = f.page.Find(i, "h1") < 0
			f.below[i] = below
		}
		if below {
			return true
		}
	}
	return false
}

func (f *facts) machineDate(i int) string {
	n := &f.page.Nodes[i]
	for _, name := range []string{"datetime", "content", "title"} {
		if v := n.Attr(name); v != "" {
			return v
		}
	}
	return ""
}

// shownDates are the time elements, those behind the headline first, in order, and apart from them those that say that they
// are of a change.
func (f *facts) shownDates(headline int) (published, changed []int) {
	var before []int
	for _, i := range f.times {
		switch {
		case f.inList(i) && !f.inFootOf(i, headline) || f.elsewhere(i, headline):
		case f.ofChange(i):
			changed = append(changed, i)
		case i > headline:
			published = append(published, i)
		default:
			before = append(before, i)
		}
	}
	return append(published, before...), changed
}

// elsewhere reports whether element i, which may hold a date, holds the page's headline, or stands beside the page's text:
// among comments and other stories, or before the headline in the site's header.
func (f *facts) elsewhere(i, headline int) bool {
	if i <= headline && headline < f.page.Nodes[i].End || f.isAside(i, headline) || f.underOther(i, headline) {
		return true
	}
	for beside := false; i > 0; i = f.page.Nodes[i].Parent {
		switch n := &f.page.Nodes[i]; {
		case n.Tag == "article":
			return false
		case i <= headline && headline < n.End:
			return beside
		case n.Tag == "nav", n.Tag == "aside", n.Tag == "header" && i < headline:
			beside = true
		}
	}
	return false
}

// inFootOf reports whether element i stands in the footer of the article that holds the headline, where some blogs have what
// others have below the headline.
func (f *facts) inFootOf(i, headline int) bool {
	foot := false
	for ; i >= 0; i = f.page.Nodes[i].Parent {
		switch f.page.Nodes[i].Tag {
		case "footer":
			foot = true
		case "article":
			return foot && i < headline && headline < f.page.Nodes[i].End
		case "li", "nav", "aside":
			return false
		}
	}
	return false
}

// ofChange reports whether element i says, by its names or by the label before it, that its date is of a change.
func (f *facts) ofChange(i int) bool {
	n := &f.page.Nodes[i]
	names := strings.ToLower(n.Attr("class") + " " + n.Attr("itemprop"))
	if strings.Contains(names, "publish") {
		return false
	}
	if strings.Contains(names, "updated") || strings.Contains(names, "modified") {
		return true
	}
	return isChangeLabel(f.textBefore(i)) || tellsChange(f.text(i))
}

// dateOf is the date that element i tells, for machines and as it is shown. Where the two are days apart the template's is not
// the page's.
func (f *facts) dateOf(i int, lang string) string {
	shown := findPublished(f.text(i), lang)
	told := normalize(f.machineDate(i), lang)
	if told == "" || shown != "" && daysApart(told, shown) > 1 {
		return shown
	}
	return told
}

// daysApart is how many days lie between two dates, 0 where one is none.
func daysApart(a, b string) float64 {
	from, errFrom := time.Parse(time.DateOnly, a[:min(len(a), len(time.DateOnly))])
	to, errTo := time.Parse(time.DateOnly, b[:min(len(b), len(time.DateOnly))])
	if errFrom != nil || errTo != nil {
		return 0
	}
	return to.Sub(from).Abs().Hours() / 24
}

// dateInURL is the date in a path such as /2024/05/06/ or /20240506/ or /2024-05/06/.
func dateInURL(address string) string {
	address = archived.ReplaceAllString(address, "")
	for _, form := range urlDates {
		if m := form.FindStringSubmatch(address); m != nil {
			return day(m[1], m[2], m[3])
		}
	}
	return ""
}

// archived is what web archives put before an address: the day of the copy.
var archived = regexp.MustCompile(`^.*/web/\d{14}[a-z_]*/`)

// urlDates are the ways to write a date in a path. More digits may follow one that is written without signs between.
var urlDates = []*regexp.Regexp{
	regexp.MustCompile(`[/_-]((?:19|20)\d\d)[/_-]?([01]?\d)[/_-]?([0-3]\d)(?:[/_.-]|$)`),
	regexp.MustCompile(`[/_-]((?:19|20)\d\d)([01]\d)([0-3]\d)\d{0,12}(?:\.|/|$)`),
}

// isoDate is the machine-readable form, with what publishers make of it.
var isoDate = regexp.MustCompile(`^((?:19|20)\d\d)-(\d\d?)-(\d\d?)(?:[T ]+(\d\d?):(\d\d)(?::(\d\d))?(?:\.\d+)?(?:\s*[AaPp]\.?[Mm]\b)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d|[+-]\d\d)?)?`)

// normalize reads a declared date in any of the forms found there; "" when it is none.
func normalize(s, lang string) string {
	s = strings.TrimSpace(s)
	if m := isoDate.FindStringSubmatch(s); m != nil {
		return moment(day(m[1], m[2], m[3]), hour24(m[4], m[0]), m[5], m[6], m[7])
	}
	for _, layout := range []string{time.RFC1123Z, time.RFC1123, time.RFC850, time.UnixDate, time.RubyDate, time.ANSIC} {
		t, err := time.ParseInLocation(layout, s, time.UTC)
		if err != nil || t.Year() <= firstYear {
			continue
		}
		if name, _ := t.Zone(); layout != time.ANSIC && (name == "" || name == "UTC" || strings.HasPrefix(name, "GMT")) {
			return t.Format(time.RFC3339)
		}
		return t.Format("2006-01-02T15:04:05") // no zone is told, or letters, which stand for several
	}
	if m := compact.FindStringSubmatch(s); m != nil {
		return moment(day(m[1], m[2], m[3]), m[4], m[5], m[6], "")
	}
	if m := epoch.FindString(s); m != "" {
		if n, err := strconv.ParseInt(m[:10], 10, 64); err == nil {
			return time.Unix(n, 0).UTC().Format("2006-01-02T15:04:05Z")
		}
	}
	return find(s, lang)
}

var (
	compact = regexp.MustCompile(`^((?:19|20)\d\d)([01]\d)([0-3]\d)(?:T?(\d\d)(\d\d)(\d\d))?$`)
	epoch   = regexp.MustCompile(`^1\d{9}(\d{3})?$`)
)

// firstYear is before the first page of the web.
const firstYear = 1990

// day is a date as ISO 8601; "" when there is no such day, or it is before the web or has begun nowhere yet.
func day(year, month, date string) string {
	y, m, d := number(year), number(month), number(date)
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if y <= firstYear || m < 1 || m > 12 || t.Day() != d || t.Month() != time.Month(m) || time.Until(t) > 24*time.Hour {
		return ""
	}
	return t.Format(time.DateOnly)
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// moment adds a time to a day: as precise as it is known.
func moment(day, hour, minute, second, zone string) string {
	if day == "" || hour == "" || number(hour) > 23 || number(minute) > 59 {
		return day
	}
	if len(hour) == 1 {
		hour = "0" + hour
	}
	s := day + "T" + hour + ":" + minute
	if second != "" && number(second) < 60 {
		s += ":" + second
	}
	switch {
	case zone == "Z" || zone == "UTC" || zone == "GMT":
		s += "Z"
	case len(zone) == len("+0800"):
		s += zone[:3] + ":" + zone[3:]
	case len(zone) == len("+08"):
		s += zone + ":00"
	default:
		s += zone
	}
	return s
}

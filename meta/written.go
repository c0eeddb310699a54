package meta

import (
	"regexp"
	"strconv"
	"strings"
)

// The ways people write dates. Years have four digits, but in languages where 31.10.23 can hardly be anything else.
var (
	yearFirst  = regexp.MustCompile(`((?:19|20)\d\d)\s*(?:[-/.]|年|년)\s*(\d\d?)\s*(?:[-/.]|月|월)\s*(\d\d?)\s*(?:日|일)?(?:[日号T\s]*(?:\([^)]*\)|[上下]午|午[前後]|오전|오후|星期.)?\s*(\d\d?)\s*(?::|：|时|時)\s*(\d\d)(?:\s*[:：分]\s*(\d\d))?(?:\s*[AaPp]\.?[Mm]\b)?)?`)
	dayFirst   = regexp.MustCompile(`\b(\d\d?)[./-](\d\d?)[./-]((?:19|20)\d\d)\b(?:[,\s|–-]*(?:at|um|à|a las|às|kl\.?)?\s*(\d\d?)[:.h](\d\d)(?::(\d\d))?\b(?:\s*[AaPp]\.?[Mm]\b)?)?`)
	dayMonth   = regexp.MustCompile(`(?:^|[^\pL\d.])(\d\d?)(?:st|nd|rd|th|er|º|\.)?\s*(?:de\s+|d['’]|of\s+)?[\s-]?(\p{L}{3,})\.?,?[\s-]+(?:de\s+|del\s+)?((?:19|20)\d\d)\b`)
	monthDay   = regexp.MustCompile(`(\p{L}{3,})\.?\s+(\d\d?)(?:st|nd|rd|th)?,?\s+((?:19|20)\d\d)\b`)
	shortYear  = regexp.MustCompile(`(?:^|\s)([0-3]\d)\.([01]\d)\.(\d\d)(?:$|[\s,;|])`)
	arabDigits = strings.NewReplacer("٠", "0", "١", "1", "٢", "2", "٣", "3", "٤", "4", "٥", "5", "٦", "6", "٧", "7", "٨", "8", "٩", "9",
		"۰", "0", "۱", "1", "۲", "2", "۳", "3", "۴", "4", "۵", "5", "۶", "6", "۷", "7", "۸", "8", "۹", "9",
		"０", "0", "１", "1", "２", "2", "３", "3", "４", "4", "５", "5", "６", "6", "７", "7", "８", "8", "９", "9")
)

// find finds the first date written in a text; "" when there is none. lang decides between day and month first.
func find(s, lang string) string {
	date, _, _ := locate(s, lang)
	return date
}

// A form is a way to write a date: what is told by the parts of its match, "" where there is no such day.
type form struct {
	pattern *regexp.Regexp
	read    func(m []string, lang string) string
}

var forms = []form{
	{yearFirst, func(m []string, _ string) string {
		return moment(day(m[1], m[2], m[3]), hour24(m[4], m[0]), m[5], m[6], "")
	}},
	{monthDay, func(m []string, _ string) string { return day(m[3], monthNumber(m[1]), m[2]) }},
	{dayMonth, func(m []string, _ string) string { return day(m[3], monthNumber(m[2]), m[1]) }},
	{dayFirst, func(m []string, lang string) string {
		d, month := m[1], m[2]
		if monthFirst(lang) && strings.Contains(m[0], "/") && number(d) <= 12 || number(month) > 12 {
			d, month = month, d
		}
		return moment(day(m[3], month, d), hour24(m[4], m[0]), m[5], m[6], "")
	}},
	{shortYear, func(m []string, lang string) string {
		if !writesDots(lang) {
			return ""
		}
		return day("20"+m[3], m[2], m[1])
	}},
}

// locate finds the first date written in a text, and from where to where it is written; "" when there is none.
func locate(s, lang string) (date string, from, to int) {
	const digits = "0123456789"
	if !strings.ContainsAny(s, digits) {
		if s = arabDigits.Replace(s); !strings.ContainsAny(s, digits) {
			return "", 0, 0
		}
	}
	s = arabDigits.Replace(s)
	for _, f := range forms {
		at := f.pattern.FindStringSubmatchIndex(s)
		if at == nil || date != "" && at[0] >= from {
			continue
		}
		m := make([]string, len(at)/2)
		for k := range m {
			if at[2*k] >= 0 {
				m[k] = s[at[2*k]:at[2*k+1]]
			}
		}
		if d := f.read(m, lang); d != "" {
			date, from, to = d, at[0], at[1]
		}
	}
	return date, from, to
}

// writesDots reports whether a language writes the day, the month and the year with dots between them.
func writesDots(lang string) bool {
	switch lang, _, _ := strings.Cut(lang, "-"); lang {
	case "de", "cs", "da", "et", "fi", "hr", "lv", "nb", "nn", "no", "pl", "ro", "ru", "sk", "sl", "sr", "tr", "uk":
		return true
	}
	return false
}

var (
	morning   = regexp.MustCompile(`(?i)\d\s*a\.?m`)
	afternoon = regexp.MustCompile(`(?i)下午|午後|오후|\d\s*p\.?m`)
)

// hour24 is an hour on the clock of 24, given the text around it.
func hour24(hour, around string) string {
	switch n := number(hour); {
	case afternoon.MatchString(around) && n > 0 && n < 12:
		return strconv.Itoa(n + 12)
	case morning.MatchString(around) && n == 12:
		return "0"
	}
	return hour
}

// monthFirst reports whether dates with slashes begin with the month: in American English, and where English says no more.
func monthFirst(lang string) bool { return lang == "en" || lang == "en-US" || lang == "" }

// monthNumber is the number of a month by its name or a usual short form of it, as text; "" when it is none.
func monthNumber(name string) string {
	name = strings.ToLower(name)
	if n, ok := months[name]; ok {
		return n
	}
	return ""
}

// months maps the names of months in the languages most used on the web to their numbers.
var months = func() map[string]string {
	m := map[string]string{}
	for number, names := range map[string]string{
		"1":  "january jan januar jän jänner januari janvier janv enero ene janeiro gennaio gen ocak oca января янв січня styczeń stycznia sty leden ledna januára januarie ianuarie ian ιανουαρίου يناير كانون ژانویه tammikuuta jaanuar január",
		"2":  "february feb februar februari février févr fév fevrier febrero fevereiro fev febbraio şubat şub февраля фев лютого luty lutego lut únor února februarie φεβρουαρίου فبراير شباط helmikuuta veebruar február",
		"3":  "march mar märz mrz maart mrt mars marzo março marco mart марта мар березня marzec marca březen března martie μαρτίου مارس آذار maaliskuuta märts március",
		"4":  "april apr avril avr abril abr aprile nisan nis апреля апр квітня kwiecień kwietnia kwi duben dubna aprilie απριλίου أبريل ابريل نيسان huhtikuuta aprill április",
		"5":  "may mai maj mei mayo maio maggio mag mayıs мая май травня maja květen května μαΐου مايو أيار toukokuuta május",
		"6":  "june jun juni juin junio junho giugno giu haziran haz июня июн червня czerwiec czerwca cze červen června iunie ιουνίου يونيو حزيران kesäkuuta juuni június",
		"7":  "july jul juli juillet juil julio julho luglio lug temmuz tem июля июл липня lipiec lipca lip červenec července iulie ιουλίου يوليو تموز heinäkuuta juuli július",
		"8":  "august aug augustus août aout agosto ago ağustos ağu августа авг серпня sierpień sierpnia sie srpen srpna αυγούστου أغسطس اغسطس آب elokuuta augusztus augusti",
		"9":  "september sep sept septembre septiembre setiembre setembro set settembre eylül eyl сентября сен вересня wrzesień września wrz září septembrie σεπτεμβρίου سبتمبر أيلول syyskuuta szeptember",
		"10": "october oct oktober okt octobre octubre outubro out ottobre ott ekim eki октября окт жовтня październik października paź říjen října octombrie οκτωβρίου أكتوبر اكتوبر تشرين lokakuuta október",
		"11": "november nov novembre noviembre novembro kasım kas ноября ноя листопада listopad listopada lis listopadu noiembrie νοεμβρίου نوفمبر marraskuuta",
		"12": "december dec dezember dez décembre déc decembre diciembre dic dezembro dicembre aralık ara декабря дек грудня grudzień grudnia gru prosinec prosince decembrie δεκεμβρίου ديسمبر joulukuuta detsember",
	} {
		for name := range strings.FieldsSeq(names) {
			m[name] = number
		}
	}
	return m
}()

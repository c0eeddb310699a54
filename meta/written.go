package meta

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// The parts of dates. A year is of the common era, or of the Buddhist one.
const (
	anyYear = `((?:19|20|25)\d\d)`
	// anyMonth is the name of one: a word, two short ones with points behind them, as in Thai, two words in Arabic and Vietnamese,
	// and in Arabic that of another calendar's month behind a slash.
	anyMonth = `((?:كانون|تشرين)\s+ال\p{L}+|[Tt]h\p{L}\p{M}?ng\s+(?:\d\d?|\p{L}[\p{L}\p{M}]*(?:\s+(?:[Mm]ột|[Hh]ai)\b)?)|` +
		`\p{L}[\p{L}\p{M}]*(?:\.\p{L}\.?)?(?:\s?/\s?\p{L}[\p{L}\p{M}]+)?)`
)

// The ways people write dates. Years have four digits, but in languages where 31.10.23 can hardly be anything else.
var (
	yearFirst = regexp.MustCompile(anyYear + `\s*(?:[-/.／．]|年(?:[（(][^()（）]{2,8}[）)]|[）)])?|년)\s*(\d\d?)\s*(?:[-/.／．]|月|월)\s*(\d\d?)\s*(?:日|일)?` +
		`(?:[日号號T.\s]*(?:\([^)]*\)|（[^）]*）|[上下]午|午[前後]|오전|오후|星期.)?\s*(\d\d?)\s*(?::|：|时|時)\s*(\d\d)(?:\s*[:：分]\s*(\d\d))?(?:\s*[AaPp]\.?[Mm]\b)?)?`)
	dayFirst = regexp.MustCompile(`\b(\d\d?)[./-](\d\d?)[./-]` + anyYear + `\b` +
		`(?:[,\s|–-]*(?:at|um|à|a las|às|klo?\.?)?\s*(\d\d?)[:.h](\d\d)(?::(\d\d))?\b(?:\s*[AaPp]\.?[Mm]\b)?)?`)
	dayMonth = regexp.MustCompile(`(?:^|[^\pL\d.])(\d\d?)(?:st|nd|rd|th|er|r|-a\b|º|°|\.)?\s*(?:de\s+|d['’]|of\s+|ខែ)?[\s-]?` + anyMonth +
		`\.?[,،၊]?[\s-]*(?:de\s+|del\s+|năm\s+|พ\.ศ\.\s*|ឆ្នាំ\s*)?` + anyYear + `\b`)
	monthDay     = regexp.MustCompile(anyMonth + `\.?\s+(\d\d?)(?:st|nd|rd|th)?[,،၊]?\s+` + anyYear + `\b`)
	yearMonthDay = regexp.MustCompile(`\b` + anyYear + `(?:ko|\.|\s*m\.)?\s+` + anyMonth + `\.?\s+(\d\d?)(?:\D|$)`)
	yearDayMonth = regexp.MustCompile(`\b` + anyYear + `\.?\s*(?:gada|жылғы)\s+(\d\d?)\.?\s+` + anyMonth)
	shortYear    = regexp.MustCompile(`(?:^|\s)([0-3]\d)\.([01]\d)\.(\d\d)(?:$|[\s,;|])`)
	thaiYear     = regexp.MustCompile(`(\d\d?)\s*(\p{Thai}[\p{Thai}.]+)\s*(\d\d)(?:\D|$)`)
	solarDate    = regexp.MustCompile(`(\d\d?)\s+(\p{L}+)\s+(?:ماه\s+)?(1[34]\d\d)(?:\D|$)`)
	solarDigits  = regexp.MustCompile(`(?:^|\D)(1[34]\d\d)[/-](\d\d?)[/-](\d\d?)(?:\D|$)`)
	hanDate      = regexp.MustCompile(`(令和|平成|民國|民国)?\s*(` + hanDigits + `{1,4}|\d{1,3})\s*年\s*(` + hanDigits + `{1,3}|\d\d?)\s*月\s*(` + hanDigits + `{1,3}|\d\d?)\s*日`)
)

// find finds the first date written in a text; "" when there is none. lang decides between day and month first.
func find(s, lang string) string {
	date, _, _ := locate(s, lang)
	return date
}

// signs are what a text has, or its language, without which some forms need not be looked for in it.
type signs uint8

const (
	hasYear      signs = 1 << iota // four digits that may be one
	hasSolarYear                   // the same of the Persian calendar
	hasHanYear                     // the character behind one
	hasThai                        // a letter
	hasDots                        // between day, month and year: by the language
)

// signsOf finds those of a text whose digits are plain. Texts with fewer digits than any date have none, but for hasHanYear.
func signsOf(s, lang string) (found signs) {
	const fewest = 3 // those of a day and a short year
	if strings.Contains(s, "年") {
		found |= hasHanYear
	}
	if digits(s) < fewest {
		return found
	}
	run := 0 // of digits
	for i := range len(s) {
		if run++; s[i] < '0' || s[i] > '9' {
			run = 0
		}
		if run < 4 {
			continue
		}
		switch s[i-3 : i-1] {
		case "19", "20", "25":
			found |= hasYear
		case "13", "14":
			found |= hasSolarYear
		}
	}
	if strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Thai, r) }) {
		found |= hasThai
	}
	if writesDots(lang) {
		found |= hasDots
	}
	return found
}

// A form is a way to write a date: what is told by the parts of its match, "" where there is no such day.
type form struct {
	needs   signs
	pattern *regexp.Regexp
	read    func(m []string, lang string) string
}

var forms = []form{
	{hasYear, yearFirst, func(m []string, lang string) string {
		return moment(day(commonYear(m[1], lang), m[2], m[3]), hour24(m[4], m[0]), m[5], m[6], "")
	}},
	{hasYear, monthDay, func(m []string, lang string) string { return day(buddhist(m[3]), monthNumber(m[1], lang), m[2]) }},
	{hasYear, dayMonth, func(m []string, lang string) string { return day(buddhist(m[3]), monthNumber(m[2], lang), m[1]) }},
	{hasYear, yearMonthDay, func(m []string, lang string) string { return day(m[1], monthNumber(m[2], lang), m[3]) }},
	{hasYear, yearDayMonth, func(m []string, lang string) string { return day(m[1], monthNumber(m[3], lang), m[2]) }},
	{hasYear, dayFirst, func(m []string, lang string) string {
		d, month := m[1], m[2]
		if monthFirst(lang) && strings.Contains(m[0], "/") && number(d) <= 12 || number(month) > 12 {
			d, month = month, d
		}
		return moment(day(commonYear(m[3], lang), month, d), hour24(m[4], m[0]), m[5], m[6], "")
	}},
	{hasDots, shortYear, func(m []string, _ string) string { return day("20"+m[3], m[2], m[1]) }},
	{hasThai, thaiYear, func(m []string, lang string) string { return day(buddhist("25"+m[3]), monthNumber(m[2], lang), m[1]) }},
	{hasSolarYear, solarDate, func(m []string, _ string) string { return solarDay(m[3], months()[solar+":"+fold(m[2])], m[1]) }},
	{hasSolarYear, solarDigits, func(m []string, lang string) string {
		if base(lang) != "fa" { // elsewhere the year may be that of the lunar calendar
			return ""
		}
		return solarDay(m[1], m[2], m[3])
	}},
	{hasHanYear, hanDate, func(m []string, _ string) string {
		return day(strconv.Itoa(eras[m[1]]+hanNumber(m[2])), strconv.Itoa(hanNumber(m[3])), strconv.Itoa(hanNumber(m[4])))
	}},
}

// locate finds the first date written in a text, and from where to where it is written in its plainDigits; "" when there is none.
func locate(s, lang string) (date string, from, to int) {
	const most = 8 // matches of a form to look at, of which each may be no date
	s = plainDigits(s)
	found := signsOf(s, lang)
	for _, f := range forms {
		if found&f.needs == 0 {
			continue
		}
		for _, at := range f.pattern.FindAllStringSubmatchIndex(s, most) {
			if date != "" && at[0] >= from {
				break
			}
			m := make([]string, len(at)/2)
			for k := range m {
				if at[2*k] >= 0 {
					m[k] = s[at[2*k]:at[2*k+1]]
				}
			}
			if d := f.read(m, lang); d != "" {
				date, from, to = d, at[0], at[1]
				break
			}
		}
	}
	return date, from, to
}

// digits is how many ASCII digits a text has.
func digits(s string) (n int) {
	for i := range len(s) {
		if '0' <= s[i] && s[i] <= '9' {
			n++
		}
	}
	return n
}

// writesDots reports whether a language writes the day, the month and the year with dots between them.
func writesDots(lang string) bool {
	switch base(lang) {
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

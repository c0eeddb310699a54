package meta

import (
	"strconv"
	"strings"
	"time"
)

// Years of other eras, as years of the common one.

// buddhist is a year that may be one of the Buddhist era, as Thailand counts, by its number.
func buddhist(year string) string {
	const ahead, first = 543, 2500 // years; the first that is no year of the common era to come
	if y := number(year); y >= first {
		return strconv.Itoa(y - ahead)
	}
	return year
}

// commonYear is a year of a date in digits alone: only Thai pages mean the Buddhist era by one to come.
func commonYear(year, lang string) string {
	if base(lang) == "th" {
		return buddhist(year)
	}
	return year
}

// eras are the years before the first of an era of Japan, or of Taiwan.
var eras = map[string]int{"令和": 2018, "平成": 1988, "民國": 1911, "民国": 1911}

// hanDigits are the digits of Chinese, ten, and the word for the first year of an era.
const hanDigits = `[〇○零一二三四五六七八九十元]`

// hanNumber reads a number in digits of ASCII or of Chinese: digit by digit, as of years, or with ten, as of days.
func hanNumber(s string) int {
	n := 0
	for _, r := range s {
		switch at := strings.IndexRune("〇一二三四五六七八九", r); {
		case at >= 0:
			n = 10*n + at/len("〇")
		case r == '元':
			n = 1
		case r == '十':
			n = max(n, 1) // the digit behind it multiplies this by ten
			if strings.HasSuffix(s, "十") {
				n *= 10
			}
		case r >= '0' && r <= '9':
			n = 10*n + int(r-'0')
		default: // other signs for zero
			n *= 10
		}
	}
	return n
}

// solarDay is a day of the Solar Hijri calendar of Iran as ISO 8601; "" when there is no such day. Six months of 31 days are
// followed by six of 30, the last of which has 29 where the year is no leap year.
func solarDay(year, month, date string) string {
	y, m, d := number(year), number(month), number(date)
	const first, long = 1370, 6 // the year that began on 21 March 1991, and how many months have 31 days
	if y < first || m < 1 || m > 12 || d < 1 || d > 31 || m > long && d > 30 || m == 12 && d == 30 && !isSolarLeap(y) {
		return ""
	}
	days := 30*(m-1) + min(m-1, long) + d - 1
	for k := first; k < y; k++ {
		days += 365
		if isSolarLeap(k) {
			days++
		}
	}
	t := time.Date(1991, time.March, 21+days, 0, 0, 0, 0, time.UTC)
	return day(strconv.Itoa(t.Year()), strconv.Itoa(int(t.Month())), strconv.Itoa(t.Day()))
}

// isSolarLeap follows the cycle of 33 years, which holds from 1244 to 1472.
func isSolarLeap(year int) bool {
	switch year % 33 {
	case 1, 5, 9, 13, 17, 22, 26, 30:
		return true
	}
	return false
}

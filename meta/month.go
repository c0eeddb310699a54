package meta

import (
	"cmp"
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:embed months.txt
var monthData string

// months maps the names of months, folded, to their numbers, 1 to 12: alone, and behind the code of their language and a colon.
var months = sync.OnceValue(func() map[string]string {
	numbers := map[string]string{}
	for line := range strings.Lines(monthData) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		code, names, _ := strings.Cut(line, " ")
		for k, forms := range strings.Fields(names) {
			for name := range strings.SplitSeq(strings.ReplaceAll(forms, "_", " "), "|") {
				name = fold(name)
				numbers[code+":"+name] = strconv.Itoa(k + 1)
				if _, known := numbers[name]; !known && code != solar {
					numbers[name] = strconv.Itoa(k + 1)
				}
			}
		}
	}
	return numbers
})

// solar stands for the Solar Hijri calendar in the place of a language's code.
const solar = "solar"

// monthNumber is the number of a month by its name or a usual short form of it, as text; "" when it is none.
func monthNumber(name, lang string) string {
	name = fold(name)
	return cmp.Or(months()[base(lang)+":"+name], months()[name])
}

// fold is a name as months are looked up: in small letters, without the accents of Latin, Greek and Cyrillic, as capitals often
// have none, without the point of a short form; of two names with a slash between it is the first.
func fold(name string) string {
	name, _, _ = strings.Cut(name, "/")
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x300 && r < 0x370: // accents
			return -1
		case r == 'ı': // whose capital is that of i elsewhere
			return 'i'
		}
		return r
	}, norm.NFD.String(strings.ToLower(name)))
	return collapse(strings.TrimRight(name, "."))
}

// base is the language of a tag, without its region and script.
func base(lang string) string {
	code, _, _ := strings.Cut(lang, "-")
	return code
}

// plainDigits is a text with the digits of all scripts as those of ASCII, without the marks of direction that stand between
// them in some formats.
func plainDigits(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0x80:
			return r
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return plainDigit(r)
	}, s)
}

// plainDigit is a digit of any script as that of ASCII, and every other character itself.
func plainDigit(r rune) rune {
	if !unicode.IsDigit(r) { // tells faster
		return r
	}
	for _, row := range unicode.Nd.R16 { // rows of ten digits, from 0 on
		switch lo, hi := rune(row.Lo), rune(row.Hi); {
		case r < lo:
			return r
		case r <= hi:
			return '0' + (r-lo)%10
		}
	}
	return r
}

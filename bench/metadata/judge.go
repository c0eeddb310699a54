package main

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A verdict on a value.
type verdict string

const (
	right   verdict = "right"
	partly  verdict = "partly" // some of several authors, or others too
	wrong   verdict = "wrong"
	missing verdict = "missing" // the gold has one
	unasked verdict = "unasked" // the gold has none, the extractor does
	neither verdict = "neither"
)

// A field is what is compared of a page.
type field struct {
	name    string
	of      func(said) string
	compare func(gold, told string) verdict // of two values
}

var fields = []field{
	{"title", func(s said) string { return s.title }, sameWords},
	{"author", func(s said) string { return s.author }, sameNames},
	{"date", func(s said) string { return dayOf(s.date) }, sameWords},
}

func (f *field) judge(gold, told string) verdict {
	gold, told = strings.TrimSpace(gold), strings.TrimSpace(told)
	switch {
	case gold == "" && told == "":
		return neither
	case gold == "":
		return unasked
	case told == "":
		return missing
	}
	return f.compare(gold, told)
}

// sameWords are alike but for case, punctuation and white space.
func sameWords(gold, told string) verdict {
	if slices.Equal(words(gold), words(told)) {
		return right
	}
	return wrong
}

func sameNames(gold, told string) verdict {
	wanted, given := names(gold), names(told)
	found := func(list [][]string, name []string) bool {
		return slices.ContainsFunc(list, func(other []string) bool { return sameName(name, other) })
	}
	hits, others := 0, 0
	for _, name := range wanted {
		if found(given, name) {
			hits++
		}
	}
	for _, name := range given {
		if !found(wanted, name) {
			others++
		}
	}
	switch {
	case hits == len(wanted) && others == 0:
		return right
	case hits > 0:
		return partly
	}
	return wrong
}

// sameName reports whether all words of the shorter name are in the longer one, or both have the same letters.
func sameName(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	missing := slices.ContainsFunc(a, func(word string) bool { return !slices.Contains(b, word) })
	return !missing || strings.Join(a, "") == strings.Join(b, "")
}

var (
	between  = regexp.MustCompile(`[,;&|/\n•、]|\s(?:and|und|et|y)\s|(\p{Han}{2,4})\s+`)
	by       = regexp.MustCompile(`(?i)^\s*(?:(?:posted|written|published|reviewed)\s+)?(?:by|von|par|por|di|door|author|autor)\b:?\s*`)
	brackets = regexp.MustCompile(`\([^)]*\)`)
)

// names are the words of each name in a list of names.
func names(list string) (out [][]string) {
	for _, name := range strings.Split(between.ReplaceAllString(brackets.ReplaceAllString(list, " "), "$1\n"), "\n") {
		if w := words(by.ReplaceAllString(name, "")); len(w) > 0 {
			out = append(out, w)
		}
	}
	return out
}

// words are the runs of letters and digits, in lower case.
func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

var isoDay = regexp.MustCompile(`^(\d{4})-(\d\d?)-(\d\d?)`)

// dayOf is the day that a date begins with, "" where it begins with none.
func dayOf(date string) string {
	m := isoDay.FindStringSubmatch(date)
	if m == nil {
		return ""
	}
	return m[1] + " " + strings.TrimPrefix(m[2], "0") + " " + strings.TrimPrefix(m[3], "0")
}

package classify

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/publicsuffix"
)

// An address is what a page's URL tells of its type: "/forum/t/12345" is hardly a product's. It holds no name of a
// site: of the host only what stands before the registrable domain, and of all words those that several sites have.
type address struct {
	known    bool
	words    map[string]bool // in lower case
	segments int             // of the path
	last     int             // words of the last segment
	digits   int             // in the path
	query    bool
}

// addressColumns are the first that measure writes.
var addressColumns = []string{"segments", "last_words", "digits", "query"}

// longestSegment is how many words a segment of a path has at most that is a name for its pages; a longer one is a title.
const longestSegment = 3

// addressOf reads the address that the page was loaded from, or else the one that it names as its own.
func addressOf(v *View) address {
	u, err := url.Parse(cmp.Or(v.Page.FinalURL, v.Page.URL, v.Meta.Canonical))
	if err != nil || u.Hostname() == "" {
		return address{}
	}
	a := address{known: true, words: map[string]bool{}, query: u.RawQuery != ""}
	host := strings.ToLower(u.Hostname())
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		for label := range strings.SplitSeq(strings.TrimSuffix(host, domain), ".") {
			if label != "" && label != "www" {
				a.words[label] = true
			}
		}
	}
	for _, segment := range strings.FieldsFunc(strings.ToLower(u.Path), func(r rune) bool { return r == '/' }) {
		words := strings.FieldsFunc(segment, func(r rune) bool { return !unicode.IsLetter(r) })
		a.segments++
		a.last = len(words)
		if len(words) <= longestSegment {
			for _, w := range words {
				a.words[w] = true
			}
		}
		for _, r := range segment {
			if unicode.IsDigit(r) {
				a.digits++
			}
		}
	}
	return a
}

// measure writes the address's shape and, by word, whether it has it: nothing of an address that is not known.
func (a *address) measure(out []float32, words []string) {
	if !a.known {
		for k := range out {
			out[k] = absent
		}
		return
	}
	w := writer{out: out}
	w.put(log(float64(a.segments)))
	w.put(log(float64(a.last)))
	w.put(log(float64(a.digits)))
	w.flag(a.query)
	for _, word := range words {
		w.flag(a.words[word])
	}
	w.done()
}

// sharedWords are the words of addresses that so many sites have at least, ascending.
func sharedWords(examples []*Example, sites int) []string {
	have := map[string]map[string]bool{}
	for _, e := range examples {
		for w := range e.View.address.words {
			if have[w] == nil {
				have[w] = map[string]bool{}
			}
			have[w][e.Site] = true
		}
	}
	maps.DeleteFunc(have, func(_ string, in map[string]bool) bool { return len(in) < sites })
	return slices.Sorted(maps.Keys(have))
}

package classify

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/mullionhq/mullion/page"
)

// shingles is a set of declaredLength words in a row, hashed.
type shingles map[uint64]struct{}

const declaredLength = 3

// declaredKeys are the JSON-LD properties that hold a page's own words rather than its names and links.
var declaredKeys = []string{"articleBody", "description", "text", "reviewBody", "abstract", "disambiguatingDescription"}

// declared finds them with their values.
var declared = regexp.MustCompile(`"(?:` + strings.Join(declaredKeys, "|") + `)"\s*:\s*("(?:[^"\\]|\\.)*")`)

// declares reports whether a script may have one of declaredKeys, which spares most the expression.
func declares(script string) bool {
	return slices.ContainsFunc(declaredKeys, func(key string) bool { return strings.Contains(script, `"`+key+`"`) })
}

// declaredText collects the texts that the page's JSON-LD repeats: an article's body, a product's
// description, reviews, answers.
func declaredText(p *page.Page) shingles {
	var set shingles
	for i := range p.Nodes {
		if p.Nodes[i].Tag != "script" || p.Nodes[i].End == i+1 {
			continue
		}
		script := p.Nodes[i+1].Text
		if !declares(script) {
			continue
		}
		for _, m := range declared.FindAllStringSubmatch(script, -1) {
			var text string
			if json.Unmarshal([]byte(m[1]), &text) != nil {
				continue
			}
			if set == nil {
				set = shingles{}
			}
			for _, h := range runsOf(nil, hashes(nil, strings.ToLower(text)), declaredLength) {
				set[h] = struct{}{}
			}
		}
	}
	return set
}

// share is the share of a text's shingles that are in the set. The text is given as its words.
func (s shingles) share(text []uint64) float64 {
	if len(s) == 0 {
		return 0
	}
	all := runsOf(nil, text, declaredLength)
	in := 0.0
	for _, h := range all {
		if _, ok := s[h]; ok {
			in++
		}
	}
	return share(in, float64(len(all)))
}

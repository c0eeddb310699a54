package meta

import (
	"strings"

	"github.com/abadojack/whatlanggo"
	"golang.org/x/text/language"

	"github.com/mullionhq/mullion/page"
)

// lang is the page's language: what it declares, unless its text is clearly in another one. Templates often declare
// English, or the language of the site's software, above any text.
func (f *facts) lang() string {
	declared := f.declaredLang()
	sample := f.sample()
	info := whatlanggo.Detect(sample)
	detected := info.Lang.Iso6391()
	const enough, sure = 200, 0.9 // bytes of text, confidence; guesses
	switch {
	case declared == language.Und && (detected == "" || len(sample) == 0):
		return ""
	case declared == language.Und:
		return detected
	case detected == "" || len(sample) < enough || info.Confidence < sure:
		return declared.String()
	}
	base, _ := declared.Base()
	if same(base.String(), detected) {
		return declared.String()
	}
	return detected
}

// same reports whether a declared and a detected language may be one: close relatives are mistaken for each other.
func same(declared, detected string) bool {
	if declared == detected {
		return true
	}
	for _, family := range []string{"no nb nn da sv", "hr sr bs sl sh mk", "id ms jv su", "cs sk", "es gl pt ca an ast it", "ru uk be bg mk kk", "ar fa ur ps ckb", "hi mr ne", "zh yue wuu ja", "af nl", "tr az", "de lb nds"} {
		if hasWord(family, declared) && hasWord(family, detected) {
			return true
		}
	}
	return false
}

// declaredLang is the first declaration that is a language.
func (f *facts) declaredLang() language.Tag {
	for _, s := range []string{f.page.Lang(), f.first("og:locale"), f.first("content-language", "language", "dc.language"), f.ld.Lang} {
		s, _, _ = strings.Cut(s, ",")
		tag, err := language.Parse(strings.ReplaceAll(strings.TrimSpace(s), "_", "-"))
		if err == nil && tag != language.Und {
			return tag
		}
	}
	return language.Und
}

// sample is running text of the page: its longest visible texts count most, so short ones are left out.
func (f *facts) sample() string {
	const most, shortest = 1200, 40 // bytes
	var b strings.Builder
	for _, least := range []int{shortest, 1} {
		for i := f.page.Body(); i < len(f.page.Nodes) && b.Len() < most; i++ {
			n := &f.page.Nodes[i]
			if n.Kind != page.Text || n.Hidden || len(n.Text) < least {
				continue
			}
			s := strings.TrimSpace(n.Text)
			if len(s) < least {
				continue
			}
			b.WriteString(s[:min(len(s), most)])
			b.WriteByte(' ')
		}
		if b.Len() >= most/4 {
			break
		}
	}
	return strings.ToValidUTF8(b.String(), "")
}

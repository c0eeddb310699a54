package meta

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/abadojack/whatlanggo"
	"golang.org/x/text/language"

	"github.com/mullionhq/mullion/page"
)

// lang is the page's language: what it declares, unless its text is clearly in another one. Templates often declare
// English, or the language of the site's software, above any text.
func (f *facts) lang() string {
	declared := f.declaredLang()
	sample, filled := f.sample()
	if declared != language.Und && confirmed(declared, sample) {
		return declared.String()
	}
	const least, enough, sure = 60, 200, 0.9 // bytes of text to go by alone, and against a declaration; confidence; guesses
	if declared == language.Und {
		if len(sample) < least {
			return ""
		}
		if plain := eastAsian(sample); plain != "" {
			return plain // which detection takes longer to find
		}
	}
	detected, confidence, reliable := detect(sample)
	switch {
	case declared == language.Und:
		if reliable && !filled || likely(detected, sample) {
			return detected
		}
		return ""
	case detected == "" || len(sample) < enough || confidence < sure:
		return declared.String()
	}
	base, _ := declared.Base()
	if base.String() == "zh" && detected == "ja" {
		return detected // kana prevail, which Chinese has none of
	}
	if same(base.String(), detected) || filled {
		return declared.String()
	}
	if common[detected] != nil && commonness(detected, sample) <= commonness(base.String(), sample) {
		return declared.String() // a list of names may look like any language
	}
	return detected
}

// detect is the language that a text is likely in, with how sure that is, 0 … 1; "" when none is found.
func detect(sample string) (code string, confidence float64, reliable bool) {
	if code := ofScript(sample); code != "" {
		return code, 1, true
	}
	info := whatlanggo.Detect(sample)
	code, confidence, reliable = info.Lang.Iso6391(), info.Confidence, info.IsReliable()
	if info.Lang == whatlanggo.Pes {
		code = "fa" // which the library leaves out
	}
	least := share
	switch {
	case common[code] != nil:
		least = 2 * share / 3 // the words of what was detected are against it, too
	case reliable:
		return code, confidence, reliable
	}
	most := commonness(code, sample)
	for _, unknown := range undetected {
		if c := commonness(unknown, sample); c >= least && c > most {
			code, confidence, reliable, most = unknown, 1, true, c
		}
	}
	return code, confidence, reliable
}

// undetected are languages whose commonest words are known, and which detection does not know: it takes them for others.
// Latin is none of them, as what is not declared so fills places.
var undetected = []string{"ca", "cy", "eu", "ga", "is", "oc", "sq", "sw"}

// scripts are those that are written in hardly more than one language, of which detection does not know all or takes one for
// another.
var scripts = [5]struct {
	table *unicode.RangeTable
	lang  string
}{{unicode.Armenian, "hy"}, {unicode.Lao, "lo"}, {unicode.Tibetan, "bo"}, {unicode.Thaana, "dv"}, {unicode.Ethiopic, "am"}}

// ofScript is the language of the script of most letters of a text; "" where that is none of scripts.
func ofScript(sample string) string {
	const first = '\u0530' // letter of them
	var own [len(scripts)]int
	letters := 0
	for _, r := range sample {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		for k := 0; r > first && k < len(scripts); k++ {
			if unicode.Is(scripts[k].table, r) {
				own[k]++
			}
		}
	}
	for k, s := range scripts {
		switch {
		case 2*own[k] <= letters:
		case s.lang == "am" && strings.ContainsRune(sample, 'ኣ'): // Amharic has another sign for it
			return "ti"
		default:
			return s.lang
		}
	}
	return ""
}

// filler is text that only shows how text would look: it is in no language.
var filler = regexp.MustCompile(`(?i)\b(lorem ipsum|dolor sit amet|consectetur|adipiscing|vestibulum|dapibus|pellentesque|ullamcorper)\b`)

// common are the words that make up much of any text of a language, by its code. With them a declared language is
// confirmed at a fraction of what detection costs.
var common = func() map[string]map[string]bool {
	m := map[string]map[string]bool{}
	for code, list := range map[string]string{
		"en": "the of and to in is for that on with as it was you by at from are this be",
		"de": "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als",
		"fr": "de la le et les des en un du une que est pour qui dans a par plus pas au",
		"es": "de la que el en y a los del se las por un para con no una su al es",
		"pt": "de a o que e do da em um para é com não uma os no se na por mais",
		"it": "di e il la che in a per un del è non della una con si da le i sono",
		"nl": "de van het een en in is dat op te zijn met voor niet aan er om ook als dan",
		"pl": "w i na z do się nie że to jest o od po za przez dla jak co ale są",
		"sv": "och i att det som en på är av för med den till inte om ett har de jag var",
		"da": "og i at det er en til på af for med den der de ikke som et har om var",
		"tr": "ve bir bu da de için ile çok olarak daha olan gibi kadar en ne var ise sonra",
		"ru": "и в не на что с по как это из к у за от но для о его был же",
		"uk": "і в не на що з по як це до у за від але для та його про був або",
		"cs": "a v na se je že to s z do o i pro by ale jako za jsou podle které",
		"ro": "de și în la a cu pe nu din că este un o care pentru mai sa au se fi",
		"hu": "a az és hogy nem is egy ez van meg volt de csak már ki el mint még ha azt",
		"fi": "ja on ei se että oli hän ovat mutta kun tai myös ole jos joka niin sen kuin mukaan",
		"id": "yang dan di dengan untuk dari ini pada tidak itu dalam akan adalah juga ke karena oleh ada",
		// Those that detection does not know, but for the last.
		"eu": "eta da ez du bat ere dira zen baina edo dute izan egin den duen hau beste gaur bere zuen dela",
		"oc": "de la lo e los las un una que es en per dins dels del amb al son sus a se mas pas",
		"cy": "y yn a i o ar mae gan wedi ei am eu yr at bod oedd ac cael mewn hi ond un",
		"ga": "an na a is ar i agus ag le do tá go ní sé bhí sin mar atá seo nó ach é",
		"is": "og að í á er sem um það til við var með en af ekki fyrir eru hann frá þar hefur",
		"sq": "e të në dhe i për me një që nga është së u si më do ka janë ai por edhe",
		"la": "et in est ad non ut cum quod sed ex ac per quam si ab sunt atque esse dolor sit amet",
		"ca": "de la i el a que les els en un una del per és amb no al es va dels",
		"sw": "ya wa na kwa katika ni la za cha kuwa hii huo au hiyo watu pia baada hata kama yake",
		"vi": "và của là có trong cho được với không các một những người đã để này khi từ ở về",
	} {
		m[code] = map[string]bool{}
		for word := range strings.FieldsSeq(list) {
			m[code][word] = true
		}
	}
	return m
}()

// share is how much of a text, in words, the commonest words of its language are at least. Texts of other languages stay below a
// tenth: a guess checked on the corpora.
const share = 0.18

// confirmed reports whether a sample of text is plainly in the declared language: by its script where that is enough, by
// its commonest words elsewhere.
func confirmed(declared language.Tag, sample string) bool {
	base, _ := declared.Base()
	if common[base.String()] != nil {
		return commonness(base.String(), sample) >= share
	}
	return base.String() == eastAsian(sample)
}

// commonness is the share of a language's commonest words in a sample of text, 0 where they are not known.
func commonness(code, sample string) float64 {
	hits, all := 0, 0
	for word := range strings.FieldsSeq(sample) {
		all++
		if common[code][strings.ToLower(strings.Trim(word, ".,;:!?\"'()"))] {
			hits++
		}
	}
	return float64(hits) / float64(max(all, 1))
}

// likely reports whether a sample of text may be in a detected language: it has the commonest words of it or of a relative.
func likely(detected, sample string) bool {
	for code := range common {
		if same(code, detected) && confirmed(language.Make(code), sample) {
			return true
		}
	}
	return false
}

// eastAsian is zh, ja or ko where the script of a text says so, "" elsewhere. A word of Latin letters counts as
// much as most words of Chinese have letters: texts of these languages have many of them.
func eastAsian(sample string) string {
	const word = 2
	han, kana, hangul, letters := 0, 0, 0, 0
	latin := false // whether the last character was a Latin letter
	for _, r := range sample {
		before := latin
		latin = r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		switch {
		case r < 0x80:
			if latin && !before {
				letters += word
			}
			continue
		case r >= 0x3040 && r <= 0x30ff:
			kana++
		case r >= 0x4e00 && r <= 0x9fff:
			han++
		case r >= 0xac00 && r <= 0xd7a3:
			hangul++
		}
		letters++
	}
	const most, some = 0.5, 0.05 // shares of letters
	n := float64(letters)
	switch {
	case n == 0:
		return ""
	case float64(han) > most*n && float64(kana) < some*n:
		return "zh"
	case float64(kana) > some*n && float64(han+kana) > most*n:
		return "ja"
	case float64(hangul) > most*n:
		return "ko"
	}
	return ""
}

// same reports whether a declared and a detected language may be one: close relatives are mistaken for each other.
func same(declared, detected string) bool {
	if declared == detected {
		return true
	}
	for _, family := range []string{"no nb nn da sv", "hr sr bs sl sh mk", "id ms jv su", "cs sk", "es gl pt ca an ast it", "ru uk be bg mk kk", "ar fa ur ps ckb", "hi mr ne", "zh yue wuu ja", "af nl", "tr az", "de lb nds", "am ti tig gez", "hy hyw", "bo dz"} {
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

// sample is running text of the page: its longest visible texts count most, so short ones are left out, and so are
// listings and filler. filled reports whether there was any of that.
func (f *facts) sample() (text string, filled bool) {
	const most, shortest = 800, 40 // bytes
	var b strings.Builder
	for _, least := range []int{shortest, 1} {
		for i := f.page.Body(); i < len(f.page.Nodes) && b.Len() < most; i++ {
			n := &f.page.Nodes[i]
			if least > 1 && n.Tag == "pre" {
				i = n.End - 1
				continue
			}
			if n.Kind != page.Text || n.Hidden || len(n.Text) < least {
				continue
			}
			s := strings.TrimSpace(n.Text)
			if len(s) < least {
				continue
			}
			if filler.MatchString(s[:min(len(s), most)]) {
				filled = true
				continue
			}
			b.WriteString(s[:min(len(s), most)])
			b.WriteByte(' ')
		}
		if b.Len() >= most/4 {
			break
		}
	}
	return strings.ToValidUTF8(b.String(), ""), filled
}

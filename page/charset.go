package page

import (
	"bytes"
	"mime"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// maxClaimed is the largest share of broken sequences of a document that says itself that it is UTF-8: of text with few
// letters beyond ASCII one spoilt byte is a large share. Of text in other encodings nearly all sequences are broken. A
// guess.
const maxClaimed = 0.4

// maxDamage is the largest share of broken sequences among the multi-byte sequences of a document that is
// still read as UTF-8: crawls truncate and splice documents. A guess; GBK text breaks nearly every sequence.
const maxDamage = 0.05

// Decode turns the raw bytes of an HTML document into UTF-8 and names the encoding they were in. A byte-order mark
// decides first; then UTF-16 that the Content-Type header names, where there are the NUL bytes that it gives to markup;
// then valid UTF-8, whatever is declared, because crawlers and browsers save pages as UTF-8 and leave the old
// declaration in; then the charset of the Content-Type header (may be empty); then the one that the document declares,
// which may be UTF-8 with more damage than others pass for, and is not UTF-16; then statistics; then the language that it declares. Bytes
// that fit nowhere become U+FFFD.
func Decode(raw []byte, contentType string) (text []byte, name string) {
	if e, name := byteOrderMark(raw); e != nil {
		return decodeAs(e, raw), name
	}
	if e, name := headerUTF16(raw, contentType); e != nil {
		return decodeAs(e, raw), name
	}
	escapes := bytes.Contains(raw, []byte("\x1b$")) // ISO-2022 text is ASCII with escapes
	if !escapes && utf8.Valid(raw) {
		return raw, "utf-8"
	}
	broken := brokenUTF8(raw)
	if !escapes && broken <= maxDamage {
		return bytes.ToValidUTF8(raw, []byte("\uFFFD")), "utf-8"
	}
	for _, label := range declared(raw, contentType) {
		e, name := lookup(label)
		switch {
		case e == nil, strings.HasPrefix(name, "utf-16"), name == "x-user-defined": // what names UTF-16 could not be read in it; the last has letters of no script
		case name != "utf-8":
			if text := decodeAs(e, raw); damage(text) <= maxDamage {
				return text, name
			}
		case !escapes && broken <= maxClaimed:
			return bytes.ToValidUTF8(raw, []byte("\uFFFD")), name
		}
	}
	if guess := chardet.Detect(raw); guess.Encoding != "" && guess.Confidence > 0 {
		if e, name := lookup(meant(guess.Encoding)); e != nil && name != fallback {
			if text := decodeAs(e, raw); damage(text) <= maxDamage {
				return text, name
			}
		}
	}
	if e, name := multibyte(raw); e != nil {
		return decodeAs(e, raw), name
	}
	if name, ok := byLanguage[strings.ToLower(languageOf(raw))]; ok {
		if name == "windows-1250" && !hasC1(raw) {
			name = "iso-8859-2"
		}
		if text := decodeAs(encodingNamed(name), raw); damage(text) <= maxDamage {
			return text, name
		}
	}
	return decodeAs(encodingNamed(fallback), raw), fallback
}

// byLanguage are the encodings of one byte a character that HTML's standard takes for pages of a language that declare none
// ("determining the character encoding", its last table), in their Windows forms, which hold the others' letters. Western
// European languages have the fallback.
var byLanguage = map[string]string{
	"ar": "windows-1256", "fa": "windows-1256", "ur": "windows-1256",
	"be": "windows-1251", "bg": "windows-1251", "kk": "windows-1251", "ky": "windows-1251", "mk": "windows-1251", "mn": "windows-1251",
	"ru": "windows-1251", "sr": "windows-1251", "tg": "windows-1251", "tt": "windows-1251", "uk": "windows-1251",
	"bs": "windows-1250", "cs": "windows-1250", "hr": "windows-1250", "hu": "windows-1250", "pl": "windows-1250", "ro": "windows-1250", "sk": "windows-1250", "sl": "windows-1250",
	"az": "windows-1254", "ku": "windows-1254", "tr": "windows-1254",
	"et": "windows-1257", "lt": "windows-1257", "lv": "windows-1257",
	"el": "windows-1253", "he": "windows-1255", "th": "windows-874", "vi": "windows-1258",
}

// hasC1 reports whether raw has bytes from 0x80 to 0x9f, where ISO 8859 has no letters: windows-1250 has some of nearly every
// text of a language in it there.
func hasC1(raw []byte) bool {
	for _, c := range raw {
		if 0x80 <= c && c < 0xa0 {
			return true
		}
	}
	return false
}

// htmlLanguage is the primary subtag of the language that the html element names.
var htmlLanguage = regexp.MustCompile(`(?i)<html\b[^>]*?\slang\s*=\s*["']?([a-z]{2,3})\b`)

// languageOf is the language that a document names; "" for none.
func languageOf(raw []byte) string {
	if m := htmlLanguage.FindSubmatch(raw[:min(len(raw), prescan)]); m != nil {
		return string(m[1])
	}
	return ""
}

// fallback is the encoding in which any bytes are text.
const fallback = "windows-1252"

// minPaired is the share of bytes above ASCII that stand beside another one in text of two-byte encodings. In Western
// European text most stand alone. A guess.
const minPaired = 0.9

// multibyte chooses the East Asian encoding in which raw has least damage, where statistics gave up: on pages with little
// text among much markup. nil when raw does not look like one.
func multibyte(raw []byte) (best encoding.Encoding, name string) {
	high, paired := 0, 0
	for i, c := range raw {
		if c >= utf8.RuneSelf {
			high++
			if i > 0 && raw[i-1] >= utf8.RuneSelf || i+1 < len(raw) && raw[i+1] >= utf8.RuneSelf {
				paired++
			}
		}
	}
	if high == 0 || float64(paired) < minPaired*float64(high) {
		return nil, ""
	}
	least := maxDamage
	for _, label := range []string{"gbk", "big5", "euc-jp", "euc-kr", "shift_jis"} { // at equal damage the commonest
		e, n := lookup(label)
		if d := damage(decodeAs(e, raw)); d < least {
			least, best, name = d, e, n
		}
	}
	return best, name
}

func byteOrderMark(raw []byte) (encoding.Encoding, string) {
	for _, m := range []struct{ mark, name string }{
		{"\xef\xbb\xbf", "utf-8"}, {"\xfe\xff", "utf-16be"}, {"\xff\xfe", "utf-16le"},
	} {
		if bytes.HasPrefix(raw, []byte(m.mark)) {
			return encodingNamed(m.name), m.name
		}
	}
	return nil, ""
}

// headerUTF16 is the UTF-16 that the header names; nil when it names another charset, or raw does not look like it.
func headerUTF16(raw []byte, contentType string) (encoding.Encoding, string) {
	_, params, err := mime.ParseMediaType(contentType)
	if err != nil || bytes.IndexByte(raw, 0) < 0 {
		return nil, ""
	}
	if e, name := lookup(params["charset"]); strings.HasPrefix(name, "utf-16") {
		return e, name
	}
	return nil, ""
}

// Garbled reports whether the page's texts look as if they were read in another encoding than they are written in: much of
// what is not ASCII became U+FFFD, or the bytes that it was read from are UTF-8. What was read as UTF-8 may have more damage.
func (p *Page) Garbled() bool {
	e, name := lookup(p.Charset)
	var lost, other int
	var raw []byte
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Kind != Text || isASCII(n.Text) {
			continue
		}
		for _, r := range n.Text {
			if r >= utf8.RuneSelf {
				other++
				if r == utf8.RuneError {
					lost++
				}
			}
		}
		if e != nil && !strings.HasPrefix(name, "utf-") {
			raw = append(raw, encode(e, n.Text)...)
		}
	}
	most := maxDamage
	if name == "utf-8" {
		most = maxClaimed
	}
	const fewest = 4 // lost characters that a page may mean as such
	return lost >= fewest && float64(lost) > most*float64(other) || !isASCII(raw) && brokenUTF8(raw) <= maxDamage
}

// encode are the bytes that a browser read the text from; none where there are no such bytes, as in what a script wrote.
// Browsers read bytes that an encoding leaves open as the control characters of the same number.
func encode(e encoding.Encoding, text string) (raw []byte) {
	control := func(r rune) bool { return r >= 0x80 && r < 0xa0 }
	for len(text) > 0 {
		end := strings.IndexFunc(text, control)
		if end < 0 {
			end = len(text)
		}
		b, err := e.NewEncoder().Bytes([]byte(text[:end]))
		if err != nil {
			return nil
		}
		raw, text = append(raw, b...), text[end:]
		if r, size := utf8.DecodeRuneInString(text); size > 0 {
			raw, text = append(raw, byte(r)), text[size:]
		}
	}
	return raw
}

func isASCII[T string | []byte](text T) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func encodingNamed(name string) encoding.Encoding {
	e, err := htmlindex.Get(name)
	if err != nil {
		panic("page: unknown encoding " + name) // the names are ours
	}
	return e
}

// prescan is how far into a document its own declaration is looked for, in bytes. Browsers stop at 1,024;
// real pages have scripts before it.
const prescan = 8192

// declaration is where a document names its own charset. Scripts and links have charsets, too, which are those of other files.
var declaration = regexp.MustCompile(`(?i)<meta[^>]*?charset\s*=\s*["']?\s*([a-z0-9_:.-]+)|<\?xml[^>]*encoding\s*=\s*["']([a-z0-9_:.-]+)`)

// declared lists the charsets that the header and the document name, in order of trust.
func declared(raw []byte, contentType string) []string {
	var labels []string
	if _, params, err := mime.ParseMediaType(contentType); err == nil && params["charset"] != "" {
		labels = append(labels, params["charset"])
	}
	for _, m := range declaration.FindAllSubmatch(raw[:min(len(raw), prescan)], -1) {
		labels = append(labels, string(m[1])+string(m[2]))
	}
	return labels
}

// meant is the encoding that text is most likely in where chardet guesses one.
func meant(guess string) string {
	switch strings.ToLower(guess) {
	case "maccyrillic": // for short windows-1251: their small letters are the same
		return "windows-1251"
	case "koi8-r": // which has lines for boxes where Ukrainian has letters
		return "koi8-u"
	}
	return guess
}

// lookup finds the encoding for a label from the wild or from chardet; nil when it is unknown.
func lookup(label string) (encoding.Encoding, string) {
	label = strings.ToLower(label)
	switch label {
	case "hz-gb-2312", "cp936":
		label = "gbk"
	case "cp949":
		label = "euc-kr"
	case "cp932":
		label = "shift_jis"
	case "tis-620":
		label = "windows-874"
	}
	e, err := htmlindex.Get(label)
	if err != nil {
		return nil, ""
	}
	name, err := htmlindex.Name(e)
	if err != nil {
		return nil, ""
	}
	if name == "gbk" { // gb2312 and gbk pages use characters that only its superset has
		return simplifiedchinese.GB18030, "gb18030"
	}
	return e, name
}

func decodeAs(e encoding.Encoding, raw []byte) []byte {
	text, err := e.NewDecoder().Bytes(raw)
	if err != nil {
		text = raw
	}
	return bytes.ToValidUTF8(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), []byte("\uFFFD"))
}

// brokenUTF8 is the share of broken sequences among those of raw that are not ASCII, were it UTF-8.
func brokenUTF8(raw []byte) float64 {
	good, bad := 0, 0
	for i := 0; i < len(raw); {
		if raw[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(raw[i:])
		if r == utf8.RuneError && n == 1 {
			bad++
		} else {
			good++
		}
		i += n
	}
	return float64(bad) / float64(max(1, good+bad))
}

// damage is the share of U+FFFD among the characters of text that are not ASCII.
func damage(text []byte) float64 {
	other, broken := 0, 0
	for _, r := range string(text) {
		if r >= utf8.RuneSelf {
			other++
			if r == utf8.RuneError {
				broken++
			}
		}
	}
	if other == 0 {
		return 0
	}
	return float64(broken) / float64(other)
}

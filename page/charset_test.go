package page

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

func TestDecode(t *testing.T) {
	const (
		zh = "新华社北京电，国家主席今天在人民大会堂会见来访的外国领导人，双方就两国关系和共同关心的问题深入交换意见。"
		tw = "總統府今天表示，政府將繼續推動經濟發展與社會福利政策，照顧全國人民的生活。"
		ja = "日本の首都は東京です。これはテストのためのページで、文字コードを調べます。"
		ko = "대한민국의 수도는 서울입니다. 이 문서는 문자 집합을 시험하기 위한 것입니다."
		ru = "Москва является столицей России, и этот текст написан для проверки кодировки страницы."
		uk = "Після трьох років робіт місто в суботу відкрило нову публічну бібліотеку в залах вокзалу, який стояв порожнім."
		tr = "Üç yıllık çalışmanın ardından şehir, boş duran istasyonun salonlarında yeni kütüphanesini açtı; birçoğu yağmur altında bekledi."
		de = "Die Größe der Straße überrascht Fußgänger: „Grüße aus Köln“ – schön."
	)
	tests := []struct {
		name, text, declared, header string
		in                           encoding.Encoding
		want                         string
	}{
		{"UTF-8", zh, "", "", unicode.UTF8, "utf-8"},
		{"UTF-8 under a lying declaration", zh, "gb2312", "", unicode.UTF8, "utf-8"},
		{"UTF-8 under a lying header", zh, "", "text/html; charset=gbk", unicode.UTF8, "utf-8"},
		{"UTF-8 with a mark", zh, "", "", unicode.UTF8BOM, "utf-8"},
		{"UTF-16", zh, "", "", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "utf-16le"},
		{"declared GBK", zh, "gb2312", "", simplifiedchinese.GBK, "gb18030"},
		{"undeclared GBK", zh, "", "", simplifiedchinese.GBK, "gb18030"},
		{"GBK in the header", zh, "", "text/html; charset=GBK", simplifiedchinese.GBK, "gb18030"},
		{"GBK declared as UTF-8", zh, "utf-8", "", simplifiedchinese.GBK, "gb18030"},
		{"declared Big5", tw, "big5", "", traditionalchinese.Big5, "big5"},
		{"undeclared Shift_JIS", ja, "", "", japanese.ShiftJIS, "shift_jis"},
		{"undeclared EUC-JP", ja, "", "", japanese.EUCJP, "euc-jp"},
		{"Shift_JIS under a lying declaration", ja, "big5", "", japanese.ShiftJIS, "shift_jis"},
		{"EUC-KR under a lying header", ko, "", "text/html; charset=shift_jis", korean.EUCKR, "euc-kr"},
		{"ISO-2022-JP", ja, "iso-2022-jp", "", japanese.ISO2022JP, "iso-2022-jp"},
		{"undeclared EUC-KR", ko, "", "", korean.EUCKR, "euc-kr"},
		{"undeclared windows-1251", ru, "", "", charmap.Windows1251, "windows-1251"},
		{"declared Mac Cyrillic", ru, "x-mac-cyrillic", "", charmap.MacintoshCyrillic, "x-mac-cyrillic"},
		{"undeclared Ukrainian KOI8", uk, "", "", charmap.KOI8U, "koi8-u"},
		{"windows-1254 behind the charset of a script", tr, "\"x\"><script charset=utf-8></script><meta charset=windows-1254", "", charmap.Windows1254, "windows-1254"},
		{"windows-1254 behind a lying declaration", tr, "utf-8><meta http-equiv=Content-Type content=\"text/html; charset=windows-1254\"", "", charmap.Windows1254, "windows-1254"},
		{"GBK declared as UTF-16", zh, "utf-16", "", simplifiedchinese.GBK, "gb18030"},
		{"windows-1251 declared as UTF-16, by the name that Word gives it", ru, "unicode", "", charmap.Windows1251, "windows-1251"},
		{"EUC-KR under a header of UTF-16", ko, "", "text/html; charset=utf-16", korean.EUCKR, "euc-kr"},
		{"windows-1251 of the user's own", ru, "x-user-defined", "", charmap.Windows1251, "windows-1251"},
		{"declared Latin 1", de, "iso-8859-1", "", charmap.Windows1252, "windows-1252"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			page := "<html><head>"
			if tt.declared != "" {
				page += "<meta charset=" + tt.declared + ">"
			}
			page += "</head><body><p>" + strings.Repeat(tt.text, 3) + "</body></html>"
			raw, err := tt.in.NewEncoder().Bytes([]byte(page))
			if err != nil {
				t.Fatal(err)
			}
			got, name := Decode(raw, tt.header)
			if name != tt.want {
				t.Errorf("encoding is %s, want %s", name, tt.want)
			}
			if string(got) != page {
				t.Errorf("decoded as %.200q", got)
			}
		})
	}
}

// Pages that declare a language and no charset, in encodings that statistics do not tell.
func TestDecodeByLanguage(t *testing.T) {
	for _, tt := range []struct {
		lang, text string
		in         encoding.Encoding
	}{
		{"pl", "Miasto otworzyło w sobotę nową bibliotekę w salach dworca, który stał pusty; jaźń, gęślą.", charmap.Windows1250},
		{"pl-PL", "Miasto otworzyło w sobotę nową bibliotekę w salach dworca, który stał pusty; jaźń, gęślą.", charmap.ISO8859_2},
		{"cs", "Město v sobotu otevřelo novou knihovnu v sálech nádraží, které stálo prázdné; žádný déšť nevadil.", charmap.Windows1250},
		{"hu", "Három év munka után a város megnyitotta az új könyvtárat az esőben, a pályaudvar termeiben, bővítve.", charmap.ISO8859_2},
		{"lt", "Po trejų metų darbo miestas šeštadienį atidarė naują biblioteką, žmonės laukė lietuje.", charmap.Windows1257},
		{"TR", "Üç yıllık çalışmanın ardından şehir yeni kütüphanesini açtı.", charmap.Windows1254},
		{"de", "Die Größe der Straße überrascht Fußgänger: „Grüße aus Köln“ – schön.", charmap.Windows1252},
	} {
		page := "<!doctype html><html class=no-js lang=\"" + tt.lang + "\"><head><title>x</title></head><body><p>" + tt.text + "</body></html>"
		raw, err := tt.in.NewEncoder().Bytes([]byte(page))
		if err != nil {
			t.Fatal(err)
		}
		if got, name := Decode(raw, ""); string(got) != page {
			t.Errorf("%s in %v: read as %s: %.200q", tt.lang, tt.in, name, got)
		}
	}
}

func TestDecodeOfDamagedUTF8(t *testing.T) {
	raw := strings.Repeat("网页正文抽取。", 20) + "\xe4\xb8" // truncated inside a character
	if got, name := Decode([]byte(raw), ""); name != "utf-8" || !strings.HasPrefix(string(got), "网页正文") {
		t.Errorf("%s %.40q", name, got)
	}
}

// A title that was cut within a character makes statistics give up; the text is still read.
func TestDecodeOfCutGBK(t *testing.T) {
	const text = "新华社北京电，国家主席今天在人民大会堂会见来访的外国领导人，双方就两国关系和共同关心的问题深入交换意见。"
	gbk, err := simplifiedchinese.GBK.NewEncoder().String(strings.Repeat(text, 5))
	if err != nil {
		t.Fatal(err)
	}
	page := "<html><body><a href=/1>" + gbk[:21] + "...</a><p>" + gbk + "</p></body></html>"
	got, name := Decode([]byte(page), "")
	if name != "gb18030" || !strings.Contains(string(got), text) {
		t.Errorf("%s: %.80q", name, got)
	}
}

// UTF-16 without a byte-order mark is told by the header alone.
func TestHeaderNamesUTF16(t *testing.T) {
	for kind, order := range map[string]unicode.Endianness{"text/html; charset=utf-16le": unicode.LittleEndian, "text/html; charset=UTF-16BE": unicode.BigEndian} {
		raw, err := unicode.UTF16(order, unicode.IgnoreBOM).NewEncoder().Bytes([]byte("<p>plain text"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := Parse(raw, ParseOptions{ContentType: kind})
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		if got := p.Nodes[len(p.Nodes)-1].Text; got != "plain text" {
			t.Errorf("%s: %q", kind, got)
		}
		if _, err := Parse(raw, ParseOptions{ContentType: "text/html; charset=utf-8"}); !errors.Is(err, ErrBinary) {
			t.Errorf("without the header: %v", err)
		}
	}
	if text, name := Decode([]byte("<p>plain text"), "text/html; charset=utf-16le"); name != "utf-8" || string(text) != "<p>plain text" {
		t.Errorf("a header that is wrong: %q in %s", text, name)
	}
}

// A page that says that it is UTF-8 is that, with some spoilt bytes among few letters too; one of which most is spoilt
// is not.
func TestDecodeOfSpoiltUTF8(t *testing.T) {
	const start = "<meta charset=utf-8><p>The café owner’s view: “we’ll stay”, he said, "
	for raw, want := range map[string][2]string{
		start + "\xa0and it’s fine":               {start + "\uFFFDand it’s fine", "utf-8"},
		"<meta charset=utf-8><p>caf\xe9 na\xefve": {"<meta charset=utf-8><p>café naïve", "windows-1252"},
	} {
		if text, name := Decode([]byte(raw), ""); string(text) != want[0] || name != want[1] {
			t.Errorf("%q in %s, want %q in %s", text, name, want[0], want[1])
		}
	}
}

func TestGarbled(t *testing.T) {
	for _, c := range []struct {
		charset, text string
		want          bool
	}{
		{"windows-1252", "æ\u008d®", true}, {"windows-1252", "caf\u0081é", false}, {"windows-1252", "ä¸\u00adæ–‡", true}, {"utf-8", "ä¸\u00adæ–‡", false},
		{"windows-1252", "café", false}, {"windows-1252", "Ã©tÃ©", true}, {"windows-1252", "plain", false},
		{"utf-8", "\uFFFD\uFFFDа\uFFFD\uFFFDб", true}, {"utf-8", "plain", false}, {"", "café", false}, {"gbk", "中文", false},
		{"windows-1252", "café 中", false}, {"unknown-9", "\uFFFD\uFFFD\uFFFD\uFFFD", true},
		{"utf-8", "\uFFFD\uFFFD\uFFFD", false},                                                                         // fewer than tell anything
		{"windows-1252", strings.Repeat("Ã©", 24) + "é", true}, {"windows-1252", strings.Repeat("Ã©", 4) + "é", false}, // UTF-8 with one sequence broken of 25, or of 5
		{"utf-8", "the sign \uFFFD", false}, {"utf-8", "café’s \uFFFD “quoted” \uFFFD, à la \uFFFD carte, \uFFFD — …", false}, // said as such; few spoilt bytes among few letters
	} {
		p := &Page{Charset: c.charset, Nodes: []Node{{Tag: "p", Parent: -1, End: 2}, {Kind: Text, Text: c.text, End: 2}}}
		if got := p.Garbled(); got != c.want {
			t.Errorf("%q in %s: %v", c.text, c.charset, got)
		}
	}
}

// The names that documents and detectors give encodings are those of the Encoding standard, and some more. GBK and GB2312 are
// read as the superset that browsers read them as.
func TestLookup(t *testing.T) {
	for label, want := range map[string]string{
		"UTF8": "utf-8", "Latin1": "windows-1252", "GB2312": "gb18030", "cp936": "gb18030", "HZ-GB-2312": "gb18030", "CP949": "euc-kr",
		"cp932": "shift_jis", "TIS-620": "windows-874", "x-mac-cyrillic": "x-mac-cyrillic", "utf-9": "",
	} {
		if e, name := lookup(label); name != want || (e == nil) != (want == "") {
			t.Errorf("%s is %q, want %q", label, name, want)
		}
	}
}

// Shares of broken sequences, counted by hand: of what is not ASCII alone.
func TestSharesOfDamage(t *testing.T) {
	for raw, want := range map[string]float64{"plain": 0, "é": 0, "é\xff": 1. / 2, "caf\xe9 na\xefve é中": 2. / 4, "\xe4\xb8 plain": 2. / 2} {
		if got := brokenUTF8([]byte(raw)); got != want {
			t.Errorf("%q: %g, want %g", raw, got, want)
		}
	}
	for text, want := range map[string]float64{"plain": 0, "é": 0, "plain \uFFFD": 1, "a \uFFFD é 中": 1. / 3} {
		if got := damage([]byte(text)); got != want {
			t.Errorf("%q: %g, want %g", text, got, want)
		}
	}
}

// A document with spoilt bytes is UTF-8 while no more than a twentieth of its sequences are broken, or two fifths where it
// says itself that it is UTF-8.
func TestDecodeBySharesOfDamage(t *testing.T) {
	const claim = "<meta charset=utf-8>"
	for _, c := range []struct {
		begin     string
		good, bad int
		isUTF8    bool
	}{{"", 38, 2, true}, {"", 36, 4, false}, {claim, 36, 4, true}, {claim, 6, 4, true}, {claim, 5, 5, false}} {
		raw := c.begin + strings.Repeat("é ", c.good) + strings.Repeat("\xff ", c.bad)
		if _, name := Decode([]byte(raw), ""); (name == "utf-8") != c.isUTF8 {
			t.Errorf("%q with %d of %d broken is read as %s", c.begin, c.bad, c.good+c.bad, name)
		}
	}
}

// East Asian text has its bytes in pairs, and Western text mostly has not; of the encodings that fit, the commonest is taken.
func TestMultibyte(t *testing.T) {
	for raw, want := range map[string]string{
		"plain":                               "",
		"a\xd6\xd0b":                          "gb18030", // 中, beside letters
		"a \xa4\xa4 b":                        "gb18030", // a letter in GBK, and in Big5
		"\xe9t\xe9 l\xe0":                     "",        // été là, of which GBK would make three characters
		"cr\xe9\xe9e, recr\xe9\xe9e en \xe9t": "",        // four of five bytes are in pairs
	} {
		if e, name := multibyte([]byte(raw)); name != want || (e == nil) != (want == "") {
			t.Errorf("%q is %q, want %q", raw, name, want)
		}
	}
}

// Pages have scripts before their declaration: it is found later than browsers look, but not anywhere.
func TestDeclarationBehindScripts(t *testing.T) {
	for before, want := range map[int]string{0: "koi8-r", 2000: "koi8-r", 9000: "windows-1252"} {
		raw := strings.Repeat(" ", before) + "<meta charset=koi8-r><p>\xf1"
		if _, name := Decode([]byte(raw), ""); name != want {
			t.Errorf("behind %d bytes: %s, want %s", before, name, want)
		}
	}
}

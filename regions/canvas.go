package regions

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/mullionhq/mullion/page"
)

// fonts are what Debian, macOS and Windows have, Chinese, Japanese and Korean included.
const fonts = "'Liberation Sans', Arial, Helvetica, 'Noto Sans CJK SC', 'Noto Sans CJK JP', 'PingFang SC', 'Microsoft YaHei', 'DejaVu Sans', sans-serif"

// A canvas writes SVG.
type canvas struct{ strings.Builder }

func (c *canvas) printf(format string, args ...any) { fmt.Fprintf(c, format, args...) }

// text writes characters, escaped; those that XML cannot hold become the replacement character.
func (c *canvas) text(s string) { _ = xml.EscapeText(c, []byte(s)) } // a Builder does not fail

func (c *canvas) rect(b page.Box, attrs string) {
	if attrs != "" {
		attrs = " " + attrs
	}
	c.printf(`<rect x="%s" y="%s" width="%s" height="%s"%s/>`+"\n", num(b.X), num(b.Y), num(b.W), num(b.H), attrs)
}

// label writes one line of text from its base line on, in the colour of the group around it.
func (c *canvas) label(x, y, size float64, weight, s string) {
	c.printf(`<text x="%s" y="%s" font-size="%s" font-weight="%s">`, num(x), num(y), num(size), weight)
	c.text(s)
	c.printf("</text>\n")
}

// num writes a number with two decimals at most.
func num(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }

// textWidth is about the width of a bold line of text, in pixels: by the widths of Helvetica's letters, and a square for
// each character of wide scripts.
func textWidth(s string, size float64) (w float64) {
	for _, r := range s {
		switch {
		case strings.ContainsRune("ijlI.,:;'|! ", r):
			w += 0.3
		case strings.ContainsRune("ftr()[]-", r):
			w += 0.36
		case strings.ContainsRune("mwMW%@", r):
			w += 0.92
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0xff00 && r < 0xffef || r >= 0x1f000:
			w++
		case unicode.IsUpper(r):
			w += 0.73
		default:
			w += 0.6
		}
	}
	return w * size
}

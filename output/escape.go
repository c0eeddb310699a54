package output

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/marker"
)

// What the library escapes of a text, changed where it escapes too little or more than is read otherwise.

var reference = regexp.MustCompile(`&(#?\w+;)`)

// ampersands escapes what Markdown would take for a character reference.
func ampersands(_ converter.Context, text string) string {
	return reference.ReplaceAllString(text, "&amp;$1")
}

// star keeps the escape of every asterisk that is not between spaces: the library's own check does not see the delimiters
// of emphasis beside it. It gets the text with a mark before each character that may be escaped.
func star(text []byte, i int) int {
	if text[i] != '*' {
		return -1
	}
	free := func(k int) bool { return k < 0 || k >= len(text) || text[k] == ' ' }
	if free(i-2) && free(i+1) && i > 1 && text[i-2] == ' ' {
		return -1
	}
	return 1
}

// toFill keeps only the first escape of a row of underscores before white space, as forms have: it opens no emphasis. The row is
// looked at where it begins.
func toFill(text []byte, i int) int {
	if text[i] != '_' || bytes.HasSuffix(text[:i], []byte("_"+escapable)) {
		return -1
	}
	row := len(text) - i - len(bytes.TrimLeft(text[i:], "_"+escapable))
	next, _ := utf8.DecodeRune(text[i+row:])
	if row < len("_"+escapable+"_") || i+row < len(text) && !unicode.IsSpace(next) {
		return -1
	}
	return row
}

var (
	closingBracket = regexp.MustCompile(`]`)
	closingOfLink  = regexp.MustCompile(`]` + escapable + `?\(`)
)

// bracket keeps the escape of an opening bracket that may begin a link: a closing one follows on its line, or one with an address
// behind line breaks, or the end is too far to look for one. The library's own check looks through the line for each bracket in it,
// however long, and no further.
func bracket(text []byte, i int) int {
	if text[i] != '[' {
		return -1
	}
	rest := text[i+1 : min(len(text), i+1+far)]
	isCut, closing := len(rest) == far, closingBracket
	for goesOn := true; goesOn; closing = closingOfLink {
		var line []byte
		var ends bool
		line, rest, ends = bytes.Cut(rest, []byte("\n"))
		if closing.Match(line) || !ends && isCut {
			return 1
		}
		goesOn = ends && bytes.HasSuffix(line, []byte("  ")) // a line break
	}
	return -1
}

// dash keeps the escape of the first dash of a line that could set a table's head apart from its rows.
func dash(text []byte, i int) int {
	const others = "|: \t" + escapable
	if text[i] != '-' {
		return -1
	}
	before := bytes.TrimRight(text[:i], others)
	if len(before) > 0 && before[len(before)-1] != '\n' {
		return -1
	}
	line, _, _ := bytes.Cut(text[i:], []byte("\n"))
	if len(bytes.Trim(line, others+"-")) > 0 {
		return -1
	}
	return 1
}

// escapable is the mark before each character that may be escaped.
const escapable = string(marker.MarkerEscaping)

// insideWords takes the mark of characters that may be escaped away from underscores between letters or digits, which are
// no delimiters. The library's own check does not look at what stands before them.
func insideWords(_ converter.Context, text string) string {
	const marked = escapable + "_"
	var out strings.Builder
	for {
		i := strings.Index(text, marked)
		if i < 0 {
			out.WriteString(text)
			return out.String()
		}
		end := i
		for strings.HasPrefix(text[end:], marked) {
			end += len(marked)
		}
		row := text[i:end]
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if isWordly(before) && isWordly(after) {
			row = strings.Repeat("_", len(row)/len(marked))
		}
		out.WriteString(text[:i] + row)
		text = text[end:]
	}
}

func isWordly(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

var angle = regexp.MustCompile(`&[lg]t;`)

// angles writes the angle brackets that begin and end no tag as they are; one at the beginning of a line is escaped. The
// library makes character references of all.
func angles(_ converter.Context, text string) string {
	var out strings.Builder
	last, inTag := 0, false
	for _, m := range angle.FindAllStringIndex(text, -1) {
		out.WriteString(text[last:m[0]])
		last = m[1]
		switch reference := text[m[0]:m[1]]; {
		case reference == "&gt;" && !inTag:
			out.WriteString(escapable + ">")
		case reference == "&lt;" && !mayBeTag(text[m[1]:]):
			out.WriteByte('<')
		default:
			out.WriteString(reference)
			inTag = reference == "&lt;"
		}
	}
	return out.String() + text[last:]
}

// mayBeTag reports whether a text may go on as a tag, a comment or an address in angle brackets when it comes behind "<".
// What comes behind a text's end is not known.
func mayBeTag(rest string) bool {
	rest = strings.TrimPrefix(rest, escapable)
	return rest == "" || strings.ContainsRune("/!?", rune(rest[0])) || isASCIILetter(rest[0])
}

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

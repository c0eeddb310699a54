package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"

	"golang.org/x/net/html/atom"
)

// ErrNotHTML says that what an address answers is no page: another kind of document, a download or no content at all.
var ErrNotHTML = errors.New("not an HTML page")

// CheckKind says that a document is no page by its Content-Type (may be empty): an ErrNotHTML. A page is HTML or plain text.
// What browsers show by a viewer of their own, such as JSON, feeds and other XML, is none: it would be the viewer's page.
func CheckKind(contentType string) error {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil || strings.Contains(kind, "html") || isPlain(contentType) {
		return nil
	}
	return fmt.Errorf("%w: its type is %s", ErrNotHTML, kind)
}

// isPlain reports whether a Content-Type is that of plain text, as which browsers show Markdown, too.
func isPlain(contentType string) bool {
	kind, _, _ := mime.ParseMediaType(contentType)
	return kind == "text/plain" || kind == "text/markdown"
}

// AsHTML is a decoded document as HTML: plain text, by its Content-Type (may be empty), is preformatted, as browsers show it.
func AsHTML(text []byte, contentType string) []byte {
	if !isPlain(contentType) {
		return text
	}
	var b bytes.Buffer
	b.WriteString("<pre>\n" + html.EscapeString(string(text))) // parsers drop the first break
	return b.Bytes()
}

// KindOf is the Content-Type that a server would give a file by its name (may be empty) and its text; "" for HTML, which most
// files without a telling name are: fragments of it, too.
func KindOf(raw []byte, name string) string {
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	ending := strings.ToLower(path.Ext(name))
	switch {
	case strings.Contains(ending, "htm"), bytes.IndexByte(raw, 0) >= 0: // UTF-16 is told by its byte-order mark
		return ""
	case ending == ".md", ending == ".markdown":
		return "text/markdown"
	case isXML(raw, ending == ".xml"):
		return "application/xml"
	case isJSON(raw):
		return "application/json"
	case !markup.Match(raw), ending == ".txt" && strings.HasPrefix(http.DetectContentType(raw), "text/plain"):
		return "text/plain"
	}
	return ""
}

// markup is what no text without tags has.
var markup = regexp.MustCompile(`<[a-zA-Z/!?]`)

// rootElement finds the name of the first element of a document.
var rootElement = regexp.MustCompile(`(?is)^\s*(?:(?:<\?.*?\?>|<!--.*?-->|<!doctype[^>]*>)\s*)*<([a-z][a-z0-9:._-]*)`)

// isXML reports whether a document is XML that is no HTML: by its root element, where it says that it is XML or is called so, and
// by those of feeds and lists of addresses.
func isXML(raw []byte, named bool) bool {
	m := rootElement.FindSubmatch(raw)
	if m == nil {
		return false
	}
	switch root := strings.ToLower(string(m[1])); root {
	case "rss", "feed", "rdf:rdf", "urlset", "sitemapindex", "opml":
		return true
	case "svg", "math": // which HTML has, too
		return declaresXML(raw) || named
	default:
		return (declaresXML(raw) || named) && atom.Lookup([]byte(root)) == 0
	}
}

func declaresXML(raw []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(raw), []byte("<?xml")) }

func isJSON(raw []byte) bool {
	start := bytes.TrimSpace(raw)
	return len(start) > 0 && (start[0] == '{' || start[0] == '[') && json.Valid(raw)
}

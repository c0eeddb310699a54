package page

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"mime"
	"strings"
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

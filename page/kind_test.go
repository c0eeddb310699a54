package page

import (
	"errors"
	"testing"
)

// HTML and plain text are pages, whatever the case and parameters of their types; what browsers have a viewer for, and
// pictures, are none.
func TestCheckKind(t *testing.T) {
	for kind, want := range map[string]error{
		"": nil, "text/html": nil, "Text/HTML; charset=gbk": nil, "application/xhtml+xml": nil, "text/plain; charset=utf-8": nil, "text/markdown": nil, "html; charset": nil,
		"application/json": ErrNotHTML, "application/ld+json": ErrNotHTML, "application/rss+xml": ErrNotHTML, "text/xml": ErrNotHTML,
		"image/svg+xml": ErrNotHTML, "text/css": ErrNotHTML, "application/pdf": ErrNotHTML,
	} {
		if err := CheckKind(kind); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", kind, err, want)
		}
	}
}

// Plain text is text whatever looks like markup in it, with its breaks, and in any encoding.
func TestParsePlainText(t *testing.T) {
	for name, test := range map[string]struct{ raw, kind string }{
		"UTF-8":  {"\nif a<b && b<c:\n  <p>größer</p>\n", "text/plain"},
		"Latin1": {"\nif a<b && b<c:\n  <p>gr\xf6\xdfer</p>\n", "text/plain; charset=iso-8859-1"},
	} {
		p, err := Parse([]byte(test.raw), ParseOptions{ContentType: test.kind})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		last := &p.Nodes[len(p.Nodes)-1]
		if want := "\nif a<b && b<c:\n  <p>größer</p>\n"; last.Text != want || p.Nodes[last.Parent].Tag != "pre" {
			t.Errorf("%s: %q in %s, want %q", name, last.Text, p.Nodes[last.Parent].Tag, want)
		}
	}
}

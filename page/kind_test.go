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

// Files are what a server would take them for: HTML unless their names or their texts say otherwise.
func TestKindOf(t *testing.T) {
	for _, c := range []struct{ name, raw, want string }{
		{"", "<p>text", ""}, {"", "<!doctype html><html>", ""}, {"a.html", "text", ""}, {"a.HTM", "{}", ""}, {"a.php", "<article>text", ""},
		{"", "<?xml version='1.0'?>\n<!-- a --><!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x'>\n<html>", ""},
		{"", "<?xml version='1.0'?><div>text", ""}, {"", "<?xml version='1.0'?>", ""}, {"", "\xff\xfe<\x00p\x00", ""}, {"a.xml", "<html>", ""},
		{"feed.xml", "<?xml version='1.0'?><?xml-stylesheet href='a'?><rss version='2.0'>", "application/xml"},
		{"", "\xef\xbb\xbf\n<feed xmlns='http://www.w3.org/2005/Atom'>", "application/xml"}, {"", "<rdf:RDF>", "application/xml"},
		{"", "<?xml version='1.0'?><svg>", "application/xml"}, {"a.xml", "<book>", "application/xml"}, {"", "<book>", ""}, {"", "<svg>", ""},
		{"a", ` {"a": "<p>"}`, "application/json"}, {"", "[1]", "application/json"}, {"", "[a note]", "text/plain"},
		{"notes.txt", "if a<b", "text/plain"}, {"", "1 < 2\n\n3", "text/plain"}, {"notes.txt", "use <b> for bold", "text/plain"},
		{"page.txt", "\xef\xbb\xbf<!DOCTYPE html><p>text", ""}, {"README.md", "<div align=center>\n\n# Title", "text/markdown"},
	} {
		if got := KindOf([]byte(c.raw), c.name); got != c.want {
			t.Errorf("%s %q is %q, want %q", c.name, c.raw, got, c.want)
		}
	}
}

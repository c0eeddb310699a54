package source

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
)

// saved is a message as browsers write it, of parts that have their headers, an empty line and their text.
func saved(head string, parts ...string) string {
	var b strings.Builder
	b.WriteString("From: <Saved by a browser>\nMIME-Version: 1.0\n" + head + "Content-Type: multipart/related;\n\ttype=\"text/html\";\n\tboundary=\"--b\"\n\n")
	for _, p := range parts {
		b.WriteString("----b\n" + p + "\n")
	}
	return b.String() + "----b--\n"
}

const (
	pagePart  = "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\nContent-Location: https://a.example/news/1\n\n"
	sheetPart = "Content-Type: text/css\nContent-Location: cid:css-1@mhtml\n\np { background: url(cid:pic%40mhtml) }"
)

// nested is a page in a message that is in another one, and so on.
func nested(deep int) string {
	raw := "Content-Type: text/html\n\n<p>x"
	for i := range deep {
		raw = fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%dz\n\n--b%[1]dz\n%s\n--b%[1]dz--", i, raw)
	}
	return raw
}

func TestMHTML(t *testing.T) {
	picture := "Content-Type: image/gif\nContent-ID: <pic@mhtml>\nContent-Transfer-Encoding: base64\nContent-Location: https://b.example/ö.gif\n\n" + base64.StdEncoding.EncodeToString([]byte("GIF89a"))
	for name, c := range map[string]struct {
		raw, url, html, kind string
		answers              map[string]string // bodies by addresses
	}{
		"as browsers save it": {
			raw:  saved("Snapshot-Content-Location: https://a.example/news/1#top\n", pagePart+`<p class=3D"x">f=C3=BCr di=`+"\ne cid:none", sheetPart, picture),
			url:  "https://a.example/news/1#top",
			html: `<p class="x">für die cid:none`, kind: "text/html",
			answers: map[string]string{
				"https://part.invalid/css-1@mhtml":  "p { background: url(https://b.example/%C3%B6.gif) }",
				"https://b.example/%C3%B6.gif":      "GIF89a",
				"https://a.example/news/1":          "",
				"https://part.invalid/pic%40mhtml1": "",
			},
		},
		"its parts by their names": {
			raw:  saved("", pagePart+`<link rel=stylesheet href=3D"cid:css-1@mhtml">`, sheetPart),
			url:  "https://a.example/news/1",
			html: `<link rel=stylesheet href="https://part.invalid/css-1@mhtml">`, kind: "text/html",
			answers: map[string]string{"https://part.invalid/css-1@mhtml": "p { background: url(cid:pic%40mhtml) }"},
		},
		"of a file": {
			raw:     saved("", "Content-Type: text/html; charset=\"gb2312\"\nContent-Location: file:///C:/a/page.htm\n\n<img src=page_files/1.txt>", "Content-Type: text/plain\nContent-Location: file:///C:/a/page_files/1.txt\n\none"),
			html:    "<img src=page_files/1.txt>",
			kind:    `text/html; charset="gb2312"`,
			answers: map[string]string{page.LocalOrigin + "page_files/1.txt": "one"},
		},
		"at an address that nobody asks for": {
			raw:  saved("", pagePart+`<img src=3D"cid:one">`, "Content-Type: text/plain\nContent-ID: <one>\nContent-Location: https://"+strings.Repeat("u", 10_000)+"@b.example/1.txt\n\none"),
			url:  "https://a.example/news/1",
			html: `<img src="https://part.invalid/one">`, kind: "text/html",
			answers: map[string]string{"https://part.invalid/one": "one"},
		},
		"parts at one address, a damaged one, and one that is no text": {
			raw: saved("", pagePart+`<img src=3D"cid:one"><img src=3D"cid:two">`, "Content-Type: text/plain\nContent-ID: <one>\nContent-Location: https://b.example/1\n\none",
				"Content-Type: text/plain\nContent-ID: <two>\nContent-Location: https://b.example/1\n\ntwo", "Content-Type: text/plain\nContent-ID: <bad>\nContent-Transfer-Encoding: base64\n\n***",
				"Content-Type: image/gif\nContent-ID: <pic>\n\ncid:one"),
			url:  "https://a.example/news/1",
			html: `<img src="https://b.example/1"><img src="https://part.invalid/two">`, kind: "text/html",
			answers: map[string]string{"https://b.example/1": "one", "https://part.invalid/two": "two", "https://part.invalid/bad": "", "https://part.invalid/pic": "cid:one"},
		},
		"a mail": {
			raw:  saved("", "Content-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/plain\n\nno\n--c\nContent-Type: text/html\nContent-Transfer-Encoding: 8bit\n\n<p>yes\n--c--"),
			html: "<p>yes", kind: "text/html",
		},
		"one part": {
			raw:  "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\nContent-Location: https://a.example/\n\nPHA+eA==\n",
			html: "<p>x", kind: "text/html; charset=utf-8", url: "https://a.example/",
		},
		"as deep as parts go": {raw: nested(maxNested), html: "<p>x", kind: "text/html"},
		"two parts at one address": {
			raw: saved("", pagePart+`<img src=3D"1.txt"><img src=3D"cid:two">`, "Content-Type: text/plain\nContent-ID: <one>\nContent-Location: 1.txt\n\none",
				"Content-Type: text/plain\nContent-ID: <two>\nContent-Location: /news/1.txt\n\ntwo"),
			url:  "https://a.example/news/1",
			html: `<img src="1.txt"><img src="https://part.invalid/two">`, kind: "text/html",
			answers: map[string]string{"https://a.example/news/1.txt": "one", "https://part.invalid/two": "two"},
		},
		"the part that it starts with": {
			raw:  "Content-Type: multipart/related; boundary=b; start=\"<two>\"\n\n--b\nContent-Type: text/html\n\none\n--b\nContent-Type: text/html\nContent-ID: <two>\n\ntwo\n--b--",
			html: "two", kind: "text/html",
		},
	} {
		for _, raw := range []string{c.raw, strings.ReplaceAll(c.raw, "\n", "\r\n")} {
			in, err := Open(Stdin, "", strings.NewReader(raw))
			if err != nil || in.URL != c.url || string(in.HTML) != c.html || in.ContentType != c.kind {
				t.Errorf("%s: %v, %q at %q of type %q", name, err, in.HTML, in.URL, in.ContentType)
				continue
			}
			for address, want := range c.answers {
				if _, _, body, ok := in.Replay.Answer(address); string(body) != want || ok != (want != "") {
					t.Errorf("%s: %s is %q, %t", name, address, body, ok)
				}
			}
		}
	}
}

// What is damaged or has no page is told, and HTML that has the words of a message in it is HTML.
func TestMHTMLThatIsNone(t *testing.T) {
	whole := saved("", pagePart+"<p>text", sheetPart)
	for name, c := range map[string]struct {
		raw, file string
		want      error
	}{
		"cut off":           {raw: whole[:len(whole)-10], want: ErrMHTML},
		"cut in its head":   {raw: whole[:60], file: "a.mhtml", want: page.ErrNotHTML},
		"without boundary":  {raw: "Content-Type: multipart/related\n\n<p>x", want: ErrMHTML},
		"without HTML":      {raw: saved("", sheetPart), want: page.ErrNotHTML},
		"nothing in it":     {raw: saved("", pagePart), want: page.ErrEmpty},
		"odd encoding":      {raw: saved("", "Content-Type: text/html\nContent-Transfer-Encoding: x-uuencode\n\nx"), want: ErrMHTML},
		"bad base64":        {raw: saved("", "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n<p>x"), want: ErrMHTML},
		"no message":        {raw: "text", file: "a.mht", want: ErrMHTML},
		"nested too deep":   {raw: nested(maxNested + 1), want: ErrMHTML},
		"HTML":              {raw: "<p>MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n"},
		"HTML below a head": {raw: "Content-Type: text/html\n\n<p>text"},
		"HTML by its text":  {raw: "<p>text", file: "a.mht"},
	} {
		in, err := given(Input{HTML: []byte(c.raw), Name: c.file})
		if !errors.Is(err, c.want) || c.want == nil && (err != nil || string(in.HTML) != c.raw) {
			t.Errorf("%s: %v, %q", name, err, in.HTML)
		}
	}
}

func FuzzMHTML(f *testing.F) {
	f.Add([]byte(saved("", pagePart+"<p>text=20", sheetPart)))
	f.Add([]byte("Content-Type: multipart/related; boundary=b; start=x\n\n--b\nContent-ID: x\n\ncid:y\n--b--"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if in, err := mhtml(Input{HTML: raw}); err == nil && (len(in.HTML) == 0 || in.URL != "" && !IsAddress(in.URL)) {
			t.Errorf("a page without text, or at no address: %+v", in)
		}
	})
}

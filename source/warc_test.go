package source

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// record writes a record of a web archive.
func record(kind, address, contentType, block string) string {
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-03-01T12:00:00Z\r\n"+
		"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-%012d>\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		kind, address, len(block), contentType, len(block), block)
}

func answer(address, status, header, body string) string {
	return record("response", address, "application/http; msgtype=response",
		"HTTP/1.1 "+status+"\r\nContent-Type: text/html; charset=utf-8\r\n"+header+"\r\n"+body)
}

func zipped(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(s))
	z.Close()
	return b.String()
}

var archived = []string{
	record("warcinfo", "", "application/warc-fields", "software: a test\r\n"),
	answer("https://a.example/1", "200 OK", "", "<p>one"),
	record("request", "https://a.example/2", "application/http; msgtype=request", "GET /2 HTTP/1.1\r\nHost: a.example\r\n\r\n"),
	answer("https://a.example/2", "200 OK", "Transfer-Encoding: chunked\r\n", "4\r\n<p>t\r\n2\r\nwo\r\n0\r\n\r\n"),
	answer("https://a.example/3", "404 Not Found", "", "<p>nothing"),
	answer("https://a.example/4", "200 OK", "Content-Encoding: gzip\r\n", zipped("<p>four")),
	record("response", "https://a.example/5.png", "application/http; msgtype=response", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n\x89PNG"),
	answer("https://a.example/6", "200 OK", "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", "<p>six, stored decoded"),
	answer("https://a.example/7", "200 OK", "Content-Encoding: compress\r\n", "?"),
	record("resource", "https://a.example/8", "text/html", "<p>eight"),
	record("resource", "https://a.example/8.css", "text/css", "p{}"),
	answer("https://a.example/9", "200", "", "<p>nine, as HTTP/2 says no reason"),
	answer("https://a.example/10", "200 OK", "", "10\n<p>ten, which are no bytes of a chunk"),
	answer("https://a.example/11", "200 OK", "Content-Encoding: UTF-8\r\n", "\n<p>eleven"),
}

// Pages are the HTML answers of an archive, undone of what their transfer did to them.
func TestWARC(t *testing.T) {
	each := ""
	for _, r := range archived {
		each += zipped(r)
	}
	all := strings.Join(archived, "")
	half := strings.Join(archived[:3], "")
	for name, raw := range map[string]string{
		"a.warc": all, "a.warc.gz": each,
		"one.warc.gz": zipped(all), // as gzip does it to an archive
		"two.warc.gz": zipped(half) + "\n" + zipped("") + zipped(all[len(half):]),
	} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(raw), 0o600); err != nil {
			t.Fatal(err)
		}
		var got []string
		for in, err := range WARC(file) {
			if err != nil {
				if !strings.HasPrefix(in.URL, "https://a.example/") || in.HTML != nil {
					t.Errorf("%v: not the address alone: %+v", err, in)
				}
				got = append(got, err.Error()[strings.LastIndex(err.Error(), "example/")+8:])
				continue
			}
			got = append(got, in.URL[len("https://a.example/"):]+" "+string(in.HTML))
		}
		want := []string{"1 <p>one", "2 <p>two", "4 <p>four", "6 <p>six, stored decoded", `7: content encoding "compress" is not known`, "8 <p>eight", "9 <p>nine, as HTTP/2 says no reason",
			"10 10\n<p>ten, which are no bytes of a chunk", "11 \n<p>eleven"}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
}

// A head that gzip unpacks to more than memory should hold ends the archive, or its page.
func TestLongHeadsInWARC(t *testing.T) {
	long := strings.Repeat("a", maxHead+1<<16)
	const after = "https://a.example/2"
	for name, test := range map[string]struct {
		raw, want string
		goesOn    bool // whether the next page is read
	}{
		"a record":                 {raw: zipped("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/" + long), want: "more than 16 MiB"},
		"a record that is plain":   {raw: "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/" + long, want: "more than 16 MiB"},
		"one compressed twice":     {raw: zipped(zipped("WARC/1.0\r\nX: " + long)), want: "compressed twice"},
		"a response":               {raw: zipped(answer("https://a.example/1", "200 OK", "X: "+long+"\r\n", "<p>one")), want: "more than 16 MiB", goesOn: true},
		"a response without lines": {raw: zipped(record("response", "https://a.example/1", "text/plain", long)), want: "more than 16 MiB", goesOn: true},
		"a response that ends":     {raw: zipped(record("response", "https://a.example/1", "text/plain", "")), want: "unexpected EOF", goesOn: true},
	} {
		var errs []string
		reached := false
		for in, err := range records(strings.NewReader(test.raw + zipped(answer(after, "200 OK", "", "<p>two")))) {
			if err != nil {
				errs = append(errs, err.Error())
			}
			reached = reached || err == nil && in.URL == after
		}
		if len(errs) != 1 || !strings.Contains(errs[0], test.want) || reached != test.goesOn {
			t.Errorf("%s: %.200q, the next page was read: %v", name, errs, reached)
		}
	}
}

// Who crawled with a password keeps it: pages are named without it, in errors too.
func TestWARCKeepsPasswords(t *testing.T) {
	for in, err := range records(strings.NewReader(
		answer("https://user:secret@a.example/1", "200 OK", "", "<p>one") + answer("https://user:secret@a.example/2", "200 OK", "Content-Encoding: compress\r\n", "?"))) {
		if !strings.HasPrefix(in.URL, "https://a.example/") || err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", in.URL, err)
		}
	}
}

// What is read of a damaged archive is kept, and the damage is told.
func TestDamagedWARC(t *testing.T) {
	whole := zipped(archived[1]) + zipped(answer("https://a.example/9", "200 OK", "", strings.Repeat("<p>some text", 500)))
	for _, c := range []struct {
		raw   string
		pages int
	}{
		{"", 0}, {"<html>", 0}, {"\x1f\x8b", 0}, {"WARC/1.0", 0}, {whole[:len(whole)-30], 1}, {whole + "\x1f\x8b", 2},
		{archived[1] + "WARC/1.0\r\nContent-Le", 1}, {archived[1] + archived[9][:len(archived[9])-7], 1},
		{archived[1] + archived[6][:len(archived[6])-6], 1}, {archived[1] + archived[10][:len(archived[10])-5], 1}, // in what is no page
	} {
		pages := 0
		var last error
		for _, err := range records(strings.NewReader(c.raw)) {
			if last = err; err == nil {
				pages++
			}
		}
		if pages != c.pages || !errors.Is(last, ErrArchive) {
			t.Errorf("%.40q: %d pages, then %v", c.raw, pages, last)
		}
	}
	var missing []error
	for _, err := range WARC(filepath.Join(t.TempDir(), "none.warc")) {
		missing = append(missing, err)
	}
	if len(missing) != 1 || !errors.Is(missing[0], ErrArchive) || !errors.Is(missing[0], os.ErrNotExist) {
		t.Errorf("no file: %v", missing)
	}
}

// What an encoding did to a body is undone; a body that says one and has none is taken as it is.
func TestDecode(t *testing.T) {
	const text = "<p>some text"
	packed := func(to func(io.Writer) io.WriteCloser) string {
		var b bytes.Buffer
		w := to(&b)
		_, _ = io.WriteString(w, text)
		w.Close()
		return b.String()
	}
	raw := packed(func(w io.Writer) io.WriteCloser { z, _ := flate.NewWriter(w, flate.DefaultCompression); return z })
	for _, c := range []struct{ encoding, body string }{
		{"", text}, {"identity", text}, {" GZIP ", zipped(text)}, {"x-gzip", zipped(text)}, {"gzip", text},
		{"deflate", packed(func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) })}, {"deflate", raw},
		{"br", packed(func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) })}, {"br", text},
	} {
		r, err := Decode(strings.NewReader(c.body), c.encoding)
		if err != nil {
			t.Errorf("%q: %v", c.encoding, err)
			continue
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != text {
			t.Errorf("%q of %.20q is %q, %v", c.encoding, c.body, got, err)
		}
	}
}

func FuzzWARC(f *testing.F) {
	f.Add([]byte(strings.Join(archived, "")))
	f.Add([]byte(zipped(archived[1]) + zipped(archived[3])))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for in, err := range records(bytes.NewReader(raw)) {
			if err == nil && (in.URL == "" || len(in.HTML) == 0) {
				t.Errorf("a page without address or text: %+v", in)
			}
		}
	})
}

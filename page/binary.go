package page

import (
	"fmt"
	"net/http"
	"strings"
)

// maxControls is the largest share of control characters near the start of a text. Of random bytes, as in compressed
// data, they are a tenth; real pages have next to none. A guess.
const maxControls = 0.05

// checkedBytes are looked at from the start of a document. A guess; http.DetectContentType reads 512 of them.
const checkedBytes = 4096

// CheckText says that a document is binary data, and of which media type where that is known: an ErrBinary. It is a PDF,
// begins as the Sniffing standard says that pictures, archives and the like begin, or has many control characters near its
// start. A byte-order mark makes it text, or UTF-16 as a Content-Type (may be empty) names it.
func CheckText(raw []byte, contentType string) error {
	if e, _ := byteOrderMark(raw); e != nil {
		return nil
	}
	if e, _ := headerUTF16(raw, contentType); e != nil {
		return nil
	}
	head := raw[:min(len(raw), checkedBytes)]
	controls := 0
	for _, c := range head {
		if isControl(c) {
			controls++
		}
	}
	media := http.DetectContentType(head)
	known := !strings.HasPrefix(media, "text/") && media != "application/octet-stream"
	switch {
	case known && (controls > 0 || media == "application/pdf"): // text may begin with "BM" as bitmaps do
		return fmt.Errorf("%w (%s)", ErrBinary, media)
	case float64(controls) > maxControls*float64(len(head)):
		return ErrBinary
	}
	return nil
}

// Binary reports whether what a browser made a page of is binary data, by its first texts: browsers believe a server that calls
// a PDF or a picture HTML.
func (p *Page) Binary() bool {
	var head []byte // a byte a character, as far as it has one
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Kind != Text {
			continue
		}
		for _, r := range n.Text {
			if len(head) == checkedBytes {
				return CheckText(head, "") != nil
			}
			if r > 0xff {
				r = '?'
			}
			head = append(head, byte(r))
		}
	}
	return CheckText(head, "") != nil
}

// isControl reports whether a byte stands in no text: a control character but white space, and the shifts and escapes of
// ISO 2022.
func isControl(c byte) bool {
	switch c {
	case '\t', '\n', '\f', '\r', 0x0e, 0x0f, 0x1b:
		return false
	}
	return c < ' '
}

package render

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"strings"
)

// breakOff makes a gzipped document that ends too soon break off: Chrome shows what it could unpack of one, and says nothing.
// A document of any length that is announced would be whole for Chrome as soon as so many bytes had come, so none is.
func breakOff(r *http.Response, most int) {
	if oneOf(strings.ToLower(r.Header.Get("Content-Encoding")), "gzip", "x-gzip") && strings.Contains(r.Header.Get("Content-Type"), "html") {
		r.Body = &packed{ReadCloser: r.Body, most: int64(most)}
		r.Header.Del("Content-Length")
		r.ContentLength = -1
	}
}

// A packed body looks at its end whether it can be unpacked, up to most bytes.
type packed struct {
	io.ReadCloser
	most int64
	read bytes.Buffer
}

// Read fails with io.ErrUnexpectedEOF at an end that comes too soon.
func (p *packed) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	p.read.Write(b[:n])
	if err == io.EOF && p.short() {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// short reports whether what was read is the beginning of something longer.
func (p *packed) short() bool {
	z, err := gzip.NewReader(&p.read)
	if err == nil {
		_, err = io.CopyN(io.Discard, z, p.most)
	}
	return errors.Is(err, io.ErrUnexpectedEOF)
}

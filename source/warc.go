package source

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"mime"
	"net/http"
	"net/http/httputil"
	"net/textproto"
	"os"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/nlnwa/gowarc"

	"github.com/mullionhq/mullion/page"
)

// warcMark begins every record of a web archive.
const warcMark = "WARC/"

// IsWARC reports whether a file is a web archive by its name.
func IsWARC(path string) bool {
	path = strings.ToLower(path)
	return strings.HasSuffix(path, ".warc") || strings.HasSuffix(path, ".warc.gz")
}

// WARC yields the pages of a web archive file in its order: responses of status 200 and resources that are HTML.
// Other records are passed over. A record that cannot be read gives an error, with its address alone, and the next one
// follows; an error that is an ErrArchive ends the archive.
func WARC(path string) iter.Seq2[Input, error] {
	return func(yield func(Input, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(Input{}, fmt.Errorf("%w: %w", ErrArchive, err))
			return
		}
		defer f.Close()
		for in, err := range records(f) {
			if err != nil {
				err = fmt.Errorf("reading %s: %w", path, err)
			}
			if !yield(in, err) {
				return
			}
		}
	}
}

// ErrArchive says that an archive cannot be read, or not to its end.
var ErrArchive = errors.New("not a web archive, or damaged")

// archiveOptions are lenient to what a record says, but not to its syntax: gowarc 1.5.0 reads damaged headers for ever
// when it is told to pass over their errors.
var archiveOptions = []gowarc.WarcRecordOption{gowarc.WithNoValidation(), gowarc.WithSyntaxErrorPolicy(gowarc.ErrFail)}

func records(r io.Reader) iter.Seq2[Input, error] {
	return func(yield func(Input, error) bool) {
		a := archive{reader: gowarc.NewUnmarshaler(archiveOptions...), raw: endless(r)}
		a.file = bufio.NewReader(a.raw)
		for found := false; ; found = true {
			in, err := a.next()
			switch {
			case errors.Is(err, io.EOF):
				if !found {
					yield(Input{}, fmt.Errorf("%w: there is no record in it", ErrArchive))
				}
				return
			case errors.Is(err, errOther):
			case !yield(in, err) || errors.Is(err, ErrArchive):
				return
			}
		}
	}
}

// An archive reads records one by one.
type archive struct {
	reader gowarc.Unmarshaler
	file   *bufio.Reader
	member *bufio.Reader // a gzip member of the file: crawlers write one a record, gzip one of all; nil between members

	raw, unpacked *io.LimitedReader // what they read from: bounded while the head of a record is read
}

// maxHead is the most bytes of a record's head, or of an archived response's: they are read into memory, and what gzip unpacks
// may be a thousand times as long as the archive. Crawlers keep all links of a page in the head of a record.
const maxHead = 16 << 20

// endless is a reader that can be bounded.
func endless(r io.Reader) *io.LimitedReader { return &io.LimitedReader{R: r, N: math.MaxInt64} }

// bound lets n more bytes of the archive be read.
func (a *archive) bound(n int64) {
	a.raw.N = n
	if a.unpacked != nil {
		a.unpacked.N = n
	}
}

// tooLong reports whether more than the bound was asked for.
func (a *archive) tooLong() bool { return a.raw.N <= 0 || a.unpacked != nil && a.unpacked.N <= 0 }

// errOther says that a record is no page.
var errOther = errors.New("the record is no page")

// next reads a record.
func (a *archive) next() (in Input, err error) {
	defer func() {
		if p := recover(); p != nil { // gowarc 1.5.0 does so on some broken headers
			err = fmt.Errorf("%w: %v", ErrArchive, p)
		}
	}()
	from, err := a.records()
	if err != nil {
		return Input{}, err
	}
	a.bound(maxHead)
	record, _, _, err := a.reader.Unmarshal(from)
	switch {
	case err != nil && a.tooLong():
		err = errTooLong
	case errors.Is(err, io.EOF):
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return Input{}, damaged(err)
	}
	a.bound(math.MaxInt64)
	in, err = pageOf(record)
	if closed := record.Close(); closed != nil {
		return Input{}, damaged(closed)
	}
	return in, err
}

// errTooLong is what is wrong with a head of more than maxHead bytes.
var errTooLong = fmt.Errorf("the head of a record has more than %d MiB", maxHead>>20)

// records is where the next record begins; io.EOF says that there are no more.
func (a *archive) records() (*bufio.Reader, error) {
	for {
		if a.member != nil {
			err := skipSpace(a.member)
			if start, _ := a.member.Peek(len(gzipMark)); string(start) == gzipMark {
				err = errors.New("it is compressed twice")
			}
			if !errors.Is(err, io.EOF) {
				return a.member, damaged(err)
			}
			a.member, a.unpacked = nil, nil
		}
		if err := skipSpace(a.file); err != nil {
			return nil, err
		}
		if start, _ := a.file.Peek(len(gzipMark)); string(start) != gzipMark {
			return a.file, nil
		}
		z, err := gzip.NewReader(a.file)
		if err != nil {
			return nil, damaged(err)
		}
		z.Multistream(false)
		a.unpacked = endless(z)
		a.member = bufio.NewReader(a.unpacked)
	}
}

// damaged says of an error that the archive ends with it.
func damaged(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrArchive, err)
}

// skipSpace passes over line ends between records.
func skipSpace(r *bufio.Reader) error {
	for {
		b, err := r.ReadByte()
		if err != nil {
			return err
		}
		if b != '\r' && b != '\n' {
			return r.UnreadByte()
		}
	}
}

// pageOf reads the page in a record. With an error there is its address alone.
func pageOf(record gowarc.WarcRecord) (Input, error) {
	in := Input{URL: page.WithoutUser(strings.Trim(record.WarcHeader().Get(gowarc.WarcTargetURI), "<> "))} // nothing is loaded from there
	kind := record.Type()
	if kind != gowarc.Response && kind != gowarc.Resource || !isURL(in.URL) {
		return Input{}, errOther
	}
	if err := in.read(record); err != nil {
		return Input{URL: in.URL}, fmt.Errorf("%s: %w", in.URL, err)
	}
	return in, nil
}

// read takes the HTML of a record and its type.
func (in *Input) read(record gowarc.WarcRecord) error {
	header := record.WarcHeader()
	block, err := record.Block().RawBytes()
	if err != nil {
		return err
	}
	raw := &counted{from: block}
	switch in.ContentType = header.Get(gowarc.ContentType); {
	case record.Type() == gowarc.Response:
		in.ContentType, in.HTML, err = response(raw)
	case isHTML(in.ContentType):
		in.HTML, err = readAll(raw)
	default:
		err = errOther
	}
	return cmp.Or(raw.cut(header.Get(gowarc.ContentLength)), err)
}

// A counted reader knows how much was read from it.
type counted struct {
	from io.Reader
	n    int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.n += int64(n)
	return n, err
}

// cut reads the rest of a record's block, and reports that it is shorter than its header says: the archive ends in it.
func (c *counted) cut(length string) error {
	if _, err := io.Copy(io.Discard, c); err != nil {
		return fmt.Errorf("%w: %w", ErrArchive, err)
	}
	if want, err := strconv.ParseInt(length, 10, 64); err == nil && c.n < want {
		return fmt.Errorf("%w: it ends after %d of the record's %d bytes", ErrArchive, c.n, want)
	}
	return nil
}

// response reads an HTTP response as it was archived.
func response(from io.Reader) (contentType string, body []byte, err error) {
	bounded := endless(from)
	bounded.N = maxHead
	r := bufio.NewReader(bounded)
	head := textproto.NewReader(r)
	why := func(err error) error {
		switch {
		case bounded.N <= 0:
			return errTooLong
		case errors.Is(err, io.EOF): // which would mean that of the archive
			return io.ErrUnexpectedEOF
		}
		return err
	}
	line, err := head.ReadLine()
	if err != nil {
		return "", nil, fmt.Errorf("the response has no status: %w", why(err))
	}
	fields := strings.Fields(line)
	if len(fields) < 2 || !strings.HasPrefix(fields[0], "HTTP/") || fields[1] != strconv.Itoa(http.StatusOK) {
		return "", nil, errOther
	}
	mimeHeader, err := head.ReadMIMEHeader()
	if err != nil {
		return "", nil, fmt.Errorf("the response's header: %w", why(err))
	}
	bounded.N = math.MaxInt64
	h := http.Header(mimeHeader)
	contentType = h.Get("Content-Type")
	if !isHTML(contentType) {
		return "", nil, errOther
	}
	decoded, err := answered(unchunk(r, h), h.Get("Content-Encoding"))
	if err != nil {
		return "", nil, err
	}
	body, err = readAll(decoded)
	return contentType, body, err
}

func isHTML(contentType string) bool {
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && strings.Contains(media, "html")
}

// longestChunk is how many bytes the first line of a chunked body has at most: a length and an extension.
const longestChunk = 64

// unchunk undoes chunked transfer. Some crawlers do so themselves, and leave the header as it was.
func unchunk(r *bufio.Reader, h http.Header) io.Reader {
	if !strings.EqualFold(h.Get("Transfer-Encoding"), "chunked") {
		return r
	}
	start, _ := r.Peek(longestChunk)
	line, _, ok := bytes.Cut(start, []byte("\n"))
	size, _, _ := bytes.Cut(bytes.TrimSpace(line), []byte(";"))
	if _, err := strconv.ParseUint(string(size), 16, 32); !ok || err != nil {
		return r
	}
	return httputil.NewChunkedReader(r)
}

// answered undoes the content encoding of a response. Where servers name as one what is none, such as a charset, the body
// tells by how it begins.
func answered(r io.Reader, encoding string) (io.Reader, error) {
	b := bufio.NewReader(r)
	decoded, err := Decode(b, encoding)
	if errors.Is(err, errEncoding) {
		if begun, _ := b.Peek(512); bytes.HasPrefix(bytes.TrimLeft(begun, " \t\r\n\ufeff"), []byte("<")) {
			return b, nil
		}
	}
	return decoded, err
}

// errEncoding ends what is told of a content encoding that is none of those known.
var errEncoding = errors.New("is not known")

// Decode undoes the content encoding of a response or request; bodies that were stored decoded are told by how they begin.
func Decode(r io.Reader, encoding string) (io.Reader, error) {
	b := bufio.NewReader(r)
	start, _ := b.Peek(2)
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "", "identity":
		return b, nil
	case "gzip", "x-gzip":
		if string(start) != gzipMark {
			return b, nil
		}
		return gzip.NewReader(b)
	case "deflate": // which is zlib, but some servers leave its header out
		if strings.HasPrefix(string(start), "\x78") {
			return zlib.NewReader(b)
		}
		return flate.NewReader(b), nil
	case "br":
		if strings.HasPrefix(string(start), "<") {
			return b, nil
		}
		return brotli.NewReader(b), nil
	}
	return nil, fmt.Errorf("content encoding %q %w", encoding, errEncoding)
}

package source

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/http"
	"net/mail"
	"net/textproto"
	"net/url"
	"regexp"
	"strings"

	"github.com/mullionhq/mullion/page"
)

// An MHTML file (RFC 2557; "Webpage, single file") is a mail message: a page, with its frames, styles and pictures as further
// parts. The page names them by their addresses (Content-Location), or as cid: and their Content-ID.

// ErrMHTML says that an MHTML file is damaged.
var ErrMHTML = errors.New("damaged MHTML")

// IsMHTML reports whether a file is MHTML by its name.
func IsMHTML(path string) bool {
	path = strings.ToLower(path)
	return strings.HasSuffix(path, ".mhtml") || strings.HasSuffix(path, ".mht")
}

// isMessage reports whether raw begins as a mail message of several parts does, or as one that is HTML.
func isMessage(raw []byte) bool {
	if raw[0] == '<' { // soon told: a document may be one long line
		return false
	}
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return false
	}
	kind := m.Header.Get("Content-Type")
	return isSeveral(kind) || m.Header.Get("MIME-Version") != "" && isHTML(kind)
}

// isSeveral reports whether a Content-Type is that of a message with parts.
func isSeveral(contentType string) bool {
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && strings.HasPrefix(media, "multipart/")
}

// A part is one of a message, decoded.
type part struct {
	id, location string
	kind         string // its Content-Type
	body         []byte
	damaged      error // what was wrong with its transfer encoding; body is what came before
}

// mhtml is the page of an MHTML file at the address that the file says; at that of the input where it says none.
func mhtml(in Input) (Input, error) {
	m, err := mail.ReadMessage(bytes.NewReader(in.HTML))
	if err != nil {
		return Input{}, fmt.Errorf("%w: %w", ErrMHTML, err)
	}
	head := textproto.MIMEHeader(m.Header)
	parts, err := partsOf(head, m.Body, 0)
	if err != nil {
		return Input{}, fmt.Errorf("%w: %w", ErrMHTML, err)
	}
	main := mainPart(head, parts)
	switch {
	case main == nil:
		return Input{}, fmt.Errorf("%w: none of the parts of this MHTML is HTML", page.ErrNotHTML)
	case main.damaged != nil:
		return Input{}, fmt.Errorf("%w: %w", ErrMHTML, main.damaged)
	case len(main.body) == 0:
		return Input{}, page.ErrEmpty
	}
	for _, said := range []string{head.Get("Snapshot-Content-Location"), main.location, head.Get("Content-Location")} {
		if IsAddress(said) {
			in.URL = said
			break
		}
	}
	all := newMessage(in.URL, main, parts)
	in.HTML, in.ContentType, in.Replay = all.addressed(main.body), main.kind, all
	return in, nil
}

// maxNested is how deep messages are within each other: mail programs nest three levels. A guess.
const maxNested = 8

// partsOf are the parts of a message, those of its parts in their place.
func partsOf(head textproto.MIMEHeader, body io.Reader, depth int) ([]part, error) {
	if !isSeveral(head.Get("Content-Type")) {
		p, err := single(head, body)
		return []part{p}, err
	}
	_, params, _ := mime.ParseMediaType(head.Get("Content-Type"))
	if depth == maxNested {
		return nil, errors.New("its parts are nested too deep")
	}
	if params["boundary"] == "" {
		return nil, errors.New("it names no boundary of its parts")
	}
	var all []part
	for r := multipart.NewReader(body, params["boundary"]); ; {
		next, err := r.NextRawPart()
		if err == io.EOF {
			return all, nil
		}
		var inner []part
		if err == nil {
			inner, err = partsOf(next.Header, next, depth+1)
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, fmt.Errorf("it breaks off in part %d", len(all)+1)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, inner...)
	}
}

// single is a part that has none. It is an error where the message cannot be read on.
func single(head textproto.MIMEHeader, body io.Reader) (part, error) {
	p := part{
		id: strings.Trim(head.Get("Content-ID"), "<> "), location: head.Get("Content-Location"), kind: head.Get("Content-Type"),
	}
	raw, err := io.ReadAll(body)
	if err != nil {
		return p, err
	}
	var from io.Reader = bytes.NewReader(raw)
	switch encoding := strings.ToLower(strings.TrimSpace(head.Get("Content-Transfer-Encoding"))); encoding {
	case "", "7bit", "8bit", "binary":
	case "quoted-printable":
		from = quotedprintable.NewReader(from)
	case "base64":
		from = base64.NewDecoder(base64.StdEncoding, from)
	default:
		p.damaged = fmt.Errorf("transfer encoding %q is not known", encoding)
		return p, nil
	}
	p.body, p.damaged = io.ReadAll(from)
	return p, nil
}

// mainPart is the one that the message says it starts with, or the first that is HTML; nil where there is none.
func mainPart(head textproto.MIMEHeader, parts []part) *part {
	_, params, _ := mime.ParseMediaType(head.Get("Content-Type"))
	start := strings.Trim(params["start"], "<> ")
	var first *part
	for i := range parts {
		p := &parts[i]
		if !isHTML(p.kind) {
			continue
		}
		if start != "" && p.id == start {
			return p
		}
		if first == nil {
			first = p
		}
	}
	return first
}

// A message answers what the page of a message asks for, with the message's parts.
type message struct {
	parts map[string]*part  // by their addresses
	named map[string]string // addresses by what stands behind cid:
}

// partOrigin is that of parts without an address. Names below .invalid never resolve (RFC 6761), and what is not encrypted
// would be refused on a page that is.
const partOrigin = "https://part.invalid/"

// newMessage has the parts beside the main one at their addresses. base is that of the page; "" for none.
func newMessage(base string, main *part, parts []part) *message {
	m := &message{parts: map[string]*part{}, named: map[string]string{}}
	folder := ""
	if !IsAddress(main.location) { // saved from a file, such as file:///C:/page.htm
		folder = main.location[:strings.LastIndexAny(main.location, `/\`)+1]
	}
	for i := range parts {
		p := &parts[i]
		if p == main || p.damaged != nil {
			continue
		}
		address := p.address(cmp.Or(base, page.LocalOrigin), folder)
		if m.parts[address] != nil {
			address = partOrigin + url.PathEscape(p.name())
		}
		m.parts[address], m.named[p.name()] = p, address
	}
	for _, p := range m.parts {
		if strings.HasPrefix(p.kind, "text/") {
			p.body = m.addressed(p.body)
		}
	}
	return m
}

// address is where browsers ask for a part: at its location, which may be relative to the page's base or lie in its folder.
func (p *part) address(base, folder string) string {
	address := page.Resolve(base, strings.TrimPrefix(p.location, folder))
	if at, err := page.InBrowser(address); err == nil && p.location != "" && IsAddress(address) {
		at, _, _ = strings.Cut(at, "#")
		return at
	}
	return partOrigin + url.PathEscape(p.name())
}

// name is what stands behind cid: for the part.
func (p *part) name() string { return cmp.Or(p.id, strings.TrimPrefix(p.location, cidScheme)) }

const cidScheme = "cid:"

// cid is the name of a part in a page or in styles.
var cid = regexp.MustCompile(`(?i)\bcid:[^\s"'()<>]+`)

// addressed has the parts named by their addresses in a text, as browsers ask for nothing by its Content-ID.
func (m *message) addressed(text []byte) []byte {
	return cid.ReplaceAllFunc(text, func(name []byte) []byte {
		id := string(name[len(cidScheme):])
		if plain, err := url.PathUnescape(id); err == nil {
			id = plain
		}
		if address := m.named[id]; address != "" {
			return []byte(address)
		}
		return name
	})
}

// Answer is the part at an address.
func (m *message) Answer(address string) (status int, contentType string, body []byte, ok bool) {
	p := m.parts[address]
	if p == nil {
		return 0, "", nil, false
	}
	return http.StatusOK, p.kind, p.body, true
}

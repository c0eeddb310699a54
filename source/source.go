// Package source says where a page comes from: an address, a saved HTML file with the folder around it, MHTML,
// standard input, a record of a web archive, or a page that was rendered and saved before. It reads bytes; it does not
// parse or render.
package source

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/mullionhq/mullion/page"
)

// An Input names one page.
type Input struct {
	URL         string // the page's address; the base of relative links when HTML is given
	HTML        []byte // raw bytes; nil to load URL
	ContentType string // of the response that HTML came with; "" when unknown
	Dir         string // folder of the saved HTML file; its files answer relative requests
	Name        string // the file's name in Dir
	Replay      Replay // answers the page's requests, and nothing else does; nil for none
	Saved       string // path of a saved page (.json.gz) to judge again; then nothing else is set
	SavedPage   []byte // a saved page that came over standard input; the same
}

// A Replay answers requests from what was saved with a page. It is a render.Replay.
type Replay interface {
	Answer(url string) (status int, contentType string, body []byte, ok bool)
}

// IsSaved reports whether the input is a saved page.
func (in Input) IsSaved() bool { return in.Saved != "" || in.SavedPage != nil }

// Stdin is the argument that stands for standard input.
const Stdin = "-"

// SavedSuffix ends the names of saved pages.
const SavedSuffix = ".json.gz"

// MaxHTML is the most bytes of HTML that are read from a file, standard input or an address.
const MaxHTML = 64 << 20

// ErrTooLarge says that a page has more than MaxHTML bytes.
var ErrTooLarge = fmt.Errorf("more than %d MiB", MaxHTML>>20)

// ErrInput says that an argument names no page.
var ErrInput = errors.New("no such page")

// ErrFolder says that an argument is a folder that stands for no page. It is ErrInput, too.
var ErrFolder = fmt.Errorf("%w: a folder stands for the index.html in it", ErrInput)

// Open reads what an argument of the command line names: an http or https URL, "-" for standard input, a saved
// page, an HTML or MHTML file, or a folder with an index.html. What is compressed by gzip is unpacked. base is the page's address
// where the argument does not say it; it may be empty.
func Open(arg, base string, stdin io.Reader) (Input, error) {
	if base != "" && !IsAddress(base) {
		return Input{}, fmt.Errorf("%w: base %q is not an http or https URL", ErrInput, base)
	}
	switch {
	case arg == Stdin:
		return openStdin(base, stdin)
	case isURL(arg):
		return Input{URL: arg}, nil
	case strings.HasPrefix(strings.ToLower(arg), fileScheme):
		return Input{}, fmt.Errorf("%w: %q is an address: name the file by its path, %s", ErrInput, arg, pathOf(arg))
	case strings.Contains(arg, "://"):
		return Input{}, fmt.Errorf("%w: %q is neither an http or https URL nor a file", ErrInput, page.WithoutUser(arg))
	}
	return openFile(arg, base)
}

// openStdin reads a page, or a saved page, from standard input.
func openStdin(base string, stdin io.Reader) (Input, error) {
	raw, err := readAll(stdin)
	if err != nil {
		return Input{}, fmt.Errorf("reading standard input: %w", err)
	}
	if isSavedPage(raw) {
		return Input{URL: base, SavedPage: raw}, nil
	}
	if raw, err = unpack(raw); err != nil {
		return Input{}, fmt.Errorf("reading standard input: %w", err)
	}
	in, err := given(Input{URL: base, HTML: raw})
	if err != nil {
		return Input{}, fmt.Errorf("reading standard input: %w", err)
	}
	return in, nil
}

// given is the input of bytes that came without a type: HTML, plain text, or the page of an MHTML file. Others, such as a feed,
// are page.ErrNotHTML, as they are over HTTP.
func given(in Input) (Input, error) {
	if bytes.HasPrefix(in.HTML, []byte(warcMark)) {
		return Input{}, fmt.Errorf("%w: it is a web archive of many pages: name its file .warc or .warc.gz", page.ErrNotHTML)
	}
	name := strings.TrimSuffix(in.Name, ".gz")
	if isMessage(in.HTML) || IsMHTML(name) && in.HTML[0] != '<' {
		return mhtml(in)
	}
	in.ContentType = page.KindOf(in.HTML, name)
	return in, page.CheckKind(in.ContentType)
}

// openFile reads an HTML file, or that of a folder; a saved page is only named.
func openFile(arg, base string) (Input, error) {
	info, err := os.Stat(arg)
	if err == nil && info.IsDir() {
		folder := arg
		arg = filepath.Join(folder, "index.html")
		if _, err = os.Stat(arg); err != nil {
			return Input{}, fmt.Errorf("%w: %s has no index.html", ErrFolder, folder)
		}
	}
	if err != nil {
		if likeAddress(arg) {
			return Input{}, fmt.Errorf("%w: there is no file %q; for the web page write https://%s, or http://", ErrInput, arg, arg)
		}
		return Input{}, fmt.Errorf("%w: %w", ErrInput, err)
	}
	if IsWARC(arg) {
		return Input{}, fmt.Errorf("%w: %s is a web archive of many pages: mullion clean, learn and workspace add take it", ErrInput, arg)
	}
	if strings.HasSuffix(arg, SavedSuffix) {
		return Input{Saved: arg, URL: base}, nil
	}
	f, err := os.Open(arg)
	if err != nil {
		return Input{}, fmt.Errorf("%w: %w", ErrInput, err)
	}
	defer f.Close()
	raw, err := readAll(f)
	if err == nil {
		raw, err = unpack(raw)
	}
	if err != nil {
		return Input{}, fmt.Errorf("reading %s: %w", arg, err)
	}
	dir, err := filepath.Abs(filepath.Dir(arg))
	if err != nil {
		return Input{}, fmt.Errorf("reading %s: %w", arg, err)
	}
	in, err := given(Input{URL: base, HTML: raw, Dir: dir, Name: filepath.Base(arg)})
	if err != nil {
		return Input{}, fmt.Errorf("reading %s: %w", arg, err)
	}
	return in, nil
}

// likeAddress reports whether an argument that is no file may be an address without its scheme: what stands before the path
// is no folder, and has the dots of a name or the port of a host.
func likeAddress(arg string) bool {
	host, _, _ := strings.Cut(arg, "/")
	if _, err := os.Stat(host); err == nil {
		return false
	}
	return IsAddress("https://"+arg) && strings.ContainsAny(strings.Trim(host, "."), ".:")
}

// gzipMark begins everything that gzip wrote.
const gzipMark = "\x1f\x8b"

// unpack undoes gzip, at most MaxHTML bytes of it; what is not compressed stays as it is.
func unpack(raw []byte) ([]byte, error) {
	if !bytes.HasPrefix(raw, []byte(gzipMark)) {
		return raw, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("unpacking: %w", err)
	}
	if raw, err = readAll(z); err != nil {
		return nil, fmt.Errorf("unpacking: %w", err)
	}
	return raw, nil
}

// isSavedPage reports whether raw looks like a saved page: JSON that gzip wrote.
func isSavedPage(raw []byte) bool {
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return false
	}
	var first [1]byte
	_, err = io.ReadFull(z, first[:])
	return err == nil && first[0] == '{'
}

// IsAddress reports whether text is the address of a page on the web: an http or https URL with a host that browsers take for one,
// be there such a host or not.
func IsAddress(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	if strings.Contains(u.Host, "*") { // the one character that the standard has in names and Chrome escapes
		return false
	}
	_, err = whatwg.Parse("http://" + u.Host) // alone, as its parser takes quadratic time for what stands before an @
	return err == nil
}

// isURL reports whether an argument is meant as an address, right or wrong.
func isURL(arg string) bool {
	head := strings.ToLower(arg[:min(len(arg), 8)])
	return strings.HasPrefix(head, "http://") || strings.HasPrefix(head, "https://")
}

// fileScheme begins the addresses that browsers give files.
const fileScheme = "file://"

// pathOf is the path in the address of a file.
func pathOf(address string) string {
	if u, err := url.Parse(address); err == nil {
		return u.Path
	}
	return address[len(fileScheme):]
}

// readAll reads up to MaxHTML bytes; more is an error, as is nothing at all. Where it breaks off, what came before comes with
// the error.
func readAll(r io.Reader) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxHTML+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return raw, fmt.Errorf("it breaks off after %d bytes: %w", len(raw), err)
	case err != nil:
		return raw, err
	case len(raw) > MaxHTML:
		return nil, ErrTooLarge
	case len(raw) == 0:
		return nil, page.ErrEmpty
	}
	return raw, nil
}

// String names the input in messages.
func (in Input) String() string {
	switch {
	case in.Saved != "":
		return in.Saved
	case in.Name != "":
		return filepath.Join(in.Dir, in.Name)
	case in.URL != "":
		return page.WithoutUser(in.URL)
	}
	return "the page that was given"
}

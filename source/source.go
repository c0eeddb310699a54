// Package source says where a page comes from: an address, a saved HTML file with the folder around it,
// standard input, a record of a web archive, or a page that was rendered and saved before. It reads bytes; it does not parse or render.
package source

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/mullionhq/mullion/page"
)

// An Input names one page.
type Input struct {
	URL         string // the page's address; the base of relative links when HTML is given
	HTML        []byte // raw bytes; nil to load URL
	ContentType string // of the response that HTML came with; "" when unknown
	Dir         string // folder of the saved HTML file; its files answer relative requests
	Name        string // the file's name in Dir
	Saved       string // path of a saved page (.json.gz) to judge again; then nothing else is set
}

// Stdin is the argument that stands for standard input.
const Stdin = "-"

// SavedSuffix ends the names of saved pages.
const SavedSuffix = ".json.gz"

// MaxHTML is the most bytes of HTML that are read from a file, standard input or an address.
const MaxHTML = 64 << 20

// ErrInput says that an argument names no page.
var ErrInput = errors.New("no such page")

// Open reads what an argument of the command line names: an http or https URL, "-" for standard input, a saved
// page, an HTML file, or a folder with an index.html. base is the page's address where the argument does not
// say it; it may be empty.
func Open(arg, base string, stdin io.Reader) (Input, error) {
	if base != "" {
		if u, err := url.Parse(base); err != nil || u.Host == "" {
			return Input{}, fmt.Errorf("%w: base %q is not an http or https URL", ErrInput, base)
		}
	}
	switch {
	case arg == Stdin:
		raw, err := readAll(stdin)
		if err != nil {
			return Input{}, fmt.Errorf("reading standard input: %w", err)
		}
		return Input{URL: base, HTML: raw}, nil
	case isURL(arg):
		return Input{URL: arg}, nil
	case strings.Contains(arg, "://"):
		return Input{}, fmt.Errorf("%w: %q is neither an http or https URL nor a file", ErrInput, arg)
	}
	info, err := os.Stat(arg)
	if err == nil && info.IsDir() {
		arg = filepath.Join(arg, "index.html")
		_, err = os.Stat(arg)
	}
	if err != nil {
		if !strings.ContainsAny(arg, `/\`) && strings.Contains(arg, ".") {
			return Input{}, fmt.Errorf("%w: there is no file %q; for the web page write https://%s", ErrInput, arg, arg)
		}
		return Input{}, fmt.Errorf("%w: %w", ErrInput, err)
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
	if err != nil {
		return Input{}, fmt.Errorf("reading %s: %w", arg, err)
	}
	dir, err := filepath.Abs(filepath.Dir(arg))
	if err != nil {
		return Input{}, fmt.Errorf("reading %s: %w", arg, err)
	}
	return Input{URL: base, HTML: raw, Dir: dir, Name: filepath.Base(arg)}, nil
}

func isURL(arg string) bool {
	head := strings.ToLower(arg[:min(len(arg), 8)])
	return strings.HasPrefix(head, "http://") || strings.HasPrefix(head, "https://")
}

// readAll reads up to MaxHTML bytes; more is an error, as is nothing at all.
func readAll(r io.Reader) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxHTML+1))
	switch {
	case err != nil:
		return nil, err
	case len(raw) > MaxHTML:
		return nil, fmt.Errorf("more than %d MiB", MaxHTML>>20)
	case len(raw) == 0:
		return nil, errors.New("it is empty")
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
	return "standard input"
}

package site

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"strings"
)

// FileSuffix ends the names of profiles.
const FileSuffix = ".site.json.gz"

// maxProfile is the most bytes of JSON that are read: a profile of 10,000 pages has a tenth of it.
const maxProfile = 4 << 30

// maxRatio is how many times its size a profile unpacks to at most: those of real pages do to 4 to 14 times, and gzip can to
// 1,000, so that a file of 4 MB would fill the memory.
const maxRatio = 100

// ErrNoProfile says that nothing is known about a site.
var ErrNoProfile = errors.New("there is no site profile")

// ErrBroken says that what is stored as a site's profile is none, or damaged. Learning the site anew replaces it.
var ErrBroken = errors.New("broken site profile")

// FileName is the name under which a site's profile is stored.
func FileName(name string) string { return url.PathEscape(name) + FileSuffix }

// maxFileName is the longest FileName, in bytes: systems take 255, and a file has some more while it is written. It is the same in
// all stores, so that profiles can be copied.
const maxFileName = 240

// CheckName is an ErrNoProfile of names that are too long for a profile ever to be there. All other names will do.
func CheckName(name string) error {
	if n := len(FileName(name)); n > maxFileName {
		return fmt.Errorf("%w of %.40q…, nor can there be one: its file's name would have %d bytes, of %d at most", ErrNoProfile, name, n, maxFileName)
	}
	return nil
}

// List names the sites that have a profile in the store, in the order of their file names.
func List(ctx context.Context, s Store) ([]string, error) {
	files, err := s.Names(ctx)
	if err != nil {
		return nil, fmt.Errorf("listing profiles: %w", err)
	}
	var names []string
	for _, file := range files {
		if escaped, ok := strings.CutSuffix(file, FileSuffix); ok {
			if name, err := url.PathUnescape(escaped); err == nil {
				names = append(names, name)
			}
		}
	}
	return names, nil
}

// Open reads the profile of a site from a store. Where there is none, the error is an ErrNoProfile that says how to
// learn one.
func Open(ctx context.Context, s Store, name string) (*Profile, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	stored, err := s.Read(ctx, FileName(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w of %s in %s: run `mullion learn` on pages of the site with --profiles %s", ErrNoProfile, name, s, s)
	}
	if err != nil {
		return nil, fmt.Errorf("profile of %s in %s: %w", name, s, err)
	}
	return decode(s, name, stored.Data)
}

// decode reads what is stored of a site. What cannot be read is an ErrBroken.
func decode(s Store, name string, raw []byte) (*Profile, error) {
	p, err := read(bytes.NewReader(raw))
	if err == nil && p.Name != name {
		err = fmt.Errorf("it is of %s, not of %s: rename it", p.Name, name)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s in %s: %w", ErrBroken, FileName(name), s, err)
	}
	return p, nil
}

// Change changes the profile of a site in a store. Where there is none, change gets nil. What others write at the
// same time is not lost: then change is called again.
func Change(ctx context.Context, s Store, name string, change func(*Profile) (*Profile, error)) error {
	if err := CheckName(name); err != nil {
		return err
	}
	_, err := s.Update(ctx, FileName(name), "", func(stored Stored) ([]byte, error) {
		var p *Profile
		if stored.Version != "" {
			var err error
			if p, err = decode(s, name, stored.Data); err != nil {
				return nil, err
			}
		}
		p, err := change(p)
		if err != nil {
			return nil, err
		}
		return p.encode()
	})
	if err != nil {
		return fmt.Errorf("saving profile: %w", err)
	}
	return nil
}

// Load reads a profile file. A file that is truncated, foreign or contradicts itself is an error.
func Load(file string) (*Profile, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	defer f.Close()
	p, err := read(f)
	if err != nil {
		return nil, fmt.Errorf("profile %s: %w", file, err)
	}
	return p, nil
}

// errForeign says that a file is of another kind.
var errForeign = errors.New("it is not a site profile")

// read reads a profile, gzipped JSON and nothing else.
func read(r io.Reader) (*Profile, error) {
	packed := &counted{from: r}
	z, err := gzip.NewReader(packed)
	if errors.Is(err, io.EOF) {
		return nil, errors.New("it is empty: learn the site again with --anew, or restore the file")
	}
	if err != nil {
		return nil, errForeign
	}
	stored := io.LimitReader(&unpacked{counted{from: z}, packed}, maxProfile)
	d := json.NewDecoder(stored)
	p := &Profile{Options: DefaultOptions()} // one of an older build lacks settings that came since
	err = d.Decode(p)
	if err == nil {
		err = ends(d)
	}
	// What is damaged may be no JSON any more, or no profile: the checksum at the end tells.
	if _, damage := io.Copy(io.Discard, stored); damage != nil {
		err = damage
	}
	if err != nil {
		return nil, unreadable(err)
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	return p, nil
}

// counted counts the bytes that are read.
type counted struct {
	from io.Reader
	n    int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.n += int64(n)
	return n, err
}

// unpacked is an errBloated once it has more than maxRatio times what was packed.
type unpacked struct {
	counted
	packed *counted
}

func (u *unpacked) Read(p []byte) (int, error) {
	if u.n > maxRatio*u.packed.n {
		return 0, errBloated
	}
	return u.counted.Read(p)
}

// errBloated says that a file is not what it seems to be.
var errBloated = fmt.Errorf("%w: it unpacks to more than %d times its size", errForeign, maxRatio)

// errFollows says that a file does not end with the profile.
var errFollows = fmt.Errorf("%w: something follows it", errForeign)

// ends reports what follows the profile.
func ends(d *json.Decoder) error {
	_, err := d.Token()
	switch {
	case err == nil:
		return errFollows
	case errors.Is(err, io.EOF):
		return nil
	}
	return err
}

// unreadable says of a file that begins as profiles do why it cannot be read.
func unreadable(err error) error {
	switch {
	case errors.Is(err, errFollows), errors.Is(err, errBloated):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it is truncated: learn the site again with --anew, or restore the file")
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, new(flate.CorruptInputError)):
		return errors.New("it is damaged: learn the site again with --anew, or restore the file")
	}
	return errForeign
}

// Write writes the profile as gzipped JSON.
func (p *Profile) Write(w io.Writer) error {
	z := gzip.NewWriter(w)
	e := json.NewEncoder(z)
	e.SetEscapeHTML(false)
	if err := e.Encode(p); err != nil {
		return fmt.Errorf("writing profile: %w", err)
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("writing profile: %w", err)
	}
	return nil
}

// encode is what Write writes.
func (p *Profile) encode() ([]byte, error) {
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Save writes the profile to a file that is there whole or not at all. It makes the folder.
func (p *Profile) Save(file string) error {
	raw, err := p.encode()
	if err != nil {
		return err
	}
	if err := writeFile(file, raw); err != nil {
		return fmt.Errorf("saving profile: %w", err)
	}
	return nil
}

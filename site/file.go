package site

import (
	"compress/gzip"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// FileSuffix ends the names of profiles.
const FileSuffix = ".site.json.gz"

// maxProfile is the most bytes of JSON that are read: a profile of 10,000 pages has a tenth of it.
const maxProfile = 4 << 30

// ErrNoProfile says that nothing is known about a site.
var ErrNoProfile = errors.New("there is no site profile")

// File is the name of a site's profile in a folder.
func File(dir, name string) string {
	return filepath.Join(dir, url.PathEscape(name)+FileSuffix)
}

// List names the profiles in a folder, in the order of their names.
func List(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("listing profiles: %w", err)
	}
	var files []string
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, FileSuffix) && !strings.HasPrefix(name, ".") {
			files = append(files, filepath.Join(dir, name))
		}
	}
	return files, nil
}

// Open reads the profile of a site from a folder. Where there is none, the error is an ErrNoProfile that says how to
// learn one.
func Open(dir, name string) (*Profile, error) {
	p, err := Load(File(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w of %s in %s: run `mullion learn` on pages of the site with --profiles %s", ErrNoProfile, name, dir, dir)
	}
	if err == nil && p.Name != name {
		return nil, fmt.Errorf("profile %s: it is of %s, not of %s: rename it", File(dir, name), p.Name, name)
	}
	return p, err
}

// Load reads a profile file. A file that is truncated, foreign or contradicts itself is an error.
func Load(file string) (*Profile, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	defer f.Close()
	p, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("profile %s: %w", file, err)
	}
	return p, nil
}

// Read reads a profile, gzipped JSON.
func Read(r io.Reader) (*Profile, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("it is not a site profile: %w", err)
	}
	limited := &io.LimitedReader{R: z, N: maxProfile}
	d := json.NewDecoder(limited)
	p := &Profile{}
	if err := d.Decode(p); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, errors.New("it is truncated: learn the site again, or restore the file")
		}
		return nil, fmt.Errorf("it is not a site profile: %w", err)
	}
	rest := make([]byte, 1)
	if n, err := io.ReadFull(limited, rest); n > 0 && rest[0] != '\n' || err == nil && more(limited) {
		return nil, errors.New("it is not a site profile: something follows it")
	} else if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("it is truncated or damaged: %w", err) // the checksum stands at the end
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	return p, nil
}

func more(r io.Reader) bool {
	n, err := r.Read(make([]byte, 1))
	return n > 0 || err != nil && !errors.Is(err, io.EOF)
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

// Save writes the profile to a file that is there whole or not at all: what stood there before stays until
// everything is written. It makes the folder.
func (p *Profile) Save(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return fmt.Errorf("saving profile: %w", err)
	}
	partial := filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+"."+rand.Text()[:8]+".tmp")
	f, err := os.OpenFile(partial, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("saving profile: %w", err)
	}
	err = p.Write(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(partial, file)
	}
	if err != nil {
		os.Remove(partial)
		return fmt.Errorf("saving profile: %w", err)
	}
	return nil
}

package site

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/mullionhq/mullion/whole"
)

// A Store keeps small files by name for several writers: in a folder (see Folder), or in a bucket (see package
// site/bucket). It is safe for concurrent use.
type Store interface {
	// Read returns what is stored under a name; a version that is not empty, and another for every content; an
	// fs.ErrNotExist where there is nothing.
	Read(ctx context.Context, name string) (Stored, error)

	// Update puts what edit makes of what is stored in its place, and returns its version. No other writer's work is
	// lost: edit may be called again when another was first. Data is not read when it has the version that the caller
	// knows. Where nothing is stored, the version is "". When edit returns nil, nothing changes.
	Update(ctx context.Context, name, known string, edit func(Stored) ([]byte, error)) (version string, err error)

	// Names lists what is stored, in order.
	Names(ctx context.Context) ([]string, error)

	// String names the store as --profiles does.
	String() string

	Close() error
}

// Stored is a content of a Store with its version.
type Stored struct {
	Version string
	Data    []byte // nil in Update when the version is the one that is known
}

// Folder is a Store in a folder. Files are there whole or not at all; writers wait for each other's
// lock.
type Folder struct{ Dir string }

// OpenFolder returns the store in a folder, which Update makes, by its path or as a file:// URL.
func OpenFolder(where string) (Folder, error) {
	dir := where
	if strings.Contains(where, "://") {
		u, err := url.Parse(where)
		if err != nil || u.Scheme != "file" || u.Host != "" || u.RawQuery != "" || u.Path == "" {
			return Folder{}, fmt.Errorf("profiles %s: it is not the URL of a folder, such as file:///srv/profiles", where)
		}
		dir = filepath.FromSlash(u.Path)
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return Folder{}, fmt.Errorf("profiles %s: it is a file: name the folder that it is in", where)
	}
	return Folder{dir}, nil
}

// String is the folder's path.
func (f Folder) String() string { return f.Dir }

// path is where a file is kept. Names have no character that a system forbids but the colon, which FileName leaves as it is
// and List reads escaped too.
func (f Folder) path(name string) string {
	if runtime.GOOS == "windows" {
		name = strings.ReplaceAll(name, ":", "%3A")
	}
	return filepath.Join(f.Dir, name)
}

// Close does nothing.
func (f Folder) Close() error { return nil }

// Read reads a file.
func (f Folder) Read(_ context.Context, name string) (Stored, error) {
	raw, err := os.ReadFile(f.path(name))
	if err != nil {
		return Stored{}, err
	}
	return Stored{contentVersion(raw), raw}, nil
}

// contentVersion is a version that is the same only for the same content.
func contentVersion(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// Update changes a file under the folder's lock.
func (f Folder) Update(ctx context.Context, name, known string, edit func(Stored) ([]byte, error)) (string, error) {
	unlock, err := whole.Lock(ctx, f.Dir)
	if err != nil {
		return "", err
	}
	defer unlock()
	s, err := f.Read(ctx, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if s.Version == known {
		s.Data = nil
	}
	raw, err := edit(s)
	if err != nil || raw == nil {
		return s.Version, err
	}
	return contentVersion(raw), writeFile(f.path(name), raw)
}

// Names lists the files, hidden ones left out. A folder that nobody made yet has none.
func (f Folder) Names(context.Context) ([]string, error) {
	entries, err := os.ReadDir(f.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// writeFile writes a file that is there whole or not at all. It makes the folder.
func writeFile(file string, raw []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return whole.WriteFile(file, raw)
}

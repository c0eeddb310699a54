// Package whole writes files that are there whole or not at all: what stood there before stays until everything is
// written, and whoever reads meanwhile sees one or the other. On Linux a program that is killed leaves nothing beside them,
// where the file system has files without a name. Lock keeps writers of a folder apart who change what they
// have read. It knows nothing of what is in the files.
package whole

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile puts data into a file, see Write.
func WriteFile(file string, data []byte) error {
	return Write(file, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Write lets fill write a new content, and renames it over the file when it is safely on the disk. The folder must be
// there. A file that there is keeps its permissions; links are followed; what is not a regular file, such as /dev/stdout
// or a pipe, is written to. Errors name the file; fill's own are kept.
func Write(file string, fill func(io.Writer) error) error {
	if err := write(file, fill); err != nil {
		return fmt.Errorf("writing %s: %w", file, err)
	}
	return nil
}

// errFolder says that a folder stands where a file is to be written.
var errFolder = errors.New("it is a folder: move it away, or name another file")

func write(file string, fill func(io.Writer) error) error {
	mode := fs.FileMode(0o666) // less what the umask takes
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	info, err := os.Stat(file)
	there := err == nil
	if there && info.IsDir() {
		return errFolder
	}
	if there && !info.Mode().IsRegular() {
		return create(file, os.O_WRONLY, mode, fill)
	}
	if there {
		mode = info.Mode().Perm()
	}
	partial := filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+"."+rand.Text()[:8]+".tmp")
	err = begin(partial, mode, func(f *os.File) error {
		if there {
			_ = f.Chmod(mode) // the umask may have taken some of it, which no file system need give back
		}
		return errors.Join(fill(f), f.Sync())
	})
	if err == nil {
		err = os.Rename(partial, file)
	}
	if err != nil {
		os.Remove(partial)
	}
	return err
}

// begin makes a new file and fills it, where it can before the file has its name.
func begin(file string, mode fs.FileMode, fill func(*os.File) error) error {
	f, appear, err := nameless(file, mode)
	if err != nil {
		return create(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode, func(w io.Writer) error { return fill(w.(*os.File)) })
	}
	if err = fill(f); err == nil {
		err = appear()
	}
	return errors.Join(err, f.Close())
}

// create opens a file, fills and closes it.
func create(file string, flags int, mode fs.FileMode, fill func(io.Writer) error) error {
	f, err := os.OpenFile(file, flags, mode)
	if err != nil {
		return errors.Unwrap(err) // without the name, which may be that of the partial file
	}
	return errors.Join(fill(f), f.Close())
}

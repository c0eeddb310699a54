package main

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// write gives a result to the file, or to standard output when file is "" or "-". A file is there whole or not at
// all: what stood there before stays until everything is written.
func (a *app) write(file string, result []byte) error {
	if file == "" || file == "-" {
		if _, err := io.Copy(a.out, bytes.NewReader(result)); err != nil {
			return fmt.Errorf("writing to standard output: %w", err)
		}
		return nil
	}
	if err := writeFile(file, result); err != nil {
		return fmt.Errorf("writing %s: %w", file, err)
	}
	a.log.Debug("written", "file", file, "bytes", len(result))
	return nil
}

// writeFile writes a file by renaming a complete one over it. Links are followed; what is not a regular file, such
// as /dev/stdout or a pipe, is written to.
func writeFile(file string, result []byte) error {
	mode := fs.FileMode(0o666)
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	if info, err := os.Stat(file); err == nil {
		if !info.Mode().IsRegular() {
			return os.WriteFile(file, result, mode)
		}
		mode = info.Mode().Perm()
	}
	partial := filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+"."+rand.Text()[:8]+".tmp")
	f, err := os.OpenFile(partial, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return errors.Unwrap(err)
	}
	_, err = f.Write(result)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(partial, file)
	}
	if err != nil {
		os.Remove(partial)
	}
	return err
}

// checkFolder reports early that a file cannot be written because its folder is not there.
func checkFolder(file string) error {
	if file == "" || file == "-" {
		return nil
	}
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return usagef("%s cannot be written: there is no folder %s", file, filepath.Dir(file))
	}
	return nil
}

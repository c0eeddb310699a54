package whole_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/mullionhq/mullion/whole"
)

// A program that is killed while it writes leaves nothing behind, as the file has no name then.
func TestFileHasNoNameWhileItIsWritten(t *testing.T) {
	dir := t.TempDir()
	f, err := os.OpenFile(dir, os.O_WRONLY|unix.O_TMPFILE, 0o666)
	if err != nil {
		t.Skip("this file system has no files without a name: ", err)
	}
	f.Close()
	file := filepath.Join(dir, "page.md")
	err = whole.Write(file, func(w io.Writer) error {
		if _, err := io.WriteString(w, "new"); err != nil {
			return err
		}
		if left := list(t, dir); len(left) != 0 {
			t.Errorf("%v would be left", left)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, file, "new")
	umask := syscall.Umask(0)
	syscall.Umask(umask)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != os.FileMode(0o666&^umask) {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	broken := errors.New("no more")
	if err := whole.Write(file, func(io.Writer) error { return broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
	if left := list(t, dir); len(left) != 1 {
		t.Errorf("%v is left", left)
	}
}

// What is no regular file, such as a pipe, is written to and stays what it is.
func TestPipesAreWrittenTo(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(file, 0o600); err != nil {
		t.Fatal(err)
	}
	got := make(chan string)
	go func() {
		raw, _ := os.ReadFile(file)
		got <- string(raw)
	}()
	if err := whole.WriteFile(file, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Fatalf("the pipe is %v, %v", info, err)
	}
	if text := <-got; text != "new" {
		t.Errorf("the reader has %q", text)
	}
}

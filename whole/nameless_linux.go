package whole

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// nameless opens a new file that has no name until appear gives it the one: nothing is left of it when the program is killed
// before. It is an error where the file system has no such files, or the system does not show what is open.
func nameless(file string, mode fs.FileMode) (f *os.File, appear func() error, err error) {
	f, err = os.OpenFile(filepath.Dir(file), os.O_WRONLY|unix.O_TMPFILE, mode)
	if err != nil {
		return nil, nil, err
	}
	opened := fmt.Sprintf("/proc/self/fd/%d", f.Fd())
	if _, err := os.Stat(opened); err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, func() error { return unix.Linkat(unix.AT_FDCWD, opened, unix.AT_FDCWD, file, unix.AT_SYMLINK_FOLLOW) }, nil
}

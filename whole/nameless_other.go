//go:build !linux

package whole

import (
	"errors"
	"io/fs"
	"os"
)

// nameless is an error: only Linux has files without a name.
func nameless(string, fs.FileMode) (f *os.File, appear func() error, err error) {
	return nil, nil, errors.ErrUnsupported
}

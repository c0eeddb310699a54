package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxLine bounds one line of a JSON-lines file, in bytes, so that a file without line ends cannot fill the memory.
const maxLine = 256 << 20

// readJSONL decodes a JSON value from every line of r that is not blank. name is the file's, for errors, which
// name the line too, counted from 1. A byte-order mark at the start is ignored.
func readJSONL[T any](r io.Reader, name string, each func(line int, v T) error) error {
	in := bufio.NewReaderSize(r, 1<<16)
	for line := 1; ; line++ {
		raw, err := readLine(in)
		if line == 1 {
			raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
		}
		if raw = bytes.TrimSpace(raw); len(raw) > 0 && (err == nil || err == io.EOF) {
			var v T
			if err := json.Unmarshal(raw, &v); err != nil {
				return fmt.Errorf("%s:%d: %w", name, line, plain(err))
			}
			if err := each(line, v); err != nil {
				return fmt.Errorf("%s:%d: %w", name, line, err)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
}

// plain says of a value of the wrong kind what it is and where, without Go's types.
func plain(err error) error {
	var typ *json.UnmarshalTypeError
	if errors.As(err, &typ) && typ.Field != "" {
		return fmt.Errorf("%s is of the wrong kind: %s", typ.Field, typ.Value)
	}
	return err
}

var errLongLine = errors.New("the line is too long")

func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if err != bufio.ErrBufferFull {
			return line, err
		}
		if len(line) > maxLine {
			return nil, errLongLine
		}
	}
}

func readJSONLFile[T any](path string, each func(line int, v T) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return readJSONL(f, path, each)
}

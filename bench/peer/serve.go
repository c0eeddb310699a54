package peer

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
)

// An Extractor makes an answer of a page: its text or HTML.
type Extractor func(Request) (Answer, error)

// Serve is the life of a Go peer's process: it says hello and answers until r ends. A page on which the extractor
// fails or panics is answered with the error.
func Serve(r io.Reader, w io.Writer, version string, extract Extractor) error {
	out := json.NewEncoder(w)
	if err := out.Encode(Hello{Version: version, Runtime: runtime.Version()}); err != nil {
		return err
	}
	in := json.NewDecoder(bufio.NewReaderSize(r, 1<<20))
	for {
		var q Request
		if err := in.Decode(&q); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading request: %w", err)
		}
		begin := cpuTime()
		a, err := try(q, extract)
		a.CPU = (cpuTime() - begin).Microseconds()
		a.ID = q.ID
		if err != nil {
			a = Answer{ID: q.ID, CPU: a.CPU, Error: err.Error()}
		}
		if err := out.Encode(a); err != nil {
			return fmt.Errorf("answering: %w", err)
		}
	}
}

func try(q Request, extract Extractor) (a Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			a, err = Answer{}, fmt.Errorf("panic: %v", r)
		}
	}()
	return extract(q)
}

package server

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

// idle is how long a connection without a request is kept.
const idle = 2 * time.Minute

// errSilent says that a client began a request and did not go on with it.
var errSilent = errors.New("the client was silent")

// A patientBody is a request's body of which a next piece must come in time. The connection of a client that lets a server
// wait is closed after the answer.
type patientBody struct {
	io.ReadCloser
	control *http.ResponseController
	wait    time.Duration
}

// patient reads a body by serve.patience; 0 waits for ever.
func patient(w http.ResponseWriter, body io.ReadCloser, wait time.Duration) io.ReadCloser {
	if body == nil || body == http.NoBody || wait == 0 {
		return body
	}
	b := &patientBody{body, http.NewResponseController(w), wait}
	b.extend() // who is refused may send nothing, too
	return b
}

func (b *patientBody) Read(p []byte) (int, error) {
	b.extend()
	n, err := b.ReadCloser.Read(p)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return n, fmt.Errorf("%w for %s", errSilent, b.wait)
	case err != nil: // the whole body is there, and that the client waits for its answer in silence is no fault
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// extend gives the client time for a next piece. A connection that knows no deadlines is a test's.
func (b *patientBody) extend() { _ = b.control.SetReadDeadline(time.Now().Add(b.wait)) }

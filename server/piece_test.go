package server

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A timed answer notes its deadlines, and how much was written after each.
type timed struct {
	*httptest.ResponseRecorder
	written []int
}

func (t *timed) SetWriteDeadline(time.Time) error {
	t.written = append(t.written, 0)
	return nil
}

func (t *timed) Write(p []byte) (int, error) {
	t.written[len(t.written)-1] += len(p)
	return t.ResponseRecorder.Write(p)
}

// A client that takes a large answer slowly gets all of it: each piece has its own deadline.
func TestEachPieceHasItsTime(t *testing.T) {
	answer := strings.Repeat("x", 3*piece+1)
	to := &timed{ResponseRecorder: httptest.NewRecorder()}
	n, err := (&counter{ResponseWriter: to, wait: time.Second}).Write([]byte(answer))
	if err != nil || n != len(answer) || to.Body.String() != answer {
		t.Fatalf("%d bytes written, %v", n, err)
	}
	if len(to.written) != 4 {
		t.Errorf("%d deadlines", len(to.written))
	}
	for _, n := range to.written {
		if n > piece {
			t.Errorf("%d bytes by one deadline", n)
		}
	}
}

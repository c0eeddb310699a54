package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestRemaining(t *testing.T) {
	for _, test := range []struct {
		took        time.Duration
		done, total int
		want        time.Duration
	}{
		{0, 0, 10, 0},
		{time.Minute, 1, 3, 2 * time.Minute},
		{time.Minute, 3, 3, 0},
		{100 * time.Hour, 1_000_000, 10_000_000, 900 * time.Hour}, // whose product no Duration holds
	} {
		if got := remaining(test.took, test.done, test.total); got != test.want {
			t.Errorf("%d of %d in %s: %s left, want %s", test.done, test.total, test.took, got, test.want)
		}
	}
}

// Of an archive, which is one piece of work, the page is told too.
func TestProgressTellsPagesOfArchives(t *testing.T) {
	var said bytes.Buffer
	p := newProgress(&app{err: &said})
	p.count(1)
	p.step("learning", 0, 2)
	p.count(530)
	p.step("learning", 2, 2)
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	if len(lines) != 2 || !strings.HasSuffix(lines[0], " learning 0/2") || !strings.HasSuffix(lines[1], " learning 2/2, page 530") {
		t.Errorf("said %q", lines)
	}
}

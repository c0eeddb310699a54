package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestRemaining(t *testing.T) {
	for _, test := range []struct {
		took       time.Duration
		done, left int
		want       time.Duration
	}{
		{0, 0, 10, 0},
		{time.Minute, 1, 2, 2 * time.Minute},
		{time.Minute, 3, 0, 0},
		{100 * time.Hour, 1_000_000, 9_000_000, 900 * time.Hour}, // whose product no Duration holds
	} {
		if got := remaining(test.took, test.done, test.left); got != test.want {
			t.Errorf("%d in %s: %s for %d, want %s", test.done, test.took, got, test.left, test.want)
		}
	}
}

// After an interruption the pages that are there already tell nothing of how long the others take.
func TestProgressCountsWhatWasDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said bytes.Buffer
		p := newProgress(&app{err: &said})
		p.step("cleaning", 0, 100)
		for range 90 {
			p.pass()
		}
		time.Sleep(logEvery) // of the bubble's clock
		p.step("cleaning", 91, 100)
		if !strings.Contains(said.String(), " cleaning 91/100, 1m30s left\n") {
			t.Errorf("said %q", said.String())
		}
	})
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

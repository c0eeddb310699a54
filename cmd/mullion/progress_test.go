package main

import (
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

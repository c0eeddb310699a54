package reach_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mullionhq/mullion/reach"
)

// Pages of one host are a pause apart, whoever asks and whatever the case of its name; others, and those without a pause, do
// not wait. What a host asks for counts where it is longer than the pause, and a minute at most.
func TestTurns(t *testing.T) {
	const page, pause = "https://news.example/1", 2 * time.Second
	for _, tt := range []struct {
		name    string
		address string
		pause   time.Duration
		asked   time.Duration
		want    time.Duration
	}{
		{"the same host", "http://NEWS.example:8080/2", pause, 0, pause},
		{"another host", "https://other.example/1", pause, 0, 0},
		{"no pause", page, 0, time.Hour, 0},
		{"asked for longer", page, pause, 5 * time.Second, 5 * time.Second},
		{"asked for less", page, pause, time.Second, pause},
		{"asked for hours", page, pause, time.Hour, time.Minute},
	} {
		synctest.Test(t, func(t *testing.T) {
			var turns reach.Turns
			if err := turns.Wait(t.Context(), page, pause); err != nil {
				t.Fatal(err)
			}
			turns.Hold(page, tt.asked)
			begun := time.Now()
			if err := turns.Wait(t.Context(), tt.address, tt.pause); err != nil || time.Since(begun) != tt.want {
				t.Errorf("%s: waited %s, want %s; %v", tt.name, time.Since(begun), tt.want, err)
			}
		})
	}
}

// Pages that wait at the same time come one after the other; who gives up does not take a turn.
func TestTurnsOfMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var turns reach.Turns
		begun := time.Now()
		came := make(chan time.Duration)
		for range 3 {
			go func() {
				_ = turns.Wait(t.Context(), "https://news.example/", time.Second)
				came <- time.Since(begun)
			}()
		}
		soon, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		synctest.Wait()
		if err := turns.Wait(soon, "https://news.example/", time.Second); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		for i := range time.Duration(3) {
			if got := <-came; got != i*time.Second {
				t.Errorf("page %d came after %s", i, got)
			}
		}
	})
}

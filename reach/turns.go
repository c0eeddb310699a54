package reach

import (
	"context"
	"net/url"
	"sync"
	"time"
)

// maxHold is how long a server may ask to be left alone, so that no page waits for hours. A guess.
const maxHold = time.Minute

// Turns keep the pages of one host apart, so that no server is asked for many at once. They are safe for concurrent use.
type Turns struct {
	mu   sync.Mutex
	next map[string]time.Time // by host, when its next page may be asked for
}

// Wait waits until the page at an address may be asked for: a pause after the one before of its host, and when the time is over
// for which the host asked. A pause of 0 waits for nothing. The error is ctx's.
func (t *Turns) Wait(ctx context.Context, address string, pause time.Duration) error {
	u, err := url.Parse(address)
	if err != nil || pause <= 0 {
		return nil // a wrong address is told where it is loaded
	}
	for {
		wait := t.take(Name(u.Hostname()), pause)
		if wait <= 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// take takes the turn of a host, or tells how long it is until there is one.
func (t *Turns) take(host string, pause time.Duration) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	if wait := t.next[host].Sub(now); wait > 0 {
		return wait
	}
	t.set(host, now.Add(pause))
	return 0
}

// set remembers when a host's next page may be asked for.
func (t *Turns) set(host string, when time.Time) {
	if t.next == nil || len(t.next) >= maxHosts {
		t.next = map[string]time.Time{}
	}
	t.next[host] = when
}

// Hold has the next page of an address's host wait for as long as the host asked, a minute at most.
func (t *Turns) Hold(address string, asked time.Duration) {
	u, err := url.Parse(address)
	if err != nil || asked <= 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	host := Name(u.Hostname())
	if when := time.Now().Add(min(asked, maxHold)); when.After(t.next[host]) {
		t.set(host, when)
	}
}

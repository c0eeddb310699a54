package render

import (
	"context"
	"errors"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"
)

// How long a host is taken for gone by what pages load: one whose name does not exist, and one that did not answer or whose
// name could not be asked for, as that passes. Guesses.
const (
	unknownFor = time.Minute
	silentFor  = 15 * time.Second
)

// maxLost is how many hosts are remembered before all are forgotten, so that a server's memory does not grow.
const maxLost = 4096

// lostHosts are those that were out of reach lately, for all slots of a Browser. A page out of an archive asks
// hosts that are gone for dozens of files; resolvers remember no failures, and many answer a burst of questions late or
// never: where one answer in thirty was lost, forty such pages took 96 s, and 9 s with this memory.
type lostHosts struct {
	mu   sync.Mutex
	lost map[string]loss // by host with port
}

// A loss is why a host was out of reach, and until when that is taken for granted.
type loss struct {
	err   error
	until time.Time
}

func newLostHosts() *lostHosts { return &lostHosts{lost: map[string]loss{}} }

// why is why a host with port was out of reach lately, or nil.
func (l *lostHosts) why(hostport string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if host := l.lost[strings.ToLower(hostport)]; time.Now().Before(host.until) {
		return host.err
	}
	return nil
}

// note remembers a host to which no connection was made, if its name was not found or it did not answer. What was refused or
// called off tells nothing of the next time.
func (l *lostHosts) note(hostport string, err error) {
	var unfound *net.DNSError
	var silent net.Error
	wait := silentFor
	switch {
	case errors.Is(err, context.Canceled):
		return
	case errors.As(err, &unfound):
		if unfound.IsNotFound {
			wait = unknownFor
		}
	case !errors.As(err, &silent) || !silent.Timeout():
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lost) >= maxLost {
		clear(l.lost)
	}
	l.lost[strings.ToLower(hostport)] = loss{err, time.Now().Add(wait)}
}

// forget has the host of an address tried again, at all of its ports, as a page is asked for there.
func (l *lostHosts) forget(address string) {
	u, err := url.Parse(address)
	if err != nil {
		return
	}
	host := strings.ToLower(u.Hostname())
	l.mu.Lock()
	defer l.mu.Unlock()
	for hostport := range l.lost {
		if h, _, err := net.SplitHostPort(hostport); err == nil && h == host {
			delete(l.lost, hostport)
		}
	}
}

package reach

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"
)

// DialTimeout is how long a connection is tried to be made. It ends before a page's patience does with the default settings,
// so that a host that does not answer is known as one (Lost).
const DialTimeout = 8 * time.Second

// dialShare is the most of a page's time that goes into one connection, so that shorter settings end later than that, too. A
// guess.
const dialShare = 0.5

// How long a host is taken for gone: one whose name does not exist, and one that did not answer or whose name could not be
// asked for, as that passes. Guesses.
const (
	unknownFor = time.Minute
	silentFor  = 15 * time.Second
)

// maxHosts is how many hosts are remembered before all are forgotten, so that a server's memory does not grow.
const maxHosts = 4096

// Lost are the hosts that were out of reach lately. It is safe for concurrent use. A page out of an archive asks
// hosts that are gone for dozens of files; resolvers remember no failures, and many answer a burst of questions late or
// never: where one answer in thirty was lost, forty such pages took 96 s, and 9 s with this memory. A list of pages may have
// hundreds of one host that is silent.
type Lost struct {
	mu   sync.Mutex
	lost map[string]loss // by host with port
}

// A loss is why a host was out of reach and when, and until when that is taken for granted.
type loss struct {
	err         error
	when, until time.Time
	own         bool // whether a page of the host was asked for in vain
}

// NewLost returns an empty memory.
func NewLost() *Lost { return &Lost{lost: map[string]loss{}} }

// Dial connects to a host with port by dial, which is not called for one that was out of reach lately: the error says when it
// will be again. own says that a page of this very host is loaded, not something that a page asks for; timeout is that of the
// page.
func (l *Lost) Dial(ctx context.Context, hostport string, own bool, timeout time.Duration, dial func(context.Context) (net.Conn, error)) (net.Conn, error) {
	if err := l.why(hostport); err != nil {
		return nil, err
	}
	soon, cancel := context.WithTimeout(ctx, min(DialTimeout, time.Duration(dialShare*float64(timeout))))
	defer cancel()
	c, err := dial(soon)
	if err != nil && ctx.Err() == nil { // what was called off tells nothing of the next time
		l.note(hostport, err, own)
	}
	return c, err
}

// why is why a host with port was out of reach lately, or nil.
func (l *Lost) why(hostport string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	host, now := l.lost[strings.ToLower(hostport)], time.Now()
	if !now.Before(host.until) {
		return nil
	}
	return fmt.Errorf("%s was out of reach %d s ago (%w): try again in %d s", hostport, now.Sub(host.when)/time.Second, host.err, (host.until.Sub(now)+time.Second-1)/time.Second)
}

// note remembers a host to which no connection was made, if its name was not found or it did not answer. What was refused
// tells nothing of the next time.
func (l *Lost) note(hostport string, err error, own bool) {
	var unfound *net.DNSError
	var silent net.Error
	wait := silentFor
	switch {
	case errors.As(err, &unfound):
		if unfound.IsNotFound {
			wait = unknownFor
		}
	case !errors.As(err, &silent) || !silent.Timeout():
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lost) >= maxHosts {
		clear(l.lost)
	}
	now := time.Now()
	l.lost[strings.ToLower(hostport)] = loss{err, now, now.Add(wait), own && wait == silentFor}
}

// Forget has the host of an address tried again, at all of its ports, as a page is asked for there; but not where it was
// silent to the last page that was.
func (l *Lost) Forget(address string) {
	u, err := url.Parse(address)
	if err != nil {
		return
	}
	host := Name(u.Hostname())
	l.mu.Lock()
	defer l.mu.Unlock()
	for hostport, loss := range l.lost {
		if h, _ := SplitHost(hostport); h == host && !loss.own {
			delete(l.lost, hostport)
		}
	}
}

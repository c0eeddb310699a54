// Package gate decides who may call the server and how many calls run at a time: the address that is listened
// on, the token, the names a caller may use, the queue. It knows HTTP headers; it knows no pages.
package gate

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/mullionhq/mullion/option"
)

// Options are the settings of a server. The numbers are guesses; the queue's were tried with a few dozen callers.
type Options struct {
	Listen    string        `key:"listen" default:"127.0.0.1:8765" doc:"address to listen on, as host:port; port 0 takes a free one"`
	Token     string        `key:"token" doc:"what callers must send as Authorization: Bearer …; needed for addresses other than loopback; best set in the environment"`
	Hosts     []string      `key:"hosts" doc:"names under which callers may reach the server besides its own address, such as the one of a reverse proxy; needs a token"`
	Workspace string        `key:"workspace" doc:"folder of the pages that the review UI shows; empty has no UI"`
	Kept      int           `key:"kept" default:"200" min:"1" max:"100000" doc:"pages of the workspace that are kept in memory"`
	MaxBody   int           `key:"max_body" default:"16777216" min:"1024" doc:"most bytes of a request's body"`
	Connected int           `key:"connected" default:"500" min:"1" max:"1000000" doc:"connections that are open at a time; others wait until one of them ends"`
	Running   int           `key:"running" default:"2" min:"1" max:"1024" doc:"pages that are cleaned at a time"`
	Waiting   int           `key:"waiting" default:"32" min:"0" max:"100000" doc:"requests that may wait for that; more are turned away with status 429"`
	Patience  time.Duration `key:"patience" default:"30s" min:"0s" max:"1h" doc:"longest time that a request waits before it is turned away, and that a client may be silent in the middle of one"`
	Grace     time.Duration `key:"grace" default:"30s" min:"0s" max:"1h" doc:"time that running requests get when the server is stopped"`
}

// DefaultOptions listen on loopback.
func DefaultOptions() Options { return option.Defaults[Options]() }

// minToken is the shortest token in characters: 16 hexadecimal digits are 64 bits, too many to guess over HTTP.
const minToken = 16

// Check reports an address that cannot be listened on, one that needs a token where there is none, and a token that is none.
func (o *Options) Check() error {
	host, _, err := net.SplitHostPort(o.Listen)
	const make = "set MULLION_SERVE_TOKEN, for example to the output of `openssl rand -hex 16`"
	switch {
	case err != nil:
		return fmt.Errorf("listen: %q is not host:port", o.Listen)
	case o.Token != "" && len(o.Token) < minToken:
		return fmt.Errorf("token: it has fewer than %d characters: %s", minToken, make)
	case strings.ContainsFunc(o.Token, isNoneOfCookies) || strings.TrimSpace(o.Token) != o.Token:
		return errors.New("token: it has quotes, semicolons, backslashes, letters beyond ASCII or space around it, which callers cannot send: " + make)
	case o.Token != "":
		return nil
	case !isLoopback(host):
		return fmt.Errorf("token: %s can be reached from other machines, which needs a token: %s", o.Listen, make)
	case len(o.Hosts) > 0:
		return errors.New("token: serve.hosts lets others in, which needs a token: " + make)
	}
	return nil
}

// isNoneOfCookies reports a character that net/http leaves out of the value of a cookie.
func isNoneOfCookies(r rune) bool { return r < ' ' || r > '~' || strings.ContainsRune(`";\`, r) }

// isLoopback reports whether only this machine can reach the host. The empty host is every address, and a name is none.
func isLoopback(host string) bool {
	return strings.EqualFold(strings.TrimSuffix(host, "."), "localhost") || net.ParseIP(host).IsLoopback()
}

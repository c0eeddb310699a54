// Package reach says which hosts pages may be loaded from although their addresses are private, remembers which were out of
// reach lately, when the next page of one may be asked for, and what an answer of an error status is. It knows names of hosts;
// others resolve and dial them.
package reach

import (
	"net"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// A Rule names the hosts that may have private addresses.
type Rule struct {
	All   bool     // every host may
	Hosts []string // these may: names or addresses, with a port to mean that port alone
	Named string   // so may this one, the host that a page was asked for by; "" for none
}

// Allows reports whether a host, with or without a port, may have a private address.
func (r Rule) Allows(hostport string) bool {
	if r.All {
		return true
	}
	host, port := SplitHost(hostport)
	if named, _ := SplitHost(r.Named); r.Named != "" && host == named {
		return true
	}
	for _, allowed := range r.Hosts {
		if h, p := SplitHost(allowed); h == host && (p == "" || p == port) {
			return true
		}
	}
	return false
}

// SplitHost parts a host from its port, which is "" where there is none. The host is as Name has it, and without brackets.
func SplitHost(hostport string) (host, port string) {
	host, port, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	return Name(strings.Trim(host, "[]")), port
}

// Name is a host as it is asked for: in lower case, letters beyond ASCII as Punycode.
func Name(host string) string {
	if strings.IndexFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		if name, err := idna.Lookup.ToASCII(host); err == nil {
			return name
		}
	}
	return strings.ToLower(host)
}

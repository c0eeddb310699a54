package reach

import (
	"net/netip"
	"strings"

	"code.dny.dev/ssrf"
	whatwg "github.com/nlnwa/whatwg-url/url"
)

var public = ssrf.New(ssrf.WithAnyPort())

// IsPrivate reports whether a host, with or without a port, is by its name alone one of this machine or of a private network:
// a private address however it is written, such as 0x7f.1, or localhost. It is for who asks a proxy, which resolves all other
// names; who dials looks at the address.
func IsPrivate(hostport string) bool {
	host, _ := SplitHost(hostport)
	host = strings.TrimSuffix(host, ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	if at, err := whatwg.Parse("http://" + host); err == nil { // as a browser reads it
		host = at.Hostname()
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && public.SafeAddr(ip.Unmap()) != nil
}

package reach_test

import (
	"testing"

	"github.com/mullionhq/mullion/reach"
)

func TestRule(t *testing.T) {
	some := reach.Rule{Hosts: []string{"Intra.example", "db.example:8080", "[::1]", "10.0.0.7", "Bücher.example"}, Named: "asked.example"}
	for _, tt := range []struct {
		rule reach.Rule
		host string
		want bool
	}{
		{reach.Rule{}, "localhost:80", false},
		{reach.Rule{}, "", false},
		{reach.Rule{All: true}, "localhost:80", true},
		{some, "intra.example:443", true},
		{some, "INTRA.example", true},
		{some, "db.example:8080", true},
		{some, "db.example:80", false},
		{some, "db.example", false},
		{some, "[::1]:80", true},
		{some, "::1", true},
		{some, "10.0.0.7:80", true},
		{some, "asked.example:80", true},
		{some, "other.example:80", false},
		{some, "xn--bcher-kva.example:80", true}, // as it is asked for
		{reach.Rule{Named: "例え.テスト"}, "xn--r8jz45g.xn--zckzah:443", true},
		{reach.Rule{Named: "under_score.example"}, "UNDER_score.example:80", true},
	} {
		if got := tt.rule.Allows(tt.host); got != tt.want {
			t.Errorf("%+v: %q is allowed: %v", tt.rule, tt.host, got)
		}
	}
}

func TestNamesOfPrivateHosts(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST:80": true, "localhost.": true, "a.localhost.:80": true, "notlocalhost": false, "localhost.example": false,
		"127.0.0.1": true, "127.0.0.1.": true, "127.1:80": true, "0x7f.1": true, "2130706433": true, "0": true, "169.254.169.254:80": true,
		"[::1]:80": true, "::1": true, "[::ffff:10.0.0.1]": true, "[64:ff9b::7f00:1]": true, "[2002:7f00:1::]": true, "fe80::1%25lo": true,
		"8.8.8.8": false, "[2606:4700::1111]:443": false, "news.example:80": false, "": false,
	} {
		if got := reach.IsPrivate(host); got != want {
			t.Errorf("%q is private: %v", host, got)
		}
	}
}

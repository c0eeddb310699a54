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

package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every setting for Chrome is one, and only its flags are told, each once, where pages are read without Chrome.
func TestFlagsForChromeWithoutChrome(t *testing.T) {
	alone(t)
	for _, key := range forChrome {
		if _, ok := Field(key); !ok {
			t.Errorf("there is no setting %s", key)
		}
	}
	t.Setenv("MULLION_RENDER_SCROLL", "never")
	never := Flag{"rendering", "--render", "never"}
	flags := []Flag{
		{"render.wait_for", "--wait-for", "main"}, {"render.viewport_width", "--viewport", "390"}, {"render.viewport_height", "--viewport", "844"},
		{"render.settle", "--set render.settle", "1s"}, {"render.timeout", "--timeout", "3s"},
	}
	const does = " is for Chrome: it does nothing, as pages are read without it (rendering never)"
	for _, tt := range []struct {
		flags []Flag
		want  []string
	}{
		{flags, nil},
		{[]Flag{never}, nil},
		{append(flags, never), []string{"--set render.settle" + does, "--viewport" + does, "--wait-for" + does}},
	} {
		l, err := Load("", tt.flags)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, l.Unheeded()); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.flags, diff)
		}
	}
}

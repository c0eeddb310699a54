package main

import (
	"cmp"
	"runtime"
	"runtime/debug"
)

// version tells the module's version, the commit it was built from, and by which Go.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	text := cmp.Or(info.Main.Version, "(devel)")
	stamp := map[string]string{}
	for _, s := range info.Settings {
		stamp[s.Key] = s.Value
	}
	if commit := stamp["vcs.revision"]; commit != "" {
		text += " commit " + commit[:min(len(commit), 12)]
	}
	if when := stamp["vcs.time"]; when != "" {
		text += " of " + when
	}
	if stamp["vcs.modified"] == "true" {
		text += ", changed"
	}
	return text + ", " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
}

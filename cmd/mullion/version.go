package main

import (
	"runtime"
	"runtime/debug"
)

// version tells the module's version, the commit it was built from, and by which Go.
func version() string {
	text := "(unknown)"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return text
	}
	if info.Main.Version != "" {
		text = info.Main.Version
	}
	stamp := map[string]string{}
	for _, s := range info.Settings {
		stamp[s.Key] = s.Value
	}
	if commit := stamp["vcs.revision"]; commit != "" {
		text += " commit " + commit[:min(len(commit), 12)]
		if stamp["vcs.modified"] == "true" {
			text += " with changes"
		}
	}
	if when := stamp["vcs.time"]; when != "" {
		text += " of " + when
	}
	return text + " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
}

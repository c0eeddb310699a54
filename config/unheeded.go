package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mullionhq/mullion"
)

// forChrome are the settings that nothing but Chrome heeds.
var forChrome = []string{
	"render.chrome", "render.remote", "render.pages_per_browser", "render.settle", "render.quiet", "render.viewport_width",
	"render.viewport_height", "render.device_scale", "render.wait_for", "render.scroll", "render.scroll_height",
	"render.block_media", "render.isolate", "render.max_body",
}

// Unheeded warns of flags that do nothing, as they are for Chrome and pages are read without it. What a file or the
// environment sets is for all calls, and may well be for others than this one.
func (l *Loaded) Unheeded() []string {
	if l.Rendering != mullion.RenderNever {
		return nil
	}
	var warnings []string
	for _, key := range forChrome {
		if flag := l.Origins[key]; strings.HasPrefix(flag, "--") {
			warnings = append(warnings, fmt.Sprintf("%s is for Chrome: it does nothing, as pages are read without it (rendering never)", flag))
		}
	}
	return slices.Compact(warnings) // of the width and height of one flag
}

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/render"
)

func checkConfig(_ context.Context, c *config.Loaded) []finding {
	if c.File == "" {
		return []finding{{ok, "no config file; defaults, environment and flags", ""}}
	}
	return []finding{{ok, c.File, ""}}
}

const (
	installChrome = "apt-get install chromium-headless-shell   (Debian, Ubuntu; any Chrome or Chromium does)\nor name one with --chrome PATH, or a running one with --remote ws://…"
	repairChrome  = "run it by hand with --headless --dump-dom about:blank to see what it says;\nsystem libraries that are missing come with: apt-get install --reinstall chromium-headless-shell"
	giveFolder    = "name a folder that can be written and has room: TMPDIR=FOLDER\nin a container with a read-only root: docker run --tmpfs /tmp"
)

// checkChrome finds Chrome, asks its version, and renders a page.
func checkChrome(ctx context.Context, c *config.Loaded) []finding {
	var found []finding
	what := "the running Chrome at " + c.Render.Remote
	if c.Render.Remote == "" {
		chrome, err := render.FindChrome(c.Render.Chrome)
		if err != nil {
			return []finding{{missing, err.Error(), installChrome}}
		}
		version, err := chrome.Version(ctx)
		if err != nil {
			return []finding{{missing, err.Error(), repairChrome}}
		}
		what = fmt.Sprintf("%s, %s", version, chrome.Path)
		if !chrome.Shell {
			found = append(found, finding{note, "this is a full Chrome; a headless shell needs about half the CPU for a page", "apt-get install chromium-headless-shell"})
		}
	}
	start := time.Now()
	_, err := renderHTML(ctx, c, `<!doctype html><title>doctor</title><p>Hello`)
	switch {
	case errors.Is(err, render.ErrFolder):
		return append(found, finding{missing, fmt.Sprintf("%s does not render: %v", what, err), giveFolder})
	case err != nil:
		return append(found, finding{missing, fmt.Sprintf("%s does not render: %v", what, err), repairChrome})
	}
	return append([]finding{{ok, fmt.Sprintf("%s, renders a page in %d ms", what, time.Since(start).Milliseconds()), ""}}, found...)
}

// renderHTML renders a page of our own.
func renderHTML(ctx context.Context, c *config.Loaded, html string) (*render.Result, error) {
	b, err := render.New(ctx, c.Render)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	return b.Render(ctx, render.Request{HTML: []byte(html)})
}

func checkSandbox(context.Context, *config.Loaded) []finding {
	if on, why := render.Sandbox(); !on {
		return []finding{{note, "off: " + why, "in a container: USER nobody, and allow user namespaces (seccomp) or keep the container tight"}}
	}
	return []finding{{ok, "on", ""}}
}

// enoughMemory is the shared memory in bytes that Chrome wants; Docker gives a quarter of it unless told otherwise.
const enoughMemory = 256 << 20

func checkMemory(context.Context, *config.Loaded) []finding {
	const way = "docker run --shm-size=1g"
	size, err := sharedMemory()
	text := fmt.Sprintf("%d MiB shared", size>>20)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return []finding{{ok, "Chrome needs no /dev/shm on this system", ""}}
	case err != nil:
		return []finding{{note, fmt.Sprintf("no shared memory (%v): Chrome uses its own folder instead, which is slower", err), way}}
	case size < enoughMemory:
		return []finding{{note, text + ", so Chrome may use its own folder instead, which is slower", way}}
	}
	return []finding{{ok, text, ""}}
}

func checkNetwork(_ context.Context, c *config.Loaded) []finding {
	switch {
	case c.Render.Remote != "":
		return []finding{{note, "pages can reach private addresses: the guard cannot watch a remote Chrome", "start Chrome here (no render.remote) where pages are not trusted"}}
	case c.Render.Proxy != "":
		return []finding{{note, "the proxy decides which addresses pages can reach", ""}}
	case c.Render.AllowPrivate:
		return []finding{{note, "pages can reach private and loopback addresses", "leave render.allow_private off, and list hosts you trust in render.allow_hosts"}}
	}
	text := "pages cannot reach private addresses"
	if c.Render.AllowNamed {
		text += ", but for the host that was asked for"
	}
	if len(c.Render.AllowHosts) > 0 {
		text += ", and " + strings.Join(c.Render.AllowHosts, ", ")
	}
	return []finding{{ok, text, ""}}
}

func checkModel(_ context.Context, c *config.Loaded) []finding {
	m, err := mullion.OpenModel(c.Model)
	if err != nil {
		return []finding{{missing, err.Error(), "use --model builtin, train one with mullion train, or do without by --method vlps"}}
	}
	return []finding{{ok, c.Model + ": " + m.String(), ""}}
}

package render

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// A Chrome is an installed browser.
type Chrome struct {
	Path  string // absolute
	Shell bool   // whether it is a headless shell, which needs about half the CPU of a full Chrome
}

// chromeNames are looked for in this order: headless shells first, for they are twice as fast.
var chromeNames = []string{
	"chromium-headless-shell", "chrome-headless-shell", "headless-shell", "headless_shell",
	"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "google-chrome-beta",
	"google-chrome-unstable", "microsoft-edge", "microsoft-edge-stable", "brave-browser",
	// outside of PATH
	"/headless-shell/headless-shell", "/usr/lib/chromium/headless_shell", "/usr/lib/chromium/chromium", "/opt/google/chrome/chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium",
	`C:\Program Files\Google\Chrome\Application\chrome.exe`, `C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
}

// FindChrome returns the browser at path, which may be a name in PATH. With path "" it looks for the usual
// names, headless shells first. The error is ErrNoChrome and says what to do.
func FindChrome(path string) (Chrome, error) {
	names := chromeNames
	if path != "" {
		names = []string{path}
	}
	for _, name := range names {
		found, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if found, err = filepath.Abs(found); err == nil {
			return Chrome{Path: found, Shell: strings.Contains(strings.ReplaceAll(filepath.Base(found), "_", "-"), "headless-shell")}, nil
		}
	}
	if path != "" {
		return Chrome{}, fmt.Errorf("%w at %q: set render.chrome to a Chrome that can be run, or leave it empty to look for one", ErrNoChrome, path)
	}
	return Chrome{}, fmt.Errorf("%w: install chromium-headless-shell (or any Chrome or Chromium), or set render.chrome or render.remote", ErrNoChrome)
}

// versionTimeout is how long Chrome may take to say its version.
const versionTimeout = 10 * time.Second

// Version asks Chrome for its version, such as "Chromium 138.0.7204.100".
func (c Chrome) Version(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, versionTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, c.Path, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("asking %s for its version: %w", c.Path, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// Sandbox reports whether Chrome will run in its sandbox, and why not. Only root on Linux runs without one,
// because Chrome refuses to sandbox there.
func Sandbox() (on bool, why string) {
	if runtime.GOOS == "linux" && os.Geteuid() == 0 {
		return false, "running as root: Chrome's sandbox does not work there, so a hostile page is held only by the container; run as another user"
	}
	return true, ""
}

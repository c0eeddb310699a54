//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/mullionhq/mullion/site"
)

// Whoever stops the program is left with nothing of it: no Chrome, no folder of Chrome, no half a file.
func TestStoppingLeavesNothing(t *testing.T) {
	for _, sent := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sent.String(), func(t *testing.T) {
			alone(t)
			heard := make(chan os.Signal, 1)
			signal.Notify(heard, sent) // what is started does not ignore it, though the test may have been started so (nohup)
			defer signal.Stop(heard)
			asked := make(chan struct{}, 10)
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked <- struct{}{}
				<-r.Context().Done()
			}))
			defer web.Close()
			defer web.CloseClientConnections()
			results := t.TempDir()
			temp, err := os.MkdirTemp("/tmp", "mullion-test-") // short enough for Chrome's folder
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(temp)

			var said bytes.Buffer
			cmd := exec.Command("mullion", "clean", web.URL, "--method", "vlps", "--render", "always", "--out", filepath.Join(results, "page.md"))
			cmd.Env = append(os.Environ(), "TMPDIR="+temp)
			cmd.Stdout, cmd.Stderr = &said, &said
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			exited := make(chan error, 1)
			go func() { exited <- cmd.Wait() }()
			select {
			case <-asked: // Chrome runs and waits for the page
			case err := <-exited:
				t.Fatalf("it ended by itself: %v\n%s", err, said.String())
			}
			if len(list(t, temp)) == 0 || len(processes(t, temp)) == 0 {
				t.Fatalf("there is no Chrome in %s to be stopped: %v, %v", temp, list(t, temp), processes(t, temp))
			}
			if err := cmd.Process.Signal(sent); err != nil {
				t.Fatal(err)
			}
			var exit *exec.ExitError
			if err := <-exited; !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
				t.Errorf("it ended with %v, want exit code %d\n%s", err, exitInterrupted, said.String())
			}
			for what, left := range map[string][]string{"files of Chrome": list(t, temp), "results": list(t, results), "processes": processes(t, temp)} {
				if len(left) > 0 {
					t.Errorf("%s are left: %v", what, left)
				}
			}
		})
	}
}

// Of many pages those that were done are kept, and the same command goes on with the others.
func TestStoppedCleaningGoesOn(t *testing.T) {
	alone(t)
	var stuck atomic.Bool
	stuck.Store(true)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if stuck.Load() {
			<-r.Context().Done()
			return
		}
		http.ServeFile(w, r, filepath.Join(sampleSite, "magazine", "index.html"))
	}))
	defer web.Close()
	defer web.CloseClientConnections()
	pages := filepath.Join(t.TempDir(), "pages")
	args := []string{"clean", sampleSite + "/shop", web.URL, sampleSite + "/forum", "--render", "never", "--allow-private", "--into", pages}
	index := func() string {
		raw, err := os.ReadFile(filepath.Join(pages, "pages.jsonl"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		return string(raw)
	}

	cmd := exec.Command("mullion", args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); !strings.Contains(index(), "\n"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the first page is not kept before the second is there\n%s", said.String())
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("it ended with %v, want exit code %d\n%s", err, exitInterrupted, said.String())
	}
	before := index()
	if !strings.Contains(before, "/shop/") || strings.Contains(before, web.URL) {
		t.Errorf("kept: %s", before)
	}

	stuck.Store(false)
	out, err := exec.Command("mullion", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	after := index()
	if !strings.HasPrefix(after, before) || strings.Count(after, "\n") != 3 || !strings.Contains(after, web.URL) {
		t.Errorf("after it went on: %s", after)
	}
}

// While one page takes long, many others are cleaned, which come after it all the same.
func TestSlowPageHoldsUpNoOther(t *testing.T) {
	alone(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // as many are cleaned at a time
	const others = 40
	var asked atomic.Int32
	all := make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/0" {
			select {
			case <-all:
			case <-time.After(20 * time.Second):
				t.Errorf("%d of %d others were asked for", asked.Load(), others)
			}
		} else if asked.Add(1) == others {
			close(all)
		}
		http.ServeFile(w, r, filepath.Join(sampleSite, "magazine", "index.html"))
	}))
	defer web.Close()
	args := []string{"clean", "--render", "never", "--allow-private", "--format", "json", "--set", "render.tabs=2"}
	for i := range others + 1 {
		args = append(args, fmt.Sprintf("%s/%d", web.URL, i))
	}
	var out, errs bytes.Buffer
	if code := execute(t.Context(), args, strings.NewReader(""), &out, &errs); code != exitDone {
		t.Errorf("exit code %d\n%s", code, errs.String())
	}
	n := 0
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, fmt.Sprintf(`{"input":"%s/%d"`, web.URL, n)) {
			t.Errorf("line %d begins with %.60s", n, line)
		}
		n++
	}
	if n != others+1 {
		t.Errorf("%d lines", n)
	}
}

// Learning anew that is stopped says that the profile is small now, and how to go on; that loses no page.
func TestStoppedLearningAnewGoesOn(t *testing.T) {
	alone(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // so that one page is loaded when the next one is asked for
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/shop" && ctx.Err() == nil {
			cancel()
			<-r.Context().Done()
			return
		}
		http.ServeFile(w, r, filepath.Join(sampleSite, r.URL.Path, "index.html"))
	}))
	defer web.Close()
	profiles := filepath.Join(t.TempDir(), "profiles")
	learn := func(ctx context.Context, want int, more ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		args := append([]string{"learn", web.URL + "/magazine", web.URL + "/shop", "--site", "news.example", "--render", "never", "--set", "render.tabs=1", "--allow-private", "--profiles", profiles}, more...)
		if code := execute(ctx, args, strings.NewReader(""), &out, &errs); code != want {
			t.Errorf("exit code %d, want %d\n%s", code, want, errs.String())
		}
		return errs.String()
	}
	if said := learn(ctx, exitInterrupted, "--anew"); !strings.Contains(said, "go on without --anew\" site=news.example pages=1") {
		t.Errorf("said: %s", said)
	}
	if said := learn(t.Context(), exitDone); !strings.Contains(said, "new_pages=1 pages=2") {
		t.Errorf("said: %s", said)
	}
}

// processes lists those with the folder in their command line.
func processes(t *testing.T, dir string) (found []string) {
	t.Helper()
	out, err := exec.Command("ps", "-e", "-o", "pid=,args=", "-ww").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, dir) {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

func list(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// Pages that were learned are not asked for again, but with --anew.
func TestLearnedPagesAreNotLoadedAgain(t *testing.T) {
	alone(t)
	var asked atomic.Int32
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		http.ServeFile(w, r, filepath.Join(sampleSite, r.URL.Path, "index.html"))
	}))
	defer web.Close()
	profiles := filepath.Join(t.TempDir(), "profiles")
	learns := func(ends int, want int32, says string, args ...string) {
		t.Helper()
		asked.Store(0)
		var out, errs bytes.Buffer
		args = append([]string{"learn", "--render", "never", "--allow-private", "--profiles", profiles}, args...)
		if code := execute(t.Context(), args, strings.NewReader(""), &out, &errs); code != ends || asked.Load() != want || !strings.Contains(errs.String(), says) {
			t.Errorf("%v: exit code %d, asked for %d pages, want %d, %d and %q\n%s", args, code, asked.Load(), ends, want, says, errs.String())
		}
	}
	learn := func(want int32, says string, args ...string) { t.Helper(); learns(exitDone, want, says, args...) }
	first, second := web.URL+"/magazine", web.URL+"/shop"
	learn(1, "new_pages=1 pages=1", first)
	learn(1, "new_pages=1 pages=2", first, second)
	learn(0, "all pages were learned before", first, second, first+"#part")
	learn(2, "new_pages=2 pages=2", first, second, "--anew")
	learn(1, "new_pages=1 pages=1", first, "--site", "other.example")
	learn(0, "all pages were learned before", first, "--site", "other.example")

	// Nor are those of a site whose profile is broken, as they cannot be learned.
	if err := os.WriteFile(filepath.Join(profiles, site.FileName("other.example")), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	learns(exitFailed, 0, "pages of other.example could not be learned", first, second, "--site", "other.example")
}

//go:build unix

package main

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Whoever stops the program is left with nothing of it: no Chrome, no folder of Chrome, no half a file.
func TestStoppingLeavesNothing(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			alone(t)
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
			if err := cmd.Process.Signal(signal); err != nil {
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

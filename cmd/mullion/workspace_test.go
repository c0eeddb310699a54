package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// runIn runs the command on a workspace, and returns what it said and wrote.
func runIn(ctx context.Context, t *testing.T, dir string, want int, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if code := execute(ctx, append(args, "--workspace", dir), strings.NewReader(""), &out, &out); code != want {
		t.Errorf("exit code %d, want %d\n%s", code, want, &out)
	}
	return out.String()
}

// Pages are rendered at the same time, and told in their order: the first is not there before the second is asked for.
func TestPagesAreAddedAtTheSameTime(t *testing.T) {
	alone(t)
	second := make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/first":
			select {
			case <-second:
			case <-r.Context().Done():
			}
			w.WriteHeader(http.StatusGone)
		case "/second":
			close(second)
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer web.Close()
	said := runIn(t.Context(), t, t.TempDir(), exitPage, "workspace", "add", web.URL+"/first", web.URL+"/second", "--timeout", "20s")
	first, then := strings.Index(said, "status 410"), strings.Index(said, "status 404")
	if first < 0 || then < first {
		t.Errorf("said: %s", said)
	}
}

// What was added before an interruption stays, although a page before it was not, and the same command goes on.
func TestStoppedAddingGoesOn(t *testing.T) {
	alone(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		stopped := ctx.Err() != nil
		switch r.URL.Path {
		case "/forum": // gets its tab when the shop is kept
			cancel()
		case "/magazine":
			if !stopped {
				<-r.Context().Done()
				return
			}
		}
		http.ServeFile(w, r, filepath.Join(sampleSite, r.URL.Path, "index.html"))
	}))
	defer web.Close()
	defer web.CloseClientConnections()
	dir := t.TempDir()
	add := []string{"workspace", "add", web.URL + "/magazine", web.URL + "/shop", web.URL + "/forum", "--set", "render.tabs=2"}
	runIn(ctx, t, dir, exitInterrupted, add...)
	if list := runIn(t.Context(), t, dir, exitDone, "workspace", "list"); strings.Count(list, "\n") != 2 || !strings.Contains(list, "shop") {
		t.Errorf("kept: %s", list)
	}
	if said := runIn(t.Context(), t, dir, exitDone, add...); !strings.Contains(said, `pages=2 "there already"=1 failed=0`) {
		t.Errorf("said: %s", said)
	}
}

// Package jobstest starts NATS servers for tests: go.mod names the program as a tool.
package jobstest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A Server is a NATS server, which ends with its test.
type Server struct {
	URL string // where it answers, also once it was started again

	t      testing.TB
	folder string
	config string
	cmd    *exec.Cmd
	ended  chan error // of cmd
}

// JetStream is the setting of a server that keeps streams.
const JetStream = "jetstream {}"

// Start starts a server with these lines of configuration.
func Start(t testing.TB, settings ...string) *Server {
	t.Helper()
	s := &Server{t: t, folder: t.TempDir(), config: strings.Join(settings, "\n")}
	t.Cleanup(s.Stop)
	s.start("-1") // a free port
	return s
}

// Restart starts a server that was stopped, at its address and with what it kept.
func (s *Server) Restart() {
	s.t.Helper()
	u, err := url.Parse(s.URL)
	if err != nil {
		s.t.Fatal(err)
	}
	s.start(u.Port())
}

func (s *Server) start(port string) {
	s.t.Helper()
	config := fmt.Sprintf("listen: 127.0.0.1:%s\nports_file_dir: %q\n%s\n", port, s.folder,
		strings.ReplaceAll(s.config, JetStream, fmt.Sprintf("jetstream {store_dir: %q}", s.folder)))
	file := filepath.Join(s.folder, "nats.conf")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		s.t.Fatal(err)
	}
	var said strings.Builder
	s.cmd, s.ended = exec.Command(program(s.t), "-c", file), make(chan error, 1)
	s.cmd.Stderr = &said
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	go func(cmd *exec.Cmd, ended chan<- error) { ended <- cmd.Wait() }(s.cmd, s.ended)
	for ports := filepath.Join(s.folder, fmt.Sprintf("nats-server_%d.ports", s.cmd.Process.Pid)); ; {
		var open struct{ NATS []string }
		if raw, err := os.ReadFile(ports); err == nil && json.Unmarshal(raw, &open) == nil && len(open.NATS) > 0 {
			s.URL = open.NATS[0]
			return
		}
		select {
		case err := <-s.ended:
			s.cmd = nil
			s.t.Fatalf("the NATS server ended: %v\n%s", err, said.String())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// program is the path of the server's program, which is built where that has not been done.
func program(t testing.TB) string {
	t.Helper()
	var fault strings.Builder
	cmd := exec.Command("go", "tool", "-n", "nats-server")
	cmd.Stderr = &fault
	path, err := cmd.Output()
	if err != nil {
		t.Fatalf("building the NATS server: %v\n%s", err, fault.String())
	}
	return strings.TrimSpace(string(path))
}

// Stop ends the server as a crash does.
func (s *Server) Stop() {
	if s.cmd != nil {
		_ = s.cmd.Process.Kill() // it may have ended
		<-s.ended
		s.cmd = nil
	}
}

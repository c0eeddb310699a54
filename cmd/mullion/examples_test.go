package main

import (
	"errors"
	"log/slog"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/jobs/jobstest"
	"github.com/mullionhq/mullion/server"
)

// Every example of the help works as it stands there, with the program as its users have it: the race detector makes training
// several times as slow. https://example.com/ is played by a server of ours, article.html by a page of the sample site, and
// corpora by the whole of it.
func TestExamplesWork(t *testing.T) {
	alone(t)
	web := serve(t)
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("building mullion: %v\n%s", err, out)
	}
	path := "PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")
	for _, cmd := range commands(rootCommand(newApp(nil, nil, nil))) {
		if !cmd.Runnable() || cmd.Name() == "completion" || cmd.Parent() != nil && cmd.Parent().Name() == "completion" {
			continue // cobra's own
		}
		t.Run(strings.ReplaceAll(cmd.CommandPath(), " ", "_"), func(t *testing.T) {
			t.Parallel()
			if cmd.Example == "" {
				t.Fatal("it has no example")
			}
			dir := t.TempDir()
			if err := errors.Join(furnish(dir), plantCorpora(filepath.Join(dir, "corpora")), os.Mkdir(filepath.Join(dir, "build"), 0o700)); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(cmd.Example) {
				line = strings.TrimSpace(line)
				switch { // what an earlier server said is not this one's
				case strings.Contains(line, "mullion serve"):
					line = "set -m; rm -f said; " + untilItSays("listening on", line+" --set serve.listen=127.0.0.1:0")
				case strings.Contains(line, "mullion worker"):
					line = "set -m; rm -f said; " + untilItSays("waiting for pages", line+" --set worker.nats="+jobstest.Start(t, jobstest.JetStream).URL)
				}
				run := exec.Command("sh", "-c", strings.ReplaceAll(line, "https://example.com", web.URL))
				run.Dir, run.Env = dir, append(append(os.Environ(), path), quickTraining()...)
				out, err := run.CombinedOutput()
				if err != nil && !strings.HasPrefix(line, "mullion doctor") { // this machine may lack a font
					t.Errorf("%s: %v\n%s", line, err, out)
				}
			}
		})
	}
}

// The README's calls over HTTP work as they stand there, with the server of the test for theirs, and a text for its ellipsis.
func TestCurlExamplesWork(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	c := config.Default()
	c.Render.AllowHosts = []string{"127.0.0.1"}
	s, err := server.New(t.Context(), c, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ours := httptest.NewServer(s)
	defer ours.Close()
	dir := t.TempDir()
	if err := furnish(dir); err != nil {
		t.Fatal(err)
	}
	named := strings.NewReplacer("localhost:8765", ours.URL, "https://example.com", serve(t).URL, "…\"", strings.ReplaceAll(archived, "\n", " ")+"\"", "curl ", "curl --fail-with-body ")
	lines := 0
	for line := range strings.Lines(string(readme)) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "curl ") || !strings.Contains(line, "localhost:8765") {
			continue
		}
		lines++
		run := exec.Command("sh", "-c", named.Replace(line))
		run.Dir = dir
		if out, err := run.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
	if lines == 0 {
		t.Error("the README has no example")
	}
}

// quickTraining is the environment in which training takes seconds under the race detector too: few blocks and a short grid.
func quickTraining() (env []string) {
	for key, value := range map[string]string{
		"train.rows": "150", "train.context_rows": "100", "train.inner_folds": "2", "train.trees.count": "10", "train.words_folds": "2",
		"train_density_svm.grid_rows": "100", "train_density_svm.folds": "2", "train_density_svm.factor": "16",
	} {
		env = append(env, config.Env(key)+"="+value)
	}
	return env
}

// untilItSays is an example that runs until it is stopped: as soon as it says something. It fails unless it ends well. What an
// earlier example said is dropped first.
func untilItSays(something, line string) string {
	return `: >said; ` + line + ` 2>said & pid=$!
		until grep -q '` + something + `' said; do kill -0 $pid || { cat said; exit 1; }; sleep 0.05; done
		kill -TERM $pid; wait $pid`
}

// commands lists a command and all below it.
func commands(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, c := range cmd.Commands() {
		all = append(all, commands(c)...)
	}
	return all
}

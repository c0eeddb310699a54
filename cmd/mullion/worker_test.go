package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/mullionhq/mullion/jobs/jobstest"
)

// A worker answers pages out of the queue as the server answers them over HTTP, until it is told to end.
func TestWorker(t *testing.T) {
	conn, err := nats.Connect(jobstest.Start(t, jobstest.JetStream).URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	// The streams are there before the worker is, so that pages may be, too.
	for name, subject := range map[string]string{"in": "mullion.pages", "out": "mullion.documents"} {
		if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: name, Subjects: []string{subject}}); err != nil {
			t.Fatal(err)
		}
	}
	const text = "The bell in the harbour rang at seven minutes past two, which meant that it was noon, and nobody looked up from work."
	for id, page := range map[string]string{
		"tides": `{"html": "<title>Tides</title><p>` + text + `<p>` + text + `", "method": "density-svm"}`,
		"wrong": `{"html": "<p>", "render.proxy": "http://proxy.example"}`,
		"none":  `[]`,
	} {
		m := nats.NewMsg("mullion.pages")
		m.Header.Set("Id", id)
		m.Data = []byte(page)
		if _, err := js.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	var said strings.Builder
	cmd := exec.Command("mullion", "worker", "--nats", conn.ConnectedUrl(), "--render", "never")
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	documents, err := js.CreateOrUpdateConsumer(t.Context(), "out", jetstream.ConsumerConfig{})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		m, err := documents.Next(jetstream.FetchMaxWait(time.Minute))
		if err != nil {
			t.Fatalf("%v\n%s", err, said.String())
		}
		var answer struct{ Title, Text, Detail string }
		if err := json.Unmarshal(m.Data(), &answer); err != nil {
			t.Errorf("%v: %s", err, m.Data())
		}
		status, right := m.Headers().Get("Mullion-Status"), false
		switch m.Headers().Get("Id") {
		case "tides":
			right = status == "200" && answer.Title == "Tides" && strings.Contains(answer.Text, text)
		case "wrong":
			right = status == "422" && strings.Contains(answer.Detail, "only who runs the server can set it")
		case "none":
			right = status == "422" && strings.Contains(answer.Detail, "not a JSON object")
		}
		if !right {
			t.Errorf("%v %s", m.Headers(), m.Data())
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(said.String(), "pages=3 failed=2") {
		t.Errorf("it ends with %v\n%s", err, said.String())
	}
}

// What a worker cannot do is told at once, by its exit code too.
func TestWorkerRefuses(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"--documents mullion.pages", 2, "worker.documents: documents would be taken for pages"},
		{"https://example.com/", 2, "messages name the pages"},
		{"--nats nats://127.0.0.1:1", 1, "no connection to NATS"},
	} {
		out, err := exec.Command("mullion", append([]string{"worker"}, strings.Fields(c.args)...)...).CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != c.code || !strings.Contains(string(out), c.says) {
			t.Errorf("worker %s: %v, want exit code %d and %q\n%s", c.args, err, c.code, c.says, out)
		}
	}
}

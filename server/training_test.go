package server_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/review"
	"github.com/mullionhq/mullion/server"
	"github.com/mullionhq/mullion/workspace/workspacetest"
)

// Requests about training are refused in words, and its state is told.
func TestTraining(t *testing.T) {
	s, _, page := reviewed(t)
	for _, test := range []struct {
		method, address, body string
		code                  int
		holds                 string
	}{
		{"GET", "/v1/workspace/training", "", 200, `"model":"builtin","taught":false,"history":[],"gold":0`},
		{"POST", "/v1/workspace/training", `{"do":"dance"}`, 422, "cancel, accept, reject and undo"},
		{"POST", "/v1/workspace/training", `{"do":7}`, 422, "cancel, accept, reject and undo"},
		{"POST", "/v1/workspace/training", `{"do":"cancel"}`, 409, "nothing is running"},
		{"POST", "/v1/workspace/training", `{"do":"accept"}`, 409, "train one"},
		{"POST", "/v1/workspace/training", `{"do":"undo"}`, 409, "none was accepted"},
		{"GET", page + "/votes", "", 200, `"methods":["fused","vlps"`},
		{"POST", page + "/gold", `{"regions":{"2":"header"}}`, 200, `"regions":{"2":"header"}`},
		{"POST", page + "/gold", `{"regions":{"2":"attic"}}`, 422, "one of [header"},
		{"POST", page + "/gold", `{"regions":{"2":"none"}}`, 422, "one of [header"},
		{"POST", page + "/gold", `{"regions":{"x":"left"}}`, 422, "no number of a block"},
		{"POST", page + "/gold", `{"regions":{"2":"left"},"set":{"2":true}}`, 422, "either"},
		{"GET", page + "/labels", "", 200, `"score":null,"base":null,"placed":`},
		{"GET", "/v1/workspace/results?votes=true", "", 200, `"disagree":0.`},
		{"GET", "/v1/workspace/results", "", 200, `"disagree":null`},
		{"GET", "/openapi.json", "", 200, `"/v1/workspace/training"`},
	} {
		w := ask(s, test.method, test.address, test.body, bearer)
		if w.Code != test.code || !strings.Contains(w.Body.String(), test.holds) {
			t.Errorf("%s %s %s: %d %.300s", test.method, test.address, test.body, w.Code, w.Body)
		}
	}
}

// A job that cannot begin says why where its state is asked for, and the server closes while one runs.
func TestTrainingSaysWhyItFailed(t *testing.T) {
	s, _, _ := reviewed(t)
	if w := ask(s, "POST", "/v1/workspace/training", `{"do":"train"}`, bearer); w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	for {
		w := ask(s, "GET", "/v1/workspace/training", "", bearer)
		var got review.Training
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if got.Job.Running {
			continue
		}
		if !strings.Contains(got.Job.Error, "label blocks on at least two pages") {
			t.Errorf("%+v", got.Job)
		}
		return
	}
}

// What a workspace has that is not used is logged: a model that was accepted upon another --model, a folder that is no page.
func TestWhatIsNotUsedIsLogged(t *testing.T) {
	w, dir, _ := workspacetest.Open(t, "../testdata/pages/magazine/page.json.gz")
	if err := errors.Join(w.Propose(t.Context(), []byte("a model"), []byte("{}")), w.Accept(t.Context(), "elsewhere.model")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "pages", "stray"), 0o755); err != nil {
		t.Fatal(err)
	}
	c := config.Default()
	c.Rendering, c.Serve.Workspace = "never", dir
	var log bytes.Buffer
	s, err := server.New(t.Context(), c, "test", slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"not in use", "elsewhere.model", "now=builtin", "page stray: it has no info.json"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("not said: %s, but: %s", want, &log)
		}
	}
}

package server_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mullionhq/mullion"
	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/server"
	"github.com/mullionhq/mullion/workspace/workspacetest"
)

// reviewed runs a server whose workspace has the magazine of testdata.
func reviewed(t *testing.T) (s *server.Server, dir, page string) {
	t.Helper()
	_, dir, id := workspacetest.Open(t, "../testdata/pages/magazine/page.json.gz")
	s = start(t, func(c *config.Config) {
		c.Method, c.Serve.Workspace, c.Serve.Token = mullion.VLPS, dir, "a token that is secret"
	})
	return s, dir, "/v1/workspace/pages/" + id
}

const bearer = "Authorization: Bearer a token that is secret"

func TestWorkspace(t *testing.T) {
	s, _, page := reviewed(t)
	for _, test := range []struct {
		method, address, body string
		code                  int
		holds                 string
	}{
		{"GET", "/", "", 200, "<title>mullion</title>"},
		{"GET", "/ui/app.js", "", 200, "import"},
		{"GET", "/v1/workspace", "", 200, `"key":"regions.fixed.header"`},
		{"GET", page, "", 200, `"texts":[`},
		{"GET", page + "/labels", "", 200, `"mode":"fixed"`},
		{"GET", page + "/labels?regions.fixed.header=321", "", 200, `"header":321`},
		{"GET", page + "/blocks/3", "", 200, `[]`}, // regions need no reasons
		{"GET", page + "/blocks/9999", "", 404, "no such block"},
		{"GET", page + "/blocks/-1", "", 404, "no such block"},
		{"GET", page + "/tiles/0", "", 404, "tile-000.jpg"},
		{"GET", page + "x", "", 404, "no such page"},
		{"GET", "/v1/workspace/pages/..%2Fpages/labels", "", 404, "no such page"},
		{"POST", page + "/gold", `{"set":{"3":true}}`, 200, `"judged":[3]`},
		{"GET", "/v1/workspace/results", "", 200, `"score":0.`},
		{"POST", page + "/gold", `{"undo":true}`, 200, `"judged":[]`},
		{"POST", page + "/gold", `{"redo":true}`, 200, `"judged":[3]`},
		{"POST", page + "/gold", `{"redo":true,"undo":true}`, 422, "either"},
		{"POST", page + "/gold", `{"undo":true}`, 200, `"redo":true`},
		{"POST", page + "/gold", `{}`, 422, "either"},
		{"POST", page + "/gold", `{"set":{"99999":true}}`, 422, "there is no block 99999"},
		{"POST", page + "/gold", `{"set":{"3":"yes"}}`, 422, "true or false"},
		{"GET", "/v1/workspace/results", "", 200, `"score":null,"base":null}`}, // no label is left, and so no gold
	} {
		w := ask(s, test.method, test.address, test.body, bearer)
		if w.Code != test.code || !strings.Contains(w.Body.String(), test.holds) {
			t.Errorf("%s %s: %d %.300s", test.method, test.address, w.Code, w.Body)
		}
		if w := ask(s, test.method, test.address, test.body); w.Code != 401 {
			t.Errorf("%s %s without a token: %d", test.method, test.address, w.Code)
		}
	}
}

// Whatever is asked of the workspace, settings that are wrong or not the caller's are refused, and nothing is changed.
func TestWrongSettingsAreRefusedEverywhere(t *testing.T) {
	s, dir, page := reviewed(t)
	for _, call := range []struct{ method, address, body string }{
		{"GET", page + "/labels", ""},
		{"GET", page + "/blocks/3", ""},
		{"GET", page + "/votes", ""},
		{"GET", "/v1/workspace/results", ""},
		{"POST", page + "/gold", `{"set":{"3":true}}`},
		{"POST", "/v1/workspace/config", "{}"},
		{"POST", "/v1/workspace/training", `{"do":"train"}`},
	} {
		for query, want := range map[string]string{
			"?classify.threshold=2":   "classify.threshold: 2 is not between",
			"?render.chrome=/bin/sh":  "render.chrome: only who runs the server can set it",
			"?regions.fixed.header=x": "regions.fixed.header",
		} {
			if w := ask(s, call.method, call.address+query, call.body, bearer); w.Code != 422 || !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s %s%s: %d %.300s", call.method, call.address, query, w.Code, w.Body)
			}
		}
	}
	if w := ask(s, "GET", page, "", bearer); !strings.Contains(w.Body.String(), `"labels":null`) {
		t.Errorf("labels were given: %s", w.Body)
	}
	if _, err := os.Stat(filepath.Join(dir, "mullion.yaml")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("settings were saved: %v", err)
	}
}

// Results are sent as they come: judging many pages takes minutes.
func TestResultsAreSentAsTheyCome(t *testing.T) {
	s, _, _ := reviewed(t)
	if w := ask(s, "GET", "/v1/workspace/results", "", bearer); w.Code != 200 || !w.Flushed {
		t.Errorf("%d, flushed: %v", w.Code, w.Flushed)
	}
}

// Files of the workspace that cannot be read or written are the server's fault: no other server is asked about them.
func TestBrokenFilesAreTheServersFault(t *testing.T) {
	s, dir, page := reviewed(t)
	if err := os.Mkdir(filepath.Join(dir, "mullion.yaml"), 0o700); err != nil {
		t.Fatal(err)
	}
	if w := ask(s, "POST", "/v1/workspace/config", "{}", bearer); w.Code != 500 || !strings.Contains(w.Body.String(), "mullion.yaml: it is a folder: move it away") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	history := filepath.Join(dir, "pages", filepath.Base(page), "history.jsonl")
	if err := os.Mkdir(history, 0o700); err != nil {
		t.Fatal(err)
	}
	if w := ask(s, "GET", page, "", bearer); w.Code != 500 || !strings.Contains(w.Body.String(), "history.jsonl is a folder, where a file should be: move it away") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	lock := filepath.Join(dir, ".lock") // of who added the page
	if err := errors.Join(os.Remove(history), os.Remove(lock), os.Mkdir(lock, 0o700)); err != nil {
		t.Fatal(err)
	}
	if w := ask(s, "POST", page+"/gold", `{"set":{"0":true}}`, bearer); w.Code != 500 || !strings.Contains(w.Body.String(), "must be writable") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if err := os.WriteFile(filepath.Join(dir, "pages", filepath.Base(page), "info.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if w := ask(s, "GET", "/v1/workspace", "", bearer); w.Code != 200 || !strings.HasPrefix(w.Body.String(), `{"pages":[],`) {
		t.Errorf("%d %.300s", w.Code, w.Body)
	}
}

// What is posted is described, for clients that are made from the description.
func TestPostedBodiesAreDescribed(t *testing.T) {
	s, _, _ := reviewed(t)
	paths := object(t, ask(s, "GET", "/openapi.json", "", bearer).Body.Bytes())["paths"].(map[string]any)
	for path, field := range map[string]string{
		"/v1/clean": "html", "/v1/workspace/config": "classify.threshold", "/v1/workspace/training": "do", "/v1/workspace/pages/{id}/gold": "regions",
	} {
		raw, err := json.Marshal(paths[path].(map[string]any)["post"].(map[string]any)["requestBody"])
		if err != nil || !strings.Contains(string(raw), `"`+field+`":{`) {
			t.Errorf("%s: %v: the body is %.200s", path, err, raw)
		}
	}
}

// What is saved is a config file with what was changed, and without what belongs to the server.
func TestSavedSettings(t *testing.T) {
	s, dir, _ := reviewed(t)
	w := ask(s, "POST", "/v1/workspace/config?regions.fixed.left=0.21&output.links=text", "{}", bearer)
	if w.Code != 200 {
		t.Fatal(w.Body)
	}
	file := filepath.Join(dir, "mullion.yaml")
	raw, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(raw), "secret") {
		t.Fatalf("%v: %s", err, raw)
	}
	var answer struct{ File, Text string }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || answer.File != file || answer.Text != string(raw) {
		t.Errorf("%v: the answer is %+v", err, answer)
	}
	l, err := config.Load(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	if l.Method != mullion.VLPS || l.Regions.Fixed.Left != 0.21 || l.Output.Links != "text" || l.Origins["regions.fixed.right"] != config.OriginDefault {
		t.Errorf("%v, %v, right from %s", l.Method, l.Regions.Fixed.Left, l.Origins["regions.fixed.right"])
	}
}

// By the method that uses it, saved settings name the model that the workspace has taught; other methods have none.
func TestSavedSettingsNameTheModel(t *testing.T) {
	w, dir, _ := workspacetest.Open(t, "../testdata/pages/magazine/page.json.gz")
	m, err := mullion.OpenModel("builtin")
	if err != nil {
		t.Fatal(err)
	}
	var taught bytes.Buffer
	if err := errors.Join(m.Write(&taught), w.Propose(t.Context(), taught.Bytes(), []byte("{}")), w.Accept(t.Context(), "builtin")); err != nil {
		t.Fatal(err)
	}
	model, _, err := w.InUse("builtin")
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, func(c *config.Config) { c.Serve.Workspace = dir })
	for method, want := range map[string]string{mullion.Fused: model, mullion.VLPS: "builtin"} {
		if w := ask(s, "POST", "/v1/workspace/config?method="+method, "{}"); w.Code != 200 {
			t.Fatalf("%s: %s", method, w.Body)
		}
		l, err := config.Load(filepath.Join(dir, "mullion.yaml"), nil)
		if err != nil || l.Method != method || l.Model != want {
			t.Errorf("%s: %v: the model is %s, want %s", method, err, l.Model, want)
		}
	}
}

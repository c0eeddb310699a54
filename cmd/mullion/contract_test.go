package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mullionhq/mullion/config"
	"github.com/mullionhq/mullion/reach"
	"github.com/mullionhq/mullion/render"
)

// execJSON runs a command line in this process and reads the object that it prints.
func execJSON(t *testing.T, wantCode int, args ...string) map[string]any {
	t.Helper()
	var out, errs bytes.Buffer
	if code := execute(t.Context(), args, strings.NewReader(""), &out, &errs); code != wantCode {
		t.Fatalf("%v: exit code %d, want %d\n%s", args, code, wantCode, errs.String())
	}
	var v map[string]any
	if err := json.Unmarshal(out.Bytes(), &v); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out.String())
	}
	return v
}

// Programs read these fields: none may be renamed, dropped or be null where the contract has a value.
func TestJSONContract(t *testing.T) {
	alone(t)
	fields := []string{"author", "blocks", "date", "final_url", "lang", "markdown", "method", "page", "regions", "rendered",
		"status", "text", "timings_ms", "title", "url", "warnings"}
	for _, test := range []struct {
		name     string
		args     []string
		code     int
		rendered bool
		status   string
	}{
		{"rendered", []string{sampleSite + "/magazine"}, exitDone, true, "ok"},
		{"not rendered", []string{sampleSite + "/magazine", "--render", "never"}, exitDone, false, "ok"},
		{"not loaded", []string{sampleSite + "/nothing.html"}, exitPage, false, "error"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := execJSON(t, test.code, append([]string{"clean", "--format", "json"}, test.args...)...)
			for _, name := range fields {
				if v, there := d[name]; !there || v == nil {
					t.Errorf("%s is %v", name, v)
				}
			}
			if _, typed := d["page_type"]; typed != (test.status == "ok") {
				t.Errorf("page_type is %v, and status %s", d["page_type"], test.status)
			}
			if d["rendered"] != test.rendered || d["status"] != test.status {
				t.Errorf("rendered is %v, status is %v", d["rendered"], d["status"])
			}
			blocks := d["blocks"].([]any)
			if (len(blocks) > 0) != (test.status == "ok") {
				t.Fatalf("%d blocks", len(blocks))
			}
			boxes := 0
			for i, b := range blocks {
				b := b.(map[string]any)
				_, ruled := b["rule"]
				if follows := (b["score"].(float64) >= d["threshold"].(float64)) == (b["label"] == "content"); follows == ruled {
					t.Errorf("block %d is %v with score %v and rule %v, the threshold is %v", i, b["label"], b["score"], b["rule"], d["threshold"])
				}
				delete(b, "rule")
				if got := slices.Sorted(maps.Keys(b)); !cmp.Equal(got, []string{"box", "id", "label", "path", "region", "score", "text", "why"}) {
					t.Fatalf("a block has the fields %v", got)
				}
				if b["id"] != float64(i) {
					t.Errorf("block %d has the id %v", i, b["id"])
				}
				if b["box"] != nil {
					boxes++
				}
			}
			if (boxes > 0) != test.rendered {
				t.Errorf("%d blocks have boxes", boxes)
			}
		})
	}
}

func TestExitCodes(t *testing.T) {
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, exitDone},
		{errors.New("out of disk"), exitFailed},
		{errMissing, exitFailed},
		{usagef("no INPUT"), exitUsage},
		{fmt.Errorf("%w: regions.mode", config.ErrInvalid), exitUsage},
		{pageError{errors.New("connection refused")}, exitPage},
		{pageError{render.ErrTimeout}, exitPage},
		{errors.Join(pageError{reach.ErrStatus}, nil), exitPage},
		{pageError{render.ErrNoChrome}, exitFailed},
		{fmt.Errorf("page: %w", errEmpty), exitEmpty},
		{fmt.Errorf("2 of 9: %w", errSome), exitSome},
	} {
		if got := exitCode(t.Context(), test.err); got != test.want {
			t.Errorf("%v is %d, want %d", test.err, got, test.want)
		}
	}
}

func TestFontsThatAreMissing(t *testing.T) {
	all := map[string]bool{}
	for _, s := range scripts {
		all[s.name] = true
	}
	if got := fontFindings(all); len(got) != 1 || got[0].state != ok {
		t.Errorf("with all fonts: %v", got)
	}
	some := maps.Clone(all)
	for _, name := range []string{"Chinese", "Korean", "Arabic", "Thai"} {
		delete(some, name)
	}
	want := []finding{
		{ok, "Latin, Cyrillic, Greek, Japanese, Hebrew, Devanagari, emoji, Arial", ""},
		{missing, "none for Chinese, Korean, Arabic: their text has boxes of the wrong size", "apt-get install fonts-noto-cjk fonts-noto-core"},
		{note, "none for Thai: their text has boxes of the wrong size", "apt-get install fonts-noto-core"},
	}
	if diff := cmp.Diff(want, fontFindings(some), cmp.AllowUnexported(finding{})); diff != "" {
		t.Error(diff)
	}
}

// A flag for a setting says what the setting says of itself.
func TestHandlesAreSettings(t *testing.T) {
	for _, cmd := range commands(rootCommand(newApp(nil, nil, nil))) {
		if cmd.Flags().Lookup("timeout") == nil {
			continue
		}
		if got := cmd.Flags().Lookup("timeout").Usage; !strings.Contains(got, "hard deadline of a page") || !strings.Contains(got, "(default 30s)") {
			t.Errorf("%s --timeout: %s", cmd.Name(), got)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain is also the Go peers: the bench starts its own program, which here is the test's.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "child" {
		main()
		return
	}
	os.Exit(m.Run())
}

// corpus is three small pages with gold.
func corpus(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tiny")
	if err := os.MkdirAll(filepath.Join(dir, "html"), 0o777); err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	for _, animal := range []string{"fox", "badger", "otter"} {
		gold := strings.Repeat(fmt.Sprintf("The %s, which nobody had seen since the autumn, jumped over the lazy dog at dawn, as it did every year. ", animal), 4)
		html := fmt.Sprintf(`<html lang=en><title>News</title><nav><a href=/>Home page</a> <a href=/w>Weather</a></nav><article><p>%s</p><p>%[1]s</p></article><footer>Legal notice</footer>`, gold)
		if err := os.WriteFile(filepath.Join(dir, "html", animal+".html"), []byte(html), 0o666); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&rows, `{"id":%q,"corpus":"tiny","url":"https://tiny.example/%[1]s","lang":"en","html_path":"html/%[1]s.html","gold":{"text":%[2]q},"split":"dev"}`+"\n", animal, gold+"\n"+gold)
	}
	if err := os.WriteFile(filepath.Join(dir, "pages.jsonl"), []byte(rows.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// bench runs the command and returns its standard output and error output.
func bench(t *testing.T, args ...string) (out, log string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(&stdout)
	root.SetErr(&stderr)
	err = root.ExecuteContext(context.Background())
	return stdout.String(), stderr.String(), err
}

func TestRun(t *testing.T) {
	dir, kept := corpus(t), t.TempDir()
	report := filepath.Join(t.TempDir(), "new", "report.html")
	out, log, err := bench(t, dir, "--predictions", kept, "--peers", "mullion,readeck,go-shiori", "--report", report)
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	for _, want := range []string{
		"    bench/run CORPORA/tiny --peers=mullion,readeck,go-shiori\n", "**its column flatters it**",
		"| tiny     |   3 |  aeb F1 |", "| **1.000** |", "v2.1.1 on go", "## tiny",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the table lacks %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, "another build") {
		t.Errorf("the costs of this run are told to be of an earlier one:\n%s", out)
	}
	if strings.Contains(out, t.TempDir()[:5]+"/") {
		t.Errorf("the table names folders of this machine:\n%s", out)
	}
	if html, err := os.ReadFile(report); err != nil || !bytes.Contains(html, []byte(`"id":"badger"`)) {
		t.Errorf("report: %v", err)
	}

	// Made again from what was kept, with texts of mullion's from elsewhere, of which one page is missing.
	given := filepath.Join(t.TempDir(), "held-apart.jsonl")
	if err := os.WriteFile(given, []byte(`{"id":"fox","text":"nothing whatsoever"}`+"\n"+`{"id":"otter","text":""}`), 0o666); err != nil {
		t.Fatal(err)
	}
	out, _, err = bench(t, dir, "--predictions", kept, "--cached", "--ours", given)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out, "come from held-apart.jsonl") || !strings.Contains(out, "another build may have made") || !strings.Contains(out, "| mullion   |      1 | 0.000") {
		t.Errorf("with --ours:\n%s", out)
	}
	if err := os.WriteFile(given, []byte(`{"id":"of another corpus","text":""}`), 0o666); err != nil {
		t.Fatal(err)
	}
	out, _, err = bench(t, dir, "--predictions", kept, "--cached", "--ours", given)
	if err != nil || !strings.Contains(out, "nothing of tiny: those are by the bundled model") || !strings.Contains(out, "| **1.000** |") {
		t.Errorf("with --ours of other pages: %v\n%s", err, out)
	}
	held := `{"corpus":"tiny","id":"fox","rendered":true,"profile":false,"text":"of the rendered page"}`
	for _, animal := range []string{"fox", "badger", "otter"} {
		held += fmt.Sprintf("\n{\"corpus\":\"tiny\",\"id\":%q,\"rendered\":false,\"profile\":false,\"text\":\"\"}", animal)
	}
	if err := os.WriteFile(given, []byte(held), 0o666); err != nil {
		t.Fatal(err)
	}
	out, _, err = bench(t, dir, "--predictions", kept, "--cached", "--held-out", given)
	if err != nil || !strings.Contains(out, "each is by a model that did not see the page's site") || !strings.Contains(out, "| mullion   |      0 | 0.000") {
		t.Errorf("with --held-out: %v\n%s", err, out)
	}
	out, _, _ = bench(t, dir, "--predictions", kept, "--cached", "--skip", "readeck")
	if strings.Contains(out, "| readeck") || !strings.Contains(out, "go-shiori") {
		t.Errorf("with --skip:\n%s", out)
	}
}

func TestWrongUsage(t *testing.T) {
	dir := corpus(t)
	for want, args := range map[string][]string{
		"no CORPUS given":                            {},
		`"dafuddle" is not a peer: known are`:        {dir, "--peers", "dafuddle"},
		`--split: "test" is not dev, heldout or all`: {dir, "--split", "test"},
		"give it or them":                            {dir, "--held-out", "a", "--ours", "b"},
		"--limit: -1 is below 0":                     {dir, "--limit", "-1"},
		"two corpora are named tiny":                 {dir, dir, "--cached"},
		"these corpora have no such pages":           {dir, "--split", "heldout"},
		"name the folder bench/peer":                 {dir, "--peers", "defuddle", "--home", t.TempDir()},
		"unknown flag: --nope":                       {dir, "--nope"},
	} {
		_, _, err := bench(t, args...)
		if !errors.Is(err, errUsage) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
	if _, _, err := bench(t, t.TempDir()); err == nil || !strings.Contains(err.Error(), "not a corpus") {
		t.Errorf("an empty folder: %v", err)
	}
}

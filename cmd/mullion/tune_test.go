package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// tuneSample runs tune in this process on the sample site; what it prints on both outputs comes back.
func tuneSample(t *testing.T, want int, args ...string) (table, said string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "corpora")
	if err := plantCorpora(dir); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	args = append([]string{"tune", filepath.Join(dir, "mine"), "--render", "never", "--folds", "2"}, args...)
	if code := execute(t.Context(), args, strings.NewReader(""), &out, &errs); code != want {
		t.Fatalf("%v: exit code %d, want %d\n%s", args, code, want, errs.String())
	}
	return out.String(), errs.String()
}

// Finished trials are not made again, and the table is the same; another build, page or setting would make others.
func TestTuneGoesOn(t *testing.T) {
	alone(t)
	file := filepath.Join(t.TempDir(), "trials.jsonl")
	args := []string{"--method", "density-svm", "--over", "classify.headline", "--trials", file}
	first, _ := tuneSample(t, exitDone, args...)
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(kept, []byte("\n")); n != 2 {
		t.Fatalf("%d trials are kept, want 2\n%s", n, kept)
	}
	if err := os.WriteFile(file, kept[:len(kept)-10], 0o600); err != nil { // it was killed in the second one
		t.Fatal(err)
	}
	second, said := tuneSample(t, exitDone, args...)
	if again, _ := os.ReadFile(file); !bytes.Equal(again, kept) {
		t.Errorf("the trials are not what they were:\n%s\n%s", kept, again)
	}
	if first != second {
		t.Errorf("the tables differ:\n%s\n%s", first, second)
	}
	if !strings.Contains(said, "does not look at these settings") { // density-svm has no headline
		t.Errorf("nothing is said about a setting without effect: %s", said)
	}
}

// Where nothing can be better, the pages are the reason, and not the settings.
func TestTuneWithNothingToGain(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	var lines strings.Builder
	for _, id := range []string{"a", "b"} {
		text := "The bell of " + id + " rang at seven minutes past two, which meant that it was noon, and nobody on the quay looked up from work."
		if err := os.WriteFile(filepath.Join(dir, id+".html"), []byte("<title>Tides</title><p>"+text), 0o600); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&lines, `{"id": %q, "html_path": "%[1]s.html", "site": "%[1]s.example", "gold": {"text": %q}}`+"\n", id, text)
	}
	if err := os.WriteFile(filepath.Join(dir, "pages.jsonl"), []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	args := []string{"tune", dir, "--render", "never", "--folds", "2", "--method", "density-svm", "--over", "classify.headline", "--trials", filepath.Join(dir, "t.jsonl")}
	if code := execute(t.Context(), args, strings.NewReader(""), &out, &errs); code != exitDone {
		t.Fatalf("exit code %d\n%s", code, errs.String())
	}
	if said := errs.String(); !strings.Contains(said, "every page scores 1") || strings.Contains(said, "does not look at") {
		t.Errorf("of pages that are right it is said: %s\n%s", said, out.String())
	}
}

// A range that --set names is searched, its other values are settings.
func TestTuneOverSetRanges(t *testing.T) {
	alone(t)
	table, _ := tuneSample(t, exitDone, "--set", "classify.threshold=0.4..0.8", "--set", "classify.headline=true", "--search", "random", "--draws", "2",
		"--trials", filepath.Join(t.TempDir(), "trials.jsonl"), "--method", "fused")
	if !strings.Contains(table, "classify.threshold=") || strings.Contains(table, "classify.headline=") {
		t.Errorf("the table is not of classify.threshold alone:\n%s", table)
	}
	tuneSample(t, exitUsage, "--set", "classify.threshold=0.4..8")
	tuneSample(t, exitUsage, "--set", "classify.threshold=..8", "--over", "classify.headline")
}

// What is wrong with settings is told with the flag that they are from, and with what may be meant.
func TestTuneBesideMistakes(t *testing.T) {
	alone(t)
	for beside, want := range map[string]string{
		"method=vlp":    `method: "vlp" is not one of fused, vlps, `,
		"metod=vlps":    "metod: unknown key, did you mean method? (in --beside)",
		"render.tabs=3": "--beside: render.tabs is no setting that judges a page",
	} {
		if _, said := tuneSample(t, exitUsage, "--over", "classify.headline", "--beside", beside); !strings.Contains(said, want) || !strings.Contains(said, "--beside") {
			t.Errorf("%s: %s", beside, said)
		}
	}
}

// The best settings are a config file that the command line takes; the score of its pages is that of eval.
func TestTuneWritesConfig(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	file, table := filepath.Join(dir, "tuned.yaml"), filepath.Join(dir, "table.md")
	out, _ := tuneSample(t, exitDone, "--method", "vlps", "--over", "method=vlps|density-svm", "--trials", filepath.Join(dir, "t.jsonl"), "--out", file, "--table", table)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\nmethod: density-svm\n") || !strings.Contains(string(text), "# Settings found by mullion tune") {
		t.Errorf("the file is\n%s", text)
	}
	d := execJSON(t, exitDone, "clean", sampleSite+"/magazine/index.html", "--render", "never", "--config", file, "--format", "json")
	if d["method"] != "density-svm" {
		t.Errorf("with the file pages are judged by %v", d["method"])
	}
	written, err := os.ReadFile(table)
	if err != nil || !strings.HasSuffix(string(written), out) {
		t.Errorf("the table's file is not what was printed: %v\n%s", err, written)
	}
	scores := filepath.Join(dir, "scores.json")
	var errs bytes.Buffer
	corpora := filepath.Join(dir, "corpora")
	if err := plantCorpora(corpora); err != nil {
		t.Fatal(err)
	}
	if code := execute(t.Context(), []string{"eval", filepath.Join(corpora, "mine"), "--render", "never", "--method", "density-svm", "--json", scores}, nil, &bytes.Buffer{}, &errs); code != exitDone {
		t.Fatal(errs.String())
	}
	var report struct {
		Rows []struct{ Word struct{ F1 float64 } }
	}
	raw, err := os.ReadFile(scores)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &report); err != nil {
		t.Fatal(err)
	}
	if want := " | " + trimmed(report.Rows[0].Word.F1) + " | "; !strings.Contains(out, "**best** on these pages: method=density-svm"+want) {
		t.Errorf("eval says%s, tune says\n%s", want, out)
	}
}

// Where all pages are of one site, its pages are held apart, and the table promises nothing of other sites.
func TestTuneOneSite(t *testing.T) {
	alone(t)
	dir := t.TempDir()
	if err := plantCorpora(dir); err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "mine", "pages.jsonl")
	raw, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	raw = regexp.MustCompile(`"site": ?"[^"]*"`).ReplaceAll(raw, []byte(`"site":"one.example"`))
	if err := os.WriteFile(list, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	args := []string{"tune", filepath.Join(dir, "mine"), "--render", "never", "--method", "density-svm", "--over", "method=fused|density-svm", "--folds", "2",
		"--trials", filepath.Join(dir, "t.jsonl"), "--out", filepath.Join(dir, "tuned.yaml"), "--plots", filepath.Join(dir, "plots")}
	if code := execute(t.Context(), args, strings.NewReader(""), &out, &errs); code != exitDone {
		t.Fatalf("exit code %d\n%s", code, errs.String())
	}
	for _, want := range []string{" of one site. Gains", "chosen on the other pages (2 parts): what more pages of this site, but not others, may expect"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "tuned.yaml"))
	if err != nil || !strings.Contains(string(text), "# On pages held apart the search gained +") || strings.Contains(string(text), "%!") {
		t.Errorf("%v\n%s", err, text)
	}
}

func trimmed(x float64) string {
	text, _ := json.Marshal(float64(int(x*1e4+0.5)) / 1e4)
	return (string(text) + "0000")[:6]
}

func TestTuneUsage(t *testing.T) {
	alone(t)
	for _, test := range []struct{ args, want string }{
		{"", "--over: name the settings"},
		{"--over render.tabs", "render.tabs is no setting that judges a page"},
		{"--over classify.threshold=0:2", "is not between 0 and 1"},
		{"--over method --search downhill", "is not one of grid, random, coordinate"},
		{"--over method --measure speed", "is not one of f1, regions"},
		{"--over classify.threshold=0:1:200,classify.sure=0:1:200", "the grid has 40000 points"},
		{"--over method=vlps --beside classify.sure", "is not key=value"},
		{"--over method=vlps --beside classify.sure=3", "is not between 0 and 1"},
		{"--over method=vlps --out tuned.txt", "its name ends in .yaml"},
		{"--over method=vlps --plots tune_test.go", "--plots: tune_test.go is a file: name a folder"},
		{"--over method=vlps --method vlps --folds 99", "parts of"},
		{"--over method=vlps --measure regions", "no page has gold for region accuracy: it needs gold boxes"},
		{"--over classify.threshold=0:1:100000000", "is not a number of steps: 2 to 10000"},
	} {
		args := append(strings.Fields(test.args), "--trials", filepath.Join(t.TempDir(), "t.jsonl"))
		if _, said := tuneSample(t, exitUsage, args...); !strings.Contains(said, test.want) {
			t.Errorf("%s: %s", test.args, said)
		}
	}
}

package classify

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/regions"
)

var update = flag.Bool("update", false, "write what the evidence measures now to testdata/evidence.txt: models must be trained again then")

// A tally is what a column measures on all pages.
type tally struct{ known, sum, squares float64 }

// tallies adds up the columns of all stages by name over the sample pages, as they were rendered and without layout, and over a
// page of a site with a profile. The later stages see probabilities that have nothing to do with a model.
func tallies(t *testing.T) (names []string, of map[string]*tally) {
	t.Helper()
	of = map[string]*tally{}
	add := func(columns []string, stage string, rows [][]float32) {
		for c, name := range columns {
			name = stage + name
			if of[name] == nil {
				names, of[name] = append(names, name), &tally{}
			}
			for _, row := range rows {
				if x := float64(row[c]); x == x {
					of[name].known++
					of[name].sum += x
					of[name].squares += x * x
				}
			}
		}
	}
	addView := func(v *View) {
		scores := make([]float64, len(v.Blocks))
		for b := range scores {
			scores[b] = float64(b*7919%100)/100 + 0.005
		}
		rows := v.evidence()
		add(Columns(Sources), "", rows)
		add(contextColumns, "context.", measureContext(v, scores, rows))
		add(typeColumns, "types.", [][]float32{new(TypeStage).row(v)})
		if v.Informed() {
			add(profileColumns, "profile.", measureProfile(v, scores))
		}
	}
	files, err := filepath.Glob("../testdata/pages/*/page.json.gz")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no sample pages")
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := page.Load(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		addView(NewView(p, regions.Split(p, regions.DefaultOptions()), nil))
		addView(NewView(p, nil, nil))
	}
	addView(NewView(storyPage(t, 100), nil, learned(t, 10)))
	return names, of
}

// Models were trained on what the evidence measured then, and know nothing of it when it measures something else: who changes what
// a column measures trains them again. testdata/evidence.txt has for each column how many blocks have it, its mean and its mean
// square; go test -run Evidence -update writes it.
func TestEvidenceIsWhatModelsWereTrainedOn(t *testing.T) {
	const file, tolerance = "testdata/evidence.txt", 1e-5 // of the last digits, which differ between platforms
	names, of := tallies(t)
	if *update {
		var text strings.Builder
		for _, name := range names {
			fmt.Fprintf(&text, "%s %v %.9g %.9g\n", name, of[name].known, of[name].sum/math.Max(1, of[name].known), of[name].squares/math.Max(1, of[name].known))
		}
		if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer golden.Close()
	lines := bufio.NewScanner(golden)
	n := 0
	for ; lines.Scan(); n++ {
		var name string
		var known, mean, square float64
		if _, err := fmt.Sscan(lines.Text(), &name, &known, &mean, &square); err != nil {
			t.Fatalf("%s:%d: %v", file, n+1, err)
		}
		got := of[name]
		if got == nil {
			t.Errorf("there is no column %s", name)
			continue
		}
		differs := func(sum, want float64) bool {
			return math.Abs(sum/math.Max(1, known)-want) > tolerance*math.Max(1, math.Abs(want))
		}
		if got.known != known || differs(got.sum, mean) || differs(got.squares, square) {
			t.Errorf("%s: %v blocks have it, mean %.6g, mean square %.6g; when models were trained it was %v, %.6g and %.6g", name, got.known,
				got.sum/math.Max(1, got.known), got.squares/math.Max(1, got.known), known, mean, square)
		}
	}
	if err := lines.Err(); err != nil || n != len(names) {
		t.Errorf("%s has %d columns, and there are %d, %v", file, n, len(names), err)
	}
}

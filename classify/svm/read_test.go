package svm

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The first line of every testdata/*.bad.model is "# want: " and what the refusal of the rest says; its line
// numbers count from the second.
func TestReadModelRefuses(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.bad.model")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no bad models in testdata: %v", err)
	}
	for _, path := range paths {
		want, body := badModel(t, path)
		_, err := ReadModel(strings.NewReader(body))
		if err == nil {
			t.Errorf("%s: was read, want an error: %s", path, want)
		} else if !strings.Contains(err.Error(), "reading model: "+want) {
			t.Errorf("%s: error %q, want %q", path, err, want)
		}
	}
}

func badModel(t testing.TB, path string) (want, body string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first, body, _ := strings.Cut(string(text), "\n")
	want, ok := strings.CutPrefix(first, "# want: ")
	if !ok {
		t.Fatalf("%s: the first line is not # want: …", path)
	}
	return want, body
}

const smallModel = `svm_type c_svc
kernel_type rbf
gamma 0.5
nr_class 2
total_sv 3
rho 0.25
label 1 -1
probA -2
probB 0.5
nr_sv 1 2
SV
1.5 1:1 3:0.5
-1` + " " + `
-0.5 2:-1
`

// libsvm-go drops the second support vector of this model, whose features are all zero.
func TestReadModelKeepsSupportVectorOfZeros(t *testing.T) {
	m, err := ReadModel(strings.NewReader(smallModel))
	if err != nil {
		t.Fatal(err)
	}
	if pos, neg := m.SupportVectors(); pos != 1 || neg != 2 {
		t.Errorf("%d and %d support vectors, want 1 and 2", pos, neg)
	}
	// At zero: 1.5·e^(−0.5·1.25) − 1·e^0 − 0.5·e^(−0.5·1) − 0.25, by pocket calculator.
	if got := m.Decision(nil); !near(got, -0.7503734, 1e-6) {
		t.Errorf("decision %v at zero, want -0.7503734", got)
	}
}

func TestWriteGivesBackWhatWasRead(t *testing.T) {
	for _, path := range []string{"testdata/exact.model", "testdata/real.model", "testdata/calibrated.model"} {
		m := readModel(t, path)
		var text bytes.Buffer
		if err := m.Write(&text); err != nil {
			t.Fatal(err)
		}
		again, err := ReadModel(&text)
		if err != nil {
			t.Fatalf("%s, written and read again: %v", path, err)
		}
		x := m.sv[:m.features]
		if f, g := m.Decision(x), again.Decision(x); f != g {
			t.Errorf("%s: decision %v before writing, %v after", path, f, g)
		}
	}
	m, err := ReadModel(strings.NewReader(smallModel))
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := m.Write(&text); err != nil {
		t.Fatal(err)
	}
	if got := trimLines(text.String()); got != trimLines(smallModel) {
		t.Errorf("written:\n%s\nread:\n%s", got, smallModel)
	}
}

func trimLines(s string) string { return strings.ReplaceAll(s, " \n", "\n") }

// Old LIBSVM puts label -1 first when the training data do; decisions then speak for -1.
func TestReadModelTurnsLabels(t *testing.T) {
	m, err := ReadModel(strings.NewReader(smallModel))
	if err != nil {
		t.Fatal(err)
	}
	old, err := ReadModel(strings.NewReader(strings.Replace(smallModel, "label 1 -1", "label -1 1", 1)))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range [][]float32{{0, 0, 0}, {1, 0, 0.5}, {0, -1, 3}} {
		if f, g := m.Decision(x), old.Decision(x); !near(f, -g, 1e-12) {
			t.Errorf("%v: decision %v, want %v", x, g, -f)
		}
		if p, q := m.platt.Probability(m.Decision(x)), old.platt.Probability(old.Decision(x)); !near(p, 1-q, 1e-9) {
			t.Errorf("%v: probability %v, want %v", x, q, 1-p)
		}
	}
	if pos, neg := old.SupportVectors(); pos != 2 || neg != 1 {
		t.Errorf("%d and %d support vectors, want 2 and 1", pos, neg)
	}
}

// A short file cannot make the reader allocate much: many empty rows and one far feature.
func TestReadModelBoundsMemory(t *testing.T) {
	most := limits{features: 1000, vectors: 1000, values: 100_000}
	text := strings.Replace(smallModel, "total_sv 3", "total_sv 1000", 1)
	text = strings.Replace(text, "nr_sv 1 2", "nr_sv 1 999", 1)
	text += strings.Repeat("-1\n", 996) + "-1 1000:1\n"
	_, err := readWithin(strings.NewReader(text), most)
	if err == nil || !strings.Contains(err.Error(), "1000 support vectors of 1000 features are more than 100000 values") {
		t.Errorf("error %v, want one about 100000 values", err)
	}
	_, err = readWithin(strings.NewReader(strings.Repeat("x", 1<<20)), most)
	if err == nil || !strings.Contains(err.Error(), "line 1: longer than 1000 features need") {
		t.Errorf("error %v, want one about a long line", err)
	}
}

// Every model is refused with a message or written as it was read.
func FuzzReadModel(f *testing.F) {
	f.Add(smallModel)
	f.Add(strings.Replace(smallModel, "label 1 -1", "label -1 1", 1))
	f.Add(strings.ReplaceAll(smallModel, "\n", "\r\n"))
	f.Add(strings.NewReplacer("1:1", "1:-0", "3:0.5", "3:1e-45", "-1 \n", "-1 7:0\n").Replace(smallModel))
	paths, _ := filepath.Glob("testdata/*.bad.model")
	for _, path := range paths {
		_, body := badModel(f, path)
		f.Add(body)
	}
	most := limits{features: 1 << 12, vectors: 1 << 10, values: 1 << 16}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := readWithin(strings.NewReader(text), most)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "reading model: ") {
				t.Fatalf("error %q does not say what was done", err)
			}
			return
		}
		m.Decision(nil)
		m.Decision([]float32{1, -4, 0.3})
		var first, second bytes.Buffer
		if err := m.Write(&first); err != nil {
			t.Fatal(err)
		}
		written := first.String()
		again, err := readWithin(&first, most)
		if err != nil {
			t.Fatalf("own file is refused: %v\n%s", err, written)
		}
		if err := again.Write(&second); err != nil {
			t.Fatal(err)
		}
		if second.String() != written {
			t.Fatalf("written first:\n%s\nthen:\n%s", written, second.String())
		}
	})
}

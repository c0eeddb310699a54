package svm

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// references are the sets of testdata/reference.sh with the parameters it gives svm-train, and how near our
// sigmoids come: to what six printed digits leave open, or to the rounding of the quadratic form.
var references = []struct {
	name   string
	width  int
	digits float64
	params Params
}{
	{"exact", 20, sixDigits, Params{Kernel: RBF, C: 3, Gamma: 0.0625, WeightPos: 1, WeightNeg: 1, Eps: 0.001, CacheMB: 10, Parts: 1, PartRows: 1000, JoinMargin: 1.05, LeaveMargin: 2, Folds: 5}},
	{"quadratic", 20, 1e-5, Params{Kernel: Quadratic, C: 0.5, Gamma: 0.0625, WeightPos: 1, WeightNeg: 1, Eps: 0.001, CacheMB: 10, Parts: 1, PartRows: 1000, JoinMargin: 1.05, LeaveMargin: 2, Folds: 5}},
	{"linear", 20, sixDigits, Params{Kernel: Linear, C: 0.0625, Gamma: 1, WeightPos: 1, WeightNeg: 1, Eps: 0.001, CacheMB: 10, Parts: 1, PartRows: 1000, JoinMargin: 1.05, LeaveMargin: 2, Folds: 5}},
	{"real", 12, sixDigits, Params{Kernel: RBF, C: 2, Gamma: 0.03125, WeightPos: 1.5, WeightNeg: 0.5, Eps: 0.001, CacheMB: 10, Parts: 1, PartRows: 1000, JoinMargin: 1.05, LeaveMargin: 2, Folds: 5}},
}

// sixDigits is what six printed digits of a probability leave open.
const sixDigits = 2e-6

// A model of LIBSVM's svm-train gives the decisions that svm-predict gives.
func TestReadModelDecidesAsLIBSVM(t *testing.T) {
	for _, ref := range references {
		base := filepath.Join("testdata", ref.name)
		m := readModel(t, base+".model")
		unseen := readRows(t, base+".unseen", ref.width)
		labels, sigmoids := column(t, base+".predicted", 0, 0), column(t, base+".sigmoid", 1, 1)
		for i, f := range decisions(m, unseen.X) {
			if (f > 0) != (labels[i] > 0) {
				t.Errorf("%s, row %d: decision %v, svm-predict says label %v", ref.name, i, f, labels[i])
			}
			if got := sigmoid(-f); !near(got, sigmoids[i], ref.digits) {
				t.Errorf("%s, row %d: sigmoid %v of the decision, svm-predict has %v", ref.name, i, got, sigmoids[i])
			}
		}
	}
}

// Training finds the optimum that svm-train finds: objective, rho, number of support vectors, decisions.
func TestTrainAgreesWithLIBSVM(t *testing.T) {
	log := regexp.MustCompile(`obj = (\S+), rho = (\S+)\nnSV = (\d+)`)
	for _, ref := range references {
		base := filepath.Join("testdata", ref.name)
		rows, unseen := readRows(t, base+".rows", ref.width), readRows(t, base+".unseen", ref.width)
		m := mustTrain(t, rows, ref.params)
		text, err := os.ReadFile(base + ".log")
		if err != nil {
			t.Fatal(err)
		}
		want := log.FindStringSubmatch(string(text))
		if obj := parse(t, want[1]); !near(m.objective(), obj, 1e-6) {
			t.Errorf("%s: objective %v, svm-train reached %v", ref.name, m.objective(), obj)
		}
		if rho := parse(t, want[2]); !near(m.rho, rho, ref.params.Eps/10) {
			t.Errorf("%s: rho %v, svm-train has %v", ref.name, m.rho, rho)
		}
		if n := int(parse(t, want[3])); len(m.coef) != n {
			t.Errorf("%s: %d support vectors, svm-train has %d", ref.name, len(m.coef), n)
		}
		theirs := decisions(readModel(t, base+".model"), unseen.X)
		for i, f := range decisions(m, unseen.X) {
			if !near(f, theirs[i], 10*ref.params.Eps) {
				t.Errorf("%s, unseen row %d: decision %v, svm-train's model says %v", ref.name, i, f, theirs[i])
			}
		}
	}
}

// A collapsed linear machine decides as before, also for svm-predict.
func TestCollapsedMachineDecidesAlike(t *testing.T) {
	m := readModel(t, "testdata/linear.model")
	one := m.Collapsed()
	if pos, neg := one.SupportVectors(); pos+neg != 1 {
		t.Fatalf("%d + %d support vectors", pos, neg)
	}
	x := readRows(t, "testdata/linear.unseen", 20).X
	predicted := svmPredict(t, one.Calibrated(Platt{A: -1}), "testdata/linear.unseen")
	want := decisions(m, x)
	for i, f := range decisions(one, x) {
		if !near(f, want[i], 1e-5) || !near(sigmoid(-f), predicted[i], sixDigits) {
			t.Errorf("row %d: decision %v, before %v; svm-predict's sigmoid %v", i, f, want[i], predicted[i])
		}
	}
}

// objective is the dual objective ½ αᵀQα − Σα at the machine's solution.
func (m *Machine) objective() float64 {
	var sum float64
	for i, c := range m.coef {
		kernels := plainDecision(m, m.sv[i*m.features:(i+1)*m.features]) + m.rho
		sum += c*kernels/2 - math.Abs(c)
	}
	return sum
}

func TestProbabilitiesAgreeWithLIBSVM(t *testing.T) {
	m := readModel(t, "testdata/calibrated.model")
	want := column(t, "testdata/calibrated.predicted", 1, 1)
	platt, _ := m.Platt()
	for i, x := range readRows(t, "testdata/calibrated.unseen", 20).X {
		if got := platt.Probability(m.Decision(x)); !near(got, want[i], sixDigits) {
			t.Errorf("row %d: probability %v, svm-predict has %v", i, got, want[i])
		}
	}
}

// Our own calibration lands near svm-train's: both cross-validate, on other folds.
func TestCalibrationIsNearLIBSVMs(t *testing.T) {
	want, _ := readModel(t, "testdata/calibrated.model").Platt()
	m := mustTrain(t, readRows(t, "testdata/exact.rows", 20),
		Params{Kernel: RBF, C: 1, Gamma: 0.0625, WeightPos: 1, WeightNeg: 1, Eps: 0.001, CacheMB: 10, Parts: 1, PartRows: 1000, JoinMargin: 1.05, LeaveMargin: 2, Folds: 5, Probability: true, Seed: 3})
	got, _ := m.Platt()
	for _, f := range []float64{-1, 0, 1} {
		if p, q := got.Probability(f), want.Probability(f); math.Abs(p-q) > 0.08 {
			t.Errorf("probability %v at decision %v, svm-train's sigmoid gives %v", p, f, q)
		}
	}
}

// What Write stores, LIBSVM's svm-predict reads, and decides as we do.
func TestSVMPredictReadsOurModels(t *testing.T) {
	for _, ref := range references {
		base := filepath.Join("testdata", ref.name)
		m := mustTrain(t, readRows(t, base+".rows", ref.width), ref.params).Calibrated(Platt{A: -1})
		got := svmPredict(t, m, base+".unseen")
		for i, f := range decisions(m, readRows(t, base+".unseen", ref.width).X) {
			if !near(sigmoid(-f), got[i], ref.digits) {
				t.Errorf("%s, row %d: sigmoid %v of our decision, svm-predict has %v", ref.name, i, sigmoid(-f), got[i])
			}
		}
	}
}

// svmPredict returns the probabilities of label 1 that LIBSVM's svm-predict gives rows with the model m.
func svmPredict(t *testing.T, m *Machine, rows string) []float64 {
	t.Helper()
	var text bytes.Buffer
	if err := m.Write(&text); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	model, out := filepath.Join(dir, "model"), filepath.Join(dir, "out")
	if err := os.WriteFile(model, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	runTool(t, "svm-predict", "-b", "1", rows, model, out)
	return column(t, out, 1, 1)
}

// A model that svm-train writes today is read as the stored one is: the format did not move.
func TestSVMTrainWritesWhatWeRead(t *testing.T) {
	model := filepath.Join(t.TempDir(), "model")
	runTool(t, "svm-train", "-q", "-c", "3", "-g", "0.0625", "testdata/exact.rows", model)
	unseen := readRows(t, "testdata/exact.unseen", 20)
	want := decisions(readModel(t, "testdata/exact.model"), unseen.X)
	for i, f := range decisions(readModel(t, model), unseen.X) {
		if !near(f, want[i], 1e-6) {
			t.Errorf("row %d: decision %v, the stored model says %v", i, f, want[i])
		}
	}
}

// runTool runs one of LIBSVM's tools; a missing one is a failure, not a skip.
func runTool(t *testing.T, name string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s is missing: apt-get install libsvm-tools", name)
	}
	if out, err := exec.CommandContext(t.Context(), path, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

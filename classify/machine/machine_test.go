package machine

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mullionhq/mullion/classify/svm"
)

var columns = []string{"density", "place"}

// rows are of so many sites: main content has a low density in the middle of the page. Noise is three times as frequent.
func rows(sites int) []Row {
	rng := rand.New(rand.NewPCG(1, 2))
	var out []Row
	for s := range sites {
		for i := range 40 {
			content := i%4 == 0
			r := Row{Content: content, Site: fmt.Sprint("site", s), Page: fmt.Sprint("page", i%8)}
			density, place := 0.3+0.7*rng.Float32(), rng.Float32()
			if content {
				density, place = 0.3*rng.Float32(), 0.2+0.4*rng.Float32()
			}
			r.Cells = []float32{density, 100 * place}
			out = append(out, r)
		}
	}
	return out
}

func quick() Options {
	o := DefaultOptions()
	o.Rows, o.GridRows, o.MaxC, o.MinGamma, o.MaxGamma = 300, 200, 2, 0.5, 2
	return o
}

// Balanced sampling of 000: noise is drawn until both labels are equally frequent; else labels keep their shares.
func TestDraw(t *testing.T) {
	for _, c := range []struct {
		balanced           bool
		rows               int
		wantYes, wantTotal int
	}{{true, 1000, 120, 240}, {true, 100, 50, 100}, {false, 1000, 120, 480}, {false, 100, 25, 100}} {
		o := DefaultOptions()
		o.Rows = c.rows
		drawn := draw(rows(12), c.balanced, o)
		yes := 0
		for _, r := range drawn {
			if r.Content {
				yes++
			}
		}
		if yes != c.wantYes || len(drawn) != c.wantTotal {
			t.Errorf("balanced %v of %d: %d of %d are content", c.balanced, c.rows, yes, len(drawn))
		}
	}
	more := rows(12) // with three of content for one of noise
	for i := range more {
		more[i].Content = !more[i].Content
	}
	if drawn := draw(more, true, DefaultOptions()); len(drawn) != 240 {
		t.Errorf("of more content than noise %d are drawn, not 240", len(drawn))
	}
}

// Parameters are found by 10 folds (000, section 6) on a grid with both its ends.
func TestGrid(t *testing.T) {
	o := DefaultOptions()
	if got := steps(o.MinC, o.MaxC, o.Factor); o.Folds != 10 || !slices.Equal(got, []float64{0.5, 2, 8, 32}) {
		t.Errorf("%d folds, costs %v", o.Folds, got)
	}
	if rbf().Kernel != svm.RBF {
		t.Errorf("the kernel is %s", rbf().Kernel)
	}
}

// The ten folds never part a site, or a page where there are fewer sites than folds.
func TestDealKeepsGroupsTogether(t *testing.T) {
	for _, sites := range []int{3, 25} {
		all := rows(sites)
		folds := deal(all, 10)
		of := map[string]int{}
		used := map[int]bool{}
		for i, r := range all {
			group := r.Site
			if sites < 10 {
				group += r.Page
			}
			if f, ok := of[group]; ok && f != folds[i] {
				t.Fatalf("%d sites: %s is in folds %d and %d", sites, group, f, folds[i])
			}
			of[group] = folds[i]
			used[folds[i]] = true
		}
		if len(used) != 10 {
			t.Errorf("%d sites: %d folds", sites, len(used))
		}
	}
}

// Formula 6 of 003: the training rows' minimum is 0 and their maximum 1; what lies outside is cut.
func TestScaler(t *testing.T) {
	s := fit([]Row{{Cells: []float32{2, 5}}, {Cells: []float32{4, 5}}, {Cells: []float32{3, 5}}}, 2)
	for _, c := range []struct{ x, want float32 }{{2, 0}, {4, 1}, {3.5, 0.75}, {-9, 0}, {9, 1}} {
		if got := s.scaled([]float32{c.x, 5}); got[0] != c.want || got[1] != 0 {
			t.Errorf("%v is scaled to %v", c.x, got)
		}
	}
	if s.Typical[0] != 3 {
		t.Errorf("the median is %v", s.Typical[0])
	}
}

func train(t testing.TB, o Options) *Result {
	t.Helper()
	published := svm.DefaultParams()
	published.C, published.Gamma = 3, 0.7
	r, err := Train(t.Context(), rows(12), Recipe{Columns: columns, Balanced: true, Also: []svm.Params{published}}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The best point is of the grid or of the recipe and no worse than those of the recipe, and equal rows and seeds give equal
// machines.
func TestTrain(t *testing.T) {
	r := train(t, quick())
	if r.Rows != 240 || len(r.Also) != 1 || r.Also[0].C != 3 || r.Best.Score < r.Also[0].Score {
		t.Errorf("%+v", *r)
	}
	if !slices.Contains([]float64{0.5, 2, 3}, r.Best.C) || !slices.Contains([]float64{0.5, 0.7, 2}, r.Best.Gamma) {
		t.Errorf("the best point %+v is neither of the grid nor of the recipe", r.Best)
	}
	m := r.Machine
	d := m.Decide([][]float32{{0.1, 40}, {0.9, 40}, {0.8, 95}})
	if !(d[0] > 0 && d[1] < 0 && d[2] < 0) {
		t.Errorf("decisions %v", d)
	}
	if p := m.Probability(d[0]); p < 0.7 || p > 1 {
		t.Errorf("content has probability %v", p)
	}
	effects := m.Explain([]float32{0.1, 40})
	if len(effects) != 2 || effects[0].Column != "density" || effects[0].Effect <= math.Abs(effects[1].Effect) {
		t.Errorf("effects %v: the density decides", effects)
	}
	var a, b bytes.Buffer
	for w, m := range map[*bytes.Buffer]*Machine{&a: m, &b: train(t, quick()).Machine} {
		if err := m.SVM.Write(w); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("equal rows and seeds give different machines")
	}
}

func TestTrainRefuses(t *testing.T) {
	if _, err := Train(t.Context(), rows(1)[:8], Recipe{Columns: columns}, quick()); !errors.Is(err, ErrRows) {
		t.Errorf("eight rows: %v", err)
	}
	alike := slices.Repeat([]Row{{Cells: make([]float32, len(columns)), Content: true}}, 20)
	if _, err := Train(t.Context(), alike, Recipe{Columns: columns, Balanced: true}, quick()); !errors.Is(err, ErrRows) || !strings.Contains(err.Error(), "20 are main content and 0 are not") {
		t.Errorf("rows of one label: %v", err)
	}
	few := append(slices.Clone(alike), make([]Row, 4)...)
	if _, err := Train(t.Context(), few, Recipe{Columns: columns}, quick()); !errors.Is(err, ErrRows) || !strings.Contains(err.Error(), "20 are main content and 4 are not") {
		t.Errorf("fewer rows of noise than parts to calibrate on: %v", err)
	}
	if _, err := Train(t.Context(), rows(12), Recipe{Columns: columns[:1]}, quick()); err == nil {
		t.Error("rows with too many cells are trained on")
	}
	bad := quick()
	bad.Folds = 1
	if _, err := Train(t.Context(), rows(12), Recipe{Columns: columns}, bad); err == nil {
		t.Error("one fold is cross-validated")
	}
	bad = quick()
	bad.MinC = 2 * bad.MaxC
	if _, err := Train(t.Context(), rows(12), Recipe{Columns: columns}, bad); err == nil {
		t.Error("a grid without points is searched")
	}
}

func TestF1(t *testing.T) {
	if got := F1([]float64{1, 1, -1, -1}, []int8{1, -1, 1, -1}); got != 0.5 {
		t.Errorf("F1 is %v", got)
	}
	if got := F1([]float64{-1}, []int8{-1}); got != 0 {
		t.Errorf("without content F1 is %v", got)
	}
}

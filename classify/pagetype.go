package classify

import (
	"math"
	"slices"

	"github.com/mullionhq/mullion/classify/svm"
)

// PageTypes are the types that pages are told apart by: those of the corpus WCXB.
var PageTypes = []string{"article", "collection", "documentation", "forum", "listing", "product", "service"}

// A TypeStage tells the type of a page: a linear machine a type against all others, on the evidence of the page, the mean and
// the deviation of its blocks', and its address. Of labels only the threshold depends on it (Factors): the block stage sees
// the page's evidence itself, and even the true type as one more feature added only .001 word F1.
type TypeStage struct {
	Types    []string // of PageTypes, those that the training pages had enough of; none when they had no types
	Words    []string // of addresses, ascending; each is a column after typeColumns
	Scaler   Scaler
	Machines []*svm.Machine // by type, calibrated
}

// row is a page as the machines see it, before it is scaled.
func (s *TypeStage) row(v *View) []float32 {
	row := make([]float32, len(typeColumns)+len(s.Words))
	known := copy(row, v.means())
	v.address.measure(row[known:], s.Words)
	return row
}

// means are the view's typeRow, which is measured once.
func (v *View) means() []float32 {
	if v.typeRow == nil {
		v.typeRow = typeRow(v, v.evidence())
	}
	return v.typeRow
}

// PageType returns the likeliest type of a page and its probability among all types, 0 … 1; "" when the model knows no
// types or the page has no blocks.
func (m *Model) PageType(v *View) (name string, probability float64) {
	if len(m.Types.Types) == 0 || len(v.Blocks) == 0 {
		return "", 0
	}
	x := m.Types.Scaler.scaled(m.Types.row(v))
	sum := 0.0
	for k, machine := range m.Types.Machines {
		platt, _ := machine.Platt()
		p := platt.Probability(machine.Decision(x))
		if sum += p; p > probability {
			name, probability = m.Types.Types[k], p
		}
	}
	return name, probability / sum
}

// typeSources are the sources whose means tell types: not those that only some pages have.
var typeSources = slices.DeleteFunc(slices.Clone(Sources), func(s Source) bool {
	return s.Name == layoutSource.Name || s.Name == styleSource.Name || s.Name == vocabularySource.Name
})

// tellsType is by source whether it is one of typeSources.
var tellsType = func() []bool {
	tells := make([]bool, len(Sources))
	for k, s := range Sources {
		tells[k] = slices.ContainsFunc(typeSources, func(t Source) bool { return t.Name == s.Name })
	}
	return tells
}()

// typeColumns are the columns of typeRow, and the address's.
var typeColumns = slices.Concat(prefixed("mean_", typeEvidence, nil), prefixed("deviation_", typeEvidence, nil), prefixed("address.", addressColumns, nil))

// typeEvidence are the columns of typeSources.
var typeEvidence = Columns(typeSources)

// typeRow is the mean and the deviation of a page's evidence over its blocks, each weighed by its words. Page-wide evidence
// is its own mean. Blocks that lack a piece of evidence do not count for it.
func typeRow(v *View, evidence [][]float32) []float32 {
	width := len(typeEvidence)
	sums, squares, weights := make([]float64, width), make([]float64, width), make([]float64, width)
	for b, row := range evidence {
		w := v.stats[b].words + 0.01
		at, to := 0, 0
		for k, s := range Sources {
			n := len(s.Columns)
			if tellsType[k] {
				sums, squares, weights := sums[to:to+n], squares[to:to+n], weights[to:to+n]
				for c, x := range row[at : at+n] {
					if x == x {
						wx := float64(w * float64(x))
						sums[c] += wx
						squares[c] += float64(wx * float64(x))
						weights[c] += w
					}
				}
				to += n
			}
			at += n
		}
	}
	out := make([]float32, 2*width)
	for c := range width {
		mean := sums[c] / weights[c] // NaN, absent, where no block has it
		variance := squares[c]/weights[c] - float64(mean*mean)
		out[c] = float32(mean)
		out[width+c] = float32(math.Sqrt(max(0, variance)))
	}
	return out
}

// trainTypes trains the machines of the types that at least train.type_pages pages have.
func (t *trainer) trainTypes() (TypeStage, error) {
	var typed []*Example
	var types []string
	var folds []int
	counts := map[string]int{}
	for i := range t.examples {
		if e := &t.examples[i]; slices.Contains(PageTypes, e.Type) && len(e.View.Blocks) > 0 {
			typed, types, folds = append(typed, e), append(types, e.Type), append(folds, t.fold[i])
			counts[e.Type]++
		}
	}
	stage := TypeStage{Words: sharedWords(typed, t.o.TypeSites)}
	rows := make([][]float32, len(typed))
	for i, e := range typed {
		rows[i] = stage.row(e.View)
	}
	stage.Scaler = fitScaler(rows, len(typeColumns)+len(stage.Words))
	for _, name := range PageTypes {
		if counts[name] >= t.o.TypePages && spread(types, folds, name) {
			stage.Types = append(stage.Types, name)
		}
	}
	if len(stage.Types) < 2 {
		return TypeStage{}, nil
	}
	t.say("page types: %d pages", len(rows))
	for i := range rows {
		rows[i] = stage.Scaler.scaled(rows[i])
	}
	params := svm.DefaultParams()
	params.Kernel, params.C = svm.Linear, t.o.TypeC
	for _, name := range stage.Types {
		p := svm.Problem{X: rows, Y: make([]int8, len(rows))}
		for i := range rows {
			p.Y[i] = -1
			if types[i] == name {
				p.Y[i] = 1
			}
		}
		machine, err := svm.Train(t.ctx, p, params)
		if err != nil {
			return TypeStage{}, err
		}
		apart, err := svm.CrossValidate(t.ctx, p, params, folds)
		if err != nil {
			return TypeStage{}, err
		}
		platt, err := svm.Calibrate(apart, p.Y)
		if err != nil {
			return TypeStage{}, err
		}
		stage.Machines = append(stage.Machines, machine.Collapsed().Calibrated(platt))
	}
	return stage, nil
}

// spread reports whether pages of the type, and others, remain when any one fold is held apart.
func spread(types []string, folds []int, name string) bool {
	var in, out []int // folds of the pages
	for i, f := range folds {
		if types[i] == name {
			in = append(in, f)
		} else {
			out = append(out, f)
		}
	}
	several := func(folds []int) bool { return slices.ContainsFunc(folds, func(f int) bool { return f != folds[0] }) }
	return several(in) && several(out)
}

package classify

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Source is one kind of evidence about blocks: a documented group of columns of the feature matrix.
type Source struct {
	Name    string
	Doc     string   // one sentence: what it tells and where the idea is from
	Columns []string // short names; a model stores them as "source.column"

	// Measure writes the evidence about block b into out, one value a column. Values that it leaves alone stay
	// absent (NaN), as everything does for a source that does not apply to the page.
	Measure func(v *View, b int, out []float32)
}

// Sources lists every kind of evidence in column order. A new one is a new file and a name here; models that
// were trained without it then say so when they are loaded.
var Sources = []Source{
	textSource,
	wordingSource,
	titleSource,
	tagSource,
	nameSource,
	positionSource,
	ancestorSource,
	repetitionSource,
	copiesSource,
	neighbourSource,
	containerSource,
	discussionSource,
	noticeSource,
	pageSource,
	vocabularySource, // filled by models
	layoutSource,
	styleSource,
}

// Columns lists the full column names of the sources in order.
func Columns(sources []Source) []string {
	var names []string
	for _, s := range sources {
		for _, c := range s.Columns {
			names = append(names, s.Name+"."+c)
		}
	}
	return names
}

// Measure returns the feature matrix of the view, one row a block, NaN where evidence is absent.
func Measure(v *View, sources []Source) [][]float32 {
	width := 0
	for _, s := range sources {
		width += len(s.Columns)
	}
	cells := slices.Repeat([]float32{absent}, width*len(v.Blocks))
	rows := make([][]float32, len(v.Blocks))
	for b := range v.Blocks {
		row := cells[b*width : (b+1)*width : (b+1)*width]
		at := 0
		for _, s := range sources {
			s.Measure(v, b, row[at:at+len(s.Columns)])
			at += len(s.Columns)
		}
		rows[b] = row
	}
	return rows
}

// evidence is the feature matrix of all sources, measured once a view.
func (v *View) evidence() [][]float32 {
	if v.rows == nil {
		v.rows = Measure(v, Sources)
	}
	return v.rows
}

// The later stages among the sources of evidence: the second stage, that of site profiles, the forest beside the first
// machine, and what a model was taught.
const (
	contextName = "context"
	profileName = "profile"
	treesName   = "trees"
	lessonName  = "lesson"
)

// SourceNames lists the names of the evidence: the sources, and the later stages.
func SourceNames() []string {
	var names []string
	for _, s := range Sources {
		names = append(names, s.Name)
	}
	return append(names, contextName, profileName, treesName)
}

// without returns rows in which the columns of the named sources are absent, so that machines trained on them never look
// at these: a column without variance has the scale 0. The second stage's own columns are of the source context,
// those that repeat the page's and the vocabulary's of these sources; its first, the score, stays.
func without(rows [][]float32, columns, names []string) [][]float32 {
	var masked []int
	for c, column := range columns {
		source, _, isSource := strings.Cut(column, ".")
		switch {
		case isSource:
		case strings.HasPrefix(column, "page_"):
			source = pageSource.Name
		case strings.HasPrefix(column, "vocabulary_"):
			source = vocabularySource.Name
		case c > 0:
			source = contextName
		}
		if slices.Contains(names, source) || !isSource && c > 0 && slices.Contains(names, contextName) {
			masked = append(masked, c)
		}
	}
	if masked == nil {
		return rows
	}
	out := make([][]float32, len(rows))
	for b, row := range rows {
		out[b] = slices.Clone(row)
		for _, c := range masked {
			out[b][c] = absent
		}
	}
	return out
}

// absent is the value of evidence that a page does not have.
var absent = float32(math.NaN())

// A writer fills the columns of one row in order.
type writer struct {
	out []float32
	at  int
}

func (w *writer) put(x float64) {
	w.out[w.at] = float32(x)
	w.at++
}

func (w *writer) flag(b bool) {
	if b {
		w.put(1)
	} else {
		w.put(0)
	}
}

// done checks that every column was written: a source that does not is broken.
func (w *writer) done() {
	if w.at != len(w.out) {
		panic(fmt.Sprintf("classify: %d of %d columns written", w.at, len(w.out)))
	}
}

// log compresses a count or a length.
func log(x float64) float64 {
	if x <= 0 {
		return 0
	}
	if n := int(x); n < len(logs) && float64(n) == x {
		return logs[n]
	}
	return math.Log1p(x)
}

// logs are those of small counts, which most are.
var logs = func() (table [1024]float64) {
	for n := range table {
		table[n] = math.Log1p(float64(n))
	}
	return table
}()

// share is a/b, 0 when b is not positive.
func share(a, b float64) float64 {
	if b <= 0 {
		return 0
	}
	return a / b
}

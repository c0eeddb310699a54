package classify

import (
	"slices"

	"github.com/mullionhq/mullion/page"
	"github.com/mullionhq/mullion/parts"
	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/site"
)

// A Scored is a page with the probability of every block, from which the labels of other thresholds follow at once,
// and those of another division into regions with little work. It is read only.
type Scored struct {
	view   *View
	known  *site.Site
	kind   kind
	passes [2]pass   // of the first two stages
	scores []float64 // with what was taught
	told   advice
}

// A pass is what one stage said, and of what: it need not say it again of the same evidence.
type pass struct {
	cells []int8
	out   []float64
}

// Score is the slow part of Label. before may be nil, or what was scored of the same page by the same model: what
// another layout does not change is taken from it.
func (m *Model) Score(p *page.Page, layout *regions.Layout, known *site.Site, before *Scored) *Scored {
	if before == nil || before.known != known {
		s := &Scored{view: NewView(p, layout, known), known: known}
		s.view.rows = m.evidence(s.view)
		s.kind = m.kind(s.view)
		return m.run(s, s.view.rows, &Scored{}).advised(m)
	}
	v := *before.view
	v.Layout = layout
	s := &Scored{view: &v, known: known, kind: before.kind}
	if sameRegions(layout, before.view.Layout) {
		s.passes, s.scores, s.told = before.passes, before.scores, before.told
		return s
	}
	v.rows = remeasured(&v, before.view.rows)
	return m.run(s, v.rows, before).advised(m)
}

// advised is what was scored, with what the profile says of it.
func (s *Scored) advised(m *Model) *Scored {
	s.told = m.advice(s.view, s.scores, s.kind)
	return s
}

// View is the page as it was seen, with its evidence measured: it may be read at the same time by several.
func (s *Scored) View() *View { return s.view }

// Label labels every block, as Model.Label does.
func (s *Scored) Label(o Options) Labels {
	return s.view.decide(s.scores, s.told, s.kind, o)
}

func sameRegions(a, b *regions.Layout) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Mode == b.Mode && slices.Equal(a.Of, b.Of)
}

// remeasured are the rows with the evidence of layoutSource measured again, the only one that sees the regions. Rows
// that it leaves as they are stay the same slices.
func remeasured(v *View, rows [][]float32) [][]float32 {
	at := 0
	for _, s := range Sources {
		if s.Name == layoutSource.Name {
			break
		}
		at += len(s.Columns)
	}
	width := len(layoutSource.Columns)
	out := make([][]float32, len(rows))
	parts.Do(len(rows), partRows, func(from, to int) {
		now := make([]float32, width)
		for b := from; b < to; b++ {
			for c := range now {
				now[c] = absent
			}
			layoutSource.Measure(v, b, now)
			if out[b] = rows[b]; !alike(now, rows[b][at:at+width]) {
				out[b] = slices.Clone(rows[b])
				copy(out[b][at:], now)
			}
		}
	})
	return out
}

// partRows is the least number of rows that are worth a goroutine of their own: about a tenth of a millisecond's work.
const partRows = 256

// alike reports whether two rows hold the same values, absent ones included.
func alike(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return x == y || x != x && y != y })
}

// run applies all stages and what was taught to the rows of evidence.
func (m *Model) run(s *Scored, rows [][]float32, before *Scored) *Scored {
	if len(rows) == 0 {
		return s
	}
	s.passes[0] = m.Blocks.again(rows, before.passes[0])
	s.passes[1] = m.Context.again(measureContext(s.view, s.passes[0].out, rows), before.passes[1])
	s.scores = m.Lesson.correct(s.passes[1].out, s.passes[0].cells)
	return s
}

// again is probabilities, with those of rows that are as they were taken from before.
func (s *Stage) again(rows [][]float32, before pass) pass {
	now := pass{make([]int8, len(s.Columns)*len(rows)), make([]float64, len(rows))}
	if len(before.cells) != len(now.cells) {
		before = pass{}
	}
	parts.Do(len(rows), partRows, func(from, to int) { s.againPart(rows, before, now, from, to) })
	return now
}

// againPart fills the rows from … to−1 of now. before is empty, or of as many rows.
func (s *Stage) againPart(rows [][]float32, before, now pass, from, to int) {
	width := len(s.Columns)
	changed := make([]int, 0, to-from)
	cells := make([]int8, 0, (to-from)*width) // of the rows that changed
	for i := from; i < to; i++ {
		cell := now.cells[i*width : (i+1)*width]
		s.Scaler.apply(rows[i], cell)
		if before.cells != nil && slices.Equal(cell, before.cells[i*width:(i+1)*width]) {
			now.out[i] = before.out[i]
			continue
		}
		changed = append(changed, i)
		cells = append(cells, cell...)
	}
	out := make([]float64, len(changed))
	s.decide(cells, out)
	platt, _ := s.Machine.Platt()
	for k, i := range changed {
		now.out[i] = platt.Probability(out[k])
	}
}

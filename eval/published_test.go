package eval

import (
	"math"
	"testing"
)

// A kept line is right when half of its words or more are in the gold, a line of the gold is found when half of its words
// are kept, wherever either has its line breaks.
func TestLines(t *testing.T) {
	const gold = "The ferry left the harbour at nine.\nNobody on land saw its lights again.\n\n  昨天上午河口新桥通车了。\n"
	for _, c := range []struct {
		name, kept string
		want       Lines
	}{
		{"all", gold, Lines{3, 3, 3, 3}},
		{"nothing", "", Lines{0, 0, 3, 0}},
		{"two lines in one", "The ferry left the harbour at nine. Nobody on land saw its lights again.", Lines{1, 1, 3, 2}},
		{"one in two, and noise", "The ferry left the\nharbour at nine.\nHome World Sport Imprint\nSubscribe to our letter now", Lines{4, 2, 3, 1}},
		{"half of a line is gold", "The ferry left the same day of spring", Lines{1, 1, 3, 1}},                      // 4 of 8 words; 4 of 7
		{"less of a line is gold", "The ferry left the harbour on some other morning of spring", Lines{1, 0, 3, 1}}, // 5 of 11 words; 5 of 7
		{"Chinese by character", "昨天上午河口新桥", Lines{1, 1, 3, 1}},
	} {
		if got := compareLines(gold, c.kept); got != c.want {
			t.Errorf("%s: %+v, not %+v", c.name, got, c.want)
		}
	}
	if score := (Scorer{Lines: true}).Page(&Item{Gold: Gold{HasText: true, Text: gold}}, Prediction{Text: gold}); score.Lines == nil || *score.Lines != (Lines{3, 3, 3, 3}) {
		t.Errorf("lines %+v", score.Lines)
	}
}

// The published measures of five pages: shares of pages by their F1, limits included; labels and lines pooled over pages.
// A page whose lines were not counted is left out.
func TestPublishedMeasures(t *testing.T) {
	page := func(f1 float64, lines Lines, labels *Labels) PageScore {
		return PageScore{Bag: &PRF{F1: f1}, Lines: &lines, Labels: labels}
	}
	got := totalPublished([]PageScore{
		page(0.95, Lines{4, 3, 6, 3}, &Labels{TP: 3, FP: 1}), page(0.9, Lines{1, 1, 2, 2}, &Labels{TP: 1, FN: 3}),
		page(0.8, Lines{}, nil), page(0.5, Lines{}, nil), page(0.49, Lines{}, nil), {Bag: &PRF{F1: 1}},
	})
	same := func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }
	if !same(got.Right, 0.4) || !same(got.Grades.Good, 0.2) || !same(got.Grades.Fair, 0.4) || !same(got.Grades.Poor, 0.2) || !same(got.Grades.Bad, 0.2) {
		t.Errorf("right %g, grades %+v", got.Right, got.Grades)
	}
	// P = TP / (TP+FP), R = TP / (TP+FN) (000); P = 4 / 5 lines, R = 5 / 8, F = 2PR / (P+R) = 1 / 1.425 (003)
	if l := got.Labels; !same(l.P, 4.0/5) || !same(l.R, 4.0/7) || !same(l.F1, 2.0/3) {
		t.Errorf("labels %+v", *l)
	}
	if l := got.Lines; !same(l.P, 4.0/5) || !same(l.R, 5.0/8) || !same(l.F1, 1/1.425) {
		t.Errorf("lines %+v", *l)
	}
	if totalPublished([]PageScore{{Bag: &PRF{F1: 1}}}) != nil {
		t.Error("pages whose lines were not counted have published measures")
	}
}

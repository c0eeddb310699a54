package eval

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMarked(t *testing.T) {
	blocks := []string{"Home", "The river rose by two metres overnight.", "Read more about the river", "Wide of the town, fields were flooded too.", "Read more about the river", "share"}
	const unknown = -1.0
	for name, tt := range map[string]struct {
		gold   Gold
		hidden []int
		want   []float64
	}{
		"a piece of a block":               {Gold{With: []string{"rose by  two"}}, nil, []float64{unknown, 1, unknown, unknown, unknown, unknown}},
		"text that several blocks have":    {Gold{With: []string{"the river"}}, nil, []float64{unknown, unknown, unknown, unknown, unknown, unknown}},
		"one of them is shown":             {Gold{With: []string{"about the river"}}, []int{4}, []float64{unknown, unknown, 1, unknown, unknown, unknown}},
		"boilerplate is so wherever it is": {Gold{Without: []string{"Read more about"}}, nil, []float64{unknown, unknown, 0, unknown, 0, unknown}},
		"but not for a word":               {Gold{Without: []string{"flooded"}}, nil, []float64{unknown, unknown, unknown, unknown, unknown, unknown}},
		"a segment of several blocks": {Gold{With: []string{"The river rose by two metres overnight. Wide of the town, fields were flooded too."}, Without: []string{"Home Read more about the river"}}, nil,
			[]float64{unknown, 1, 0, 1, 0, unknown}},
		"a block of both kinds":   {Gold{With: []string{"Wide of the town"}, Without: []string{"fields were flooded too"}}, nil, []float64{unknown, unknown, unknown, unknown, unknown, unknown}},
		"soft hyphens":            {Gold{With: []string{"over\u00adnight"}}, nil, []float64{unknown, 1, unknown, unknown, unknown, unknown}},
		"an empty segment":        {Gold{With: []string{" "}, Without: []string{""}}, nil, []float64{unknown, unknown, unknown, unknown, unknown, unknown}},
		"what is not on the page": {Gold{With: []string{"lorem"}, Without: []string{"ipsum"}}, nil, []float64{unknown, unknown, unknown, unknown, unknown, unknown}},
	} {
		got, told := tt.gold.Marked(hide(blocksOf(blocks...), tt.hidden...))
		for b := range told {
			if !told[b] {
				got[b] = unknown
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: labels differ (-want +got):\n%s", name, diff)
		}
	}
}

package workspace_test

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/mullionhq/mullion/regions"
	"github.com/mullionhq/mullion/workspace"
)

// Taking back as many labels as were given leaves what there was before, whatever was given.
func TestUndoLeavesWhatWasBefore(t *testing.T) {
	set := rapid.MapOfN(rapid.IntRange(0, 9), rapid.Bool(), 1, 4)
	rapid.Check(t, func(t *rapid.T) {
		history := []workspace.Action{{Base: rapid.SliceOfNDistinct(rapid.IntRange(0, 9), 1, 5, rapid.ID).Draw(t, "base"), Set: set.Draw(t, "first")}}
		for _, s := range rapid.SliceOfN(set, 0, 4).Draw(t, "before") {
			history = append(history, workspace.Action{Set: s})
		}
		want := workspace.Replay(history)
		later := rapid.SliceOfN(set, 0, 4).Draw(t, "after")
		for i, s := range later {
			a := workspace.Action{Set: s}
			if i%2 == 1 {
				a = workspace.Action{Regions: map[int]regions.Name{i: regions.Left}}
			}
			history = append(history, a)
		}
		for range later {
			history = append(history, workspace.Action{Undo: true})
		}
		if got := workspace.Replay(history); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, want %+v", got, want)
		}
	})
}

func TestReplay(t *testing.T) {
	got := workspace.Replay([]workspace.Action{{Base: []int{1, 2}, Set: map[int]bool{2: false, 5: true}}, {Set: map[int]bool{1: true}}})
	if want := (&workspace.Labels{Content: []int{1, 5}, Judged: []int{1, 2, 5}, Regions: map[int]regions.Name{}, Undo: true}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

package eval

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func sites(corpus string, sizes ...int) []Item {
	var out []Item
	for s, n := range sizes {
		for range n {
			out = append(out, Item{ID: fmt.Sprint(len(out)), Corpus: corpus, Site: fmt.Sprint("site", s)})
		}
	}
	return out
}

func TestFoldsKeepSitesApart(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(0, 9), 1, 30)
		items := append(sites("a", sizes.Draw(r, "a")...), sites("b", sizes.Draw(r, "b")...)...)
		k := rapid.IntRange(1, 6).Draw(r, "k")
		fold := Folds(items, k, 1)
		of := map[string]int{}
		for i, f := range fold {
			if f < 0 || f >= k {
				t.Fatalf("fold %d of %d", f, k)
			}
			if was, ok := of[items[i].Site]; ok && was != f {
				t.Fatalf("%s is in folds %d and %d", items[i].Site, was, f)
			}
			of[items[i].Site] = f
		}
	})
}

func TestFoldsOfTextsDoNotDependOnOtherPages(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(0, 9), 1, 30)
		texts, others := sites("a", sizes.Draw(r, "a")...), sites("b", sizes.Draw(r, "b")...)
		for i := range texts {
			texts[i].Gold.HasText = true
		}
		k := rapid.IntRange(1, 6).Draw(r, "k")
		alone, together := Folds(texts, k, 1), Folds(append(slices.Clone(texts), others...), k, 1)
		if !slices.Equal(alone, together[:len(alone)]) {
			t.Fatalf("%v alone, %v with others", alone, together)
		}
	})
}

func TestSitesAreCountedOnce(t *testing.T) {
	if n := Sites(append(sites("a", 2, 3), sites("b", 1)...)); n != 2 {
		t.Errorf("%d", n)
	}
}

func TestFoldsAreBalancedInEachCorpus(t *testing.T) {
	var many []int
	for range 100 {
		many = append(many, 1, 2)
	}
	small := sites("b", 3, 3, 3, 3, 3)
	for i := range small {
		small[i].Site = "b" + small[i].Site
	}
	items := append(sites("a", many...), small...)
	count := map[string][]int{"a": make([]int, 5), "b": make([]int, 5)}
	for i, f := range Folds(items, 5, 7) {
		count[items[i].Corpus][f]++
	}
	if slices.Max(count["a"])-slices.Min(count["a"]) > 3 || !slices.Equal(count["b"], []int{3, 3, 3, 3, 3}) {
		t.Errorf("%v", count)
	}
}

// Large sites come first, so that small ones can make up for them.
func TestFoldsPlaceLargeSitesFirst(t *testing.T) {
	sizes := []int{100, 100}
	for range 100 {
		sizes = append(sizes, 2)
	}
	for seed := range uint64(5) {
		count := make([]int, 4)
		for _, f := range Folds(sites("a", sizes...), 4, seed) {
			count[f]++
		}
		if slices.Max(count) > 100 {
			t.Errorf("seed %d: folds of %v pages", seed, count)
		}
	}
}

func TestFoldsDoNotDependOnOrder(t *testing.T) {
	items := sites("a", 1, 4, 2, 2, 5, 1, 1, 3)
	fold := Folds(items, 3, 5)
	turned := slices.Clone(items)
	slices.Reverse(turned)
	other := Folds(turned, 3, 5)
	slices.Reverse(other)
	if !slices.Equal(fold, other) {
		t.Errorf("%v, reversed %v", fold, other)
	}
}

func TestFoldsKeepCopiesTogether(t *testing.T) {
	items := []Item{
		{ID: "1", Corpus: "a", Site: "x"}, {ID: "2", Corpus: "a", Site: "y", DupOf: "a/1"}, {ID: "3", Corpus: "b", Site: "z", DupOf: "a/2"},
		{ID: "4", Corpus: "a", Site: "v"}, {ID: "5", Corpus: "b", Site: "w"},
	}
	fold := Folds(items, 5, 0)
	if fold[0] != fold[1] || fold[0] != fold[2] {
		t.Errorf("copies are in folds %v", fold)
	}
}

package main

import (
	"strings"
	"testing"

	"github.com/mullionhq/mullion/classify"
)

func TestGridHasEveryCombination(t *testing.T) {
	rows, err := gridOf([]string{"train.c=0.5,2", "train.rows=200,300"}, classify.DefaultTrainOptions())
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		name string
		c    float64
		rows int
	}{{"c=0.5 rows=200", 0.5, 200}, {"c=0.5 rows=300", 0.5, 300}, {"c=2 rows=200", 2, 200}, {"c=2 rows=300", 2, 300}}
	if len(rows) != len(want) {
		t.Fatalf("%d combinations, want %d", len(rows), len(want))
	}
	for i, w := range want {
		if r := rows[i]; r.Name != w.name || r.Options.C != w.c || r.Options.Rows != w.rows {
			t.Errorf("combination %d is %q, C %v, %d rows; want %+v", i, r.Name, r.Options.C, r.Options.Rows, w)
		}
	}
}

func TestGridRefuses(t *testing.T) {
	for axis, want := range map[string]string{
		"c=1": "not a setting", "train.c": "not a setting", "train.c=": "not a setting", "train.none=1": "not a setting",
		"train.c=x": "not a number", "train.c=-1": "not between", "train.kernel=cubic": "not one of",
	} {
		if _, err := gridOf([]string{axis}, classify.DefaultTrainOptions()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("--grid %s: %v", axis, err)
		}
	}
}

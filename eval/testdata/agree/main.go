// Command agree compares package eval's scores with the reference scorer's numbers, to four decimals.
//
//	go run ./eval/testdata/agree REFERENCE.json PREDICTIONS.jsonl CORPUS...
//
// Both files are made by reference.py. It prints each number that differs and exits with 1 if there is one.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/mullionhq/mullion/eval"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: agree REFERENCE.json PREDICTIONS.jsonl CORPUS...")
		os.Exit(2)
	}
	compared, differ, err := agree(os.Args[1], os.Args[2], os.Args[3:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "agree:", err)
		os.Exit(1)
	}
	fmt.Printf("%d numbers compared, %d differ\n", compared, differ)
	if differ > 0 || compared == 0 {
		os.Exit(1)
	}
}

func agree(reference, predictions string, corpora []string) (compared, differ int, err error) {
	raw, err := os.ReadFile(reference)
	if err != nil {
		return 0, 0, err
	}
	want := map[string]map[string]any{}
	if err := json.Unmarshal(raw, &want); err != nil {
		return 0, 0, err
	}
	got, err := scores(predictions, corpora)
	if err != nil {
		return 0, 0, err
	}
	for group, numbers := range want {
		for name, x := range numbers {
			a, b := flat(x), got[group][name]
			compared += len(a)
			if len(a) != len(b) {
				differ += len(a)
				fmt.Printf("%s: %s: want %v, got %v\n", group, name, a, b)
				continue
			}
			for i := range a {
				if math.Abs(a[i]-b[i]) > 1e-9 { // far stricter than four decimals
					differ++
					fmt.Printf("%s: %s[%d]: want %.6f, got %.6f\n", group, name, i, a[i], b[i])
				}
			}
		}
	}
	return compared, differ, nil
}

func flat(x any) []float64 {
	switch x := x.(type) {
	case float64:
		return []float64{x}
	case []any:
		var out []float64
		for _, v := range x {
			out = append(out, flat(v)...)
		}
		return out
	}
	return nil
}

// scores are the numbers by group and by name, named as in reference.py.
func scores(predictions string, corpora []string) (map[string]map[string][]float64, error) {
	f, err := os.Open(predictions)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	preds, err := eval.ReadPredictions(f, predictions)
	if err != nil {
		return nil, err
	}
	var items []eval.Item
	for _, dir := range corpora {
		c, err := eval.Open(dir)
		if err != nil {
			return nil, err
		}
		items = append(items, c.Items...)
	}
	groups := map[string][]eval.PageScore{}
	for i := range items {
		it := &items[i]
		text, _ := preds.For(it)
		s := eval.Scorer{}.Page(it, eval.Prediction{Text: text})
		for _, g := range []string{"corpus " + it.Corpus, "page_type " + it.Corpus + ":" + or(it.PageType), "lang " + it.Corpus + ":" + or(it.Lang)} {
			groups[g] = append(groups[g], s)
		}
	}
	out := map[string]map[string][]float64{}
	for g, list := range groups {
		out[g] = numbers(eval.Total(list))
	}
	return out, nil
}

func or(s string) string {
	if s = strings.TrimSpace(s); s == "" {
		return "-"
	}
	return s
}

func numbers(t eval.Scores) map[string][]float64 {
	out := map[string][]float64{"n": {float64(t.Pages)}}
	if t.Shingle != nil {
		out["aeb"] = []float64{t.Shingle.F1, t.Shingle.P, t.Shingle.R, t.Shingle.Accuracy}
		out["bag word"] = []float64{t.Word.P, t.Word.R, t.Word.F1}
		out["bag cjk"] = []float64{t.Bag.P, t.Bag.R, t.Bag.F1}
	}
	if s := t.Segments; s != nil {
		out["seg"] = []float64{s.P, s.R, s.Accuracy, s.F1}
	}
	return out
}

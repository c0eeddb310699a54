package site

import (
	"math"
	"slices"
)

// leaders finds, among the features of clusters, the first that is more alike than a threshold, as comparing with all
// of them would, without doing so.
//
// Of two features, more than t·min(|a|,|b|) paths are shared, so that of the smaller one at most ⌈(1−t)·n⌉ − 1 may be
// missing in the other: among its rarest ⌈(1−t)·n⌉ paths, its prefix, one is shared (prefix filtering). Hence a page
// is compared only with the clusters that have a path of its prefix, or whose own prefix has one of its paths.
type leaders struct {
	threshold float64
	features  [][]string
	paths     map[string][]int // ids of the features that have a path
	prefixes  map[string][]int // ids of the features that have it in their prefix
}

func newLeaders(threshold float64) *leaders {
	return &leaders{threshold: threshold, paths: map[string][]int{}, prefixes: map[string][]int{}}
}

// prefix is as much of the feature as must share a path with whatever larger feature is alike.
func (l *leaders) prefix(f []string) []string {
	missing := float64(len(f)) * (1 - l.threshold)
	return f[:min(len(f), int(math.Floor(missing))+1)] // one more than needed where missing is whole: rounding errors
}

// add adds the feature of the next cluster.
func (l *leaders) add(f []string) {
	id := len(l.features)
	l.features = append(l.features, f)
	for _, path := range f {
		l.paths[path] = append(l.paths[path], id)
	}
	for _, path := range l.prefix(f) {
		l.prefixes[path] = append(l.prefixes[path], id)
	}
}

// candidates are the ids of all features that may be alike, ascending.
func (l *leaders) candidates(f []string) []int {
	var ids []int
	for _, path := range l.prefix(f) {
		ids = append(ids, l.paths[path]...)
	}
	for _, path := range f {
		ids = append(ids, l.prefixes[path]...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// first is the id of the first feature that is alike, or -1.
func (l *leaders) first(f []string) int {
	for _, id := range l.candidates(f) {
		if similarity(f, l.features[id]) > l.threshold {
			return id
		}
	}
	return -1
}

package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Flat is settings that may be nested by their dotted keys in lower case. Settings come from strangers: what is nested deeper
// than any setting stays as it is, below a key that is none, and more settings than there are is ErrInvalid.
func Flat(settings map[string]any) (map[string]any, error) {
	flat := map[string]any{}
	flatten(flat, "", settings, deepest)
	if len(flat) > len(fields) {
		return nil, invalid([]error{fmt.Errorf("settings: %d are given, and there are only %d", len(flat), len(fields))})
	}
	return flat, nil
}

// deepest is how many words the longest of keys has.
var deepest = func() (words int) {
	for _, f := range fields {
		words = max(words, 1+strings.Count(f.Key, "."))
	}
	return words
}()

// flatten puts settings into flat, nested ones so many levels down.
func flatten(flat map[string]any, section string, settings map[string]any, levels int) {
	for _, name := range slices.Sorted(maps.Keys(settings)) { // of two that are one key the same one counts each time
		key := section + strings.ToLower(name)
		if below, nested := settings[name].(map[string]any); nested && levels > 0 {
			flatten(flat, key+".", below, levels-1)
		} else {
			flat[key] = settings[name]
		}
	}
}

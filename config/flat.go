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
	flat, err := flatten(settings)
	if err != nil {
		return nil, invalid([]error{err})
	}
	return flat, nil
}

func flatten(settings map[string]any) (map[string]any, error) {
	flat := map[string]any{}
	addFlat(flat, "", settings, deepest)
	if len(flat) > len(fields) {
		return nil, tooMany(len(flat))
	}
	return flat, nil
}

func tooMany(settings int) error {
	return fmt.Errorf("settings: %d are given, and there are only %d", settings, len(fields))
}

// deepest is how many words the longest of keys has.
var deepest = func() (words int) {
	for _, f := range fields {
		words = max(words, 1+strings.Count(f.Key, "."))
	}
	return words
}()

// addFlat puts settings into flat, nested ones so many levels down.
func addFlat(flat map[string]any, section string, settings map[string]any, levels int) {
	for _, name := range slices.Sorted(maps.Keys(settings)) { // of two that are one key the same one counts each time
		key := section + strings.ToLower(name)
		if below, nested := asSection(settings[name]); nested && levels > 0 {
			addFlat(flat, key+".", below, levels-1)
		} else {
			flat[key] = settings[name]
		}
	}
}

// asSection is what is nested, of which YAML may have numbers as names.
func asSection(raw any) (settings map[string]any, nested bool) {
	switch raw := raw.(type) {
	case map[string]any:
		return raw, true
	case map[any]any:
		settings = map[string]any{}
		for name, value := range raw {
			settings[fmt.Sprint(name)] = value
		}
		return settings, true
	}
	return nil, false
}

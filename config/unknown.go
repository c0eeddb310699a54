package config

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/mullionhq/mullion/option"
)

// known reports a key that is no setting, and names the nearest one. A section without anything in it is fine.
func known(key string, raw any) error {
	if _, ok := Field(key); ok {
		return nil
	}
	if isSection(key) {
		if raw == nil {
			return nil
		}
		if meant := Meant(key, raw); meant != "" {
			return fmt.Errorf("%s: it is a section, did you mean %s?", key, meant)
		}
		return fmt.Errorf("%s: it is a section: set the keys below it, such as %s", key, firstBelow(key))
	}
	if near := nearest(key); near != "" {
		return fmt.Errorf("%s: unknown key, did you mean %s?", key, near)
	}
	return fmt.Errorf("%s: unknown key; `mullion config --default` lists them all", key)
}

// Meant is the setting that a word was probably meant for which was given to a section: one that takes the word and whose key
// begins like the section's, such as rendering for render; "" for none.
func Meant(section string, raw any) string {
	word, isText := raw.(string)
	if !isText || !isSection(section) {
		return ""
	}
	for _, f := range fields {
		if strings.HasPrefix(f.Key, section) && slices.Contains(f.OneOf, word) {
			return f.Key
		}
	}
	return ""
}

func firstBelow(section string) string {
	i := slices.IndexFunc(fields, func(f option.Field) bool { return strings.HasPrefix(f.Key, section+".") })
	return fields[i].Key
}

// wordShare is how much of a key may be wrong for another one to be suggested: a third, as cobra and git have it.
const wordShare = 3

// longestKey is the length of the longest key. One that is more than twice as long is like none, and is not compared.
var longestKey = len(slices.MaxFunc(fields, func(a, b option.Field) int { return cmp.Compare(len(a.Key), len(b.Key)) }).Key)

// nearest is the key that was probably meant: one in another section with the same last word, or the one that
// takes the fewest edits; "" when nothing is near.
func nearest(key string) string {
	if len(key) > 2*longestKey {
		return ""
	}
	best, least := "", len(key)/wordShare+1
	for _, f := range fields {
		d := levenshtein.ComputeDistance(key, f.Key)
		if word := levenshtein.ComputeDistance(last(key), last(f.Key)); word <= len(last(key))/wordShare {
			d = min(d, word+1)
		}
		if d < least {
			best, least = f.Key, d
		}
	}
	return best
}

// last is the part of a key after its last dot.
func last(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }

// strangeEnv warns of environment variables that look like settings and are none. They are no errors: container
// platforms set such names for services, as in MULLION_PORT_8765_TCP.
func strangeEnv() []string {
	var warnings []string
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, EnvPrefix) || name == EnvFile || isEnv(name) {
			continue
		}
		warning := fmt.Sprintf("the environment variable %s is no setting and is ignored", name)
		key := strings.ToLower(strings.TrimPrefix(name, EnvPrefix))
		if near := nearest(key); near != "" {
			warning += fmt.Sprintf("; did you mean %s?", Env(near))
		}
		warnings = append(warnings, warning)
	}
	slices.Sort(warnings)
	return warnings
}

func isEnv(name string) bool {
	return slices.ContainsFunc(fields, func(f option.Field) bool { return Env(f.Key) == name })
}

package config

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/mullionhq/mullion/option"
)

// schema is a JSON Schema of an object or of a value in it.
type schema struct {
	Dialect     string             `json:"$schema,omitempty"`
	Title       string             `json:"title,omitempty"`
	Description string             `json:"description,omitempty"`
	Type        any                `json:"type"`
	Properties  map[string]*schema `json:"properties,omitempty"`
	Additional  *bool              `json:"additionalProperties,omitempty"`
	Items       *schema            `json:"items,omitempty"`
	Enum        []string           `json:"enum,omitempty"`
	Pattern     string             `json:"pattern,omitempty"`
	Minimum     *json.Number       `json:"minimum,omitempty"`
	Maximum     *json.Number       `json:"maximum,omitempty"`
	Default     any                `json:"default,omitempty"`
}

// durationPattern is what time.ParseDuration reads, but for signs.
const durationPattern = `^([0-9]+(\.[0-9]*)?(ns|us|µs|ms|s|m|h))+$|^0$`

// Schema is the JSON Schema (draft 2020-12) of a config file, for editors and for checks before a roll-out.
func Schema() []byte {
	root := object()
	root.Dialect = "https://json-schema.org/draft/2020-12/schema"
	root.Title = "settings of mullion"
	defaults := reflect.ValueOf(Default())
	for _, f := range fields {
		at := root
		path := strings.Split(f.Key, ".")
		for _, name := range path[:len(path)-1] {
			if at.Properties[name] == nil {
				at.Properties[name] = object()
				at.Properties[name].Type = []string{"object", "null"} // a section may be empty
			}
			at = at.Properties[name]
		}
		at.Properties[path[len(path)-1]] = property(f, defaults.FieldByIndex(f.Index))
	}
	text, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("config: schema: %v", err))
	}
	return append(text, '\n')
}

func object() *schema {
	no := false
	return &schema{Type: "object", Properties: map[string]*schema{}, Additional: &no}
}

func property(f option.Field, value reflect.Value) *schema {
	s := &schema{Description: f.Doc, Default: value.Interface()}
	switch {
	case f.IsDuration():
		s.Type, s.Pattern, s.Default = "string", durationPattern, fmt.Sprint(value.Interface())
		s.Description += limits(&f)
		return s
	case f.Type.Kind() == reflect.Slice:
		s.Type, s.Items, s.Default = "array", &schema{Type: "string"}, nil
	case f.Type.Kind() == reflect.Bool:
		s.Type = "boolean"
	case f.Type.Kind() == reflect.Int:
		s.Type = "integer"
	case f.Type.Kind() == reflect.Float64:
		s.Type = "number"
	default:
		s.Type, s.Enum = "string", f.OneOf
	}
	least, most := f.Bounds()
	s.Minimum, s.Maximum = limit(least), limit(most)
	return s
}

// limit is a bound as JSON writes it; nil when there is none.
func limit(x *float64) *json.Number {
	if x == nil {
		return nil
	}
	n := json.Number(strconv.FormatFloat(*x, 'g', -1, 64))
	return &n
}

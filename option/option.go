// Package option reads thresholds from tagged struct fields, so that each one is written once,
// beside its algorithm:
//
//	SideMaxWidth float64 `key:"side_max_width" default:"0.3" min:"0" max:"1" doc:"widest side column, as a share of the page's width"`
//
// From the tags come the default value, the range check, the config key, the flag, the JSON schema and
// the help text. The package knows nothing of the algorithms or of config files.
package option

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Field is one tagged setting of an options struct.
type Field struct {
	Key     string   // dotted config key, such as "regions.side_max_width"
	Doc     string   // one line, lower case, without a full stop
	Default string   // as written in the tag; "" for empty strings and lists
	Min     string   // smallest allowed value, "" when unbounded
	Max     string   // largest allowed value, "" when unbounded
	OneOf   []string // allowed words, nil when any
	AtMost  string   // key of the setting that this one must not exceed, "" for none
	Index   []int    // for reflect.Value.FieldByIndex
	Type    reflect.Type
}

// Fields lists the tagged settings of the struct type t, nested structs included, in source order.
// Embedded structs are part of the struct. Other fields without a key tag are not settings: code sets them.
func Fields(t reflect.Type) []Field { return fields(t, "", nil) }

func fields(t reflect.Type, prefix string, index []int) []Field {
	var out []Field
	for i := range t.NumField() {
		f := t.Field(i)
		key, ok := f.Tag.Lookup("key")
		at := append(append([]int(nil), index...), i)
		if f.Anonymous && !ok {
			out = append(out, fields(f.Type, prefix, at)...)
		}
		if !ok {
			continue
		}
		if f.Type.Kind() == reflect.Struct {
			out = append(out, fields(f.Type, prefix+key+".", at)...)
			continue
		}
		var oneOf []string
		if words := f.Tag.Get("oneof"); words != "" {
			oneOf = strings.Split(words, "|")
		}
		atMost := f.Tag.Get("atmost")
		if atMost != "" {
			atMost = prefix + atMost
		}
		out = append(out, Field{
			AtMost: atMost,
			Key:    prefix + key, Doc: f.Tag.Get("doc"), Default: f.Tag.Get("default"),
			Min: f.Tag.Get("min"), Max: f.Tag.Get("max"), OneOf: oneOf, Index: at, Type: f.Type,
		})
	}
	return out
}

// Defaults returns a T whose settings have their tagged defaults. A tag that its own field cannot
// hold is a broken invariant of ours and panics; every package's tests call it.
func Defaults[T any]() T {
	var o T
	v := reflect.ValueOf(&o).Elem()
	for _, f := range Fields(v.Type()) {
		if f.Default == "" {
			continue
		}
		if err := Set(v.FieldByIndex(f.Index), f.Default); err != nil {
			panic(fmt.Sprintf("option %s: default %q: %v", f.Key, f.Default, err))
		}
	}
	return o
}

var durationType = reflect.TypeFor[time.Duration]()

// IsDuration reports whether the setting is a time.Duration.
func (f Field) IsDuration() bool { return f.Type == durationType }

// Set parses text into v, which holds a bool, int, float64, string, []string or time.Duration. A list is as Items reads it.
func Set(v reflect.Value, text string) error {
	switch {
	case v.Type() == durationType:
		d, err := time.ParseDuration(text)
		if err != nil {
			return fmt.Errorf("%q is not a duration such as 20s", text)
		}
		v.SetInt(int64(d))
	case v.Kind() == reflect.Bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%q is not true or false", text)
		}
		v.SetBool(b)
	case v.Kind() == reflect.Int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("%q is not a whole number", text)
		}
		v.SetInt(int64(n))
	case v.Kind() == reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("%q is not a number", text)
		}
		v.SetFloat(x)
	case v.Kind() == reflect.String:
		v.SetString(text)
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.String:
		v.Set(reflect.ValueOf(Items(text)))
	default:
		return fmt.Errorf("a setting cannot be a %s", v.Type())
	}
	return nil
}

// Items reads a list: a JSON list of strings, or else items with line ends between them, where there are any, or else with
// commas. An item with a comma needs one of the first two.
func Items(text string) (list []string) {
	if strings.HasPrefix(text, "[") && json.Unmarshal([]byte(text), &list) == nil {
		return list
	}
	separator := ","
	if strings.Contains(text, "\n") {
		separator = "\n"
	}
	list = nil
	for s := range strings.SplitSeq(text, separator) {
		if s = strings.TrimSpace(s); s != "" {
			list = append(list, s)
		}
	}
	return list
}

// Check reports every setting of o that is NaN, infinite, outside its range or not one of its words,
// joined into one error. Each message names the key.
func Check(o any) error {
	v := reflect.Indirect(reflect.ValueOf(o))
	var errs []error
	for _, f := range Fields(v.Type()) {
		if err := f.Check(v.FieldByIndex(f.Index)); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", f.Key, err))
		}
	}
	return errors.Join(append(errs, Conflicts(o)...)...)
}

// Conflicts reports every number of o that exceeds the setting that its tag atmost names, each message after its key and
// a colon.
func Conflicts(o any) []error {
	v := reflect.Indirect(reflect.ValueOf(o))
	list := Fields(v.Type())
	values := map[string]float64{}
	for _, f := range list {
		if f.Type.Kind() == reflect.Float64 {
			values[f.Key] = v.FieldByIndex(f.Index).Float()
		}
	}
	var errs []error
	for _, f := range list {
		if f.AtMost != "" && values[f.Key] > values[f.AtMost] {
			errs = append(errs, fmt.Errorf("%s: %g is more than %s, which is %g", f.Key, values[f.Key], f.AtMost, values[f.AtMost]))
		}
	}
	return errs
}

// Check reports a value of the setting that is NaN, infinite, outside its range or not one of its words.
func (f Field) Check(v reflect.Value) error {
	switch {
	case f.Type == durationType:
		return f.inRange(float64(v.Int()), time.Duration(v.Int()).String())
	case v.Kind() == reflect.Int:
		return f.inRange(float64(v.Int()), strconv.FormatInt(v.Int(), 10))
	case v.Kind() == reflect.Float64:
		x := v.Float()
		text := strconv.FormatFloat(x, 'g', -1, 64)
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("%s is not a number", text)
		}
		return f.inRange(x, text)
	case v.Kind() == reflect.String && f.OneOf != nil:
		if slices.Contains(f.OneOf, v.String()) {
			return nil
		}
		return fmt.Errorf("%q is not one of %s", v.String(), strings.Join(f.OneOf, ", "))
	}
	return nil
}

// Bounds are the smallest and the largest value that a number may have, of a duration in nanoseconds; nil for none.
func (f Field) Bounds() (least, most *float64) { return f.bound(f.Min), f.bound(f.Max) }

func (f Field) bound(tag string) *float64 {
	if tag == "" {
		return nil
	}
	x, err := strconv.ParseFloat(tag, 64)
	if f.IsDuration() {
		var d time.Duration
		d, err = time.ParseDuration(tag)
		x = float64(d)
	}
	if err != nil {
		panic(fmt.Sprintf("option %s: bound %q: %v", f.Key, tag, err))
	}
	return &x
}

func (f Field) inRange(x float64, text string) error {
	least, most := f.Bounds()
	switch {
	case (least == nil || x >= *least) && (most == nil || x <= *most):
		return nil
	case f.Min != "" && f.Max != "":
		return fmt.Errorf("%s is not between %s and %s", text, f.Min, f.Max)
	case f.Min != "":
		return fmt.Errorf("%s is below %s", text, f.Min)
	default:
		return fmt.Errorf("%s is above %s", text, f.Max)
	}
}

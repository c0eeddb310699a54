package config

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/mullionhq/mullion/option"
)

// Excerpt is File without the settings that are switched off: those that are in or differ from their defaults, what
// each means, its range and its default. head stands at the top, a comment for each line. keep says which settings may
// stand in the file at all; what carries secrets, such as render.headers, should not.
func (c Config) Excerpt(head string, in, keep func(key string) bool) string {
	value, defaults := reflect.ValueOf(c), reflect.ValueOf(Default())
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(head)) {
		b.WriteString(strings.TrimSpace("# "+strings.TrimSpace(line)) + "\n")
	}
	wanted := func(f option.Field) bool {
		v, d := value.FieldByIndex(f.Index), defaults.FieldByIndex(f.Index)
		return keep(f.Key) && (in(f.Key) || !reflect.DeepEqual(v.Interface(), d.Interface()))
	}
	walk(wanted, func(line string, f *option.Field) {
		if f == nil {
			b.WriteString("\n" + line + "\n")
			return
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		fmt.Fprintf(&b, "\n%s# %s%s; default %s\n", indent, f.Doc, limits(f), literal(defaults.FieldByIndex(f.Index).Interface()))
		fmt.Fprintf(&b, "%s: %s\n", line, literal(value.FieldByIndex(f.Index).Interface()))
	})
	return b.String()
}
